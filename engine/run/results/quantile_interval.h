// The confidence interval of a quantile of latencies within one run.
#pragma once

#include "monitoring/histogram.h"

#include <span>

namespace headroom::run {

/// Half width of the 95 % interval of the quantile `share` (0.99: the latency that 99 % do not exceed) over its value.
/// `all` are the latencies of the window, `batches` those of its equal, consecutive batches.
///
/// The share of latencies above the quantile is estimated from each batch, which gives the error of the share by batch
/// means; neighbours are joined until they are independent, so the interval holds the correlation of successive
/// requests. The quantiles at the ends of the share's interval are those of the interval. NaN if it cannot be bounded:
/// with fewer than ten batches or twenty latencies above the quantile, or if the interval of the share reaches 1.
double quantileHalfWidth(const monitoring::Histogram& all, std::span<const monitoring::Histogram> batches,
                         double share);

} // namespace headroom::run
