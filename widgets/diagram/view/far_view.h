// Paints a drawing with thousands of visible boxes: without text, without antialiasing, all boxes and wires at once.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"

namespace headroom::widgets {

/// True if so many boxes are visible at this scale that simple painting is used.
bool isFar(const CanvasScene& scene, const QRectF& visible, qreal zoom);

/// Paints boxes and wires in device pixels. `toDevice` maps the scene to the device, without rotation.
void paintFar(QPainter& painter, const CanvasScene& scene, const QTransform& toDevice, const QRect& area);

} // namespace headroom::widgets
