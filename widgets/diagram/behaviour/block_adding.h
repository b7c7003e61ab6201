// Adds blocks to a diagram and wires them in the same step.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"

namespace headroom::widgets {

/// The wire between two ports, in the form of the document.
project::Wire wireOf(const PortAddress& from, const PortAddress& to);

/// The block types that can be added to a diagram. With `from`: those that can be wired to this port. With `into`:
/// those that can be inserted into this wire.
QVector<QuickEntry> blockEntries(const project::BlockCatalogue& types, const project::Diagram& diagram,
                                 const QString& path, const std::optional<PortAddress>& from,
                                 const project::Wire* into);

/// Adds a block with its top left corner at `corner` and wires it as above, as one undoable step. Returns its id; empty
/// if there is no such type.
QString addWired(DocumentModel& model, const QString& path, const QString& type, const QPointF& corner,
                 const std::optional<PortAddress>& from, const std::optional<project::Wire>& into);

} // namespace headroom::widgets
