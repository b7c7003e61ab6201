// The interval of a gain from pairs of runs.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace headroom::study {

/// A figure of the changed system over that of the present one, with its 95 % interval; NaN while there is none.
struct Gain
{
    double ratio = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
    bool known = false; ///< the interval is as narrow as wanted

    /// "1.9 (1.87 to 1.93)"; empty if there is no ratio.
    std::string text() const;
};

/// The figure of the present system and of the changed one in each pair of runs. Both runs of a pair have one seed, so
/// they see the same demands (common random numbers), which makes their ratio vary less than their values.
struct Pairs
{
    std::vector<double> present, changed;

    void add(double before, double after);
};

/// The mean ratio with its 95 % interval by Student's t over the logarithms of the ratios: a ratio and its reciprocal
/// get the same interval. Known if it reaches at most `wanted` (0.03: 3 %) to each side. No interval for fewer than two
/// pairs; no ratio where a figure is not a positive number.
Gain gainOf(const Pairs& pairs, double wanted);

} // namespace headroom::study
