// Keeps the flow of a diagram connected when blocks are deleted.
#pragma once

#include "project/document/document.h"

#include <set>
#include <string>
#include <vector>

namespace headroom::widgets {

/// The wires to add when these blocks are deleted with all their wires. If a block has exactly one wired output, its
/// predecessors are connected to its successor.
std::vector<project::Wire> joiningWires(const std::vector<project::Wire>& wires, const std::set<std::string>& doomed);

} // namespace headroom::widgets
