// What is done to the software of a project besides drawing: roles and operations that come and go, groups that are
// folded, unfolded and entered, and the way back out of them.
#pragma once

#include "app/outline/canvas_tab.h"
#include "app/outline/project_tree.h"
#include "project/project_file.h"

#include <QAction>

class QMenu;

namespace headroom::app {

class SoftwareEdits : public QObject
{
    Q_OBJECT
public:
    SoftwareEdits(widgets::DocumentModel& model, CanvasTab& canvas, ProjectTree& tree, QWidget* window);

    void fillMenu(QMenu& menu);
    /// Listens to the drawing that is shown from now on.
    void follow(widgets::CanvasScene& scene);
    /// The line above a drawing: every part that can be gone to is a link.
    QString breadcrumb(const QString& path) const;
    /// The diagram of the operation that a diagram lies in, at whatever depth; and the groups in between:
    /// "outer.inner".
    std::pair<QString, QString> operationPath(const QString& path) const;

signals:
    /// A diagram is to be shown; an empty path: none.
    void diagramWanted(const QString& path);
    /// Why something was not done.
    void refused(const QString& why);

private:
    void addRole();
    void addLibraryRole();
    void addOperation();
    void rename();
    void remove();
    void useLinked(bool linked);
    void fold();
    void unfold();
    void stepIn(const widgets::ElementRef& element);
    void stepInSelected();
    void goOut();
    void copyBlock(const QString& path, const QString& block);
    void fillTreeMenu(QMenu* menu);
    void leaveVanished();
    widgets::CanvasScene* scene() const;
    /// The role or operation that is chosen in the tree, else the one whose drawing is shown.
    widgets::ElementRef chosen() const;
    QString chosenRole() const { return chosen().ids.value(0); }
    const std::vector<project::BehaviourLibrary>& libraries();
    /// Where a project's own role has come from, as far as the name tells.
    const project::BehaviourLibrary* libraryWith(const QString& role);
    QString withFaults(const QString& refusal) const;

    widgets::DocumentModel& model_;
    CanvasTab& canvas_;
    ProjectTree& tree_;
    QWidget* window_;
    std::vector<project::BehaviourLibrary> libraries_;
    project::Findings libraryFaults_; ///< of reading these
    QAction *newRole_, *fromLibrary_, *newOperation_, *rename_, *delete_, *copy_, *link_;
    QAction *fold_, *unfold_, *stepIn_, *goOut_;
};

} // namespace headroom::app
