// The limits of goals as lines for plots.
#pragma once

#include "record/summary/summary.h"

#include <QString>
#include <QVector>

namespace headroom::widgets {

/// A limit of a goal, e.g. of "PUT.latency.p99".
struct GoalLine
{
    QString owner;  ///< operation, resource or kind of resource: "PUT", "storage.disk data", "disk"
    QString figure; ///< "latency p99", "throughput", "bytes", "used", "busiest"
    double value = 0;
    bool atMost = true;
    QString label; ///< "goal: PUT latency p99 ≤ 50 ms"

    bool isLatency() const { return figure.startsWith("latency "); }
    bool isUse() const { return figure == "used" || figure == "busiest"; }
    /// True if it limits this resource or its kind.
    bool isOf(const record::ResourceSummary& resource) const;
};

/// Goals on figures that no plot shows have no line, nor those that have to hold under other conditions than those of
/// the run that is shown (record::Summary::conditions).
QVector<GoalLine> goalLines(const std::vector<record::GoalVerdict>& goals, const std::string& conditions = {});

/// The end of an axis that shows values up to `largest`, so that lines which are not far above are in sight, too.
double rangeWith(const QVector<GoalLine>& lines, double largest);
/// The same for the begin of a logarithmic axis.
double rangeFrom(const QVector<GoalLine>& lines, double smallest);

} // namespace headroom::widgets
