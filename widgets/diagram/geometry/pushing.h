// Room for boxes that become wider. Pure geometry: rectangles in, distances out.
#pragma once

#include <QRectF>
#include <QVector>

namespace headroom::widgets {

/// A box that gets another width; its left edge stays unless it is pushed.
struct Widened
{
    QRectF frame;
    qreal width;
};

/// Distance that each box moves to the right so that none that was clear of the boxes left of it is covered or touched:
/// a box pushes those beside it, and they push others. The distances are multiples of `grid`. Gaps of more than `gap`
/// shrink to it first, and narrower ones stay as they are.
QVector<qreal> pushedRight(const QVector<Widened>& boxes, qreal gap, qreal grid);

} // namespace headroom::widgets
