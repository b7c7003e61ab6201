// Chart of price against performance: a point for each component that has both.
#pragma once

#include "project/library/components.h"
#include "widgets/plots/chart/chart_widget.h"

#include <set>
#include <vector>

class QCPGraph;
class QCPItemText;

namespace headroom::widgets {

class PriceChart : public ChartWidget
{
    Q_OBJECT
public:
    explicit PriceChart(QWidget* parent = nullptr);

    /// `figure` is the performance; the points of `picked` are filled.
    void setComponents(const std::vector<project::Component>& components, const std::string& figure,
                       const std::set<std::string>& picked);

    DataTable table() const override;
    bool isFilled() const override { return !points_.empty(); }
    /// The id of the component whose point is near a position in the plot; empty if there is none.
    QString componentAt(const QPointF& place) const;

signals:
    void picked(const QString& id);

protected:
    void applyColours(const Colours& colours) override;
    void prepareForExport() override;

private:
    struct Point
    {
        std::string id;
        QString title;
        double price = 0, performance = 0;
    };

    const Point* pointAt(const QPointF& place) const;
    void showLabel(const QPointF& place);

    std::vector<Point> points_;
    std::string figure_;
    QCPGraph *all_, *chosen_;
    QCPItemText* label_;
};

} // namespace headroom::widgets
