#include "widgets/plots/timeline/timeline_cursors.h"

#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

/// Shares differ by points: per cent of a share would be read as a ratio.
QString differenceText(double difference, const QString& unit)
{
    const QString sign = difference < 0 ? QStringLiteral("−") : QStringLiteral("+");
    if (unit != "share")
        return sign + valueText(std::abs(difference), unit);
    const double points = std::abs(difference) * 100;
    return TimelineView::tr("%1%2 points").arg(sign, QString::number(points, 'f', points < 9.95 ? 1 : 0));
}

} // namespace

QString cursorText(const CurveData& curve, double a, double b, double reach, const QString& unit)
{
    const auto atA = curve.at(a, reach), atB = curve.at(b, reach);
    if (!atA || !atB)
        return {};
    double sum = 0, count = 0;
    for (const CurveData::Point& point : curve.points())
        if (point.time >= std::min(a, b) && point.time <= std::max(a, b)) {
            sum += point.mean;
            ++count;
        }
    const QString ends = TimelineView::tr("%1 → %2 (%3)")
                             .arg(valueText(*atA, unit), valueText(*atB, unit), differenceText(*atB - *atA, unit));
    return count > 0 ? TimelineView::tr("%1, mean %2").arg(ends, valueText(sum / count, unit)) : ends;
}

TimelineCursors::TimelineCursors(TimelineView& view, const QString& layer) : ChartDrawing(view, layer) {}

void TimelineCursors::draw(QCPPainter* painter)
{
    if (!view_.cursors_ || view_.panels_.empty())
        return;
    const QRect first = view_.panels_.front().rect->rect(), last = view_.panels_.back().rect->rect();
    const QCPAxis* axis = view_.panels_.front().rect->axis(QCPAxis::atBottom);
    painter->setClipping(false);
    painter->setFont(smallFont());
    const QFontMetricsF metrics(smallFont());
    double rightmost = first.left();
    for (std::size_t i = 0; i < view_.cursors_->size(); ++i) {
        const double x = axis->coordToPixel((*view_.cursors_)[i]);
        if (x < first.left() || x > first.right())
            continue;
        painter->setPen(QPen(view_.colours_->accent, 1.4));
        painter->drawLine(QPointF(x, first.top()), QPointF(x, last.bottom()));
        painter->drawText(QPointF(x + 3, last.bottom() - metrics.descent()), i == 0 ? "A" : "B");
        rightmost = std::max(rightmost, x);
    }
    const double a = (*view_.cursors_)[0], b = (*view_.cursors_)[1];
    const double reach = axis->range().size() / std::max(1, first.width()) * 8 + 0.2;
    QVector<ReadingRow> rows;
    for (const auto& curve : view_.curves_) {
        const PanelSpec& panel = view_.specs_[curve.panel];
        const QString text = curve.hidden ? QString() : cursorText(curve.data(), a, b, reach, panel.unit);
        if (!text.isEmpty())
            rows.append({seriesColour(curve.spec.colour, view_.colours_->dark),
                         curve.spec.label.isEmpty() ? panel.title : curve.spec.label, text});
    }
    drawReadingBox(*painter, *view_.colours_, QPointF(rightmost, first.top() + 2.0), view_.visibleArea(),
                   TimelineView::tr("A %1   B %2   difference %3")
                       .arg(valueText(a, "s"), valueText(b, "s"), valueText(std::abs(b - a), "s")),
                   rows);
}

} // namespace headroom::widgets
