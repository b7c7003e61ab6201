// Decides which series of a run the timeline shows and in which colours: the series that the user chose, or else the
// most informative ones. Also draws the baseline's curves and measured data behind them.
#pragma once

#include "app/base/in_thread.h"
#include "app/charts/plot_layout.h"
#include "app/runs/run_controller.h"
#include "widgets/plots/timeline/timeline_view.h"

#include <QHash>
#include <QTimer>

namespace headroom::record {
struct MeasuredCurve;
}

namespace headroom::app {

class DocumentFiles;

class TimelineController : public QObject
{
    Q_OBJECT
public:
    TimelineController(RunController& controller, widgets::DocumentModel& model, const DocumentFiles& files,
                       widgets::TimelineView& view, QObject* parent = nullptr);
    ~TimelineController() override; ///< waits until reading has finished

    /// Names of the series that have curves now.
    const QStringList& shown() const { return shown_; }
    /// Adds the curve of a series or removes it. This is an undoable step of the document.
    void pick(const QString& series, bool on);
    /// Discards the user's choice; the studio chooses again.
    void chooseAutomatically();
    /// Sets the result file of the displayed run, which has every sample; empty while there is none.
    void setResultFile(const QString& path);
    /// Asks which column of a CSV file is laid over which curve, and stores the choice in the project.
    void layOver(const QString& path, QWidget* parent);
    void dropMeasured();
    bool hasMeasured() const { return !layout_.measured.isEmpty() || !elsewhere_.isEmpty(); }

signals:
    void shownChanged();
    void message(const QString& level, const QString& text);

private:
    void begin();
    void takeSamples();
    QStringList wanted() const;
    QStringList automatic() const;
    QVector<widgets::PanelSpec> chosenPanels();
    void build(const QStringList& names);
    void layoutChanged();
    void watchShown();
    void showGhosts();
    void showRunFigures();
    void showIntervals();
    QVector<widgets::GoalLine> goals() const;
    void showGoals();
    void showMeasured();
    void readDetail();
    record::MeasuredCurve curveOf(const QString& series) const;
    const record::SeriesInfo* find(const QString& series) const;
    QString folder() const;

    RunController& controller_;
    widgets::DocumentModel& model_;
    const DocumentFiles& files_;
    widgets::TimelineView& view_;
    PlotLayout layout_;
    QVector<PlotLayout::Measured> elsewhere_; ///< for this session only: the file is not in the project's folder
    QStringList shown_;
    QHash<QString, std::size_t> places_; ///< index of each series of the run by name; there may be 100 000
    QString file_;
    double longestS_ = 0; ///< of the run shown, when it began
    QTimer looked_;       ///< ends shortly after the last change of the visible time range
    Question detail_;
    QThreadPool pool_;
};

} // namespace headroom::app
