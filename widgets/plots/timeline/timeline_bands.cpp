#include "widgets/plots/timeline/timeline_bands.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr float strong = 0.38F; // opacity: a single peak is one pixel wide and has to be seen
constexpr float pale = 0.12F;   // of a curve that is dimmed

} // namespace

void TimelineBands::draw(QCPPainter* painter)
{
    painter->save();
    painter->setAntialiasing(false); // the columns are pixels; smooth edges would show between them
    for (const auto& curve : view_.curves_) {
        if (curve.hidden)
            continue;
        const QCPAxisRect& rect = *view_.panels_[static_cast<std::size_t>(curve.panel)].rect;
        const bool dim = view_.highlighted_ && *view_.highlighted_ != curve.spec.series;
        QColor colour = seriesColour(curve.spec.colour, view_.colours_->dark), grey = view_.colours_->ghost;
        colour.setAlphaF(dim ? pale : strong);
        grey.setAlphaF(strong);
        painter->setClipRect(rect.rect());
        if (!dim)
            drawBand(*painter, rect, curve.ghost.visible, grey);
        drawBand(*painter, rect, curve.measured.visible, colour);
        drawBand(*painter, rect, curve.now.visible, colour);
    }
    painter->restore();
}

void TimelineBands::drawBand(QCPPainter& painter, const QCPAxisRect& rect, const VisibleCurve& curve,
                             const QColor& colour) const
{
    if (!curve.hasBand)
        return;
    const QCPAxis *time = rect.axis(QCPAxis::atBottom), *value = rect.axis(QCPAxis::atLeft);
    const double least = value->range().lower; // a logarithmic axis has no zero
    for (const VisibleCurve::Column& column : curve.columns)
        if (column.highest > column.lowest)
            painter.fillRect(
                QRectF(QPointF(time->coordToPixel(column.begin), value->coordToPixel(std::max(column.highest, least))),
                       QPointF(time->coordToPixel(column.end), value->coordToPixel(std::max(column.lowest, least)))),
                colour); // a single shape of all of them would take Qt many times as long
}

} // namespace headroom::widgets
