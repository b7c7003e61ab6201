// Which box lies next to another in a direction: where arrow keys lead.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"

namespace headroom::widgets {

bool isArrow(int key);
/// The direction of an arrow key, one long.
QPointF directionOf(int arrow);

/// The nearest candidate that lies in this direction: what is straight ahead counts as nearer than what is aside.
BoxItem* nearestBox(const CanvasItems& items, const QRectF& from, int arrow, const QSet<QString>& candidates);

} // namespace headroom::widgets
