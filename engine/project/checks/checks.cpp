#include "project/checks/checks.h"
#include "project/checks/check_context.h"
#include "project/resolve/disabled.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/workload_types.h"
#include "project/structure/member_keys.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/block_variables.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <tuple>

namespace headroom::project {
namespace {

/// The values of a study must be among the alternatives of the parameter.
void checkTicked(CheckContext& context, const Parameter& parameter, const std::string& pointer)
{
    const auto ticked = parameter.extra.find("ticked");
    const bool isList = ticked != parameter.extra.end() && ticked->is_array();
    for (std::size_t t = 0; isList && t < ticked->size(); ++t) {
        const auto& offered = parameter.alternatives;
        if (std::find(offered.begin(), offered.end(), (*ticked)[t]) == offered.end()) {
            context.report(Severity::warning, "parameter.ticked-unknown", pointer + "/ticked" + below(t),
                           (*ticked)[t].dump() + " is ticked for a study, but is none of the alternatives.",
                           "Add it to the alternatives, or remove it here.");
        }
    }
}

void checkShare(CheckContext& context, const Behaviour* behaviour, const OperationShare& share,
                const std::vector<std::string>& variables, const std::string& pointer)
{
    Scope scope = context.resolver.globalScope();
    for (std::size_t v = 0; v < variables.size(); ++v)
        scope.variables[variables[v]] = v;
    scope.units.set("size", "B");
    context.fields(shareFields(), share.fields, memberKeys<OperationShare>(), pointer, scope);
    if (!behaviour || !context.known("operation.unknown", "operation of that role named", share.operation,
                                     idsOf(behaviour->role.operations), pointer + "/operation")) {
        return;
    }
    const Operation& operation = *findOperation(behaviour->role, share.operation);
    if (!context.isThere(operation, pointer + "/operation"))
        return;
    std::vector<std::string> arguments;
    for (const Argument& argument : operation.arguments)
        arguments.push_back(argument.name);
    const Json given = share.fields.value("arguments", Json());
    context.argumentsGiven(operation.arguments, given, pointer + "/arguments");
    checkArgumentUnits(context, operation, given, pointer + "/arguments", scope);
    for (const Assignment& each : assignmentsIn(given))
        context.known("argument.unknown", "argument of that operation named", each.name, arguments,
                      pointer + "/arguments" + below(each.key));
}

/// A choice as written in the file; empty if a parameter chooses, because that may be anything.
std::string writtenChoice(const Fields& declared, const char* name, const Json& values)
{
    const FieldDeclaration& field = *findField(declared, name);
    const Json& value = valueOf(values, field);
    const std::string written = value.is_string() ? value.get<std::string>() : std::string();
    const bool known = std::find(field.choices.begin(), field.choices.end(), written) != field.choices.end();
    return known ? written : std::string();
}

/// Checks the table of think times, and warns of fields that have no effect because of another one of the workload.
void checkDependentFields(CheckContext& context, const Workload& workload, const std::string& type,
                          const std::string& pointer)
{
    const auto has = [&](const char* name) {
        const auto found = workload.fields.find(name);
        const auto fits = [&](const Condition& condition) {
            return condition.field != "type" ||
                   std::find(condition.values.begin(), condition.values.end(), type) != condition.values.end();
        };
        const std::vector<Condition>& conditions = findField(workloadFields(), name)->appliesWhen;
        return found != workload.fields.end() && !found->is_null() &&
               std::all_of(conditions.begin(), conditions.end(), fits);
    };
    const auto idle = [&](bool is, std::initializer_list<const char*> names, const std::string& reason) {
        for (const char* name : names) {
            if (is && has(name)) {
                context.report(Severity::warning, "workload.field-idle", pointer + below(name),
                               "It has no effect: " + reason + '.', "Remove one of the two.");
            }
        }
    };
    idle(has("stages"), {"workers", "ramp_up", "rate", "rates", "rate_between"},
         "the stages define the load over time");
    idle(has("rates") && !has("stages"), {"rate", "ramp_up", "ramp_down"}, "the rates over time define the load");
    const std::string thinks = writtenChoice(workloadFields(), "think_distribution", workload.fields);
    idle(thinks == "table", {"think_time"}, "think times are those of a table");
    idle(!thinks.empty() && thinks != "table", {"think_table"}, "think times are \"" + thinks + '"');
    if (thinks == "table")
        checkTable(context, workload.fields, "think_table", "s", pointer);
    const std::string arrivals = writtenChoice(workloadFields(), "arrivals", workload.fields);
    idle(!arrivals.empty() && arrivals != "bursts", {"on_time", "off_time"}, "arrivals are \"" + arrivals + '"');
}

/// Checks the table of sizes, and warns of bounds on sizes that do not vary and the like. `fields` are those of a
/// workload, or of one of its operations with a size distribution of its own.
void checkSizes(CheckContext& context, const Fields& declared, const Json& fields, const std::string& pointer)
{
    static const std::map<std::string, std::vector<std::string>> kinds = {
        {"size", {"constant", "log-normal"}},
        {"size_min", {"uniform", "log-normal"}},
        {"size_max", {"uniform", "log-normal"}},
        {"size_sigma", {"log-normal"}},
        {"sizes", {"histogram"}},
        {"size_table", {"table"}},
    };
    const std::string kind = writtenChoice(declared, "size_distribution", fields);
    if (kind == "table")
        checkTable(context, fields, "size_table", "B", pointer);
    for (const auto& [name, used] : kinds) {
        const auto found = fields.find(name);
        if (!kind.empty() && found != fields.end() && !found->is_null() &&
            std::find(used.begin(), used.end(), kind) == used.end()) {
            context.report(Severity::warning, "sizes.field-idle", pointer + below(name),
                           "It has no effect: sizes are \"" + kind + "\".",
                           "Remove it, or let sizes be " + listOf(used) + '.');
        }
    }
}

/// A workload and its stages begin before the run ends.
void checkTimes(CheckContext& context, const Json& fields, const std::string& pointer)
{
    Findings told; // errors of the fields themselves are reported elsewhere
    Resolver resolver(context.resolver, told);
    const bool idle = resolver.flag(workloadFields(), "disabled", fields, pointer);
    double begin = resolver.number(workloadFields(), "start", fields, pointer);
    const auto stages = resolver.rows(workloadFields(), "stages", fields, pointer);
    const double end = runEnd(context);
    if (idle || !told.empty() || !(end > 0))
        return;
    if (begin >= end) {
        context.report(Severity::warning, "workload.after-end", pointer + "/start",
                       "The workload starts nothing: the run ends before.", "Let it start earlier, or run longer.");
        return;
    }
    for (std::size_t s = 0; s < stages.size(); begin += stages[s++].front())
        if (begin >= end) {
            context.report(Severity::warning, "stage.after-end", pointer + "/stages" + below(s),
                           "The run ends before this stage begins.", "Shorten the stages before it, or run longer.");
            return;
        }
}

} // namespace

void checkParameters(CheckContext& context)
{
    const ComponentLibrary& components = context.resolver.components();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < context.project.parameters.size(); ++i) {
        const Parameter& parameter = context.project.parameters[i];
        const std::string pointer = "/parameters" + below(i);
        names.push_back(parameter.name);
        if (!parameter.name.empty() && !isIdentifier(parameter.name)) {
            context.error("name.invalid", pointer + "/name",
                          "\"" + parameter.name + "\" cannot be used in expressions.",
                          "Use letters, digits and underscores, beginning with a letter.");
        }
        context.baseUnit(parameter.unit, pointer);
        if (const std::optional<ValueFault> fault = faultOf(parameter, parameter.value, components))
            context.error(fault->key.c_str(), pointer + "/value", fault->problem, fault->remedy);
        for (std::size_t a = 0; a < parameter.alternatives.size(); ++a)
            if (const std::optional<ValueFault> fault = faultOf(parameter, parameter.alternatives[a], components))
                context.error(fault->key.c_str(), pointer + "/alternatives" + below(a), fault->problem, fault->remedy);
        checkTicked(context, parameter, pointer);
        context.unknownKeys(unknownOf(parameter), {}, memberKeys<Parameter>(), pointer);
    }
    context.uniqueIds(names, "/parameters", "name");
}

void checkWorkloads(CheckContext& context)
{
    context.uniqueIds(idsOf(context.project.workloads), "/workloads");
    for (std::size_t i = 0; i < context.project.workloads.size(); ++i) {
        const Workload& workload = context.project.workloads[i];
        const std::string pointer = "/workloads" + below(i);
        context.fields(workloadFields(), workload.fields, memberKeys<Workload>(), pointer,
                       context.resolver.globalScope());
        const std::string type = workloadType(context.project, i, context.resolver);
        checkDependentFields(context, workload, type, pointer);
        checkSizes(context, workloadFields(), workload.fields, pointer);
        checkTimes(context, workload.fields, pointer);
        checkDraws(context, workload, pointer);
        context.known("role.unknown", "role", workload.role, roleIds(context.project), pointer + "/role");
        const Behaviour* behaviour = findBehaviour(context.project, workload.role);
        const auto& groups = context.project.topology.groups;
        const bool carried = std::any_of(groups.begin(), groups.end(),
                                         [&workload](const NodeGroup& group) { return group.carries(workload.role); });
        if (behaviour && !carried && !groups.empty()) {
            context.error("role.nowhere", pointer + "/role", "No node group carries \"" + workload.role + "\".",
                          "Add the role to a node group.");
        }
        for (std::size_t o = 0; o < workload.operations.size(); ++o) {
            const std::string place = pointer + "/operations" + below(o);
            const Json& share = workload.operations[o].fields;
            checkShare(context, behaviour, workload.operations[o], workloadVariables(type), place);
            if (share.contains("size_distribution") || share.contains("size") || share.contains("sizes") ||
                share.contains("size_table"))
                checkSizes(context, shareFields(), share, place);
        }
    }
}

namespace {

Findings checkSettled(const Project& project, const Project& written, const ComponentLibrary& known, Findings findings)
{
    CheckContext context(project, written, known, findings);
    std::vector<std::string> keys = memberKeys<Project>();
    keys.insert(keys.begin(), {"format", "version"});
    context.unknownKeys(project.extra, {}, keys, "");
    checkSections(context);
    checkUnusedOfProject(context);
    context.reportUnusedFields();

    std::set<std::tuple<std::string, std::string, std::string>> seen;
    std::erase_if(findings, [&seen](const Finding& finding) {
        return !seen.emplace(finding.pointer, finding.key, finding.problem).second;
    });
    return findings;
}

} // namespace

Findings check(const Project& project, const ComponentLibrary& libraries)
{
    Findings findings;
    ComponentLibrary components = libraries;
    components.add(project.components, "/components", findings);
    Findings others = checkWith(project, components);
    findings.insert(findings.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
    return findings;
}

Findings checkWith(const Project& project, const ComponentLibrary& components)
{
    Findings findings;
    if (!isUnsettled(project))
        return checkSettled(project, project, components, std::move(findings));
    Project settled = project;
    Resolver resolver(settled, components, findings);
    settleBlocks(settled, resolver);
    return checkSettled(settled, project, components, std::move(findings));
}

} // namespace headroom::project
