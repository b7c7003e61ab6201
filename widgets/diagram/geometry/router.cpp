#include "widgets/diagram/geometry/router.h"

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

constexpr qreal clearance = 12;  // distance to boxes that a wire passes
constexpr qreal crossing = 4000; // cost of crossing a box: higher than any detour
constexpr qreal bend = 30;       // cost of a bend, as pixels of detour
constexpr qreal offCentre = 0.2; // cost per pixel off the centre, so that parallel wires bend at the same place

constexpr int mostObstacles = 48; // maximum number of obstacles to search paths around

using Corners = QVector<QPointF>;

Corners simplified(const Corners& corners)
{
    Corners result;
    for (const QPointF& point : corners) {
        if (!result.isEmpty() && result.last() == point)
            continue;
        if (result.size() >= 2) {
            const QPointF& a = result[result.size() - 2];
            const QPointF& b = result.last();
            const bool sameX = a.x() == b.x() && b.x() == point.x();
            const bool sameY = a.y() == b.y() && b.y() == point.y();
            const bool onward = QPointF::dotProduct(b - a, point - b) > 0;
            if ((sameX || sameY) && onward) {
                result.last() = point;
                continue;
            }
        }
        result.append(point);
    }
    return result;
}

qreal lengthCost(const Corners& corners)
{
    qreal cost = 0;
    for (int i = 1; i < corners.size(); ++i) {
        const QPointF step = corners[i] - corners[i - 1];
        cost += std::abs(step.x()) + std::abs(step.y());
        if (i >= 2) {
            const bool turnsBack = QPointF::dotProduct(corners[i - 1] - corners[i - 2], step) < 0;
            cost += turnsBack ? crossing : bend;
        }
    }
    return cost;
}

bool crosses(const QPointF& a, const QPointF& b, const QRectF& box)
{
    return std::max(a.x(), b.x()) > box.left() && std::min(a.x(), b.x()) < box.right() &&
           std::max(a.y(), b.y()) > box.top() && std::min(a.y(), b.y()) < box.bottom();
}

QRectF areaBetween(const QPointF& a, const QPointF& b)
{
    return QRectF(a, b).normalized().adjusted(-240, -160, 240, 160);
}

/// Where the straight part at an end ends; opposite ends with a narrow gap share it.
QPointF stubOf(const WireEnd& end, const WireEnd& other)
{
    const QPointF way = outward(end.side);
    const qreal gap = QPointF::dotProduct(other.point - end.point, way);
    const bool facing = way == -outward(other.side);
    return end.point + way * (facing && gap > 0 ? std::min(end.straight, gap / 2) : end.straight);
}

class Search
{
public:
    Search(const WireEnd& from, const WireEnd& to, const QVector<QRectF>& obstacles)
        : from_(from.point), to_(to.point), a_(stubOf(from, to)), b_(stubOf(to, from)), middle_((a_ + b_) / 2)
    {
        // Boxes far from the direct path cannot affect a reasonable candidate.
        const QRectF near = areaBetween(a_, b_);
        for (const QRectF& box : obstacles)
            if (near.intersects(box))
                obstacles_.append(box.adjusted(1, 1, -1, -1));
    }

    Corners best()
    {
        consider({}, 0);
        consider({{b_.x(), a_.y()}}, 0);
        consider({{a_.x(), b_.y()}}, 0);
        acrossAt(middle_.x());
        downAt(middle_.y());
        if (bestCost_ < crossing)
            return corners_;
        for (const QRectF& box : inTheWay()) {
            acrossAt(box.left() - clearance);
            acrossAt(box.right() + clearance);
            downAt(box.top() - clearance);
            downAt(box.bottom() + clearance);
        }
        return corners_;
    }

private:
    /// The obstacles to search paths around: all, or, if there are many, those that the best path so far crosses.
    QVector<QRectF> inTheWay() const
    {
        if (obstacles_.size() <= mostObstacles)
            return obstacles_;
        QVector<QRectF> boxes;
        for (int i = 1; i < corners_.size(); ++i) {
            for (const QRectF& box : obstacles_)
                if (boxes.size() < mostObstacles && crosses(corners_[i - 1], corners_[i], box))
                    boxes.append(box);
        }
        return boxes;
    }

    void acrossAt(qreal x) { consider({{x, a_.y()}, {x, b_.y()}}, std::abs(x - middle_.x()) * offCentre); }
    void downAt(qreal y) { consider({{a_.x(), y}, {b_.x(), y}}, std::abs(y - middle_.y()) * offCentre); }

    void consider(const Corners& between, qreal extra)
    {
        if (between.isEmpty() && a_.x() != b_.x() && a_.y() != b_.y())
            return;
        const Corners corners = simplified(Corners{from_, a_} + between + Corners{b_, to_});
        qreal cost = lengthCost(corners) + extra;
        for (int i = 1; i < corners.size() && cost < bestCost_; ++i)
            for (const QRectF& box : obstacles_)
                cost += crosses(corners[i - 1], corners[i], box) ? crossing : 0;
        if (cost < bestCost_) {
            bestCost_ = cost;
            corners_ = corners;
        }
    }

    QPointF from_, to_, a_, b_, middle_;
    QVector<QRectF> obstacles_;
    Corners corners_;
    qreal bestCost_ = std::numeric_limits<qreal>::infinity();
};

} // namespace

QPointF outward(Side side)
{
    switch (side) {
    case Side::left:
        return {-1, 0};
    case Side::right:
        return {1, 0};
    case Side::top:
        return {0, -1};
    case Side::bottom:
        return {0, 1};
    }
    return {};
}

QRectF routingArea(const WireEnd& from, const WireEnd& to)
{
    return areaBetween(stubOf(from, to), stubOf(to, from));
}

QVector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, const QVector<QRectF>& obstacles)
{
    return Search(from, to, obstacles).best();
}

QPainterPath roundedPath(const QVector<QPointF>& corners, qreal radius)
{
    QPainterPath path;
    if (corners.isEmpty())
        return path;
    path.moveTo(corners.first());
    for (int i = 1; i + 1 < corners.size(); ++i) {
        const QLineF in(corners[i], corners[i - 1]);
        const QLineF out(corners[i], corners[i + 1]);
        const qreal r = std::min({radius, in.length() / 2, out.length() / 2});
        path.lineTo(in.length() > 0 ? in.pointAt(r / in.length()) : corners[i]);
        path.quadTo(corners[i], out.length() > 0 ? out.pointAt(r / out.length()) : corners[i]);
    }
    path.lineTo(corners.last());
    return path;
}

} // namespace headroom::widgets
