// Stacked curves over one axis of simulated time: what a run does, live, with the former run as a ghost behind.
#pragma once

#include "widgets/plots/chart_widget.h"
#include "widgets/plots/curve_data.h"

#include "record/series.h"

#include <QTimer>
#include <QVector>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

class QCPAxis;
class QCPAxisRect;
class QCPGraph;
class QCPRange;
class QMouseEvent;

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

struct PanelSpec
{
    QString title;    ///< "Throughput"
    QString subtitle; ///< under it: "PUT/s"
    QString unit;     ///< "1/s", "B/s", "s", "share", "1"
    QVector<CurveSpec> curves;
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

    /// Values of the series `watched`, in their order, at the samples' times. Series without a curve are ignored.
    /// Painted at a fixed rate.
    void append(const std::vector<record::Sample>& samples, const std::vector<std::uint32_t>& watched);
    void append(std::uint32_t series, double time, double value);
    /// Empties the curves; ghosts and panels stay.
    void clearCurves();

    /// The former run's values of a series, drawn in grey behind.
    void setGhost(std::uint32_t series, const std::vector<double>& times, const std::vector<double>& values);
    void clearGhosts();
    /// The curves become the ghosts, and are empty: for repeating a run.
    void turnCurvesToGhosts();

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
    std::optional<std::uint32_t> highlighted() const { return highlighted_; }
    void setLogarithmic(int panel, bool logarithmic);
    void showWholeTime();

    /// Draws what was appended since the last painting at once; otherwise a timer does it.
    void paintNow();

    /// Rectangles of the direct labels as last painted, in the plot's pixels.
    QVector<QRectF> labelRects() const;

    QString csv() const override;
    bool isFilled() const override;

signals:
    void runRequested();

protected:
    void applyColours(const Colours& colours) override;
    void prepareForExport() override;
    void extendMenu(QMenu& menu, const QPoint& position) override;

private:
    friend class TimelineOverlay;
    friend class TimelineReading;
    struct Curve
    {
        CurveSpec spec;
        int panel = 0;
        CurveData data, ghostData;
        QCPGraph* graph = nullptr;
        QCPGraph* ghost = nullptr;
        std::size_t drawn = 0; ///< points in the graph that are final
        unsigned generation = 0;
        bool hidden = false;
        QString fullName(const PanelSpec& panel) const;
    };
    struct Panel
    {
        QCPAxisRect* rect = nullptr;
        bool logarithmic = false;
    };

    Curve* find(std::uint32_t series);
    const Curve* find(std::uint32_t series) const;
    void buildPanel(int index);
    void markDirty();
    void drawNewPoints(Curve& curve);
    void drawGhost(Curve& curve);
    void scaleValues();
    void arrangeMargins();
    void styleCurves();
    void followRange(QCPAxis* source, const QCPRange& range);
    void onMousePress(QMouseEvent* event);
    void onMouseMove(QMouseEvent* event);
    void leaveHover();
    bool eventFilter(QObject* watched, QEvent* event) override;

    QVector<PanelSpec> specs_;
    std::vector<Panel> panels_;
    std::vector<Curve> curves_;
    std::map<std::uint32_t, std::size_t> bySeries_;
    TimelineOverlay* overlay_ = nullptr;
    const Colours* colours_;
    QTimer timer_;
    bool dirty_ = false;
    bool following_ = false; ///< while the time axes are being aligned
    double begin_ = 0, end_ = 60, warmUp_ = 0, now_ = 0;
    std::optional<std::uint32_t> highlighted_;
    std::optional<double> hover_;
};

} // namespace headroom::widgets
