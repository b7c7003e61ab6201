// Project files use words where the document has numbers of an enumeration.
#pragma once

#include "project/document/parameter.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom::project {

/// In the order of ParameterType.
inline constexpr std::array<const char*, 6> parameterTypeWords = {"component", "integer", "number",
                                                                  "quantity",  "choice",  "switch"};

inline const char* wordOf(ParameterType type)
{
    return parameterTypeWords[static_cast<std::size_t>(type)];
}

/// Returns ParameterType::number if the word is unknown.
inline ParameterType parameterTypeOf(std::string_view word)
{
    const auto found = std::find(parameterTypeWords.begin(), parameterTypeWords.end(), word);
    return found == parameterTypeWords.end() ? ParameterType::number
                                             : static_cast<ParameterType>(found - parameterTypeWords.begin());
}

} // namespace headroom::project
