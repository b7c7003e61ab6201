// Points of a study: one figure against another, those that no other point surpasses in both joined to the Pareto
// front.
#pragma once

#include "widgets/plots/chart/chart_widget.h"

#include <functional>
#include <optional>
#include <vector>

class QCPAxisRect;

namespace headroom::widgets {

struct ScatterPoint
{
    qulonglong number = 0; ///< of the point
    std::size_t index = 0; ///< in the list that was given
    double x = 0, y = 0;
};

struct ScatterAxis
{
    QString name;
    QString unit;                       ///< base unit; "%" for a share
    std::optional<bool> largerIsBetter; ///< nothing: neither is better, so there is no front
    bool steps = false;                 ///< chosen values: over a wide range the scale is logarithmic
};

/// The points that no other one surpasses: better in one coordinate and no worse in the other; by ascending x.
std::vector<ScatterPoint> paretoFront(std::vector<ScatterPoint> points, bool largerX, bool largerY);

class ScatterView : public ChartWidget
{
    Q_OBJECT
public:
    explicit ScatterView(QWidget* parent = nullptr);

    /// Describes the point with this index: "WORKERS = 64, DISK = X".
    using Naming = std::function<QString(std::size_t index)>;

    void setContent(const ScatterAxis& x, const ScatterAxis& y, std::vector<ScatterPoint> points, Naming nameOf);
    /// Marks a point; nothing: none.
    void setSelected(std::optional<qulonglong> point);

    DataTable table() const override;
    bool isFilled() const override { return !points_.empty(); }
    const std::vector<ScatterPoint>& front() const { return front_; }
    /// Position of a point, in pixels of the plot.
    QPointF place(const ScatterPoint& point) const;

signals:
    /// The user clicked on a point.
    void pointChosen(qulonglong number);

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class ScatterOverlay;
    const ScatterPoint* nearest(const QPointF& at) const;

    QCPAxisRect* rect_;
    ScatterAxis x_, y_;
    std::vector<ScatterPoint> points_, front_;
    Naming nameOf_;
    std::optional<qulonglong> selected_;
    const Colours* colours_;
    QPixmap cloud_; ///< the points as they were drawn on the screen; null: they have to be drawn anew
    QRectF cloudAxes_;
};

} // namespace headroom::widgets
