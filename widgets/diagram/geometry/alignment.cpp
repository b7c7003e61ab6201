#include "widgets/diagram/geometry/alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace headroom::widgets {

namespace {

/// One coordinate axis, so that the same code serves x and y.
struct Axis
{
    Qt::Orientation direction;

    qreal start(const QRectF& rect) const { return direction == Qt::Horizontal ? rect.left() : rect.top(); }
    qreal extent(const QRectF& rect) const { return direction == Qt::Horizontal ? rect.width() : rect.height(); }
    qreal end(const QRectF& rect) const { return start(rect) + extent(rect); }
    QPointF with(const QRectF& rect, qreal place) const
    {
        return direction == Qt::Horizontal ? QPointF(place, rect.top()) : QPointF(rect.left(), place);
    }
    qreal of(const QPointF& point) const { return direction == Qt::Horizontal ? point.x() : point.y(); }
    QPointF along(qreal distance) const
    {
        return direction == Qt::Horizontal ? QPointF(distance, 0) : QPointF(0, distance);
    }
    std::array<qreal, 3> lines(const QRectF& rect) const
    {
        return {start(rect), start(rect) + extent(rect) / 2, end(rect)};
    }
};

QRectF united(const QVector<QRectF>& boxes)
{
    QRectF all;
    for (const QRectF& box : boxes)
        all |= box;
    return all;
}

/// The shift nearest to `lean` that aligns a line of the moved rectangle with a line of another one.
std::optional<qreal> nearestShift(const Axis& axis, const QRectF& moved, const QVector<QRectF>& others, qreal lean,
                                  qreal reach, qreal grid)
{
    std::optional<qreal> best;
    for (const QRectF& other : others) {
        for (const qreal theirs : axis.lines(other)) {
            for (const qreal ours : axis.lines(moved)) {
                const qreal shift = theirs - ours;
                const bool onGrid = std::abs(std::remainder(shift, grid)) < 0.01;
                const qreal off = std::abs(shift - lean);
                if (onGrid && off < reach && (!best || off < std::abs(*best - lean)))
                    best = shift;
            }
        }
    }
    return best;
}

/// The lines that the moved rectangle shares with others. Each line spans the rectangles on it.
QVector<QLineF> sharedLines(const Axis& axis, const QRectF& moved, const QVector<QRectF>& others)
{
    QVector<QLineF> lines;
    for (const qreal ours : axis.lines(moved)) {
        QRectF span;
        for (const QRectF& other : others) {
            const auto theirs = axis.lines(other);
            if (std::any_of(theirs.begin(), theirs.end(), [&](qreal line) { return std::abs(line - ours) < 0.01; }))
                span |= other;
        }
        if (span.isNull())
            continue;
        span |= moved;
        lines.append(axis.direction == Qt::Horizontal ? QLineF(ours, span.top(), ours, span.bottom())
                                                      : QLineF(span.left(), ours, span.right(), ours));
    }
    return lines;
}

} // namespace

QVector<QPointF> aligned(const QVector<QRectF>& boxes, Alignment alignment)
{
    using enum Alignment;
    const bool across = alignment == left || alignment == centre || alignment == right;
    const Axis axis{across ? Qt::Horizontal : Qt::Vertical};
    const QRectF all = united(boxes);
    QVector<QPointF> places;
    for (const QRectF& box : boxes) {
        qreal place = axis.start(all);
        if (alignment == right || alignment == bottom)
            place = axis.end(all) - axis.extent(box);
        else if (alignment == centre || alignment == middle)
            place = axis.start(all) + (axis.extent(all) - axis.extent(box)) / 2;
        places.append(axis.with(box, place));
    }
    return places;
}

QVector<QPointF> distributed(const QVector<QRectF>& boxes, Qt::Orientation direction)
{
    const Axis axis{direction};
    QVector<QPointF> places;
    for (const QRectF& box : boxes)
        places.append(box.topLeft());
    if (boxes.size() < 3)
        return places;
    QVector<int> order(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return axis.start(boxes[a]) < axis.start(boxes[b]); });
    qreal filled = 0;
    for (const QRectF& box : boxes)
        filled += axis.extent(box);
    const qreal room = axis.end(boxes[order.last()]) - axis.start(boxes[order.first()]);
    const qreal gap = (room - filled) / static_cast<qreal>(boxes.size() - 1);
    qreal place = axis.start(boxes[order.first()]);
    for (const int index : order) {
        places[index] = axis.with(boxes[index], place);
        place += axis.extent(boxes[index]) + gap;
    }
    return places;
}

Snap snapToNeighbours(const QRectF& moved, const QVector<QRectF>& others, const QPointF& lean, qreal reach, qreal grid)
{
    Snap snap;
    for (const Qt::Orientation direction : {Qt::Horizontal, Qt::Vertical}) {
        const Axis axis{direction};
        if (const auto shift = nearestShift(axis, moved, others, axis.of(lean), reach, grid))
            snap.shift += axis.along(*shift);
    }
    const QRectF place = moved.translated(snap.shift);
    for (const Qt::Orientation direction : {Qt::Horizontal, Qt::Vertical})
        snap.guides += sharedLines(Axis{direction}, place, others);
    return snap;
}

} // namespace headroom::widgets
