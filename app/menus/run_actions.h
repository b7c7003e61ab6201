// The actions on runs: the Run menu, the list of runs with their files, light re-runs, the drawings that show a run,
// and reports.
#pragma once

#include "app/runs/light_rerun.h"
#include "app/runs/run_bar.h"
#include "app/runs/run_store.h"
#include "app/runs/runs_page.h"
#include "app/software/live_drawings.h"

namespace headroom::app {

class ResultsPanel;
class Workspace;

class RunActions : public QObject
{
    Q_OBJECT
public:
    RunActions(Workspace& workspace, ResultsPanel& results, LiveDrawings::OperationPath operationPath);
    ~RunActions() override;

    /// The list of runs. The caller puts it into a layout; it must live as long as this object.
    RunsPage& page() { return *page_; }
    RunStore& store() { return store_; }
    LightRerun& rerun() { return rerun_; }
    const RunBar::Actions& actions() const { return actions_; }
    void fillMenu(QMenu& menu);
    /// No run of the project starts unless this returns true; otherwise it shows the user why not.
    void setGate(std::function<bool()> gate) { gate_ = std::move(gate); }

    /// Runs the project and shows the timeline. If there is nothing to run, it reports why.
    void run();
    void openResult();
    /// Creates a report of the displayed run, compared with the baseline if there is one.
    void report();
    /// Creates a report of these runs; the first is the baseline.
    void report(const std::vector<int>& numbers);

signals:
    /// Open the project of a run as a new document.
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
    void exportTable(const widgets::DataTable& table);
    void enable();
    void showEnding(Ending ending);
    void showLastStored();

    Workspace& workspace_;
    RunController& controller_;
    ResultsPanel& results_;
    RunStore store_;
    RunsPage* page_;
    LightRerun rerun_;
    LiveDrawings drawings_;
    RunBar::Actions actions_{};
    QPoint pressed_; ///< where the mouse was pressed in the timeline
    std::function<bool()> gate_;
};

} // namespace headroom::app
