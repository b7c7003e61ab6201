// Breaks down the time of requests along their critical path, from the end back to the beginning.
#pragma once

#include "record/summary/summary.h"
#include "widgets/plots/data/request_spans.h"
#include "widgets/plots/data/time_kind.h"

namespace headroom::widgets {

/// A part of the time of an operation's requests.
struct BreakdownPart
{
    QString role;       ///< "object-server"; empty: between roles
    QString nodeGroup;  ///< where it ran
    QString what;       ///< "storage", "processor", "queue for a worker", "network" ...
    double seconds = 0; ///< mean per request
    TimeKind kind = TimeKind::other;
    bool waiting = false; ///< for a device, not served by it
};

/// The time of an operation's requests.
struct OperationBreakdown
{
    QString operation;
    std::size_t requests = 0;         ///< sampled requests that were completed
    double meanS = 0;                 ///< their mean latency; the sum of the parts
    std::vector<BreakdownPart> parts; ///< the largest first
};

/// For each operation of the users, from the spans of its sampled requests. Among parallel paths only the critical path
/// counts, which the request waited for: going back from the end, at each time the wait that ended last. The time of a
/// call that its callee does not account for is network time.
std::vector<OperationBreakdown> breakdownOf(const RequestSpans& spans);

/// Splits the time at processors and storage into waiting and service. The shares are those that the run measured at
/// the devices of that node group over all requests (served_s and waiting_s of the summary).
std::vector<OperationBreakdown> splitByWaiting(std::vector<OperationBreakdown> breakdowns,
                                               const record::Summary& summary);

} // namespace headroom::widgets
