// Chooses the gesture that a press of the left button starts from the item under the pointer.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

#include <memory>

namespace headroom::widgets {

/// Also selects the pressed item. Null if the press only changes the selection.
std::unique_ptr<Gesture> gestureAt(CanvasSurface& canvas, const QPointF& point, Qt::KeyboardModifiers modifiers);

} // namespace headroom::widgets
