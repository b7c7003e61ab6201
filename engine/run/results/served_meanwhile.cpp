#include "run/results/served_meanwhile.h"

#include "behaviour/program/ways_out.h"
#include "run/model/resource_names.h"
#include "topology/link_groups.h"

namespace headroom::run {

using behaviour::Code;
using behaviour::Instruction;
using behaviour::nowhere;
using behaviour::Program;

ServedMeanwhile::ServedMeanwhile(const Model& model) : model_(model)
{
    for (const auto& instance : model.interpreter->roles())
        places_.emplace(instance.role, model.topology->nodes()[instance.node].group);
}

Serving ServedMeanwhile::bySlots(std::uint32_t state)
{
    clear();
    const auto& operations = model_.software.operations;
    for (std::uint32_t o = 0; o < operations.size(); ++o)
        for (const Instruction& code : operations[o].code)
            if (code.code == Code::acquire && operations[o].states[code.detail].state == state)
                open(o, code.next);
    return follow(state);
}

Serving ServedMeanwhile::byRole(std::uint32_t role)
{
    clear();
    openRole(role);
    return follow(nowhere);
}

void ServedMeanwhile::clear()
{
    seen_.clear();
    open_.clear();
    computing_.clear();
    storing_.clear();
    stages_.clear();
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

Serving ServedMeanwhile::follow(std::uint32_t releasing)
{
    while (!open_.empty() && !waitsForOthers_) {
        const Place place = open_.back();
        open_.pop_back();
        const Program& program = model_.software.operations[place.operation];
        const Instruction& code = program.code[place.instruction];
        if (releases(program, code, releasing))
            continue;
        use(program, code);
        for (const std::uint32_t way : behaviour::waysOut(program, code))
            open(place.operation, way);
    }
    return waitsForOthers_ ? Serving() : Serving(names());
}

bool ServedMeanwhile::releases(const Program& program, const Instruction& code, std::uint32_t state) const
{
    return code.code == Code::release && program.states[code.detail].state == state;
}

void ServedMeanwhile::use(const Program& program, const Instruction& code)
{
    switch (code.code) {
    case Code::read:
    case Code::write:
    case Code::flush:
        storing_.insert(program.role);
        [[fallthrough]];
    case Code::compute:
    case Code::copy:
        computing_.insert(program.role);
        break;
    case Code::blackBox:
        stages_.insert(program.blackBoxes[code.detail].stage);
        break;
    case Code::reply:
        computing_.insert(program.role);
        break;
    case Code::send:
        computing_.insert(program.role);
        talks_ = true;
        break;
    case Code::call:
        useCall(program, program.calls[code.detail].target);
        break;
    case Code::acquire:    // its holders
    case Code::takeTokens: // a rate
    case Code::put:
    case Code::get:
    case Code::barrier:
    case Code::allocate:
    case Code::transfer: // the other end
        waitsForOthers_ = true;
        break;
    default:
        break;
    }
}

void ServedMeanwhile::useCall(const Program& program, const behaviour::Target& target)
{
    computing_.insert(program.role);
    computing_.insert(target.role);
    talks_ = true;
    if (model_.software.roles[target.role].kind == behaviour::WorkerKind::threadPerRequest)
        open(target.operation, model_.software.operations[target.operation].entry);
    else
        openRole(target.role);
}

std::set<std::string> ServedMeanwhile::names() const
{
    std::set<std::string> found;
    const auto& groups = model_.topology->groups();
    for (const auto& [role, place] : places_) {
        const topology::GroupInfo& group = groups[place];
        if (computing_.contains(role)) {
            found.insert(fullName(group.id, processorName));
            found.insert(fullName(group.id, memoryName));
        }
        if (storing_.contains(role)) {
            for (const topology::DeviceGroupInfo& devices : group.deviceGroups)
                found.insert(fullName(group.id, diskName(devices)));
            for (const topology::ControllerInfo& controller : group.controllers)
                found.insert(fullName(group.id, controllerName(controller)));
        }
    }
    for (const topology::GroupInfo& group : groups) {
        if (talks_)
            found.insert(fullName(group.id, networkName));
        for (const std::uint32_t stage : stages_)
            found.insert(fullName(group.id, stageName(model_.software.stages[stage])));
    }
    if (talks_)
        for (const topology::LinkGroup& links : topology::linkGroups(*model_.topology))
            found.insert(fullName(links.kind, links.name));
    return found;
}

} // namespace headroom::run
