// Compares the intervals of advice with runs ten times as long.
#pragma once

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A shipped project with settings that advice is asked for.
struct AdvisedCase
{
    std::string project;
    std::vector<std::string> settings;
    std::string longDuration; ///< ten times that of the project's window; empty: a run ends by itself, and ten seeds
                              ///< take the place of a longer one
};

/// Twelve configurations of six projects.
const std::vector<AdvisedCase>& advisedCases();

/// Intervals that hold what the long runs give, of all. The long runs have an error of their own, which is allowed for:
/// an interval holds if both differ by less than both half widths together, as roots of sums of squares.
struct HeldIntervals
{
    int held = 0, all = 0;
};

struct IntervalCheck
{
    std::string best;     ///< the first line of the advice, with its gain
    std::string longGain; ///< the gain of that change in the long runs
    HeldIntervals throughput, mean, p99;
    std::vector<std::string> outside; ///< "storage.disk data, p99: 0.51 (0.49 to 0.53), long 0.55"
};

/// Throws std::runtime_error if the engine fails.
IntervalCheck checkedIntervals(const AdvisedCase& each);

} // namespace headroom::accuracy
