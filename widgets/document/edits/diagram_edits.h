// Edits of a behaviour diagram: its blocks and wires; and of the positions of boxes in any drawing.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// Moves boxes. Positions are rounded to the grid. Consecutive calls with the same `mergeGroup` (not −1) are one step.
void moveItems(DocumentModel& model, const QString& path, const Positions& positions, int mergeGroup = -1,
               const QString& text = {});

/// Adds a block with a new id, which it returns; empty if the diagram or the type does not exist.
QString addBlock(DocumentModel& model, const QString& path, const QString& type, const QPointF& position);
/// Deletes blocks with every wire at them, and the given wires. If a deleted block has exactly one wired output,
/// its predecessors are connected to its successor.
void deleteBlocksAndWires(DocumentModel& model, const QString& path, const QStringList& blocks,
                          const std::vector<project::Wire>& wires = {});
/// False if wireRefusal() has a reason.
bool addWire(DocumentModel& model, const QString& path, const project::Wire& wire);

} // namespace headroom::widgets
