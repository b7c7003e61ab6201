// The conditions under which a goal has to hold besides those of the run: other values of parameters, as after a growth
// of the load, and nodes that are down.
#pragma once

#include "project/resolve/resolver.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

struct Goal;

/// Computed from a goal's fields "with", "down" and "failing".
struct GoalConditions
{
    std::vector<std::pair<std::string, Json>> values;                 ///< of parameters
    std::vector<std::pair<std::string, std::uint64_t>> down, failing; ///< group, and number of its nodes

    bool operator==(const GoalConditions&) const = default;
    bool isEmpty() const { return values.empty() && down.empty() && failing.empty(); }
};

/// Expressions are over the project's parameters as they are, so {"LOAD": "1.4 * LOAD"} is a growth. Unknown
/// parameters, values that do not fit them, unknown groups and more nodes than a group has become findings.
GoalConditions conditionsOf(const Project& project, const Goal& goal, Resolver& resolver, const std::string& pointer);

/// The baseline of a goal whose limits are multiples of its figure there.
struct GoalBaseline
{
    std::optional<double> atMostTimes, atLeastTimes;
    std::vector<std::pair<std::string, Json>> values; ///< of parameters, instead of the present ones

    bool given() const { return atMostTimes || atLeastTimes; }
};

/// True if the limits of a goal are multiples of a baseline, which only a study runs.
bool isRelative(const Goal& goal);

/// Computed from the goal's fields "at_most_of_baseline", "at_least_of_baseline" and "baseline". Faults become
/// findings.
GoalBaseline baselineOf(const Project& project, const Goal& goal, Resolver& resolver, const std::string& pointer);

/// Goals with the same conditions share their runs: by the id of the first of them, the ids of all. Goals without
/// conditions are left out.
std::map<std::string, std::vector<std::string>>
goalsByConditions(const std::vector<std::pair<std::string, GoalConditions>>& goals);

/// "LOAD = 1400 and one node of storage down"; empty for none. Numbers are exact: equal words are equal conditions.
std::string inWords(const GoalConditions& conditions, const Project& project);

/// The project under the conditions of the goal with this id: the parameters have the values, and each node that is
/// down or failing has a disturbance. A node that is down is so from the start of the run, and known to be; one that is
/// failing does it at the end of the warm-up. The first nodes of a group are down, the next ones fail. Goals with equal
/// conditions keep them as numbers, so that they are known by them. An unknown goal becomes a finding. The project's
/// own components are among `components`.
Project underConditionsOf(Project project, const std::string& goal, const ComponentLibrary& components,
                          Findings& findings);

} // namespace headroom::project
