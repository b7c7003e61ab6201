#include "topology/cable_choice.h"

namespace headroom::topology {

namespace {

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
        return usable_.empty() || usable_[node.transmitLinks[cable]];
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
    const std::uint64_t nodes = (std::uint64_t{from} << 32U) | to;
    const std::uint64_t hash = hashOf(flow, nodes);
    const bool byFlow = topology.groups()[source.group].bonding != Bonding::layer23;
    std::uint64_t left = (byFlow ? hash : hashOf(0, nodes)) % equal;
    pairs.each([&](std::uint32_t a, std::uint32_t b, std::uint32_t distance) {
        if (distance != shortest || left-- != 0)
            return false;
        links.push_back(source.transmitLinks[a]);
        paths.append(source.switches[a], sink.switches[b], hash, topology.insides(), links);
        links.push_back(sink.receiveLinks[b]);
        return true;
    });
    return true;
}

} // namespace headroom::topology
