// Assigns a colour to each thing, the same in all views and reports.
#pragma once

#include "record/stream/series.h"

#include <QHash>
#include <QString>

#include <vector>

namespace headroom::widgets {

/// Indices for seriesColour() by the names of things: operations ("PUT"), their percentiles ("PUT p99"), resources
/// ("storage processor"). They follow from the series of a run, not from what is shown of it, so a thing has the same
/// colour in every view, in the next session and in a report. A thing keeps its colour when others come later.
class ThingColours
{
public:
    /// Gives a colour to each thing of a run that has none yet: first the operations, then the resources.
    void know(const std::vector<record::SeriesInfo>& series);
    /// The colour of anything else follows from its name. The same of several nodes has colours that follow each other.
    int of(const QString& thing) const;
    void clear() { colours_.clear(); }

private:
    QHash<QString, int> colours_;
};

/// The thing that a series is a curve of. Throughput and median latency are those of the operation itself.
QString thingOf(const record::SeriesInfo& series);

} // namespace headroom::widgets
