#include "cli/commands/black_box.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/block_library.h"
#include "project/checks/checks.h"
#include "project/expression/quantity.h"
#include "project/resolve/workload_types.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

namespace headroom::cli {

namespace {

using project::Block;
using project::Diagram;
using project::Json;
using project::Operation;
using project::Project;

constexpr const char* levelName = "black box";
constexpr double lowShare = 0.05;       ///< factor of the rate of open arrivals
constexpr double longer = 50;           ///< factor of the duration at low load: few requests at a time need a long run
constexpr int mostFollowed = 40'000;    ///< requests of a run: the mean of exponential times is then accurate to 0.5 %
constexpr double near = 0.02;           ///< times that differ by less are considered equal
constexpr unsigned mostAtOnce = 65'536; ///< the engine's own bound of a black box

Operation& operationOf(Project& project, const std::string& role, const std::string& operation)
{
    if (project::Behaviour* behaviour = project::findBehaviour(project, role))
        for (Operation& candidate : behaviour->role.operations)
            if (candidate.id == operation)
                return candidate;
    throw std::runtime_error("there is no operation \"" + operation + "\" of a role \"" + role + "\"");
}

void gatherReplies(const project::BlockCatalogue& types, const Diagram& diagram, const std::string& prefix,
                   std::size_t depth, std::set<std::string>& replies)
{
    for (const Block& block : diagram.blocks) {
        if (block.type == "reply")
            replies.insert(prefix + block.id);
        if (const auto inner = depth < project::deepestGroups ? project::innerOf(types, block) : std::nullopt)
            gatherReplies(types, *inner, prefix + block.id + '.', depth + 1, replies);
    }
}

Followed followedIn(const project::BlockCatalogue& types, const Diagram& diagram, const std::string& role,
                    const std::string& operation)
{
    Followed followed{role, operation, {}};
    gatherReplies(types, diagram, "", 0, followed.replies);
    return followed;
}

void follow(Project& project)
{
    project.run["trace_share"] = 1;
    project.run["trace_requests"] = mostFollowed;
}

/// A number, a quantity or an expression, times `factor`.
Json times(const Json& value, double factor)
{
    if (value.is_number())
        return value.get<double>() * factor;
    const std::string text = value.get<std::string>();
    if (const auto quantity = project::parseQuantity(text))
        return quantity->value * factor;
    return '(' + text + ") * " + Json(factor).dump();
}

/// In each row of a table, given as a list or by names.
void scaleColumn(Json& rows, std::size_t column, const char* name, double factor)
{
    for (Json& row : rows) {
        Json* cell = nullptr;
        if (row.is_object() && row.contains(name))
            cell = &row[name];
        else if (row.is_array() && row.size() > column)
            cell = &row[column];
        if (cell && !cell->is_null())
            *cell = times(*cell, factor);
    }
}

/// Reduces the rate of open arrivals by the factor and lengthens their stages by it.
void slowDown(Json& fields, const std::string& type)
{
    const auto scale = [&](const char* name, double factor) {
        fields[name] = times(valueOf(fields, *findField(project::workloadFields(), name)), factor);
    };
    if (type == "trace")
        return scale("speed", lowShare);
    if (type == "timer")
        return scale("period", 1 / lowShare);
    if (fields.contains("stages") && fields["stages"].is_array()) {
        scaleColumn(fields["stages"], 0, "duration", 1 / lowShare);
        scaleColumn(fields["stages"], 2, "rate", lowShare);
        scaleColumn(fields["stages"], 3, "ramp", 1 / lowShare);
    } else if (fields.contains("rates") && fields["rates"].is_array()) {
        scaleColumn(fields["rates"], 0, "time", 1 / lowShare);
        scaleColumn(fields["rates"], 1, "rate", lowShare);
    } else {
        scale("rate", lowShare);
    }
}

/// Changes the workloads so that requests hardly ever wait for each other.
Project atLowLoad(Project project, const project::ComponentLibrary& components)
{
    project::Findings findings;
    for (std::size_t w = 0; w < project.workloads.size(); ++w) {
        Json& fields = project.workloads[w].fields;
        project::Resolver resolver(project, components, findings);
        const std::string type = project::workloadType(project, w, resolver);
        if (type == "closed loop") {
            fields["workers"] = 1;
            fields.erase("stages");
        } else if (type == "jobs") {
            fields["slots"] = 1;
            fields["follow"] = "one after another";
        } else {
            slowDown(fields, type);
        }
    }
    return project;
}

ServiceTimes measured(Project project, const project::ComponentLibrary& components, const run::Options& options,
                      const Followed& followed)
{
    follow(project);
    run::Options traced = options;
    traced.trace = true;
    const ServiceTimes times = runInChild(project, components, traced, followed).times;
    if (times.count < 100)
        throw std::runtime_error("only " + std::to_string(times.count) + " requests of " + followed.role + ' ' +
                                 followed.operation + " ended in a run: too few to measure");
    return times;
}

/// The fields of the block. Nothing but mean and variation of the times is known.
Json stageFields(const BlackBox& box)
{
    Json fields = {{"time", project::Json(box.timeS).dump() + " s"}, {"concurrency", box.atOnce}};
    if (box.variation < near)
        fields["distribution"] = "constant";
    else if (std::fabs(box.variation - 1) < 0.1)
        fields["distribution"] = "exponential";
    else {
        fields["distribution"] = "log-normal";
        fields["variation"] = box.variation;
    }
    return fields;
}

Diagram drawn(const Diagram& full, const BlackBox& box)
{
    Diagram diagram;
    diagram.id = levelName;
    Block start{"start", "start", "", Json::object(), {}}, answer{"answer", "reply", "", Json::object(), {}};
    for (const Block& block : full.blocks) {
        if (block.type == "start")
            start.fields = block.fields;
        if (block.type == "reply" && answer.fields.empty() && block.fields.value("status", "ok") == "ok")
            answer.fields = block.fields;
    }
    diagram.blocks = {start, {"stage", "black box", "", stageFields(box), {}}, answer};
    diagram.wires = {{"start", "next", "stage", "in", Json::object()},
                     {"stage", "next", "answer", "in", Json::object()}};
    return diagram;
}

bool streamsToCaller(const project::BlockCatalogue& types, const Diagram& diagram)
{
    bool streams = false;
    project::forEachBlock(types, diagram, [&](const Block& block) {
        streams = streams || (block.type == "transfer" && block.fields.value("over", "caller") == "caller");
    });
    return streams;
}

/// True if a path goes on after a reply, or after a group from which it leaves after a reply.
bool worksOn(const project::BlockCatalogue& types, const Diagram& diagram, std::size_t depth,
             std::set<std::string>& waysOut)
{
    std::set<std::pair<std::string, std::string>> answered; // ports by which a path leaves that has answered
    bool works = false;
    for (const Block& block : diagram.blocks) {
        if (types.isDisabled(block))
            continue;
        if (block.type == "reply")
            answered.emplace(block.id, "next");
        if (const auto inner = depth < project::deepestGroups ? project::innerOf(types, block) : std::nullopt) {
            std::set<std::string> left;
            works = works || worksOn(types, *inner, depth + 1, left);
            for (const std::string& way : left)
                answered.emplace(block.id, way);
        }
    }
    for (const auto& wire : diagram.wires) {
        const Block* to =
            answered.contains({wire.fromBlock, wire.fromPort}) ? findBlock(diagram, wire.toBlock) : nullptr;
        if (to && to->type == "way out")
            waysOut.insert(project::wayOf(*to));
        else if (to && to->type != "end")
            works = true;
    }
    return works;
}

/// The value of a field that names a role or an operation, whichever way it is given.
std::string named(const Project& project, const Block& block, const char* field)
{
    const std::string text = block.fields.value(field, "");
    const auto* parameter = project::findParameter(project, text);
    return parameter && parameter->value.is_string() ? parameter->value.get<std::string>() : text;
}

/// Work of an operation, or of one that it calls, for which its caller does not wait: no time of an answer shows it, so
/// a black box would forget it. Empty if there is none.
std::string doneUnseen(const Project& project, const project::BlockCatalogue& types, const std::string& role,
                       const std::string& operation, std::set<std::pair<std::string, std::string>>& seen)
{
    const project::Behaviour* behaviour = project::findBehaviour(project, role);
    if (!behaviour || !seen.emplace(role, operation).second)
        return "";
    const std::string name = role + "/" + operation;
    for (const Operation& candidate : behaviour->role.operations) {
        const Diagram* held = candidate.id == operation ? heldLevel(project, candidate) : nullptr;
        if (!held)
            continue;
        if (std::set<std::string> waysOut; worksOn(types, *held, 0, waysOut))
            return name + " works on after its reply";
        std::string found;
        project::forEachBlock(types, *held, [&](const Block& block) {
            if (!found.empty() || types.isDisabled(block))
                return;
            if (block.type == "send" || block.type == "put")
                found = name + " hands on work without waiting for it (block \"" + block.id + "\")";
            else if (block.type == "call")
                found =
                    doneUnseen(project, types, named(project, block, "role"), named(project, block, "operation"), seen);
        });
        return found;
    }
    return "";
}

Diagram& putDrawn(Operation& operation, Diagram diagram)
{
    const auto old = std::find_if(operation.diagrams.begin(), operation.diagrams.end(),
                                  [](const Diagram& known) { return known.id == levelName; });
    if (old != operation.diagrams.end())
        return *old = std::move(diagram);
    operation.diagrams.push_back(std::move(diagram));
    return operation.diagrams.back();
}

/// The reply's fields may use variables that only the full behaviour sets; these fields are removed.
void keepWhatFits(Project& project, const project::ComponentLibrary& components, const std::string& role,
                  const std::string& operation)
{
    for (const char* field : {"results", "bytes"}) {
        if (!hasErrors(project::check(project, components)))
            return;
        for (Diagram& diagram : operationOf(project, role, operation).diagrams)
            if (diagram.id == levelName)
                diagram.blocks.back().fields.erase(field);
    }
}

/// The smallest number of servers with which the black box takes no longer than the full behaviour, or one fewer if its
/// time is closer.
void fitConcurrency(BlackBox& box, const Project& project, const project::ComponentLibrary& components,
                    const run::Options& options, const std::string& role, const std::string& operation)
{
    const auto meanWith = [&](unsigned atOnce) {
        Project trial = project;
        Operation& changed = operationOf(trial, role, operation);
        changed.level = levelName;
        for (Diagram& diagram : changed.diagrams)
            if (diagram.id == levelName)
                diagram.blocks[1].fields["concurrency"] = atOnce;
        return measured(trial, components, options, {role, operation, {"answer"}}).meanS;
    };
    const double wanted = box.full.meanS;
    auto few = static_cast<unsigned>(
        std::clamp(std::ceil(box.full.perSecond * box.timeS * (1 - near)), 1.0, static_cast<double>(mostAtOnce)));
    double fewMean = meanWith(few);
    unsigned many = few;
    double manyMean = fewMean;
    while (manyMean > wanted * (1 + near) && many < mostAtOnce) {
        few = many;
        fewMean = manyMean;
        many = std::min(2 * many, mostAtOnce);
        const double before = manyMean;
        manyMean = meanWith(many);
        if (many > 2 * few - 1 && std::fabs(before - manyMean) < near * near * before)
            break; // no request waits any more: more servers change nothing
    }
    while (many - few > 1) {
        const unsigned middle = few + (many - few) / 2;
        const double mean = meanWith(middle);
        (mean > wanted * (1 + near) ? few : many) = middle;
        (mean > wanted * (1 + near) ? fewMean : manyMean) = mean;
    }
    const bool fewer = std::fabs(fewMean - wanted) <= std::fabs(manyMean - wanted);
    box.atOnce = fewer ? few : many;
    box.boxMeanS = fewer ? fewMean : manyMean;
}

std::string originOf(const BlackBox& box)
{
    const auto time = [](double seconds) { return project::formatQuantity(seconds, "s"); };
    return "Black box from runs of the full behaviour: service time " + time(box.timeS) + " with a variation of " +
           project::formatNumber(box.variation) + " (" + std::to_string(box.alone.count) +
           " requests at low load); at the project's load " + time(box.full.meanS) + " in all at " +
           project::formatNumber(box.full.perSecond) + " requests/s a node, which " + std::to_string(box.atOnce) +
           " at once come nearest to (" + time(box.boxMeanS) + ").";
}

/// Offers a choice of the operation's levels: the existing parameter, or a new one with the selected level.
void offerLevels(Project& project, Operation& operation, const std::string& held, const std::string& origin)
{
    if (operation.level.is_string())
        if (auto* parameter = project::findParameter(project, operation.level.get<std::string>())) {
            auto& offered = parameter->alternatives;
            if (!offered.empty() && std::find(offered.begin(), offered.end(), levelName) == offered.end())
                offered.emplace_back(levelName);
            return;
        }
    project::Parameter parameter;
    for (const char c : operation.id)
        parameter.name += std::isalnum(static_cast<unsigned char>(c))
                              ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                              : '_';
    if (parameter.name.empty() || std::isdigit(static_cast<unsigned char>(parameter.name.front())))
        parameter.name = "OPERATION_" + parameter.name;
    parameter.name += "_LEVEL";
    while (project::findParameter(project, parameter.name))
        parameter.name += '_';
    parameter.type = project::ParameterType::choice;
    parameter.value = held;
    for (const Diagram& diagram : operation.diagrams)
        parameter.alternatives.emplace_back(diagram.id);
    parameter.description = "Level of detail of " + operation.id + ". " + origin;
    operation.level = parameter.name;
    project.parameters.push_back(std::move(parameter));
}

} // namespace

const Diagram* heldLevel(const Project& project, const Operation& operation)
{
    std::string level = operation.level.is_string() ? operation.level.get<std::string>() : std::string();
    if (const auto* parameter = project::findParameter(project, level); parameter && parameter->value.is_string())
        level = parameter->value.get<std::string>();
    for (const Diagram& diagram : operation.diagrams)
        if (level.empty() || diagram.id == level)
            return &diagram;
    return nullptr;
}

BlackBox addBlackBox(Project& project, const project::ComponentLibrary& components, const run::Options& options,
                     const std::string& role, const std::string& operation)
{
    Operation& changed = operationOf(project, role, operation);
    const Diagram* held = heldLevel(project, changed);
    if (!held || held->id == levelName)
        throw NoBlackBox("the operation has no full level to measure, or its black box is the level in use");
    if (streamsToCaller(project::blockTypesOf(project), *held))
        throw NoBlackBox("the operation streams to or from its caller, which a black box does not");
    std::set<std::pair<std::string, std::string>> seen;
    if (const std::string unseen = doneUnseen(project, project::blockTypesOf(project), role, operation, seen);
        !unseen.empty())
        throw NoBlackBox(unseen + ", and a black box, which knows only the time to the answer, would forget what that "
                                  "demands of processors and devices; keep the full level here");
    const Diagram full = *held;
    const Followed followed = followedIn(project::blockTypesOf(project), full, role, operation);

    BlackBox box;
    box.full = measured(project, components, options, followed);
    run::Options patient = options;
    project::Findings findings;
    project::Resolver resolver(project, components, findings);
    patient.durationS = std::min(
        project::findField(project::runFields(), "duration")->maximum.value(),
        longer * options.durationS.value_or(resolver.number(project::runFields(), "duration", project.run, "/run")));
    box.alone = measured(atLowLoad(project, components), components, patient, followed);
    box.timeS = box.alone.meanS;
    box.variation = box.alone.variation;

    project::findBehaviour(project, role)->reference.reset(); // the role becomes the project's own
    putDrawn(changed, drawn(full, box));
    keepWhatFits(project, components, role, operation);
    fitConcurrency(box, project, components, options, role, operation);
    const std::string origin = originOf(box);
    for (Diagram& diagram : changed.diagrams)
        if (diagram.id == levelName)
            diagram.blocks[1].fields["concurrency"] = box.atOnce;
    changed.description += (changed.description.empty() ? "" : " ") + origin;
    offerLevels(project, changed, full.id, origin);
    project.view.drawings[project::diagramPath(role, operation, levelName)].positions =
        project::Places{{"start", {40, 40}}, {"stage", {200, 40}}, {"answer", {360, 40}}};
    return box;
}

} // namespace headroom::cli
