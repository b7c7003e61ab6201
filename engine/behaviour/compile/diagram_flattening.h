// Groups exist only in the drawing: before a diagram is compiled, each group is replaced by the blocks in it.
#pragma once

#include "project/document/software.h"
#include "project/vocabulary/block_catalogue.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::behaviour {

/// A diagram without groups and without disabled blocks. A block from a group is named "group.block". The group's ways
/// out are removed; its ways in remain and count how often it is entered.
struct FlatDiagram
{
    project::Diagram diagram;
    std::vector<std::string> drawNames; ///< by block: the name that its random draws depend on. It contains the ids of
                                        ///< the groups around the block, but not of folded groups
    std::vector<std::string> places;    ///< by block: JSON pointer below the diagram's own. For a block inside a
                                        ///< library's block type: the place where the type is used
    std::vector<bool> aside;            ///< by block: a group around it is executed by a helper thread
    struct Group
    {
        std::string path;                            ///< "group", "outer.inner"
        std::vector<std::uint32_t> entries, members; ///< indices of blocks; members includes the entries
    };
    std::vector<Group> groups;
};

/// The checks limit depth and size (project::deepestGroups, mostBlocks); whatever exceeds these limits is left out.
FlatDiagram flatten(const project::BlockCatalogue& types, const project::Diagram& diagram);

} // namespace headroom::behaviour
