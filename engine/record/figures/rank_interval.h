// The confidence interval of a quantile of latencies, from their distribution in buckets. That from batches of a run,
// which knows their order, is in run/results/quantile_interval.h.
#pragma once

#include "record/figures/figures.h"

#include <optional>
#include <span>
#include <string>

namespace headroom::record {

/// The 95 % confidence interval of a quantile, in the unit of the buckets, which are ascending and not empty.
///
/// It is taken from order statistics (Conover, Practical Nonparametric Statistics, 3.2): the latencies at the ranks
/// n p ± 1.96 √(n p (1 − p)), the lower one moved down by one more rank, since the number of requests above p is small
/// and its distribution is skewed. n is `independent`: the number of independent latencies that would tell as
/// much.
///
/// If the upper rank lies beyond the slowest request, the upper end is extrapolated. The excesses over a threshold
/// follow a generalised Pareto distribution (Pickands, "Statistical Inference Using Extreme Order Statistics", 1975).
/// Its shape follows from their mean and variance (Hosking and Wallis, "Parameter and Quantile Estimation for the
/// Generalized Pareto Distribution", 1987); it is never lighter than exponential, and one standard error is added. The
/// threshold and the mean excess are taken at the upper ends of their own intervals. If `independent` is too small for
/// an interval of the threshold, the result has no upper end (infinite), and `why` gives the reason.
///
/// `sampled` is the quantile of the latencies themselves, which the buckets give less exactly; the interval contains
/// it. There is no result if fewer than one request is expected above the quantile; `why` gives the reason.
std::optional<Figure> rankInterval(std::span<const LatencyBucket> buckets, double share, double sampled,
                                   double independent, std::string& why);

} // namespace headroom::record
