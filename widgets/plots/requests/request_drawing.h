// Draws the rows of sampled requests. Internal to the request timeline.
#pragma once

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/requests/request_timeline.h"

#include <qcustomplot.h>

namespace headroom::widgets {

class RequestDrawing : public ChartDrawing<RequestTimeline>
{
public:
    static constexpr int rowHeight = 22;
    static constexpr int nameWidth = 150;
    static constexpr int legendHeight = 28;

    explicit RequestDrawing(RequestTimeline& view);

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawRow(QCPPainter* painter, const SpanRow& row, double top);
    void drawEntries(QCPPainter* painter, const SpanRow& row, RequestSpans::Kind kind, double top, double height);
    void drawEntry(QCPPainter* painter, const RequestSpans::Entry& entry, const QRectF& box);
    void drawCalls(QCPPainter* painter);
    void drawLegend(QCPPainter* painter);
    void drawReading(QCPPainter* painter);
    double rowTop(std::size_t row) const;
    QColor colourOf(const RequestSpans::Entry& wait) const;
};

} // namespace headroom::widgets
