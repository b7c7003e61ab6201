// Edits of groups in a drawing. Blocks are folded into a group block, whose ports are the wires that crossed its
// border, and unfolded again. A block with a type from a library is copied into the project. Each edit is one undoable
// step and changes no result of a run.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// Reason why these blocks of a diagram cannot be folded into a group; empty if they can.
QString foldRefusal(const project::Project& project, const QString& path, const QStringList& blocks);

/// Folds the blocks into a new group at their place. Returns its id; empty if it is refused. `shown` are the displayed
/// positions of the diagram's blocks, including those without a position in the document; `size` is the usual size of
/// a block.
QString foldBlocks(DocumentModel& model, const QString& path, const QStringList& blocks, const Positions& shown,
                   const QSizeF& size);

/// Reason why a block cannot be unfolded; empty if it can. Groups and blocks of a type from a library can be unfolded.
QString unfoldRefusal(const project::Project& project, const QString& path, const QString& group);

/// Replaces a group with its content, centred at its place. Returns the ids of the unfolded blocks; empty if it is
/// refused.
QStringList unfoldGroup(DocumentModel& model, const QString& path, const QString& group, const Positions& shown,
                        const QSizeF& size);

/// True if a block has a type from a library, with a diagram inside.
bool isLinkedBlock(const project::Project& project, const QString& path, const QString& block);

/// Turns a block with a type from a library into a group of the project, which can be opened and changed.
bool copyLinkedBlock(DocumentModel& model, const QString& path, const QString& block);

/// Steps that belong to deleting blocks. If the deleted blocks are inputs or outputs of a group, the wires at its ports
/// are deleted. If they are groups, the data stored for their diagrams are deleted.
void settleGroups(DocumentModel& model, const QString& path, const QStringList& goingBlocks, QUndoCommand* edit);
/// The same if an input or output is renamed.
void renameGroupPort(DocumentModel& model, const QString& path, const QString& block, const std::string& way,
                     QUndoCommand* edit);

} // namespace headroom::widgets
