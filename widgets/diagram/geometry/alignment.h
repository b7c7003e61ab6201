// Where boxes go when they are aligned, distributed or dragged near others. Pure geometry: rectangles in, places out.
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

/// Top left corners that bring the rectangles to one line: the outermost edge, or the middle of all.
QVector<QPointF> aligned(const QVector<QRectF>& boxes, Alignment alignment);

/// Top left corners with equal gaps along one direction; the first and the last stay. Less than three stay as they are.
QVector<QPointF> distributed(const QVector<QRectF>& boxes, Qt::Orientation direction);

struct Snap
{
    QPointF shift;          ///< what to add to the moved rectangle's place
    QVector<QLineF> guides; ///< lines that it then shares with others
};

/// Finds edges and middles of others that the moved rectangle is brought in line with by whole steps of `grid`. `lean`
/// is how far the pointer is ahead of it: the shift is less than `reach` from there.
Snap snapToNeighbours(const QRectF& moved, const QVector<QRectF>& others, const QPointF& lean, qreal reach, qreal grid);

} // namespace headroom::widgets
