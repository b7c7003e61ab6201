// Finds the known name nearest to a misspelt one, for the suggestions of findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// Nearest of `known` by edit distance (letter case counts little), or the first that contains `name`; empty if
/// none is near.
std::string nearestName(std::string_view name, const std::vector<std::string>& known);

/// A remedy: `Did you mean "X"?`, or the known names if they are few, or to check the spelling.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

/// `"a", "b" or "c"`; at most a dozen names.
std::string listOf(const std::vector<std::string>& names);

} // namespace headroom::project
