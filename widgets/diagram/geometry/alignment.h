// Positions of boxes that are aligned, distributed or dragged near others. Pure geometry: rectangles in, points out.
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QVector>

namespace headroom::widgets {

enum class Alignment
{
    left,
    centre, ///< of the horizontal extent
    right,
    top,
    middle, ///< of the vertical extent
    bottom
};

/// Top left corners that align the rectangles with the outermost edge, or with the common centre of all.
QVector<QPointF> aligned(const QVector<QRectF>& boxes, Alignment alignment);

/// Top left corners with equal gaps along one direction; the first and the last box stay. Fewer than three boxes all
/// stay.
QVector<QPointF> distributed(const QVector<QRectF>& boxes, Qt::Orientation direction);

/// The result of snapping a rectangle to others.
struct Snap
{
    QPointF shift;          ///< distance to add to the moved rectangle's position
    QVector<QLineF> guides; ///< the lines on which it is then aligned with others
};

/// Aligns edges and centres of the moved rectangle with those of others, by whole multiples of `grid`. `lean` is the
/// distance from the rectangle to where the pointer would put it. The shift differs from `lean` by less than `reach`.
Snap snapToNeighbours(const QRectF& moved, const QVector<QRectF>& others, const QPointF& lean, qreal reach, qreal grid);

} // namespace headroom::widgets
