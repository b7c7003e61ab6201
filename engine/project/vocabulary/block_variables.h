// The variables of a request: those that its workload gives it, and those that blocks give it.
#pragma once

#include "project/vocabulary/declarations.h"

#include <string>
#include <vector>

namespace headroom::project {

struct Block;

/// Variables for the arguments and the payload of a workload's operations, by the workload's type.
std::vector<std::string> workloadVariables(const std::string& type);

/// Those that the block names, and those of paths that leave by one of its outputs. A for each that does not iterate
/// over nodes gives no variable for them, whatever its field says.
std::vector<std::string> variablesOf(const BlockType& type, const Block& block);
/// Those that the block sets for a path that leaves by the output. Empty output: those that it sets in any case.
std::vector<std::string> variablesSetAt(const BlockType& type, const Block& block, const std::string& output);

} // namespace headroom::project
