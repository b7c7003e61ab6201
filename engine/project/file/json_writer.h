// The document to the tree of its file.
#pragma once

#include "project/document/document.h"

#include <string>

namespace headroom::project {

/// The project's file text: fixed key order, one block, wire, parameter a line. Ends with a newline.
std::string toText(const Project& project);
Json toJson(const Project& project);

/// Content hash of a role (hexadecimal), as kept in a library reference.
std::string contentHash(const Role& role);
Json toJson(const Role& role);

/// Like toJson(project), with the diagrams of library roles under "definition" as well: the tree that pointers of
/// findings are resolved in.
Json toFullJson(const Project& project);

/// A tree as text: two blanks of indentation for structure, one block, wire, parameter, device a line.
std::string layOut(const Json& tree);

} // namespace headroom::project
