// Groups are drawn, not run: before a diagram is compiled the blocks in its groups are put in their place.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::behaviour {

/// A diagram without groups and without blocks that are switched off. Blocks that lay in a group are named
/// "group.block"; its ways out are gone, its ways in stand for it being entered.
struct FlatDiagram
{
    project::Diagram diagram;
    std::vector<std::string> drawNames; ///< of each block: what names it for random draws, its id unless its group was
                                        ///< folded from the drawing around it
    std::vector<std::string> places;    ///< of each block: JSON pointer below the diagram's own; of a block that a
                                        ///< library's type stands for: the place where the type is used
    struct Group
    {
        std::string path;                            ///< "group", "outer.inner"
        std::vector<std::uint32_t> entries, members; ///< indices of blocks; members holds all, entries too
    };
    std::vector<Group> groups;
};

/// The checks have bounded depth and size (project::deepestGroups, mostBlocks); what lies beyond is left out.
FlatDiagram flatten(const project::BlockCatalogue& types, const project::Diagram& diagram);

} // namespace headroom::behaviour
