// The cases of bench-network in SimGrid (https://simgrid.org, model CM02 without TCP's window and cross traffic),
// beside the engine's network: cost of a flow, and whether the two agree about when each flow ends.
#include "../network_run.h"
#include "markdown_table.h"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

namespace sg = simgrid::s4u;
using headroom::bench::Arrival;
using headroom::bench::NetworkCase;
using headroom::test::MarkdownTable;
using headroom::test::number;

std::vector<sg::Host*> buildPlatform(const NetworkCase& traffic)
{
    sg::NetZone* zone = sg::create_full_zone("zone");
    std::vector<sg::Host*> hosts;
    for (std::uint32_t i = 0; i < traffic.hosts(); ++i)
        hosts.push_back(zone->create_host("h" + std::to_string(i), 1e9)->seal());
    std::vector<sg::Link*> links;
    for (std::uint32_t i = 0; i < traffic.links(); ++i)
        links.push_back(zone->create_link("l" + std::to_string(i), NetworkCase::linkRate)->set_latency(0)->seal());
    std::set<std::pair<std::uint32_t, std::uint32_t>>
        known; // only the pairs that talk: a million would fill the memory
    std::vector<std::uint32_t> hops;
    for (const Arrival& arrival : traffic.arrivals()) {
        if (!known.insert({arrival.from, arrival.to}).second)
            continue;
        hops.clear();
        traffic.route(arrival.from, arrival.to, hops);
        std::vector<sg::LinkInRoute> route;
        for (const std::uint32_t hop : hops)
            route.emplace_back(links[hop]);
        zone->add_route(hosts[arrival.from]->get_netpoint(), hosts[arrival.to]->get_netpoint(), nullptr, nullptr, route,
                        false);
    }
    zone->seal();
    return hosts;
}

/// One actor starts all flows, which is the least that SimGrid can be asked for.
struct Source
{
    const NetworkCase& traffic;
    const std::vector<sg::Host*>& hosts;
    std::vector<double>& finishS;

    void operator()() const
    {
        std::vector<sg::CommPtr> flows;
        flows.reserve(traffic.arrivals().size());
        for (const Arrival& arrival : traffic.arrivals()) {
            sg::this_actor::sleep_until(arrival.at);
            flows.push_back(sg::Comm::sendto_async(hosts[arrival.from], hosts[arrival.to], arrival.bytes));
        }
        sg::Comm::wait_all(flows);
        for (std::size_t i = 0; i < flows.size(); ++i)
            finishS[i] = flows[i]->get_finish_time();
    }
};

/// Processor time of one run in SimGrid.
double simulate(const NetworkCase& traffic, char* program, std::vector<double>& finishS)
{
    std::string arguments[] = {program,
                               "--log=root.thres:warning",
                               "--cfg=network/model:CM02",
                               "--cfg=network/TCP-gamma:0",
                               "--cfg=network/crosstraffic:0",
                               "--cfg=maxmin/precision:1e-9",
                               "--cfg=surf/precision:1e-12"};
    std::vector<char*> own;
    for (std::string& argument : arguments)
        own.push_back(argument.data());
    int count = static_cast<int>(own.size());
    own.push_back(nullptr);
    sg::Engine engine(&count, own.data());
    const std::vector<sg::Host*> hosts = buildPlatform(traffic);
    sg::Actor::create("source", hosts[0], Source{traffic, hosts, finishS});
    const std::clock_t began = std::clock();
    engine.run();
    return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

/// The median of as many runs as fill half a second, at most nine.
double engineCost(const NetworkCase& traffic)
{
    std::vector<double> costs;
    double spentS = 0;
    while (costs.size() < 9 && spentS < 0.5) {
        const headroom::bench::NetworkRun run(traffic);
        costs.push_back(run.microsecondsPerFlow());
        spentS += run.processorS;
    }
    std::sort(costs.begin(), costs.end());
    return costs[costs.size() / 2];
}

/// True if both give every flow the same end.
bool compare(const MarkdownTable& table, const NetworkCase& traffic, char* program)
{
    std::vector<double> theirs(traffic.arrivals().size(), -1);
    const double theirCost = simulate(traffic, program, theirs) * 1e6 / static_cast<double>(theirs.size());
    const headroom::bench::NetworkRun ours(traffic);
    double difference = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        const double took = ours.finishS[i] - traffic.arrivals()[i].at;
        difference = std::max(difference, std::abs(theirs[i] - ours.finishS[i]) / took);
    }
    // Rates are constant from event to event, so equal finish times of all flows mean equal rates.
    const bool agree = difference < 1e-4;
    const double ourCost = engineCost(traffic);
    char largest[32];
    std::snprintf(largest, sizeof largest, "%.1e", difference);
    table.row({traffic.name(), number(theirCost, 2), number(ourCost, 2), number(theirCost / ourCost, 1), largest,
               agree ? "agree" : "DO NOT AGREE"});
    return agree;
}

} // namespace

/// SimGrid simulates once per process: a child for each case. Argument: only cases whose names contain it.
int main(int argc, char** argv)
{
    const std::string wanted = argc > 1 ? argv[1] : "";
    headroom::test::printHeading(
        "Flows in the network, against SimGrid",
        "Processor time for each flow. The difference is the largest between the times that a "
        "flow took in both, as a share of that time. Headroom aims at 3 times as fast, at 20 on "
        "the largest network with uniform traffic.");
    const MarkdownTable table({"network", "SimGrid, µs", "Headroom, µs", "times as fast", "difference", "flow times"});
    bool agreed = true;
    for (const NetworkCase& traffic : headroom::bench::networkCases()) {
        if (traffic.name().find(wanted) == std::string::npos)
            continue;
        const pid_t child = fork();
        if (child == 0)
            std::_Exit(compare(table, traffic, argv[0]) ? 0 : 1);
        int status = 0;
        agreed = child > 0 && waitpid(child, &status, 0) == child && status == 0 && agreed;
    }
    return agreed ? 0 : 1;
}
