#include "behaviour/compile/compiler.h"

#include "behaviour/compile/diagram_compiler.h"
#include "behaviour/program/state_items.h"
#include "project/document/whole_number.h"
#include "project/expression/quantity.h"
#include "project/file/beside.h"
#include "project/resolve/processor_speed.h"
#include "project/vocabulary/state_types.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace headroom::behaviour {

namespace {

const Diagram* chosenLevel(const project::Operation& operation, project::Resolver& resolver, const std::string& pointer)
{
    if (operation.diagrams.empty())
        return nullptr;
    if (!operation.level.is_string())
        return &operation.diagrams.front();
    std::string level = operation.level.get<std::string>();
    if (const Json* value = resolver.parameterValue(level); value && value->is_string())
        level = value->get<std::string>();
    for (const Diagram& diagram : operation.diagrams)
        if (diagram.id == level)
            return &diagram;
    resolver.findings().push_back({project::Severity::error, "operation.unknown-level", pointer + "/level",
                                   operation.id, "There is no diagram \"" + level + "\" of this operation.",
                                   "Choose one of its levels of detail."});
    return nullptr;
}

double defaultOf(const project::Argument& argument, project::Resolver& resolver, const std::string& pointer,
                 const project::Scope& scope)
{
    if (argument.defaultValue.is_null())
        return 0;
    return resolver.expression(argument.defaultValue, project::anyUnit, pointer, scope).value();
}

/// Roles with their workers, volumes and state; operations with their names, so that calls can refer to any of them.
void declareRoles(Software& software, const project::Project& project, project::Resolver& resolver,
                  std::vector<project::Scope>& scopes)
{
    for (std::uint32_t r = 0; r < project.behaviours.size(); ++r) {
        const auto& behaviour = project.behaviours[r];
        const std::string pointer = "/behaviours/" + std::to_string(r);
        scopes.push_back(resolver.scopeOf(behaviour, pointer));
        const project::Scope& scope = scopes.back();
        const auto& fields = project::workersFields();
        const auto count = [&](const char* name) {
            return static_cast<std::uint32_t>(
                std::max(0.0, resolver.number(fields, name, behaviour.role.workers, pointer + "/workers", scope)));
        };
        RoleInfo role;
        role.id = behaviour.role.id;
        role.drawName = kernel::hashText(role.id.data(), role.id.size());
        const std::string kind = resolver.text(fields, "kind", behaviour.role.workers, pointer + "/workers");
        role.kind = kind == "event loop" ? WorkerKind::eventLoop
                    : kind == "threads"  ? WorkerKind::threads
                                         : WorkerKind::threadPerRequest;
        role.workers = std::max(1u, count("count"));
        role.clients = std::max(1u, count("clients"));
        role.backlog = count("backlog");
        role.helperThreads = std::max(1u, count("helper_threads"));
        role.toReference = project::roleToReference(resolver, behaviour.role.workers, pointer + "/workers");
        role.wakeUpS = role.toReference * std::max(0.0, resolver.number(fields, "wake_up", behaviour.role.workers,
                                                                        pointer + "/workers", scope));
        role.rounds = role.kind == WorkerKind::eventLoop &&
                      resolver.number(fields, "rounds", behaviour.role.workers, pointer + "/workers", scope) != 0;
        role.workVariation = std::max(
            0.0, resolver.number(fields, "work_variation", behaviour.role.workers, pointer + "/workers", scope));
        const std::string eachDeviceOf = project::deviceVolumeOf(behaviour.role);
        for (const std::string& volume : behaviour.role.volumes) {
            if (volume == eachDeviceOf)
                role.eachDeviceOf = static_cast<std::uint32_t>(software.volumes.size());
            software.volumes.push_back({r, volume, nowhere});
        }
        software.roles.push_back(role);
        for (std::size_t i = 0; i < behaviour.role.state.size(); ++i) {
            software.states.push_back(stateInfo(behaviour.role.state[i], r, resolver,
                                                pointer + "/definition/state/" + std::to_string(i), scope));
            StateInfo& state = software.states.back();
            state.drawName = kernel::mix(role.drawName, kernel::hashText(state.name.data(), state.name.size()));
        }
        for (const auto& operation : behaviour.role.operations) {
            if (!project::missingRole(project, operation).empty())
                continue;
            Program program;
            program.role = r;
            program.operation = operation.id;
            for (const auto& argument : operation.arguments) {
                program.arguments.push_back(argument.name);
                program.defaults.push_back(defaultOf(argument, resolver, pointer, scope));
            }
            for (const auto& result : operation.results)
                program.results.push_back(result.name);
            software.operations.push_back(std::move(program));
        }
    }
}

std::vector<double> capacitiesOf(const std::vector<std::uint32_t>& devices, const mapping::Placement& placement)
{
    std::vector<double> capacities;
    for (const std::uint32_t device : devices)
        capacities.push_back(std::max(1.0, placement.capacityOf(device)));
    return capacities;
}

mapping::Ring::Rules ringRules(const project::Selector& selector, project::Resolver& resolver,
                               const std::string& pointer, const mapping::Placement& placement,
                               const std::vector<std::uint32_t>& devices)
{
    const auto& fields = project::selectorFields();
    mapping::Ring::Rules rules;
    rules.hashed = resolver.text(fields, "placement", selector.fields, pointer) == "hashed";
    const std::string apart = resolver.text(fields, "apart", selector.fields, pointer);
    if (apart == "on racks" || apart == "on two racks")
        rules.rackOf = placement.racksOf(devices);
    rules.twoRacks = apart == "on two racks";
    if (resolver.text(fields, "weights", selector.fields, pointer) == "by capacity")
        rules.weights = capacitiesOf(devices, placement);
    return rules;
}

/// The devices of a ring and their nodes; each device counts as a node of its own if copies may share one.
struct RingPlaces
{
    std::vector<std::uint32_t> devices, nodes;
    const char* apartOn = "nodes";
    std::size_t distinctNodes() const { return std::set<std::uint32_t>(nodes.begin(), nodes.end()).size(); }
};

/// The ring as a file of the project lists it; nothing, with a finding, if the file does not fit the ring.
std::optional<mapping::Ring> ringOfTable(const project::Selector& selector, project::Resolver& resolver,
                                         const std::string& pointer, const mapping::Placement& placement,
                                         const RingPlaces& places, const std::filesystem::path& folder)
{
    const auto& fields = project::selectorFields();
    const auto number = [&](const char* name) { return resolver.number(fields, name, selector.fields, pointer); };
    const std::string name = resolver.text(fields, "table", selector.fields, pointer);
    const std::string where = "selector " + selector.id;
    if (name.empty()) {
        resolver.findings().push_back({project::Severity::error, "ring.no-table", pointer + "/table", where,
                                       "Its placement is a table, but it names no file with one.",
                                       "Name a CSV file in the project's folder, or choose another placement."});
        return {};
    }
    try {
        const mapping::RingTable table = mapping::readRingTable(
            project::fileBesideProject(folder, name), static_cast<std::uint32_t>(number("partition_power")),
            number("replicas"), static_cast<std::uint32_t>(places.devices.size()));
        const std::uint64_t shared = mapping::partitionsTwiceOnANode(table, places.nodes);
        if (shared > 0 && places.distinctNodes() >= table.replicas)
            resolver.findings().push_back(
                {project::Severity::warning, "ring.shared-node", pointer + "/table", where,
                 name + ": " + std::to_string(shared) + " of " + std::to_string(table.partitions()) +
                     " partitions have two replicas on one node, though there are enough nodes.",
                 "See whether the devices of the topology stand in the order in which the table counts them."});
        return mapping::Ring(places.devices, places.nodes, table, capacitiesOf(places.devices, placement));
    } catch (const std::runtime_error& fault) {
        resolver.findings().push_back({project::Severity::error, "ring.table", pointer + "/table", where,
                                       name + ": " + fault.what(),
                                       "Let table and ring agree: replicas, partition_power, and the devices that the "
                                       "volume has on the nodes of the role."});
        return {};
    }
}

/// Copies should not share a node (or a device, where the ring keeps them apart on devices only); of an erasure code, a
/// node should have no more pieces than may be lost.
void checkReplicas(const project::Selector& selector, double replicas, double enough, const RingPlaces& places,
                   const std::string& pointer, project::Findings& findings)
{
    // Who has a single node knows that nothing is left without it.
    const auto severity =
        enough > 1 && places.distinctNodes() == 1 ? project::Severity::note : project::Severity::warning;
    const auto warn = [&](const std::string& what, const std::string& remedy) {
        findings.push_back(
            {severity, "ring.few-nodes", pointer + "/replicas", "selector " + selector.id, what, remedy});
    };
    const double onOneNode = std::ceil(replicas / static_cast<double>(places.distinctNodes()));
    const std::string kind = places.apartOn;
    const auto devices = static_cast<double>(places.devices.size());
    if (enough > devices)
        findings.push_back({project::Severity::error, "ring.few-devices", pointer + "/replicas",
                            "selector " + selector.id,
                            "Nothing can be read: " + project::formatNumber(enough) +
                                " pieces on different devices are needed, and there are " +
                                project::formatNumber(devices) + " devices.",
                            "Put the volume on more devices, or take a code of fewer pieces."});
    else if (enough == 1 && onOneNode > 1)
        warn("It has more replicas than " + kind + " that hold the data: some replicas share one of them.",
             "Put the volume on more " + kind + ", or lower the replicas.");
    else if (enough > 1 && onOneNode > replicas - enough)
        warn("A node can hold more pieces of the same data than may be lost: if it fails, the data cannot be read.",
             "Put the volume on more nodes, or let fewer of the replicas be enough.");
}

/// A device whose place others have taken is left out, too.
RingOutage ringOutage(const project::Selector& selector, project::Resolver& resolver, const std::string& pointer)
{
    const auto time = [&](const char* name) {
        const auto given = selector.fields.find(name);
        return given == selector.fields.end() || given->is_null()
                   ? kernel::never
                   : kernel::fromSeconds(resolver.number(project::selectorFields(), name, selector.fields, pointer));
    };
    RingOutage outage{.noticed = time("noticed_after"), .out = time("out_after")};
    if (const auto given = selector.fields.find("noticed_after_failures");
        given != selector.fields.end() && !given->is_null())
        outage.failures = project::wholeNumber(
            resolver.number(project::selectorFields(), "noticed_after_failures", selector.fields, pointer));
    if (outage.failures > 0)
        return outage; // it is out once it is noticed and has been down for long enough
    if (outage.out < outage.noticed && outage.noticed != kernel::never)
        resolver.findings().push_back({project::Severity::error, "ring.out-too-early", pointer + "/out_after",
                                       "selector " + selector.id,
                                       "Other devices would take the place of one that nobody has noticed yet.",
                                       "Let it be out no earlier than it is noticed."});
    outage.noticed = std::min(outage.noticed, outage.out);
    return outage;
}

std::map<std::string, std::uint32_t> buildRings(Software& software, const project::Project& project,
                                                project::Resolver& resolver, const topology::ExpandedTopology& topology,
                                                const mapping::Placement& placement, std::uint64_t seed,
                                                const std::filesystem::path& folder)
{
    std::map<std::string, std::uint32_t> rings;
    const auto& fields = project::selectorFields();
    for (std::uint32_t s = 0; s < project.selectors.size(); ++s) {
        const auto& selector = project.selectors[s];
        const std::string pointer = "/selectors/" + std::to_string(s);
        const std::string role = resolver.text(fields, "role", selector.fields, pointer);
        const std::string volume = resolver.text(fields, "volume", selector.fields, pointer);
        RingPlaces places{placement.devicesOf(role, volume), {}};
        if (places.devices.empty()) {
            resolver.findings().push_back({project::Severity::error, "ring.no-device", pointer,
                                           "selector " + selector.id, "The ring has no device.",
                                           "Name a role that nodes carry and a volume that is bound there."});
            continue;
        }
        const bool onDevices = resolver.text(fields, "apart", selector.fields, pointer) == "on devices";
        for (const std::uint32_t device : places.devices)
            places.nodes.push_back(onDevices ? device : topology.devices()[device].node);
        if (onDevices)
            places.apartOn = "devices";
        const double power = resolver.number(fields, "partition_power", selector.fields, pointer);
        const double replicas = resolver.number(fields, "replicas", selector.fields, pointer);
        checkReplicas(selector, replicas, resolver.number(fields, "enough", selector.fields, pointer), places, pointer,
                      resolver.findings());
        rings[selector.id] = static_cast<std::uint32_t>(software.rings.size());
        for (VolumeName& placed : software.volumes)
            if (placed.name == volume && software.roles[placed.role].id == role)
                placed.ring = rings[selector.id];
        std::optional<mapping::Ring> listed;
        if (resolver.text(fields, "placement", selector.fields, pointer) == "table")
            listed = ringOfTable(selector, resolver, pointer, placement, places, folder);
        if (listed)
            software.rings.push_back(std::move(*listed));
        else
            software.rings.emplace_back(places.devices, places.nodes, static_cast<std::uint32_t>(power),
                                        std::max(1.0, replicas),
                                        kernel::mix(seed, kernel::hashText(selector.id.data(), selector.id.size())),
                                        ringRules(selector, resolver, pointer, placement, places.devices));
        software.outages.push_back(ringOutage(selector, resolver, pointer));
        software.outages.back().role = software.findRole(role);
    }
    return rings;
}

/// The queues of missing copies know their rings once these are built. States are numbered role by role.
void nameMissingCopies(Software& software, const project::Project& project,
                       const std::map<std::string, std::uint32_t>& rings)
{
    std::size_t state = 0;
    for (const auto& behaviour : project.behaviours)
        for (const project::StateItem& item : behaviour.role.state) {
            StateInfo& info = software.states[state++];
            const auto ring = rings.find(item.fields.value("missing_of", project::Json("")));
            if (ring == rings.end())
                continue;
            info.missingOf = ring->second;
            for (const char* value : project::missingCopyValues)
                info.valueIndex(value);
        }
}

/// Marks the calls that need nothing but an answer, once all operations are compiled.
void markPlainCalls(Software& software)
{
    for (Program& program : software.operations)
        for (std::uint32_t i = 0; i < program.code.size(); ++i) {
            if (program.code[i].code != Code::call)
                continue;
            CallStep& step = program.calls[program.code[i].detail];
            const bool patient = step.deadline.isConstant() && !(step.deadline.value() > 0);
            const bool streams = step.target.operation == nowhere ||
                                 software.operations[step.target.operation].streamsToCaller() ||
                                 std::any_of(program.transfers.begin(), program.transfers.end(),
                                             [i](const TransferStep& transfer) { return transfer.over == i; });
            step.plain = step.target.selector->inPlace ||
                         (patient && !streams && step.connection == ConnectionUse::own && step.opened == nowhere);
        }
}

/// The operation, and what it calls in place, directly or not: all that one worker executes.
std::vector<std::uint32_t> executedTogether(const Software& software, std::uint32_t operation)
{
    std::vector<std::uint32_t> found{operation};
    for (std::size_t next = 0; next < found.size(); ++next)
        for (const CallStep& call : software.operations[found[next]].calls)
            if (call.target.selector->inPlace && call.target.operation != nowhere &&
                std::ranges::find(found, call.target.operation) == found.end())
                found.push_back(call.target.operation);
    return found;
}

/// See Program::onEventLoop.
void markEventLoops(Software& software)
{
    for (std::uint32_t o = 0; o < software.operations.size(); ++o)
        if (software.roles[software.operations[o].role].kind == WorkerKind::eventLoop)
            for (const std::uint32_t executed : executedTogether(software, o))
                software.operations[executed].onEventLoop = true;
}

/// Parallel paths share a thread, and one that has to wake up is taken anew after each wait; see Program::sharesThread.
void markSharedThreads(Software& software)
{
    const auto forks = [&](std::uint32_t operation) { return !software.operations[operation].forks.empty(); };
    for (std::uint32_t o = 0; o < software.operations.size(); ++o) {
        RoleInfo& role = software.roles[software.operations[o].role];
        if (role.kind != WorkerKind::threads)
            continue;
        const std::vector<std::uint32_t> together = executedTogether(software, o);
        if (!(role.wakeUpS > 0) && std::ranges::none_of(together, forks))
            continue;
        role.sharesThreads = true;
        for (const std::uint32_t executed : together)
            software.operations[executed].sharesThread = true;
    }
}

/// See Program::simple.
void markSimpleOperations(Software& software)
{
    const auto simple = [&software](const Instruction& code) {
        const bool answers = code.code == Code::reply && code.next == nowhere;
        return !code.aside && (answers || software.blocks[code.monitor].traits->pathAlone);
    };
    for (Program& program : software.operations) {
        const RoleInfo& role = software.roles[program.role];
        program.simple = program.entry != nowhere && role.kind == WorkerKind::threadPerRequest &&
                         !role.numbersThreads && role.eachDeviceOf == nowhere && program.shared.empty() &&
                         std::all_of(program.code.begin(), program.code.end(), simple);
    }
}

/// See ForkStep::inlineBranches.
void markInlineBranches(Software& software)
{
    for (Program& program : software.operations)
        for (ForkStep& fork : program.forks) {
            const auto inlinable = [&](std::uint32_t entry) {
                if (entry == nowhere || program.code[entry].code != Code::call)
                    return false;
                const Instruction& code = program.code[entry];
                const CallStep& call = program.calls[code.detail];
                return !code.needsWorker && code.forgets && code.next == fork.joins.front() && call.plain &&
                       call.results.empty() && call.target.selector->certain &&
                       software.operations[call.target.operation].simple;
            };
            fork.inlineBranches =
                fork.joins.size() == 1 && std::all_of(fork.paths.begin(), fork.paths.end(), inlinable);
        }
}

/// Threads of a role with a thread for each request are numbered only if something depends on the numbers.
void markNumberedThreads(Software& software)
{
    for (std::uint32_t r = 0; r < software.roles.size(); ++r) {
        const bool owns = std::any_of(software.states.begin(), software.states.end(), [r](const StateInfo& state) {
            return state.role == r && state.owner == Owner::worker;
        });
        const auto keeps = [r](const Program& program) {
            return program.role == r &&
                   std::any_of(program.calls.begin(), program.calls.end(),
                               [](const CallStep& call) { return call.connection == ConnectionUse::kept; });
        };
        software.roles[r].numbersThreads = owns || software.roles[r].kind == WorkerKind::threads ||
                                           std::any_of(software.operations.begin(), software.operations.end(), keeps);
    }
}

/// Blocks that only choose a way, set variables of the request, or begin, join and end its paths: they are done
/// together with the next one that does more.
bool isControl(const Software& software, const Program& program, const Instruction& code)
{
    const bool sets = code.code == Code::set && !program.shared.empty(); // what other requests see
    return software.blocks[code.monitor].traits->isControl && !sets;
}

/// Marks the blocks for which a path has to hold its event loop, its thread or a helper thread. A request served by a
/// thread needs to take it only if it has parallel paths, if threads have to wake up, or after a helper thread has
/// done something for it: else it has the thread anyway.
void markWorkers(Software& software)
{
    for (Program& program : software.operations) {
        RoleInfo& role = software.roles[program.role];
        const bool helped = std::ranges::any_of(program.code, &Instruction::aside);
        role.usesHelpers = role.usesHelpers || helped;
        for (Instruction& code : program.code)
            code.needsWorker =
                (helped || program.sharesThread || program.onEventLoop) && !isControl(software, program, code);
    }
}

} // namespace

bool Program::streamsToCaller() const
{
    return std::any_of(transfers.begin(), transfers.end(),
                       [](const TransferStep& transfer) { return transfer.over == nowhere; });
}

std::uint32_t Software::serversOf(std::uint32_t role) const
{
    std::uint32_t servers = roles[role].workers;
    for (const Program& program : operations)
        if (program.role == role && program.queue != nowhere)
            servers += program.consumers;
    return servers;
}

std::uint32_t Software::findRole(const std::string& id) const
{
    for (std::uint32_t r = 0; r < roles.size(); ++r)
        if (roles[r].id == id)
            return r;
    return nowhere;
}

std::uint32_t Software::findOperation(const std::string& role, const std::string& operation) const
{
    for (std::uint32_t o = 0; o < operations.size(); ++o)
        if (roles[operations[o].role].id == role && operations[o].operation == operation)
            return o;
    return nowhere;
}

Software compile(const project::Project& project, project::Resolver& resolver,
                 const topology::ExpandedTopology& topology, const mapping::Placement& placement, std::uint64_t seed,
                 const std::filesystem::path& folder)
{
    Software software;
    std::vector<project::Scope> scopes;
    declareRoles(software, project, resolver, scopes);
    const auto rings = buildRings(software, project, resolver, topology, placement, seed, folder);
    nameMissingCopies(software, project, rings);

    std::uint32_t next = 0;
    for (std::uint32_t r = 0; r < project.behaviours.size(); ++r) {
        const auto& behaviour = project.behaviours[r];
        for (std::uint32_t o = 0; o < behaviour.role.operations.size(); ++o) {
            const auto& operation = behaviour.role.operations[o];
            if (!project::missingRole(project, operation).empty())
                continue;
            Program& program = software.operations[next++];
            std::string pointer = "/behaviours/" + std::to_string(r) + "/definition/operations/" + std::to_string(o);
            const Diagram* diagram = chosenLevel(operation, resolver, pointer);
            if (!diagram)
                continue;
            program.diagram = project::diagramPath(behaviour.role.id, operation.id, diagram->id);
            pointer += "/diagrams/" + std::to_string(diagram - operation.diagrams.data());
            const FlatDiagram flat = flatten(project::blockTypesOf(project), *diagram);
            DiagramContext context{software,
                                   resolver,
                                   placement,
                                   rings,
                                   behaviour,
                                   operation,
                                   flat,
                                   program,
                                   scopes[r],
                                   pointer,
                                   kernel::hashText(program.diagram.data(), program.diagram.size())};
            compileDiagram(context);
        }
    }
    markPlainCalls(software);
    markEventLoops(software);
    markSharedThreads(software);
    markNumberedThreads(software);
    markSimpleOperations(software);
    markWorkers(software);
    markInlineBranches(software);
    return software;
}

} // namespace headroom::behaviour
