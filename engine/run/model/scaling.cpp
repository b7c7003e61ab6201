#include "run/model/scaling.h"

#include "project/expression/quantity.h"
#include "run/model/resource_names.h"
#include "topology/link_groups.h"

#include <cmath>
#include <cstdint>

namespace headroom::run {

namespace {

/// Adds the names of the software's resources on a group. Those that the whole cluster has once belong to the first
/// group with the role.
void addSoftware(const behaviour::Software& software, const topology::GroupInfo& group, std::vector<std::string>& names)
{
    const auto add = [&](std::uint32_t role, const std::string& resource) {
        if (group.carries(software.roles[role].id))
            names.push_back(fullName(group.id, resource));
    };
    for (std::uint32_t r = 0; r < software.roles.size(); ++r)
        if (software.roles[r].kind != behaviour::WorkerKind::threadPerRequest)
            add(r, workersName(software.roles[r]));
    for (std::uint32_t r = 0; r < software.roles.size(); ++r)
        if (software.roles[r].usesHelpers)
            add(r, helpersName(software.roles[r]));
    for (const behaviour::StageInfo& stage : software.stages)
        add(stage.role, stageName(stage));
    for (const behaviour::StateInfo& state : software.states)
        if (state.kind == behaviour::StateKind::slots && (state.keyed || software.countable(state)))
            add(state.role, slotsName(state));
    for (const behaviour::StateInfo& state : software.states)
        if (state.kind == behaviour::StateKind::tokens && software.countable(state))
            add(state.role, tokensName(state));
    for (const behaviour::Program& program : software.operations)
        if (program.queue != behaviour::nowhere)
            add(program.role, consumersName(software.roles[program.role], program));
}

std::string withArrows(std::string name)
{
    for (std::size_t at = name.find("->"); at != std::string::npos; at = name.find("->", at))
        name.replace(at, 2, "→");
    return name;
}

/// The known names that a user may mean: the name itself, or else all that begin with it as whole words.
std::vector<std::string> meant(const std::string& name, const std::vector<std::string>& known)
{
    std::vector<std::string> found;
    for (const std::string& each : known) {
        if (each == name)
            return {each};
        if (each.starts_with(name + ' '))
            found.push_back(each);
    }
    return found;
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

project::Finding finding(const char* key, const std::string& name, std::string problem, std::string remedy)
{
    return {project::Severity::error, key, "", "--scale " + name, std::move(problem), std::move(remedy)};
}

std::uint32_t scaledNumber(std::uint32_t number, double factor)
{
    return factor == 1 ? number : static_cast<std::uint32_t>(std::clamp(std::round(number * factor), 1.0, 1e9));
}

} // namespace

std::vector<std::string> scalableResources(const topology::ExpandedTopology& topology,
                                           const behaviour::Software& software)
{
    std::vector<std::string> names;
    for (const topology::GroupInfo& group : topology.groups()) {
        for (const char* each : {processorName, memoryName})
            names.push_back(fullName(group.id, each));
        for (const topology::DeviceGroupInfo& devices : group.deviceGroups)
            names.push_back(fullName(group.id, diskName(devices)));
        for (const topology::ControllerInfo& controller : group.controllers)
            names.push_back(fullName(group.id, controllerName(controller)));
        if (group.count > 0 && !topology.nodes()[group.firstNode].transmitLinks.empty())
            names.push_back(fullName(group.id, networkName));
        if (group.count > 0 && !topology.nodes()[group.firstNode].sharedPorts.empty())
            names.push_back(fullName(group.id, adapterName));
        addSoftware(software, group, names);
    }
    for (const topology::LinkGroup& group : topology::linkGroups(topology))
        names.push_back(fullName(group.kind, group.name));
    return names;
}

Scaling::Scaling(const Factors& wanted, const std::vector<std::string>& known, project::Findings& findings)
{
    for (const auto& [written, factor] : wanted) {
        const std::vector<std::string> names = meant(withArrows(written), known);
        if (!(factor > 0) || !std::isfinite(factor))
            findings.push_back(finding("scale.factor", written, "The factor is not a number above zero.",
                                       "2 makes it twice as fast, 0.5 half as fast."));
        else if (names.empty())
            findings.push_back(finding("scale.unknown", written, "The project has no such resource.",
                                       "The resources are: " + listed(known) + '.'));
        else if (names.size() > 1)
            findings.push_back(finding("scale.ambiguous", written, "Several resources begin like this.",
                                       "Write one of them: " + listed(names) + '.'));
        else
            factors_[names.front()] = factor;
    }
}

double Scaling::of(const std::string& group, const std::string& resource) const
{
    if (factors_.empty())
        return 1;
    const auto found = factors_.find(fullName(group, resource));
    return found == factors_.end() ? 1 : found->second;
}

double Scaling::ofArrivals() const
{
    const auto found = factors_.find(arrivalsName);
    return found == factors_.end() ? 1 : found->second;
}

std::vector<double> Scaling::ofLinks(const topology::ExpandedTopology& topology) const
{
    std::vector<double> factors(topology.links().size(), 1);
    if (factors_.empty())
        return factors;
    for (const topology::NodeInfo& node : topology.nodes())
        for (const auto* links : {&node.transmitLinks, &node.receiveLinks})
            for (const std::uint32_t link : *links)
                factors[link] *= of(topology.groups()[node.group].id, networkName);
    for (const topology::NodeInfo& node : topology.nodes())
        for (const auto& [out, in] : node.sharedPorts)
            for (const std::uint32_t link : {out, in})
                factors[link] *= of(topology.groups()[node.group].id, adapterName);
    for (const topology::LinkGroup& group : topology::linkGroups(topology))
        for (const std::uint32_t link : group.links)
            factors[link] *= of(group.kind, group.name);
    return factors;
}

double Scaling::ofRole(const std::string& role, const std::string& resource,
                       const topology::ExpandedTopology& topology) const
{
    double factor = 1;
    for (const topology::GroupInfo& group : topology.groups())
        if (group.carries(role))
            factor *= of(group.id, resource);
    return factor;
}

void Scaling::scale(behaviour::Software& software, const topology::ExpandedTopology& topology) const
{
    if (factors_.empty())
        return;
    const auto factor = [&](std::uint32_t role, const std::string& resource) {
        return ofRole(software.roles[role].id, resource, topology);
    };
    for (std::uint32_t r = 0; r < software.roles.size(); ++r) {
        behaviour::RoleInfo& role = software.roles[r];
        role.workers = scaledNumber(role.workers, factor(r, workersName(role)));
        role.helperThreads = scaledNumber(role.helperThreads, factor(r, helpersName(role)));
    }
    for (behaviour::StateInfo& state : software.states)
        if (state.kind == behaviour::StateKind::slots)
            state.capacity = scaledNumber(state.capacity, factor(state.role, slotsName(state)));
        else if (state.kind == behaviour::StateKind::tokens)
            state.tokensPerS *= factor(state.role, tokensName(state));
    for (behaviour::Program& program : software.operations) {
        program.consumers =
            scaledNumber(program.consumers, factor(program.role, consumersName(software.roles[program.role], program)));
        for (behaviour::BlackBoxStep& box : program.blackBoxes) {
            const behaviour::StageInfo& stage = software.stages[box.stage];
            box.time.toReference /= factor(stage.role, stageName(stage));
        }
    }
}

void makeFaster(resources::HardDiskSpec& disk, double factor)
{
    for (double* time :
         {&disk.averageSeekReadS, &disk.averageSeekWriteS, &disk.trackToTrackSeekS, &disk.fullStrokeSeekS})
        *time /= factor;
    for (double* rate : {&disk.revolutionsPerMinute, &disk.outerRateBps, &disk.innerRateBps, &disk.interfaceRateBps})
        *rate *= factor;
}

void makeFaster(resources::SolidStateSpec& device, double factor)
{
    for (double* time : {&device.readLatencyS, &device.writeLatencyS, &device.sequentialReadLatencyS,
                         &device.sequentialWriteLatencyS, &device.programTimeS, &device.flushLatencyS})
        *time /= factor;
    for (double* rate :
         {&device.readIops, &device.writeIops, &device.readIops8k, &device.writeIops8k, &device.mixedIops,
          &device.sequentialReadBps, &device.sequentialWriteBps, &device.sustainedWriteBps, &device.interfaceRateBps})
        *rate *= factor;
}

void makeFaster(resources::ProcessorSpec& processor, double factor)
{
    for (double& speed : processor.coreSpeeds)
        speed *= factor;
}

void makeFaster(resources::PathStage::Spec& stage, double factor)
{
    stage.rateBps *= factor;
    stage.operationsPerS *= factor;
    stage.latencyS /= factor;
}

} // namespace headroom::run
