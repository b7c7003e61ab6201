#include "app/menus/run_actions.h"

#include "app/base/file_name.h"
#include "app/document/help_pages.h"
#include "app/frame/workspace.h"
#include "app/report/report_dialog.h"
#include "app/results/results_panel.h"
#include "app/runs/run_until_dialog.h"
#include "widgets/files/written_file.h"
#include "widgets/plots/timeline/timeline_view.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPushButton>
#include <QTabWidget>
#include <qcustomplot.h>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr qsizetype mostNamed = 8; // runs that a question lists

/// The titles of runs, one a line.
QString listOf(const QStringList& titles)
{
    const QString all = titles.mid(0, mostNamed).join('\n');
    const qsizetype more = titles.size() - mostNamed;
    return more > 0 ? all + '\n' + RunActions::tr("and %1 more").arg(more) : all;
}

} // namespace

RunActions::RunActions(Workspace& workspace, ResultsPanel& results, LiveDrawings::OperationPath operationPath)
    : QObject(&workspace.window()), workspace_(workspace), controller_(workspace.runs()), results_(results),
      store_(controller_, workspace.files(), this), page_(new RunsPage(controller_.history())),
      rerun_(workspace.model(), controller_, workspace.files(), this),
      drawings_(controller_, workspace.model(), workspace.files(), workspace.software(), workspace.topology(),
                workspace.topologyPage(), std::move(operationPath), this)
{
    makeActions();
    makeSteps();
    connectPage();
    connectRuns();
    followDrawings();
    enable();
}

RunActions::~RunActions()
{
    delete page_; // deleted here, because it uses the runs, which are destroyed before the window's widgets
}

QAction* RunActions::addAction(const char* iconName, const QString& text, const QKeySequence& key,
                               std::function<void()> act)
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setShortcut(key);
    action->setToolTip(tr("%1 (%2)").arg(QString(text).remove('&'), key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, std::move(act));
    return action;
}

void RunActions::makeActions()
{
    actions_.run = addAction("media-playback-start", tr("&Run"), Qt::Key_F5, [this] { run(); });
    actions_.pause =
        addAction("media-playback-pause", tr("&Pause"), Qt::Key_F6, [this] { controller_.pauseOrResume(); });
    actions_.stop =
        addAction("media-playback-stop", tr("&Stop"), Qt::SHIFT | Qt::Key_F5, [this] { controller_.stop(); });
    actions_.step = addAction("media-skip-forward", tr("S&tep"), Qt::Key_F7, [this] { controller_.step(); });
    actions_.rerun = rerun_.action();
}

void RunActions::makeSteps()
{
    const std::pair<QString, double> times[] = {
        {tr("Step by 10 ms"), 0.01}, {tr("Step by 100 ms"), 0.1}, {tr("Step by 1 s"), 1}, {tr("Step by 10 s"), 10}};
    for (const auto& [text, seconds] : times) {
        auto* action = new QAction(text, this);
        connect(action, &QAction::triggered, this, [this, by = seconds] { controller_.step(by); });
        actions_.steps.append(action);
    }
    auto* until = new QAction(icon("media-seek-forward"), tr("Run &until …"), this);
    until->setShortcut(Qt::CTRL | Qt::Key_F5);
    connect(until, &QAction::triggered, this, &RunActions::runUntil);
    actions_.steps.append(until);
}

void RunActions::fillMenu(QMenu& menu)
{
    menu.addActions({actions_.run, actions_.pause, actions_.stop, actions_.step});
    menu.addActions(actions_.steps);
    menu.addSeparator();
    menu.addAction(actions_.rerun);
    menu.addAction(icon("document-open"), tr("Open &result …"), this, &RunActions::openResult);
    menu.addSeparator();
    menu.addAction(tr("Compare with &previous run"), this,
                   [this] { controller_.history().chooseBaseline(std::nullopt); });
}

void RunActions::connectPage()
{
    NextStepsView& steps = results_.nextSteps();
    connect(&steps, &NextStepsView::stepsChanged, page_,
            [this, &steps] { page_->setFirstStep(steps.makeFirstStep()); });
    connect(page_, &RunsPage::showWanted, &controller_, &RunController::show);
    connect(page_, &RunsPage::compareWanted, this, &RunActions::compare);
    connect(page_, &RunsPage::projectWanted, this, &RunActions::openProject);
    connect(page_, &RunsPage::reportWanted, this, qOverload<const std::vector<int>&>(&RunActions::report));
    connect(page_, &RunsPage::stopWanted, &controller_, qOverload<int>(&RunController::stop));
    connect(page_, &RunsPage::deleteWanted, this, &RunActions::remove);
    connect(page_, &RunsPage::resultFileWanted, this, &RunActions::openResult);
    connect(page_, &RunsPage::tableWanted, this, &RunActions::exportTable);
}

void RunActions::connectRuns()
{
    connect(&store_, &RunStore::message, &results_, &ResultsPanel::addMessage);
    connect(&store_, &RunStore::formerRead, this, &RunActions::showLastStored);
    connect(&rerun_, &LightRerun::message, &results_, &ResultsPanel::addMessage);
    connect(&controller_, &RunController::stateChanged, this, &RunActions::enable);
    connect(&controller_, &RunController::begun, this, &RunActions::enable);
    connect(&controller_, &RunController::finished, this, &RunActions::showEnding);
    TimelineView& timeline = results_.timeline();
    connect(&timeline, &TimelineView::runRequested, this, &RunActions::run);
    connect(&controller_.cursor(), &TimeCursor::changed, &timeline, &TimelineView::setNow);
    timeline.plot()->installEventFilter(this);
}

void RunActions::followDrawings()
{
    connect(&workspace_.tabs(), &QTabWidget::currentChanged, &drawings_, &LiveDrawings::show);
    connect(&workspace_.topologyPage(), &TopologyPage::redrawn, &drawings_, &LiveDrawings::show);
}

/// An opened project shows what was found out last, unless a run is displayed already.
void RunActions::showLastStored()
{
    if (controller_.history().shown())
        return;
    const auto& runs = std::as_const(controller_.history()).runs();
    const auto last =
        std::find_if(runs.rbegin(), runs.rend(), [](const Run& run) { return run.ending == Ending::finished; });
    if (last == runs.rend())
        return;
    const int number = last->number;
    controller_.show(number);
    workspace_.status().say(tr("The last finished run is shown: %1.").arg(controller_.history().find(number)->title()));
}

/// Actions that start a run are always enabled; those that act on a run are enabled while it is active.
void RunActions::enable()
{
    const Run* run = std::as_const(controller_.history()).current();
    const auto state = controller_.state();
    const bool paused = state == RunController::State::paused;
    const bool going = state == RunController::State::running || paused;
    for (QAction* action : actions_.steps)
        action->setEnabled(going || action == actions_.steps.back());
    actions_.pause->setEnabled(going);
    actions_.step->setEnabled(going);
    actions_.stop->setEnabled(going || state == RunController::State::starting || (run && run->queued));
    actions_.pause->setText(paused ? tr("&Resume") : tr("&Pause"));
    actions_.pause->setIcon(icon(paused ? "media-playback-start" : "media-playback-pause"));
}

/// Shows the messages of a run that failed.
void RunActions::showEnding(Ending ending)
{
    if (ending != Ending::finished && ending != Ending::stopped && ending != Ending::crashed)
        results_.showTab(ResultsPanel::messagesTab);
}

/// A click on the timeline moves the time cursor there. Dragging pans.
bool RunActions::eventFilter(QObject* watched, QEvent* event)
{
    QCustomPlot* plot = results_.timeline().plot();
    if (watched != plot)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress)
        pressed_ = static_cast<QMouseEvent*>(event)->pos();
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool click = (mouse->pos() - pressed_).manhattanLength() < QApplication::startDragDistance();
        auto* rect = plot->axisRectAt(mouse->pos());
        if (click && mouse->button() == Qt::LeftButton && rect && rect->rect().contains(mouse->pos()))
            controller_.cursor().take(rect->axis(QCPAxis::atBottom)->pixelToCoord(mouse->pos().x()));
    }
    return QObject::eventFilter(watched, event);
}

void RunActions::run()
{
    if (start())
        results_.showTab(ResultsPanel::timelineTab);
}

bool RunActions::start()
{
    if (gate_ && !gate_())
        return false;
    controller_.start(workspace_.model().project(), *workspace_.files().library());
    return true;
}

void RunActions::runUntil()
{
    std::vector<record::SeriesInfo> series;
    if (const Run* run = controller_.history().current())
        for (const record::SeriesInfo& one : run->series)
            if (!record::ofSingleNode(one) && !record::ofBlock(one))
                series.push_back(one);
    if (series.empty())
        series = seriesOfProject(workspace_.model().project());
    RunUntilDialog dialog(std::move(series), &workspace_.window());
    setManualPage(dialog, "run-until");
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto state = controller_.state();
    if (state == RunController::State::running || state == RunController::State::paused)
        controller_.runUntil(dialog.goal());
    else if (start())
        controller_.runUntil(controller_.history().runs().back().number, dialog.goal());
}

void RunActions::compare(int now, int former)
{
    controller_.show(now);
    controller_.history().chooseBaseline(former);
    results_.showTab(ResultsPanel::timelineTab);
}

void RunActions::openProject(int number)
{
    const Run* run = controller_.history().find(number);
    QString problem;
    const QString text = run ? RunStore::projectText(*run, problem) : QString();
    if (!problem.isEmpty())
        results_.addMessage("error", problem);
    else if (run)
        emit projectWanted(text, run->title());
}

void RunActions::remove(const std::vector<int>& numbers)
{
    QStringList titles;
    for (const int number : numbers)
        if (const Run* run = controller_.history().find(number))
            titles += run->title();
    QMessageBox question(QMessageBox::Question, tr("Delete runs"),
                         titles.size() == 1 ? tr("Delete “%1” and its result file?").arg(titles.front())
                                            : tr("Delete %1 runs and their result files?").arg(titles.size()),
                         QMessageBox::Cancel, &workspace_.window());
    QString more = tr("Result files that were opened from elsewhere stay where they are.");
    if (titles.size() > 1)
        more = listOf(titles) + "\n\n" + more;
    question.setInformativeText(more);
    question.setObjectName("deleteRuns");
    const auto* confirmed = question.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    question.exec();
    if (question.clickedButton() != confirmed)
        return;
    for (const int number : numbers)
        store_.remove(number);
}

/// Exports the ticked runs.
void RunActions::exportTable(const DataTable& table)
{
    const QString project = workspace_.files().path();
    const QString name =
        fileNameOf(
            {workspace_.files().isOpen() ? QFileInfo(workspace_.files().displayName()).completeBaseName() : QString(),
             tr("runs")}) +
        ".csv";
    const QString path = chooseFile(&workspace_.window(), tr("Export the table"),
                                    project.isEmpty() ? name : QFileInfo(project).path() + '/' + name,
                                    tr("Comma-separated values (*.csv);;Excel workbook (*.xlsx)"));
    if (path.isEmpty())
        return;
    const bool workbook = path.endsWith(".xlsx", Qt::CaseInsensitive);
    const QString problem = workbook ? writeXlsx(path, {table}) : writeWhole(path, toCsv(table).toUtf8());
    if (problem.isEmpty())
        workspace_.status().say(tr("The table was written to %1.").arg(path));
    else
        results_.addMessage("error", problem);
}

void RunActions::report()
{
    const Run* run = controller_.history().current();
    const Run* former = controller_.history().baseline();
    if (!run || !run->summary)
        workspace_.status().say(tr("There is nothing to report yet: run the project first."));
    else if (former && former != run && !former->file.isEmpty())
        report({former->number, run->number});
    else
        report({run->number});
}

void RunActions::report(const std::vector<int>& numbers)
{
    QList<RunFile> files;
    for (const int number : numbers)
        if (const Run* run = controller_.history().find(number); run && !run->file.isEmpty())
            files.append({run->file, number});
    if (files.size() < static_cast<qsizetype>(numbers.size())) {
        workspace_.status().say(tr("A run without its result file cannot be reported."));
        return;
    }
    auto* dialog = new ReportDialog(files, &workspace_.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (const QString project = workspace_.files().path(); !project.isEmpty())
        dialog->setFolder(QFileInfo(project).path());
    dialog->open();
}

void RunActions::openResult()
{
    const QString file = QFileDialog::getOpenFileName(&workspace_.window(), tr("Open result"), store_.folder(),
                                                      tr("Headroom results (*.hrr)"));
    if (!file.isEmpty())
        store_.openResult(file);
}

} // namespace headroom::app
