// The variables of a request: those that its workload gives it, and those that blocks give it.
#pragma once

#include "project/vocabulary/declarations.h"

#include <string>
#include <vector>

namespace headroom::project {

struct Block;

/// Variables for the arguments and the payload of a workload's operations, by the workload's type.
std::vector<std::string> workloadVariables(const std::string& type);

/// Those that the block names, those that it sets, those of a transfer's chunks. A for each that does not iterate over
/// nodes gives no variable for them, whatever its field says.
std::vector<std::string> variablesOf(const BlockType& type, const Block& block);

} // namespace headroom::project
