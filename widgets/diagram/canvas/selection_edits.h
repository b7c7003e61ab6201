// What is done to the selection of a canvas, each as one undoable step: the clipboard, deleting, colours, lines.
#pragma once

#include "widgets/diagram/geometry/alignment.h"

#include <QString>

namespace headroom::widgets {

class CanvasScene;

void selectAll(CanvasScene& scene);
void deleteSelection(CanvasScene& scene);
void copySelection(CanvasScene& scene);
void cutSelection(CanvasScene& scene);
/// Whether the clipboard holds a part of a drawing.
bool canPaste();
void pasteAt(CanvasScene& scene, const QPointF& middle);
/// A copy of the selection, a step aside; the clipboard keeps what it holds.
void duplicateSelection(CanvasScene& scene);
void alignSelection(CanvasScene& scene, Alignment alignment);
void distributeSelection(CanvasScene& scene, Qt::Orientation direction);
/// Moves that follow each other are one step, as long as the selection is the same.
void nudgeSelection(CanvasScene& scene, const QPointF& step);
/// Without a name boxes have the usual colour again.
void colourSelection(CanvasScene& scene, const QString& colour);
/// Takes the bends of the selected wires away, of those at the selected boxes if none is.
void straightenSelection(CanvasScene& scene);

} // namespace headroom::widgets
