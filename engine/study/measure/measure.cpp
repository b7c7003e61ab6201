#include "study/measure/measure.h"

#include "record/figures/figures.h"
#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace headroom::study {

namespace {

constexpr double mostFailed = 0.05; ///< share of the arrivals of the window

/// Operations of background workloads are named "WORKLOAD: OPERATION".
bool inBackground(const record::Summary& summary, const std::string& operation)
{
    const std::size_t colon = operation.find(": ");
    if (colon == std::string::npos)
        return false;
    const auto workload = summary.workloads.find(operation.substr(0, colon));
    return workload != summary.workloads.end() && workload->second.background;
}

/// Standard error of the logarithm of the p99 of `count` latencies.
double errorOfP99(const std::vector<record::LatencyBucket>& buckets, double count, double meanMs,
                  const WindowParts& parts)
{
    constexpr double share = 0.99;
    double squares = 0;
    for (const record::LatencyBucket& bucket : buckets)
        squares += static_cast<double>(bucket.count) * std::pow((bucket.lowerMs + bucket.upperMs) / 2 - meanMs, 2);
    const double meanError = meanLatencyError(parts) * meanMs;
    const double independent = std::min(count, squares / count / (meanError * meanError));
    const double ofShare = std::sqrt(share * (1 - share) / independent);
    if (std::isnan(independent) || share + record::normal975 * ofShare >= 1)
        return std::numeric_limits<double>::quiet_NaN();
    return std::log(record::quantileMs(buckets, share + ofShare) / record::quantileMs(buckets, share - ofShare)) / 2;
}

void addLatencies(const record::Summary& summary, Measure& measure)
{
    std::map<double, record::LatencyBucket> buckets; // by their lower end
    double sum = 0;
    for (const auto& [name, operation] : summary.operations) {
        if (inBackground(summary, name) || operation.count == 0)
            continue;
        measure.completed += operation.count;
        measure.perSecond += operation.perSecond;
        sum += operation.latency.meanMs * static_cast<double>(operation.count);
        for (const record::LatencyBucket& bucket : operation.buckets) {
            const auto [place, isNew] = buckets.try_emplace(bucket.lowerMs, bucket);
            if (!isNew)
                place->second.count += bucket.count;
        }
    }
    if (measure.completed == 0)
        return;
    measure.meanMs = sum / static_cast<double>(measure.completed);
    if (buckets.empty())
        return;
    std::vector<record::LatencyBucket> all;
    for (const auto& [lower, bucket] : buckets)
        all.push_back(bucket);
    measure.p99Ms = record::quantileMs(all, 0.99);
    measure.p99Error = errorOfP99(all, static_cast<double>(measure.completed), measure.meanMs, summary.windowParts);
}

/// 0 if some of the load is no jobs, or none was completed.
double jobsPerSecond(const record::Summary& summary)
{
    double seconds = 0, jobs = 0;
    for (const auto& [id, workload] : summary.workloads) {
        if (workload.background)
            continue;
        const auto found = summary.jobs.find(id);
        if (found == summary.jobs.end())
            return 0;
        seconds += found->second.completionMeanS * static_cast<double>(found->second.count);
        jobs += static_cast<double>(found->second.count);
    }
    return seconds > 0 ? jobs / seconds : 0;
}

} // namespace

Measure measureOf(const record::Summary& summary)
{
    Measure measure;
    measure.parts = summary.windowParts;
    addLatencies(summary, measure);
    if (const double jobs = jobsPerSecond(summary); jobs > 0) {
        measure.perSecond = jobs;
        measure.jobs = true;
    }
    measure.arrivalsGiven = true;
    std::uint64_t failed = 0, asked = 0;
    for (const auto& [id, workload] : summary.workloads) {
        if (workload.background)
            continue;
        measure.arrivalsGiven = measure.arrivalsGiven && record::givesArrivals(workload);
        failed += workload.errors + workload.refused;
        asked += workload.count + workload.errors + workload.refused;
    }
    for (const record::ServedLoad& load : record::servedLoads(summary))
        measure.settles = measure.settles && (load.settles || summary.workloads.at(load.workload).background);
    if (measure.arrivalsGiven && static_cast<double>(failed) > mostFailed * static_cast<double>(asked))
        measure.settles = false;
    for (const record::GoalVerdict& goal : summary.goals)
        if (goal.conditions == summary.conditions)
            measure.goals[goal.id] = goal.verdict;
    return measure;
}

} // namespace headroom::study
