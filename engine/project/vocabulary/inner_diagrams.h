// Blocks that contain a diagram: groups, and blocks of a type added by a file.
#pragma once

#include "project/document/software.h"
#include "project/vocabulary/block_catalogue.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace headroom::project {

inline constexpr std::size_t deepestGroups = 16;  ///< nesting depth of diagrams
inline constexpr std::size_t mostBlocks = 20'000; ///< of a diagram with all its inner diagrams

/// The id of the level of detail that a block of a type with levels chooses: the first one's, that which the type
/// names, or the text in the field that the type names, which need not be the id of a level.
std::string levelOf(const BlockType& type, const Block& block);
/// The diagram that a block of a type from a file stands for, as the file says it; for an unknown level, that of the
/// first.
const Diagram& diagramOf(const BlockType& type, const Block& block);

/// The diagram inside a block: a group's own diagram, or that of an added block type. The names of the group's
/// parameters or the block's fields in it are replaced by their values. Nothing for any other block.
std::optional<Diagram> innerOf(const BlockCatalogue& types, const Block& block);

/// True for a group into which blocks were folded: they count as blocks of the diagram around it.
bool isFolded(const Block& block);

/// The replacement of a disabled block with several inputs, as a translator that requests pass on their way down and
/// back: each way in leads to the way out of the same number, or to the last one. Nothing for any other block.
std::optional<Diagram> passThrough(const BlockCatalogue& types, const Block& block);

/// Calls `see` for each block of a diagram and of its inner diagrams, within the limits above; also for those inside
/// disabled blocks if `insideDisabled`.
void forEachBlock(const BlockCatalogue& types, const Diagram& diagram, const std::function<void(const Block&)>& see,
                  bool insideDisabled = false);

/// The blocks of diagrams that are visited again and again: what is inside a block is made only once.
class OpenedDiagrams
{
public:
    explicit OpenedDiagrams(const BlockCatalogue& types) : types_(types) {}

    /// The blocks that forEachBlock visits, in that order. The diagram has to stay where and as it is.
    const std::vector<const Block*>& blocksOf(const Diagram& diagram);

private:
    const BlockCatalogue& types_;
    std::map<const Diagram*, std::vector<const Block*>> blocks_;
    std::deque<Diagram> inner_;
};

/// The contents of a new group: one way in, wired to one way out.
Diagram plainGroup();

} // namespace headroom::project
