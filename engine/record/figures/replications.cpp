#include "record/figures/replications.h"

#include "record/figures/statistics.h"
#include "record/structure/figure_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>

namespace headroom::record {

namespace {

/// Selectable in the field "metric" of a run.
struct Metric
{
    std::string_view name;
    double (*value)(const OperationSummary&);
    double share = 0; ///< of a quantile
};

constexpr std::string_view throughput = "throughput";

constexpr Metric metrics[] = {
    {throughput, [](const OperationSummary& o) { return o.perSecond; }},
    {"mean latency", [](const OperationSummary& o) { return o.latency.meanMs; }},
    {"p95", [](const OperationSummary& o) { return o.latency.p95Ms; }, 0.95},
    {"p99", [](const OperationSummary& o) { return o.latency.p99Ms; }, 0.99},
};

/// A run without completed operations has no latencies.
bool speaksOf(const Metric& metric, std::uint64_t completed)
{
    return completed > 0 || metric.name == throughput;
}

/// The mean of the values; unknown if one of them is.
std::optional<double> meanOf(const std::vector<std::optional<double>>& values)
{
    double sum = 0;
    for (const std::optional<double>& value : values) {
        if (!value)
            return {};
        sum += *value;
    }
    return sum / static_cast<double>(values.size());
}

/// Pools the figures of one element of several runs, each by the rule of its row.
class FigurePool
{
public:
    /// The figures of the first run, and those of all.
    FigurePool(std::vector<FigureValue> first, std::vector<std::vector<FigureValue>> runs)
        : pooled_(std::move(first)), runs_(std::move(runs))
    {
    }

    /// `intervals`: null, or gets those of the means, named after the operation `owner`.
    std::vector<FigureValue> pool(std::vector<Interval>* intervals, const std::string& owner)
    {
        std::map<std::string, Estimate> estimates;
        for (at_ = 0; at_ < pooled_.size(); ++at_) {
            FigureValue& figure = pooled_[at_];
            switch (figure.row.pool) {
            case Pool::first:
                break;
            case Pool::sum:
            case Pool::most:
                combine(figure);
                break;
            case Pool::mean:
                figure.number = meanOf(numbers(at_));
                break;
            case Pool::weighted:
                figure.number = weightedMean();
                break;
            case Pool::counted:
            case Pool::interval: {
                const Estimate over = estimate(counted(figure.row.pool == Pool::counted));
                figure.number = over.mean;
                estimates[figure.path()] = over;
                if (intervals)
                    intervals->push_back(
                        {owner, std::string(figure.row.key) + (figure.part ? "_ms" : ""), over.mean, over.halfWidth});
                break;
            }
            }
        }
        for (FigureValue& figure : pooled_)
            if (const auto found = estimates.find(figure.row.of); found != estimates.end())
                figure.number = found->second.relative();
        return std::move(pooled_);
    }

private:
    std::vector<std::optional<double>> numbers(std::size_t at) const
    {
        std::vector<std::optional<double>> values;
        for (const auto& run : runs_)
            values.push_back(run[at].number);
        return values;
    }

    /// The values of the runs in which something was counted, or of all.
    std::vector<double> counted(bool only) const
    {
        std::vector<double> values;
        for (const auto& run : runs_) {
            const auto count = std::find_if(run.begin(), run.end(), [](const FigureValue& figure) {
                return !figure.part && std::string_view(figure.row.key) == "count";
            });
            if (!only || count == run.end() || count->count > std::uint64_t{0})
                values.push_back(run[at_].number.value_or(0));
        }
        return values;
    }

    void combine(FigureValue& figure) const
    {
        const bool most = figure.row.pool == Pool::most;
        std::uint64_t count = 0;
        double number = 0;
        for (const auto& run : runs_) {
            const std::uint64_t one = run[at_].count.value_or(0);
            const double value = run[at_].number.value_or(0);
            count = most ? std::max(count, one) : count + one;
            number = most ? std::max(number, value) : number + value;
        }
        if (figure.count)
            figure.count = count;
        figure.number = number;
    }

    double weightedMean() const
    {
        double sum = 0, weights = 0;
        for (const auto& run : runs_) {
            const double weight = run[at_ - 1].number.value_or(0);
            sum += weight > 0 ? run[at_].number.value_or(0) * weight : 0;
            weights += weight;
        }
        return weights > 0 ? sum / weights : 0;
    }

    std::vector<FigureValue> pooled_;
    std::vector<std::vector<FigureValue>> runs_;
    std::size_t at_ = 0;
};

/// Pools the figures of `result`, which has those of the first run, over the same element of all runs: null if a run
/// has none, which then counts as 0.
template <class T>
void poolFigures(T& result, const std::vector<const T*>& runs, std::vector<Interval>* intervals = nullptr,
                 const std::string& owner = {})
{
    std::vector<std::vector<FigureValue>> figures;
    for (const T* run : runs) {
        figures.push_back(figuresIn(run ? *run : T()));
        if (!run)
            for (FigureValue& figure : figures.back())
                figure.number = figure.number.value_or(0);
    }
    setFigures(result, FigurePool(figuresIn(result), std::move(figures)).pool(intervals, owner));
}

/// Pools elements that are in the same order in all runs.
template <class T>
void poolList(const std::vector<Summary>& runs, std::vector<T>& results, std::vector<T> Summary::*list)
{
    for (std::size_t i = 0; i < results.size(); ++i) {
        std::vector<const T*> elements;
        for (const Summary& run : runs)
            elements.push_back(i < (run.*list).size() ? &(run.*list)[i] : nullptr);
        poolFigures(results[i], elements);
    }
}

template <class T>
std::vector<const T*> named(const std::vector<Summary>& runs, std::map<std::string, T> Summary::*map,
                            const std::string& name)
{
    std::vector<const T*> elements;
    for (const Summary& run : runs) {
        const auto found = (run.*map).find(name);
        elements.push_back(found == (run.*map).end() ? nullptr : &found->second);
    }
    return elements;
}

template <class T>
void poolNamed(const std::vector<Summary>& runs, std::map<std::string, T>& results,
               std::map<std::string, T> Summary::*map)
{
    for (auto& [name, result] : results)
        poolFigures(result, named(runs, map, name));
}

auto keyOf(const TimePart& part)
{
    return std::tie(part.workload, part.operation, part.nodeGroup, part.resource, part.activity);
}

auto keyOf(const TimeAtBlock& part)
{
    return std::tie(part.workload, part.operation, part.diagram, part.block);
}

/// A part that a run lacks takes no time there.
template <class T>
void poolTimes(const std::vector<Summary>& runs, Summary& result, std::vector<T> Summary::*parts)
{
    for (const Summary& run : runs)
        for (const T& part : run.*parts)
            if (std::ranges::none_of(result.*parts, [&](const T& p) { return keyOf(p) == keyOf(part); }))
                (result.*parts).push_back(part);
    for (T& part : result.*parts) {
        std::vector<const T*> elements;
        for (const Summary& run : runs) {
            const auto found = std::ranges::find_if(run.*parts, [&](const T& p) { return keyOf(p) == keyOf(part); });
            elements.push_back(found == (run.*parts).end() ? nullptr : &*found);
        }
        poolFigures(part, elements);
    }
}

/// A bucket has the same bounds in every run, so equal durations are in equal buckets.
std::vector<LatencyBucket> pooledBuckets(const std::vector<Summary>& runs, const std::string& name)
{
    std::map<double, LatencyBucket> all;
    for (const OperationSummary* run : named(runs, &Summary::operations, name)) {
        if (!run)
            continue;
        for (const LatencyBucket& bucket : run->buckets) {
            LatencyBucket& sum =
                all.try_emplace(bucket.lowerMs, LatencyBucket{bucket.lowerMs, bucket.upperMs, 0}).first->second;
            sum.count += bucket.count;
        }
    }
    std::vector<LatencyBucket> buckets;
    for (const auto& [lower, bucket] : all)
        buckets.push_back(bucket);
    return buckets;
}

bool sameResource(const ResourceSummary& one, const ResourceSummary& other)
{
    return one.nodeGroup == other.nodeGroup && one.resource == other.resource;
}

/// Number of earlier rows with the same resource name: two roles of a node group may have slots of the same name.
std::size_t namesakesBefore(const std::vector<ResourceSummary>& rows, std::size_t index)
{
    std::size_t count = 0;
    for (std::size_t r = 0; r < index; ++r)
        count += sameResource(rows[r], rows[index]);
    return count;
}

/// Index of the row with the same resource name, after `namesakes` others; the size of `rows` if there is none.
std::size_t placeOf(const std::vector<ResourceSummary>& rows, const ResourceSummary& like, std::size_t namesakes)
{
    std::size_t place = 0;
    while (place < rows.size() && !(sameResource(rows[place], like) && namesakes-- == 0))
        ++place;
    return place;
}

/// The rows of all runs: a resource that did nothing in a run may have no row there. Each new row follows the one
/// before it.
std::vector<ResourceSummary> resourcesOfAll(const std::vector<Summary>& runs)
{
    std::vector<ResourceSummary> all = runs.front().resources;
    for (const Summary& run : runs) {
        std::size_t next = 0;
        for (std::size_t r = 0; r < run.resources.size(); ++r) {
            std::size_t place = placeOf(all, run.resources[r], namesakesBefore(run.resources, r));
            if (place == all.size()) {
                place = next;
                all.insert(all.begin() + static_cast<std::ptrdiff_t>(place), run.resources[r]);
            }
            next = place + 1;
        }
    }
    return all;
}

void poolResources(const std::vector<Summary>& runs, Summary& result)
{
    result.resources = resourcesOfAll(runs);
    for (std::size_t r = 0; r < result.resources.size(); ++r) {
        ResourceSummary& row = result.resources[r];
        const std::size_t namesakes = namesakesBefore(result.resources, r);
        std::vector<const ResourceSummary*> rows; // null if the run has no such row
        for (const Summary& run : runs) {
            const std::size_t place = placeOf(run.resources, row, namesakes);
            rows.push_back(place < run.resources.size() ? &run.resources[place] : nullptr);
        }
        poolFigures(row, rows);
    }
}

/// Stages that are the same in all runs; none if they differ, as where the order in which loads end is left to chance.
void poolStages(const std::vector<Summary>& runs, Summary& result)
{
    const auto sameNames = [](const StageSummary& one, const StageSummary& other) { return one.stage == other.stage; };
    for (const Summary& run : runs)
        if (!std::ranges::equal(run.stages, result.stages, sameNames)) {
            result.stages.clear();
            return;
        }
    poolList(runs, result.stages, &Summary::stages);
    for (std::size_t s = 0; s < result.stages.size(); ++s) {
        std::vector<Summary> parts;
        for (const Summary& run : runs)
            parts.emplace_back().resources = run.stages[s].resources;
        Summary part;
        poolResources(parts, part);
        result.stages[s].resources = std::move(part.resources);
    }
}

/// Every run has the same derived results in the same order. One that a run does not know is not known.
void poolResults(const std::vector<Summary>& runs, Summary& result)
{
    for (std::size_t r = 0; r < result.results.size(); ++r) {
        DerivedFigure& pooledOne = result.results[r];
        std::vector<double> values;
        bool low = false, high = false;
        for (const Summary& run : runs) {
            const DerivedFigure& one = run.results.at(r);
            if (!one.why.empty())
                pooledOne.why = one.why;
            if (one.value)
                values.push_back(*one.value);
            low = low || (one.low && std::isinf(*one.low));
            high = high || (one.high && std::isinf(*one.high));
        }
        pooledOne.value = pooledOne.low = pooledOne.high = {};
        if (values.size() < runs.size())
            continue;
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const Estimate all = estimate(values);
        pooledOne.value = all.mean;
        pooledOne.low = low ? -infinite : all.mean - all.halfWidth;
        pooledOne.high = high ? infinite : all.mean + all.halfWidth;
    }
}

/// The label of an operation begins with the workload's name if several workloads have an operation of that name.
bool isLabelOf(const std::string& label, const std::string& operation, const Summary& run)
{
    return operation.empty() || label == operation ||
           std::any_of(run.workloads.begin(), run.workloads.end(),
                       [&](const auto& workload) { return label == workload.first + ": " + operation; });
}

/// For several operations together; nothing if a run has no value.
std::optional<double> valueOf(const Metric& metric, const std::vector<const OperationSummary*>& operations)
{
    if (operations.size() == 1 && speaksOf(metric, operations.front()->count))
        return metric.value(*operations.front());
    double perSecond = 0, milliseconds = 0;
    std::uint64_t count = 0;
    std::vector<LatencyBucket> buckets;
    for (const OperationSummary* operation : operations) {
        perSecond += operation->perSecond;
        milliseconds += operation->count > 0 ? operation->latency.meanMs * static_cast<double>(operation->count) : 0;
        count += operation->count;
        buckets.insert(buckets.end(), operation->buckets.begin(), operation->buckets.end());
    }
    if (operations.empty() || !speaksOf(metric, count))
        return {};
    if (metric.share == 0)
        return metric.name == throughput ? perSecond : milliseconds / static_cast<double>(count);
    std::sort(buckets.begin(), buckets.end(),
              [](const auto& one, const auto& other) { return one.lowerMs < other.lowerMs; });
    double below = 0;
    for (const LatencyBucket& bucket : buckets) {
        below += static_cast<double>(bucket.count);
        if (below >= metric.share * static_cast<double>(count))
            return (bucket.lowerMs + bucket.upperMs) / 2;
    }
    return {};
}

bool hasRush(const Summary& run)
{
    return std::any_of(run.loadCourses.begin(), run.loadCourses.end(),
                       [](const LoadCourse& course) { return !rushesOf(course).empty(); });
}

} // namespace

Summary pooled(const std::vector<Summary>& runs)
{
    Summary result = runs.front();
    Replications& replications = result.replications.emplace();
    result.events = 0;
    result.wallS = 0;
    for (const Summary& run : runs) {
        replications.seeds.push_back(run.seed);
        result.events += run.events;
        result.wallS += run.wallS;
        result.stopped = result.stopped || run.stopped;
        if (run.end != result.end)
            result.end.clear();
        if (result.limit.empty())
            result.limit = run.limit;
        if (!result.stuck)
            result.stuck = run.stuck;
        if (result.standstills.empty())
            result.standstills = run.standstills;
        if (!hasRush(result) && hasRush(run))
            result.loadCourses = run.loadCourses;
    }
    for (auto& [name, operation] : result.operations) {
        poolFigures(operation, named(runs, &Summary::operations, name), &replications.intervals, name);
        operation.buckets = pooledBuckets(runs, name);
    }
    poolNamed(runs, result.workloads, &Summary::workloads);
    poolNamed(runs, result.jobs, &Summary::jobs);
    poolNamed(runs, result.stretches, &Summary::stretches);
    poolList(runs, result.requests, &Summary::requests);
    poolList(runs, result.wear, &Summary::wear);
    poolList(runs, result.states, &Summary::states);
    poolList(runs, result.missingCopies, &Summary::missingCopies);
    poolTimes(runs, result, &Summary::timeParts);
    poolTimes(runs, result, &Summary::timeAtBlocks);
    poolResources(runs, result);
    poolStages(runs, result);
    if (result.energy) {
        std::vector<const Energy*> energies;
        for (const Summary& run : runs)
            energies.push_back(run.energy ? &*run.energy : nullptr);
        poolFigures(*result.energy, energies);
    }
    poolResults(runs, result);
    return result;
}

double relativePrecision(const std::vector<Summary>& runs, const std::string& metric, const std::string& operation)
{
    const auto known =
        std::find_if(std::begin(metrics), std::end(metrics), [&](const Metric& m) { return m.name == metric; });
    std::vector<double> values;
    if (known != std::end(metrics))
        for (const Summary& run : runs) {
            std::vector<const OperationSummary*> asked;
            for (const auto& [label, one] : run.operations)
                if (isLabelOf(label, operation, run))
                    asked.push_back(&one);
            if (const auto value = valueOf(*known, asked))
                values.push_back(*value);
        }
    const Estimate all = estimate(values);
    return all.mean > 0 ? all.relative() : std::numeric_limits<double>::infinity();
}

} // namespace headroom::record
