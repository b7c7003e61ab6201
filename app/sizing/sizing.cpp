#include "app/sizing/sizing.h"

#include "project/editing/goal_names.h"
#include "project/expression/quantity.h"
#include "project/goals/goal_limits.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/parameter_uses.h"
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declarations.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::app {

using project::Json;
using project::Parameter;
using project::ParameterType;

namespace {

constexpr const char* growthName = "GROWTH";
constexpr const char* usableCapacity = "capacity.usable";

std::string faultOfLimit(const project::Project& system, const std::string& figure, const std::string& limit)
{
    const auto unit = project::unitOfMetric(system, figure);
    const auto quantity = project::parseQuantity(limit);
    if (!unit)
        return "The system has no figure " + figure + ".";
    if (limit.empty())
        return "The goal on " + figure + " has no limit yet.";
    if (!quantity)
        return "\"" + limit + "\" is not a limit for " + figure + ".";
    const std::string wanted = *unit == "%" ? std::string() : *unit;
    // A throughput is a number of operations a second.
    if (!quantity->unit.empty() && quantity->unit != wanted && !(wanted.empty() && quantity->unit == "1/s"))
        return "\"" + limit + "\" has the wrong unit for " + figure +
               (wanted.empty() ? ", which has none." : ", which is in " + wanted + ".");
    return {};
}

std::string faultOfChoice(const project::Project& system, const std::vector<project::StudyAxis>& choice)
{
    if (choice.empty())
        return "Nothing may be chosen: add a part or a parameter below \"May be chosen\".";
    for (const project::StudyAxis& axis : choice) {
        const Parameter* parameter = project::findParameter(system, axis.parameter);
        const bool empty = (axis.values.is_array() && axis.values.empty()) ||
                           (axis.values.is_string() && (!parameter || project::tickedOf(*parameter).empty()));
        if (!parameter || empty)
            return axis.parameter + " has no values to choose from.";
    }
    return {};
}

template <typename Judge>
bool anyOperation(const Sizing& sizing, const Judge& judge)
{
    return std::ranges::any_of(sizing.loads,
                               [&](const SizedLoad& load) { return std::ranges::any_of(load.operations, judge); });
}

bool hasServiceLevel(const Sizing& sizing)
{
    return anyOperation(sizing, &SizedOperation::hasLevel);
}

bool needsNodesDown(const Sizing& sizing)
{
    return anyOperation(
        sizing, [](const SizedOperation& operation) { return operation.withNodesDown && operation.hasLevel(); });
}

/// Adds goals with ids of their own.
class Goals
{
public:
    explicit Goals(project::Project& project) : goals_(project.goals) { goals_.clear(); }

    /// `state`: "down" or "failing" of the nodes, or null.
    void add(const std::string& figure, const char* side, const Json& limit, const char* state = nullptr,
             const NodesDown& nodes = {})
    {
        project::Goal goal;
        goal.fields = {{"metric", figure}, {side, limit}};
        if (state)
            goal.fields[state] = {{nodes.group, nodes.nodes}};
        goal.id = project::nameOfGoal(goal, project::idsOf(goals_));
        goals_.push_back(std::move(goal));
    }

private:
    std::vector<project::Goal>& goals_;
};

/// The states of nodes under which the levels of the operation have to hold; null: all are up.
std::vector<const char*> statesOf(const NodesDown& down, const SizedOperation& operation)
{
    std::vector<const char*> states{nullptr};
    if (operation.withNodesDown && down.lasting)
        states.push_back("down");
    if (operation.withNodesDown && down.failing)
        states.push_back("failing");
    return states;
}

void addServiceLevels(Goals& goals, const Sizing& sizing)
{
    for (const SizedLoad& load : sizing.loads)
        for (const SizedOperation& operation : load.operations)
            for (const char* const state : statesOf(sizing.down, operation)) {
                if (!isAsked(load, operation))
                    continue;
                if (!operation.throughput.empty())
                    goals.add(operation.result + (inBytes(operation.throughput) ? ".bytes" : ".throughput"), "at_least",
                              operation.throughput, state, sizing.down);
                if (!operation.p99.empty())
                    goals.add(operation.result + ".latency.p99", "at_most", operation.p99, state, sizing.down);
            }
}

/// The capacity that is needed when the load has grown by the parameter.
Json grownCapacity(const Sizing& sizing, const std::string& growth)
{
    if (growth.empty() || sizing.dataYearly == 0)
        return sizing.usable;
    const auto rate = [](int percent) { return std::log(1 + percent / 100.0); };
    const double power = sizing.yearly > 0 ? rate(sizing.dataYearly) / rate(sizing.yearly) : 1;
    std::string text = sizing.usable + " * " + growth;
    if (std::abs(power - 1) > 1e-9)
        text += " ^ " + Json(std::round(power * 1e4) / 1e4).dump();
    return text;
}

std::string freeName(const project::Project& project)
{
    std::string name = growthName;
    for (int more = 2; project::findParameter(project, name); ++more)
        name = growthName + ('_' + std::to_string(more));
    return name;
}

void addGrowth(project::Project& project, const std::string& name)
{
    Parameter growth;
    growth.name = name;
    growth.type = ParameterType::number;
    growth.value = 1;
    growth.minimum = 0;
    growth.description = "Load and data over those of today; raised by the growth plan.";
    project.parameters.push_back(std::move(growth));
}

/// The growth plan chooses among what may be chosen.
void tickChoice(project::Project& project, const std::vector<project::StudyAxis>& choice)
{
    for (const project::StudyAxis& axis : choice)
        for (Parameter& parameter : project.parameters) {
            if (parameter.name != axis.parameter || !axis.values.is_array())
                continue;
            if (parameter.alternatives.empty() && parameter.type == ParameterType::component)
                parameter.alternatives.push_back(parameter.value);
            if (!parameter.alternatives.empty())
                for (const Json& value : axis.values)
                    if (std::ranges::find(parameter.alternatives, value) == parameter.alternatives.end())
                        parameter.alternatives.push_back(value);
            project::setTicked(parameter, std::vector<Json>(axis.values.begin(), axis.values.end()));
        }
}

/// Removes the parameters that decided something before and do so no more, from the presets, too.
void removeIdle(project::Project& project, const project::Project& before)
{
    std::vector<std::string> names;
    for (const Parameter& parameter : project.parameters)
        names.push_back(parameter.name);
    const auto idle = project::withoutEffect(project, names), wasIdle = project::withoutEffect(before, names);
    const auto goes = [&](const std::string& name) {
        return std::ranges::find(idle, name) != idle.end() && std::ranges::find(wasIdle, name) == wasIdle.end();
    };
    std::erase_if(project.parameters, [&](const Parameter& parameter) { return goes(parameter.name); });
    for (project::Preset& preset : project.presets) {
        const auto values = preset.fields.find("values");
        if (values == preset.fields.end() || !values->is_object())
            continue;
        for (const std::string& name : names)
            if (goes(name))
                values->erase(name);
    }
}

/// "350000 EUR (1 EUR is 1.1 USD, 2026-11-29)".
std::string inWords(const Money& money)
{
    std::string terms;
    if (money.currency != "USD")
        terms = "1 " + money.currency + " is " + project::formatNumber(money.usd) + " USD";
    if (!money.date.empty())
        terms += (terms.empty() ? "" : ", ") + money.date;
    return money.amount + ' ' + money.currency + (terms.empty() ? terms : " (" + terms + ')');
}

std::string storyOf(const project::Project& system, const Sizing& sizing)
{
    std::string story = "Sized from “" + system.name + "”.";
    std::string loads;
    for (const SizedLoad& load : sizing.loads)
        loads += (loads.empty() ? "" : "; ") + inWords(load);
    if (!loads.empty())
        story += " Load: " + loads + '.';
    if (!sizing.usable.empty())
        story += " Usable capacity: " + sizing.usable + " or more.";
    if (!sizing.budget.amount.empty())
        story += " Budget: " + inWords(sizing.budget) + '.';
    return story;
}

} // namespace

std::string faultOf(const project::Project& system, const Sizing& sizing)
{
    for (const SizedLoad& load : sizing.loads)
        if (std::string fault = faultOf(load); !fault.empty())
            return fault;
    if (needsNodesDown(sizing) && sizing.down.group.empty())
        return "State which nodes are down.";
    if (needsNodesDown(sizing) && sizing.down.failing &&
        project::valueOf(system.run, *project::findField(project::runFields(), "warm_up")) == "auto")
        return "Nodes fail at the end of the warm-up, which this system finds by itself: give its run a warm-up in "
               "seconds, or judge the lasting state.";
    if (!sizing.usable.empty()) {
        const auto usable = project::parseQuantity(sizing.usable);
        if (!usable || usable->unit != "B" || usable->value <= 0)
            return '"' + sizing.usable + "\" is no capacity, as in 400 TB.";
    }
    if (!hasServiceLevel(sizing) && sizing.goals.empty())
        return "There is no service level that the system has to meet: state a latency or a throughput.";
    for (const SizingGoal& goal : sizing.goals)
        if (std::string fault = faultOfLimit(system, goal.figure, goal.limit); !fault.empty())
            return fault;
    if (sizing.budget.usd <= 0)
        return "State how many USD one " + sizing.budget.currency + " is worth.";
    if (!sizing.budget.amount.empty() && !usdOf(sizing.budget))
        return '"' + sizing.budget.amount + "\" is not an amount of money.";
    for (const GivenPrice& price : sizing.prices)
        if (!price.money.amount.empty() && !usdOf(price.money))
            return price.part.title + ": \"" + price.money.amount + "\" is not a price.";
    return faultOfChoice(system, sizing.choice);
}

project::Project projectFor(project::Project system, const Sizing& sizing, const project::ComponentLibrary& components)
{
    const project::Project before = system;
    for (Parameter& parameter : system.parameters)
        for (const auto& [name, value] : sizing.values)
            if (name == parameter.name)
                parameter.value = project::valueFromText(parameter, value);
    const bool grows = sizing.yearly > 0 || (sizing.dataYearly > 0 && !sizing.usable.empty());
    const std::string growth = grows ? freeName(system) : std::string();
    if (grows)
        addGrowth(system, growth);
    applyLoads(system, sizing.loads, sizing.yearly > 0 ? growth : std::string(), components);
    Goals goals(system);
    addServiceLevels(goals, sizing);
    if (!sizing.usable.empty())
        goals.add(usableCapacity, "at_least", grownCapacity(sizing, growth));
    for (const SizingGoal& goal : sizing.goals)
        goals.add(goal.figure, goal.atMost ? "at_most" : "at_least", goal.limit);
    if (const auto usd = sizing.budget.amount.empty() ? std::nullopt : usdOf(sizing.budget))
        goals.add("price", "at_most", Json(std::round(*usd)).dump() + " USD");
    for (project::NodeGroup& group : system.topology.groups)
        if (sizing.others.contains(group.id))
            group.fields["ours"] = false;
        else
            group.fields.erase("ours");
    applyPrices(system, sizing.prices, components);
    system.studies.clear();
    system.measurements.clear();
    project::Study& study = system.studies.emplace_back();
    study.id = sizingStudy;
    study.space = sizing.choice;
    tickChoice(system, sizing.choice);
    removeIdle(system, before);
    system.description = storyOf(before, sizing);
    return system;
}

std::string growthParameterOf(const project::Project& sized)
{
    for (auto parameter = sized.parameters.rbegin(); parameter != sized.parameters.rend(); ++parameter)
        if (parameter->name.starts_with(growthName))
            return parameter->name;
    return {};
}

namespace {

/// A goal of the system as a service level of the form; false if the form has no place for it.
bool takeAsLevel(Sizing& sizing, const std::string& figure, bool atMost, const std::string& limit)
{
    for (SizedLoad& load : sizing.loads)
        for (SizedOperation& operation : load.operations) {
            const bool isThroughput =
                figure == operation.result + (inBytes(limit) ? ".bytes" : ".throughput") && !atMost;
            std::string* level = figure == operation.result + ".latency.p99" && atMost ? &operation.p99
                                 : isThroughput                                        ? &operation.throughput
                                                                                       : nullptr;
            if (level && level->empty() && isAsked(load, operation)) {
                *level = limit;
                return true;
            }
        }
    if (figure == usableCapacity && !atMost && sizing.usable.empty()) {
        sizing.usable = limit;
        return true;
    }
    return false;
}

void proposeGoals(Sizing& sizing, const project::Project& system)
{
    for (const project::Goal& goal : system.goals)
        for (const char* const side : {"at_most", "at_least"})
            if (const auto limit = goal.fields.find(side);
                limit != goal.fields.end() && goal.fields.contains("metric") && !goal.fields.contains("with") &&
                !goal.fields.contains("down") && !goal.fields.contains("failing")) {
                const auto figure = goal.fields.at("metric").get<std::string>();
                const std::string text = project::settingText(*limit);
                const bool atMost = std::string(side) == "at_most";
                if (!takeAsLevel(sizing, figure, atMost, text))
                    sizing.goals.push_back({figure, atMost, text});
            }
}

/// Groups that only ask: no volume, and no role that another one needs, but one that a workload starts.
std::set<std::string> askingGroups(const project::Project& system)
{
    std::set<std::string> asking, groups;
    for (const project::Workload& workload : system.workloads)
        asking.insert(workload.role);
    for (const project::NodeGroup& group : system.topology.groups)
        if (group.volumes.empty() && !group.roles.empty() &&
            std::ranges::all_of(group.roles, [&](const std::string& role) { return asking.contains(role); }))
            groups.insert(group.id);
    return groups.size() < system.topology.groups.size() ? groups : std::set<std::string>();
}

/// Drives decide most of what storage costs, so that one is proposed even if the system offers no other.
bool isDrive(const Parameter& parameter)
{
    const auto drives = project::kindsOf(project::ComponentKind::Part::device);
    return parameter.type == ParameterType::component &&
           std::ranges::any_of(parameter.kinds, [&](const std::string& kind) {
               return std::ranges::find(drives, kind) != drives.end();
           });
}

} // namespace

Sizing proposalFor(const project::Project& system, const project::ComponentLibrary& components)
{
    Sizing sizing;
    sizing.loads = loadsOf(system, components);
    sizing.others = askingGroups(system);
    for (const project::NodeGroup& group : system.topology.groups)
        if (!group.volumes.empty())
            sizing.down.group = group.id;
    for (const Parameter& parameter : system.parameters) {
        const auto ticked = project::tickedOf(parameter);
        const bool hardware = parameter.type == ParameterType::component && parameter.alternatives.size() > 1;
        if (!ticked.empty())
            sizing.choice.push_back({parameter.name, Json(ticked), Json::object()});
        else if (hardware)
            sizing.choice.push_back({parameter.name, Json(parameter.alternatives), Json::object()});
        else if (isDrive(parameter))
            sizing.choice.push_back({parameter.name, Json::array({parameter.value}), Json::object()});
    }
    proposeGoals(sizing, system);
    return sizing;
}

} // namespace headroom::app
