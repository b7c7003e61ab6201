#include "project/goals/goal_conditions.h"

#include "project/document/list_in_words.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/describe_studies.h"

#include <algorithm>
#include <cmath>

namespace headroom::project {

namespace {

/// Reads the conditions of one goal.
class ConditionReader
{
public:
    ConditionReader(const Project& project, Resolver& resolver, std::string pointer)
        : project_(project), resolver_(resolver), pointer_(std::move(pointer))
    {
    }

    /// Checks the value of a parameter, in a field of assignments.
    void value(std::vector<std::pair<std::string, Json>>& values, const char* field, const std::string& name,
               const Json& given)
    {
        const std::string at = pointer_ + '/' + field + below(name);
        const Parameter* parameter = findParameter(project_, name);
        if (!parameter)
            return unknown("parameter.unknown", at, "There is no parameter \"" + name + "\".", name,
                           project_.parameters, &Parameter::name);
        const std::size_t before = resolver_.findings().size();
        const Json value = valueOf(*parameter, given, at);
        if (resolver_.findings().size() > before)
            return;
        if (const auto fault = faultOf(*parameter, value, resolver_.components()))
            error(fault->key, at, fault->problem, fault->remedy);
        else
            values.emplace_back(name, value);
    }

    /// Nodes of the group `id`, in the field "down" or "failing".
    void nodes(std::vector<std::pair<std::string, std::uint64_t>>& lost, const char* field, bool othersMayBeThere,
               const std::string& id, const Json& given)
    {
        const std::string at = pointer_ + '/' + field + below(id);
        const auto& groups = project_.topology.groups;
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.id == id; });
        if (group == groups.end())
            return unknown("group.unknown", at, "There is no node group \"" + id + "\".", id, groups, &NodeGroup::id);
        const double nodes = resolver_.expression(given, "", at, resolver_.globalScope()).value();
        const double all = resolver_.number(nodeGroupFields(), "count", group->fields,
                                            "/topology/groups" + below(std::size_t(group - groups.begin())));
        const bool whole = nodes >= 1 && nodes == std::floor(nodes);
        if (!whole)
            error("value.not-whole", at, formatNumber(nodes) + " nodes cannot be " + field + '.', "Write 1 or more.");
        else if (nodes > all && !othersMayBeThere)
            error("value.out-of-range", at, "The group has " + formatNumber(all) + " nodes.",
                  std::string("Let fewer be ") + field + '.');
        else
            lost.emplace_back(id, static_cast<std::uint64_t>(nodes));
    }

private:
    Json valueOf(const Parameter& parameter, const Json& given, const std::string& at)
    {
        const bool named = parameter.type == ParameterType::choice || parameter.type == ParameterType::component;
        if (named || given.is_boolean())
            return given;
        const double value = resolver_.expression(given, parameter.unit, at, resolver_.globalScope()).value();
        if (parameter.type == ParameterType::flag)
            return value != 0;
        const bool whole = value == std::floor(value) && std::fabs(value) < 9e15;
        return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    }

    template <typename Items, typename Name>
    void unknown(const std::string& key, const std::string& at, const std::string& problem, const std::string& name,
                 const Items& items, Name id)
    {
        std::vector<std::string> names;
        for (const auto& item : items)
            names.push_back(item.*id);
        error(key, at, problem, suggestion(name, names));
    }
    void error(const std::string& key, const std::string& at, const std::string& problem, const std::string& remedy)
    {
        resolver_.report(Severity::error, key, at, problem, remedy);
    }

    const Project& project_;
    Resolver& resolver_;
    std::string pointer_;
};

const Json& objectIn(const Goal& goal, const char* field)
{
    static const Json none = Json::object();
    const auto found = goal.fields.find(field);
    return found != goal.fields.end() && found->is_object() ? *found : none;
}

std::string goalPointer(std::size_t number)
{
    return "/goals" + below(number);
}

} // namespace

GoalConditions conditionsOf(const Project& project, const Goal& goal, Resolver& resolver, const std::string& pointer)
{
    GoalConditions conditions;
    ConditionReader reading(project, resolver, pointer);
    for (const auto& [name, value] : objectIn(goal, "with").items())
        reading.value(conditions.values, "with", name, value);
    const bool grows = !conditions.values.empty(); // the group may have more nodes then
    for (const auto& [group, nodes] : objectIn(goal, "down").items())
        reading.nodes(conditions.down, "down", grows, group, nodes);
    for (const auto& [group, nodes] : objectIn(goal, "failing").items())
        reading.nodes(conditions.failing, "failing", grows, group, nodes);
    std::sort(conditions.values.begin(), conditions.values.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::sort(conditions.down.begin(), conditions.down.end());
    std::sort(conditions.failing.begin(), conditions.failing.end());
    return conditions;
}

bool isRelative(const Goal& goal)
{
    const auto isGiven = [&](const char* field) {
        const auto found = goal.fields.find(field);
        return found != goal.fields.end() && !found->is_null() && *found != "";
    };
    return isGiven("at_most_of_baseline") || isGiven("at_least_of_baseline");
}

GoalBaseline baselineOf(const Project& project, const Goal& goal, Resolver& resolver, const std::string& pointer)
{
    GoalBaseline baseline;
    const auto times = [&](const char* field) {
        const auto found = goal.fields.find(field);
        return found != goal.fields.end() && !found->is_null()
                   ? std::optional(resolver.number(goalFields(), field, goal.fields, pointer))
                   : std::nullopt;
    };
    baseline.atMostTimes = times("at_most_of_baseline");
    baseline.atLeastTimes = times("at_least_of_baseline");
    ConditionReader reading(project, resolver, pointer);
    for (const auto& [name, value] : objectIn(goal, "baseline").items())
        reading.value(baseline.values, "baseline", name, value);
    return baseline;
}

std::map<std::string, std::vector<std::string>>
goalsByConditions(const std::vector<std::pair<std::string, GoalConditions>>& goals)
{
    std::map<std::string, std::vector<std::string>> groups;
    for (const auto& [id, conditions] : goals) {
        if (conditions.isEmpty())
            continue;
        const auto first = std::find_if(goals.begin(), goals.end(),
                                        [&same = conditions](const auto& each) { return each.second == same; });
        groups[first->first].push_back(id);
    }
    return groups;
}

std::string inWords(const GoalConditions& conditions, const Project& project)
{
    std::vector<std::string> parts;
    for (const auto& [name, value] : conditions.values) {
        const Parameter* parameter = findParameter(project, name);
        const bool number = value.is_number() && parameter;
        parts.push_back(name + " = " +
                        (number              ? exactText(value.get<double>(), parameter->unit)
                         : value.is_string() ? value.get<std::string>()
                                             : value.dump()));
    }
    const auto lost = [&](const auto& groups, const char* how) {
        for (const auto& [group, nodes] : groups)
            parts.push_back((nodes == 1 ? "one node" : std::to_string(nodes) + " nodes") + " of " + group + how);
    };
    lost(conditions.down, " down");
    lost(conditions.failing, " failing");
    return listInWords(parts);
}

Project underConditionsOf(Project project, const std::string& id, const ComponentLibrary& components,
                          Findings& findings)
{
    Resolver resolver(project, components, findings);
    std::optional<GoalConditions> wanted;
    std::vector<std::string> ids;
    std::vector<GoalConditions> all;
    for (std::size_t i = 0; i < project.goals.size(); ++i) {
        const Goal& goal = project.goals[i];
        ids.push_back(goal.id);
        all.push_back(conditionsOf(project, goal, resolver, goalPointer(i)));
        if (goal.id == id)
            wanted = all.back();
    }
    if (!wanted) {
        findings.push_back(
            {Severity::error, "goal.unknown", "", "", "The project has no goal \"" + id + "\".", suggestion(id, ids)});
        return project;
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (Json& fields = project.goals[i].fields; all[i] == *wanted && fields.contains("with"))
            for (const auto& [name, value] : wanted->values)
                fields["with"][name] = value;
    for (const auto& [name, value] : wanted->values)
        findParameter(project, name)->value = value;
    std::map<std::string, std::uint64_t> taken; // by group
    const auto lose = [&](const auto& groups, const Json& how) {
        for (const auto& [group, nodes] : groups)
            for (std::uint64_t i = 0; i < nodes; ++i) {
                const std::uint64_t node = ++taken[group];
                Json fields{{"what", "node"}, {"target", group}, {"number", node}, {"at", 0}, {"action", "fail"}};
                fields.update(how);
                project.disturbances.push_back({"goal " + id + ": " + group + ' ' + std::to_string(node), fields});
            }
    };
    lose(wanted->down, {{"noticed", true}});
    lose(wanted->failing, {{"counted_from", "the end of the warm-up"}});
    return project;
}

} // namespace headroom::project
