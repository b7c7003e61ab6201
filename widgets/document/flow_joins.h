// What becomes of the flow when blocks are taken out of a diagram.
#pragma once

#include "project/document/document.h"

#include <set>
#include <string>
#include <vector>

namespace headroom::widgets {

/// Wires that keep the flow of a diagram's `wires` whole when these blocks go with all their wires: what led to a block
/// with one way on that is wired leads to what comes behind it.
std::vector<project::Wire> joiningWires(const std::vector<project::Wire>& wires, const std::set<std::string>& doomed);

} // namespace headroom::widgets
