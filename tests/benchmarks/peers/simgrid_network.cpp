// The cases of bench-network in SimGrid (https://simgrid.org, model CM02 without TCP's window and cross traffic),
// beside the engine's network: cost of a flow, and by how much the two disagree about when flows end.
#include "../network_run.h"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
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

void compare(const NetworkCase& traffic, char* program)
{
    int count = 1;
    char* arguments[] = {program, nullptr};
    sg::Engine engine(&count, arguments);
    sg::Engine::set_config("network/model:CM02");
    sg::Engine::set_config("network/TCP-gamma:0");
    sg::Engine::set_config("network/crosstraffic:0");
    sg::Engine::set_config("maxmin/precision:1e-9");
    sg::Engine::set_config("surf/precision:1e-12");
    const std::vector<sg::Host*> hosts = buildPlatform(traffic);
    std::vector<double> theirs(traffic.arrivals().size());
    sg::Actor::create("source", hosts[0], Source{traffic, hosts, theirs});
    const std::clock_t began = std::clock();
    engine.run();
    const double processorS = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    const double theirCost = processorS * 1e6 / static_cast<double>(theirs.size());

    const headroom::bench::NetworkRun ours(traffic);
    double difference = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        const double took = ours.finishS[i] - traffic.arrivals()[i].at;
        difference = std::max(difference, std::abs(theirs[i] - ours.finishS[i]) / took);
    }
    std::printf("%-30s %10.2f %10.2f %8.1f %12.1e\n", traffic.name().c_str(), theirCost, ours.microsecondsPerFlow(),
                theirCost / ours.microsecondsPerFlow(), difference);
    std::fflush(stdout);
}

} // namespace

/// SimGrid simulates once per process: a child for each case.
int main(int, char** argv)
{
    std::printf("%-30s %10s %10s %8s %12s\n", "us per flow", "SimGrid", "engine", "ratio", "difference");
    std::fflush(stdout);
    for (const NetworkCase& traffic : headroom::bench::networkCases()) {
        const pid_t child = fork();
        if (child == 0) {
            compare(traffic, argv[0]);
            std::_Exit(0);
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            return 1;
    }
}
