// The panel below the drawings: the timeline with the comparison, the other charts of a run, problems and messages.
#pragma once

#include "app/document/findings_view.h"
#include "app/document/next_steps_view.h"
#include "app/results/prediction_text.h"
#include "app/runs/run_controller.h"
#include "widgets/plots/timeline/timeline_view.h"
#include "widgets/plots/views/bars_view.h"
#include "widgets/plots/views/comparison_panel.h"

#include <QDockWidget>
#include <QTimer>

#include <functional>

class QLabel;
class QPlainTextEdit;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QToolButton;

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
    /// Shows the panel, opened, with this tab.
    void showTab(Tab tab);
    /// Folded to its tabs, or open at the height that it had. A click on a tab opens it.
    void setFolded(bool folded);
    bool isFolded() const { return folded_; }
    /// The height that it has, or gets when it is opened.
    int openHeight() const { return folded_ ? openHeight_ : height(); }
    void setOpenHeight(int height) { openHeight_ = height; }
    /// The visible chart, for export.
    widgets::ChartWidget& currentChart();
    void setFindings(const project::Findings& findings);
    /// Shows the steps that the project still needs before it can run.
    void setNextSteps(const QVector<widgets::NextStep>& steps, const project::Project& project);
    void addMessage(const QString& level, const QString& text);
    /// Returns the intervals in which the figures of a run would be measured.
    using Predictor = std::function<PredictionText(const record::Summary& summary)>;
    void setPredictor(Predictor predictor) { predictor_ = std::move(predictor); }

signals:
    /// The user has folded or opened the panel by its title.
    void foldedByUser(bool folded);

private:
    void foldByUser(bool folded);
    void showFold();
    void showSummaries();
    bool showSoFar(const Run& now, const Run* former, const QStringList& differences);
    QWidget* makeTitleBar();
    void showSteady();

    RunController& controller_;
    Predictor predictor_;
    QTimer live_; ///< while a run goes on, its figures are shown anew at times
    QTabBar* tabs_;
    QToolButton* fold_; ///< in the title
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
    bool folded_ = false;
    int openHeight_ = 0; ///< of the panel before it was folded; 0: it was not shown yet
};

} // namespace headroom::app
