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

/// What an object has under the key, or an array at the index; null if there is nothing, or no value to look in.
const Json* memberOf(const Json* value, const std::string& part);

/// What stands there, or null.
const Json* valueAt(const Json& tree, const std::string& pointer);

/// Whether `pointer` is `ancestor` or lies below it.
bool liesIn(std::string_view pointer, std::string_view ancestor);

} // namespace headroom::project
