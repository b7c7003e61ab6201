#include "run/results/rows/served_meanwhile.h"

#include "behaviour/program/program.h"
#include "project/vocabulary/declarations.h"
#include "run/model/resource_names.h"
#include "topology/link_groups.h"

namespace headroom::run {

using behaviour::Code;
using behaviour::Instruction;
using behaviour::nowhere;
using behaviour::Program;
using behaviour::WorkerKind;

ServedMeanwhile::ServedMeanwhile(const Model& model) : model_(model)
{
    for (const auto& instance : model.interpreter->roles())
        places_.emplace(instance.role, model.topology->nodes()[instance.node].group);
    for (const topology::GroupInfo& group : model.topology->groups())
        network_.insert(fullName(group.id, networkName));
    for (const topology::LinkGroup& links : topology::linkGroups(*model.topology))
        network_.insert(fullName(links.kind, links.name));
}

Meanwhile ServedMeanwhile::slots(std::uint32_t state)
{
    clear();
    const auto& operations = model_.software.operations;
    for (std::uint32_t o = 0; o < operations.size(); ++o)
        for (const Instruction& code : operations[o].code)
            if (code.code == Code::acquire && operations[o].states[code.detail].state == state)
                open(o, code.next);
    return follow(state);
}

Meanwhile ServedMeanwhile::operation(std::uint32_t number)
{
    clear();
    open(number, model_.software.operations[number].entry);
    return follow(nowhere);
}

Meanwhile ServedMeanwhile::operations(std::uint32_t role)
{
    clear();
    openRole(role);
    return follow(nowhere);
}

Meanwhile ServedMeanwhile::work(std::uint32_t role, bool aside)
{
    clear();
    for (const Program& program : model_.software.operations)
        if (program.role == role)
            for (const Instruction& code : program.code)
                if (code.aside == aside)
                    works(program, code);
    return {serving(), {}};
}

void ServedMeanwhile::clear()
{
    seen_.clear();
    open_.clear();
    computing_.clear();
    storing_.clear();
    served_.clear();
    taken_.clear();
    talks_ = waitsForOthers_ = false;
}

void ServedMeanwhile::open(std::uint32_t operation, std::uint32_t instruction)
{
    if (instruction != nowhere && seen_.insert({operation, instruction}).second)
        open_.push_back({operation, instruction});
}

void ServedMeanwhile::openRole(std::uint32_t role)
{
    const auto& operations = model_.software.operations;
    for (std::uint32_t o = 0; o < operations.size(); ++o)
        if (operations[o].role == role)
            open(o, operations[o].entry);
}

Meanwhile ServedMeanwhile::follow(std::uint32_t releasing)
{
    while (!open_.empty()) {
        const Place place = open_.back();
        open_.pop_back();
        const Program& program = model_.software.operations[place.operation];
        const Instruction& code = program.code[place.instruction];
        if (code.code == Code::release && program.states[code.detail].state == releasing)
            continue;
        use(program, code);
        if (const auto& role = model_.software.roles[program.role];
            releasing != nowhere && role.kind == WorkerKind::eventLoop)
            onGroupsOf(program.role, workersName(role), taken_); // to go on, it waits for its loop
        for (const std::uint32_t way : program.waysOut[place.instruction])
            open(place.operation, way);
    }
    return {waitsForOthers_ ? std::nullopt : std::optional(serving()), taken_};
}

void ServedMeanwhile::use(const Program& program, const Instruction& code)
{
    if (works(program, code)) {
        if (code.aside)
            onGroupsOf(program.role, helpersName(model_.software.roles[program.role]), taken_);
        return;
    }
    if (code.code == Code::blackBox) {
        const behaviour::StageInfo& stage = model_.software.stages[program.blackBoxes[code.detail].stage];
        onGroupsOf(stage.role, stageName(stage), served_);
    } else if (code.code == Code::takeTokens) {
        const behaviour::StateInfo& bucket = model_.software.states[program.states[code.detail].state];
        onGroupsOf(bucket.role, tokensName(bucket), served_);
    } else if (code.code == Code::send) {
        computing_.insert(program.role);
        talks_ = true;
    } else if (code.code == Code::call) {
        call(program, program.calls[code.detail].target);
    } else if (model_.software.blocks[code.monitor].traits->waits != project::BlockTraits::Waits::never) {
        waits(program, code);
    }
}

/// Returns true if the block keeps the worker itself.
bool ServedMeanwhile::works(const Program& program, const Instruction& code)
{
    const project::BlockTraits& traits = *model_.software.blocks[code.monitor].traits;
    if (traits.stores)
        storing_.insert(program.role);
    if (traits.computes)
        computing_.insert(program.role);
    return traits.computes;
}

/// Handles blocks that wait until others give something.
void ServedMeanwhile::waits(const Program& program, const Instruction& code)
{
    if (code.code == Code::acquire)
        takeSlots(program.states[code.detail].state);
    else if (code.code == Code::put)
        put(program.puts[code.detail].state);
    waitsForOthers_ = true;
}

void ServedMeanwhile::takeSlots(std::uint32_t state)
{
    const behaviour::StateInfo& slots = model_.software.states[state];
    onGroupsOf(slots.role, slotsName(slots), taken_);
}

void ServedMeanwhile::put(std::uint32_t queue)
{
    for (const Program& consumer : model_.software.operations)
        if (consumer.queue == queue)
            onGroupsOf(consumer.role, consumersName(model_.software.roles[consumer.role], consumer), taken_);
}

void ServedMeanwhile::call(const Program& program, const behaviour::Target& target)
{
    computing_.insert(program.role);
    computing_.insert(target.role);
    talks_ = true;
    const behaviour::RoleInfo& role = model_.software.roles[target.role];
    if (role.kind == WorkerKind::threadPerRequest) {
        open(target.operation, model_.software.operations[target.operation].entry);
        return;
    }
    onGroupsOf(target.role, workersName(role), taken_);
    openRole(target.role);
}

void ServedMeanwhile::onGroupsOf(std::uint32_t role, const std::string& resource, std::set<std::string>& names) const
{
    for (const auto& [carried, group] : places_)
        if (carried == role)
            names.insert(fullName(model_.topology->groups()[group].id, resource));
}

std::set<std::string> ServedMeanwhile::serving() const
{
    std::set<std::string> names = served_;
    const auto& groups = model_.topology->groups();
    for (const auto& [role, place] : places_) {
        const topology::GroupInfo& group = groups[place];
        if (computing_.contains(role)) {
            names.insert(fullName(group.id, processorName));
            names.insert(fullName(group.id, memoryName));
        }
        if (storing_.contains(role)) {
            for (const topology::DeviceGroupInfo& devices : group.deviceGroups)
                names.insert(fullName(group.id, diskName(devices)));
            for (const topology::ControllerInfo& controller : group.controllers)
                names.insert(fullName(group.id, controllerName(controller)));
        }
    }
    if (talks_)
        names.insert(network_.begin(), network_.end());
    return names;
}

} // namespace headroom::run
