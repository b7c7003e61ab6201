// A write through a primary copy, on 4, 16 and 64 storage nodes with the same load each: what a model costs as it
// grows. A larger model needs more memory, and a request finds less of it in the processor's caches.
#include "markdown_table.h"
#include "measured_run.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <string>
#include <vector>

namespace {

using namespace headroom;
using test::number;

struct Cost
{
    double writes = 0;
    double events = 0;
    double processorS = 0;
};

constexpr double nodeSeconds = 64;

Cost costOf(int nodes)
{
    std::vector<std::string> arguments{
        "simulate", HEADROOM_SOURCE_DIR "/tests/benchmarks/primary_copy.headroom", "--json", "--set", "", "--duration",
        "1 ns"};
    arguments[4] = "NODES=" + std::to_string(nodes);
    const double buildingS = bench::runEngine(arguments).processorS;
    arguments.back() = std::to_string(nodeSeconds / nodes) + " s";
    const bench::MeasuredRun run = bench::runEngine(arguments);
    const auto summary = record::summaryFromJson(record::Json::parse(run.output));
    return {summary.operations.at("WRITE").perSecond * nodeSeconds / nodes, static_cast<double>(summary.events),
            run.processorS - buildingS};
}

} // namespace

int main()
{
    test::printHeading("Write through a primary copy",
                       "Writes of 4 KiB to three nodes, past the page cache to SSDs, 16 under way for each node.");
    const test::MarkdownTable table({"storage nodes", "node-seconds in a second of the processor", "events for a write",
                                     "ns for an event", "µs for a write"});
    for (const int nodes : {4, 16, 64}) {
        const Cost cost = costOf(nodes);
        table.row({std::to_string(nodes), number(nodeSeconds / cost.processorS, 2),
                   number(cost.events / cost.writes, 1), number(cost.processorS / cost.events * 1e9),
                   number(cost.processorS / cost.writes * 1e6, 2)});
    }
}
