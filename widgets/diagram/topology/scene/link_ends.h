// The two ends of a link: on the edges of its boxes that face each other.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"

namespace headroom::widgets {

/// Links at the same edge of a box are spread over it in the order of their other ends.
std::pair<WireEnd, WireEnd> linkEnds(const CanvasItems& drawn, const WireItem& link);

} // namespace headroom::widgets
