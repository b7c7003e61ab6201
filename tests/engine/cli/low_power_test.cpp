// Claims of the page of projects/casl about processors for a dense cluster.
#include "engine_process.h"
#include "record/figures/figures.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::cli::test;

namespace {

record::Summary lowPower(const std::string& processor, int nodes, const std::string& more = "")
{
    const Folder folder;
    return record::summaryFromJson(
        printed(folder.run("simulate '" HEADROOM_SOURCE_DIR "/projects/casl' --json --set PROCESSOR=" + processor +
                           " --set NODES=" + std::to_string(nodes) + ' ' + more)));
}

double figure(const record::Summary& summary, const char* name)
{
    std::string why;
    const auto found = record::figureOf(summary, name, why);
    INFO(name << ": " << why);
    REQUIRE(found);
    return found->value;
}

const std::string d525 = "Intel_Atom_Processor_D525", s1260 = "Intel_Atom_Processor_S1260",
                  xeon = "Intel_Xeon_Processor_E3_1280_v2", arm = "Calxeda_EnergyCore_ECX_1000";

} // namespace

TEST_CASE("a dense cluster: the processor decides neither the streams nor whether ten nodes meet the goals", "[story]")
{
    const auto small = lowPower(d525, 10), large = lowPower(xeon, 10);
    for (const record::Summary& each : {small, large})
        for (const record::GoalVerdict& goal : each.goals)
            CHECK(goal.verdict == "met");
    CHECK(figure(large, "throughput") == Approx(figure(small, "throughput")).epsilon(0.12));
    CHECK(figure(large, "price") > 1.9 * figure(small, "price"));
    CHECK(figure(large, "power") > 1.5 * figure(small, "power"));
    CHECK(figure(large, "small-file.latency.p95") < figure(small, "small-file.latency.p95"));
}

TEST_CASE("a dense cluster: the cables are fuller than the processors", "[story]")
{
    const auto summary = lowPower(d525, 10);
    const auto used = [&](const std::string& resource) {
        const auto row = std::find_if(summary.resources.begin(), summary.resources.end(), [&](const auto& each) {
            return each.nodeGroup == "nodes" && each.resource == resource;
        });
        REQUIRE(row != summary.resources.end());
        return row->utilisationMax;
    };
    CHECK(used("network") > 2 * used("processor"));
}

TEST_CASE(
    "a dense cluster: the least power for a MB/s is that of the ARM, and small files miss their goal on few slow Atoms",
    "[story]")
{
    CHECK(figure(lowPower(arm, 10), "power for a MB/s") < 0.9 * figure(lowPower(d525, 10), "power for a MB/s"));
    const auto few = lowPower(s1260, 8);
    for (const record::GoalVerdict& goal : few.goals)
        if (goal.metric == "small-file.latency.p95")
            CHECK(goal.verdict == "missed");
}
