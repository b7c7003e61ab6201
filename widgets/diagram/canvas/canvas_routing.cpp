// Where the wires of a canvas run.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/geometry/wire_bends.h"

namespace headroom::widgets {

namespace {

WireEnd endAt(const BoxItem& box, const Port& port)
{
    return {box.pos() + port.place, port.side};
}

} // namespace

std::pair<WireEnd, WireEnd> CanvasScene::endsOf(const WireItem& wire) const
{
    const BoxItem* from = box(wire.from().box);
    const BoxItem* to = box(wire.to().box);
    const Port* out = from ? from->findPort(wire.from().port, true) : nullptr;
    const Port* in = to ? to->findPort(wire.to().port, false) : nullptr;
    // A wire that names a port which is not there still shows between its boxes, for the checks to point at.
    const WireEnd start = out    ? endAt(*from, *out)
                          : from ? WireEnd{from->sceneFrame().center(), Side::right}
                                 : WireEnd{};
    const WireEnd end = in ? endAt(*to, *in) : to ? WireEnd{to->sceneFrame().center(), Side::left} : WireEnd{};
    return {start, end};
}

QVector<QPointF> CanvasScene::bentCornersOf(const WireItem& wire) const
{
    if (wire.bends().isEmpty())
        return {};
    const auto [from, to] = endsOf(wire);
    return bentWay(from, to, wire.bends(), box(wire.from().box)->sceneFrame(), box(wire.to().box)->sceneFrame());
}

void CanvasScene::route(WireItem* wire)
{
    if (!box(wire->from().box) || !box(wire->to().box))
        return;
    if (const auto bent = bentCornersOf(*wire); !bent.isEmpty()) {
        wire->setCorners(bent);
        return;
    }
    const auto [from, to] = endsOf(*wire);
    wire->setCorners(routeWire(from, to, boxIndex_.near(routingArea(from, to))));
}

void CanvasScene::routeAll()
{
    boxIndex_.clear();
    for (const BoxItem* item : boxes_)
        boxIndex_.put(item);
    boxIndex_.forgetChanges();
    for (WireItem* wire : wires_)
        route(wire);
}

/// Those whose boxes have moved since all wires lay right, or near which a box has come or gone, and `others`.
void CanvasScene::routeChanged(const QSet<WireItem*>& others)
{
    if (boxIndex_.isEmpty()) {
        routeAll();
        return;
    }
    for (const BoxItem* item : boxes_)
        boxIndex_.put(item);
    for (WireItem* wire : wires_) {
        const BoxItem *from = box(wire->from().box), *to = box(wire->to().box);
        if (!from || !to)
            continue;
        bool changed = others.contains(wire) || boxIndex_.hasMoved(from) || boxIndex_.hasMoved(to);
        if (!changed) {
            const auto [start, end] = endsOf(*wire);
            changed = boxIndex_.hasChangedNear(routingArea(start, end));
        }
        if (changed)
            route(wire);
    }
    boxIndex_.forgetChanges();
}

void CanvasScene::routeAround(const QSet<QString>& moved)
{
    BoxIndex movedBoxes;
    for (const QString& id : moved) {
        boxIndex_.put(box(id));
        movedBoxes.put(box(id));
    }
    for (WireItem* wire : wires_) {
        const bool from = moved.contains(wire->from().box), to = moved.contains(wire->to().box);
        if (from && to && shift(wire))
            continue;
        // Others change where a moved box lies in their way; where it has gone from, they wait for the end of the move.
        if (from || to || !movedBoxes.isEmptyAt(wire->boundingRect()))
            route(wire);
    }
}

/// Moves a wire with its boxes; false if these have not moved by the same step.
bool CanvasScene::shift(WireItem* wire)
{
    QVector<QPointF> corners = wire->corners();
    const auto [from, to] = endsOf(*wire);
    if (corners.isEmpty() || from.point - corners.first() != to.point - corners.last())
        return false;
    const QPointF step = from.point - corners.first();
    for (QPointF& corner : corners)
        corner += step;
    wire->setCorners(corners);
    return true;
}

} // namespace headroom::widgets
