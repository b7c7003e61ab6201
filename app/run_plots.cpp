#include "app/run_plots.h"

namespace headroom::app {

using widgets::CurveSpec;
using widgets::PanelSpec;

namespace {

constexpr double worthShowing = 0.02; // share of a resource below which its curve lies on the axis
constexpr int loadCurves = 8;         // as many as there are colours

QString last(const record::SeriesInfo& series)
{
    return series.path.empty() ? QString() : QString::fromStdString(series.path.back());
}

QString owner(const record::SeriesInfo& series)
{
    return series.path.size() < 2 ? QString() : QString::fromStdString(series.path[1]);
}

bool isOperation(const record::SeriesInfo& series)
{
    return series.path.size() == 3 && series.path[0] == "operation";
}

QString loadLabel(const record::SeriesInfo& series)
{
    return owner(series) + ' ' + last(series);
}

} // namespace

RunPlots::RunPlots(RunController& controller, widgets::TimelineView& view, QObject* parent)
    : QObject(parent), controller_(controller), view_(view)
{
    connect(&controller_, &RunController::begun, this, &RunPlots::begin);
    connect(&controller_, &RunController::samplesArrived, this, &RunPlots::take);
    connect(&controller_.history(), &RunHistory::baselineChanged, this, &RunPlots::showGhosts);
    connect(&controller_, &RunController::finished, this, [this] { view_.paintNow(); });
}

int RunPlots::colourOf(const QString& thing)
{
    const auto known = colours_.constFind(thing);
    if (known != colours_.constEnd())
        return *known;
    const int colour = static_cast<int>(colours_.size());
    colours_.insert(thing, colour);
    return colour;
}

void RunPlots::begin()
{
    shown_.clear();
    const Run* run = controller_.history().current();
    view_.setTimeRange(0, run->durationS);
    view_.setWarmUp(run->warmUpS);
    build(wanted());
}

QStringList RunPlots::wanted() const
{
    const Run* run = controller_.history().current();
    const auto peak = [&](const record::SeriesInfo& series) {
        return run->curves.at(record::seriesName(series)).maximum();
    };
    bool traffic = false;
    for (const auto& series : run->series)
        traffic |= isOperation(series) && last(series) == "throughput" && peak(series) > 0;
    QStringList names;
    int loads = 0;
    for (const auto& series : run->series) {
        bool take = false;
        if (isOperation(series)) {
            const bool kind =
                last(series) == "throughput" || last(series) == "latency p50" || last(series) == "latency p99";
            take = kind && (!traffic || peak(series) > 0);
        } else if (series.unit == "share" && !record::ofSingleNode(series)) {
            take = peak(series) > worthShowing && loads < loadCurves;
            loads += take ? 1 : 0;
        }
        if (take)
            names += QString::fromStdString(record::seriesName(series));
    }
    // While nothing is busy yet the panel still says what it will hold.
    if (loads == 0) {
        for (const auto& series : run->series)
            if (series.unit == "share" && last(series) == "processor" && !record::ofSingleNode(series))
                names += QString::fromStdString(record::seriesName(series));
    }
    return names;
}

void RunPlots::build(const QStringList& names)
{
    shown_ = names;
    const Run* run = controller_.history().current();
    PanelSpec throughput{tr("Throughput"), tr("operations/s"), "1/s", {}};
    PanelSpec latency{tr("Latency"), tr("p50, p99"), "s", {}};
    PanelSpec load{tr("Load"), tr("share of capacity"), "share", {}};
    QStringList operations;
    for (const auto& series : run->series) {
        const QString name = QString::fromStdString(record::seriesName(series));
        if (!names.contains(name))
            continue;
        if (!isOperation(series))
            load.curves.append({series.id, loadLabel(series), colourOf(loadLabel(series)), name});
        else if (last(series) == "throughput") {
            operations += owner(series);
            throughput.curves.append({series.id, owner(series), colourOf(owner(series)), name});
        }
    }
    for (const auto& series : run->series) {
        const QString name = QString::fromStdString(record::seriesName(series));
        if (!isOperation(series) || !names.contains(name) || !last(series).startsWith("latency"))
            continue;
        const QString percentile = last(series).mid(QStringLiteral("latency ").size());
        const QString label = operations.size() > 1 ? owner(series) + ' ' + percentile : percentile;
        const QString thing = percentile == "p50" ? owner(series) : owner(series) + ' ' + percentile;
        latency.curves.append({series.id, label, colourOf(thing), name});
    }
    if (operations.size() == 1)
        throughput.subtitle = operations.front() + "/s";
    view_.setPanels({throughput, latency, load});
    for (const auto& series : run->series) {
        if (!names.contains(QString::fromStdString(record::seriesName(series))))
            continue;
        for (const auto& point : run->curves.at(record::seriesName(series)).points())
            view_.append(series.id, point.time, point.mean);
    }
    showGhosts();
}

void RunPlots::take(const std::vector<record::Sample>& samples)
{
    if (const QStringList names = wanted(); names != shown_)
        build(names); // from the run's curves, which hold these samples already
    else
        view_.append(samples, controller_.watchedSeries());
    view_.setNow(controller_.cursor().time());
}

void RunPlots::showGhosts()
{
    view_.clearGhosts();
    const Run* run = controller_.history().current();
    if (!run) { // another project: nothing of the former one stays
        shown_.clear();
        view_.setPanels({});
    }
    const Run* former = controller_.history().baseline();
    if (!run || !former || former == run)
        return;
    for (const auto& series : run->series) {
        const auto curve = former->curves.find(record::seriesName(series));
        if (curve == former->curves.end() || !shown_.contains(QString::fromStdString(curve->first)))
            continue;
        std::vector<double> times, values;
        for (const auto& point : curve->second.points()) {
            times.push_back(point.time);
            values.push_back(point.mean);
        }
        view_.setGhost(series.id, times, values);
    }
}

} // namespace headroom::app
