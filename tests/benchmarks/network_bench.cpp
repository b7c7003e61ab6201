// What a flow costs in the network at flow level: random arrivals at 60 % load on a star and on fat trees.
#include "network_run.h"

#include <cstdio>

int main()
{
    std::printf("%-30s %12s %14s\n", "network", "us per flow", "flows touched");
    for (const auto& traffic : headroom::bench::networkCases()) {
        const headroom::bench::NetworkRun run(traffic);
        std::printf("%-30s %12.2f %14.1f\n", traffic.name().c_str(), run.microsecondsPerFlow(), run.touchedPerFlow());
    }
}
