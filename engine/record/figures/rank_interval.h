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
/// It is taken from order statistics (Conover, Practical Nonparametric Statistics, 3.2): ranks n p ± 1.96 √(n p (1 −
/// p)), the lower one by another rank, since few of n requests lie above p. n, `independent`, is the number of
/// independent latencies that would know the mean as well.
///
/// Where that interval of ranks reaches beyond the slowest request, the upper end is extrapolated: excesses over a
/// threshold follow a generalised Pareto distribution (Pickands, "Statistical Inference Using Extreme Order
/// Statistics", 1975). Its shape is from their mean and variance (Hosking and Wallis, "Parameter and Quantile
/// Estimation for the Generalized Pareto Distribution", 1987), never lighter than exponential, and heavier by its
/// standard error. The threshold, a quantile itself, and the mean excess are at the upper ends of their own intervals.
/// If `independent` does not suffice for the threshold either, the interval has no upper end (infinite), and `why` says
/// so.
///
/// `sampled` is the quantile of the latencies themselves, since buckets are coarser; it lies inside. Nothing is known
/// if not one request is expected above the quantile; then `why` says so.
std::optional<Figure> rankInterval(std::span<const LatencyBucket> buckets, double share, double sampled,
                                   double independent, std::string& why);

} // namespace headroom::record
