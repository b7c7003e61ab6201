#include "widgets/diagram/canvas/items/wire_routing.h"

#include "widgets/diagram/geometry/wire_bends.h"

namespace headroom::widgets {

QVector<QPointF> WireRouting::bentCornersOf(const WireItem& wire) const
{
    if (wire.bends().isEmpty())
        return {};
    const auto [from, to] = endsOf_(wire);
    return bentWay(from, to, wire.bends(), items_.box(wire.from().box)->sceneFrame(),
                   items_.box(wire.to().box)->sceneFrame());
}

void WireRouting::route(WireItem& wire) const
{
    if (!items_.box(wire.from().box) || !items_.box(wire.to().box))
        return;
    if (const auto bent = bentCornersOf(wire); !bent.isEmpty()) {
        wire.setCorners(bent);
    } else {
        const auto [from, to] = endsOf_(wire);
        wire.setCorners(routeWire(from, to, boxIndex_.near(routingArea(from, to))));
    }
    placeName(wire);
}

/// The name of the port at which the wire begins depends on its way and on the boxes beside it.
void WireRouting::placeName(const WireItem& wire) const
{
    BoxItem* from = items_.box(wire.from().box);
    from->placeName(wire.from().port, wire.corners(), boxIndex_.near(from->sceneBoundingRect()));
}

void WireRouting::routeAll()
{
    boxIndex_.clear();
    for (const BoxItem* item : items_.boxes())
        boxIndex_.put(item);
    boxIndex_.forgetChanges();
    for (WireItem* wire : items_.wires())
        route(*wire);
}

void WireRouting::routeChanged(const QSet<WireItem*>& others)
{
    if (boxIndex_.isEmpty()) {
        routeAll();
        return;
    }
    for (const BoxItem* item : items_.boxes())
        boxIndex_.put(item);
    for (WireItem* wire : items_.wires())
        if (others.contains(wire) || isOutdated(*wire))
            route(*wire);
    boxIndex_.forgetChanges();
}

bool WireRouting::isOutdated(const WireItem& wire) const
{
    const BoxItem *from = items_.box(wire.from().box), *to = items_.box(wire.to().box);
    if (!from || !to)
        return false;
    if (boxIndex_.hasMoved(from) || boxIndex_.hasMoved(to))
        return true;
    const auto [start, end] = endsOf_(wire);
    return boxIndex_.hasChangedNear(routingArea(start, end));
}

void WireRouting::routeAround(const QSet<QString>& moved)
{
    BoxIndex movedBoxes;
    for (const QString& id : moved) {
        boxIndex_.put(items_.box(id));
        movedBoxes.put(items_.box(id));
    }
    for (WireItem* wire : items_.wires()) {
        const bool from = moved.contains(wire->from().box), to = moved.contains(wire->to().box);
        if (from && to && shift(*wire))
            continue;
        // Other wires are routed again if a moved box obstructs them. Wires near its old position are routed when the
        // move ends.
        if (from || to || !movedBoxes.isEmptyAt(wire->boundingRect()))
            route(*wire);
    }
}

/// Moves a wire together with its boxes; false if these have not moved by the same distance.
bool WireRouting::shift(WireItem& wire) const
{
    QVector<QPointF> corners = wire.corners();
    const auto [from, to] = endsOf_(wire);
    if (corners.isEmpty() || from.point - corners.first() != to.point - corners.last())
        return false;
    const QPointF step = from.point - corners.first();
    for (QPointF& corner : corners)
        corner += step;
    wire.setCorners(corners);
    return true;
}

} // namespace headroom::widgets
