// Rings of wires that lead through groups: whether control returns is seen only once the groups are put in place.
#include "project/checks/check_context.h"
#include "project/vocabulary/inner_diagrams.h"

#include <deque>
#include <map>

namespace headroom::project {
namespace {

class RingCheck
{
public:
    RingCheck(CheckContext& context, const Diagram& diagram, const std::string& pointer) : context_(context)
    {
        open(diagram, pointer, 0);
        for (std::size_t level = 0; level < levels_.size(); ++level)
            for (const Wire& wire : levels_[level].diagram->wires)
                add(level, wire);
    }

    /// Without recursion, because a diagram may be long.
    void run()
    {
        for (std::size_t root = 0; root < nodes_.size(); ++root) {
            if (nodes_[root].mark != Mark::fresh)
                continue;
            std::vector<std::pair<std::size_t, std::size_t>> path{{root, 0}};
            nodes_[root].mark = Mark::open;
            while (!path.empty()) {
                const std::size_t at = path.back().first;
                if (path.back().second == nodes_[at].next.size()) {
                    nodes_[at].mark = Mark::done;
                    path.pop_back();
                    continue;
                }
                const std::size_t target = nodes_[at].next[path.back().second++];
                if (nodes_[target].mark == Mark::fresh) {
                    nodes_[target].mark = Mark::open;
                    path.emplace_back(target, 0);
                } else if (nodes_[target].mark == Mark::open) {
                    report(path, target);
                }
            }
        }
    }

private:
    enum class Mark
    {
        fresh,
        open,
        done
    };
    struct Node
    {
        std::string id, pointer;
        std::size_t level = 0;
        std::vector<std::size_t> next;
        Mark mark = Mark::fresh;
    };
    /// A diagram with the blocks that it has itself, and the levels of its groups.
    struct Level
    {
        const Diagram* diagram = nullptr;
        std::map<std::string, std::size_t> nodes, groups;
        std::map<std::string, std::size_t> waysIn;
        std::map<std::string, std::vector<std::size_t>> waysOut;
    };

    std::size_t open(const Diagram& diagram, const std::string& pointer, std::size_t depth)
    {
        const std::size_t level = levels_.size();
        levels_.emplace_back().diagram = &diagram;
        for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
            const Block& block = diagram.blocks[b];
            const std::string place = pointer + "/blocks" + below(b);
            std::optional<Diagram> inner;
            if (depth < deepestGroups)
                inner = context_.blockTypes.isDisabled(block) ? passThrough(context_.blockTypes, block)
                                                              : innerOf(context_.blockTypes, block);
            if (inner) {
                const bool drawn = !context_.blockTypes.find(block.type)->inner;
                const std::size_t inside =
                    open(inner_.emplace_back(std::move(*inner)), drawn ? place + "/inner" : place, depth + 1);
                levels_[level].groups.emplace(block.id, inside);
                continue;
            }
            Level& here = levels_[level];
            here.nodes.emplace(block.id, nodes_.size());
            if (block.type == "way in")
                here.waysIn.emplace(wayOf(block), nodes_.size());
            else if (block.type == "way out")
                here.waysOut[wayOf(block)].push_back(nodes_.size());
            nodes_.push_back({block.id, place, level, {}, Mark::fresh});
        }
        return level;
    }

    void add(std::size_t level, const Wire& wire)
    {
        const Level& here = levels_[level];
        std::vector<std::size_t> from;
        if (const auto node = here.nodes.find(wire.fromBlock); node != here.nodes.end())
            from = {node->second};
        else if (const auto group = here.groups.find(wire.fromBlock); group != here.groups.end())
            if (const auto ways = levels_[group->second].waysOut.find(wire.fromPort);
                ways != levels_[group->second].waysOut.end())
                from = ways->second;
        std::size_t to = nodes_.size();
        if (const auto node = here.nodes.find(wire.toBlock); node != here.nodes.end() && wire.toPort != "again")
            to = node->second;
        else if (const auto group = here.groups.find(wire.toBlock); group != here.groups.end())
            if (const auto way = levels_[group->second].waysIn.find(wire.toPort);
                way != levels_[group->second].waysIn.end())
                to = way->second;
        for (const std::size_t node : from)
            if (to < nodes_.size())
                nodes_[node].next.push_back(to);
    }

    /// A ring within one diagram has been reported with it.
    void report(const std::vector<std::pair<std::size_t, std::size_t>>& path, std::size_t target)
    {
        bool through = false;
        for (auto at = path.rbegin(); at->first != target; ++at)
            through = through || nodes_[at->first].level != nodes_[target].level;
        if (through)
            context_.error("diagram.cycle", nodes_[target].pointer,
                           "The path from \"" + nodes_[path.back().first].id + "\" leads back to it.",
                           "Go back only through the \"again\" of a loop.");
    }

    CheckContext& context_;
    std::deque<Diagram> inner_;
    std::deque<Level> levels_;
    std::vector<Node> nodes_;
};

} // namespace

void checkRings(CheckContext& context, const Diagram& diagram, const std::string& pointer)
{
    RingCheck(context, diagram, pointer).run();
}

} // namespace headroom::project
