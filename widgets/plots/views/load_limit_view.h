// Chart of a load's limit: completions per second and p99 over the load, and the load that still holds.
#pragma once

#include "widgets/plots/chart/chart_widget.h"

#include <optional>
#include <vector>

class QCPAxisRect;

namespace headroom::widgets {

/// A load that was simulated, with one seed.
struct LoadTrial
{
    double load = 1; ///< over the present one
    double perSecond = 0;
    double p99S = 0; ///< NaN: not known
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
    /// A goal for the latency p99, in seconds, drawn across the lower part.
    struct Goal
    {
        QString text;
        double atMostS;
    };
    void setGoals(std::vector<Goal> goals);

    DataTable table() const override;
    bool isFilled() const override { return !trials_.empty(); }
    /// Position of a trial in the upper part, in pixels of the plot.
    QPointF place(const LoadTrial& trial) const;

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class LoadLimitOverlay;
    struct Part
    {
        QCPAxisRect* rect;
        double LoadTrial::*figure;
    };
    void fill(const Part& part);
    QPointF placeIn(const Part& part, const LoadTrial& trial) const;

    std::vector<Part> parts_; ///< from top to bottom
    std::vector<LoadTrial> trials_;
    std::optional<Limit> limit_;
    std::vector<Goal> goals_;
    QString parameter_;
    double present_ = 1; ///< what a load of 1 is drawn as
    const Colours* colours_;
};

} // namespace headroom::widgets
