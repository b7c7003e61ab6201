// The blocks of a diagram with those of its groups put in place, as a run sees them, and the ways between them.
#pragma once

#include "project/document/software.h"
#include "project/vocabulary/block_catalogue.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace headroom::project {

struct Wire;

struct PlacedBlock
{
    /// Where an output leads.
    struct Way
    {
        std::string port; ///< the output
        std::size_t to;   ///< index of the block
        bool again;       ///< to the "again" of a loop
    };
    const Block* block = nullptr;
    std::string pointer;   ///< of the block, or of the one of a type from a file that it stands in
    bool drawn = true;     ///< false: it stands in a block of a type from a file
    std::size_t level = 0; ///< number of the diagram that it stands in, among those of the groups
    std::vector<Way> next;
};

class PlacedBlocks
{
public:
    /// `types` and `diagram` must outlive it.
    PlacedBlocks(const BlockCatalogue& types, const Diagram& diagram, const std::string& pointer);

    const std::vector<PlacedBlock>& blocks() const { return blocks_; }
    /// The block with this id in the same diagram or group; blocks().size() if there is none.
    std::size_t beside(const PlacedBlock& block, const std::string& id) const;

private:
    /// A diagram with the blocks that it has itself, and the levels of its groups.
    struct Level
    {
        const Diagram* diagram = nullptr;
        std::map<std::string, std::size_t> blocks, groups;
        std::map<std::string, std::size_t> waysIn;
        std::map<std::string, std::vector<std::size_t>> waysOut;
    };

    std::size_t open(const Diagram& diagram, const std::string& pointer, bool drawn, std::size_t depth);
    void add(const Level& here, const Wire& wire);

    const BlockCatalogue& types_;
    std::deque<Diagram> inner_;
    std::deque<Level> levels_;
    std::vector<PlacedBlock> blocks_;
};

} // namespace headroom::project
