#include "run/storage_hardware.h"

#include "kernel/random.h"
#include "resources/cached_device.h"
#include "resources/raid_set.h"
#include "run/hardware.h"

#include <algorithm>

namespace headroom::run {

namespace {

using resources::PathStage;
using topology::ControllerInfo;

constexpr double bitsPerByteOfCode = 10; // 8b/10b, as SAS and SATA up to 6 Gb/s; 12 Gb/s is stated so too

double interfaceRate(const project::Component& component)
{
    return run::interfaceRate(component.parameters.value("interface", ""));
}

/// What one port of a controller or expander moves, bytes per second; 0: no bound.
double portRate(const project::Component& component)
{
    return component.figure("port_rate_bps") / bitsPerByteOfCode;
}

behaviour::ControllerHardware makeController(kernel::Calendar& calendar, const ControllerInfo& info,
                                             const std::string& name)
{
    const project::Component& c = *info.component;
    const double rate = c.kind == "controller" ? interfaceRate(c) : info.lanes * interfaceRate(c);
    behaviour::ControllerHardware made;
    if (c.kind == "controller")
        made.commands = std::make_unique<PathStage>(
            calendar, PathStage::Spec{name + " commands", 0, c.figure("iops_limit"), c.figure("latency_us") * 1e-6});
    made.toDevice = std::make_unique<PathStage>(calendar, PathStage::Spec{name + " to devices", rate, 0, 0});
    made.toMemory = std::make_unique<PathStage>(calendar, PathStage::Spec{name + " to memory", rate, 0, 0});
    return made;
}

/// Puts the stages of a controller and of those that it hangs on before a device.
std::unique_ptr<resources::StorageDevice> behind(kernel::Calendar& calendar,
                                                 std::unique_ptr<resources::StorageDevice> device, double portRateBps,
                                                 const topology::GroupInfo& group, std::uint32_t controller,
                                                 const behaviour::ControllerHardware* ofNode)
{
    resources::StorageRoute route;
    route.portRateBps = portRateBps;
    for (std::uint32_t at = controller; at != ControllerInfo::none; at = group.controllers[at].behind) {
        const behaviour::ControllerHardware& stages = ofNode[at];
        if (stages.commands)
            route.commands.insert(route.commands.begin(), stages.commands.get());
        route.toDevice.insert(route.toDevice.begin(), stages.toDevice.get());
        route.toMemory.insert(route.toMemory.begin(), stages.toMemory.get());
    }
    return std::make_unique<resources::StoragePath>(calendar, std::move(device), std::move(route));
}

std::unique_ptr<resources::StorageDevice> makeDevice(kernel::Calendar& calendar, const topology::GroupInfo& group,
                                                     const topology::DeviceGroupInfo& devices, std::uint64_t seed,
                                                     const behaviour::ControllerHardware* ofNode)
{
    const project::Component& component = *devices.component;
    double port = interfaceRate(component);
    if (devices.controller != ControllerInfo::none) {
        const double other = portRate(*group.controllers[devices.controller].component);
        port = other > 0 ? std::min(port, other) : port;
    }
    std::unique_ptr<resources::StorageDevice> made;
    if (component.kind == "disk") {
        resources::HardDiskSpec spec = hardDiskSpec(component);
        spec.interfaceRateBps = port;
        made = resources::makeHardDisk(calendar, spec, seed);
    } else {
        resources::SolidStateSpec spec = solidStateSpec(component);
        spec.interfaceRateBps = port;
        made = resources::makeSolidState(calendar, spec);
    }
    if (devices.controller == ControllerInfo::none)
        return made;
    return behind(calendar, std::move(made), port, group, devices.controller, ofNode);
}

resources::RaidLevel levelOf(topology::Raid raid)
{
    switch (raid) {
    case topology::Raid::mirrored:
        return resources::RaidLevel::mirrored;
    case topology::Raid::stripedMirrors:
        return resources::RaidLevel::stripedMirrors;
    default:
        return resources::RaidLevel::striped;
    }
}

std::unique_ptr<resources::StorageDevice> makeSet(kernel::Calendar& calendar, const topology::DeviceInfo& set,
                                                  const topology::DeviceGroupInfo& group,
                                                  const behaviour::Cluster& cluster)
{
    std::vector<resources::StorageDevice*> members;
    for (const std::uint32_t member : set.members)
        members.push_back(cluster.devices[member].device.get());
    return std::make_unique<resources::RaidSet>(calendar, levelOf(group.raid), group.stripeBytes, std::move(members));
}

/// A cache that the project makes larger than its slice of the fast device has the slice.
std::unique_ptr<resources::StorageDevice> makeCached(kernel::Calendar& calendar, const topology::DeviceInfo& cached,
                                                     const topology::DeviceGroupInfo& group,
                                                     const behaviour::Cluster& cluster)
{
    resources::StorageDevice& slow = *cluster.devices[cached.members[0]].device;
    resources::StorageDevice& fast = *cluster.devices[cached.members[1]].device;
    const std::uint64_t slice = fast.capacityBytes() / cached.cacheSlices;
    resources::CachePolicy policy;
    policy.writeBack = group.writeBack;
    policy.offset = slice * cached.cacheSlice;
    policy.bytes = group.cacheBytes > 0 ? std::min(group.cacheBytes, slice) : slice;
    return std::make_unique<resources::CachedDevice>(calendar, fast, slow, policy);
}

} // namespace

void buildStorage(kernel::Calendar& calendar, const topology::ExpandedTopology& topology, std::uint64_t seed,
                  behaviour::Cluster& cluster)
{
    std::vector<std::size_t> firstController; // of each node
    for (std::uint32_t n = 0; n < topology.nodes().size(); ++n) {
        firstController.push_back(cluster.controllers.size());
        const topology::GroupInfo& group = topology.groups()[topology.nodes()[n].group];
        for (std::uint32_t c = 0; c < group.controllers.size(); ++c) {
            cluster.controllers.push_back(makeController(calendar, group.controllers[c],
                                                         topology.nodes()[n].name + " " + group.controllers[c].id));
            cluster.controllers.back().node = n;
            cluster.controllers.back().indexInGroup = c;
        }
    }
    std::uint64_t plain = 0; // sets take no place among the seeds, so that a device is the same alone and in a set
    for (const topology::DeviceInfo& device : topology.devices()) {
        const topology::GroupInfo& group = topology.groups()[topology.nodes()[device.node].group];
        const topology::DeviceGroupInfo& devices = group.deviceGroups[device.deviceGroup];
        behaviour::DeviceHardware hardware;
        hardware.node = device.node;
        if (device.members.empty())
            hardware.device = makeDevice(calendar, group, devices, kernel::mix(seed, plain++),
                                         cluster.controllers.data() + firstController[device.node]);
        else if (device.cached)
            hardware.device = makeCached(calendar, device, devices, cluster);
        else
            hardware.device = makeSet(calendar, device, devices, cluster);
        hardware.numberInNode = cluster.nodes[device.node].writeBack->addDevice(*hardware.device);
        cluster.devices.push_back(std::move(hardware));
    }
}

} // namespace headroom::run
