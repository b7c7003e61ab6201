// Stacked curves over one axis of simulated time: what a run does, live, with the former run as a ghost behind.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/curve_data.h"

#include "record/series.h"

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

struct CurveSpec
{
    std::uint32_t series = 0; ///< id in the stream
    QString label;            ///< at the end of the curve: "p99", "storage processors"
    int colour = 0;           ///< index for seriesColour()
    QString name;             ///< full name for the data export; empty: panel and label
};

/// The area between two curves of a panel is shaded: between quantiles, say.
struct BandSpec
{
    std::uint32_t lower = 0, upper = 0; ///< series
    int colour = 0;
};

/// What replications say of a quantity: a mean and the half width of its 95 % confidence interval.
struct IntervalSpec
{
    QString label;
    double mean = 0, halfWidth = 0;
    int colour = 0;
};

struct PanelSpec
{
    QString title;    ///< "Throughput"
    QString subtitle; ///< under it: "PUT/s"
    QString unit;     ///< "1/s", "B/s", "s", "share", "1"
    QVector<CurveSpec> curves;
    QVector<BandSpec> bands = {};
    QVector<IntervalSpec> intervals = {}; ///< drawn over the measured time
    bool logarithmic = false;
};

class TimelineView : public ChartWidget
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Replaces everything that is shown.
    void setPanels(const QVector<PanelSpec>& panels);
    const QVector<PanelSpec>& panels() const { return specs_; }

    /// A sample of a curve that the view keeps itself. Painted at a fixed rate.
    void append(std::uint32_t series, double time, double value);
    /// Draws samples that someone else keeps. What is added to them is drawn after the next setNow().
    void setCurve(std::uint32_t series, std::shared_ptr<const CurveData> points);

    /// The former run's values of a series, drawn in grey behind.
    void setGhost(std::uint32_t series, const std::vector<double>& times, const std::vector<double>& values);
    void clearGhosts();
    /// What a real cluster did, laid over a curve: dashed, with the difference to the curve shaded. Empty: nothing.
    void setMeasured(std::uint32_t series, const QString& label, const std::vector<double>& times,
                     const std::vector<double>& values);
    bool hasMeasured(std::uint32_t series) const;
    /// The samples of a part of the time, finer than the curve keeps them: drawn while no more than that is seen.
    void setDetail(std::uint32_t series, double begin, double end, const std::vector<double>& times,
                   const std::vector<double>& values);
    /// Whether what is seen of a curve was joined from several samples for each point, and no detail is there.
    bool lacksDetail(std::uint32_t series) const;
    void setIntervals(int panel, const QVector<IntervalSpec>& intervals);

    /// The whole axis, from 0 to the run's duration; shows all of it.
    void setTimeRange(double begin, double end);
    /// Shades the time that does not count.
    void setWarmUp(double until);
    /// Current simulated time: the dashed line.
    void setNow(double time);

    void setHidden(std::uint32_t series, bool hidden);
    bool isHidden(std::uint32_t series) const;
    /// Dims all others; nothing: all alike.
    void setHighlighted(std::optional<std::uint32_t> series);
    void setLogarithmic(int panel, bool logarithmic);
    void showWholeTime();
    void showTime(double begin, double end);
    double visibleBegin() const;
    double visibleEnd() const;
    /// The window of time moves on with the run. Dragging ends it.
    void setFollowing(bool on);
    bool isFollowing() const { return followsNow_; }
    /// Two instants to read the curves at, with the difference; nothing: hidden.
    void setCursors(std::optional<std::array<double, 2>> cursors);
    const std::optional<std::array<double, 2>>& cursors() const { return cursors_; }

    /// Draws what was appended since the last painting at once; otherwise a timer does it.
    void paintNow();

    /// Rectangles of the direct labels as last painted, in the plot's pixels.
    QVector<QRectF> labelRects() const;

    DataTable table() const override;
    bool isFilled() const override;

signals:
    void runRequested();
    /// The user made a panel's scale linear or logarithmic.
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
    struct Curve
    {
        CurveSpec spec;
        int panel = 0;
        CurveData own; ///< without `shared`
        std::shared_ptr<const CurveData> shared;
        const CurveData& data() const { return shared ? *shared : own; }
        CurveData ghostData, measuredData;
        QString measuredLabel;
        CurveData detail;
        double detailBegin = 0, detailEnd = 0; ///< what `detail` covers; equal: nothing
        QCPGraph* graph = nullptr;
        QCPGraph* ghost = nullptr;
        QCPGraph* measured = nullptr;
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
    void drawBands();
    void thinLines();
    void scaleValues();
    void moveOn();
    void makeTools();
    void arrangeMargins();
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
    TimelineOverlay* overlay_ = nullptr;
    const Colours* colours_;
    QTimer timer_;
    bool dirty_ = false;
    bool dense_ = false;     ///< so much is drawn that lines are thin
    QTimer moving_;          ///< goes while the visible time moves: then a dense picture is coarser
    bool following_ = false; ///< while the time axes are being aligned
    double begin_ = 0, end_ = 60, warmUp_ = 0, now_ = 0;
    std::optional<std::uint32_t> highlighted_;
    std::optional<double> hover_;
    std::optional<std::array<double, 2>> cursors_;
    std::optional<int> draggedCursor_;
    bool followsNow_ = false;
    QToolButton *follow_ = nullptr, *cursorTool_ = nullptr;
};

} // namespace headroom::widgets
