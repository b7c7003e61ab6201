// Blocks with a diagram inside: groups, and blocks of a type that a file adds.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <functional>
#include <optional>

namespace headroom::project {

inline constexpr std::size_t deepestGroups = 16;  ///< diagrams inside each other
inline constexpr std::size_t mostBlocks = 20'000; ///< of a diagram with all that lies inside its blocks

/// What is inside a block: of a group its own diagram, of an added block type the type's, with the values of the
/// group's parameters or the block's fields put where their names stand. Nothing of any other block.
std::optional<Diagram> innerOf(const BlockCatalogue& types, const Block& block);

/// Calls `see` with each block of a diagram and of what lies inside its blocks, within the bounds above.
void forEachBlock(const BlockCatalogue& types, const Diagram& diagram, const std::function<void(const Block&)>& see);

/// What a new group holds: one way in that leads to one way out.
Diagram plainGroup();

} // namespace headroom::project
