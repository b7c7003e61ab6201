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

private:
};

} // namespace headroom::widgets
