// The document to the tree of its file.
#pragma once

#include "project/document.h"

#include <string>

namespace headroom::project {

/// Like toJson(project), with the diagrams of library roles under "definition" as well: the tree that pointers of
/// findings are resolved in.
Json toFullJson(const Project& project);

/// A tree as text: two blanks of indentation for structure, one block, wire, parameter, device a line.
std::string layOut(const Json& tree);

} // namespace headroom::project
