// The names of goals that nobody has named. They say what is limited and under which conditions, so that a list of
// goals, a column of a study and a sentence about a missed goal can be read without opening the goal.
#pragma once

#include <string>
#include <vector>

namespace headroom::project {

struct Goal;

/// "PUT-p99", "PUT-per-s-with-a-node-down", "price". If that is one of `taken`, the side of the limit is added
/// ("price-at-least"), then a number. Without a metric it is "goal". Names of goals have no dots, which separate the
/// parts of a figure.
std::string nameOfGoal(const Goal& goal, const std::vector<std::string>& taken);

/// True if the name of the goal is one that nameOfGoal() gives for its fields; then it follows them when they change.
bool isNamedByItsFields(const Goal& goal);

} // namespace headroom::project
