// Cables: what the active fabric lays between nodes and switches, with their rates and latencies.
#pragma once

#include "project/resolver.h"
#include "topology/expanded_topology.h"
#include "topology/switch_routes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::topology {

/// Lays out one fabric. How figures become links:
/// - Rate: the least of the link's own rate, the adapter's data rate and that of the switch's fastest port (faster
///   ports are split or run slower). A cable between switches without a rate of its own runs at the fastest that both
///   have.
/// - Latency: an adapter's figure for 64 bytes is its part of a round trip, once out and once in, so each direction
///   costs half of it; what larger packets add is serialisation, which the network model counts itself. A switch's
///   forwarding latency is paid on the link that leads into it.
/// - In a delay-only fabric no link is shared, a switch's inside never limits, and adapters and kinds of switches may
///   be left out: such a cable adds its own latency and, without a rate of its own, bounds no stream. Without switches
///   and links at all every node reaches every other.
/// - A switch's inside becomes a link only if it carries less than the cables that lead into it can bring: otherwise
///   it never limits. A switching capacity above the sum of the ports counts both directions, as data sheets do, and
///   half of it is what passes one way.
class Wiring
{
public:
    static constexpr std::uint32_t none = SwitchRoutes::unreachable;

    Wiring(const project::Fabric& fabric, NetworkDetail detail, std::string pointer, std::vector<GroupInfo>& groups,
           std::vector<NodeInfo>& nodes, project::Resolver& resolver);

    std::vector<LinkInfo> links;
    std::vector<SwitchInfo> switches;
    std::vector<std::uint32_t> insides;                  ///< link of each switch's inside, or none
    std::vector<std::vector<std::uint32_t>> groupCables; ///< switch at the end of each cable of a group's nodes
    SwitchRoutes routes;

private:
    struct SwitchFigures
    {
        const project::Component* component = nullptr;
        std::string pointer;
        double latencyS = 0;
        double ports = 0;          ///< how many, each four-lane port split
        double portBytes = 0;      ///< bytes per second of all ports, one direction
        std::vector<double> rates; ///< of the ports, bytes per second, rising
        double cables = 0;
        double cableBytes = 0; ///< bytes per second that all cables bring in
    };

    void readSwitches(const project::Fabric& fabric);
    void readPorts(SwitchFigures& figures);
    void lay(const project::Fabric& fabric, std::size_t index);
    void layToNodes(const project::Fabric& fabric, const project::Link& link, const std::string& pointer,
                    std::uint32_t group, std::uint32_t toSwitch);
    void layBetweenSwitches(const project::Link& link, const std::string& pointer, std::uint32_t a, std::uint32_t b);
    void finishSwitches();
    void checkReach();

    bool isShared(const project::Link& link, const std::string& pointer);
    double ownRate(const project::Link& link, const std::string& pointer);
    const project::Component* adapterOf(const project::Fabric& fabric, const project::Link& link, bool required,
                                        const std::string& pointer);
    double cableRate(double rate, bool shared, const project::Link& link, const std::string& pointer);
    bool known(std::uint32_t index) const { return delayOnly_ || figures_[index].component; }
    std::uint32_t cablesOf(const project::Link& link, const std::string& pointer);
    std::uint32_t findGroup(const std::string& id) const;
    std::uint32_t findSwitch(const std::string& id) const;
    std::uint32_t addLink(std::string name, double rate, double latencyS, bool shared);
    static double portRate(const SwitchFigures& figures, double wanted);
    void plug(std::uint32_t index, double cables, double rate);
    void report(project::Severity severity, const char* key, const std::string& pointer, const std::string& place,
                const std::string& problem, const std::string& remedy);

    std::string pointer_;
    bool delayOnly_;
    std::vector<GroupInfo>& groups_;
    std::vector<NodeInfo>& nodes_;
    project::Resolver& resolver_;
    std::vector<SwitchFigures> figures_;
};

} // namespace headroom::topology
