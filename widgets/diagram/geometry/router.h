// Routing of wires: right-angled paths from a side of one box to a side of another, around the boxes between.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QVector>

namespace headroom::widgets {

/// A side of a box.
enum class Side
{
    left,
    right,
    top,
    bottom
};

/// Unit vector that points away from a box on this side.
QPointF outward(Side side);

/// An end of a wire: a point on a box, in scene coordinates, and the side of the box where it is.
struct WireEnd
{
    QPointF point;
    Side side = Side::right;
    qreal straight = 16; ///< length of the straight part at this end, unless the gap to the other end is narrow
};

/// Boxes outside this area do not affect the route of the wire.
QRectF routingArea(const WireEnd& from, const WireEnd& to);

/// The corners of the cheapest candidate path. A path without crossing an obstacle is preferred, then fewer bends, then
/// a shorter length. The obstacles include the two boxes that the wire connects.
QVector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, const QVector<QRectF>& obstacles);

/// The path through the corners, each rounded by at most `radius`.
QPainterPath roundedPath(const QVector<QPointF>& corners, qreal radius);

} // namespace headroom::widgets
