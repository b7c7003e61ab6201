// Combines several runs that differ only in their seed into one result.
#pragma once

#include "record/summary/summary.h"

#include <string>
#include <vector>

namespace headroom::record {

/// Means over replications; confidence intervals by Student's t over them, for each operation's throughput, mean
/// latency and quantiles. A run without completed operations is left out of the latencies. Counts, events and real time
/// are added up; maxima are the largest; conservation is counted over all. `runs` must be of one project and not empty.
/// The bottlenecks (of the run and of its stages), nodes, blocks and laws are those of the first; stages that are not
/// the same in all runs are left out.
Summary pooled(const std::vector<Summary>& runs);

/// Half width over mean of the metric ("throughput", "mean latency", "p95", "p99") of an operation over the
/// replications, for all workloads that use it; of all operations together if `operation` is empty. Infinite if it is
/// unknown.
double relativePrecision(const std::vector<Summary>& runs, const std::string& metric, const std::string& operation);

} // namespace headroom::record
