// Checks that the hardware suffices for its use: ports of controllers and switches, figures of storage devices, one MTU
// in a subnet, adapters for nodes, nodes for roles.
#include "project/checks/check_context.h"
#include "project/document/document.h"
#include "project/library/interface_rate.h"
#include "project/resolve/fabric_plan.h"
#include "project/resolve/processor_speed.h"
#include "project/vocabulary/component_kinds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace headroom::project {
namespace {

/// Kind of a component from a library; it is always a known one.
const ComponentKind& kindOf(const Component& component)
{
    return *findComponentKind(component.kind);
}

/// Devices attached to one controller of a node.
class ControllerPorts
{
public:
    ControllerPorts(CheckContext& context, const NodeGroup& group, const std::string& pointer)
        : context_(context), group_(group), pointer_(pointer)
    {
    }

    void check()
    {
        for (std::size_t i = 0; i < group_.controllers.size(); ++i) {
            const std::string place = pointer_ + "/controllers" + below(i);
            const Component* component = componentOf(i);
            const double ports = component ? component->figure("ports") : 0;
            const double used = taken(i);
            if (ports > 0 && used > ports) {
                context_.report(Severity::warning, "controller.ports", place,
                                "The controller \"" + group_.controllers[i].id + "\" has " + exact(ports) +
                                    " ports, and " + exact(used) + " are used by what is attached to it.",
                                "Put an expander between them, or take a controller with more ports.");
            }
        }
    }

private:
    static std::string exact(double number) { return std::to_string(static_cast<long long>(number)); }

    const Component* componentOf(std::size_t index)
    {
        const Json& values = group_.controllers[index].fields;
        return values.contains("component") ? context_.resolver.component(controllerFields(), "component", values,
                                                                          pointer_ + "/controllers" + below(index))
                                            : nullptr;
    }

    /// On a PCIe switch drives use the ports and the uplink uses none; the uplink of a SAS expander uses a port for
    /// each lane, at both its ends.
    double uplinkPorts(std::size_t index)
    {
        const Component* component = componentOf(index);
        if (!component || !kindOf(*component).hasUplink ||
            component->parameters.value("interface", Json("")).dump().find("PCIe") != std::string::npos) {
            return 0;
        }
        return context_.resolver.number(controllerFields(), "lanes", group_.controllers[index].fields,
                                        pointer_ + "/controllers" + below(index));
    }

    double taken(std::size_t index)
    {
        const std::string& id = group_.controllers[index].id;
        double used = uplinkPorts(index);
        for (std::size_t i = 0; i < group_.controllers.size(); ++i)
            if (named(group_.controllers[i].fields, "behind") == id)
                used += uplinkPorts(i);
        for (std::size_t i = 0; i < group_.devices.size(); ++i) {
            if (named(group_.devices[i].fields, "controller") == id) {
                used += context_.resolver.number(deviceFields(), "count", group_.devices[i].fields,
                                                 pointer_ + "/devices" + below(i));
            }
        }
        return used;
    }

    static std::string named(const Json& fields, const char* field)
    {
        const auto found = fields.find(field);
        return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
    }

    CheckContext& context_;
    const NodeGroup& group_;
    const std::string& pointer_;
};

bool isFilledIn(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null() && *found != "";
}

/// Figures that count pieces of hardware must be whole numbers.
void checkWholeFigures(CheckContext& context, const Component& component, const std::string& place)
{
    for (const char* figure : {"cores", "threads", "ports", "saturation_queue_depth", "parallel_channels"}) {
        if (const double number = component.figure(figure); number != std::floor(number)) {
            context.error("component.not-whole", place,
                          "The figure " + std::string(figure) + " of " + component.id + " is not a whole number.",
                          "Correct the component.");
        }
    }
}

/// Figures of a processor that cannot all be true: a run takes the highest clock and the cores as they are.
void checkProcessorFigures(CheckContext& context, const Component& processor, const std::string& place)
{
    const auto exceeds = [&](const char* figure, const char* most) {
        if (processor.has(figure) && processor.has(most) && processor.figure(figure) > processor.figure(most))
            context.report(Severity::warning, "processor.figures", place,
                           "The figure " + std::string(figure) + " of " + processor.id + " is above its " + most + ".",
                           "Correct the component.");
    };
    exceeds("base_clock_Hz", "max_turbo_clock_Hz");
    exceeds("all_core_turbo_clock_Hz", "max_turbo_clock_Hz");
    exceeds("cores", "threads");
}

void checkProcessor(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    if (!group.fields.contains("processor"))
        return;
    const Component* component = context.resolver.component(nodeGroupFields(), "processor", group.fields, pointer);
    if (!component)
        return;
    checkWholeFigures(context, *component, pointer + "/processor");
    checkProcessorFigures(context, *component, pointer + "/processor");
    if (lacksAllCoreClock(*component))
        context.report(Severity::note, "processor.all-core-clock", pointer + "/processor",
                       "The all-core turbo clock of " + component->id +
                           " is not known: with all cores busy it runs at its base clock.",
                       "Give the component the figure all_core_turbo_clock_Hz, if it is published.");
    if (context.resolver.text(nodeGroupFields(), "idle_cores", group.fields, pointer) != "awake" &&
        idleStates(*component).empty())
        context.report(Severity::warning, "processor.no-idle-states", pointer + "/idle_cores",
                       "No idle states of " + component->id + " are known: its idle cores stay awake.",
                       "Give the component idle_states, choose another processor, or let idle cores stay awake.");
}

/// Missing figures of controllers and devices for which a run uses a default.
void checkStorageFigures(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    const auto checkOne = [&](const Fields& fields, const Json& values, const std::string& place) {
        const Component* component =
            values.contains("component") ? context.resolver.component(fields, "component", values, place) : nullptr;
        if (!component)
            return;
        checkWholeFigures(context, *component, place + "/component");
        const Json interface = component->parameters.value("interface", Json(""));
        if (interface.is_string() && !interfaceRate(interface.get<std::string>())) {
            context.report(Severity::warning, "component.interface", place + "/component",
                           "The interface " + interface.dump() + " of " + component->id +
                               " is not understood: it limits nothing.",
                           interfaceForms);
        }
        const Fields& figures = kindOf(*component).figures;
        for (const char* figure : {"read_latency_us", "write_latency_us"}) {
            if (findField(figures, figure) && !component->has(figure)) {
                context.report(Severity::warning, "component.no-latency", place + "/component",
                               component->id + " has no " + figure + "; it counts as 0.", "Give it the figure.");
            }
        }
        const double alone = std::max(component->figure("rand_read_4k_iops"), component->figure("rand_write_4k_iops"));
        if (findField(figures, "rand_mixed_70_30_iops") && component->figure("rand_mixed_70_30_iops") > alone) {
            context.error("component.mix", place + "/component",
                          "The figure rand_mixed_70_30_iops of " + component->id +
                              " is above those of reads alone and of writes alone.",
                          "Correct the component.");
        }
    };
    for (std::size_t i = 0; i < group.controllers.size(); ++i)
        checkOne(controllerFields(), group.controllers[i].fields, pointer + "/controllers" + below(i));
    for (std::size_t i = 0; i < group.devices.size(); ++i)
        checkOne(deviceFields(), group.devices[i].fields, pointer + "/devices" + below(i));
}

/// Component of a device group; null if it names none.
const Component* componentOf(CheckContext& context, const Json& values, const std::string& place)
{
    return values.contains("component") ? context.resolver.component(deviceFields(), "component", values, place)
                                        : nullptr;
}

/// Devices that are no slower when they are full, or whose component does not say how much.
void checkFull(CheckContext& context, const Component& component, const std::string& place)
{
    if (kindOf(component).rotates) {
        context.report(Severity::warning, "device.never-full", place + "/full",
                       component.id + " is a hard disk, which writes as fast when it is full: it has no effect.",
                       "Remove it, and say at its volumes how much of it they fill.");
    } else if (component.figure("steady_rand_write_4k_iops") == 0 && component.figure("over_provisioning") == 0 &&
               component.figure("fast_cache_B") == 0) {
        const bool estimated = std::ranges::count(component.estimatedFields, "rand_write_4k_iops") > 0;
        context.report(estimated ? Severity::warning : Severity::note, "device.never-full", place + "/full",
                       component.id +
                           " says neither how often it writes at random when it is full nor how large its "
                           "spare area is: its random writes, " +
                           (estimated ? "which are estimated," : "as the data sheets of servers' drives state them,") +
                           " count as those of a full drive, and this has no effect.",
                       "Give the component steady_rand_write_4k_iops or over_provisioning, or remove this.");
    }
}

/// Fields about what is not there: a write cache to fill, data to rebuild from.
void checkCachesAndCopies(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    for (std::size_t i = 0; i < group.devices.size(); ++i) {
        const Json& values = group.devices[i].fields;
        const std::string place = pointer + "/devices" + below(i);
        const Component* component = componentOf(context, values, place);
        const bool caches =
            component && kindOf(*component).rotates && component->parameters.value("write_cache_enabled", true);
        if (component && !caches && isFilledIn(values, "cache_full_of") &&
            context.resolver.number(deviceFields(), "battery_cache", values, place) == 0) {
            context.report(Severity::warning, "device.nothing-cached", place + "/cache_full_of",
                           component->id + " has no write cache that could be full: it has no effect.",
                           "Remove it, or give the devices a battery-backed cache.");
        }
        if (component && context.resolver.number(deviceFields(), "full", values, place) != 0)
            checkFull(context, *component, place);
        const std::string raid = context.resolver.text(deviceFields(), "raid", values, place);
        if ((raid == "none" || raid == "RAID 0") && isFilledIn(values, "rebuild_rate")) {
            context.report(Severity::warning, "device.nothing-rebuilt", place + "/rebuild_rate",
                           "Without copies or parity nothing can be rebuilt: it has no effect.",
                           "Remove it, or choose a RAID level with copies or parity.");
        }
    }
}

/// I/O schedulers that have nothing to order.
void checkIoSchedulers(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    for (std::size_t i = 0; i < group.devices.size(); ++i) {
        const Json& values = group.devices[i].fields;
        const std::string place = pointer + "/devices" + below(i);
        const bool ordered = context.resolver.text(deviceFields(), "scheduler", values, place) == "deadline";
        const Component* component = componentOf(context, values, place);
        if (ordered && component && !kindOf(*component).rotates) {
            context.report(Severity::warning, "device.no-scheduler", place + "/scheduler",
                           component->id + " is no hard disk: the I/O scheduler has no effect on it.",
                           "Set it to none, or pick a hard disk.");
        }
        if (!ordered && isFilledIn(values, "nr_requests")) {
            context.report(Severity::warning, "device.nothing-scheduled", place + "/nr_requests",
                           "Without an I/O scheduler it has no effect.", "Set the scheduler to deadline.");
        }
    }
}

/// A cache that takes its devices wholly leaves nothing for a volume; one of a given size may.
void checkCacheVolumes(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    const auto check = [&](const std::string& devices, const std::string& place) {
        const auto cached = std::find_if(group.devices.begin(), group.devices.end(), [&](const DeviceGroup& each) {
            return !devices.empty() && each.fields.value("cache_device", Json()) == devices &&
                   !isFilledIn(each.fields, "cache_size");
        });
        if (cached != group.devices.end()) {
            context.report(Severity::warning, "volume.on-cache", place,
                           "\"" + devices + "\" caches \"" + cached->id +
                               "\"; the volume counts as if it had these devices for itself.",
                           "Bind it to other devices, split the group in two, or give the cache a size.");
        }
    };
    for (std::size_t v = 0; v < group.volumes.size(); ++v) {
        const VolumeBinding& binding = group.volumes[v];
        const std::string place = pointer + "/volumes" + below(v);
        check(binding.devices, place + "/devices");
        for (std::size_t i = 0; i < binding.moreDevices.size(); ++i)
            check(binding.moreDevices[i], place + "/more_devices" + below(i));
    }
}

/// A device has one file system with one log, whichever volumes lie on it: the first of them counts.
void checkLogs(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    const auto liesOn = [](const VolumeBinding& binding, const std::string& devices) {
        return binding.devices == devices ||
               std::ranges::find(binding.moreDevices, devices) != binding.moreDevices.end();
    };
    const auto first = [&](const std::string& devices) {
        return std::ranges::find_if(group.volumes, [&](const auto& each) { return liesOn(each, devices); });
    };
    for (std::size_t v = 0; v < group.volumes.size(); ++v) {
        const VolumeBinding& binding = group.volumes[v];
        std::vector<std::string> devices = binding.moreDevices;
        devices.push_back(binding.devices);
        for (const char* field : {"log_size", "log_commit"}) {
            const auto other = std::ranges::find_if(devices, [&](const std::string& each) {
                return first(each)->fields.value(field, Json()) != binding.fields.value(field, Json());
            });
            if (isFilledIn(binding.fields, field) && other != devices.end())
                context.report(Severity::warning, "volume.other-log", pointer + "/volumes" + below(v) + "/" + field,
                               "On \"" + *other + "\" the log is as the volume \"" + first(*other)->volume +
                                   "\" says, which is the first there.",
                               "Say the same at both, or only at the first.");
        }
    }
}

/// A warm start of nothing is a cold one, and files of no size have nothing to read.
void checkVolumeFiles(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    for (std::size_t v = 0; v < group.volumes.size(); ++v) {
        const Json& values = group.volumes[v].fields;
        const std::string place = pointer + "/volumes" + below(v);
        const auto isMissing = [&](const char* field) {
            return context.resolver.number(volumeFields(), field, values, place) == 0;
        };
        if (context.resolver.text(volumeFields(), "cache_start", values, place) == "warm") {
            for (const char* field : {"files", "file_size"})
                if (isMissing(field))
                    context.report(Severity::warning, "volume.nothing-warm", place + "/" + field,
                                   "Without it the page cache starts cold.", "Say what lies on the volume.");
        } else if (!isMissing("files") && isMissing("file_size")) {
            context.report(Severity::warning, "volume.no-file-size", place + "/file_size",
                           "Without it the files count as empty: a write of a part of a page first reads nothing.",
                           "Say how large each file is, or that there are no files before the run.");
        }
    }
}

/// If no page may be dirty, a writer continues only when its data are on the device, and checks for that only now and
/// then.
void checkDirtyRoom(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    constexpr double page = 4096;
    double room = 1;
    for (const char* field : {"memory", "cache_share", "dirty_ratio"})
        room *= context.resolver.number(nodeGroupFields(), field, group.fields, pointer);
    if (!group.volumes.empty() && room < page) {
        context.report(Severity::warning, "group.no-dirty-room", pointer,
                       "Memory, page cache and dirty limit leave no room for a dirty page: buffered writers stall for "
                       "up to 200 ms at a time.",
                       "Raise the one that is 0, or write directly.");
    }
}

/// The switches and links of a drawn fabric.
class DrawnCables
{
public:
    DrawnCables(CheckContext& context, const Fabric& fabric, const std::string& pointer)
        : context_(context), fabric_(fabric), pointer_(pointer), subnet_(fabric.switches.size()),
          cables_(fabric.switches.size())
    {
        std::iota(subnet_.begin(), subnet_.end(), std::size_t{0});
        for (std::size_t i = 0; i < fabric.switches.size(); ++i) {
            router_.push_back(context_.resolver.text(switchFields(), "kind", fabric.switches[i].fields,
                                                     pointer_ + "/switches" + below(i)) == "router");
        }
    }

    void check()
    {
        for (std::size_t l = 0; l < fabric_.links.size(); ++l)
            read(l);
        for (std::size_t i = 0; i < fabric_.switches.size(); ++i)
            checkPorts(i);
        checkMtus();
    }

private:
    struct Mtu
    {
        std::size_t link;
        std::size_t at; ///< index of a switch in its subnet
        double mtu;
    };

    std::size_t switchNamed(const std::string& id) const
    {
        const auto found =
            std::find_if(fabric_.switches.begin(), fabric_.switches.end(), [&](const Switch& s) { return s.id == id; });
        return static_cast<std::size_t>(found - fabric_.switches.begin());
    }

    std::size_t subnetOf(std::size_t index) const
    {
        while (subnet_[index] != index)
            index = subnet_[index];
        return index;
    }

    double numberOf(std::size_t link, const char* name)
    {
        return context_.resolver.number(linkFields(), name, fabric_.links[link].fields,
                                        pointer_ + "/links" + below(link));
    }

    void read(std::size_t l)
    {
        const Link& link = fabric_.links[l];
        const std::size_t none = fabric_.switches.size();
        const std::size_t from = switchNamed(link.from);
        const std::size_t to = switchNamed(link.to);
        if (to == none || from == to)
            return; // reported where ends are checked
        const double count = numberOf(l, "count");
        if (count == 0)
            return;
        if (from != none) {
            cables_[from] += count;
            cables_[to] += count;
            if (!router_[from] && !router_[to])
                subnet_[subnetOf(from)] = subnetOf(to);
            if (!router_[from] || !router_[to])
                noteMtu(l, router_[to] ? from : to);
            return;
        }
        const auto& groups = context_.project.topology.groups;
        const auto group =
            std::find_if(groups.begin(), groups.end(), [&](const NodeGroup& each) { return each.id == link.from; });
        if (group != groups.end()) {
            const auto index = static_cast<std::size_t>(group - groups.begin());
            cables_[to] += count * context_.resolver.number(nodeGroupFields(), "count", group->fields,
                                                            "/topology/groups" + below(index));
            if (!router_[to])
                noteMtu(l, to);
        }
    }

    void noteMtu(std::size_t l, std::size_t at)
    {
        const bool own = fabric_.links[l].fields.contains("mtu") && !fabric_.links[l].fields["mtu"].is_null();
        mtus_.push_back(
            {l, at,
             own ? numberOf(l, "mtu") : context_.resolver.number(fabricFields(), "mtu", fabric_.fields, pointer_)});
    }

    void checkPorts(std::size_t i)
    {
        const std::string place = pointer_ + "/switches" + below(i);
        const Json& values = fabric_.switches[i].fields;
        const Component* component = values.contains("component")
                                         ? context_.resolver.component(switchFields(), "component", values, place)
                                         : nullptr;
        const double ports = component ? portsOf(*component).ports : 0;
        if (ports > 0 && cables_[i] > ports) {
            context_.report(Severity::warning, "switch.too-few-ports", place,
                            "More cables lead to it than it has ports, even with every four-lane port split.",
                            "Pick a switch with more ports, or add switches.");
        }
    }

    /// A switch drops frames that are longer than its output accepts; only a router can tell the sender (RFC 1191).
    void checkMtus()
    {
        std::map<std::size_t, Mtu> first;
        for (const Mtu& each : mtus_) {
            const Mtu& other = first.emplace(subnetOf(each.at), each).first->second;
            if (other.mtu != each.mtu) {
                context_.report(Severity::warning, "link.mtu-differs", pointer_ + "/links" + below(each.link) + "/mtu",
                                "Its MTU of " + std::to_string(static_cast<int>(each.mtu)) + " differs from the " +
                                    std::to_string(static_cast<int>(other.mtu)) + " of link " +
                                    fabric_.links[other.link].id +
                                    " in the same subnet: longer packets would be lost. The run uses the smallest.",
                                "Give all links of the subnet one MTU, or separate them by a router.");
            }
        }
    }

    CheckContext& context_;
    const Fabric& fabric_;
    const std::string& pointer_;
    std::vector<std::size_t> subnet_; ///< for each switch, another one of its subnet, or itself
    std::vector<bool> router_;
    std::vector<double> cables_; ///< number of cables at each switch
    std::vector<Mtu> mtus_;
};

/// Without an adapter a node's send rate is unknown: no run can use the fabric. One that is not chosen may be under
/// construction. A delay-only fabric needs no adapter.
void checkAdapters(CheckContext& context, const Fabric& fabric, const std::string& pointer, bool drawn)
{
    if (isFilledIn(fabric.fields, "nic") ||
        context.resolver.text(fabricFields(), "detail", fabric.fields, pointer) == "delay only") {
        return;
    }
    const Severity severity = fabric.id == context.chosenFabric() ? Severity::error : Severity::warning;
    const auto& groups = context.project.topology.groups;
    const bool allOwn =
        std::all_of(groups.begin(), groups.end(), [](const auto& group) { return isFilledIn(group.fields, "nic"); });
    if (!drawn && allOwn && !groups.empty())
        return;
    if (!drawn) {
        context.report(severity, "link.no-adapter", pointer + "/nic", "It names no network adapter for its nodes.",
                       "Pick an adapter for the fabric.");
        return;
    }
    const auto without = [&](const std::string& id) {
        return std::any_of(groups.begin(), groups.end(),
                           [&](const NodeGroup& group) { return group.id == id && !isFilledIn(group.fields, "nic"); });
    };
    for (std::size_t l = 0; l < fabric.links.size(); ++l) {
        const Link& link = fabric.links[l];
        if (isFilledIn(link.fields, "nic") || !(without(link.from) || without(link.to)))
            continue;
        context.report(severity, "link.no-adapter", pointer + "/links" + below(l) + "/nic",
                       "Neither the link nor the fabric names a network adapter for the nodes of \"" +
                           (without(link.from) ? link.from : link.to) + "\".",
                       "Pick an adapter for the link or the node group, or one for the whole fabric.");
    }
}

/// Software that runs nowhere: a warning while the topology is drawn, an error when it is run.
void checkRoles(CheckContext& context)
{
    const auto& groups = context.project.topology.groups;
    for (std::size_t i = 0; i < context.project.behaviours.size() && !groups.empty(); ++i) {
        const std::string& role = context.project.behaviours[i].role.id;
        const bool carried =
            std::any_of(groups.begin(), groups.end(), [&](const NodeGroup& group) { return group.carries(role); });
        if (!carried) {
            context.report(Severity::warning, "role.no-node", "/behaviours" + below(i), "No node carries the role.",
                           "Add it to the roles of a node group.");
        }
    }
}

} // namespace

void checkHardware(CheckContext& context)
{
    const Topology& topology = context.project.topology;
    for (std::size_t i = 0; i < topology.groups.size(); ++i) {
        const std::string pointer = "/topology/groups" + below(i);
        ControllerPorts(context, topology.groups[i], pointer).check();
        checkProcessor(context, topology.groups[i], pointer);
        checkChassis(context, topology.groups[i], pointer);
        checkStorageFigures(context, topology.groups[i], pointer);
        checkCachesAndCopies(context, topology.groups[i], pointer);
        checkIoSchedulers(context, topology.groups[i], pointer);
        checkCacheVolumes(context, topology.groups[i], pointer);
        checkLogs(context, topology.groups[i], pointer);
        checkVolumeFiles(context, topology.groups[i], pointer);
        checkDirtyRoom(context, topology.groups[i], pointer);
    }
    for (std::size_t i = 0; i < topology.fabrics.size(); ++i) {
        const std::string pointer = "/topology/fabrics" + below(i);
        const Fabric& fabric = topology.fabrics[i];
        const bool drawn = context.resolver.text(fabricFields(), "generate", fabric.fields, pointer) == "drawn";
        if (drawn)
            DrawnCables(context, fabric, pointer).check();
        checkAdapters(context, fabric, pointer, drawn);
    }
    checkRoles(context);
}

} // namespace headroom::project
