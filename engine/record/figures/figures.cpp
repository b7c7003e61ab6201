#include "record/figures/figures.h"

#include "record/figures/rank_interval.h"
#include "record/figures/statistics.h"
#include "record/structure/figure_names.h"
#include "record/structure/figure_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

namespace headroom::record {

namespace {

constexpr double secondsPerMs = 1e-3;

/// Cuts the last part of a name off: "PUT.latency" and "p99".
std::pair<std::string, std::string> split(const std::string& name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? std::pair(std::string(), name)
                                    : std::pair(name.substr(0, dot), name.substr(dot + 1));
}

Figure exactly(double value)
{
    return {value, value, value};
}

Figure within(double value, double relative)
{
    const double half = std::abs(value) * relative;
    return {value, value - half, value + half};
}

/// The figure over several runs.
std::optional<Figure> overRuns(const Summary& summary, const std::string& operation, const char* metric, double factor)
{
    if (!summary.replications)
        return {};
    for (const Interval& interval : summary.replications->intervals)
        if (interval.operation == operation && interval.metric == metric)
            return Figure{interval.mean * factor, (interval.mean - interval.halfWidth) * factor,
                          (interval.mean + interval.halfWidth) * factor};
    return {};
}

/// Number of independent latencies that would give the interval of the mean, or as much of the tail if that is less.
double independentCount(const OperationSummary& operation)
{
    double count = 0, sum = 0, squares = 0;
    for (const LatencyBucket& bucket : operation.buckets) {
        const auto n = static_cast<double>(bucket.count);
        const double middle = (bucket.lowerMs + bucket.upperMs) / 2;
        count += n;
        sum += n * middle;
        squares += n * middle * middle;
    }
    if (count < 2)
        return count;
    const double mean = sum / count;
    const double variance = std::max(0.0, squares / count - mean * mean);
    if (variance == 0)
        return count; // all are alike
    const double half = operation.latencyCi95Relative * operation.latency.meanMs;
    if (!std::isfinite(half))
        return 1;
    const double ofMean = half > 0 ? std::min(count, variance * normal975 * normal975 / (half * half)) : count;
    return std::fmin(ofMean, operation.independent); // of a number and NaN, the number
}

/// `relative`: half width of the interval over the value, if the run knows it.
std::optional<Figure> quantile(const OperationSummary& operation, double share, double ms, double relative,
                               std::string& why)
{
    if (std::isfinite(relative))
        return within(ms * secondsPerMs, relative);
    if (operation.buckets.empty())
        return exactly(ms * secondsPerMs);
    const auto figure = rankInterval(operation.buckets, share, ms, independentCount(operation), why);
    if (!figure)
        return {};
    return Figure{figure->value * secondsPerMs, figure->low * secondsPerMs, figure->high * secondsPerMs};
}

std::optional<Figure> latency(const Summary& summary, const std::string& name, const std::string& which,
                              std::string& why)
{
    const OperationSummary& operation = summary.operations.at(name);
    if (operation.count == 0) {
        why = "no such operation has ended";
        return {};
    }
    struct Quantile
    {
        double share;
        double LatencySummary::*value;
        double OperationSummary::*interval;
        const char* metric;
    };
    static const std::map<std::string, Quantile> quantiles = {
        {"p50", {0.5, &LatencySummary::p50Ms, &OperationSummary::p50Ci95Relative, "p50_ms"}},
        {"p95", {0.95, &LatencySummary::p95Ms, &OperationSummary::p95Ci95Relative, "p95_ms"}},
        {"p99", {0.99, &LatencySummary::p99Ms, &OperationSummary::p99Ci95Relative, "p99_ms"}}};
    if (which == "max")
        return exactly(operation.latency.maxMs * secondsPerMs);
    if (which == "mean") {
        if (const auto runs = overRuns(summary, name, "mean_ms", secondsPerMs))
            return runs;
        return within(operation.latency.meanMs * secondsPerMs, operation.latencyCi95Relative);
    }
    const auto found = quantiles.find(which);
    if (found == quantiles.end()) {
        why = "a latency has mean, p50, p95, p99 and max";
        return {};
    }
    if (const auto runs = overRuns(summary, name, found->second.metric, secondsPerMs))
        return runs;
    return quantile(operation, found->second.share, operation.latency.*found->second.value,
                    operation.*found->second.interval, why);
}

std::optional<Figure> ofOperation(const Summary& summary, const std::string& name, const std::string& figure,
                                  std::string& why)
{
    const OperationSummary& operation = summary.operations.at(name);
    if (figure == "throughput") {
        if (const auto runs = overRuns(summary, name, "per_s", 1))
            return runs;
        return within(operation.perSecond, operation.ci95Relative);
    }
    if (figure == "bytes")
        return within(operation.bytesPerSecond, operation.ci95Relative);
    if (figure == "count")
        return exactly(static_cast<double>(operation.count));
    if (figure == "failed") {
        if (const auto share = failedShare(operation))
            return exactly(*share);
        why = "no such operation has ended";
    }
    return {};
}

template <typename Map>
std::string namesIn(const Map& map)
{
    std::string names;
    for (const auto& [name, value] : map)
        names += (names.empty() ? "" : ", ") + name;
    return names.empty() ? "none" : names;
}

/// "disk data" is of the kind "disk".
bool isOf(const ResourceSummary& resource, const std::string& name)
{
    return nameOf(resource) == name || resource.resource == name || resource.resource.starts_with(name + ' ');
}

/// The figure of an element that has it.
template <class T>
std::optional<Figure> ofElement(const T& element, const FigureName& name, std::string& why)
{
    const std::vector<FigureValue> figures = figuresIn(element);
    const FigureValue* const figure = findFigure(figures, name.form->figure);
    if (figure && figure->value())
        return exactly(*figure->value());
    why = "the run does not know it";
    return {};
}

std::optional<Figure> ofResource(const Summary& summary, const FigureName& name, std::string& why)
{
    std::optional<Figure> largest;
    bool found = false;
    for (const ResourceSummary& resource : summary.resources) {
        if (!isOf(resource, name.owner))
            continue;
        found = true;
        std::string unknown;
        const auto figure = ofElement(resource, name, unknown);
        if (figure && (!largest || figure->value > largest->value))
            largest = figure;
    }
    if (largest)
        return largest;
    std::map<std::string, int> known;
    for (const ResourceSummary& resource : summary.resources)
        known[nameOf(resource)];
    why = found ? "the run does not know it" : "there is no resource \"" + name.owner + "\"; known: " + namesIn(known);
    return {};
}

/// A hit ratio without look-ups would be zero.
std::optional<Figure> ofState(const Summary& summary, const FigureName& name, std::string& why)
{
    std::map<std::string, int> known;
    for (const StateSummary& state : summary.states) {
        const std::string full = state.role + '.' + state.state;
        known[full];
        if (full != name.owner)
            continue;
        if (name.form->figure == "hit_ratio" && state.lookUps == 0) {
            why = "nothing was looked up";
            return {};
        }
        return ofElement(state, name, why);
    }
    why = "no role has the state \"" + name.owner + "\"; known: " + namesIn(known);
    return {};
}

std::optional<Figure> ofRing(const Summary& summary, const FigureName& name, std::string& why)
{
    for (const MissingCopies& missing : summary.missingCopies)
        if (missing.ring == name.owner)
            return ofElement(missing, name, why);
    why = "no queue gets the missing copies of a ring \"" + name.owner + '"';
    return {};
}

std::optional<Figure> ofJobs(const Summary& summary, const FigureName& name, std::string& why)
{
    const auto found = summary.jobs.find(name.owner);
    if (found == summary.jobs.end())
        why = "no workload \"" + name.owner + "\" has jobs; known: " + namesIn(summary.jobs);
    else if (found->second.count == 0 && name.form->figure.starts_with("completion"))
        why = "no job has been completed";
    else
        return ofElement(found->second, name, why);
    return {};
}

std::optional<Figure> ofWorkload(const Summary& summary, const FigureName& name, std::string& why)
{
    if (const auto found = summary.workloads.find(name.owner); found != summary.workloads.end())
        return ofElement(found->second, name, why);
    why = "there is no workload \"" + name.owner + "\"; known: " + namesIn(summary.workloads);
    return {};
}

std::optional<Figure> ofStretch(const Summary& summary, const FigureName& name, std::string& why)
{
    const auto found = summary.stretches.find(name.owner);
    if (found == summary.stretches.end())
        why = "there is no stretch \"" + name.owner + "\"; known: " + namesIn(summary.stretches);
    else if (found->second.count == 0 && name.form->figure != "count")
        why = "no such stretch has ended";
    else
        return ofElement(found->second, name, why);
    return {};
}

/// A sum of which parts are missing: it is no smaller than the known part.
Figure noSmaller(double known)
{
    return {known, known, std::numeric_limits<double>::infinity()};
}

std::optional<Figure> priceOf(const Summary& summary, std::string& why)
{
    double known = 0;
    for (const GroupCost& cost : summary.costs) {
        known += cost.usd;
        if (!cost.unknown.empty() && why.empty())
            why = "the libraries have no price for " + cost.unknown.front() + " of " + cost.nodeGroup;
    }
    return why.empty() ? exactly(known) : noSmaller(known);
}

/// Rack units of all chassis; switches have no figure.
std::optional<Figure> rackUnitsOf(const Summary& summary, std::string& why)
{
    double known = 0;
    for (const GroupCost& cost : summary.costs) {
        known += cost.rackUnits;
        if (cost.rackUnits == 0 && cost.nodeGroup != switchesGroup && why.empty())
            why = "the libraries have no height for the chassis of " + cost.nodeGroup;
    }
    return why.empty() ? exactly(known) : noSmaller(known);
}

/// Wear of the device group that wears fastest.
std::optional<Figure> wearOf(const Summary& summary, std::string& why)
{
    std::optional<double> known;
    for (const DeviceWear& wear : summary.wear)
        if (wear.enduranceBytes)
            known = std::max(known.value_or(0), wornInYear(wear));
        else if (wear.writtenMeanBps > 0 && why.empty())
            why = "the libraries have no endurance for " + wear.part + " of " + wear.nodeGroup;
    if (known)
        return why.empty() ? exactly(*known) : noSmaller(*known);
    if (why.empty())
        why = "the run has no solid-state devices that wear";
    return {};
}

std::optional<Figure> ofWhole(const Summary& summary, const std::string& name, std::string& why)
{
    if (name == "capacity.raw" && summary.rawBytes)
        return exactly(*summary.rawBytes);
    if (name == "capacity.usable" && summary.usableBytes)
        return exactly(*summary.usableBytes);
    if (name == "price" && !summary.costs.empty())
        return priceOf(summary, why);
    if (name == "rack_units" && !summary.costs.empty())
        return rackUnitsOf(summary, why);
    if (name == "wear_yearly")
        return wearOf(summary, why);
    if (name == "power" && summary.energy) {
        if (summary.energy->unknown.empty())
            return exactly(summary.energy->powerW);
        why = "the libraries have no power figure for " + summary.energy->unknown.front();
        return noSmaller(summary.energy->powerW);
    }
    why = "the project has nothing that gives it";
    return {};
}

std::optional<Figure> ofResult(const DerivedFigure& result, std::string& why)
{
    why = result.why;
    if (!result.value)
        return {};
    return Figure{*result.value * result.unitValue, *result.low * result.unitValue, *result.high * result.unitValue};
}

} // namespace

double wornInYear(const DeviceWear& wear)
{
    return wear.writtenMeanBps * secondsOfYear / *wear.enduranceBytes;
}

double quantileMs(std::span<const LatencyBucket> buckets, double share)
{
    double all = 0;
    for (const LatencyBucket& bucket : buckets)
        all += static_cast<double>(bucket.count);
    const double wanted = share * all;
    double below = 0;
    for (const LatencyBucket& bucket : buckets) {
        const auto count = static_cast<double>(bucket.count);
        if (below + count >= wanted && count > 0)
            return bucket.lowerMs + (bucket.upperMs - bucket.lowerMs) * std::max(0.0, wanted - below) / count;
        below += count;
    }
    return buckets.empty() ? 0 : buckets.back().upperMs;
}

std::optional<Figure> figureOf(const Summary& summary, const std::string& name, std::string& why)
{
    for (const DerivedFigure& result : summary.results)
        if (result.name == name)
            return ofResult(result, why);
    using Find = std::optional<Figure> (*)(const Summary&, const FigureName&, std::string&);
    static const std::map<std::string, Find> owners = {{"resources.", ofResource}, {"states.", ofState},
                                                       {"jobs.", ofJobs},          {"workloads.", ofWorkload},
                                                       {"stretches.", ofStretch},  {"rings.", ofRing}};
    if (const auto parts = figureNamed(name)) {
        if (parts->form->figure.empty())
            return ofWhole(summary, name, why);
        if (const auto find = owners.find(parts->form->begin); find != owners.end())
            return find->second(summary, *parts, why);
    }
    const auto [owner, figure] = split(name);
    const auto [before, middle] = split(owner);
    const bool ofLatency = middle == "latency" && summary.operations.contains(before);
    if (ofLatency)
        return latency(summary, before, figure, why);
    if (summary.operations.contains(owner))
        return ofOperation(summary, owner, figure, why);
    why = "no operation \"" + (middle == "latency" ? before : owner) +
          "\" was asked for; known: " + namesIn(summary.operations);
    return {};
}

Figure meanOf(std::span<const Figure> figures)
{
    if (figures.size() == 1)
        return figures.front();
    std::vector<double> values;
    bool lowKnown = true, highKnown = true; // else it lacks something in each run, as a price without that of a part
    for (const Figure& figure : figures) {
        values.push_back(figure.value);
        lowKnown = lowKnown && std::isfinite(figure.low);
        highKnown = highKnown && std::isfinite(figure.high);
    }
    const Estimate mean = estimate(values);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {mean.mean, lowKnown ? mean.mean - mean.halfWidth : -infinity,
            highKnown ? mean.mean + mean.halfWidth : infinity};
}

void judge(GoalVerdict& goal, const Figure& figure)
{
    goal.value = figure.value;
    goal.low = figure.low;
    goal.high = figure.high;
    const bool missed = (goal.atMost && figure.low > *goal.atMost) || (goal.atLeast && figure.high < *goal.atLeast);
    const bool met = (!goal.atMost || figure.high <= *goal.atMost) && (!goal.atLeast || figure.low >= *goal.atLeast);
    goal.verdict = missed ? "missed" : met ? "met" : "not yet known";
}

std::string nameOf(const ResourceSummary& row)
{
    return row.nodeGroup + '.' + row.resource;
}

std::string threeDigits(double value)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    if (std::abs(value) >= 100)
        value = std::round(value);
    text.precision(value >= 1000 ? 12 : 3);
    text << value;
    return text.str();
}

std::string percentInWords(double share)
{
    return share < 0.001 ? "Less than 0.1 %"
                         : threeDigits(share < 0.1 ? std::round(share * 1000) / 10 : std::round(share * 100)) + " %";
}

std::string resourceInWords(const std::string& resource)
{
    const std::size_t point = resource.find('.');
    if (point == std::string::npos)
        return resource;
    const std::string group = resource.substr(0, point), name = resource.substr(point + 1);
    if (name == "processor")
        return group + " processors";
    if (name.starts_with("workers "))
        return "workers of the " + name.substr(8);
    if (name.starts_with("helpers "))
        return "helper threads of the " + name.substr(8);
    constexpr std::pair<std::string_view, const char*> kinds[] = {
        {"disk ", "disks"},          {"controller ", "controllers"}, {"slots ", "slots"}, {"tokens ", "tokens"},
        {"consumers ", "consumers"}, {"stage ", "black box"},        {"queue ", "queue"}};
    for (const auto& [prefix, words] : kinds)
        if (name.starts_with(prefix))
            return group + ' ' + words + " (" + name.substr(prefix.size()) + ')';
    return group + ' ' + name;
}

} // namespace headroom::record
