#include "project/goals/goal_limits.h"

#include "project/expression/quantity.h"
#include "project/goals/goal_conditions.h"
#include "project/goals/result_formulas.h"
#include "project/structure/describe_studies.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>

namespace headroom::project {

std::vector<GoalLimits> goalLimits(const Project& project, Resolver& resolver)
{
    std::vector<GoalLimits> goals;
    for (std::size_t i = 0; i < project.goals.size(); ++i) {
        const Goal& goal = project.goals[i];
        const std::string at = "/goals/" + std::to_string(i);
        const auto& fields = goalFields();
        const auto limit = [&](const char* name) {
            return goal.fields.contains(name) && !goal.fields.at(name).is_null()
                       ? std::optional(resolver.number(fields, name, goal.fields, at))
                       : std::nullopt;
        };
        goals.push_back({goal.id, resolver.text(fields, "metric", goal.fields, at), limit("at_most"), limit("at_least"),
                         inWords(conditionsOf(project, goal, resolver, at), project)});
    }
    return goals;
}

std::optional<std::string> unitOfMetric(const Project& project, const std::string& metric)
{
    const auto derived = std::ranges::find(project.results, metric, &DerivedResult::id);
    return derived == project.results.end() ? unitOfFigure(metric) : figureUnitOf(*derived);
}

std::string limitsInWords(const std::optional<double>& atLeast, const std::optional<double>& atMost,
                          const std::string& unit)
{
    std::string text;
    if (atLeast)
        text = "at least " + figureText(*atLeast, unit);
    if (atMost)
        text += (text.empty() ? "at most " : " and at most ") + figureText(*atMost, unit);
    return text;
}

} // namespace headroom::project
