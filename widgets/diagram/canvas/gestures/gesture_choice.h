// Which gesture a press of the left button begins, by what lies under the pointer.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

#include <memory>

namespace headroom::widgets {

/// Also selects what is pressed. Null if the press only changes the selection.
std::unique_ptr<Gesture> gestureAt(CanvasSurface& canvas, const QPointF& point, Qt::KeyboardModifiers modifiers);

} // namespace headroom::widgets
