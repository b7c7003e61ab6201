// The time of the requests of each operation, divided into parts that add up to its mean latency.
#pragma once

#include "record/summary/summary.h"
#include "widgets/plots/data/time_kind.h"

#include <QString>

#include <vector>

namespace headroom::widgets {

/// A part of the time of an operation's requests.
struct BreakdownPart
{
    QString place;      ///< "storage disks (data), flush"
    double seconds = 0; ///< mean per request
    TimeKind kind = TimeKind::other;
    bool waiting = false; ///< for others that are served there
    /// There is another part with the time in service, so that the name has to tell the two apart.
    bool split = false;
};

/// "storage disks (data), waiting"
QString partName(const BreakdownPart& part);

/// The time of an operation's requests.
struct OperationBreakdown
{
    QString name;                          ///< with the workload, if several ask for the operation
    bool background = false;               ///< no user waits for it
    std::size_t requests = 0;              ///< that were followed to divide the time
    double meanS = 0;                      ///< their mean latency; the sum of the parts
    std::vector<BreakdownPart> parts = {}; ///< the largest first
};

/// Those of users first. Of parallel paths only the one counts that the request waited for. Empty for a result that
/// does not say how the time is divided.
std::vector<OperationBreakdown> breakdownOf(const record::Summary& summary);

} // namespace headroom::widgets
