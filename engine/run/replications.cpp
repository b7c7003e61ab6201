#include "run/replications.h"

#include "kernel/random.h"
#include "run/statistics.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

namespace headroom::run {

namespace {

using record::OperationSummary;
using record::Summary;

struct Metric
{
    const char* key;  ///< in the intervals
    const char* name; ///< in the field "metric" of a run; empty: cannot be asked for
    double (*value)(const OperationSummary&);
};

constexpr Metric metrics[] = {
    {"per_s", "throughput", [](const OperationSummary& o) { return o.perSecond; }},
    {"mean_ms", "mean latency", [](const OperationSummary& o) { return o.latency.meanMs; }},
    {"p50_ms", "", [](const OperationSummary& o) { return o.latency.p50Ms; }},
    {"p95_ms", "p95", [](const OperationSummary& o) { return o.latency.p95Ms; }},
    {"p99_ms", "p99", [](const OperationSummary& o) { return o.latency.p99Ms; }},
};

template <typename Value>
double meanOver(const std::vector<Summary>& runs, Value value)
{
    double sum = 0;
    for (const Summary& run : runs)
        sum += value(run);
    return sum / static_cast<double>(runs.size());
}

/// An operation that no request of a run asked for counts as nothing done there.
const OperationSummary& operationOf(const Summary& run, const std::string& name)
{
    static const OperationSummary none;
    const auto found = run.operations.find(name);
    return found == run.operations.end() ? none : found->second;
}

/// The same duration lies in a bucket of the same bounds in every run.
std::vector<record::LatencyBucket> pooledBuckets(const std::vector<Summary>& runs, const std::string& name)
{
    std::map<double, record::LatencyBucket> all;
    for (const Summary& run : runs)
        for (const record::LatencyBucket& bucket : operationOf(run, name).buckets) {
            record::LatencyBucket& sum =
                all.try_emplace(bucket.lowerMs, record::LatencyBucket{bucket.lowerMs, bucket.upperMs, 0}).first->second;
            sum.count += bucket.count;
        }
    std::vector<record::LatencyBucket> buckets;
    for (const auto& [lower, bucket] : all)
        buckets.push_back(bucket);
    return buckets;
}

void poolOperation(const std::vector<Summary>& runs, const std::string& name, OperationSummary& pooledOne,
                   std::vector<record::Interval>& intervals)
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
            values.push_back(metric.value(operationOf(run, name)));
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

void poolResources(const std::vector<Summary>& runs, Summary& result)
{
    for (std::size_t r = 0; r < result.resources.size(); ++r) {
        record::ResourceSummary& row = result.resources[r];
        const auto mean = [&](double record::ResourceSummary::*member) {
            return meanOver(runs, [&](const Summary& run) { return run.resources[r].*member; });
        };
        for (double record::ResourceSummary::*member :
             {&record::ResourceSummary::utilisationMean, &record::ResourceSummary::utilisationMax,
              &record::ResourceSummary::queueMean, &record::ResourceSummary::bytesPerSecond,
              &record::ResourceSummary::demandS, &record::ResourceSummary::servedS})
            row.*member = mean(member);
        if (row.waitingS)
            row.waitingS = meanOver(runs, [&](const Summary& run) { return run.resources[r].waitingS.value_or(0); });
        if (row.powerW)
            row.powerW = meanOver(runs, [&](const Summary& run) { return run.resources[r].powerW.value_or(0); });
        if (row.energyJ)
            row.energyJ = meanOver(runs, [&](const Summary& run) { return run.resources[r].energyJ.value_or(0); });
    }
    if (result.energy) {
        result.energy->powerW = meanOver(runs, [](const Summary& run) { return run.energy->powerW; });
        result.energy->energyJ = meanOver(runs, [](const Summary& run) { return run.energy->energyJ; });
    }
}

} // namespace

std::uint64_t replicationSeed(std::uint64_t seed, std::uint64_t number)
{
    return number == 0 ? seed : kernel::mix(seed, number);
}

Summary pooled(const std::vector<Summary>& runs)
{
    Summary result = runs.front();
    record::Replications& replications = result.replications.emplace();
    result.events = 0;
    result.wallS = 0;
    for (auto& count : result.requests)
        count = {count.workload, 0, 0, 0, 0, 0};
    for (const Summary& run : runs) {
        replications.seeds.push_back(run.seed);
        result.events += run.events;
        result.wallS += run.wallS;
        result.stopped = result.stopped || run.stopped;
        if (result.limit.empty())
            result.limit = run.limit;
        for (std::size_t w = 0; w < result.requests.size(); ++w) {
            result.requests[w].carried += run.requests[w].carried;
            result.requests[w].started += run.requests[w].started;
            result.requests[w].done += run.requests[w].done;
            result.requests[w].failed += run.requests[w].failed;
            result.requests[w].inFlight += run.requests[w].inFlight;
        }
    }
    for (auto& [name, operation] : result.operations)
        poolOperation(runs, name, operation, replications.intervals);
    poolResources(runs, result);
    return result;
}

double relativePrecision(const Summary& pooledRuns, const std::string& metric, const std::string& operation)
{
    const auto known = std::find_if(std::begin(metrics), std::end(metrics),
                                    [&](const Metric& m) { return std::string_view(m.name) == metric; });
    double worst = 0;
    if (pooledRuns.replications && known != std::end(metrics))
        for (const record::Interval& interval : pooledRuns.replications->intervals)
            if (interval.metric == known->key && (operation.empty() || interval.operation == operation))
                worst = std::max(worst, interval.mean > 0 ? interval.halfWidth / interval.mean
                                                          : std::numeric_limits<double>::infinity());
    return worst;
}

} // namespace headroom::run
