// Compares the goals of a project with the results of its runs.
#pragma once

#include "project/goals/result_formulas.h"
#include "project/project_file.h"
#include "project/resolve/resolver.h"
#include "record/summary/summary.h"

#include <vector>

namespace headroom::run {

/// The project's goals with their limits for the current parameters; nothing is judged yet.
std::vector<record::GoalVerdict> goalsOf(const project::Project& project, const project::ResultFormulas& results,
                                         project::Resolver& resolver);

/// Fills the summary's goals. A goal is met or missed only if the whole confidence interval of its figure is on one
/// side of the limit; otherwise, or if the run came to no end of its own, it is not yet known. So is a goal that has to
/// hold under other conditions than those of the run. A limit on a latency is missed under overload: the number in
/// flight grows without end, and with it the latency. It is missed as well if all requests that ended have failed.
void judgeGoals(const std::vector<record::GoalVerdict>& goals, record::Summary& summary);

/// Makes it not yet known; `why` completes "since".
void leaveOpen(record::GoalVerdict& goal, const std::string& why);

} // namespace headroom::run
