// A place of a design that is evaluated as a whole.
#pragma once

#include <cstddef>
#include <vector>

namespace headroom::study {

/// Such designs ("sobol", "morris") are sequences of places. Several places may be the same point, which is run once.
struct Place
{
    std::size_t point = 0;
    std::vector<double> at; ///< from 0 to 1 along each axis; only of "morris"
    bool operator==(const Place&) const = default;
};

} // namespace headroom::study
