#include "topology/cable_choice.h"

#include <algorithm>

namespace headroom::topology {

namespace {

bool isUsable(std::uint32_t link, std::span<const std::uint8_t> usable)
{
    return usable.empty() || usable[link];
}

/// Appends what the ports of the cable's adapter share in this direction, if they share anything.
void appendShared(const NodeInfo& node, std::size_t cable, std::uint32_t NodeInfo::SharedPorts::*direction,
                  std::vector<std::uint32_t>& links)
{
    if (!node.sharedBy.empty() && node.sharedBy[cable] != LinkInfo::none)
        links.push_back(node.sharedPorts[node.sharedBy[cable]].*direction);
}

/// Appends one of the cables from node to node that work and have no switch between them; false if there is none.
bool appendDirect(const NodeInfo& source, const NodeInfo& sink, std::uint32_t to, std::uint64_t hash,
                  std::span<const std::uint8_t> usable, std::vector<std::uint32_t>& links)
{
    const auto leads = [&](std::size_t cable) {
        return source.peers[cable] == to && isUsable(source.transmitLinks[cable], usable);
    };
    std::uint64_t ways = 0;
    for (std::size_t cable = 0; cable < source.peers.size(); ++cable)
        ways += leads(cable);
    if (ways == 0)
        return false;
    std::uint64_t left = hash % ways;
    for (std::size_t cable = 0;; ++cable)
        if (leads(cable) && left-- == 0) {
            const std::uint32_t link = source.transmitLinks[cable];
            appendShared(source, cable, &NodeInfo::SharedPorts::out, links);
            links.push_back(link);
            if (!sink.sharedBy.empty()) {
                const auto there = std::find(sink.receiveLinks.begin(), sink.receiveLinks.end(), link);
                appendShared(sink, static_cast<std::size_t>(there - sink.receiveLinks.begin()),
                             &NodeInfo::SharedPorts::in, links);
            }
            return true;
        }
}

class CablePairs
{
public:
    CablePairs(const ExpandedTopology& topology, const NodeInfo& source, const NodeInfo& sink, const SwitchPaths& paths,
               std::span<const std::uint8_t> usable)
        : source_(source), sink_(sink), paths_(paths), usable_(usable),
          sourceStandby_(topology.groups()[source.group].bonding == Bonding::activeBackup),
          sinkStandby_(topology.groups()[sink.group].bonding == Bonding::activeBackup)
    {
    }

    /// Calls visit(a, b, distance) for every pair of cables that may carry the flow, until it returns true.
    template <typename Visit>
    void each(Visit visit) const
    {
        for (std::uint32_t a = 0; a < source_.switches.size(); ++a) {
            if (!works(source_, a))
                continue;
            for (std::uint32_t b = 0; b < sink_.switches.size(); ++b) {
                if (!works(sink_, b))
                    continue;
                const std::uint32_t distance = paths_.distance(source_.switches[a], sink_.switches[b]);
                if (distance != SwitchPaths::unreachable && visit(a, b, distance))
                    return;
                if (sinkStandby_)
                    break;
            }
            if (sourceStandby_)
                return;
        }
    }

private:
    bool works(const NodeInfo& node, std::uint32_t cable) const
    {
        return node.switches[cable] != SwitchPaths::unreachable && isUsable(node.transmitLinks[cable], usable_);
    }

    const NodeInfo& source_;
    const NodeInfo& sink_;
    const SwitchPaths& paths_;
    std::span<const std::uint8_t> usable_;
    bool sourceStandby_, sinkStandby_; ///< only the first cable that works is used
};

} // namespace

bool appendRoute(const ExpandedTopology& topology, std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                 const SwitchPaths& paths, std::span<const std::uint8_t> usable, std::vector<std::uint32_t>& links)
{
    if (from == to)
        return true;
    const NodeInfo& source = topology.nodes()[from];
    const NodeInfo& sink = topology.nodes()[to];
    const std::uint64_t nodes = (std::uint64_t{from} << 32U) | to;
    const std::uint64_t hash = hashOf(flow, nodes);
    if (appendDirect(source, sink, to, hash, usable, links))
        return true;
    const CablePairs pairs(topology, source, sink, paths, usable);
    std::uint32_t shortest = SwitchPaths::unreachable;
    std::uint64_t equal = 0;
    pairs.each([&](std::uint32_t, std::uint32_t, std::uint32_t distance) {
        if (distance < shortest) {
            shortest = distance;
            equal = 0;
        }
        equal += distance == shortest;
        return false;
    });
    if (equal == 0)
        return false;
    const bool byFlow = topology.groups()[source.group].bonding != Bonding::layer23;
    std::uint64_t left = (byFlow ? hash : hashOf(0, nodes)) % equal;
    pairs.each([&](std::uint32_t a, std::uint32_t b, std::uint32_t distance) {
        if (distance != shortest || left-- != 0)
            return false;
        appendShared(source, a, &NodeInfo::SharedPorts::out, links);
        links.push_back(source.transmitLinks[a]);
        paths.append(source.switches[a], sink.switches[b], hash, topology.insides(), links);
        links.push_back(sink.receiveLinks[b]);
        appendShared(sink, b, &NodeInfo::SharedPorts::in, links);
        return true;
    });
    return true;
}

bool appendOnlyRoute(const ExpandedTopology& topology, std::uint32_t from, std::uint32_t to,
                     std::vector<std::uint32_t>& links)
{
    const NodeInfo& source = topology.nodes()[from];
    const NodeInfo& sink = topology.nodes()[to];
    if (source.switches.size() != 1 || sink.switches.size() != 1 || !source.sharedBy.empty() || !sink.sharedBy.empty())
        return false;
    const std::uint32_t between = source.switches.front();
    if (from == to || between == SwitchPaths::unreachable || between != sink.switches.front())
        return false;
    const std::uint32_t inside = topology.insides()[between];
    const bool passes = inside != SwitchPaths::unreachable;
    const std::uint32_t hops[] = {source.transmitLinks.front(), passes ? inside : sink.receiveLinks.front(),
                                  sink.receiveLinks.front()};
    links.insert(links.end(), hops, hops + (passes ? 3 : 2));
    return true;
}

} // namespace headroom::topology
