// An edit that touches many places of the document at once: a selection folded into a group, a role renamed everywhere.
#pragma once

#include "widgets/document/commands.h"

namespace headroom::widgets {

/// Path under which structureChanged() tells of roles and operations that came, went or have another name.
inline const QString rolesPath = QStringLiteral("behaviours");

/// Keeps what the document was and exchanges the two, so that whatever the change touched comes back.
class RewriteCommand : public QUndoCommand
{
public:
    /// `change` is done once, when the command is first done; `paths` are those structureChanged() tells of.
    RewriteCommand(DocumentModel& model, QStringList paths, std::function<void(project::Project&)> change,
                   QUndoCommand* parent);
    void redo() override;
    void undo() override { exchange(); }

private:
    void exchange();

    DocumentModel& model_;
    QStringList paths_;
    std::function<void(project::Project&)> change_; ///< empty once it was done
    project::Project other_;                        ///< what was, or will be again
};

} // namespace headroom::widgets
