// Text as JSON that nobody has checked, and back. Internal to record/ and study/.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace headroom::record {

/// Deeper than any record; nlohmann's copies recurse, so nesting must be limited before parsing.
inline constexpr int maxNesting = 32;

/// Parses one JSON text with sorted keys (the ordered kind takes quadratic time for an object of many keys). Throws
/// std::runtime_error with the problem.
nlohmann::json parseBounded(std::string_view text);

/// JSON as text: invalid UTF-8 is replaced, NaN and infinities become null, numbers are read back unchanged.
template <class J>
std::string dump(const J& json)
{
    return json.dump(-1, ' ', false, J::error_handler_t::replace);
}

} // namespace headroom::record
