// The confidence interval of a quantile of latencies within one run.
#pragma once

#include "monitoring/histogram.h"

#include <span>

namespace headroom::run {

/// Half width of the 95 % interval of the quantile `share` (0.99: the latency that 99 % do not exceed) over its value.
/// `all` are the latencies of the window, `batches` those of its equal, consecutive batches.
///
/// The share of latencies above the quantile is estimated from each batch, which gives the error of the share by batch
/// means; neighbours are joined until they are independent, and if they still are not when ten to twenty are left, the
/// error is that of an autoregressive process. So the interval holds the correlation of successive requests. The
/// quantiles at the ends of the share's interval are those of the interval. NaN if it cannot be bounded: with fewer
/// than ten batches or a hundred latencies above the quantile, or if the interval of the share is too wide.
double quantileHalfWidth(const monitoring::Histogram& all, std::span<const monitoring::Histogram> batches,
                         double share);

/// Number of independent latencies that would tell as much of the tail of the distribution: the share above a high
/// latency, the highest that a hundred exceed, would have the same error as that from the batches. High latencies come
/// in episodes, so that it may be far less than what tells the mean as well: with a closed loop at its limit the mean
/// is known at once. NaN with fewer than ten batches or two hundred latencies.
double independentInTail(const monitoring::Histogram& all, std::span<const monitoring::Histogram> batches);

} // namespace headroom::run
