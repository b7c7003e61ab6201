// From figures to counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace headroom::project {

/// A figure taken as a count, a key, a number of bytes: whole, not negative (what is no number is 0), and at most what
/// the integer holds or 2^53, up to where a double holds every whole number.
template <typename Integer = std::uint64_t>
constexpr Integer wholeNumber(double figure)
{
    constexpr double most = std::min(0x1p53, static_cast<double>(std::numeric_limits<Integer>::max()));
    return figure >= 1 ? static_cast<Integer>(std::min(figure, most)) : 0;
}

} // namespace headroom::project
