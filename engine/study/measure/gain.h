// The interval of a gain from pairs of runs.
#pragma once

#include "study/measure/window_error.h"

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

    bool hasInterval() const;
    /// The same for the reciprocal of the figure: of times that of rates.
    Gain inverse() const;
    /// Wider by the logarithm of a factor to each side.
    Gain widened(double logarithm, double wanted) const;
    /// "1.9 (1.87 to 1.93)"; empty if there is no ratio. The ends are never the same number.
    std::string text() const;
    /// The same for a table: "no change seen (within 0.5 %)" where that is all that is known.
    std::string shortText() const;
};

/// The figure of the present system and of the changed one in each pair of runs. Both runs of a pair have one seed, so
/// they see the same demands (common random numbers), which makes their ratio vary less than their values.
struct Pairs
{
    std::vector<double> present, changed;
    std::vector<RatioError> errors; ///< of each pair, within its runs

    void add(double before, double after, const RatioError& error = {});
};

/// The mean ratio with its 95 % interval by Student's t over the logarithms of the ratios: a ratio and its reciprocal
/// get the same interval. Its variance is estimated twice: from the differences between the pairs, and from the errors
/// within them, which remain where seeds hardly matter. Both are pooled, unless the pairs differ more than the errors
/// within explain (F test on the 5 % level); then only the pairs count. A drift within the runs is added to both sides.
/// Known if the interval reaches at most `wanted` (0.03: 3 %) to each side. No interval for a single pair without an
/// error of its own; no ratio where a figure is not a positive number.
Gain gainOf(const Pairs& pairs, double wanted);

} // namespace headroom::study
