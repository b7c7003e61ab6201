// Converts figures to counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace headroom::project {

/// A figure as a count, a key, or a number of bytes: whole, not negative (a value that is not a number is 0), and at
/// most the integer's maximum or 2^53, up to which a double represents every whole number.
template <typename Integer = std::uint64_t>
constexpr Integer wholeNumber(double figure)
{
    constexpr double most = std::min(0x1p53, static_cast<double>(std::numeric_limits<Integer>::max()));
    return figure >= 1 ? static_cast<Integer>(std::min(figure, most)) : 0;
}

} // namespace headroom::project
