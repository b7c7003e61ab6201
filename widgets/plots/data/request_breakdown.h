// Where the time of requests goes: what the last one of all parallel paths was doing, from the end back to the
// beginning.
#pragma once

#include "record/summary.h"
#include "widgets/plots/data/request_spans.h"

namespace headroom::widgets {

struct BreakdownPart
{
    QString role;       ///< "object-server"; empty: between roles
    QString nodeGroup;  ///< where it ran
    QString what;       ///< "storage", "processor", "queue for a worker", "network" ...
    double seconds = 0; ///< mean of each request
};

struct OperationBreakdown
{
    QString operation;
    std::size_t requests = 0;         ///< sampled ones that were done
    double meanS = 0;                 ///< their latency; the sum of the parts
    std::vector<BreakdownPart> parts; ///< the largest first
};

/// For each operation of the users, from the spans of its sampled requests. Of paths in parallel the one counts that
/// the request waited for (its critical path): going back from the end, at each moment that wait which ended last. The
/// time of a call that its callee does not account for is the network's.
std::vector<OperationBreakdown> breakdownOf(const RequestSpans& spans);

/// Splits what was spent at processors and storage into waiting and service, by the shares that the run measured at the
/// devices of that node group over all requests (served_s and waiting_s of the summary).
std::vector<OperationBreakdown> splitByWaiting(std::vector<OperationBreakdown> breakdowns,
                                               const record::Summary& summary);

} // namespace headroom::widgets
