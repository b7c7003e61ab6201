// Fills the charts beside the timeline for the displayed run: from its summary, from its stream while it is active, and
// from its result file once there is one.
#pragma once

#include "app/base/in_thread.h"
#include "app/runs/run_controller.h"

class QWidget;

namespace headroom::widgets {
class BreakdownView;
class HeatMapView;
class LatencyView;
class LoadCurveView;
class RequestTimeline;
} // namespace headroom::widgets

namespace headroom::app {

class ChartsController : public QObject
{
    Q_OBJECT
public:
    /// The caller puts the charts into a layout, which then owns them.
    ChartsController(RunController& controller, QObject* parent);
    ~ChartsController() override; ///< waits until reading has finished

    widgets::LatencyView& latency() { return *latency_; }
    widgets::BreakdownView& breakdown() { return *breakdown_; }
    widgets::HeatMapView& heatMap() { return *heatMap_; }
    widgets::RequestTimeline& requests() { return *requests_; }
    widgets::LoadCurveView& loadCurve() { return *loadCurve_; }

    /// All of them with their titles, in the order of their tabs beside the timeline.
    QList<std::pair<QString, QWidget*>> pages();

    /// Sets the result file of the displayed run; empty if there is none. The file is read in a thread.
    void setResultFile(const QString& path);

signals:
    /// The user clicked a block in a sampled request.
    void blockChosen(const QString& role, const QString& operation, const QString& block);
    void message(const QString& level, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Metric
    {
        QStringList nodes;
        std::vector<std::uint32_t> series;
        QString unit;
    };

    void begin();
    void showSummaries();
    void showLoadCurve();
    void take(const std::vector<record::Sample>& samples);
    void findMetrics();
    void beginHeatMap();
    void readRequests();
    void readHeatMap();
    void showHeatMap();

    RunController& controller_;
    widgets::LatencyView* latency_;
    widgets::BreakdownView* breakdown_;
    widgets::HeatMapView* heatMap_;
    widgets::RequestTimeline* requests_;
    widgets::LoadCurveView* loadCurve_;

    QString file_;
    bool mapPending_ = false; ///< the file's heat map is read when the chart becomes visible
    Question run_;            ///< the displayed run
    Question metric_;         ///< the selected metric of the heat map
    std::map<QString, Metric> metrics_;
    std::vector<int> rows_;             ///< row of the heat map for each value of a sample, or −1
    std::vector<std::uint32_t> rowsOf_; ///< the watched series for which `rows_` was built
    QThreadPool pool_;
};

} // namespace headroom::app
