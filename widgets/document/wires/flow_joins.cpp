#include "widgets/document/wires/flow_joins.h"

namespace headroom::widgets {

using project::Wire;

namespace {

/// The only wire that leaves a block; null if there is none or there are several.
const Wire* onlyWayOn(const std::vector<Wire>& wires, const std::string& block)
{
    const Wire* found = nullptr;
    for (const Wire& wire : wires) {
        if (wire.fromBlock != block)
            continue;
        if (found)
            return nullptr;
        found = &wire;
    }
    return found;
}

} // namespace

std::vector<Wire> joiningWires(const std::vector<Wire>& wires, const std::set<std::string>& doomed)
{
    std::vector<Wire> joins;
    for (const Wire& wire : wires) {
        if (doomed.contains(wire.fromBlock) || !doomed.contains(wire.toBlock))
            continue;
        const Wire* last = &wire;
        for (std::size_t steps = 0; last && doomed.contains(last->toBlock); ++steps)
            last = steps < wires.size() ? onlyWayOn(wires, last->toBlock) : nullptr;
        if (last && last->toBlock != wire.fromBlock)
            joins.push_back({wire.fromBlock, wire.fromPort, last->toBlock, last->toPort, wire.extra});
    }
    return joins;
}

} // namespace headroom::widgets
