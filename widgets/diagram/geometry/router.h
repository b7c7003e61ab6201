// Geometry of wires: right-angled ways from one side of a box to a side of another, around the boxes between.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QVector>

namespace headroom::widgets {

enum class Side
{
    left,
    right,
    top,
    bottom
};

/// Unit vector that leads away from a box on this side.
QPointF outward(Side side);

struct WireEnd
{
    QPointF point;
    Side side = Side::right;
};

/// Boxes that lie outside of it do not matter to a wire.
QRectF routingArea(const WireEnd& from, const WireEnd& to);

/// Corners of the cheapest of a set of candidate ways: one that crosses no obstacle if there is one, then few bends,
/// then short. The boxes the wire begins and ends at belong to the obstacles.
QVector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, const QVector<QRectF>& obstacles);

/// The corners joined, each rounded by at most `radius`.
QPainterPath roundedPath(const QVector<QPointF>& corners, qreal radius);

} // namespace headroom::widgets
