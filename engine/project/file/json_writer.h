// Converts the document to the tree of its file.
#pragma once

#include "project/document/json.h"

#include <string>

namespace headroom::project {

struct Project;
struct Role;

/// The text of the project's file: fixed key order, one line for each block, wire and parameter. Ends with a newline.
std::string toText(const Project& project);
Json toJson(const Project& project);

/// Content hash of a role (hexadecimal), as stored in a library reference.
std::string contentHash(const Role& role);
Json toJson(const Role& role);

/// Like toJson(project), but with the diagrams of library roles under "definition", and their hashes as they were read:
/// the pointers of findings refer to this tree.
Json toFullJson(const Project& project);

/// A tree as text: two blanks of indentation, one line for each block, wire, parameter and device.
std::string layOut(const Json& tree);

} // namespace headroom::project
