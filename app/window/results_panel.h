// The panel below the drawings: the timeline with the comparison, the other charts of a run, problems and messages.
#pragma once

#include "app/document/findings_view.h"
#include "app/document/next_steps_view.h"
#include "app/runs/run_controller.h"
#include "widgets/plots/timeline/timeline_view.h"
#include "widgets/plots/views/bars_view.h"
#include "widgets/plots/views/comparison_panel.h"

#include <QDockWidget>
#include <QTimer>

class QLabel;
class QPlainTextEdit;
class QSplitter;
class QStackedWidget;
class QTabBar;

namespace headroom::app {

class ChartsController;

class ResultsPanel : public QDockWidget
{
    Q_OBJECT
public:
    /// The order of the tabs: the timeline, the pages of the ChartsController, then the others.
    enum Tab
    {
        timelineTab,
        latencyTab,
        breakdownTab,
        heatMapTab,
        requestsTab,
        loadCurveTab,
        utilisationTab,
        problemsTab,
        messagesTab
    };

    ResultsPanel(RunController& controller, QWidget* parent);

    widgets::TimelineView& timeline() { return *timeline_; }
    widgets::BarsView& bars() { return *bars_; }
    ChartsController& charts() { return *charts_; }
    /// Contains the timeline and the widgets beside it.
    QSplitter& timelineSplit() { return *split_; }
    widgets::ComparisonPanel& comparison() { return *comparison_; }
    FindingsView& problems() { return *problems_; }
    NextStepsView& nextSteps() { return *steps_; }
    QPlainTextEdit& messages() { return *messages_; }
    void showTab(Tab tab);
    /// The visible chart, for export.
    widgets::ChartWidget& currentChart();
    void setFindings(const project::Findings& findings);
    /// Shows the steps that the project still needs before it can run.
    void setNextSteps(const QVector<widgets::NextStep>& steps, const project::Project& project);
    void addMessage(const QString& level, const QString& text);

private:
    void showSummaries();
    bool showSoFar(const Run& now, const Run* former, const QStringList& differences);
    QWidget* makeTitleBar();
    void showSteady();

    RunController& controller_;
    QTimer live_; ///< while a run goes on, its figures are shown anew at times
    QTabBar* tabs_;
    QStackedWidget* pages_;
    widgets::TimelineView* timeline_;
    widgets::ComparisonPanel* comparison_;
    widgets::BarsView* bars_;
    ChartsController* charts_;
    QSplitter* split_;
    QLabel* steady_; ///< in the title: the steady throughput of the run that goes on
    FindingsView* problems_;
    NextStepsView* steps_; ///< above the problems
    QPlainTextEdit* messages_;
};

} // namespace headroom::app
