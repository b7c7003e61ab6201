// Block types that files add.
//
// A file blocks/NAME.json, in a library folder or beside the project, declares a block type: its fields and ports, and
// the diagram of other blocks that it stands for, whose values speak of the fields by name (libraries/README.md).
#pragma once

#include "project/document/finding.h"
#include "project/vocabulary/block_catalogue.h"

#include <filesystem>
#include <vector>

namespace headroom::project {

/// The types of `before`, and those in the files of the folders' sub-folder "blocks"; a type of a later folder takes
/// the place of one of the same name. A faulty file adds nothing; each fault is a finding whose place begins with the
/// file's name.
BlockCatalogue loadBlockTypes(const std::vector<std::filesystem::path>& folders, Findings& findings,
                              const BlockCatalogue& before = vocabulary());

} // namespace headroom::project
