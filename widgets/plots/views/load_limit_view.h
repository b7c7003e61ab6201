// Chart of a load's limit: completions per second and latencies over the load, and the load that still holds.
#pragma once

#include "widgets/plots/chart/chart_widget.h"

#include <functional>
#include <optional>
#include <vector>

class QCPAxisRect;

namespace headroom::widgets {

/// A load that was simulated, with one seed.
struct LoadTrial
{
    double load = 1; ///< over the present one
    double perSecond = 0;
    double p99S = 0;                   ///< of all operations together; NaN: not known
    std::vector<double> ofGoalsS = {}; ///< the latencies that the goals limit, in their order; NaN: not known
    bool holds = false;
    QString why; ///< it does not hold
};

class LoadLimitView : public ChartWidget
{
    Q_OBJECT
public:
    explicit LoadLimitView(QWidget* parent = nullptr);

    /// `limit` with its interval, if it is known; the ends may be equal or NaN.
    struct Limit
    {
        double load, low, high;
    };
    void setContent(std::vector<LoadTrial> trials, std::optional<Limit> limit);
    /// The parameter that is raised, for the axis, and its present value: loads are drawn as its values. Empty: drawn
    /// over the present load.
    void setParameter(const QString& name, double present);
    /// A goal for a latency, in seconds. The lower part draws the limit and the latency of each, or the p99 of all
    /// operations if there is none.
    struct Goal
    {
        QString metric, text;
        double atMostS;
    };
    /// Before the content.
    void setGoals(std::vector<Goal> goals);

    DataTable table() const override;
    bool isFilled() const override { return !trials_.empty(); }
    /// Position of a trial in the upper part, in pixels of the plot.
    QPointF place(const LoadTrial& trial) const;

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class LoadLimitOverlay;
    /// Something over the load: completions in the upper part, latencies in the lower one.
    struct Line
    {
        QCPAxisRect* rect;
        QString name;
        std::function<double(const LoadTrial&)> value;
        int colour = -1; ///< of the series; -1: the accent
    };
    QColor colourOf(const Line& line) const;
    std::vector<Line> lines() const;
    void fill(QCPAxisRect& rect);
    void addGraph(const Line& line);
    QPointF placeIn(const Line& line, const LoadTrial& trial) const;

    QCPAxisRect *completions_, *latencies_;
    std::vector<LoadTrial> trials_;
    std::optional<Limit> limit_;
    std::vector<Goal> goals_;
    QString parameter_;
    double present_ = 1; ///< what a load of 1 is drawn as
    const Colours* colours_;
};

} // namespace headroom::widgets
