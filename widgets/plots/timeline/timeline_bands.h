// The bands behind dense curves: from the lowest to the highest of the samples that share a pixel.
#pragma once

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/timeline/timeline_view.h"

namespace headroom::widgets {

class TimelineBands : public ChartDrawing<TimelineView>
{
public:
    TimelineBands(TimelineView& view, const QString& layer) : ChartDrawing(view, layer) {}

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawBand(QCPPainter& painter, const QCPAxisRect& rect, const VisibleCurve& curve, const QColor& colour) const;
};

} // namespace headroom::widgets
