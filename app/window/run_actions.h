// Everything about runs beside their plots: where they are kept, their list, the drawings that follow them, ways to go
// on by a piece, light re-runs. One for each window.
#pragma once

#include "app/runs/light_rerun.h"
#include "app/runs/run_store.h"
#include "app/runs/runs_page.h"
#include "app/window/live_drawings.h"

namespace headroom::widgets {
class TimelineView;
}

namespace headroom::app {

class RunActions : public QObject
{
    Q_OBJECT
public:
    RunActions(widgets::DocumentModel& model, RunController& controller, DocumentFiles& files, QWidget* window);

    RunsPage& page() { return *page_; }
    LightRerun& rerun() { return *rerun_; }
    RunStore& store() { return *store_; }
    LiveDrawings& drawings() { return *drawings_; }
    /// The drawings that follow the run.
    void follow(CanvasTab& software, CanvasTab& topology, TopologyPage& page,
                LiveDrawings::OperationPath operationPath);
    /// A click into the timeline takes the time cursor there.
    void follow(widgets::TimelineView& timeline);
    /// Step by some times, run until.
    QList<QAction*> steps() const { return steps_; }
    /// Whether there is something to run; says so if not.
    bool run();
    void openResult();
    /// Of the run that is shown, against the baseline if there is one.
    void report();
    /// Of these runs, against the first of them.
    void report(const std::vector<int>& numbers);

signals:
    void message(const QString& level, const QString& text);
    /// Something was not done; why, in a sentence.
    void refused(const QString& why);
    /// A project as it was run is to be opened as a document of its own.
    void projectWanted(const QString& text, const QString& name);
    /// Figures are to be seen.
    void comparisonWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeSteps();
    void runUntil();
    void openProject(int number);
    void remove(const std::vector<int>& numbers);
    void enableSteps();

    widgets::DocumentModel& model_;
    RunController& controller_;
    DocumentFiles& files_;
    QWidget* window_;
    RunStore* store_;
    RunsPage* page_;
    LightRerun* rerun_;
    LiveDrawings* drawings_ = nullptr;
    widgets::TimelineView* timeline_ = nullptr;
    QPoint pressed_;
    QList<QAction*> steps_;
};

} // namespace headroom::app
