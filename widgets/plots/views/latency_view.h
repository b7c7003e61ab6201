// The latency distribution of each operation: histogram and cumulative distribution.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/goal_lines.h"

#include "record/figures/figures.h"

#include <QPointer>
#include <functional>

#include <optional>

class QCheckBox;
class QComboBox;
class QCPAxisRect;
class QCPGraph;
class QMouseEvent;

namespace headroom::widgets {

/// Share of the operations with a latency of at most `ms`, interpolated linearly within a bucket.
double cumulativeShare(const std::vector<record::LatencyBucket>& buckets, double ms);
/// "p50 46.8 ms · p99 61.9 ms · p99.9 67.9 ms": the first two as they are shown everywhere, the last from the buckets.
QString quantilesInWords(const record::OperationSummary& operation);
using record::quantileMs;

class LatencyView : public ChartWidget
{
    Q_OBJECT
public:
    explicit LatencyView(QWidget* parent = nullptr);

    /// Sets a run that has ended; the earlier one is drawn in grey behind it.
    void setSummaries(const std::optional<record::Summary>& now, const std::optional<record::Summary>& former);
    /// Gives the colour index of an operation. Until it is set, they follow from the order of the operations.
    void setColours(std::function<int(const QString& operation)> colourOf) { colourOf_ = std::move(colourOf); }
    void setLogarithmic(bool on);
    /// Title of the histogram: the share of operations in each bin.
    QString histogramTitle() const;

    DataTable table() const override;
    bool isFilled() const override;

protected:
    void applyColours(const Colours& colours) override;
    bool forgetPointer() override;

private:
    friend class LatencyOverlay;
    struct Curve
    {
        QString operation;
        std::vector<record::LatencyBucket> buckets;
        QString quantiles; ///< in words
        int colour = 0;
        bool former = false;
        QCPGraph *histogram = nullptr, *cumulative = nullptr;
    };

    void addCurves(const std::optional<record::Summary>& summary, bool former);
    void rebuild();
    void setRanges();
    void setTicks();
    void fillCurve(Curve& curve);
    double upperMs(const Curve& curve) const;
    void onMouseMove(QMouseEvent* event);
    bool isShown(const Curve& curve) const;
    QVector<GoalLine> shownGoals() const;
    double heightOf(double share) const; ///< of a cumulative share, on its axis

    QComboBox* operations_;
    QCheckBox *logarithmic_, *tail_;
    QCPAxisRect *histogramRect_, *cumulativeRect_;
    std::vector<Curve> curves_;
    std::function<int(const QString&)> colourOf_;
    QVector<GoalLine> goals_; ///< of the run's latencies
    double binMs_ = 1;        ///< width of the histogram's bins on a linear axis
    double endMs_ = 0;        ///< of the axis
    const Colours* colours_;
    std::optional<double> hoverMs_;
    bool hoverRight_ = false;
};

} // namespace headroom::widgets
