// What is done about runs: the Run menu, the list of runs with the files they are kept in, light re-runs, the drawings
// that follow a run, reports.
#pragma once

#include "app/runs/light_rerun.h"
#include "app/runs/run_bar.h"
#include "app/runs/run_store.h"
#include "app/runs/runs_page.h"
#include "app/window/live_drawings.h"

namespace headroom::app {

class ResultsPanel;
class Workspace;

class RunActions : public QObject
{
    Q_OBJECT
public:
    RunActions(Workspace& workspace, ResultsPanel& results, LiveDrawings::OperationPath operationPath);
    ~RunActions() override;

    /// The list of runs; whoever puts it into a layout has to be there as long as this.
    RunsPage& page() { return *page_; }
    RunStore& store() { return store_; }
    LightRerun& rerun() { return rerun_; }
    const RunBar::Actions& actions() const { return actions_; }
    void fillMenu(QMenu& menu);

    /// Runs the project, and shows the timeline; says so if there is nothing to run.
    void run();
    void openResult();
    /// Of the run that is shown, against the baseline if there is one.
    void report();
    /// Of these runs, against the first of them.
    void report(const std::vector<int>& numbers);

signals:
    /// A project as it was run is to be opened as a document of its own.
    void projectWanted(const QString& text, const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAction* addAction(const char* iconName, const QString& text, const QKeySequence& key, std::function<void()> act);
    void makeActions();
    void makeSteps();
    void connectPage();
    void connectRuns();
    void followDrawings();
    bool start();
    void runUntil();
    void compare(int now, int former);
    void openProject(int number);
    void remove(const std::vector<int>& numbers);
    void enable();
    void showEnding(Ending ending);

    Workspace& workspace_;
    RunController& controller_;
    ResultsPanel& results_;
    RunStore store_;
    RunsPage* page_;
    LightRerun rerun_;
    LiveDrawings drawings_;
    RunBar::Actions actions_{};
    QPoint pressed_; ///< in the timeline
};

} // namespace headroom::app
