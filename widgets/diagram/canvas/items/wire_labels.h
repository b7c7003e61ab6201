// The places of the labels of several wires.
#pragma once

#include "widgets/diagram/canvas/items/wire_item.h"

namespace headroom::widgets {

/// Gives each label the best of its places at which it covers no label of another wire and none of these boxes and,
/// where that is possible, no other wire.
void placeLabels(const QVector<WireItem*>& wires, const QVector<QRectF>& boxes);

} // namespace headroom::widgets
