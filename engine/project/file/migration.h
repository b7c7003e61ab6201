// Converts files of older versions to the current one step by step, on the tree.
#pragma once

#include "project/document/finding.h"
#include "project/document/json.h"

#include <functional>
#include <vector>

namespace headroom::project {

/// The version of the project format that this program writes.
inline constexpr int formatVersion = 1;

/// Step i converts a tree of version i + 1 to version i + 2.
using Migrations = std::vector<std::function<void(Json&)>>;

/// The steps up to `formatVersion`; none so far.
const Migrations& migrations();

/// Checks "format" and "version", runs the necessary steps and removes fields of former programs that have no effect
/// any more, each with a warning. Returns false, with a finding, if the file has another format or a version that this
/// program does not know.
bool migrate(Json& tree, const char* format, const Migrations& steps, Findings& findings);

} // namespace headroom::project
