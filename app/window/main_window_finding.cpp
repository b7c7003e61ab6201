// What helps to find one's way in a document: find, marks of problems, the history of changes.

#include "app/window/main_window.h"

#include "app/outline/find_bar.h"
#include "app/outline/problem_marks.h"
#include "widgets/document/lookup/place_at.h"

#include <QMenu>
#include <QScrollArea>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QUndoView>

namespace headroom::app {

using namespace widgets;

void MainWindow::makeFind()
{
    find_ = new FindBar(model_);
    connect(find_, &FindBar::chosen, this, &MainWindow::showElement);
    connect(find_, &FindBar::found, this, &MainWindow::markFound);
    connect(find_, &FindBar::closed, this, [this] {
        if (CanvasView* view = currentCanvas()->view())
            view->setFocus();
    });
    for (CanvasTab* canvas : {software_, topology_})
        connect(canvas, &CanvasTab::sceneChanged, this, &MainWindow::markFound);
}

void MainWindow::addFindActions(QMenu& menu)
{
    const auto add = [&](const char* iconName, const QString& text, const QKeySequence& key, auto act) {
        menu.addAction(icon(iconName), text, this, act)->setShortcut(key);
    };
    add("edit-find", tr("&Find …"), QKeySequence::Find, [this] { find_->begin(); });
    add("go-down-search", tr("Find &next"), QKeySequence("F3"), [this] { find_->goOn(1); });
    add("go-up-search", tr("Find &previous"), QKeySequence("Shift+F3"), [this] { find_->goOn(-1); });
}

void MainWindow::markFound()
{
    for (CanvasTab* canvas : {software_, topology_}) {
        if (!canvas->scene())
            continue;
        QSet<QString> boxes;
        for (const Hit& hit : find_->hits())
            if (const QString box = boxOf(hit.element, canvas->scene()->path()); !box.isEmpty())
                boxes.insert(box);
        canvas->marks()->setFound(boxes);
    }
}

void MainWindow::showElement(const ElementRef& element)
{
    const QString id = element.ids.value(1);
    if (element.kind == ElementKind::block) {
        showDiagram(element.ids[0]);
        software_->scene()->selectBoxes({id});
        showSelected(*software_);
    } else if (element.kind == ElementKind::note) {
        showDiagram(element.ids[0]);
        CanvasTab& canvas = element.ids[0] == topologyPath ? *topology_ : *software_;
        canvas.scene()->select({}, {id});
        showSelected(canvas);
        return; // it has no fields
    } else if (isInTopology(element.kind)) {
        tabs_->setCurrentWidget(topology_);
        topologyPage_->showRacks(false);
        if (auto* scene = qobject_cast<TopologyScene*>(topology_->scene()); scene && !element.ids.isEmpty()) {
            scene->selectElement(element);
            showSelected(*topology_);
        }
    } else if (element.kind == ElementKind::parameter) {
        if (QWidget* editor = parameters_->editor(element.ids[0]))
            editor->setFocus();
        return;
    }
    inspection_->show(element);
}

/// What is selected may lie outside of what is seen.
void MainWindow::showSelected(CanvasTab& canvas)
{
    QRectF selected;
    for (const QGraphicsItem* item : canvas.scene()->selectedItems())
        selected |= item->sceneBoundingRect();
    if (!selected.isEmpty())
        canvas.view()->ensureVisible(selected);
}

/// Of the element that is shown, with its label and what is wrong with it; the form may be longer than its panel.
void MainWindow::showField(const QString& field)
{
    QWidget* editor = inspector_->editor(field);
    if (!editor)
        return;
    // Where it lies is known when a form that was made just now has been laid out.
    QWidget* row = editor->parentWidget();
    QTimer::singleShot(0, row, [row] {
        for (QWidget* around = row->parentWidget(); around; around = around->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(around))
                area->ensureWidgetVisible(row, 0, rhythm::step);
    });
}

void MainWindow::goTo(const QString& pointer)
{
    const auto place = placeAt(model_.project(), pointer);
    if (!place)
        return;
    showElement(place->element);
    showField(place->field);
}

void MainWindow::makeHistory()
{
    auto* history = new QUndoView(model_.undoStack());
    history->setObjectName("undoHistory");
    history->setAccessibleName(tr("History"));
    history->setEmptyLabel(tr("As it was opened"));
    auto* project = findChild<QDockWidget*>("project");
    tabifyDockWidget(project, addDock("history", tr("History"), Qt::LeftDockWidgetArea, history));
    setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
    project->raise();
    for (auto* dock : {project, findChild<QDockWidget*>("history")}) {
        const auto title = [this, dock] { titleOrTab(*dock); };
        connect(dock, &QDockWidget::topLevelChanged, this, title, Qt::QueuedConnection);
        connect(dock, &QDockWidget::dockLocationChanged, this, title, Qt::QueuedConnection);
        title();
    }
}

/// A panel that has a tab needs no title above it that says the same.
void MainWindow::titleOrTab(QDockWidget& dock)
{
    const bool tab = !dock.isFloating() && !tabifiedDockWidgets(&dock).isEmpty();
    if (tab == (dock.titleBarWidget() != nullptr))
        return;
    delete dock.titleBarWidget();
    dock.setTitleBarWidget(tab ? new QWidget : nullptr);
}

void MainWindow::makeProblemMarks()
{
    problemButton_ = new QToolButton;
    problemButton_->setObjectName("problemCount");
    problemButton_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    problemButton_->setToolTip(tr("Show what the checks found"));
    setLook(problemButton_, Look::flat);
    connect(problemButton_, &QToolButton::clicked, this, [this] { results_->showTab(ResultsPanel::problemsTab); });
    statusBar()->addWidget(problemButton_);
    marks_ = new ProblemMarks(model_, {software_, topology_}, *tree_, this);
    connect(files_, &DocumentFiles::opened, this, [this] { firstCheck_ = !files_->path().isEmpty(); });
    connect(&checker_, &ProblemChecker::checked, this, &MainWindow::showProblems);
}

void MainWindow::showProblems(const project::Findings& findings)
{
    results_->setFindings(findings);
    inspection_->setFindings(findings);
    marks_->setFindings(findings);
    const bool errors = project::hasErrors(findings);
    problemButton_->setText(findings.empty()       ? tr("No problems")
                            : findings.size() == 1 ? tr("1 problem")
                                                   : tr("%1 problems").arg(findings.size()));
    problemButton_->setIcon(icon(errors ? "dialog-error" : findings.empty() ? "dialog-ok" : "dialog-warning"));
    // A file that was saved before it was finished: what is missing is said without a click.
    if (std::exchange(firstCheck_, false) && errors)
        results_->showTab(ResultsPanel::problemsTab);
}

} // namespace headroom::app
