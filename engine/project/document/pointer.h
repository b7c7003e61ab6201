// JSON pointers (RFC 6901) and the places in a project that they name.
#pragma once

#include "project/document/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// "/" and the escaped key, to append to a pointer.
std::string below(std::string_view key);
std::string below(std::size_t index);

/// The keys of a pointer, unescaped.
std::vector<std::string> partsOf(std::string_view pointer);

/// The value of the key in an object, or of the index in an array; null if there is none, or `value` is neither.
const Json* memberOf(const Json* value, const std::string& part);

/// The value at the pointer, or null.
const Json* valueAt(const Json& tree, const std::string& pointer);

/// True if `pointer` is `ancestor` or below it.
bool liesIn(std::string_view pointer, std::string_view ancestor);

} // namespace headroom::project
