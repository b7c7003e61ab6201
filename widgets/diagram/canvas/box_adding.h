// Adding to a canvas without leaving it: where a new box goes and what it is wired to, by what is selected.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"

namespace headroom::widgets {

/// Opens the search for what follows the selected box, what is put into the selected wire, else for something at the
/// pointer. `typed` is what was typed of it already.
void quickAdd(CanvasScene& scene, const QString& typed = {});
/// Adds a note, which can be written at once.
void addNoteAt(CanvasScene& scene, const QPointF& middle);
/// The nearest place below a point where a box of the usual size lies on no other.
QPointF freeMiddle(const CanvasScene& scene, QPointF wanted);

} // namespace headroom::widgets
