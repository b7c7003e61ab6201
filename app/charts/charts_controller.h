// What the charts beside the timeline show: the run that is shown, from its summary, its stream while it goes on, and
// its result file once there is one.
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
    /// The charts belong to whoever puts them into a layout.
    ChartsController(RunController& controller, QObject* parent);
    ~ChartsController() override; ///< what is being read is read to its end

    widgets::LatencyView& latency() { return *latency_; }
    widgets::BreakdownView& breakdown() { return *breakdown_; }
    widgets::HeatMapView& heatMap() { return *heatMap_; }
    widgets::RequestTimeline& requests() { return *requests_; }
    widgets::LoadCurveView& loadCurve() { return *loadCurve_; }

    /// All of them with their titles, in the order in which they stand beside the timeline.
    QList<std::pair<QString, QWidget*>> pages();

    /// The result file of the run that is shown; empty: none. Read in a thread.
    void setResultFile(const QString& path);

signals:
    /// A sampled request's passage through a block was clicked.
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
    bool mapPending_ = false; ///< the file's map is to be read when the map is seen
    Question run_;            ///< that is shown
    Question metric_;         ///< of the heat map
    std::map<QString, Metric> metrics_;
    std::vector<int> rows_;             ///< by position in the samples: row of the heat map, or −1
    std::vector<std::uint32_t> rowsOf_; ///< the watched series that `rows_` was made for
    QThreadPool pool_;
};

} // namespace headroom::app
