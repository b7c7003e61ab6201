#include "project/editing/goal_names.h"

#include "project/document/studies.h"
#include "project/editing/elements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace headroom::project {

namespace {

constexpr auto shorterFigures =
    std::to_array<std::pair<std::string_view, std::string_view>>({{".throughput", ".per-s"},
                                                                  {".bytes", ".bytes-per-s"},
                                                                  {".latency.p", ".p"},
                                                                  {"capacity.usable", "usable-capacity"}});

std::string nameOfFigure(std::string figure)
{
    for (const auto& [from, to] : shorterFigures)
        if (const std::size_t at = figure.find(from); at != std::string::npos)
            figure.replace(at, from.size(), to);
    std::ranges::replace_if(
        figure, [](char c) { return c == '.' || c == ' ' || c == ':'; }, '-');
    return figure;
}

/// How many nodes the groups of a condition lose; nothing if an expression says it.
std::optional<int> nodesOf(const Json& groups)
{
    int nodes = 0;
    for (const auto& [group, count] : groups.items()) {
        if (!count.is_number_integer())
            return std::nullopt;
        nodes += count.get<int>();
    }
    return nodes;
}

std::string nameOfNodes(const Json& groups)
{
    const std::optional<int> nodes = nodesOf(groups);
    return !nodes ? "nodes" : *nodes == 1 ? "a-node" : std::to_string(*nodes) + "-nodes";
}

const Json* filled(const Goal& goal, const char* field)
{
    const auto found = goal.fields.find(field);
    return found != goal.fields.end() && found->is_object() && !found->empty() ? &*found : nullptr;
}

std::string nameOfConditions(const Goal& goal)
{
    std::string name;
    if (const Json* parameters = filled(goal, "with")) {
        name = "-with";
        for (const auto& [parameter, value] : parameters->items())
            name += '-' + parameter;
    }
    if (const Json* groups = filled(goal, "down"))
        name += "-with-" + nameOfNodes(*groups) + "-down";
    if (const Json* groups = filled(goal, "failing"))
        name += "-when-" + nameOfNodes(*groups) + (nodesOf(*groups) == 1 ? "-fails" : "-fail");
    return name;
}

std::string nameOfFields(const Goal& goal)
{
    const auto metric = goal.fields.find("metric");
    const std::string figure =
        metric != goal.fields.end() && metric->is_string() ? metric->get<std::string>() : std::string();
    return figure.empty() ? "goal" : nameOfFigure(figure) + nameOfConditions(goal);
}

std::string sideOf(const Goal& goal)
{
    for (const auto& [field, side] : {std::pair("at_most", "-at-most"), std::pair("at_least", "-at-least"),
                                      std::pair("at_most_of_baseline", "-at-most-of-baseline"),
                                      std::pair("at_least_of_baseline", "-at-least-of-baseline")})
        if (const auto limit = goal.fields.find(field); limit != goal.fields.end() && !limit->is_null())
            return side;
    return {};
}

/// True for "" and "-2", which freshName() appends.
bool isCountingSuffix(std::string_view suffix)
{
    return suffix.empty() || (suffix.size() > 1 && suffix.front() == '-' &&
                              std::ranges::all_of(suffix.substr(1), [](unsigned char c) { return std::isdigit(c); }));
}

} // namespace

std::string nameOfGoal(const Goal& goal, const std::vector<std::string>& taken)
{
    std::string name = nameOfFields(goal);
    if (std::ranges::count(taken, name) > 0)
        name += sideOf(goal);
    return freshName(taken, name);
}

bool isNamedByItsFields(const Goal& goal)
{
    const std::string name = nameOfFields(goal);
    const std::string_view id = goal.id;
    return std::ranges::any_of(std::array{name, name + sideOf(goal)}, [id](const std::string& base) {
        return id.starts_with(base) && isCountingSuffix(id.substr(base.size()));
    });
}

} // namespace headroom::project
