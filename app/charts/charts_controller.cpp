#include "app/charts/charts_controller.h"

#include "app/document/help_pages.h"

#include "record/file/result_file.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/requests/request_timeline.h"
#include "widgets/plots/views/heat_map_view.h"
#include "widgets/plots/views/latency_view.h"
#include "widgets/plots/views/load_curve_view.h"

#include <QEvent>

#include <algorithm>
#include <limits>

namespace headroom::app {

using namespace widgets;

namespace {

/// The content of a result file about sampled requests.
struct Requests
{
    std::shared_ptr<RequestSpans> spans;
    QString problem;
};

bool ofLink(const record::SeriesInfo& series)
{
    return series.path[0] == "link" || series.path[0] == "switch";
}

/// The metric of a series of a single node: "disk data 7 · busy" of {"node", "storage-3", "disk data 7", "busy"}. For
/// links and switches "link · busiest".
QString metricOf(const record::SeriesInfo& series)
{
    QStringList parts;
    for (std::size_t i = ofLink(series) ? series.path.size() - 1 : 2; i < series.path.size(); ++i)
        parts += QString::fromStdString(series.path[i]);
    if (ofLink(series))
        parts.prepend(QStringLiteral("link"));
    return parts.join(QStringLiteral(" · "));
}

/// Mean values over intervals long enough for the map to stay within its memory limit.
HeatData readMap(const record::ResultReader& reader, const std::vector<std::uint32_t>& series, double warmUp)
{
    const auto& instants = reader.instants();
    const std::size_t rows = series.size();
    const std::size_t joined = std::max<std::size_t>(1, (instants.size() * rows) / HeatData::mostCells + 1);
    const std::size_t columns = (instants.size() + joined - 1) / joined;
    std::vector<float> sums(columns * rows), highest(rows, -std::numeric_limits<float>::infinity());
    std::vector<std::uint32_t> counts(columns * rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto points = reader.points(series[row]);
        std::size_t instant = 0;
        for (std::size_t i = 0; i < points.times.size(); ++i) {
            while (instants[instant] < points.times[i])
                ++instant;
            const std::size_t cell = instant / joined * rows + row;
            const auto value = static_cast<float>(points.values[i]);
            sums[cell] += value;
            ++counts[cell];
            if (points.times[i] > warmUp)
                highest[row] = std::max(highest[row], value);
        }
    }
    HeatData map(rows);
    map.countFrom(warmUp);
    std::vector<float> values(rows);
    for (std::size_t column = 0; column < columns; ++column) {
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t cell = column * rows + row;
            values[row] = counts[cell] > 0 ? sums[cell] / static_cast<float>(counts[cell])
                                           : std::numeric_limits<float>::quiet_NaN();
        }
        map.append(instants[std::min((column + 1) * joined, instants.size()) - 1], values);
    }
    for (std::size_t row = 0; row < rows; ++row)
        map.raiseMaximum(row, static_cast<double>(highest[row]));
    return map;
}

} // namespace

ChartsController::ChartsController(RunController& controller, QObject* parent)
    : QObject(parent), controller_(controller), latency_(new LatencyView), breakdown_(new BreakdownView),
      heatMap_(new HeatMapView), requests_(new RequestTimeline), loadCurve_(new LoadCurveView)
{
    latency_->setColours([this](const QString& operation) { return controller_.colours().of(operation); });
    pool_.setMaxThreadCount(1); // one reader at a time, because they share a file
    heatMap_->installEventFilter(this);
    connect(&controller_, &RunController::begun, this, &ChartsController::begin);
    connect(&controller_, &RunController::samplesArrived, this, &ChartsController::take);
    connect(&controller_, &RunController::finished, this, [this] {
        setResultFile(controller_.history().current()->file);
        showSummaries();
    });
    connect(&controller_.history(), &RunHistory::baselineChanged, this, &ChartsController::showSummaries);
    connect(heatMap_, &HeatMapView::metricChosen, this, &ChartsController::beginHeatMap);
    connect(requests_, &RequestTimeline::blockChosen, this, &ChartsController::blockChosen);
}

ChartsController::~ChartsController()
{
    pool_.waitForDone();
}

QList<std::pair<QString, QWidget*>> ChartsController::pages()
{
    setManualPage(*latency_, "latency");
    setManualPage(*breakdown_, "where-time-goes");
    setManualPage(*heatMap_, "heat-map");
    setManualPage(*requests_, "requests");
    setManualPage(*loadCurve_, "load-curve");
    return {{tr("Latency"), latency_},
            {tr("Where time goes"), breakdown_},
            {tr("Heat map"), heatMap_},
            {tr("Requests"), requests_},
            {tr("Load curve"), loadCurve_}};
}

void ChartsController::begin()
{
    const Run& run = *controller_.history().current();
    findMetrics();
    setResultFile(run.ending ? run.file : QString());
    beginHeatMap();
    showSummaries();
}

void ChartsController::showSummaries()
{
    const Run* now = controller_.history().current();
    const Run* former = controller_.history().baseline();
    const std::optional<record::Summary> none;
    if (now)
        controller_.colours().know(now->series);
    latency_->setSummaries(now ? now->summary : none, former && former != now ? former->summary : none);
    breakdown_->setRun(now ? now->summary : none);
    if (!now || !now->summary)
        requests_->setSpans(nullptr);
    if (!now) {
        setResultFile({});
        metrics_.clear();
        beginHeatMap();
    }
    showLoadCurve();
}

void ChartsController::showLoadCurve()
{
    std::vector<LoadPoint> points;
    const Run* current = controller_.history().current();
    for (const Run& run : controller_.history().runs()) {
        if (!run.summary)
            continue;
        for (const auto& [name, operation] : run.summary->operations)
            if (operation.count > 0)
                points.push_back({run.title(), QString::fromStdString(name), operation.perSecond, operation.latency,
                                  &run == current, run.configuration});
    }
    loadCurve_->setPoints(std::move(points));
}

void ChartsController::setResultFile(const QString& path)
{
    if (path == file_)
        return;
    run_.renew();
    file_ = path;
    if (path.isEmpty()) {
        requests_->setSpans(nullptr);
        return;
    }
    readRequests();
    beginHeatMap();
}

void ChartsController::readRequests()
{
    const auto read = [path = file_.toStdString()] {
        Requests requests{std::make_shared<RequestSpans>(), {}};
        try {
            const record::ResultReader reader(path);
            reader.eachSpan([&](const record::Span& span) {
                requests.spans->add(span);
                return requests.spans->leftOut() == 0;
            });
        } catch (const std::exception& error) {
            requests.problem = QString::fromUtf8(error.what());
        }
        return requests;
    };
    const auto show = [this](Requests requests) {
        if (!requests.problem.isEmpty())
            emit message("warning", requests.problem);
        requests_->setSpans(std::move(requests.spans));
        requests_->showSlowest();
    };
    inThread(pool_, this, read, run_.answeredBy(show));
}

void ChartsController::findMetrics()
{
    metrics_.clear();
    const Run* run = controller_.history().current();
    if (!run)
        return;
    for (const record::SeriesInfo& series : run->series) {
        if (series.path.size() < 3 || (series.path[0] != "node" && !ofLink(series)))
            continue;
        Metric& metric = metrics_[metricOf(series)];
        metric.nodes += QString::fromStdString(series.path[1]);
        metric.series.push_back(series.id);
        metric.unit = QString::fromStdString(series.unit);
    }
    heatMap_->setReason(metrics_.empty()
                            ? tr("This run has no series of single nodes: there are too many, or its field “series” "
                                 "asks for those of groups only.")
                            : QString());
}

/// Creates the map of the chosen metric, from the file if there is one, else from the samples of the run.
void ChartsController::beginHeatMap()
{
    metric_.renew();
    QStringList names;
    for (const auto& [name, metric] : metrics_)
        names += name;
    // A run first shows a load of nodes, if it has one.
    std::stable_partition(names.begin(), names.end(),
                          [](const QString& name) { return !name.startsWith(QStringLiteral("link")); });
    {
        const QSignalBlocker quiet(heatMap_);
        heatMap_->setMetrics(names);
    }
    controller_.unwatch(this);
    const Run* run = controller_.history().current();
    const auto chosen = metrics_.find(heatMap_->chosenMetric());
    if (!run || chosen == metrics_.end()) {
        heatMap_->begin({}, "1", 0, 1);
        return;
    }
    heatMap_->begin(chosen->second.nodes, chosen->second.unit, 0, run->durationS, run->warmUpS);
    rowsOf_.clear(); // the series may be the same, but their rows have changed
    mapPending_ = !file_.isEmpty();
    showHeatMap();
}

/// A hidden map needs no values. When it becomes visible, its file is read or its series are watched.
void ChartsController::showHeatMap()
{
    const auto chosen = metrics_.find(heatMap_->chosenMetric());
    if (!heatMap_->isVisible() || chosen == metrics_.end())
        return;
    if (file_.isEmpty())
        controller_.watch(this, chosen->second.series);
    else if (std::exchange(mapPending_, false))
        readHeatMap();
}

void ChartsController::take(const std::vector<record::Sample>& samples)
{
    const auto chosen = metrics_.find(heatMap_->chosenMetric());
    if (chosen == metrics_.end() || !file_.isEmpty() || !heatMap_->isVisible())
        return;
    const auto& watched = controller_.watchedSeries();
    if (rowsOf_ != watched) {
        rowsOf_ = watched;
        rows_.assign(watched.size(), -1);
        std::unordered_map<std::uint32_t, int> rowOf;
        for (std::size_t row = 0; row < chosen->second.series.size(); ++row)
            rowOf[chosen->second.series[row]] = static_cast<int>(row);
        for (std::size_t i = 0; i < watched.size(); ++i)
            if (const auto row = rowOf.find(watched[i]); row != rowOf.end())
                rows_[i] = row->second;
    }
    std::vector<float> values(chosen->second.series.size());
    for (const record::Sample& sample : samples) {
        std::fill(values.begin(), values.end(), std::numeric_limits<float>::quiet_NaN());
        for (std::size_t i = 0; i < std::min(rows_.size(), sample.values.size()); ++i)
            if (rows_[i] >= 0)
                values[static_cast<std::size_t>(rows_[i])] = static_cast<float>(sample.values[i]);
        heatMap_->append(sample.time, values);
    }
}

void ChartsController::readHeatMap()
{
    const auto chosen = metrics_.find(heatMap_->chosenMetric());
    if (chosen == metrics_.end())
        return;
    const Run* run = controller_.history().current();
    const auto read = [path = file_.toStdString(), series = chosen->second.series, warmUp = run ? run->warmUpS : 0] {
        try {
            return readMap(record::ResultReader(path), series, warmUp);
        } catch (const std::exception&) {
            return HeatData(series.size()); // errors of the file are reported when its requests are read
        }
    };
    const auto show = [this](HeatData map) {
        if (map.rows() == static_cast<std::size_t>(heatMap_->nodes().size()))
            heatMap_->setMap(std::move(map));
    };
    inThread(pool_, this, read, run_.answeredBy(metric_.answeredBy(show)));
}

bool ChartsController::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == heatMap_ && event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &ChartsController::showHeatMap, Qt::QueuedConnection); // visible by then
    if (watched == heatMap_ && event->type() == QEvent::Hide)
        controller_.unwatch(this);
    return QObject::eventFilter(watched, event);
}

} // namespace headroom::app
