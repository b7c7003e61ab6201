// The variables that a block gives its request.
#pragma once

#include "project/document/document.h"
#include "project/vocabulary/declarations.h"

#include <string>
#include <vector>

namespace headroom::project {

/// Those that it names, those that it sets, those of a transfer's chunks. A for each that does not iterate over nodes
/// gives no variable for them, whatever its field says.
std::vector<std::string> variablesOf(const BlockType& type, const Block& block);

} // namespace headroom::project
