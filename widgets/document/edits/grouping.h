// Groups in a drawing: blocks folded into a group block whose ports are the wires that crossed, and unfolded again; a
// block of a library's type copied into the project. Each is one undoable step that changes no result of a run.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// Why these blocks of a diagram cannot be folded into a group; empty if they can.
QString foldRefusal(const project::Project& project, const QString& path, const QStringList& blocks);

/// Puts the blocks into a new group where they were; its id, empty if it is refused. `shown` says where the blocks of
/// the diagram are seen, also those without a position in the document; `size` is that of a block.
QString foldBlocks(DocumentModel& model, const QString& path, const QStringList& blocks, const Positions& shown,
                   const QSizeF& size);

/// Why a block cannot be unfolded; empty if it can: it is a group, or of a library's type.
QString unfoldRefusal(const project::Project& project, const QString& path, const QString& group);

/// Puts what is inside a group in its place, around its middle; the ids of what came out, empty if it is refused.
QStringList unfoldGroup(DocumentModel& model, const QString& path, const QString& group, const Positions& shown,
                        const QSizeF& size);

/// Whether a block's type stands in a library and has a diagram inside.
bool isLinkedBlock(const project::Project& project, const QString& path, const QString& block);

/// Makes a block of a library's type a group of the project's own, which can be opened and changed.
bool copyLinkedBlock(DocumentModel& model, const QString& path, const QString& block);

/// Steps that go with deleting blocks: wires around the group that the diagram is inside of go with its ways in and
/// out, and what is kept of the diagrams inside of deleted groups goes with these.
void settleGroups(DocumentModel& model, const QString& path, const QStringList& goingBlocks, QUndoCommand* edit);
/// The same when a way in or out gets another name.
void renameGroupPort(DocumentModel& model, const QString& path, const QString& block, const std::string& way,
                     QUndoCommand* edit);

} // namespace headroom::widgets
