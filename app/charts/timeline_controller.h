// Decides which series of a run the timeline shows, and in which colours: those that people chose, else those that say
// most; keeps the ghost of the baseline and what was measured behind.
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
    ~TimelineController() override; ///< what is being read is read to its end

    /// Names of the series that have curves now.
    const QStringList& shown() const { return shown_; }
    /// Gives a series a curve, or takes it away: an undoable step of the document.
    void pick(const QString& series, bool on);
    /// The studio chooses again.
    void chooseAutomatically();
    /// Where the run that is shown keeps every sample; empty: nowhere yet.
    void setResultFile(const QString& path);
    /// Asks which column of a CSV file lies over which curve; keeps it with the project.
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
    void showIntervals();
    void showMeasured();
    void readDetail();
    record::MeasuredCurve curveOf(const QString& series) const;
    const record::SeriesInfo* find(const QString& series) const;
    QString folder() const;
    int colourOf(const QString& thing);

    RunController& controller_;
    widgets::DocumentModel& model_;
    const DocumentFiles& files_;
    widgets::TimelineView& view_;
    PlotLayout layout_;
    QVector<PlotLayout::Measured> elsewhere_; ///< laid over for this session only: not in the project's folder
    QStringList shown_;
    QHash<QString, std::size_t> places_; ///< of the run's series, by name: there may be a hundred thousand
    QHash<QString, int> colours_;        ///< the same thing has the same colour for the whole session
    QString file_;
    QTimer looked_; ///< ends a little after the visible time was last changed
    Question detail_;
    QThreadPool pool_;
};

} // namespace headroom::app
