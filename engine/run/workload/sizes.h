// The distribution of the sizes of requests.
#pragma once

#include "project/resolve/value_table.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::run {

/// Bytes; 2^53: doubles are exact for whole numbers up to here.
inline constexpr double largestSize = 9007199254740992.0;

/// A distribution of sizes in whole bytes. Each draw takes one or two uniform numbers in [0, 1).
class Sizes
{
public:
    struct Range
    {
        double from, to; ///< bytes, both included; `to` is NaN for a single size
        double weight;
    };
    static Sizes constant(double bytes);
    static Sizes uniform(double from, double to);
    /// `mean` of the size; `sigma` of its natural logarithm. Values outside the bounds are set to the nearest bound.
    static Sizes logNormal(double mean, double sigma, double smallest, double largest);
    /// At least one weight must be above 0.
    static Sizes histogram(const std::vector<Range>& ranges);

    /// Those of the table, rounded.
    static Sizes table(std::shared_ptr<const project::ValueTable> values);

    double draw(double u, double v) const;

private:
    enum class Kind
    {
        ranges,
        logNormal,
        table
    } kind_ = Kind::ranges;
    std::vector<Range> ranges_; ///< cumulative weights, the last is 1
    std::shared_ptr<const project::ValueTable> table_;
    double mu_ = 0, sigma_ = 0, smallest_ = 0, largest_ = 0;
};

} // namespace headroom::run
