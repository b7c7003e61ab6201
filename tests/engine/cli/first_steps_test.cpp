// Results that the page of projects/first-steps promises its reader.
#include "engine_process.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::cli::test;

namespace {

record::Summary firstSteps(const std::string& settings)
{
    const Folder folder;
    return record::summaryFromJson(printed(
        folder.run("simulate '" HEADROOM_SOURCE_DIR "/projects/first-steps' --json --duration 15s " + settings)));
}

/// Utilisation of the server's `resource`.
double usedOfServer(const record::Summary& summary, const std::string& resource)
{
    const auto row = std::find_if(summary.resources.begin(), summary.resources.end(), [&](const auto& each) {
        return each.nodeGroup == "server" && each.resource == resource;
    });
    REQUIRE(row != summary.resources.end());
    return row->utilisationMax;
}

double p95OfPages(const record::Summary& summary)
{
    return summary.operations.at("page").latency.p95Ms;
}

const std::string ssd = "--set DISK=Samsung_PM893_1_92TB ";

} // namespace

TEST_CASE("first steps: at first the disk is full, and pages take longer than the goal allows", "[story]")
{
    const auto summary = firstSteps("");
    CHECK(usedOfServer(summary, "disk disk") > 0.98);
    CHECK(usedOfServer(summary, "processor") < 0.2);
    CHECK(p95OfPages(summary) > 100);
}

TEST_CASE("first steps: an SSD, or memory for all pages, makes pages ten times faster, and nothing is full", "[story]")
{
    const double before = p95OfPages(firstSteps(""));
    for (const std::string& change : {ssd, std::string("--set MEMORY=16GiB")}) {
        INFO(change);
        const auto summary = firstSteps(change);
        CHECK(p95OfPages(summary) < before / 10);
        CHECK(usedOfServer(summary, "network") < 0.5);
        CHECK(usedOfServer(summary, "processor") < 0.5);
    }
}

TEST_CASE("first steps: with five times the visitors the network is full, then the processor, then neither", "[story]")
{
    const std::string crowd = ssd + "--set VISITORS=3000 ";
    CHECK(usedOfServer(firstSteps(crowd), "network") > 0.98);
    const std::string wide = crowd + "--set NETWORK='10 Gb/s' ";
    const auto processorFull = firstSteps(wide);
    CHECK(usedOfServer(processorFull, "network") < 0.5);
    CHECK(usedOfServer(processorFull, "processor") > 0.98);
    const auto enough = firstSteps(wide + "--set PROCESSOR=Intel_Xeon_Processor_E5_2697_v3");
    CHECK(usedOfServer(enough, "processor") < 0.7);
    CHECK(p95OfPages(enough) < 20);
}

TEST_CASE("first steps: too few threads are a limit although no hardware is full", "[story]")
{
    const auto summary = firstSteps("--set THREADS=1");
    CHECK(usedOfServer(summary, "workers web-server") > 0.98);
    CHECK(usedOfServer(summary, "disk disk") < 0.8);
}
