// An edit that changes many parts of the document at once, e.g. folding a selection into a group or renaming a role.
#pragma once

#include "widgets/document/model/commands.h"

namespace headroom::widgets {

/// structureChanged() emits this path when roles and operations are added, deleted or renamed.
inline const QString rolesPath = QStringLiteral("behaviours");

/// Stores the previous project. Undo and redo exchange it with the current one, so all changes are restored.
class RewriteCommand : public QUndoCommand
{
public:
    /// `change` is called once, when the command is first done. structureChanged() is emitted for each of `paths`.
    RewriteCommand(DocumentModel& model, QStringList paths, std::function<void(project::Project&)> change,
                   QUndoCommand* parent);
    void redo() override;
    void undo() override { exchange(); }

private:
    void exchange();

    DocumentModel& model_;
    QStringList paths_;
    std::function<void(project::Project&)> change_; ///< empty after the first call
    project::Project other_;                        ///< the project before the edit; after undo, the project after it
};

} // namespace headroom::widgets
