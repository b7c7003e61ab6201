// Several runs that differ in their seed alone, as one result.
#pragma once

#include "record/summary.h"

#include <string>
#include <vector>

namespace headroom::record {

/// Means over replications; confidence intervals by Student's t over them, for each operation's throughput, mean
/// latency and quantiles; a run in which none was completed says nothing of its latency. Counts, events and real time
/// are added up; maxima are the largest; conservation is counted over all. `runs` are of one project and not empty. The
/// bottleneck, nodes, blocks and laws are those of the first.
Summary pooled(const std::vector<Summary>& runs);

/// Half width over mean of the metric ("throughput", "mean latency", "p95", "p99") of an operation, whichever workloads
/// ask for it, over the replications; of all operations together if `operation` is empty. Infinite if it is not known.
double relativePrecision(const std::vector<Summary>& runs, const std::string& metric, const std::string& operation);

} // namespace headroom::record
