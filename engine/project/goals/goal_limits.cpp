#include "project/goals/goal_limits.h"

#include "project/goals/goal_conditions.h"
#include "project/structure/describe_studies.h"

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

} // namespace headroom::project
