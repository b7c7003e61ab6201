#include "study/run/baselines.h"

#include "child/run_fault.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "study/measure/gain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::study {

/// The figures of a point and of its baseline.
struct Baselines::Comparison
{
    std::vector<record::Figure> ofPoint, ofBaseline; ///< in pairs
    std::optional<record::Figure> ratio;
    std::string problem; ///< why there is no ratio
};

namespace {

/// Ratio of one pair: from the lowest value that is likely over the highest one of the other.
record::Figure ratioOfOne(const record::Figure& point, const record::Figure& baseline)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    return {point.value / baseline.value, baseline.high > 0 ? point.low / baseline.high : 0,
            baseline.low > 0 ? point.high / baseline.low : infinite};
}

/// Nothing where a figure is not above zero: then there is no ratio.
std::optional<record::Figure> ratioOf(const std::vector<record::Figure>& points,
                                      const std::vector<record::Figure>& baselines)
{
    Pairs pairs;
    for (std::size_t i = 0; i < points.size(); ++i)
        pairs.add(baselines[i].value, points[i].value);
    const Gain gain = gainOf(pairs, 1);
    if (!std::isfinite(gain.ratio))
        return {};
    const auto isOpen = [](const record::Figure& figure) { return std::isinf(figure.high); }; // a price in parts
    const bool open = std::ranges::any_of(points, isOpen) || std::ranges::any_of(baselines, isOpen);
    return points.size() > 1 && !open ? record::Figure{gain.ratio, gain.low, gain.high}
                                      : ratioOfOne(points.front(), baselines.front());
}

/// "1.5 times the baseline"
std::string timesText(double factor)
{
    return project::formatNumber(factor) + " times the baseline";
}

} // namespace

std::string Baselines::systemOf(const RelativeGoal& goal)
{
    return Json({{"settings", goal.settings}, {"under", goal.under}}).dump();
}

void Baselines::add(RelativeGoal goal)
{
    const std::string id = goal.id;
    goals_.insert_or_assign(id, std::move(goal));
}

std::vector<Baselines::Run> Baselines::missing(const child::Simulation& shared,
                                               const std::vector<std::uint64_t>& seeds) const
{
    std::map<std::string, const RelativeGoal*> systems;
    for (const auto& [id, goal] : goals_)
        systems.emplace(systemOf(goal), &goal);
    std::vector<Run> runs;
    for (const auto& [system, goal] : systems)
        for (const std::uint64_t seed : seeds) {
            if (const auto ended = ended_.find(system); ended != ended_.end() && ended->second.contains(seed))
                continue;
            Run& run = runs.emplace_back(Run{system, seed, shared});
            run.simulation.settings.insert(run.simulation.settings.end(), goal->settings.begin(), goal->settings.end());
            run.simulation.under = goal->under;
            run.simulation.seed = std::to_string(seed);
            run.simulation.single = true;
        }
    return runs;
}

void Baselines::take(const Run& run, RunOutcome outcome)
{
    if (outcome.summary && outcome.problem.empty()) {
        outcome.problem = child::faultOf(*outcome.summary);
        if (!outcome.problem.empty())
            outcome.summary.reset();
    }
    ended_[run.system][run.seed] = {std::move(outcome.summary), std::move(outcome.problem)};
}

Baselines::Comparison Baselines::compare(const RelativeGoal& goal,
                                         const std::map<std::size_t, record::Summary>& runs) const
{
    Comparison comparison;
    const auto system = ended_.find(systemOf(goal));
    for (const auto& [number, summary] : runs) {
        const bool known = system != ended_.end() && system->second.contains(summary.seed);
        const Ended* const ended = known ? &system->second.at(summary.seed) : nullptr;
        if (!ended || !ended->summary) {
            comparison.problem = "The run of the baseline " + (ended ? ended->problem : "is missing");
            return comparison;
        }
        std::string why;
        const auto point = record::figureOf(summary, goal.metric, why);
        const auto baseline = point ? record::figureOf(*ended->summary, goal.metric, why) : std::nullopt;
        if (!baseline) {
            comparison.problem = (point ? "The baseline has no " : "There is no ") + goal.metric + ", since " + why;
            return comparison;
        }
        comparison.ofPoint.push_back(*point);
        comparison.ofBaseline.push_back(*baseline);
    }
    comparison.ratio = ratioOf(comparison.ofPoint, comparison.ofBaseline);
    if (!comparison.ratio)
        comparison.problem = goal.metric + " is not above zero, so that it has no ratio to the baseline";
    return comparison;
}

GoalCell Baselines::judged(const std::string& id, const std::map<std::size_t, record::Summary>& runs) const
{
    const RelativeGoal& goal = goals_.at(id);
    const Comparison comparison = compare(goal, runs);
    GoalCell cell;
    cell.verdict = "not yet known";
    if (!comparison.ofPoint.empty() && comparison.ofBaseline.size() == runs.size()) {
        const record::Figure figure = record::meanOf(comparison.ofPoint);
        const double baseline = record::meanOf(comparison.ofBaseline).value;
        cell.figure = {figure.value, figure.low, figure.high};
        if (goal.atMostTimes)
            cell.atMost = *goal.atMostTimes * baseline;
        if (goal.atLeastTimes)
            cell.atLeast = *goal.atLeastTimes * baseline;
    }
    if (!comparison.ratio) {
        cell.reason = comparison.problem + (comparison.problem.ends_with('.') ? "" : ".");
        return cell;
    }
    record::GoalVerdict verdict;
    verdict.atMost = goal.atMostTimes;
    verdict.atLeast = goal.atLeastTimes;
    record::judge(verdict, *comparison.ratio);
    cell.verdict = verdict.verdict;
    cell.reason = "It is " + timesText(comparison.ratio->value) + '.';
    return cell;
}

} // namespace headroom::study
