#include "app/sizing/sizing.h"

#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>

namespace headroom::app {

using project::Json;
using project::Parameter;
using project::ParameterType;

namespace {

/// "PUT.latency.p99" becomes "PUT-latency-p99", as ids have no dots.
std::string idOf(const std::string& figure)
{
    std::string id = figure;
    std::replace_if(
        id.begin(), id.end(), [](char c) { return c == '.' || c == ' ' || c == ':'; }, '-');
    return id;
}

std::string faultOfLimit(const std::string& figure, const std::string& limit)
{
    const auto unit = project::unitOfFigure(figure);
    const auto quantity = project::parseQuantity(limit);
    if (limit.empty())
        return "The goal on " + figure + " has no limit yet.";
    if (!quantity)
        return "\"" + limit + "\" is not a limit for " + figure + ".";
    const std::string wanted = !unit || *unit == "%" ? std::string() : *unit;
    if (!quantity->unit.empty() && quantity->unit != wanted)
        return "\"" + limit + "\" has the wrong unit for " + figure +
               (wanted.empty() ? ", which has none." : ", which is in " + wanted + ".");
    return {};
}

} // namespace

std::string faultOf(const project::Project& system, const Sizing& sizing)
{
    if (sizing.choice.empty())
        return "Nothing may be chosen: add a parameter below \"May be chosen\".";
    for (const project::StudyAxis& axis : sizing.choice) {
        const Parameter* parameter = project::findParameter(system, axis.parameter);
        const bool empty = (axis.values.is_array() && axis.values.empty()) ||
                           (axis.values.is_string() && (!parameter || project::tickedOf(*parameter).empty()));
        if (!parameter || empty)
            return axis.parameter + " has no values to choose from.";
    }
    if (sizing.goals.empty())
        return "There is no goal that the system has to meet: add one.";
    for (const SizingGoal& goal : sizing.goals)
        if (const std::string fault = faultOfLimit(goal.figure, goal.limit); !fault.empty())
            return fault;
    if (!sizing.budget.empty())
        return faultOfLimit("price", sizing.budget);
    return {};
}

project::Project projectFor(project::Project system, const Sizing& sizing)
{
    for (Parameter& parameter : system.parameters)
        for (const auto& [name, value] : sizing.values)
            if (name == parameter.name)
                parameter.value = project::valueFromText(parameter, value);
    system.goals.clear();
    const auto add = [&](const std::string& figure, const char* side, const std::string& limit) {
        project::Goal& goal = system.goals.emplace_back();
        goal.id = idOf(figure);
        for (int more = 2; std::any_of(system.goals.begin(), system.goals.end() - 1,
                                       [&](const project::Goal& each) { return each.id == goal.id; });
             ++more)
            goal.id = idOf(figure) + '-' + std::to_string(more);
        goal.fields = {{"metric", figure}, {side, limit}};
    };
    for (const SizingGoal& goal : sizing.goals)
        add(goal.figure, goal.atMost ? "at_most" : "at_least", goal.limit);
    if (!sizing.budget.empty())
        add("price", "at_most", sizing.budget);
    std::erase_if(system.studies, [](const project::Study& study) { return study.id == sizingStudy; });
    project::Study& study = system.studies.emplace_back();
    study.id = sizingStudy;
    study.space = sizing.choice;
    // The growth plan chooses among what may be chosen.
    for (const project::StudyAxis& axis : sizing.choice)
        for (Parameter& parameter : system.parameters)
            if (parameter.name == axis.parameter && axis.values.is_array())
                project::setTicked(parameter, std::vector<Json>(axis.values.begin(), axis.values.end()));
    return system;
}

Sizing proposalFor(const project::Project& system)
{
    Sizing sizing;
    for (const Parameter& parameter : system.parameters) {
        const bool ticked = !project::tickedOf(parameter).empty();
        const bool hardware = parameter.type == ParameterType::component && parameter.alternatives.size() > 1;
        if (ticked)
            sizing.choice.push_back({parameter.name, "ticked", Json::object()});
        else if (hardware)
            sizing.choice.push_back({parameter.name, Json(parameter.alternatives), Json::object()});
    }
    for (const project::Goal& goal : system.goals)
        for (const char* const side : {"at_most", "at_least"})
            if (const auto limit = goal.fields.find(side);
                limit != goal.fields.end() && goal.fields.contains("metric") && !goal.fields.contains("with") &&
                !goal.fields.contains("down") && !goal.fields.contains("failing"))
                sizing.goals.push_back({goal.fields.at("metric").get<std::string>(), std::string(side) == "at_most",
                                        project::settingText(*limit)});
    const std::string operation = project::mainOperation(system);
    if (sizing.goals.empty() && !operation.empty())
        sizing.goals.push_back({operation + ".latency.p99", true, {}});
    return sizing;
}

} // namespace headroom::app
