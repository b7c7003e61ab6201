// How a drawing of thousands of boxes is painted when all of it is seen: without text, without smooth edges, all boxes
// and wires at once.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"

namespace headroom::widgets {

/// Whether so much is visible at this scale that it is painted plainly.
bool isFar(const CanvasScene& scene, const QRectF& visible, qreal zoom);

/// Paints boxes and wires in the pixels of a device; `toDevice` leads there from the scene, without rotation.
void paintFar(QPainter& painter, const CanvasScene& scene, const QTransform& toDevice, const QRect& area);

} // namespace headroom::widgets
