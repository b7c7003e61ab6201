#include "widgets/document/edits/folding.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declarations.h"

#include <algorithm>

namespace headroom::widgets {

using project::Block;
using project::BlockCatalogue;
using project::Diagram;
using project::Json;
using project::Wire;

namespace {

constexpr qreal foldedColumnGap = 40;
constexpr qreal foldedRowGap = 16;

using Ids = std::set<std::string>;

std::string freshName(const Ids& taken, const std::string& base, bool plainFirst)
{
    if (plainFirst && !taken.contains(base))
        return base;
    int number = plainFirst ? 2 : 1;
    while (taken.contains(base + std::to_string(number)))
        ++number;
    return base + std::to_string(number);
}

/// Creates a diagram in which some blocks are in a group.
class Folding
{
public:
    Folding(const BlockCatalogue& types, const Diagram& before, const Ids& inside, const ShownBlocks& shown)
        : types_(types), before_(before), inside_(inside), shown_(shown), size_(shown.usualSize)
    {
        Ids taken;
        for (const Block& block : before.blocks)
            taken.insert(block.id);
        group_.id = freshName(taken, "group", false);
        group_.type = "group";
        group_.fields["folded"] = true;
        innerTaken_ = inside;
        measure();
    }

    Folded run()
    {
        partBlocks();
        for (const Wire& wire : before_.wires)
            putWire(wire);
        openUnwired();
        for (auto& way : ways_)
            inner_.blocks.push_back(std::move(way));
        inner_.wires.insert(inner_.wires.begin(), wayWires_.begin(), wayWires_.end());
        group_.inner.push_back(std::move(inner_));
        outer_.blocks.insert(outer_.blocks.begin() + static_cast<std::ptrdiff_t>(groupAt_), group_);
        outer_.id = before_.id;
        outer_.extra = before_.extra;
        const QPointF corner = area_.center() - QPointF(size_.width(), size_.height()) / 2;
        return {std::move(outer_), group_.id, places_, snapped(corner)};
    }

private:
    void measure()
    {
        for (const std::string& id : inside_)
            area_ |= shown_.frameOf(QString::fromStdString(id));
    }

    void partBlocks()
    {
        groupAt_ = before_.blocks.size();
        for (const Block& block : before_.blocks) {
            if (!inside_.contains(block.id)) {
                outer_.blocks.push_back(block);
                continue;
            }
            groupAt_ = std::min(groupAt_, outer_.blocks.size());
            inner_.blocks.push_back(block);
            const QString id = QString::fromStdString(block.id);
            if (shown_.positions.contains(id)) {
                places_[id] = shown_.positions[id];
                taken_.append(shown_.frameOf(id));
            }
        }
    }

    void putWire(const Wire& wire)
    {
        const bool from = inside_.contains(wire.fromBlock), to = inside_.contains(wire.toBlock);
        if (from && to)
            inner_.wires.push_back(wire);
        else if (!from && !to)
            outer_.wires.push_back(wire);
        else if (to)
            crossIn(wire);
        else
            crossOut(wire);
    }

    /// Wires to the same port inside use the same input of the group.
    void crossIn(Wire wire)
    {
        auto& way = entries_[{wire.toBlock, wire.toPort}];
        if (way.empty())
            way = addEntry(wire.toBlock, wire.toPort);
        wire.toBlock = group_.id;
        wire.toPort = way;
        outer_.wires.push_back(std::move(wire));
    }

    /// Wires to the same port outside use the same output of the group.
    void crossOut(const Wire& wire)
    {
        auto& exit = exits_[{wire.toBlock, wire.toPort}];
        if (exit.id.empty()) {
            exit = addExit(wire.fromPort, wire.fromBlock);
            outer_.wires.push_back({group_.id, exit.way, wire.toBlock, wire.toPort, wire.extra});
        }
        inner_.wires.push_back({wire.fromBlock, wire.fromPort, exit.id, "in", Json::object()});
    }

    /// Adds an input or output block beside the block that it is wired to.
    std::string addWay(const char* type, const std::string& way, const std::string& beside, bool left)
    {
        Block block;
        block.id = freshName(innerTaken_, left ? "in" : "out", true);
        block.type = type;
        block.fields["way"] = way;
        innerTaken_.insert(block.id);
        QRectF place({left ? area_.left() - foldedColumnGap - size_.width() : area_.right() + foldedColumnGap,
                      shown_.positions.value(QString::fromStdString(beside), area_.topLeft()).y()},
                     size_);
        while (std::any_of(taken_.begin(), taken_.end(), [&](const QRectF& other) { return place.intersects(other); }))
            place.translate(0, size_.height() + foldedRowGap);
        taken_.append(place);
        places_[QString::fromStdString(block.id)] = place.topLeft();
        ways_.push_back(block);
        return block.id;
    }

    std::string addEntry(const std::string& block, const std::string& port)
    {
        const std::string way = freshName(entryNames_, entryNames_.empty() || port != "in" ? port : block, true);
        entryNames_.insert(way);
        wayWires_.push_back({addWay("way in", way, block, true), "next", block, port, Json::object()});
        return way;
    }

    struct Exit
    {
        std::string id, way;
    };

    Exit addExit(const std::string& port, const std::string& block)
    {
        const std::string way = freshName(exitNames_, port, true);
        exitNames_.insert(way);
        return {addWay("way out", way, block, false), way};
    }

    /// If no wire crosses the group's border, its input and output are the first unwired ports, so that it can be
    /// wired.
    void openUnwired()
    {
        const auto wired = [&](const std::string& block, const std::string& port, bool output) {
            return std::any_of(before_.wires.begin(), before_.wires.end(), [&](const Wire& wire) {
                return output ? wire.fromBlock == block && wire.fromPort == port
                              : wire.toBlock == block && wire.toPort == port;
            });
        };
        const std::vector<Block> blocks = inner_.blocks;
        for (const Block& block : blocks) {
            const auto inputs = types_.inputsOf(block);
            if (entries_.empty() && !inputs.empty() && !wired(block.id, inputs.front().name, false))
                entries_[{block.id, inputs.front().name}] = addEntry(block.id, inputs.front().name);
        }
        for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
            const auto outputs = types_.outputsOf(*block);
            if (!exits_.empty() || outputs.empty() || wired(block->id, outputs.front().name, true))
                continue;
            const Exit exit = exits_[{}] = addExit(outputs.front().name, block->id);
            inner_.wires.push_back({block->id, outputs.front().name, exit.id, "in", Json::object()});
        }
    }

    const BlockCatalogue& types_;
    const Diagram& before_;
    const Ids& inside_;
    const ShownBlocks& shown_;
    QSizeF size_;
    QRectF area_;
    Block group_;
    Diagram outer_, inner_;
    std::vector<Block> ways_;
    std::vector<Wire> wayWires_;
    std::map<std::pair<std::string, std::string>, std::string> entries_;
    std::map<std::pair<std::string, std::string>, Exit> exits_;
    Ids innerTaken_, entryNames_, exitNames_;
    Positions places_;
    QVector<QRectF> taken_; ///< frames of the blocks in `places_`
    std::size_t groupAt_ = 0;
};

/// Creates a diagram in which a group is replaced by its blocks.
class Unfolding
{
public:
    Unfolding(const BlockCatalogue& types, const Diagram& before, const Block& group)
        : before_(before), group_(group), inner_(*project::innerOf(types, group))
    {
        for (const Block& block : before.blocks)
            if (block.id != group.id)
                taken_.insert(block.id);
    }

    Unfolded run()
    {
        for (const Block& block : inner_.blocks) {
            if (isBoundary(block))
                continue;
            names_[block.id] = freshName(taken_, block.id, true);
            taken_.insert(names_[block.id]);
        }
        for (const Block& block : before_.blocks)
            if (block.id == group_.id)
                putInner();
            else
                after_.blocks.push_back(block);
        for (const Wire& wire : inner_.wires)
            if (names_.contains(wire.fromBlock) && names_.contains(wire.toBlock))
                after_.wires.push_back(
                    {names_[wire.fromBlock], wire.fromPort, names_[wire.toBlock], wire.toPort, wire.extra});
        for (const Wire& wire : before_.wires)
            putOuter(wire);
        for (const Wire& wire : inner_.wires)
            if (names_.contains(wire.fromBlock))
                putExit(wire, names_[wire.fromBlock], wire.fromPort);
        after_.id = before_.id;
        after_.extra = before_.extra;
        return {std::move(after_), names_};
    }

private:
    void putInner()
    {
        for (Block block : inner_.blocks) {
            if (isBoundary(block))
                continue;
            for (const auto& [field, partner] : partnersOf(block))
                if (const auto renamed = names_.find(partner); renamed != names_.end())
                    block.fields[field] = renamed->second;
            block.id = names_.at(block.id);
            after_.blocks.push_back(std::move(block));
        }
    }

    std::string wayNamed(const std::string& block) const
    {
        const auto* found = project::findBlock(inner_, block);
        return found && found->type == "way out" ? project::wayOf(*found) : std::string();
    }

    /// Adds a wire from outside: it leads to the blocks behind the group's border.
    void putOuter(const Wire& wire)
    {
        if (wire.fromBlock == group_.id)
            return;
        if (wire.toBlock != group_.id) {
            after_.wires.push_back(wire);
            return;
        }
        const auto entry = std::find_if(inner_.blocks.begin(), inner_.blocks.end(), [&](const Block& block) {
            return block.type == "way in" && project::wayOf(block) == wire.toPort;
        });
        for (const Wire& first : inner_.wires) {
            if (entry == inner_.blocks.end() || first.fromBlock != entry->id)
                continue;
            if (names_.contains(first.toBlock))
                after_.wires.push_back(
                    {wire.fromBlock, wire.fromPort, names_[first.toBlock], first.toPort, wire.extra});
            else
                putExit(first, wire.fromBlock, wire.fromPort);
        }
    }

    /// Adds a wire from inside. If it leads to an output, it continues to the target behind the border.
    void putExit(const Wire& wire, const std::string& fromBlock, const std::string& fromPort)
    {
        const std::string way = wayNamed(wire.toBlock);
        if (way.empty())
            return;
        for (const Wire& outer : before_.wires)
            if (outer.fromBlock == group_.id && outer.fromPort == way && outer.toBlock != group_.id)
                after_.wires.push_back({fromBlock, fromPort, outer.toBlock, outer.toPort, outer.extra});
    }

    const Diagram& before_;
    const Block& group_;
    Diagram inner_, after_;
    Ids taken_;
    std::map<std::string, std::string> names_;
};

} // namespace

QRectF ShownBlocks::frameOf(const QString& id) const
{
    const qreal width = widths.value(id, static_cast<int>(usualSize.width()));
    return {positions.value(id), QSizeF(width, usualSize.height())};
}

Folded fold(const BlockCatalogue& types, const Diagram& before, const std::set<std::string>& inside,
            const ShownBlocks& shown)
{
    return Folding(types, before, inside, shown).run();
}

Unfolded unfold(const BlockCatalogue& types, const Diagram& before, const Block& group)
{
    return Unfolding(types, before, group).run();
}

bool isBoundary(const Block& block)
{
    return block.type == "way in" || block.type == "way out";
}

std::map<std::string, std::string> partnersOf(const Block& block)
{
    std::map<std::string, std::string> partners;
    const auto* type = project::vocabulary().find(block.type);
    for (const auto& field : type ? type->fields : project::Fields()) {
        const auto found = block.fields.find(field.name);
        if (field.type == project::FieldType::block && found != block.fields.end() && found->is_string())
            partners[field.name] = found->get<std::string>();
    }
    return partners;
}

bool comesBack(const Diagram& diagram, const std::set<std::string>& inside)
{
    const auto goesBack = [&](const Wire& wire) {
        const auto* target = project::findBlock(diagram, wire.toBlock);
        return target && target->type == "loop" && wire.toPort == "again";
    };
    std::multimap<std::string, std::string> next;
    std::vector<std::string> open;
    Ids seen;
    for (const Wire& wire : diagram.wires) {
        if (inside.contains(wire.fromBlock) && inside.contains(wire.toBlock))
            continue;
        // The loop's input for the way back would become a port of the group, but a group port cannot take a way back.
        if (inside.contains(wire.toBlock) && goesBack(wire))
            return true;
        if (goesBack(wire))
            continue;
        next.emplace(wire.fromBlock, wire.toBlock);
        if (inside.contains(wire.fromBlock) && !inside.contains(wire.toBlock) && seen.insert(wire.toBlock).second)
            open.push_back(wire.toBlock);
    }
    while (!open.empty()) {
        const std::string block = open.back();
        open.pop_back();
        const auto [first, last] = next.equal_range(block);
        for (auto each = first; each != last; ++each) {
            if (inside.contains(each->second))
                return true;
            if (seen.insert(each->second).second)
                open.push_back(each->second);
        }
    }
    return false;
}

} // namespace headroom::widgets
