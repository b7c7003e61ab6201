#include "run/results/warm_up_check.h"

#include "project/document/document.h"
#include "project/expression/quantity.h"
#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headroom::run {

namespace {

constexpr double relevant = 0.05, errorsOfChance = 3;
constexpr std::size_t fewestIntervals = 50, batchesOfRest = 10;

/// Operations that ended in each interval of the window, and the sum of their latencies.
using Course = std::vector<std::pair<double, double>>;

Course courseOf(const Model& model)
{
    Course course;
    for (const auto& workload : model.workloads) {
        if (workload->background())
            continue;
        for (const OperationMeter& operation : workload->operations()) {
            course.resize(std::max(course.size(), operation.batches.size()));
            for (std::size_t i = 0; i < operation.batches.size(); ++i) {
                course[i].first += operation.batches[i].first;
                course[i].second += operation.batches[i].second;
            }
        }
    }
    return course;
}

bool loadChanges(const Model& model)
{
    if (model.untilJobsAreDone || !model.project.disturbances.empty())
        return true;
    return std::ranges::any_of(model.project.workloads, [](const project::Workload& workload) {
        const auto set = [&](const char* name) { return workload.fields.contains(name); };
        return set("stages") || set("rates") || set("ramp_up") || set("ramp_down") || set("trace") || set("start");
    });
}

/// The figure over a part of the course: latency over number, or number over length.
double figureOf(const Course& course, std::size_t from, std::size_t to, bool latency)
{
    double count = 0, seconds = 0;
    for (std::size_t i = from; i < to; ++i) {
        count += course[i].first;
        seconds += course[i].second;
    }
    if (latency)
        return count > 0 ? seconds / count : 0;
    return to > from ? count / static_cast<double>(to - from) : 0;
}

std::optional<ShortWarmUp> compared(const Course& course, bool latency, const Model& model)
{
    std::vector<double> observations;
    for (const auto& [count, seconds] : course)
        if (latency)
            record::addMeanLatency(observations, count, seconds);
        else
            observations.push_back(count);
    const record::Truncation truncation = record::mser5(observations);
    // Half of the window is left to compare with.
    const std::size_t cut = truncation.settled ? truncation.cut : course.size() / 2;
    if (cut == 0)
        return {};
    const double whole = figureOf(course, 0, course.size(), latency),
                 rest = figureOf(course, cut, course.size(), latency), first = figureOf(course, 0, cut, latency);
    std::vector<double> batches;
    for (std::size_t b = 0, count = 2 * batchesOfRest; b < count; ++b) {
        const auto at = [&](std::size_t n) { return cut + n * (course.size() - cut) / count; };
        batches.push_back(figureOf(course, at(b), at(b + 1), latency));
    }
    const double error = record::batchMeans(batches).estimate.halfWidth / 2;
    const double share = static_cast<double>(cut) / static_cast<double>(course.size());
    // The error of the first part, which is shorter, is larger.
    const double errorOfFirst = error * std::sqrt((1 - share) / share);
    const bool differs = std::abs(first - rest) > errorsOfChance * std::hypot(error, errorOfFirst) &&
                         std::abs(whole - rest) > relevant * rest;
    if (!differs || !(rest > 0))
        return {};
    return ShortWarmUp{latency ? "mean latency" : "throughput", whole / rest - 1,
                       model.warmUpS + static_cast<double>(cut) * model.intervalS, truncation.settled};
}

} // namespace

std::optional<ShortWarmUp> shortWarmUp(const Model& model)
{
    const Course course = courseOf(model);
    if (course.size() < fewestIntervals || loadChanges(model))
        return {};
    std::optional<ShortWarmUp> worst;
    for (const bool latency : {true, false})
        if (const auto found = compared(course, latency, model);
            found && (!worst || std::abs(found->change) > std::abs(worst->change)))
            worst = found;
    return worst;
}

std::string sentenceOf(const ShortWarmUp& found, double warmUpS)
{
    const std::string percent = project::formatNumber(std::round(std::abs(found.change) * 100));
    const std::string difference = "the " + found.figure + " of the measured time is " + percent + " % " +
                                   (found.change > 0 ? "above" : "below") + " that of its later part. ";
    if (!found.settles)
        return "The run has not settled: " + difference +
               "Let it last longer, with a longer warm-up (duration, warm_up).";
    const double rounding = std::pow(10, std::floor(std::log10(found.wantedS)) - 1);
    return "The warm-up of " + project::formatQuantity(warmUpS, "s") + " is too short: " + difference + "Set it to " +
           project::formatQuantity(std::ceil(found.wantedS / rounding) * rounding, "s") + " (warm_up).";
}

} // namespace headroom::run
