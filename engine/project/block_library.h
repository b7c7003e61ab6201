// Blocks with a diagram inside: groups, and block types that a file adds.
//
// A file blocks/NAME.json, in a library folder or beside the project, declares a block type: its fields and ports, and
// the diagram of other blocks that it stands for, whose values speak of the fields by name (libraries/README.md).
#pragma once

#include "project/declarations.h"
#include "project/finding.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

inline constexpr std::size_t deepestGroups = 16;  ///< diagrams inside each other
inline constexpr std::size_t mostBlocks = 20'000; ///< of a diagram with all that lies inside its blocks

/// What is inside a block: of a group its own diagram, of an added block type the type's, with the values of the
/// group's parameters or the block's fields put where their names stand. Nothing of any other block.
std::optional<Diagram> innerOf(const Block& block);

/// Calls `see` with each block of a diagram and of what lies inside its blocks, within the bounds above.
void forEachBlock(const Diagram& diagram, const std::function<void(const Block&)>& see);

/// The types of field that a file can declare, by their words there.
const std::vector<std::pair<std::string, FieldType>>& fieldTypesOfFiles();

/// What a new group holds: one way in that leads to one way out.
Diagram plainGroup();

/// Reads the files of the folders' sub-folder "blocks" and adds their types to blockTypes(); a type of a later folder
/// takes the place of one of the same name. A faulty file adds nothing; each fault is a finding whose place begins with
/// the file's name.
void loadBlockTypes(const std::vector<std::filesystem::path>& folders, Findings& findings);

} // namespace headroom::project
