// JSON pointers (RFC 6901) and the places in a project that they name.
#pragma once

#include "project/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// "/" and the escaped key, to append to a pointer.
std::string below(std::string_view key);
std::string below(std::size_t index);

/// The keys of a pointer, unescaped.
std::vector<std::string> partsOf(std::string_view pointer);

/// What stands there, or null.
const Json* valueAt(const Json& tree, const std::string& pointer);

/// Whether `pointer` is `ancestor` or lies below it.
bool liesIn(std::string_view pointer, std::string_view ancestor);

/// The place in words, from the tree of a project file: "proxy-server › PUT › full › block "md5", field work".
std::string placeInWords(const Json& tree, const std::string& pointer);

} // namespace headroom::project
