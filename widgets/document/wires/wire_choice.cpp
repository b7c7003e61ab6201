#include "widgets/document/wires/wire_choice.h"

#include <unordered_map>
#include <vector>

namespace headroom::widgets {

using project::Block;
using project::Diagram;

WireChoice::WireChoice(const Diagram& diagram, const std::string& block, const std::string& port, bool output)
    : output_(output)
{
    std::set<std::string> loops;
    for (const Block& candidate : diagram.blocks)
        if (candidate.type == "loop")
            loops.insert(candidate.id);
    beginsAtAgain_ = !output && port == "again" && loops.contains(block);
    // Collects the blocks whose connection would close a cycle: upstream of an output, downstream of an input. Wires
    // for the way back of a loop do not count.
    std::unordered_map<std::string, std::vector<std::string>> neighbours;
    for (const auto& wire : diagram.wires) {
        used_.emplace(wire.fromBlock, wire.fromPort);
        if (wire.toPort == "again" && loops.contains(wire.toBlock))
            continue;
        if (output)
            neighbours[wire.toBlock].push_back(wire.fromBlock);
        else
            neighbours[wire.fromBlock].push_back(wire.toBlock);
    }
    circling_.insert(block);
    std::vector<std::string> open{block};
    while (!open.empty()) {
        const std::string at = open.back();
        open.pop_back();
        for (const std::string& next : neighbours[at])
            if (circling_.insert(next).second)
                open.push_back(next);
    }
}

bool WireChoice::mayEnd(const Block& block, const std::string& port) const
{
    if (!output_ && used_.contains({block.id, port}))
        return false;
    const bool goesBack = output_ ? block.type == "loop" && port == "again" : beginsAtAgain_;
    return goesBack || !circling_.contains(block.id);
}

} // namespace headroom::widgets
