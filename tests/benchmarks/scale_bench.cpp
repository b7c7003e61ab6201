// The largest clusters of the shipped projects: the processor time of a simulated second, and the memory.
#include "markdown_table.h"
#include "measured_run.h"
#include "project_variant.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <string>
#include <vector>

namespace {

using namespace headroom;

void row(const test::MarkdownTable& table, const std::string& what, const std::string& size,
         std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "simulate");
    arguments.emplace_back("--json");
    const auto run = bench::runEngine(arguments);
    const auto summary = record::summaryFromJson(record::Json::parse(run.output));
    table.row({what, size, test::number(summary.simulatedS, 1), test::number(run.processorS, 1),
               test::number(static_cast<double>(summary.events) / 1e6, 1), test::number(run.peakMiB)});
}

} // namespace

int main()
{
    test::printHeading("Large clusters", "One run each. Processor time and memory are those of the whole process, with "
                                         "start-up.");
    const test::MarkdownTable table({"what", "size", "simulated, s", "processor time, s", "events, millions", "MiB"});
    const std::string projects = HEADROOM_SOURCE_DIR "/projects/";
    row(table, "Swift, PUT of 1 MB", "700 storage nodes, 8400 disks",
        {projects + "leaf-spine-700", "--set", "WORKERS=500"});
    row(table, "Hadoop, a sort of 1 TB", "910 nodes, 3640 disks",
        {projects + "hadoop-terasort", "--set", "NODES=910", "--set", "DATA=1 TB", "--set", "MAPS=1800", "--set",
         "REDUCES=1800", "--set", "NETWORK=message"});
    // As many machines and client hosts to a storage node as in the published cluster.
    const bench::ProjectVariant ceph("ceph-hdd", [](bench::Json& document) {
        const auto set = [&](const char* name, int value) {
            bench::ProjectVariant::parameter(document, name)["value"] = value;
        };
        set("NODES", 64);
        set("DRIVES", 40);
        set("JOURNALS", 12);
        set("CLIENTS", 640);
        set("CLIENT_NODES", 80);
        document["run"]["warm_up"] = "500 ms";
        document["run"]["duration"] = "1 s";
    });
    row(table, "Ceph, sequential reads of 64 KiB", "64 storage nodes, 2560 disks", {ceph.path()});
    return 0;
}
