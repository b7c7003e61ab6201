// Edits of the selection of a canvas, each as one undoable step: clipboard, deleting, colours, widths, bends.
#pragma once

#include "widgets/diagram/geometry/alignment.h"

#include <QString>

namespace headroom::widgets {

class CanvasScene;

void selectAll(CanvasScene& scene);
void deleteSelection(CanvasScene& scene);
void copySelection(CanvasScene& scene);
void cutSelection(CanvasScene& scene);
/// True if the clipboard contains a part of a drawing.
bool canPaste();
void pasteAt(CanvasScene& scene, const QPointF& middle);
/// Pastes where there is room: beside the only selected box or in the selected wire, or else at the pointer.
void pasteBeside(CanvasScene& scene);
/// Inserts a copy of the selection next to it. The clipboard does not change.
void duplicateSelection(CanvasScene& scene);
void alignSelection(CanvasScene& scene, Alignment alignment);
void distributeSelection(CanvasScene& scene, Qt::Orientation direction);
/// Consecutive moves of the same selection are one undoable step.
void nudgeSelection(CanvasScene& scene, const QPointF& step);
/// An empty name restores the usual colour.
void colourSelection(CanvasScene& scene, const QString& colour);
/// Makes the selected blocks wider by so many steps of the grid; negative: narrower. Consecutive calls for the same
/// selection are one undoable step.
void widenSelection(CanvasScene& scene, int steps);
/// Gives the selected blocks the width in which their title fits on one line.
void fitSelection(CanvasScene& scene);
/// Gives the selected blocks the usual width.
void restoreWidths(CanvasScene& scene);
/// Removes the bends of the selected wires. If none is selected, of the wires at the selected boxes.
void straightenSelection(CanvasScene& scene);

} // namespace headroom::widgets
