// Block types defined in files.
//
// A file blocks/NAME.json, in a library folder or beside the project, declares a block type: its fields and ports, and
// the diagram of other blocks that it stands for. Values in that diagram refer to the fields by name
// (libraries/README.md).
#pragma once

#include "project/document/finding.h"
#include "project/vocabulary/block_catalogue.h"

#include <filesystem>
#include <vector>

namespace headroom::project {

/// Returns the types of `before` and those in the folders' sub-folder "blocks". A type of a later folder replaces one
/// of the same name. A faulty file adds nothing; each fault is a finding whose place begins with the file's name.
BlockCatalogue loadBlockTypes(const std::vector<std::filesystem::path>& folders, Findings& findings,
                              const BlockCatalogue& before = vocabulary());

} // namespace headroom::project
