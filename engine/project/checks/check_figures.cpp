// Goals, derived results and measurements: whether the figures that they name can be had, and whether units fit.
#include "project/checks/check_context.h"
#include "project/expression/quantity.h"
#include "project/expression/tokens.h"
#include "project/expression/units.h"
#include "project/goals/goal_conditions.h"
#include "project/goals/result_formulas.h"
#include "project/structure/describe_studies.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <optional>
#include <string>

namespace headroom::project {

namespace {

bool isGiven(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null() && *found != "";
}

/// True if a workload has the operation, or is one with jobs.
bool isKnown(const Project& project, const FigureOwner& owner)
{
    const auto hasOperation = [&](const Workload& workload) {
        return std::any_of(workload.operations.begin(), workload.operations.end(), [&](const OperationShare& share) {
            return share.operation == owner.operation || workload.id + ": " + share.operation == owner.operation;
        });
    };
    const auto& workloads = project.workloads;
    if (!owner.operation.empty())
        return std::any_of(workloads.begin(), workloads.end(), hasOperation);
    return owner.workload.empty() ||
           std::any_of(workloads.begin(), workloads.end(), [&](const auto& each) { return each.id == owner.workload; });
}

/// Warns of a ring, a workload or a node group in the name of a figure that is not there: the figure stays unknown.
void checkOwner(CheckContext& context, const std::string& what, const std::string& name, const std::string& pointer)
{
    const Project& project = context.project;
    const auto warn = [&](const std::string& problem, const std::string& remedy) {
        context.report(Severity::warning, (what + ".never-known").c_str(), pointer, problem, remedy);
    };
    const std::string first = name.substr(0, name.find('.'));
    const std::size_t from = first.size() + 1;
    if (first == "rings") {
        const std::string ring = name.substr(from, name.rfind('.') - from);
        if (std::ranges::find(project.selectors, ring, &Selector::id) == project.selectors.end())
            warn("There is no ring \"" + ring + "\".", suggestion(ring, idsOf(project.selectors)));
    } else if (first == "jobs") {
        const FigureOwner owner = ownerOfFigure(name);
        const auto workload = std::ranges::find(project.workloads, owner.workload, &Workload::id);
        const Json type = workload == project.workloads.end() ? Json() : workload->fields.value("type", Json("jobs"));
        if (type == "closed loop" || type == "open loop" || type == "trace" || type == "timer")
            warn("The workload \"" + owner.workload + "\" has no jobs.", "Name one of the type \"jobs\".");
    } else if (first == "states") {
        std::vector<std::string> known;
        for (const Behaviour& behaviour : project.behaviours)
            for (const StateItem& item : behaviour.role.state)
                known.push_back(behaviour.role.id + '.' + item.id);
        const std::string rest = name.substr(from);
        if (std::ranges::none_of(known, [&](const std::string& state) { return rest.starts_with(state + '.'); }))
            warn("No role has the state \"" + rest.substr(0, rest.rfind('.')) + "\".",
                 suggestion(rest.substr(0, rest.rfind('.')), known));
    } else if (first == "resources") {
        const std::string group = name.substr(from, name.find('.', from) - from);
        std::vector<std::string> known = idsOf(project.topology.groups);
        const bool ofGroup = std::ranges::count(known, group) > 0;
        known.insert(known.end(), {"processor", "disk", "network", "memory", "controller", "workers"});
        const std::string near = nearestName(group, known);
        if (!ofGroup && !near.empty() && std::ranges::count(known, group) == 0 && near.find(group) == std::string::npos)
            warn("There is neither a node group nor a kind of resource \"" + group + "\".",
                 "Did you mean \"" + near + "\"?");
    }
}

/// Checks that the results have the operation under this name, and not apart for each of several workloads.
void checkName(CheckContext& context, const std::string& what, const std::string& operation, const std::string& pointer)
{
    std::vector<std::string> names;
    for (const Workload& workload : context.project.workloads)
        for (const OperationShare& share : workload.operations)
            if (operation == share.operation || operation == workload.id + ": " + share.operation)
                for (const std::string& name : operationsInResults(context.project, workload, share.operation))
                    if (std::ranges::find(names, name) == names.end())
                        names.push_back(name);
    if (names.empty() || std::ranges::find(names, operation) != names.end())
        return;
    std::string said;
    for (const std::string& name : names)
        said += (said.empty() ? "" : ", ") + name;
    context.report(Severity::warning, (what + ".told-apart").c_str(), pointer,
                   "The results have no operation \"" + operation +
                       "\": they tell the workloads that ask for it apart.",
                   "Begin the figure's name with one of these: " + said + '.');
}

const DerivedResult* resultNamed(const Project& project, const std::string& name)
{
    const auto found = std::find_if(project.results.begin(), project.results.end(),
                                    [&](const DerivedResult& each) { return each.id == name; });
    return found == project.results.end() ? nullptr : &*found;
}

/// The unit of a figure or a derived result; reported and nothing if there is none, or no such operation or workload.
/// `what` names it: "goal" or "result".
std::optional<std::string> unitOfKnown(CheckContext& context, const std::string& what, const std::string& name,
                                       const std::string& pointer)
{
    if (const DerivedResult* result = resultNamed(context.project, name))
        return figureUnitOf(*result);
    const std::optional<std::string> unit = unitOfFigure(name);
    if (!unit) {
        context.error(
            (what + ".unknown-figure").c_str(), pointer, "There is no figure \"" + name + "\" in the results.",
            "Name one of these: " + figureForms() + (context.project.results.empty() ? "." : ", or a derived result."));
        return {};
    }
    const FigureOwner owner = ownerOfFigure(name);
    if (!isKnown(context.project, owner))
        context.error((what + ".unknown-owner").c_str(), pointer,
                      owner.operation.empty() ? "There is no workload \"" + owner.workload + "\"."
                                              : "No workload asks for the operation \"" + owner.operation + "\".",
                      "Begin the figure's name with an operation of a workload, or with jobs. and a workload.");
    else
        checkName(context, what, owner.operation, pointer);
    checkOwner(context, what, name, pointer);
    return unit;
}

/// The base unit of a share is that of a number.
std::string baseOf(const std::string& figureUnit)
{
    return figureUnit == "%" ? "" : figureUnit;
}

void checkUnit(CheckContext& context, const DerivedResult& result, const std::string& pointer)
{
    const auto given = result.fields.find("unit");
    if (given == result.fields.end() || !given->is_string() || given->get_ref<const std::string&>().empty())
        return;
    const std::string unit = given->get<std::string>();
    if (!findUnit(unit)) {
        context.error("result.unknown-unit", pointer + "/unit", "There is no unit \"" + unit + "\".",
                      suggestion(unit, unitsOf({})));
        return;
    }
    // Units are not followed through a calculation.
    const auto value = result.fields.find("value");
    TokenFault fault;
    const auto tokens = value != result.fields.end() && value->is_string() ? tokensOf(value->get<std::string>(), fault)
                                                                           : std::vector<Token>();
    if (tokens.size() != 1 || (tokens[0].kind != Token::Kind::name && tokens[0].kind != Token::Kind::quoted))
        return;
    const std::string& name = tokens[0].text;
    const DerivedResult* other = resultNamed(context.project, name);
    const std::optional<std::string> is = other ? figureUnitOf(*other) : unitOfFigure(name);
    if (is && !sameDimension(baseOf(*is), baseOf(figureUnitOf(result))))
        context.error("unit.mismatch", pointer + "/unit",
                      name + (is->empty() ? " is a plain number" : " is in " + *is) + ", which does not fit " + unit +
                          ".",
                      is->empty() ? "Leave the unit out." : "Use a unit for " + *is + ".");
}

/// Checks that the figures which an expression names can be had.
void checkWords(CheckContext& context, const std::string& what, const Json& fields, const char* name,
                const std::string& pointer)
{
    const auto value = fields.find(name);
    if (value == fields.end() || !value->is_string())
        return;
    const Scope& parameters = context.resolver.globalScope();
    for (const std::string& word : figureWordsIn(value->get<std::string>())) {
        const bool dotted = word.find('.') != std::string::npos;
        if ((dotted || unitOfFigure(word)) && !parameters.symbols.contains(word))
            unitOfKnown(context, what, word, pointer + '/' + name);
    }
}

/// A goal has limits, or multiples of a baseline: with both, nobody could say what a run without the baseline met.
void checkLimits(CheckContext& context, const Goal& goal, const std::string& pointer)
{
    const bool limits = isGiven(goal.fields, "at_most") || isGiven(goal.fields, "at_least");
    const bool multiples = isRelative(goal);
    if (!limits && !multiples)
        context.error(
            "goal.no-limit", pointer, "The goal limits nothing.",
            "Set \"at_most\", \"at_least\" or both, or how many times the figure of a baseline it has to be.");
    const auto limit = [&](const char* name) {
        const Json value = goal.fields.value(name, Json());
        const auto quantity = value.is_string() ? parseQuantity(value.get<std::string>()) : std::nullopt;
        return value.is_number() ? std::optional(value.get<double>())
               : quantity        ? std::optional(quantity->value)
                                 : std::nullopt;
    };
    if (const auto least = limit("at_least"), most = limit("at_most"); least && most && *least > *most)
        context.error("goal.never-met", pointer + "/at_least", "It is more than the goal allows at most.",
                      "Let at_least be below at_most.");
    if (limits && multiples)
        context.error("goal.two-limits", pointer, "The goal has limits of its own and multiples of a baseline.",
                      "Make two goals of it.");
    if (!multiples && goal.fields.contains("baseline") && !goal.fields.at("baseline").empty())
        context.report(Severity::warning, "goal.baseline-idle", pointer + "/baseline",
                       "It has no effect: no limit of the goal is a multiple of the baseline.",
                       "Set \"at_least_of_baseline\" or \"at_most_of_baseline\".");
}

} // namespace

void checkElement(CheckContext& context, const Goal& goal, const std::string& pointer)
{
    checkLimits(context, goal, pointer);
    if (!goal.fields.contains("metric") || !goal.fields.at("metric").is_string())
        return; // reported with the field
    conditionsOf(context.project, goal, context.resolver, pointer);
    baselineOf(context.project, goal, context.resolver, pointer);
    const std::string name = goal.fields.at("metric").get<std::string>();
    const std::optional<std::string> unit = unitOfKnown(context, "goal", name, pointer + "/metric");
    for (const char* const limit : {"at_most", "at_least"}) {
        const auto value = goal.fields.find(limit);
        if (!unit || value == goal.fields.end() || !value->is_string())
            continue;
        const std::optional<Quantity> quantity = parseQuantity(value->get<std::string>());
        if (quantity && !quantity->unit.empty() && !sameDimension(quantity->unit, baseOf(*unit)))
            context.error("unit.mismatch", pointer + "/" + limit,
                          "\"" + value->get<std::string>() + "\" has the wrong unit for " + name + ".",
                          *unit == "%"    ? "Write a share, such as 70 %."
                          : unit->empty() ? "Write a number."
                                          : "Write a quantity in " + *unit + ".");
    }
}

void checkElement(CheckContext& context, const DerivedResult& result, const std::string& pointer)
{
    if (unitOfFigure(result.id) || findParameter(context.project, result.id))
        context.error("result.name-taken", pointer + "/name",
                      "\"" + result.id + "\" is the name of a " + (unitOfFigure(result.id) ? "figure." : "parameter."),
                      "Give the result a name of its own.");
    checkUnit(context, result, pointer);
    checkWords(context, "result", result.fields, "value", pointer);
}

void checkElement(CheckContext& context, const Measurement& measurement, const std::string& pointer)
{
    const auto metrics = measurement.fields.find("metrics");
    if (metrics == measurement.fields.end() || !metrics->is_object())
        return;
    for (const auto& [name, column] : metrics->items())
        unitOfKnown(context, "measurement", figureOfKey(name), pointer + "/metrics" + below(name));
}

void checkCondition(CheckContext& context, const std::string& pointer)
{
    const bool ends = context.project.run.value("until", Json()) == "a condition holds";
    if (ends && !isGiven(context.project.run, "condition"))
        context.error("run.no-condition", pointer + "/condition", "It lasts until a condition holds, and has none.",
                      "Write a condition, such as PUT.count >= 10000, or let the run end after its duration.");
    if (!ends && isGiven(context.project.run, "condition"))
        context.report(Severity::warning, "run.condition-idle", pointer + "/condition",
                       "It has no effect: the run does not last until a condition holds.",
                       "Remove it, or let the run last until a condition holds.");
    checkWords(context, "run", context.project.run, "condition", pointer);
}

void checkResultsTogether(CheckContext& context)
{
    // Faults of single formulas have been reported already.
    const std::size_t before = context.findings.size();
    resultFormulas(context.project, context.resolver);
    std::size_t kept = before;
    for (std::size_t i = before; i < context.findings.size(); ++i)
        if (context.findings[i].key == "result.cycle")
            std::swap(context.findings[kept++], context.findings[i]);
    context.findings.resize(kept);
}

} // namespace headroom::project
