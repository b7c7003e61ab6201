#include "widgets/plots/timeline/timeline_bands.h"

#include <algorithm>
#include <vector>

namespace headroom::widgets {

namespace {

constexpr float strong = 0.38F; // opacity: a single peak is one pixel wide and has to be seen
constexpr float pale = 0.12F;   // of a curve that is dimmed

/// Bars that do not overlap, in one colour, to the nearest pixels; `ratio` is the number of those to a pixel of the
/// window. Qt fills each translucent rectangle by threads that it wakes, which takes five times as long.
void drawBars(QPainter& painter, const std::vector<QRectF>& bars, const QRect& area, double ratio, const QColor& colour)
{
    const QRect all(0, 0, qRound(area.width() * ratio), qRound(area.height() * ratio));
    QVector<QRect> cells;
    QRect used;
    for (const QRectF& bar : bars) {
        const auto corner = [&](const QPointF& point) { return ((point - area.topLeft()) * ratio).toPoint(); };
        cells.append(QRect(corner(bar.topLeft()), corner(bar.bottomRight()) - QPoint(1, 1)) & all);
        used |= cells.back();
    }
    if (used.isEmpty())
        return;
    QImage picture(used.size(), QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    const QRgb paint = qPremultiply(colour.rgba());
    const qsizetype line = picture.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto* const first = reinterpret_cast<QRgb*>(picture.bits());
    for (QRect cell : cells) {
        cell.translate(-used.topLeft());
        for (int y = cell.top(); y <= cell.bottom(); ++y)
            std::fill_n(first + y * line + cell.left(), cell.width(), paint);
    }
    painter.drawImage(area.topLeft() + QPointF(used.topLeft()) / ratio, picture);
}

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
    std::vector<QRectF> bars;
    bars.reserve(curve.columns.size());
    for (const VisibleCurve::Column& column : curve.columns)
        if (column.highest > column.lowest)
            bars.emplace_back(
                QPointF(time->coordToPixel(column.begin), value->coordToPixel(std::max(column.highest, least))),
                QPointF(time->coordToPixel(column.end), value->coordToPixel(std::max(column.lowest, least))));
    if (painter.modes().testFlag(QCPPainter::pmVectorized)) {
        for (const QRectF& bar : bars)
            painter.fillRect(bar, colour);
        return;
    }
    drawBars(painter, bars, rect.rect(), painter.device()->devicePixelRatioF(), colour);
}

} // namespace headroom::widgets
