// Two time cursors on the timeline, with the values of the curves and their differences.
#pragma once

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/timeline/timeline_view.h"

#include <qcustomplot.h>

namespace headroom::widgets {

class TimelineCursors : public ChartDrawing<TimelineView>
{
public:
    TimelineCursors(TimelineView& view, const QString& layer);

protected:
    void draw(QCPPainter* painter) override;
};

/// "45 % → 47 % (+1.7 points), mean 46 %": the values of a curve at two times, how they differ, and the mean of what
/// lies between; empty if a time has no value within `reach` of it.
QString cursorText(const CurveData& curve, double a, double b, double reach, const QString& unit);

} // namespace headroom::widgets
