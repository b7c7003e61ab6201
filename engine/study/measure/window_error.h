// The error of a comparison of two runs that comes from the shortness of their measured windows.
#pragma once

#include "record/summary/summary.h"

#include <limits>
#include <vector>

namespace headroom::study {

/// The error of the logarithm of a ratio.
struct RatioError
{
    double deviation = std::numeric_limits<double>::quiet_NaN(); ///< standard deviation; NaN if it is not known
    double freedom = 0;                                          ///< degrees of freedom of the deviation
    double drift = 0; ///< half of what the ratio changed from the first half of the window to the second, if that is
                      ///< more than chance explains: the warm-up was too short
};

using WindowParts = std::vector<record::WindowPart>;

/// The error of the ratio of two throughputs, changed over present, by batch means over the parts of both windows.
/// Parts of two runs with one seed are compared in pairs, which takes out what they have in common. The edges of a
/// window cut operations in two, which is an error of its own where few have ended.
RatioError throughputError(const WindowParts& present, const WindowParts& changed);
/// The same for mean latencies.
RatioError latencyError(const WindowParts& present, const WindowParts& changed);

/// The relative standard error of the mean latency of one run.
double meanLatencyError(const WindowParts& parts);

} // namespace headroom::study
