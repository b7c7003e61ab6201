// Converts places of a project's file to words.
#pragma once

#include "project/document/json.h"

#include <string>

namespace headroom::project {

/// The words for a pointer into the tree of a file: "proxy-server › PUT › full › block "md5", field work".
std::string placeInWords(const Json& tree, const std::string& pointer);

} // namespace headroom::project
