// The actions on the software of a project besides drawing: add and delete roles and operations; fold, unfold, enter
// and leave groups.
#pragma once

#include "app/outline/canvas_tab.h"
#include "app/outline/project_tree.h"
#include "project/project_file.h"

#include <QAction>
#include <QHash>

class QMenu;

namespace headroom::app {

class SoftwareEdits : public QObject
{
    Q_OBJECT
public:
    SoftwareEdits(widgets::DocumentModel& model, CanvasTab& canvas, ProjectTree& tree, QWidget* window);

    void fillMenu(QMenu& menu);
    QAction& newRole() { return *newRole_; }
    QAction& newOperation() { return *newOperation_; }
    /// Connects to the drawing that is displayed now.
    void follow(widgets::CanvasScene& scene);
    /// Undoes the edit that unlinked a role if it was the last one; else replaces the copy by the library's role.
    void linkAgain(const QString& role);
    /// The path shown above a drawing. Every part that can be opened is a link.
    QString breadcrumb(const QString& path) const;
    /// The diagram of the operation that contains a diagram at any depth, and the groups in between: "outer.inner".
    std::pair<QString, QString> operationPath(const QString& path) const;

signals:
    /// Show a diagram; an empty path means none.
    void diagramWanted(const QString& path);
    /// Enter was pressed on an element that has no drawing of its own: its fields are wanted.
    void fieldsWanted();
    /// An action was refused; `why` is a sentence.
    void refused(const QString& why);
    /// An edit has made a role, which was linked to a library, a copy of the project. Emitted once for each role.
    void unlinked(const QString& role, const QString& library);
    /// A role that was a copy is linked to its library.
    void linked(const QString& role);

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
    QString calledDiagram(const QString& path, const QString& block) const;
    void addOpening(QMenu& menu);
    void copyBlock(const QString& path, const QString& block);
    void fillTreeMenu(QMenu* menu);
    void leaveVanished();
    widgets::CanvasScene* scene() const;
    /// The role or operation selected in the tree, or else the one whose drawing is displayed.
    widgets::ElementRef chosen() const;
    QString chosenRole() const { return chosen().ids.value(0); }
    const std::vector<project::BehaviourLibrary>& libraries();
    /// The library that has a role of this name: a copied role probably came from it.
    const project::BehaviourLibrary* libraryWith(const QString& role);
    QString withFaults(const QString& refusal) const;
    void followLinks();
    void forgetLinks();

    widgets::DocumentModel& model_;
    CanvasTab& canvas_;
    ProjectTree& tree_;
    QWidget* window_;
    std::vector<project::BehaviourLibrary> libraries_;
    project::Findings libraryFaults_; ///< of reading these
    QHash<QString, QString> links_;   ///< role → library to which it is linked
    QHash<QString, int> unlinkedBy_;  ///< role → step of the undo stack that made it a copy
    bool copying_ = false;            ///< the user wants the copy
    QAction *newRole_, *fromLibrary_, *newOperation_, *rename_, *delete_, *copy_, *link_;
    QAction *fold_, *unfold_, *stepIn_, *goOut_;
};

} // namespace headroom::app
