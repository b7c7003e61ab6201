// The interval of a gain from pairs of runs.
#pragma once

#include "study/advice/advice.h"

#include <vector>

namespace headroom::study {

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
