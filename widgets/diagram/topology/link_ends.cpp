#include "widgets/diagram/topology/link_ends.h"

namespace headroom::widgets {

namespace {

constexpr qreal laneWidth = 10; // between links that run beside each other

/// A point on the edge of a box that faces another box. `share` is the position along the edge, so that several links
/// stay apart.
WireEnd facing(const QRectF& box, const QRectF& other, qreal share)
{
    if (other.bottom() <= box.top())
        return {{box.left() + box.width() * share, box.top()}, Side::top};
    if (other.top() >= box.bottom())
        return {{box.left() + box.width() * share, box.bottom()}, Side::bottom};
    if (other.center().x() < box.center().x())
        return {{box.left(), box.top() + box.height() * share}, Side::left};
    return {{box.right(), box.top() + box.height() * share}, Side::right};
}

/// The position of a link along the edge of its box, as a share of the edge.
qreal shareOfEdge(const CanvasItems& drawn, const WireItem& link, const QString& at, const QString& other)
{
    const qreal here = drawn.box(other)->sceneFrame().center().x();
    int before = 0, all = 0;
    for (const WireItem* each : drawn.wires()) {
        if (!each->touches(at) || !drawn.box(each->from().box) || !drawn.box(each->to().box))
            continue;
        ++all;
        const QString& end = each->from().box == at ? each->to().box : each->from().box;
        const qreal there = drawn.box(end)->sceneFrame().center().x();
        before += there < here || (there == here && each->index() < link.index());
    }
    return (before + 1.0) / (all + 1.0);
}

/// The number of links at the same box that run between this one and its box: those of nearer boxes on the same side,
/// and of several links to one box those that would cross it otherwise. Each runs in a lane of its own, so that none
/// covers another.
int laneOf(const CanvasItems& drawn, const WireItem& link, const QString& at, const QString& other)
{
    const qreal centre = drawn.box(at)->sceneFrame().center().x();
    const qreal here = drawn.box(other)->sceneFrame().center().x();
    int lane = 0;
    for (const WireItem* each : drawn.wires()) {
        if (each == &link || !each->touches(at) || !drawn.box(each->from().box) || !drawn.box(each->to().box))
            continue;
        const QString& end = each->from().box == at ? each->to().box : each->from().box;
        const qreal there = drawn.box(end)->sceneFrame().center().x();
        if (end == other)
            lane += here < centre ? each->index() > link.index() : each->index() < link.index();
        else
            lane += here < centre ? here < there && there < centre : centre < there && there < here;
    }
    return lane;
}

} // namespace

std::pair<WireEnd, WireEnd> linkEnds(const CanvasItems& drawn, const WireItem& link)
{
    const QString &a = link.from().box, &b = link.to().box;
    const QRectF from = drawn.box(a)->sceneFrame(), to = drawn.box(b)->sceneFrame();
    std::pair<WireEnd, WireEnd> ends{facing(from, to, shareOfEdge(drawn, link, a, b)),
                                     facing(to, from, shareOfEdge(drawn, link, b, a))};
    ends.first.straight += laneWidth * laneOf(drawn, link, b, a); // a link bends near its beginning
    return ends;
}

} // namespace headroom::widgets
