#include "widgets/diagram/geometry/wire_bends.h"

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

constexpr qreal bendDistance = 16; // distance of a new bend at an end of the wire from its box

bool isAcross(Side side)
{
    return side == Side::left || side == Side::right;
}

/// Aligns a bend with the end that leads to it.
QPointF inLine(const QPointF& bend, const WireEnd& end)
{
    return isAcross(end.side) ? QPointF(bend.x(), end.point.y()) : QPointF(end.point.x(), bend.y());
}

bool leadsAway(const WireEnd& end, const QPointF& bend)
{
    return QPointF::dotProduct(bend - end.point, outward(end.side)) >= 0;
}

bool runsThrough(const QPointF& a, const QPointF& b, const QRectF& box)
{
    const QRectF inside = box.adjusted(1, 1, -1, -1);
    return std::max(a.x(), b.x()) > inside.left() && std::min(a.x(), b.x()) < inside.right() &&
           std::max(a.y(), b.y()) > inside.top() && std::min(a.y(), b.y()) < inside.bottom();
}

bool isAcross(const QPointF& a, const QPointF& b)
{
    return std::abs(a.x() - b.x()) >= std::abs(a.y() - b.y());
}

/// Removes duplicate corners and corners on a straight line.
QVector<QPointF> plain(const QVector<QPointF>& corners)
{
    QVector<QPointF> result;
    for (const QPointF& corner : corners) {
        if (!result.isEmpty() && result.last() == corner)
            continue;
        const auto count = result.size();
        if (count >= 2) {
            const bool sameX = result[count - 2].x() == result[count - 1].x() && result[count - 1].x() == corner.x();
            const bool sameY = result[count - 2].y() == result[count - 1].y() && result[count - 1].y() == corner.y();
            if (sameX || sameY)
                result.removeLast();
        }
        result.append(corner);
    }
    return result;
}

} // namespace

QVector<QPointF> bentWay(const WireEnd& from, const WireEnd& to, const QVector<QPointF>& bends, const QRectF& fromBox,
                         const QRectF& toBox)
{
    if (bends.isEmpty())
        return {};
    QVector<QPointF> through = bends;
    through.first() = inLine(through.first(), from);
    through.last() = inLine(through.last(), to);
    if (!leadsAway(from, through.first()) || !leadsAway(to, through.last()))
        return {};
    QVector<QPointF> corners{from.point};
    bool across = isAcross(from.side);
    for (const QPointF& point : through + QVector<QPointF>{to.point}) {
        const QPointF last = corners.last();
        if (last.x() != point.x() && last.y() != point.y())
            corners.append(across ? QPointF(last.x(), point.y()) : QPointF(point.x(), last.y()));
        else if (last != point)
            across = isAcross(last, point);
        corners.append(point);
    }
    corners = plain(corners);
    for (int i = 1; i < corners.size(); ++i)
        if (runsThrough(corners[i - 1], corners[i], fromBox) || runsThrough(corners[i - 1], corners[i], toBox))
            return {};
    return corners;
}

QVector<QPointF> draggedStretch(const QVector<QPointF>& corners, int stretch, const QPointF& point)
{
    if (stretch < 0 || stretch + 1 >= corners.size())
        return {};
    QVector<QPointF> all = corners;
    const auto beside = [](const QPointF& end, const QPointF& next) {
        const QLineF line(end, next);
        return line.length() < 1 ? end : line.pointAt(std::min(bendDistance / line.length(), 0.4));
    };
    const bool last = stretch + 2 == all.size();
    if (last) {
        const QPointF corner = beside(all.last(), all[stretch]);
        all.insert(stretch + 1, corner);
        all.insert(stretch + 1, corner);
    }
    if (stretch == 0) {
        const QPointF corner = beside(all[0], all[1]);
        all.insert(1, corner);
        all.insert(1, corner);
        stretch = 2;
    }
    QPointF& a = all[stretch];
    QPointF& b = all[stretch + 1];
    if (isAcross(a, b)) {
        a.setY(point.y());
        b.setY(point.y());
    } else {
        a.setX(point.x());
        b.setX(point.x());
    }
    all = plain(all);
    return all.mid(1, all.size() - 2);
}

int stretchAt(const QVector<QPointF>& corners, const QPointF& point)
{
    int nearest = -1;
    qreal best = std::numeric_limits<qreal>::infinity();
    for (int i = 0; i + 1 < corners.size(); ++i) {
        const QRectF along = QRectF(corners[i], corners[i + 1]).normalized();
        const qreal dx = std::max({along.left() - point.x(), point.x() - along.right(), 0.0});
        const qreal dy = std::max({along.top() - point.y(), point.y() - along.bottom(), 0.0});
        const qreal distance = std::hypot(dx, dy);
        if (distance < best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

} // namespace headroom::widgets
