// Where a link leaves one box and enters the other: at the edges that face each other.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"

namespace headroom::widgets {

/// Links that meet at a box spread over its edge in the order in which their other ends lie.
std::pair<WireEnd, WireEnd> linkEnds(const CanvasItems& drawn, const WireItem& link);

} // namespace headroom::widgets
