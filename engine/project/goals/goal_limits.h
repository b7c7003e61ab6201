// The goals of a project with their limits for the current parameters.
#pragma once

#include "project/resolve/resolver.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// Limits are in the base unit of the metric.
struct GoalLimits
{
    std::string id;
    std::string metric; ///< vocabulary/figure_names.h
    std::optional<double> atMost, atLeast;
    std::string conditions; ///< in words, see goal_conditions.h
};

/// "at least 200 /s and at most 400 /s"; empty without a limit. `unit` is that of the figure.
std::string limitsInWords(const std::optional<double>& atLeast, const std::optional<double>& atMost,
                          const std::string& unit);

std::vector<GoalLimits> goalLimits(const Project& project, Resolver& resolver);

/// The unit of what a goal may limit, a figure or a derived result of the project, as unitOfFigure() has it; nothing if
/// there is no such figure.
std::optional<std::string> unitOfMetric(const Project& project, const std::string& metric);

} // namespace headroom::project
