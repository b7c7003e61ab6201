// Throughput against latency: a point for each run. Runs that differ only in their load are joined to a curve, which
// bends where the system saturates.
#pragma once

#include "widgets/plots/chart/chart_widget.h"

#include "record/summary/summary.h"

class QComboBox;
class QCPAxisRect;

namespace headroom::widgets {

struct LoadPoint
{
    QString run; ///< "Run 3 · SSD DC S3700"
    QString operation;
    double perSecond = 0;
    record::LatencySummary latency;
    bool current = false; ///< belongs to the displayed run
    /// Equal for runs that differ in nothing but their load.
    QByteArray configuration = {};
};

class LoadCurveView : public ChartWidget
{
    Q_OBJECT
public:
    explicit LoadCurveView(QWidget* parent = nullptr);

    void setPoints(std::vector<LoadPoint> points);

    DataTable table() const override;
    bool isFilled() const override { return !points_.empty(); }

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class LoadCurveOverlay;
    double latencyS(const LoadPoint& point) const;
    std::vector<const LoadPoint*> shown() const;
    std::vector<QByteArray> configurations() const;
    QColor colourOf(const LoadPoint& point) const;
    void rebuild();

    QComboBox *operations_, *metrics_;
    QCPAxisRect* rect_;
    std::vector<LoadPoint> points_;
    const Colours* colours_;
};

} // namespace headroom::widgets
