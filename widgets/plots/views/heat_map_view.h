// A heat map of nodes × time: one metric of every node, with the hottest nodes named.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/heat_data.h"

#include <QStringList>
#include <QTimer>

#include <optional>

class QComboBox;
class QCPAxisRect;
class QLabel;

namespace headroom::widgets {

class HeatMapView : public ChartWidget
{
    Q_OBJECT
public:
    explicit HeatMapView(QWidget* parent = nullptr);

    /// Sets the available metrics. The chosen one is kept if it is still available; otherwise a signal reports the new
    /// one.
    void setMetrics(const QStringList& metrics);
    QString chosenMetric() const;
    void chooseMetric(const QString& metric);

    /// Clears the map. `nodes` is the order of the rows; the nodes of a group ("storage-1", "storage-2") are adjacent.
    /// `warmUp`: values up to then do not count for the hottest nodes.
    void begin(const QStringList& nodes, const QString& unit, double from, double until, double warmUp = 0);
    /// The values of all nodes at a time, in the order of the rows. Painted at a fixed rate.
    void append(double time, const std::vector<float>& values);
    /// Sets the whole map.
    void setMap(HeatData map);
    const HeatData& map() const { return map_; }
    const QStringList& nodes() const { return nodes_; }
    /// Shows on the empty page why there is no map.
    void setReason(const QString& sentence);

    struct Hot
    {
        QString node;
        double mean = 0, maximum = 0;
    };
    /// The nodes with the highest mean values.
    std::vector<Hot> hottest(std::size_t count) const;

    DataTable table() const override;
    bool isFilled() const override { return map_.columns() > 0; }
    void showWholeTime();

signals:
    void metricChosen(const QString& metric);

protected:
    void applyColours(const Colours& colours) override;
    void extendMenu(QMenu& menu, const QPoint& position) override;

private:
    friend class HeatDrawing;
    struct Group
    {
        QString name;
        std::size_t first = 0, count = 0;
    };

    double scaleEnd() const;
    std::optional<std::size_t> rowAt(const QPoint& position) const;
    void markDirty();

    QComboBox* metrics_;
    QLabel* reason_;
    QCPAxisRect* rect_;
    QStringList nodes_;
    std::vector<Group> groups_;
    QString unit_;
    HeatData map_;
    double from_ = 0, until_ = 1;
    const Colours* colours_;
    QTimer timer_;
};

} // namespace headroom::widgets
