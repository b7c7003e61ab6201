#include "record/figures/replications.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace headroom::record {

namespace {

struct Metric
{
    const char* key;  ///< in the intervals
    const char* name; ///< in the field "metric" of a run; empty: not selectable
    double (*value)(const OperationSummary&);
    double share = 0; ///< of a quantile
};

constexpr Metric metrics[] = {
    {"per_s", "throughput", [](const OperationSummary& o) { return o.perSecond; }},
    {"mean_ms", "mean latency", [](const OperationSummary& o) { return o.latency.meanMs; }},
    {"p50_ms", "", [](const OperationSummary& o) { return o.latency.p50Ms; }, 0.5},
    {"p95_ms", "p95", [](const OperationSummary& o) { return o.latency.p95Ms; }, 0.95},
    {"p99_ms", "p99", [](const OperationSummary& o) { return o.latency.p99Ms; }, 0.99},
};

/// A run without completed operations has no latencies.
bool speaksOf(const Metric& metric, std::uint64_t completed)
{
    return completed > 0 || std::string_view(metric.key) == "per_s";
}

template <typename Value>
double meanOver(const std::vector<Summary>& runs, Value value)
{
    double sum = 0;
    for (const Summary& run : runs)
        sum += value(run);
    return sum / static_cast<double>(runs.size());
}

/// An operation that is missing in a run counts as zero operations.
const OperationSummary& operationOf(const Summary& run, const std::string& name)
{
    static const OperationSummary none;
    const auto found = run.operations.find(name);
    return found == run.operations.end() ? none : found->second;
}

/// A bucket has the same bounds in every run, so equal durations are in equal buckets.
std::vector<LatencyBucket> pooledBuckets(const std::vector<Summary>& runs, const std::string& name)
{
    std::map<double, LatencyBucket> all;
    for (const Summary& run : runs)
        for (const LatencyBucket& bucket : operationOf(run, name).buckets) {
            LatencyBucket& sum =
                all.try_emplace(bucket.lowerMs, LatencyBucket{bucket.lowerMs, bucket.upperMs, 0}).first->second;
            sum.count += bucket.count;
        }
    std::vector<LatencyBucket> buckets;
    for (const auto& [lower, bucket] : all)
        buckets.push_back(bucket);
    return buckets;
}

void poolOperation(const std::vector<Summary>& runs, const std::string& name, OperationSummary& pooledOne,
                   std::vector<Interval>& intervals)
{
    pooledOne.count = pooledOne.errors = 0;
    pooledOne.latency.maxMs = 0;
    for (const Summary& run : runs) {
        const OperationSummary& one = operationOf(run, name);
        pooledOne.count += one.count;
        pooledOne.errors += one.errors;
        pooledOne.latency.maxMs = std::max(pooledOne.latency.maxMs, one.latency.maxMs);
    }
    pooledOne.bytesPerSecond =
        meanOver(runs, [&](const Summary& run) { return operationOf(run, name).bytesPerSecond; });
    std::vector<Estimate> estimates;
    for (const Metric& metric : metrics) {
        std::vector<double> values;
        for (const Summary& run : runs)
            if (const OperationSummary& one = operationOf(run, name); speaksOf(metric, one.count))
                values.push_back(metric.value(one));
        estimates.push_back(estimate(values));
        intervals.push_back({name, metric.key, estimates.back().mean, estimates.back().halfWidth});
    }
    pooledOne.buckets = pooledBuckets(runs, name);
    pooledOne.perSecond = estimates[0].mean;
    pooledOne.ci95Relative = estimates[0].relative();
    pooledOne.latency.meanMs = estimates[1].mean;
    pooledOne.latencyCi95Relative = estimates[1].relative();
    pooledOne.latency.p50Ms = estimates[2].mean;
    pooledOne.latency.p95Ms = estimates[3].mean;
    pooledOne.latency.p99Ms = estimates[4].mean;
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

/// Empty if a run with this row does not know the value; a run without the row counts as 0.
std::optional<double> meanOfKnown(const std::vector<const ResourceSummary*>& rows,
                                  std::optional<double> ResourceSummary::*member)
{
    double sum = 0;
    for (const ResourceSummary* row : rows) {
        if (row && !(row->*member))
            return {};
        sum += row ? *(row->*member) : 0;
    }
    return sum / static_cast<double>(rows.size());
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
        for (double ResourceSummary::*member :
             {&ResourceSummary::utilisationMean, &ResourceSummary::utilisationMax, &ResourceSummary::queueMean,
              &ResourceSummary::bytesPerSecond, &ResourceSummary::demandS, &ResourceSummary::servedS}) {
            double sum = 0;
            for (const ResourceSummary* one : rows)
                sum += one ? one->*member : 0;
            row.*member = sum / static_cast<double>(rows.size());
        }
        for (std::optional<double> ResourceSummary::*member :
             {&ResourceSummary::waitingS, &ResourceSummary::powerW, &ResourceSummary::energyJ})
            row.*member = meanOfKnown(rows, member);
    }
    if (result.energy) {
        result.energy->powerW = meanOver(runs, [](const Summary& run) { return run.energy->powerW; });
        result.energy->energyJ = meanOver(runs, [](const Summary& run) { return run.energy->energyJ; });
    }
}

/// The devices are the same in all runs; the bytes differ.
void poolWear(const std::vector<Summary>& runs, Summary& result)
{
    for (std::size_t d = 0; d < result.wear.size(); ++d) // all are of the same project
        for (double DeviceWear::*member : {&DeviceWear::writtenMeanBps, &DeviceWear::writtenMostBps})
            result.wear[d].*member = meanOver(runs, [&](const Summary& run) { return run.wear.at(d).*member; });
}

void poolWorkloads(const std::vector<Summary>& runs, Summary& result)
{
    for (auto& [id, pooledOne] : result.workloads) {
        WorkloadSummary sum;
        sum.type = pooledOne.type;
        sum.background = pooledOne.background;
        for (const Summary& run : runs) {
            const WorkloadSummary& one = run.workloads.at(id);
            sum.count += one.count;
            sum.errors += one.errors;
            sum.refused += one.refused;
            sum.inFlightMax = std::max(sum.inFlightMax, one.inFlightMax);
        }
        for (double WorkloadSummary::*member :
             {&WorkloadSummary::perSecond, &WorkloadSummary::bytesPerSecond, &WorkloadSummary::inFlightMean})
            sum.*member = meanOver(runs, [&, &key = id](const Summary& run) { return run.workloads.at(key).*member; });
        pooledOne = sum;
    }
    for (auto& [id, pooledOne] : result.jobs) {
        JobSummary sum;
        std::vector<double> means;
        for (const Summary& run : runs) {
            const JobSummary& one = run.jobs.at(id);
            sum.count += one.count;
            sum.unfinished += one.unfinished;
            sum.failed += one.failed;
            sum.completionMaxS = std::max(sum.completionMaxS, one.completionMaxS);
            if (one.count > 0)
                means.push_back(one.completionMeanS);
        }
        sum.completionMeanS = estimate(means).mean;
        pooledOne = sum;
    }
}

void poolStretches(const std::vector<Summary>& runs, Summary& result)
{
    for (auto& [name, pooledOne] : result.stretches) {
        pooledOne = {};
        for (const Summary& run : runs) {
            const StretchSummary& one = run.stretches.at(name);
            pooledOne.count += one.count;
            pooledOne.duration.maxMs = std::max(pooledOne.duration.maxMs, one.duration.maxMs);
        }
        for (double LatencySummary::*member :
             {&LatencySummary::meanMs, &LatencySummary::p50Ms, &LatencySummary::p95Ms, &LatencySummary::p99Ms}) {
            std::vector<double> values;
            for (const Summary& run : runs)
                if (const StretchSummary& one = run.stretches.at(name); one.count > 0)
                    values.push_back(one.duration.*member);
            pooledOne.duration.*member = estimate(values).mean;
        }
    }
}

/// Every run has the same state items in the same order.
void poolStates(const std::vector<Summary>& runs, Summary& result)
{
    for (std::size_t s = 0; s < result.states.size(); ++s) {
        StateSummary& row = result.states[s];
        for (double StateSummary::*member :
             {&StateSummary::usedMean, &StateSummary::waitingMean, &StateSummary::utilisation})
            row.*member = meanOver(runs, [&](const Summary& run) { return run.states.at(s).*member; });
        double hits = 0;
        row.lookUps = 0;
        for (const Summary& run : runs) {
            const StateSummary& one = run.states.at(s);
            row.usedMax = std::max(row.usedMax, one.usedMax);
            row.waitingMax = std::max(row.waitingMax, one.waitingMax);
            row.lookUps += one.lookUps;
            hits += one.lookUps > 0 ? one.hitRatio * static_cast<double>(one.lookUps) : 0;
        }
        row.hitRatio = row.lookUps > 0 ? hits / static_cast<double>(row.lookUps) : 0;
    }
}

/// Counts of all runs, and the mean time.
void poolMissingCopies(const std::vector<Summary>& runs, Summary& result)
{
    for (std::size_t m = 0; m < result.missingCopies.size(); ++m) {
        MissingCopies& pooled = result.missingCopies[m];
        pooled.incompleteS = meanOver(runs, [&](const Summary& run) { return run.missingCopies.at(m).incompleteS; });
        for (std::uint64_t MissingCopies::*count :
             {&MissingCopies::copies, &MissingCopies::withoutSource, &MissingCopies::forgotten, &MissingCopies::left}) {
            pooled.*count = 0;
            for (const Summary& run : runs)
                pooled.*count += run.missingCopies.at(m).*count;
        }
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
        return std::string_view(metric.key) == "per_s" ? perSecond : milliseconds / static_cast<double>(count);
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
    for (auto& count : result.requests)
        count = {count.workload, 0, 0, 0, 0, 0};
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
        for (std::size_t w = 0; w < result.requests.size(); ++w) {
            result.requests[w].carried += run.requests[w].carried;
            result.requests[w].started += run.requests[w].started;
            result.requests[w].done += run.requests[w].done;
            result.requests[w].failed += run.requests[w].failed;
            result.requests[w].inFlight += run.requests[w].inFlight;
            result.requests[w].givenUp += run.requests[w].givenUp;
        }
    }
    for (auto& [name, operation] : result.operations)
        poolOperation(runs, name, operation, replications.intervals);
    poolWear(runs, result);
    poolWorkloads(runs, result);
    poolResources(runs, result);
    poolStretches(runs, result);
    poolStates(runs, result);
    poolMissingCopies(runs, result);
    poolResults(runs, result);
    return result;
}

double relativePrecision(const std::vector<Summary>& runs, const std::string& metric, const std::string& operation)
{
    const auto known = std::find_if(std::begin(metrics), std::end(metrics),
                                    [&](const Metric& m) { return std::string_view(m.name) == metric; });
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
