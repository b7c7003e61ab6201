#include "widgets/plots/chart/horizontal_bars.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

double BarScale::at(double value) const
{
    return left + width * (std::clamp(value, least, std::max(least, most)) - least) / std::max(1e-300, most - least);
}

QRectF HorizontalBars::barOf(double y, double from, double to) const
{
    const double begin = scale_.at(from), end = scale_.at(to);
    return {std::min(begin, end), y - thickness_ / 2, std::fabs(end - begin), thickness_};
}

void HorizontalBars::bar(double y, double from, double to, const QColor& colour) const
{
    painter_.fillRect(barOf(y, from, to), colour);
}

void HorizontalBars::mark(double y, double value, double beyond, const QColor& colour) const
{
    const double x = scale_.at(value), reach = thickness_ / 2 + beyond;
    painter_.setPen(QPen(colour, 2));
    painter_.drawLine(QPointF(x, y - reach), QPointF(x, y + reach));
}

void HorizontalBars::zero(const QRectF& row) const
{
    painter_.setPen(QPen(colours_.grid, 1));
    painter_.drawLine(QPointF(scale_.at(0), row.top()), QPointF(scale_.at(0), row.bottom()));
}

void HorizontalBars::whisker(double y, double low, double high, double reach) const
{
    painter_.setPen(QPen(colours_.text, 1.2));
    painter_.drawLine(QPointF(scale_.at(low), y), QPointF(scale_.at(high), y));
    for (const double end : {low, high})
        if (scale_.has(end))
            painter_.drawLine(QPointF(scale_.at(end), y - reach), QPointF(scale_.at(end), y + reach));
}

void HorizontalBars::name(const QRectF& box, const QString& text, const QColor& colour, Qt::TextElideMode elide) const
{
    painter_.setPen(colour);
    painter_.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetricsF(painter_.font()).elidedText(text, elide, box.width()));
}

void HorizontalBars::number(const QRectF& box, const QString& text, Qt::Alignment alignment) const
{
    painter_.setPen(colours_.text);
    painter_.drawText(box, static_cast<int>(alignment | Qt::AlignVCenter), text);
}

void HorizontalBars::legend(const QRectF& box, double sampleHeight, const QColor& colour, const QString& text) const
{
    painter_.fillRect(QRectF(box.left(), box.center().y() - sampleHeight / 2, legendSample, sampleHeight), colour);
    painter_.setPen(colours_.dimText);
    painter_.drawText(box.adjusted(legendSample + legendGap, 0, 0, 0),
                      static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), text);
}

} // namespace headroom::widgets
