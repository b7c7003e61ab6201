#include "project/checks/placed_blocks.h"

#include "project/document/pointer.h"
#include "project/document/software.h"
#include "project/vocabulary/inner_diagrams.h"

#include <optional>
#include <utility>

namespace headroom::project {

PlacedBlocks::PlacedBlocks(const BlockCatalogue& types, const Diagram& diagram, const std::string& pointer)
    : types_(types)
{
    open(diagram, pointer, true, 0);
    for (const Level& level : levels_)
        for (const Wire& wire : level.diagram->wires)
            add(level, wire);
}

std::size_t PlacedBlocks::beside(const PlacedBlock& block, const std::string& id) const
{
    const Level& level = levels_[block.level];
    const auto found = level.blocks.find(id);
    return found == level.blocks.end() ? blocks_.size() : found->second;
}

std::size_t PlacedBlocks::open(const Diagram& diagram, const std::string& pointer, bool drawn, std::size_t depth)
{
    const std::size_t level = levels_.size();
    levels_.emplace_back().diagram = &diagram;
    for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
        const Block& block = diagram.blocks[b];
        const std::string place = drawn ? pointer + "/blocks" + below(b) : pointer;
        std::optional<Diagram> inner;
        if (depth < deepestGroups)
            inner = types_.isDisabled(block) ? passThrough(types_, block) : innerOf(types_, block);
        if (inner) {
            const bool group = drawn && !types_.find(block.type)->inner;
            const std::size_t inside =
                open(inner_.emplace_back(std::move(*inner)), group ? place + "/inner" : place, group, depth + 1);
            levels_[level].groups.emplace(block.id, inside);
            continue;
        }
        Level& here = levels_[level];
        here.blocks.emplace(block.id, blocks_.size());
        if (block.type == "way in")
            here.waysIn.emplace(wayOf(block), blocks_.size());
        else if (block.type == "way out")
            here.waysOut[wayOf(block)].push_back(blocks_.size());
        blocks_.push_back({&block, place, drawn, level, {}});
    }
    return level;
}

void PlacedBlocks::add(const Level& here, const Wire& wire)
{
    std::vector<std::size_t> from;
    if (const auto block = here.blocks.find(wire.fromBlock); block != here.blocks.end())
        from = {block->second};
    else if (const auto group = here.groups.find(wire.fromBlock); group != here.groups.end())
        if (const auto ways = levels_[group->second].waysOut.find(wire.fromPort);
            ways != levels_[group->second].waysOut.end())
            from = ways->second;
    std::size_t to = blocks_.size();
    if (const auto block = here.blocks.find(wire.toBlock); block != here.blocks.end())
        to = block->second;
    else if (const auto group = here.groups.find(wire.toBlock); group != here.groups.end())
        if (const auto way = levels_[group->second].waysIn.find(wire.toPort);
            way != levels_[group->second].waysIn.end())
            to = way->second;
    for (const std::size_t block : from)
        if (to < blocks_.size())
            blocks_[block].next.push_back({wire.fromPort, to, wire.toPort == "again"});
}

} // namespace headroom::project
