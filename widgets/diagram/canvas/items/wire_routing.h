// Where the wires of a canvas run, and which of them run otherwise once boxes have moved.
#pragma once

#include "widgets/diagram/canvas/items/box_index.h"
#include "widgets/diagram/canvas/items/canvas_items.h"

#include <functional>

namespace headroom::widgets {

class WireRouting
{
public:
    /// Where a wire leaves and enters.
    using EndsOf = std::function<std::pair<WireEnd, WireEnd>(const WireItem&)>;

    WireRouting(const CanvasItems& items, EndsOf endsOf) : items_(items), endsOf_(std::move(endsOf)) {}

    void route(WireItem& wire) const;
    void routeAll();
    /// Routes `others`, the wires whose boxes have moved since all wires lay right, and those near which a box has come
    /// or gone.
    void routeChanged(const QSet<WireItem*>& others);
    /// While boxes move: the wires at them, and those that they get in the way of.
    void routeAround(const QSet<QString>& moved);
    /// Empty if the wire has no bends of its own, or none that fit where its boxes lie now.
    QVector<QPointF> bentCornersOf(const WireItem& wire) const;
    /// The items are about to go: nothing is known of where they lie.
    void clear() { boxIndex_.clear(); }

private:
    bool isOutdated(const WireItem& wire) const;
    bool shift(WireItem& wire) const;

    const CanvasItems& items_;
    EndsOf endsOf_;
    BoxIndex boxIndex_;
};

} // namespace headroom::widgets
