// Routes the wires of a canvas, and updates those that are affected when boxes move.
#pragma once

#include "widgets/diagram/canvas/items/box_index.h"
#include "widgets/diagram/canvas/items/canvas_items.h"

#include <functional>

namespace headroom::widgets {

class WireRouting
{
public:
    /// Returns the two ends of a wire.
    using EndsOf = std::function<std::pair<WireEnd, WireEnd>(const WireItem&)>;

    WireRouting(const CanvasItems& items, EndsOf endsOf) : items_(items), endsOf_(std::move(endsOf)) {}

    void route(WireItem& wire) const;
    void routeAll();
    /// Routes the wires in `others`, the wires whose boxes have moved since the last call, and the wires near a box
    /// that has come or gone.
    void routeChanged(const QSet<WireItem*>& others);
    /// Called while boxes move. Routes the wires of these boxes and the wires that these boxes now obstruct.
    void routeAround(const QSet<QString>& moved);
    /// Empty if the wire has no bends, or if they do not fit the current positions of its boxes.
    QVector<QPointF> bentCornersOf(const WireItem& wire) const;
    /// Call this before the items are deleted. Forgets their positions.
    void clear() { boxIndex_.clear(); }

private:
    bool isOutdated(const WireItem& wire) const;
    bool shift(WireItem& wire) const;
    void placeName(const WireItem& wire) const;

    const CanvasItems& items_;
    EndsOf endsOf_;
    BoxIndex boxIndex_;
};

} // namespace headroom::widgets
