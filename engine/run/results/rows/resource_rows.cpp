#include "run/results/rows/resource_rows.h"

#include "project/document/document.h"
#include "project/vocabulary/component_kinds.h"
#include "run/model/consumption.h"
#include "run/model/resource_names.h"
#include "run/model/storage_hardware.h"
#include "run/results/rows/block_times.h"
#include "run/results/rows/served_meanwhile.h"
#include "topology/link_groups.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom::run {

namespace {

double seconds(monitoring::Meter::Integral picoseconds)
{
    return static_cast<double>(picoseconds) / static_cast<double>(kernel::picosecondsPerSecond);
}

/// Work done over the capacity of all cores: with turbo and second threads this differs from the share of busy threads.
double ofCapacity(const resources::Processor& processor, double spanS)
{
    return processor.workDone() / (processor.capacity(processor.hardwareThreads()) * spanS);
}

/// Parts of nodes, by node group, each in the given order.
template <typename Parts>
auto byGroup(const topology::ExpandedTopology& topology, const Parts& parts)
{
    std::vector<std::vector<const typename Parts::value_type*>> groups(topology.groups().size());
    for (const auto& part : parts)
        groups[topology.nodes()[part.node].group].push_back(&part);
    return groups;
}

class ResourceRows
{
public:
    ResourceRows(const Model& model, double spanS, const Served& served)
        : model_(model), topology_(*model.topology), controllers_(byGroup(topology_, model.cluster.controllers)),
          instances_(byGroup(topology_, model.interpreter->roles())),
          stages_(byGroup(topology_, model.interpreter->stages())), meanwhile_(model),
          storageTimes_(storageTimes(model)), putTimes_(putTimes(model)), calls_(callsTo(model)), spanS_(spanS),
          served_(served)
    {
        const std::vector<double> on = sharesUp(model, spanS);
        for (std::uint32_t g = 0; g < topology_.groups().size(); ++g) {
            on_ = on[g];
            addProcessors(topology_.groups()[g]);
            addMemory(topology_.groups()[g]);
            addDevices(g);
            addControllers(g);
            addNetwork(g);
            addWorkers(g);
            addHelpers(g);
            addStages(g);
        }
        addLinks();
        addSharedItems();
        addConsumers();
    }

    std::vector<ResourceRow> rows() && { return std::move(rows_); }

private:
    using Kind = ResourceRow::Kind;

    void finish(ResourceRow& row, std::vector<Parts> parts, Kind kind = Kind::device)
    {
        row.close(std::move(parts), on_, kind);
        rows_.push_back(std::move(row));
    }

    void addProcessors(const topology::GroupInfo& group)
    {
        ResourceRow row(group.id, processorName, spanS_);
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n) {
            const auto& processor = *model_.cluster.nodes[n].processor;
            row.add(processor.meter(), ofCapacity(processor, spanS_), false);
        }
        finish(row, {{group.processor, static_cast<double>(group.count) * group.sockets}});
    }

    /// Memory that software neither copies through nor holds is not modelled: it gets no row of zeros.
    void addMemory(const topology::GroupInfo& group)
    {
        ResourceRow row(group.id, memoryName, spanS_);
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n)
            if (const auto& used = *model_.cluster.nodes[n].memory;
                used.trafficBytes() > 0 || used.held().maximum() > 0)
                row.add(used.utilisation(), used.utilisation(), 1, 0, used.trafficBytes() / spanS_);
            else
                row.pass();
        finish(row, {}, Kind::link);
    }

    void addDevices(std::uint32_t g)
    {
        const auto& group = topology_.groups()[g];
        for (std::uint32_t d = 0; d < group.deviceGroups.size(); ++d) {
            ResourceRow row(group.id, diskName(group.deviceGroups[d]), spanS_);
            for (std::uint32_t i = group.firstDevice; i < group.firstDevice + group.deviceCount; ++i)
                if (topology_.devices()[i].deviceGroup == d && topology_.devices()[i].members.empty()) {
                    const auto& meter = model_.cluster.devices[i].device->meter();
                    row.add(meter, meter.utilisation(), true);
                }
            row.setTimeThere(storageTimes_[g][d]);
            row.setAbsorbs();
            if (project::findComponentKind(group.deviceGroups[d].component->kind)->rotates)
                row.setElastic();
            finish(row, {{group.deviceGroups[d].component,
                          static_cast<double>(group.count) * group.deviceGroups[d].countPerNode}});
        }
    }

    /// Its utilisation is that of its busiest stage; its queue is the number on all of them.
    void addControllers(std::uint32_t g)
    {
        const auto& group = topology_.groups()[g];
        for (std::uint32_t c = 0; c < group.controllers.size(); ++c) {
            ResourceRow row(group.id, controllerName(group.controllers[c]), spanS_);
            for (const behaviour::ControllerHardware* controller : controllers_[g]) {
                if (controller->indexInGroup != c)
                    continue;
                double utilisation = 0, present = 0;
                for (const auto* stage :
                     {controller->commands.get(), controller->toDevice.get(), controller->toMemory.get()})
                    if (stage) {
                        utilisation = std::max(utilisation, stage->meter().utilisation());
                        present += seconds(stage->meter().presentTime());
                    }
                const auto bytes = controller->toDevice->meter().bytes() + controller->toMemory->meter().bytes();
                row.add(utilisation, utilisation, 1, present / spanS_, static_cast<double>(bytes) / spanS_);
            }
            finish(row, {{group.controllers[c].component, static_cast<double>(group.count)}}, Kind::link);
        }
    }

    void addNetwork(std::uint32_t g)
    {
        const auto& group = topology_.groups()[g];
        ResourceRow row(group.id, networkName, spanS_);
        row.setCalls(std::max(served_.completions, calls_[g])); // workloads ask their nodes
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n) {
            const auto& node = topology_.nodes()[n];
            for (std::size_t port = 0; port < node.transmitLinks.size(); ++port) {
                const auto out = model_.cluster.network->load(node.transmitLinks[port], model_.calendar.now());
                const auto in = model_.cluster.network->load(node.receiveLinks[port], model_.calendar.now());
                const double busier = std::max(out.utilisation, in.utilisation);
                row.add(busier, busier, 1, 0, (out.payloadBytes + in.payloadBytes) / spanS_);
            }
        }
        std::vector<Parts> adapters;
        for (const auto& each : group.adapters)
            adapters.push_back({each.component, static_cast<double>(group.count) * each.count()});
        finish(row, adapters, Kind::link);
        addSharedPorts(group);
    }

    /// A row for the rate that the ports of adapters share, if they share one: the busier of its two directions.
    void addSharedPorts(const topology::GroupInfo& group)
    {
        ResourceRow row(group.id, adapterName, spanS_);
        bool any = false;
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n) {
            const auto& node = topology_.nodes()[n];
            for (const auto& [out, in] : node.sharedPorts) {
                const auto sent = model_.cluster.network->load(out, model_.calendar.now());
                const auto received = model_.cluster.network->load(in, model_.calendar.now());
                const double busier = std::max(sent.utilisation, received.utilisation);
                row.add(busier, busier, 1, 0, (sent.payloadBytes + received.payloadBytes) / spanS_);
                any = true;
            }
        }
        if (!any)
            return;
        row.setPlace(fullName(group.id, networkName));
        finish(row, {}, Kind::link);
    }

    /// One row for each direction. The cables of nodes limit as the node group's network, which names them already.
    void addLinks()
    {
        on_ = 1;
        for (const topology::LinkGroup& group : topology::linkGroups(topology_)) {
            ResourceRow row(group.kind, group.name, spanS_);
            for (const std::uint32_t link : group.links) {
                const auto load = model_.cluster.network->load(link, model_.calendar.now());
                row.add(load.utilisation, load.utilisation, 1, 0, load.payloadBytes / spanS_);
            }
            row.setPlace(networkName);
            finish(row, {}, group.ofNodes ? Kind::sameAsNetwork : Kind::link);
        }
    }

    void addWorkers(std::uint32_t g)
    {
        for (std::uint32_t r = 0; r < model_.software.roles.size(); ++r) {
            if (model_.software.roles[r].kind == behaviour::WorkerKind::threadPerRequest)
                continue;
            const bool threads = model_.software.roles[r].kind == behaviour::WorkerKind::threads;
            ResourceRow row(topology_.groups()[g].id, workersName(model_.software.roles[r]), spanS_);
            for (const auto* instance : instances_[g])
                if (instance->role == r) // the meter of threads includes requests that wait to be accepted
                    row.add(instance->meter, instance->meter.utilisation(), false,
                            threads ? 0 : instance->queued.mean());
            row.setPlace(fullName(topology_.groups()[g].id, workersPlace));
            if (!threads && model_.software.roles[r].usesHelpers)
                row.setBrings(helpersName(model_.software.roles[r]));
            row.setMeanwhile(threads ? meanwhile_.operations(r) : meanwhile_.work(r, false));
            finish(row, {}, threads ? Kind::threads : Kind::workers);
        }
    }

    void addHelpers(std::uint32_t g)
    {
        for (std::uint32_t r = 0; r < model_.software.roles.size(); ++r) {
            if (!model_.software.roles[r].usesHelpers)
                continue;
            ResourceRow row(topology_.groups()[g].id, helpersName(model_.software.roles[r]), spanS_);
            for (const auto* instance : instances_[g])
                if (instance->role == r)
                    row.add(instance->helperMeter, instance->helperMeter.utilisation(), false);
            row.setPlace(fullName(topology_.groups()[g].id, helpersPlace));
            row.setMeanwhile(meanwhile_.work(r, true));
            finish(row, {}, Kind::threads);
        }
    }

    /// Black boxes of the roles on a group's nodes; one shared by the whole cluster counts in the first group with its
    /// role.
    void addStages(std::uint32_t g)
    {
        const auto& infos = model_.software.stages;
        std::vector<ResourceRow> rows;
        for (const auto& info : infos)
            rows.emplace_back(topology_.groups()[g].id, stageName(info), spanS_);
        for (const auto* stage : stages_[g])
            rows[stage->info].add(stage->stations.meter(), stage->stations.meter().utilisation(), false);
        for (ResourceRow& row : rows)
            finish(row, {});
    }

    void addSharedItems()
    {
        for (std::uint32_t s = 0; s < model_.software.states.size(); ++s)
            if (model_.software.states[s].kind == behaviour::StateKind::slots)
                addSlots(s);
            else if (model_.software.states[s].kind == behaviour::StateKind::tokens)
                addTokens(s);
    }

    /// The first node group with the role of a state item (nowhere without one), and how many own an item like it.
    std::pair<std::uint32_t, double> ownersOf(const behaviour::StateInfo& state) const
    {
        std::uint32_t group = behaviour::nowhere;
        double owners = 0;
        for (const auto& instance : model_.interpreter->roles()) {
            if (instance.role != state.role)
                continue;
            if (group == behaviour::nowhere)
                group = topology_.nodes()[instance.node].group;
            owners += state.owner == behaviour::Owner::worker ? model_.software.serversOf(state.role) : 1;
        }
        return {group, state.owner == behaviour::Owner::cluster ? 1 : owners};
    }

    /// Slots whose number is known; of keyed ones those of the busiest key.
    void addSlots(std::uint32_t s)
    {
        const behaviour::StateInfo& state = model_.software.states[s];
        const auto [group, owners] = ownersOf(state);
        if (group == behaviour::nowhere)
            return;
        ResourceRow row(topology_.groups()[group].id, slotsName(state), spanS_);
        const behaviour::StateMonitor& monitor = model_.interpreter->states()[s];
        row.setWaiting(monitor.waiting.mean() * spanS_);
        if (state.keyed) {
            const auto busiest = model_.interpreter->busiestKey(s);
            if (!busiest)
                return;
            const double used = secondsOf(*busiest, &behaviour::KeyUse::heldPs) / (spanS_ * state.capacity);
            row.add(used, used, state.capacity, secondsOf(*busiest, &behaviour::KeyUse::waitedPs) / spanS_, 0);
            row.setAll(monitor.used.mean() * spanS_, keyName(*busiest));
        } else if (model_.software.countable(state)) {
            const double used = monitor.used.mean() / (owners * state.capacity);
            row.add(used, used, owners * state.capacity, monitor.waiting.mean() / owners, 0);
        }
        row.setServers(state.capacity);
        row.setMeanwhile(meanwhile_.slots(s));
        finish(row, {}, Kind::slots);
    }

    /// The tokens that were taken of those that came, in buckets whose number is known. Those of the burst come on top.
    void addTokens(std::uint32_t s)
    {
        const behaviour::StateInfo& state = model_.software.states[s];
        const auto [group, owners] = ownersOf(state);
        if (group == behaviour::nowhere || !model_.software.countable(state))
            return;
        ResourceRow row(topology_.groups()[group].id, tokensName(state), spanS_);
        const behaviour::StateMonitor& monitor = model_.interpreter->states()[s];
        row.setWaiting(monitor.waiting.mean() * spanS_);
        const double used = std::min(1.0, static_cast<double>(monitor.taken) / (owners * state.tokensPerS * spanS_));
        row.add(used, used, 0, monitor.waiting.mean() / owners, 0); // nobody holds a token
        row.setTimeThere(monitor.waiting.mean() * spanS_);
        finish(row, {}, Kind::tokens);
    }

    static double secondsOf(const behaviour::KeyUse& use, double behaviour::KeyUse::*part)
    {
        return use.*part / static_cast<double>(kernel::picosecondsPerSecond);
    }

    std::string keyName(const behaviour::KeyUse& use) const
    {
        const std::string key = "key " + std::to_string(static_cast<std::int64_t>(use.key));
        return use.node == behaviour::nowhere ? key : key + " on " + topology_.nodes()[use.node].name;
    }

    /// The consumers of each queue, with the messages that wait in it. Those of keys come and go with the keys: they
    /// have no number that could be in use.
    void addConsumers()
    {
        for (std::size_t o = 0; o < model_.software.operations.size(); ++o) {
            const behaviour::Program& program = model_.software.operations[o];
            if (program.queue == behaviour::nowhere || model_.software.states[program.queue].keyed)
                continue;
            std::uint32_t group = behaviour::nowhere;
            double nodes = 0;
            for (const auto& instance : model_.interpreter->roles()) {
                if (instance.role != program.role)
                    continue;
                if (group == behaviour::nowhere)
                    group = topology_.nodes()[instance.node].group;
                ++nodes;
            }
            if (group == behaviour::nowhere)
                continue;
            ResourceRow row(topology_.groups()[group].id, consumersName(model_.software.roles[program.role], program),
                            spanS_);
            const double busy = model_.interpreter->consumersBusy()[o].mean() / (nodes * program.consumers);
            row.add(busy, busy, nodes * program.consumers, model_.interpreter->states()[program.queue].used.mean(), 0);
            row.setPlace(fullName(topology_.groups()[group].id, queueName(model_.software.states[program.queue])));
            row.setServers(program.consumers);
            row.setMeanwhile(meanwhile_.operation(static_cast<std::uint32_t>(o)));
            row.setTimeThere(model_.interpreter->states()[program.queue].used.mean() * spanS_ +
                             putTimes_[program.queue]);
            finish(row, {}, Kind::slots);
        }
    }

    const Model& model_;
    const topology::ExpandedTopology& topology_;
    std::vector<std::vector<const behaviour::ControllerHardware*>> controllers_; ///< by node group
    std::vector<std::vector<const behaviour::RoleInstance*>> instances_;
    std::vector<std::vector<const behaviour::Interpreter::Stage*>> stages_;
    ServedMeanwhile meanwhile_;
    std::vector<std::vector<double>> storageTimes_; ///< by node group and its device groups
    std::vector<double> putTimes_;                  ///< by state item
    std::vector<double> calls_;                     ///< by node group
    double spanS_;
    double on_ = 1; ///< of the current group, see ResourceRow::close
    const Served& served_;
    std::vector<ResourceRow> rows_;
};

} // namespace

std::vector<double> sharesUp(const Model& model, double spanS)
{
    std::vector<double> shares;
    for (const topology::GroupInfo& group : model.topology->groups()) {
        monitoring::Meter::Integral down = 0;
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n)
            down += model.interpreter->timeDown(n);
        shares.push_back(down > 0 ? 1 - seconds(down) / (spanS * group.count) : 1);
    }
    return shares;
}

std::vector<ResourceRow> resourceRows(const Model& model, double spanS)
{
    return ResourceRows(model, spanS, Served(model, spanS)).rows();
}

Demands summariseResources(const Model& model, double spanS, record::Summary& summary)
{
    const Served served(model, spanS);
    Demands demands;
    for (const ResourceRow& row : ResourceRows(model, spanS, served).rows())
        row.finish(served, true, summary.resources, demands.resources);
    demands.users = served.users;
    return demands;
}

} // namespace headroom::run
