#include "behaviour/compile/diagram_flattening.h"
#include "project/document/software.h"
#include "project/vocabulary/inner_diagrams.h"

#include <map>
#include <set>
#include <utility>

namespace headroom::behaviour {

namespace {

using project::Block;
using project::Diagram;
using project::Wire;

class Flattening
{
public:
    explicit Flattening(const project::BlockCatalogue& types) : types_(types) {}

    FlatDiagram run(const Diagram& diagram)
    {
        flat_.diagram.id = diagram.id;
        put(diagram, "", "", true);
        follow();
        nameDraws();
        return std::move(flat_);
    }

private:
    void put(const Diagram& diagram, const std::string& prefix, const std::string& pointer, bool drawn)
    {
        std::map<std::string, Diagram> inside;
        // Disabled blocks, with the output that requests take: they are skipped like a group's ways out.
        std::map<std::string, std::string> passed;
        for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
            const Block& block = diagram.blocks[b];
            const std::string place = drawn ? pointer + "/blocks/" + std::to_string(b) : pointer;
            if (auto through = project::passThrough(types_, block)) {
                putGroup(*through, prefix + block.id, place, false);
                inside.emplace(block.id, std::move(*through));
            } else if (types_.isDisabled(block)) {
                passed.emplace(block.id, types_.wayThrough(block, ""));
                putBlock({block.id, "way out", "", project::Json::object(), {}}, prefix, place);
            } else if (auto inner = project::innerOf(types_, block)) {
                const auto outside = drawPrefix_.size();
                const bool outsideAside = std::exchange(aside_, aside_ || isAside(block));
                if (!project::isFolded(block))
                    drawPrefix_ += block.id + '.';
                putGroup(*inner, prefix + block.id, place, drawn && !block.inner.empty());
                drawPrefix_.resize(outside);
                aside_ = outsideAside;
                inside.emplace(block.id, std::move(*inner));
            } else {
                putBlock(block, prefix, place);
            }
        }
        for (const Wire& wire : diagram.wires) {
            const auto way = passed.find(wire.fromBlock);
            if (way == passed.end() || way->second == wire.fromPort)
                putWire(wire, prefix, inside);
        }
    }

    static bool isAside(const Block& block)
    {
        const auto found = block.fields.find("waits");
        return block.type == "group" && found != block.fields.end() && *found == "aside";
    }

    void putGroup(const Diagram& inner, const std::string& path, const std::string& place, bool drawn)
    {
        if (depth_ >= project::deepestGroups || flat_.diagram.blocks.size() > project::mostBlocks)
            return;
        const auto first = static_cast<std::uint32_t>(flat_.diagram.blocks.size());
        const std::size_t group = flat_.groups.size();
        flat_.groups.push_back({path, {}, {}});
        ++depth_;
        put(inner, path + '.', drawn ? place + "/inner" : place, drawn);
        --depth_;
        for (std::uint32_t b = first; b < flat_.diagram.blocks.size(); ++b) {
            const Block& block = flat_.diagram.blocks[b];
            if (block.type == "way out")
                continue;
            flat_.groups[group].members.push_back(b);
            if (block.type == "way in" && block.id.rfind('.') == path.size())
                flat_.groups[group].entries.push_back(b);
        }
    }

    /// Adds a block. Ids of blocks in its fields refer to the diagram in which it was drawn.
    void putBlock(Block block, const std::string& prefix, const std::string& place)
    {
        if (const auto* type = types_.find(block.type); type && !prefix.empty())
            for (const auto& field : type->fields)
                if (field.type == project::FieldType::block)
                    if (const auto named = block.fields.find(field.name);
                        named != block.fields.end() && named->is_string() && *named != "caller")
                        *named = prefix + named->get<std::string>();
        flat_.drawNames.push_back(drawPrefix_ + block.id);
        block.id = prefix + block.id;
        flat_.diagram.blocks.push_back(std::move(block));
        flat_.places.push_back(place);
        flat_.aside.push_back(aside_);
    }

    void putWire(const Wire& wire, const std::string& prefix, const std::map<std::string, Diagram>& inside)
    {
        const auto ways = [&](const std::string& group, const std::string& port, const char* type) {
            std::vector<std::string> ids;
            for (const Block& block : inside.at(group).blocks)
                if (block.type == type && project::wayOf(block) == port)
                    ids.push_back(prefix + group + '.' + block.id);
            return ids;
        };
        Wire flat = wire;
        flat.fromBlock = prefix + wire.fromBlock;
        flat.toBlock = prefix + wire.toBlock;
        if (inside.contains(wire.toBlock)) {
            const auto entries = ways(wire.toBlock, wire.toPort, "way in");
            if (entries.empty())
                return;
            flat.toBlock = entries.front();
            flat.toPort = "in";
        }
        if (!inside.contains(wire.fromBlock)) {
            flat_.diagram.wires.push_back(flat);
            return;
        }
        for (const std::string& exit : ways(wire.fromBlock, wire.fromPort, "way out")) {
            flat.fromBlock = exit;
            flat.fromPort = "next";
            flat_.diagram.wires.push_back(flat);
        }
    }

    /// Connects wires to a way out with the block after it, and removes the ways out.
    void follow()
    {
        auto& [id, blocks, wires, extra] = flat_.diagram;
        std::map<std::string, const Wire*> behind;
        std::map<std::string, bool> isExit;
        for (const Block& block : blocks)
            isExit[block.id] = block.type == "way out";
        for (const Wire& wire : wires)
            if (isExit[wire.fromBlock])
                behind[wire.fromBlock] = &wire;
        std::vector<Wire> direct;
        for (const Wire& wire : wires) {
            if (isExit[wire.fromBlock])
                continue;
            Wire whole = wire;
            std::size_t steps = 0;
            while (isExit[whole.toBlock] && behind.contains(whole.toBlock) && ++steps <= wires.size()) {
                const Wire& next = *behind.at(whole.toBlock);
                whole.toBlock = next.toBlock;
                whole.toPort = next.toPort;
            }
            if (!isExit[whole.toBlock])
                direct.push_back(std::move(whole));
        }
        wires = std::move(direct);
        dropExits();
    }

    void dropExits()
    {
        std::vector<Block> kept;
        std::vector<std::string> places, drawNames;
        std::vector<bool> aside;
        std::vector<std::uint32_t> moved(flat_.diagram.blocks.size(), 0);
        for (std::size_t b = 0; b < flat_.diagram.blocks.size(); ++b) {
            moved[b] = static_cast<std::uint32_t>(kept.size());
            if (flat_.diagram.blocks[b].type != "way out") {
                kept.push_back(std::move(flat_.diagram.blocks[b]));
                places.push_back(std::move(flat_.places[b]));
                drawNames.push_back(std::move(flat_.drawNames[b]));
                aside.push_back(flat_.aside[b]);
            }
        }
        flat_.diagram.blocks = std::move(kept);
        flat_.places = std::move(places);
        flat_.drawNames = std::move(drawNames);
        flat_.aside = std::move(aside);
        for (FlatDiagram::Group& group : flat_.groups)
            for (auto* list : {&group.entries, &group.members})
                for (std::uint32_t& block : *list)
                    block = moved[block];
    }

    /// Ensures that no two blocks have the same draw name, even if a folded group was copied: all but the first use
    /// their id.
    void nameDraws()
    {
        std::set<std::string> taken;
        for (std::size_t b = 0; b < flat_.drawNames.size(); ++b)
            if (!taken.insert(flat_.drawNames[b]).second)
                flat_.drawNames[b] = flat_.diagram.blocks[b].id;
    }

    const project::BlockCatalogue& types_;
    FlatDiagram flat_;
    std::string drawPrefix_; ///< ids of the enclosing groups that were not folded
    bool aside_ = false;     ///< one of the enclosing groups is executed by a helper thread
    std::size_t depth_ = 0;
};

} // namespace

FlatDiagram flatten(const project::BlockCatalogue& types, const Diagram& diagram)
{
    return Flattening(types).run(diagram);
}

} // namespace headroom::behaviour
