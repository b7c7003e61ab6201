#include "app/charts/timeline_controller.h"

#include "app/document/document_files.h"
#include "project/goals/goal_limits.h"
#include "project/resolve/workload_types.h"
#include "record/file/result_file.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/plots/timeline/usual_panels.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace headroom::app {

using widgets::curveLabel;
using widgets::CurveSpec;
using widgets::nameOf;
using widgets::PanelSpec;

namespace {

constexpr int lookMs = 150; // delay after the last change of the visible range before its samples are read

/// Title and subtitle of a panel with chosen series of this unit.
std::pair<QString, QString> panelTitleOf(const QString& unit, const std::vector<const record::SeriesInfo*>& series)
{
    const auto all = [&](const char* figure) {
        return std::all_of(series.begin(), series.end(), [&](const record::SeriesInfo* one) {
            return one->path[0] == "operation" && one->path.back().starts_with(figure);
        });
    };
    if (unit == "1/s")
        return {all("throughput") ? TimelineController::tr("Throughput") : TimelineController::tr("Rate"),
                all("throughput") ? TimelineController::tr("operations/s") : TimelineController::tr("per second")};
    if (unit == "B/s")
        return {TimelineController::tr("Traffic"), TimelineController::tr("bytes/s")};
    if (unit == "s")
        return {all("latency") ? TimelineController::tr("Latency") : TimelineController::tr("Time"), {}};
    if (std::all_of(series.begin(), series.end(), [](const auto* one) { return record::isHitRatio(*one); }))
        return {TimelineController::tr("Hits"), TimelineController::tr("share of look-ups")};
    if (unit == "share")
        return {TimelineController::tr("Load"), TimelineController::tr("share of capacity")};
    if (unit == "B")
        return {TimelineController::tr("Size"), TimelineController::tr("bytes")};
    return {TimelineController::tr("Number"), {}};
}

} // namespace

TimelineController::TimelineController(RunController& controller, widgets::DocumentModel& model,
                                       const DocumentFiles& files, widgets::TimelineView& view, QObject* parent)
    : QObject(parent), controller_(controller), model_(model), files_(files), view_(view)
{
    pool_.setMaxThreadCount(1);
    looked_.setSingleShot(true);
    looked_.setInterval(lookMs);
    connect(&looked_, &QTimer::timeout, this, &TimelineController::readDetail);
    connect(&controller_, &RunController::begun, this, &TimelineController::begin);
    connect(&controller_, &RunController::samplesArrived, this, &TimelineController::takeSamples);
    connect(&controller_.history(), &RunHistory::baselineChanged, this, &TimelineController::showGhosts);
    connect(&controller_, &RunController::finished, this, [this] {
        const Run& run = *controller_.history().current();
        setResultFile(run.file);
        if (run.durationS < longestS_) // it ended earlier than it might have
            view_.setTimeRange(0, run.durationS);
        showRunFigures();
        showIntervals();
        showGoals();
        view_.paintNow();
    });
    connect(&model_, &widgets::DocumentModel::positionsChanged, this, [this](const QString& path) {
        if (path == timelineView)
            layoutChanged();
    });
    connect(&model_, &widgets::DocumentModel::replaced, this, &TimelineController::layoutChanged);
    connect(&view_, &widgets::TimelineView::rangeChanged, &looked_, qOverload<>(&QTimer::start));
    connect(&view_, &widgets::TimelineView::scaleChanged, this, [this](int panel, bool logarithmic) {
        PlotLayout layout = layout_;
        if (panel >= layout.panels.size())
            return; // the studio chose these curves: the change is not stored
        layout.panels[panel].logarithmic = logarithmic;
        setPlotLayout(model_, layout, tr("Change the scale of a chart"));
    });
}

TimelineController::~TimelineController()
{
    pool_.waitForDone();
}

void TimelineController::begin()
{
    shown_.clear();
    const Run* run = controller_.history().current();
    controller_.colours().know(run->series);
    places_.clear();
    for (std::size_t i = 0; i < run->series.size(); ++i)
        places_.insert(nameOf(run->series[i]), i);
    setResultFile(run->ending ? run->file : QString());
    longestS_ = run->durationS;
    view_.setTimeRange(0, longestS_);
    view_.setWarmUp(run->warmUpS);
    layout_ = plotLayout(model_.project());
    build(wanted());
}

/// The user chose other curves, or undid a choice.
void TimelineController::layoutChanged()
{
    const PlotLayout now = plotLayout(model_.project());
    if (now == layout_)
        return;
    layout_ = now;
    if (controller_.history().current())
        build(wanted());
}

QStringList TimelineController::wanted() const
{
    if (layout_.panels.isEmpty())
        return automatic();
    QStringList names;
    for (const auto& panel : layout_.panels)
        for (const QString& series : panel.series)
            if (find(series))
                names += series;
    return names;
}

QStringList TimelineController::automatic() const
{
    const Run* run = controller_.history().current();
    const auto peak = [&](const record::SeriesInfo& series) {
        const auto curve = run->curves->find(record::seriesName(series));
        return curve == run->curves->end() ? 0 : curve->second.maximum();
    };
    // Before its end a run has no summary.
    const auto timers = run->summary ? std::vector<std::string>() : project::workloadsOfType(model_.project(), "timer");
    const auto isBackground = [&](const QString& operation) {
        const std::string name = operation.toStdString();
        return run->summary ? widgets::isBackground(*run->summary, name)
                            : std::any_of(timers.begin(), timers.end(),
                                          [&](const std::string& timer) { return name.starts_with(timer + ": "); });
    };
    return widgets::usualSeries(run->series, peak, isBackground);
}

QVector<PanelSpec> TimelineController::chosenPanels()
{
    QVector<PanelSpec> result;
    for (const auto& panel : layout_.panels) {
        PanelSpec spec;
        spec.unit = panel.unit;
        spec.logarithmic = panel.logarithmic;
        std::vector<const record::SeriesInfo*> chosen;
        for (const QString& name : panel.series)
            if (const record::SeriesInfo* series = find(name)) {
                chosen.push_back(series);
                spec.curves.append(
                    {series->id, curveLabel(*series), controller_.colours().of(widgets::thingOf(*series)), name});
            }
        std::tie(spec.title, spec.subtitle) = panelTitleOf(panel.unit, chosen);
        widgets::tellApart(spec);
        if (!spec.curves.isEmpty())
            result.append(spec);
    }
    return result;
}

const record::SeriesInfo* TimelineController::find(const QString& name) const
{
    const Run* run = controller_.history().current();
    if (!run)
        return nullptr;
    const auto place = places_.constFind(name);
    return place == places_.constEnd() || *place >= run->series.size() ? nullptr : &run->series[*place];
}

void TimelineController::build(const QStringList& names)
{
    shown_ = names;
    const Run* run = controller_.history().current();
    const QVector<PanelSpec> specs =
        layout_.panels.isEmpty()
            ? widgets::usualPanels(run->series, names,
                                   [this](const QString& thing) { return controller_.colours().of(thing); })
            : chosenPanels();
    view_.setPanels(specs);
    for (const PanelSpec& panel : specs)
        for (const CurveSpec& curve : panel.curves)
            if (const auto kept = run->curves->find(curve.name.toStdString()); kept != run->curves->end())
                view_.setCurve(curve.series, {run->curves, &kept->second});
    watchShown();
    showGhosts();
    showRunFigures();
    showIntervals();
    showGoals();
    showMeasured();
    looked_.start();
    emit shownChanged();
}

/// Series of single nodes are sent only while they are watched. Series of removed curves are still sent, because the
/// curve may be shown again.
void TimelineController::watchShown()
{
    std::vector<std::uint32_t> series;
    for (const QString& name : shown_)
        if (const record::SeriesInfo* info = find(name))
            series.push_back(info->id);
    controller_.watch(this, series);
}

/// The run has new samples, which are drawn from its curves.
void TimelineController::takeSamples()
{
    if (const QStringList names = wanted(); names != shown_)
        build(names);
    view_.setNow(controller_.cursor().time());
}

void TimelineController::showGhosts()
{
    view_.clearGhosts();
    const Run* run = controller_.history().current();
    if (!run) { // another project: remove everything of the earlier one
        shown_.clear();
        elsewhere_.clear();
        view_.setPanels({});
        emit shownChanged();
    }
    const Run* former = controller_.history().baseline();
    if (!run || !former || former == run)
        return;
    for (const QString& name : shown_) {
        const auto curve = former->curves->find(name.toStdString());
        const record::SeriesInfo* series = find(name);
        if (!series || curve == former->curves->end())
            continue;
        view_.setGhost(series->id, {former->curves, &curve->second});
    }
}

/// The labels of latencies have the figures of the table beside the curves.
void TimelineController::showRunFigures()
{
    const Run* run = controller_.history().current();
    std::map<std::uint32_t, double> figures;
    for (const QString& name : run && run->summary ? shown_ : QStringList()) {
        const record::SeriesInfo* series = find(name);
        if (!series || series->path.size() != 3 || series->path[0] != "operation")
            continue;
        const auto operation = run->summary->operations.find(series->path[1]);
        if (operation == run->summary->operations.end() || operation->second.count == 0)
            continue;
        const record::LatencySummary& latency = operation->second.latency;
        for (const auto& [figure, milliseconds] : std::initializer_list<std::pair<const char*, double>>{
                 {"latency mean", latency.meanMs}, {"latency p50", latency.p50Ms}, {"latency p99", latency.p99Ms}})
            if (series->path[2] == figure)
                figures[series->id] = milliseconds / 1000;
    }
    view_.setRunFigures(figures);
}

/// Draws the combined result of replications with different seeds over the curves of the first one.
void TimelineController::showIntervals()
{
    const Run* run = controller_.history().current();
    if (!run || !run->summary || !run->summary->replications || !layout_.panels.isEmpty())
        return;
    if (view_.panels().size() < 2)
        return;
    // As the curves over which they are drawn.
    const auto colourOf = [this](int panel, const std::string& operation, const char* figure) {
        for (const CurveSpec& curve : view_.panels()[panel].curves)
            if (const auto* series = find(curve.name);
                series && series->path == std::vector<std::string>{"operation", operation, figure})
                return curve.colour;
        return 0;
    };
    QVector<widgets::IntervalSpec> throughput, latency;
    for (const auto& interval : run->summary->replications->intervals) {
        const QString operation = QString::fromStdString(interval.operation);
        const double mean = interval.mean, half = interval.halfWidth;
        if (interval.metric == "per_s")
            throughput.append({operation, mean, half, colourOf(0, interval.operation, "throughput")});
        else if (interval.metric == "p50_ms")
            latency.append({operation, mean / 1000, half / 1000, colourOf(1, interval.operation, "latency p50")});
        else if (interval.metric == "p99_ms")
            latency.append({operation, mean / 1000, half / 1000, colourOf(1, interval.operation, "latency p99")});
    }
    view_.setIntervals(0, throughput);
    view_.setIntervals(1, latency);
}

/// The goals of a run that has not ended are those of the project; it is judged by its own when it ends.
QVector<widgets::GoalLine> TimelineController::goals() const
{
    const Run* run = controller_.history().current();
    if (run && run->summary)
        return widgets::goalLines(run->summary->goals, run->summary->conditions);
    project::Findings findings; // reported by the checks of the project
    project::Resolver resolver(model_.project(), *files_.library(), findings);
    std::vector<record::GoalVerdict> goals;
    for (const project::GoalLimits& limits : project::goalLimits(model_.project(), resolver)) {
        record::GoalVerdict& goal = goals.emplace_back();
        goal.metric = limits.metric;
        goal.atMost = limits.atMost;
        goal.atLeast = limits.atLeast;
        goal.conditions = limits.conditions;
    }
    return widgets::goalLines(goals);
}

/// Each goal in the panels with curves of what it limits.
void TimelineController::showGoals()
{
    const QVector<widgets::GoalLine> all = goals();
    for (int panel = 0; panel < view_.panels().size(); ++panel) {
        const PanelSpec& spec = view_.panels()[panel];
        const auto shows = [&](const widgets::GoalLine& goal) {
            return std::any_of(spec.curves.begin(), spec.curves.end(), [&](const CurveSpec& curve) {
                const record::SeriesInfo* series = find(curve.name);
                if (!series || series->path.size() < 2)
                    return false;
                if (goal.isUse())
                    return series->unit == "share" && series->path[0] != "operation";
                const QString last = QString::fromStdString(series->path.back());
                return series->path[0] == "operation" && goal.owner == QString::fromStdString(series->path[1]) &&
                       (goal.isLatency() ? last.startsWith("latency") : last == goal.figure);
            });
        };
        QVector<widgets::GoalLine> drawn;
        std::copy_if(all.begin(), all.end(), std::back_inserter(drawn), shows);
        view_.setGoals(panel, drawn);
    }
}

void TimelineController::setResultFile(const QString& path)
{
    file_ = path;
    looked_.start();
}

/// If a curve has fewer points than there are samples, the samples of the visible range are read from the result file.
void TimelineController::readDetail()
{
    if (file_.isEmpty() || view_.visibleEnd() <= view_.visibleBegin())
        return;
    std::vector<std::uint32_t> series;
    for (const QString& name : shown_)
        if (const record::SeriesInfo* info = find(name); info && view_.lacksDetail(info->id))
            series.push_back(info->id);
    const Run* run = controller_.history().current();
    const double size = view_.visibleEnd() - view_.visibleBegin();
    // For a large part of the run the curve's points are sufficient.
    if (series.empty() || !run || size > run->durationS / 4)
        return;
    const double begin = view_.visibleBegin() - size, end = view_.visibleEnd() + size;
    using Details = std::map<std::uint32_t, record::ResultReader::Points>;
    const auto read = [series, begin, end, path = file_.toStdString()] {
        Details points;
        try {
            const record::ResultReader reader(path);
            for (const std::uint32_t id : series)
                points[id] = reader.points(id, begin, end);
        } catch (const std::exception&) {
            return Details(); // the curve's points are kept; errors of the file are reported when its requests are read
        }
        return points;
    };
    const auto show = [this, begin, end](const Details& points) {
        for (const auto& [id, part] : points)
            view_.setDetail(id, begin, end, part.times, part.values);
    };
    detail_.renew();
    inThread(pool_, this, read, detail_.answeredBy(show));
}

void TimelineController::pick(const QString& series, bool on)
{
    const record::SeriesInfo* info = find(series);
    if (!info)
        return;
    PlotLayout layout = layout_;
    if (layout.panels.isEmpty())
        for (const PanelSpec& panel : view_.panels())
            for (const CurveSpec& curve : panel.curves)
                layout.add(curve.name, panel.unit);
    if (on)
        layout.add(series, QString::fromStdString(info->unit));
    else
        layout.remove(series);
    setPlotLayout(model_, layout, on ? tr("Add a curve") : tr("Remove a curve"));
}

void TimelineController::chooseAutomatically()
{
    PlotLayout layout = layout_;
    layout.panels.clear();
    setPlotLayout(model_, layout, tr("Choose curves automatically"));
}

} // namespace headroom::app
