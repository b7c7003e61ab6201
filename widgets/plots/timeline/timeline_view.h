// Stacked curves over a common axis of simulated time. They are updated during a run; an earlier run is drawn as a
// ghost behind them.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/curve_data.h"
#include "widgets/plots/data/goal_lines.h"
#include "widgets/plots/data/visible_points.h"

#include "record/stream/series.h"

#include <QTimer>
#include <QVector>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

class QCPAxis;
class QCPAxisRect;
class QCPGraph;
class QCPRange;
class QMouseEvent;
class QToolButton;

namespace headroom::widgets {

class TimelineOverlay;
class TimelineReading;

/// A curve of a panel.
struct CurveSpec
{
    std::uint32_t series = 0; ///< id in the stream
    QString label;            ///< shown at the end of the curve: "p99", "storage processors"
    int colour = 0;           ///< index for seriesColour()
    QString name;             ///< full name for the data export; empty: panel and label
};

/// A shaded area between two curves of a panel, e.g. between quantiles.
struct BandSpec
{
    std::uint32_t lower = 0, upper = 0; ///< series
    int colour = 0;
};

/// The result of replications for a quantity: a mean and the half width of its 95 % confidence interval.
struct IntervalSpec
{
    QString label;
    double mean = 0, halfWidth = 0;
    int colour = 0;
};

/// A panel: curves with a common unit.
struct PanelSpec
{
    QString title;    ///< "Throughput"
    QString subtitle; ///< below the title: "PUT/s"
    QString unit;     ///< "1/s", "B/s", "s", "share", "1"
    QVector<CurveSpec> curves;
    QVector<BandSpec> bands = {};
    QVector<IntervalSpec> intervals = {}; ///< drawn over the measured time
    bool logarithmic = false;
    QVector<GoalLine> goals = {}; ///< drawn across the panel; far above its values only named
};

class TimelineView : public ChartWidget
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// The page shown before the first run, while the project cannot run yet; null: an offer to run.
    void setFirstStep(QWidget* page);
    /// Replaces all panels.
    void setPanels(const QVector<PanelSpec>& panels);
    const QVector<PanelSpec>& panels() const { return specs_; }

    /// Appends a sample to a curve that the view stores itself. Painted at a fixed rate.
    void append(std::uint32_t series, double time, double value);
    /// Draws a curve that another object stores. Samples added to it later are drawn after the next setNow().
    void setCurve(std::uint32_t series, std::shared_ptr<const CurveData> points);

    /// The earlier run's values of a series, drawn in grey behind the curve.
    void setGhost(std::uint32_t series, const std::vector<double>& times, const std::vector<double>& values);
    /// The same of a curve that another object stores.
    void setGhost(std::uint32_t series, std::shared_ptr<const CurveData> points);
    void clearGhosts();
    /// Measured data of a real cluster, laid over a curve: dashed, with the difference to the curve shaded. Empty
    /// vectors remove them.
    void setMeasured(std::uint32_t series, const QString& label, const std::vector<double>& times,
                     const std::vector<double>& values);
    bool hasMeasured(std::uint32_t series) const;
    /// The samples of a time range in finer resolution than the curve's points. They are drawn while the visible range
    /// is within it.
    void setDetail(std::uint32_t series, double begin, double end, const std::vector<double>& times,
                   const std::vector<double>& values);
    /// True if the visible points of a curve contain several samples each and no detail covers the range.
    bool lacksDetail(std::uint32_t series) const;
    void setIntervals(int panel, const QVector<IntervalSpec>& intervals);
    void setGoals(int panel, const QVector<GoalLine>& goals);
    /// Figures of the whole run by series, where they are not the means of the samples: the p99 of a run is not the
    /// mean of the p99 of its samples. They are on the labels while all of the measured time is visible.
    void setRunFigures(const std::map<std::uint32_t, double>& figures);

    /// Sets the range of the whole axis and shows all of it.
    void setTimeRange(double begin, double end);
    /// Shades the time of the warm-up.
    void setWarmUp(double until);
    /// Sets the current simulated time, shown as a dashed line.
    void setNow(double time);

    void setHidden(std::uint32_t series, bool hidden);
    bool isHidden(std::uint32_t series) const;
    /// Dims all other curves; nullopt: none is dimmed.
    void setHighlighted(std::optional<std::uint32_t> series);
    void setLogarithmic(int panel, bool logarithmic);
    void showWholeTime();
    void showTime(double begin, double end);
    double visibleBegin() const;
    double visibleEnd() const;
    /// The visible range moves with the run. Dragging ends this.
    void setFollowing(bool on);
    bool isFollowing() const { return followsNow_; }
    /// Two times at which the curves are read, with the difference; nullopt hides them.
    void setCursors(std::optional<std::array<double, 2>> cursors);
    const std::optional<std::array<double, 2>>& cursors() const { return cursors_; }

    /// Draws new samples immediately; otherwise a timer does it.
    void paintNow();

    /// The part of the visible time that the direct labels give means of: up to the last sample, and without the
    /// warm-up if more than that is visible. Nothing without samples there.
    std::optional<std::array<double, 2>> meanSpan() const;
    /// Rectangles and texts of the direct labels as last painted; rectangles in plot pixels.
    QVector<QRectF> labelRects() const;
    QStringList labelTexts() const;
    /// Notes above the curves on how to read them, as last painted: the time whose means the labels are, and the
    /// meaning of a band if there is one.
    QStringList captions() const;

    DataTable table() const override;
    bool isFilled() const override;

signals:
    void runRequested();
    /// The user changed a panel's scale to linear or logarithmic.
    void scaleChanged(int panel, bool logarithmic);
    void rangeChanged(double begin, double end);

protected:
    void applyColours(const Colours& colours) override;
    void prepareForExport() override;
    void extendMenu(QMenu& menu, const QPoint& position) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    friend class TimelineOverlay;
    friend class TimelineReading;
    friend class TimelineCursors;
    friend class TimelineBands;
    /// A curve, a ghost or measured data as drawn now.
    struct Trace
    {
        QCPGraph* graph = nullptr; ///< the line
        VisibleCurve visible;
    };
    struct Curve
    {
        CurveSpec spec;
        int panel = 0;
        CurveData own; ///< used if `shared` is null
        std::shared_ptr<const CurveData> shared;
        const CurveData& data() const { return shared ? *shared : own; }
        CurveData ownGhost, measuredData;
        std::shared_ptr<const CurveData> sharedGhost;
        const CurveData& ghostData() const { return sharedGhost ? *sharedGhost : ownGhost; }
        QString measuredLabel;
        CurveData detail;
        double detailBegin = 0, detailEnd = 0; ///< the range that `detail` covers; equal: none
        Trace now, ghost, measured;
        bool hidden = false;
        QString fullName(const PanelSpec& panel) const;
    };
    struct Panel
    {
        QCPAxisRect* rect = nullptr;
    };

    Curve* find(std::uint32_t series);
    const Curve* find(std::uint32_t series) const;
    void buildPanel(int index);
    void markDirty();
    void drawVisible(Curve& curve);
    bool detailCovers(const Curve& curve) const;
    /// The samples that are drawn of it.
    const CurveData& drawnData(const Curve& curve) const;
    /// The figure of the whole run, if the label has it now.
    std::optional<double> runFigure(const Curve& curve) const;
    void drawBands();
    void thinLines();
    void scaleValues();
    void moveOn();
    void makeTools();
    void arrangeMargins();
    void placeContent();
    /// Visible area of the plot, in its pixels.
    QRect visibleArea() const;
    void styleCurves();
    void followRange(QCPAxis* source, const QCPRange& range);
    void onMousePress(QMouseEvent* event);
    void onMouseMove(QMouseEvent* event);
    void leaveHover();
    std::optional<int> cursorAt(const QPoint& position) const;
    void stepTime(double shares);
    void zoomTime(double factor);
    bool eventFilter(QObject* watched, QEvent* event) override;

    QVector<PanelSpec> specs_;
    std::vector<Panel> panels_;
    std::vector<Curve> curves_;
    std::map<std::uint32_t, std::size_t> bySeries_;
    std::map<std::uint32_t, double> runFigures_;
    TimelineOverlay* overlay_ = nullptr;
    const Colours* colours_;
    QTimer timer_;
    bool dirty_ = false;
    bool dense_ = false;     ///< so many points are drawn that lines are thin
    QTimer moving_;          ///< active while the visible range moves; a dense picture is then coarser
    bool following_ = false; ///< the time axes are being aligned
    double begin_ = 0, end_ = 60, warmUp_ = 0, now_ = 0;
    std::optional<std::uint32_t> highlighted_;
    std::optional<double> hover_;
    std::optional<std::array<double, 2>> cursors_;
    std::optional<int> draggedCursor_;
    bool followsNow_ = false;
    QToolButton *follow_ = nullptr, *cursorTool_ = nullptr;
};

} // namespace headroom::widgets
