// Adds boxes to a canvas. The selection decides where a new box is placed and what it is wired to.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"

namespace headroom::widgets {

/// Opens the search for a box to add: after the selected box, in the selected wire, or at the pointer if there is no
/// selection. `typed` is the initial search text.
void quickAdd(CanvasScene& scene, const QString& typed = {});
/// The place and the wiring of a box that is added now.
AddPlace placeBySelection(const CanvasScene& scene);
/// Adds a note and starts editing its text.
void addNoteAt(CanvasScene& scene, const QPointF& middle);
/// The first of twenty places at or below a point where a box of the usual size touches no other; the last place if all
/// are taken. Returns its centre.
QPointF freeMiddle(const CanvasScene& scene, QPointF wanted);
/// The same for an item of this size.
QPointF freeMiddle(const CanvasScene& scene, QPointF wanted, const QSizeF& size);

} // namespace headroom::widgets
