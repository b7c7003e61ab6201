#include "widgets/diagram/topology/scene/link_ends.h"

#include <algorithm>
#include <vector>

namespace headroom::widgets {

namespace {

constexpr qreal laneWidth = 10; // between links that run beside each other

/// The edge of a box that faces another box.
Side edgeTowards(const QRectF& box, const QRectF& other)
{
    if (other.bottom() <= box.top())
        return Side::top;
    if (other.top() >= box.bottom())
        return Side::bottom;
    return other.center().x() < box.center().x() ? Side::left : Side::right;
}

bool isUpright(Side edge)
{
    return edge == Side::left || edge == Side::right;
}

/// A point on an edge of a box. `share` is the position along the edge, so that several links stay apart.
WireEnd pointOn(const QRectF& box, Side edge, qreal share)
{
    if (isUpright(edge))
        return {{edge == Side::left ? box.left() : box.right(), box.top() + box.height() * share}, edge};
    return {{box.left() + box.width() * share, edge == Side::top ? box.top() : box.bottom()}, edge};
}

/// Where the centre of a box lies along an edge of another one.
qreal along(Side edge, const QRectF& box)
{
    return isUpright(edge) ? box.center().y() : box.center().x();
}

/// The frames of the boxes at the other ends of the links that share the edge `edge` of the box `at`, but for `link`,
/// each with the index of its link.
std::vector<std::pair<QRectF, int>> othersAt(const CanvasItems& drawn, const WireItem& link, const QString& at,
                                             Side edge)
{
    std::vector<std::pair<QRectF, int>> others;
    for (const WireItem* each : drawn.wires()) {
        if (each == &link || !each->touches(at) || !drawn.box(each->from().box) || !drawn.box(each->to().box))
            continue;
        const QString& end = each->from().box == at ? each->to().box : each->from().box;
        const QRectF frame = drawn.box(end)->sceneFrame();
        if (edgeTowards(drawn.box(at)->sceneFrame(), frame) == edge)
            others.emplace_back(frame, each->index());
    }
    return others;
}

/// The end of a link at the box `at`.
WireEnd endAt(const CanvasItems& drawn, const WireItem& link, const QString& at, const QString& other)
{
    const QRectF box = drawn.box(at)->sceneFrame(), towards = drawn.box(other)->sceneFrame();
    const Side edge = edgeTowards(box, towards);
    const auto others = othersAt(drawn, link, at, edge);
    const auto before = std::count_if(others.begin(), others.end(), [&](const auto& each) {
        const qreal there = along(edge, each.first), here = along(edge, towards);
        return there < here || (there == here && each.second < link.index());
    });
    return pointOn(box, edge, (static_cast<qreal>(before) + 1) / (static_cast<qreal>(others.size()) + 2));
}

/// The number of links at the same edge that run between this one and its box: those of nearer boxes on the same side,
/// and of several links to one box those that would cross it otherwise. Each runs in a lane of its own, so that none
/// covers another.
int laneOf(const CanvasItems& drawn, const WireItem& link, const QString& at, const QString& other)
{
    const QRectF box = drawn.box(at)->sceneFrame(), towards = drawn.box(other)->sceneFrame();
    const Side edge = edgeTowards(box, towards);
    const qreal centre = along(edge, box), here = along(edge, towards);
    const auto others = othersAt(drawn, link, at, edge);
    return static_cast<int>(std::count_if(others.begin(), others.end(), [&](const auto& each) {
        if (each.first == towards)
            return here < centre ? each.second > link.index() : each.second < link.index();
        const qreal there = along(edge, each.first);
        return here < centre ? here < there && there < centre : centre < there && there < here;
    }));
}

} // namespace

std::pair<WireEnd, WireEnd> linkEnds(const CanvasItems& drawn, const WireItem& link)
{
    const QString &a = link.from().box, &b = link.to().box;
    std::pair<WireEnd, WireEnd> ends{endAt(drawn, link, a, b), endAt(drawn, link, b, a)};
    ends.first.straight += laneWidth * laneOf(drawn, link, b, a); // a link bends near its beginning
    return ends;
}

} // namespace headroom::widgets
