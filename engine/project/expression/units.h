// The units of quantities.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// Length of the longest unit at the beginning of `text` that is not followed by a letter, digit or underscore;
/// 0 if there is none.
std::size_t unitLength(std::string_view text);

/// True if a value in one base unit can be used where the other is required (as for "Hz" and "1/s").
bool sameDimension(std::string_view a, std::string_view b);

/// Spellings of the units of a base unit, for suggestions; all units if `base` is empty.
std::vector<std::string> unitsOf(std::string_view base);

/// The value with all its digits and its base unit, for limits, which must not be rounded: "16384", "0.001 s".
std::string exactText(double value, std::string_view unit);

/// Skips blanks, including the narrow and non-breaking ones that word processors put before units.
std::size_t skipBlanks(std::string_view text, std::size_t from);

} // namespace headroom::project
