// Measures the cost of a flow in the network at flow level: random arrivals at 60 % load on a star and on fat trees.
#include "markdown_table.h"
#include "network_run.h"

int main()
{
    using headroom::test::number;
    headroom::test::printHeading("Flows in the network", "Random arrivals at 60 % load, processor time for each flow.");
    const headroom::test::MarkdownTable table({"network", "µs per flow", "flows touched by each"});
    for (const auto& traffic : headroom::bench::networkCases()) {
        const headroom::bench::NetworkRun run(traffic);
        table.row({traffic.name(), number(run.microsecondsPerFlow(), 2), number(run.touchedPerFlow(), 1)});
    }
}
