// Finds the next box in a direction, for the arrow keys.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"

namespace headroom::widgets {

bool isArrow(int key);
/// The unit vector of an arrow key.
QPointF directionOf(int arrow);

/// The nearest candidate in this direction. Distance across the direction counts more than distance along it.
BoxItem* nearestBox(const CanvasItems& items, const QRectF& from, int arrow, const QSet<QString>& candidates);

} // namespace headroom::widgets
