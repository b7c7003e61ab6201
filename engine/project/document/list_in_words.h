// Lists in sentences.
#pragma once

#include <string>
#include <vector>

namespace headroom::project {

/// "a", "a and b", "a, b and c"; with another `conjunction`, as " or ", that one before the last.
inline std::string listInWords(const std::vector<std::string>& parts, const char* conjunction = " and ")
{
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? conjunction : ", ") + parts[i];
    return text;
}

} // namespace headroom::project
