// COSBench's selectors: how an operation picks its container, its object and a size.
#pragma once

#include <string>
#include <vector>

namespace headroom::import::cosbench {

/// c(5), u(1,100), r(1,32), s(1,32) or h(1|64|10,64|512|90), then a unit; also the forms of old files, 1-100 and 64KB.
struct Selector
{
    char kind = 'c';
    struct Range
    {
        double from, to, weight;
        bool operator==(const Range&) const = default;
    };
    std::vector<Range> ranges;

    double first() const;
    double last() const;
    /// Whole numbers from the first to the last.
    double count() const;
    bool inTurn() const { return kind == 'r' || kind == 's'; }
    double mean() const;
    bool operator==(const Selector&) const = default;
};

/// Throws ImportError, which begins with `what`.
Selector readSelector(const std::string& text, const std::string& what);

} // namespace headroom::import::cosbench
