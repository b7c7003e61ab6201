#include "run/results/goals.h"

#include "project/expression/quantity.h"
#include "project/goals/goal_limits.h"
#include "project/vocabulary/figure_names.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::run {

namespace {

using record::GoalVerdict;

/// Its limits are multiples of what a baseline has: a goal has these or limits of its own.
bool isRelative(const GoalVerdict& goal)
{
    return !goal.atMost && !goal.atLeast;
}

std::string limits(const GoalVerdict& goal)
{
    std::string text = goal.conditions.empty() ? goal.metric : "with " + goal.conditions + ", " + goal.metric;
    if (isRelative(goal))
        text += " in proportion to its baseline";
    else
        text += ' ' + project::limitsInWords(goal.atLeast, goal.atMost, goal.unit);
    return text;
}

/// Null for other figures than latencies.
const record::OperationSummary* operationOfLatency(const std::string& figure, const record::Summary& summary)
{
    const std::size_t at = figure.find(".latency.");
    const auto operation =
        at == std::string::npos ? summary.operations.end() : summary.operations.find(figure.substr(0, at));
    return operation == summary.operations.end() ? nullptr : &operation->second;
}

/// The load of the figure's operation, where more requests arrive than are served, so that latencies grow for as long
/// as it lasts. Null if the load settles or is not known, and for other figures than latencies.
const record::ServedLoad* overloadOf(const std::string& figure, const record::Summary& summary,
                                     const std::vector<record::ServedLoad>& loads)
{
    const auto* const operation = operationOfLatency(figure, summary);
    if (!operation)
        return nullptr;
    const auto load = std::ranges::find(loads, operation->workload, &record::ServedLoad::workload);
    return load == loads.end() || load->settles ? nullptr : &*load;
}

/// Under overload a latency has no value that lasts: a limit on it is missed, by whatever the run has shown.
void judgeOverload(GoalVerdict& goal, const record::ServedLoad& load, const record::Summary& summary)
{
    std::string why;
    const auto figure = record::figureOf(summary, goal.metric, why);
    goal.value = figure ? std::optional(figure->value) : std::nullopt;
    goal.low = goal.value;
    goal.high = goal.value ? std::optional(std::numeric_limits<double>::infinity()) : std::nullopt;
    goal.verdict = "missed";
    goal.sentence =
        limits(goal) + ": missed, since the latency grows for as long as the load lasts. " + record::troubleOf(load);
}

/// Number of failed requests of the figure's operation, if all that ended have failed; else 0, and for other figures
/// than latencies.
std::uint64_t allFailed(const std::string& figure, const record::Summary& summary)
{
    const auto operation = operationOfLatency(figure, summary);
    return operation && operation->count == 0 ? operation->errors : 0;
}

/// Requests that fail have no latency: a limit on it is missed, and the figure stays unknown.
void judgeFailure(GoalVerdict& goal, std::uint64_t failed)
{
    goal.value = goal.low = goal.high = {};
    goal.verdict = "missed";
    goal.sentence = limits(goal) + ": missed, since " +
                    (failed == 1 ? "the only request that ended has failed."
                                 : "all " + std::to_string(failed) + " requests that ended have failed.");
}

/// The parts of the raw capacity that are not usable, as a sentence of its own.
std::string leftOutInWords(const record::Summary& summary)
{
    std::string text;
    for (const record::CapacityLoss& loss : summary.leftOut)
        text += (text.empty() ? "" : ", ") + project::formatQuantity(loss.bytes, "B") + " of " + loss.what;
    return text.empty() || !summary.rawBytes
               ? std::string()
               : " Left out of " + project::formatQuantity(*summary.rawBytes, "B") + ": " + text + '.';
}

void judge(GoalVerdict& goal, const record::Summary& summary, const std::vector<record::ServedLoad>& loads)
{
    if (const std::uint64_t failed = allFailed(goal.metric, summary))
        return judgeFailure(goal, failed);
    if (const auto* const load = goal.atMost ? overloadOf(goal.metric, summary, loads) : nullptr)
        return judgeOverload(goal, *load, summary);
    const std::string& unit = goal.unit;
    std::string why;
    const auto figure = record::figureOf(summary, goal.metric, why);
    if (!figure)
        return leaveOpen(goal, why);
    record::judge(goal, *figure);
    goal.sentence = limits(goal) + ": " + goal.verdict + ", " + project::figureText(figure->value, unit);
    if (std::isinf(figure->high))
        goal.sentence += " or more, since " + why;
    else if (figure->high > figure->low)
        goal.sentence +=
            " (" + project::figureText(figure->low, unit) + " to " + project::figureText(figure->high, unit) + ')';
    goal.sentence += '.';
    if (goal.metric == "capacity.usable")
        goal.sentence += leftOutInWords(summary);
}

} // namespace

std::vector<GoalVerdict> goalsOf(const project::Project& project, const project::ResultFormulas& results,
                                 project::Resolver& resolver)
{
    std::vector<GoalVerdict> goals;
    for (const project::GoalLimits& limits : project::goalLimits(project, resolver)) {
        GoalVerdict& verdict = goals.emplace_back();
        verdict.id = limits.id;
        verdict.metric = limits.metric;
        verdict.unit = project::unitOfFigure(verdict.metric).value_or("");
        for (const project::ResultFormula& result : results.formulas)
            if (result.name == verdict.metric)
                verdict.unit = result.figureUnit;
        verdict.atMost = limits.atMost;
        verdict.atLeast = limits.atLeast;
        verdict.conditions = limits.conditions;
    }
    return goals;
}

void judgeGoals(const std::vector<GoalVerdict>& goals, record::Summary& summary)
{
    summary.goals = goals;
    const std::vector<record::ServedLoad> loads =
        goals.empty() ? std::vector<record::ServedLoad>() : record::servedLoads(summary);
    for (GoalVerdict& goal : summary.goals) {
        const char* why = goal.conditions != summary.conditions ? "no run was made under these conditions"
                          : summary.stuck                       ? "the run got stuck"
                          : !summary.limit.empty()              ? "the run was stopped"
                          : isRelative(goal)                    ? "a single run knows no baseline; a study runs it"
                                                                : nullptr;
        if (!why) {
            judge(goal, summary, loads);
            continue;
        }
        leaveOpen(goal, why);
    }
}

void leaveOpen(GoalVerdict& goal, const std::string& why)
{
    goal.value = goal.low = goal.high = {};
    goal.verdict = "not yet known";
    goal.sentence = limits(goal) + ": not yet known, since " + why + '.';
}

} // namespace headroom::run
