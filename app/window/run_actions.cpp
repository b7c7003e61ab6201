#include "app/window/run_actions.h"

#include "app/document/document_files.h"
#include "app/report/report_dialog.h"
#include "app/runs/run_until_dialog.h"
#include "widgets/plots/timeline/timeline_view.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPushButton>
#include <qcustomplot.h>

namespace headroom::app {

using namespace widgets;

RunActions::RunActions(DocumentModel& model, RunController& controller, DocumentFiles& files, QWidget* window)
    : QObject(window), model_(model), controller_(controller), files_(files), window_(window),
      store_(new RunStore(controller, files, this)), page_(new RunsPage(controller.history())),
      rerun_(new LightRerun(model, controller, files, this))
{
    makeSteps();
    connect(store_, &RunStore::message, this, &RunActions::message);
    connect(rerun_, &LightRerun::message, this, &RunActions::message);
    connect(&controller_, &RunController::stateChanged, this, &RunActions::enableSteps);
    connect(page_, &RunsPage::showWanted, &controller_, &RunController::show);
    connect(page_, &RunsPage::compareWanted, this, [this](int now, int former) {
        controller_.show(now);
        controller_.history().chooseBaseline(former);
        emit comparisonWanted();
    });
    connect(page_, &RunsPage::projectWanted, this, &RunActions::openProject);
    connect(page_, &RunsPage::reportWanted, this, qOverload<const std::vector<int>&>(&RunActions::report));
    connect(page_, &RunsPage::stopWanted, &controller_, qOverload<int>(&RunController::stop));
    connect(page_, &RunsPage::deleteWanted, this, &RunActions::remove);
    connect(page_, &RunsPage::resultFileWanted, this, &RunActions::openResult);
    enableSteps();
}

void RunActions::makeSteps()
{
    const std::pair<QString, double> times[] = {
        {tr("Step by 10 ms"), 0.01}, {tr("Step by 100 ms"), 0.1}, {tr("Step by 1 s"), 1}, {tr("Step by 10 s"), 10}};
    for (const auto& [text, seconds] : times) {
        auto* action = new QAction(text, this);
        connect(action, &QAction::triggered, this, [this, by = seconds] { controller_.step(by); });
        steps_.append(action);
    }
    auto* until = new QAction(icon("media-seek-forward"), tr("Run &until …"), this);
    until->setShortcut(Qt::CTRL | Qt::Key_F5);
    connect(until, &QAction::triggered, this, &RunActions::runUntil);
    steps_.append(until);
}

/// What begins a run is always there, what goes on with one only while it goes on.
void RunActions::enableSteps()
{
    const auto state = controller_.state();
    const bool going = state == RunController::State::running || state == RunController::State::paused;
    for (QAction* action : steps_)
        action->setEnabled(going || action == steps_.back());
}

void RunActions::follow(CanvasTab& software, CanvasTab& topology, TopologyPage& page,
                        LiveDrawings::OperationPath operationPath)
{
    drawings_ = new LiveDrawings(controller_, software, topology, page, std::move(operationPath), this);
}

void RunActions::follow(TimelineView& timeline)
{
    timeline_ = &timeline;
    timeline.plot()->installEventFilter(this);
    connect(&controller_.cursor(), &TimeCursor::changed, timeline_, &TimelineView::setNow);
}

/// A click that is no drag: dragging pans.
bool RunActions::eventFilter(QObject* watched, QEvent* event)
{
    if (!timeline_ || watched != timeline_->plot())
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress)
        pressed_ = static_cast<QMouseEvent*>(event)->pos();
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool click = (mouse->pos() - pressed_).manhattanLength() < QApplication::startDragDistance();
        auto* rect = timeline_->plot()->axisRectAt(mouse->pos());
        if (click && mouse->button() == Qt::LeftButton && rect && rect->rect().contains(mouse->pos()))
            controller_.cursor().take(rect->axis(QCPAxis::atBottom)->pixelToCoord(mouse->pos().x()));
    }
    return QObject::eventFilter(watched, event);
}

bool RunActions::run()
{
    if (model_.project().workloads.empty()) {
        emit refused(tr("There is nothing to run: the project has no workload."));
        return false;
    }
    controller_.start(model_.project(), *files_.library());
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
        series = seriesOfProject(model_.project());
    RunUntilDialog dialog(std::move(series), window_);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto state = controller_.state();
    if (state == RunController::State::running || state == RunController::State::paused)
        controller_.runUntil(dialog.goal());
    else if (run())
        controller_.runUntil(controller_.history().runs().back().number, dialog.goal());
}

void RunActions::openProject(int number)
{
    const Run* run = controller_.history().find(number);
    QString problem;
    const QString text = run ? RunStore::projectText(*run, problem) : QString();
    if (!problem.isEmpty())
        emit message("error", problem);
    else if (run)
        emit projectWanted(text, run->title());
}

void RunActions::remove(const std::vector<int>& numbers)
{
    QMessageBox question(QMessageBox::Question, tr("Delete runs"),
                         numbers.size() == 1 ? tr("Delete a run and its result file?")
                                             : tr("Delete %1 runs and their result files?").arg(numbers.size()),
                         QMessageBox::Cancel, window_);
    question.setInformativeText(tr("Result files that were opened from elsewhere stay where they are."));
    question.setObjectName("deleteRuns");
    const auto* confirmed = question.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    question.exec();
    if (question.clickedButton() != confirmed)
        return;
    for (const int number : numbers)
        store_->remove(number);
}

void RunActions::report()
{
    const Run* run = controller_.history().current();
    const Run* former = controller_.history().baseline();
    if (!run || !run->summary)
        emit refused(tr("There is nothing to report yet: run the project first."));
    else if (former && former != run && !former->file.isEmpty())
        report({former->number, run->number});
    else
        report({run->number});
}

void RunActions::report(const std::vector<int>& numbers)
{
    QStringList files;
    for (const int number : numbers)
        if (const Run* run = controller_.history().find(number); run && !run->file.isEmpty())
            files += run->file;
    if (files.size() < static_cast<qsizetype>(numbers.size())) {
        emit refused(tr("A run whose result file is gone cannot be reported."));
        return;
    }
    auto* dialog = new ReportDialog(files, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void RunActions::openResult()
{
    const QString file =
        QFileDialog::getOpenFileName(window_, tr("Open result"), store_->folder(), tr("Headroom results (*.hrr)"));
    if (!file.isEmpty())
        store_->openResult(file);
}

} // namespace headroom::app
