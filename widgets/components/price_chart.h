// What a component costs against what it can do: a point for each that states both.
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

    /// `figure` is the performance; `picked` are drawn filled.
    void setComponents(const std::vector<project::Component>& components, const std::string& figure,
                       const std::set<std::string>& picked);

    DataTable table() const override;
    bool isFilled() const override { return !points_.empty(); }
    /// The id of the component whose point lies near a place of the plot; empty if none does.
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
