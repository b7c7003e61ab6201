// Rings of wires that lead through groups: whether control returns is seen only once the groups are put in place.
#include "project/checks/check_context.h"
#include "project/checks/placed_blocks.h"

namespace headroom::project {
namespace {

class RingCheck
{
public:
    RingCheck(CheckContext& context, const PlacedBlocks& placed)
        : context_(context), blocks_(placed.blocks()), marks_(blocks_.size(), Mark::fresh)
    {
    }

    /// Without recursion, because a diagram may be long.
    void run()
    {
        for (std::size_t root = 0; root < blocks_.size(); ++root) {
            if (marks_[root] != Mark::fresh)
                continue;
            std::vector<std::pair<std::size_t, std::size_t>> path{{root, 0}};
            marks_[root] = Mark::open;
            while (!path.empty()) {
                const std::size_t at = path.back().first;
                if (path.back().second == blocks_[at].next.size()) {
                    marks_[at] = Mark::done;
                    path.pop_back();
                    continue;
                }
                const PlacedBlock::Way& way = blocks_[at].next[path.back().second++];
                if (way.again)
                    continue;
                if (marks_[way.to] == Mark::fresh) {
                    marks_[way.to] = Mark::open;
                    path.emplace_back(way.to, 0);
                } else if (marks_[way.to] == Mark::open) {
                    report(path, way.to);
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

    /// A ring within one diagram has been reported with it.
    void report(const std::vector<std::pair<std::size_t, std::size_t>>& path, std::size_t target)
    {
        bool through = false;
        for (auto at = path.rbegin(); at->first != target; ++at)
            through = through || blocks_[at->first].level != blocks_[target].level;
        if (through)
            context_.error("diagram.cycle", blocks_[target].pointer,
                           "The path from \"" + blocks_[path.back().first].block->id + "\" leads back to it.",
                           "Go back only through the \"again\" of a loop.");
    }

    CheckContext& context_;
    const std::vector<PlacedBlock>& blocks_;
    std::vector<Mark> marks_;
};

} // namespace

void checkRings(CheckContext& context, const PlacedBlocks& placed)
{
    RingCheck(context, placed).run();
}

} // namespace headroom::project
