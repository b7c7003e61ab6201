// A dialog to choose a role from a library. The role is linked or copied.
#pragma once

#include "project/project_file.h"
#include "widgets/controls/dialog.h"
#include "widgets/document/edits/role_edits.h"

class QDialogButtonBox;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom::app {

class RoleDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    explicit RoleDialog(const std::vector<project::BehaviourLibrary>& libraries, QWidget* parent = nullptr);

    /// The accepted choice.
    const project::BehaviourLibrary& library() const;
    std::string role() const;
    widgets::RoleUse use() const { return use_; }

private:
    void fill();
    void filter(const QString& words);
    void updateButtons();
    void choose(widgets::RoleUse use);

    const std::vector<project::BehaviourLibrary>& libraries_;
    QLineEdit* search_;
    QTreeWidget* list_;
    QDialogButtonBox* buttons_;
    widgets::RoleUse use_ = widgets::RoleUse::linked;
};

} // namespace headroom::app
