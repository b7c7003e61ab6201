#include "run/model/storage_hardware.h"

#include "kernel/random.h"
#include "project/document/long_work.h"
#include "project/document/whole_number.h"
#include "project/library/interface_rate.h"
#include "project/vocabulary/component_kinds.h"
#include "resources/storage/battery_cache.h"
#include "resources/storage/cached_device.h"
#include "resources/storage/cost/write_amplification.h"
#include "resources/storage/raid/parity_set.h"
#include "resources/storage/raid/raid_set.h"
#include "run/model/hardware.h"
#include "run/model/resource_names.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom::run {

namespace {

using resources::PathStage;
using topology::ControllerInfo;

constexpr double bitsPerByteOfCode = 10; // 8b/10b, as SAS and SATA up to 6 Gb/s; the rate of 12 Gb/s is stated in the
                                         // same way

using project::interfaceRate; // 0: no bound, as below

/// The smaller of two rates; 0 means no bound.
double lesserRate(double a, double b)
{
    return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

/// Rate of one port of a controller or expander, bytes per second; 0: no bound.
double portRate(const project::Component& component)
{
    return component.figure("port_rate_bps") / bitsPerByteOfCode;
}

double factorOf(const topology::GroupInfo& group, const ControllerInfo& controller, const Scaling& scaling)
{
    return scaling.of(group.id, controllerName(controller));
}

/// Rate of one port of a node's controller with its factor; 0: no bound.
double portRate(const topology::GroupInfo& group, std::uint32_t controller, const Scaling& scaling)
{
    const ControllerInfo& info = group.controllers[controller];
    return portRate(*info.component) * factorOf(group, info, scaling);
}

/// Rate of one lane of an expander's uplink, limited by both its ends.
double laneRate(const topology::GroupInfo& group, const ControllerInfo& expander, const Scaling& scaling)
{
    const double own = interfaceRate(*expander.component) * factorOf(group, expander, scaling);
    if (expander.behind == ControllerInfo::none)
        return own;
    return lesserRate(own, portRate(group, expander.behind, scaling));
}

/// A controller in each node of a group, with its figures.
struct ControllerKind
{
    ControllerKind(const topology::GroupInfo& group, const ControllerInfo& info, const Scaling& scaling)
        : id(info.id), adapter(!project::findComponentKind(info.component->kind)->hasUplink)
    {
        const double factor = factorOf(group, info, scaling);
        rateBps = adapter ? interfaceRate(*info.component) * factor : info.lanes * laneRate(group, info, scaling);
        commandsPerS = info.component->figure("iops_limit") * factor;
        latencyS = info.component->figure("latency_us") * 1e-6 / factor;
    }

    std::string id;
    bool adapter; ///< false: an expander
    double rateBps = 0, commandsPerS = 0, latencyS = 0;
};

behaviour::ControllerHardware makeController(kernel::Calendar& calendar, const ControllerKind& kind,
                                             const std::string& nodeName)
{
    const std::string name = nodeName + " " + kind.id;
    behaviour::ControllerHardware made;
    if (kind.adapter)
        made.commands = std::make_unique<PathStage>(
            calendar, PathStage::Spec{name + " commands", 0, kind.commandsPerS, kind.latencyS});
    made.toDevice = std::make_unique<PathStage>(calendar, PathStage::Spec{name + " to devices", kind.rateBps, 0, 0});
    made.toMemory = std::make_unique<PathStage>(calendar, PathStage::Spec{name + " to memory", kind.rateBps, 0, 0});
    return made;
}

using DeviceFactory =
    std::function<std::unique_ptr<resources::StorageDevice>(kernel::Calendar& calendar, std::uint64_t seed)>;

DeviceFactory hardDisks(const topology::DeviceGroupInfo& devices, double portRateBps, double factor)
{
    resources::HardDiskSpec spec = hardDiskSpec(*devices.component);
    makeFaster(spec, factor);
    spec.interfaceRateBps = portRateBps;
    spec.writeCache = spec.writeCache && devices.batteryCacheBytes == 0; // as controllers set it
    if (devices.deadlineScheduler)
        spec.scheduler.emplace().nrRequests = devices.nrRequests;
    return [spec](kernel::Calendar& calendar, std::uint64_t seed) {
        return resources::makeHardDisk(calendar, spec, seed);
    };
}

/// The figures of a drive in its steady state, where those of the component are not that already.
void settle(resources::SolidStateSpec& spec, const project::Component& component)
{
    spec.fastCacheFull = true;
    double steadyIops = component.figure("steady_rand_write_4k_iops");
    if (const double spare = component.figure("over_provisioning"); steadyIops == 0 && spare > 0)
        steadyIops = spec.writeIops / resources::greedyWriteAmplification(spare);
    if (steadyIops == 0)
        return;
    spec.writeIops8k *= steadyIops / spec.writeIops; // copying is per page
    spec.writeIops = steadyIops;
    spec.mixedIops = 0; // it was measured with other writes
}

DeviceFactory solidStates(const topology::DeviceGroupInfo& devices, double portRateBps, double factor)
{
    resources::SolidStateSpec spec = solidStateSpec(*devices.component);
    if (devices.full)
        settle(spec, *devices.component);
    makeFaster(spec, factor);
    spec.interfaceRateBps = portRateBps;
    return [spec](kernel::Calendar& calendar, std::uint64_t seed) {
        return resources::makeSolidState(calendar, spec, seed);
    };
}

/// Reads the figures, and makes devices of them that are faster by a factor.
using DeviceModel = DeviceFactory (*)(const topology::DeviceGroupInfo& devices, double portRateBps, double factor);

/// By kind of component.
const std::map<std::string, DeviceModel>& deviceModels()
{
    static const std::map<std::string, DeviceModel> models = {
        {"disk", hardDisks}, {"ssd", solidStates}, {"nvme", solidStates}};
    return models;
}

/// The largest share of the devices that a volume fills; 0: none is on them.
double usedOf(const topology::GroupInfo& group, const topology::DeviceGroupInfo& devices)
{
    double used = 0;
    for (const topology::VolumeInfo& volume : group.volumes)
        for (const std::uint32_t each : volume.deviceGroups)
            if (&group.deviceGroups[each] == &devices)
                used = std::max(used, volume.used);
    return used;
}

/// The devices of a device group, with their figures.
struct DeviceKind
{
    DeviceKind(const topology::GroupInfo& group, const topology::DeviceGroupInfo& devices, const Scaling& scaling)
        : controller(devices.controller)
    {
        const double factor = scaling.of(group.id, diskName(devices));
        portRateBps = interfaceRate(*devices.component) * factor;
        if (controller != ControllerInfo::none)
            portRateBps = lesserRate(portRateBps, portRate(group, controller, scaling));
        make = deviceModels().at(devices.component->kind)(devices, portRateBps, factor);
        batteryCacheBytes = devices.batteryCacheBytes / std::max(1U, devices.countPerNode);
        cacheFullOf = devices.cacheFullOf;
        used = usedOf(group, devices);
    }

    double portRateBps = 0;
    std::uint32_t controller;            ///< index into GroupInfo::controllers
    std::uint64_t batteryCacheBytes = 0; ///< of each device; 0: none
    std::uint64_t cacheFullOf = 0;       ///< bytes of each write in its cache at the start; 0: it is empty
    double used = 0;                     ///< largest share of it that a volume fills
    DeviceFactory make;
};

/// The storage of a group's nodes.
struct NodeKind
{
    NodeKind(const topology::GroupInfo& group, const Scaling& scaling)
    {
        for (const ControllerInfo& each : group.controllers)
            controllers.emplace_back(group, each, scaling);
        for (const topology::DeviceGroupInfo& each : group.deviceGroups)
            devices.emplace_back(group, each, scaling);
    }

    std::vector<ControllerKind> controllers;
    std::vector<DeviceKind> devices;
};

/// Puts the stages of a controller, and of those between it and memory, before a device.
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

/// Puts the battery-backed memory of these devices before what they make up, and fills the write cache.
std::unique_ptr<resources::StorageDevice> withCache(kernel::Calendar& calendar,
                                                    std::unique_ptr<resources::StorageDevice> made,
                                                    const DeviceKind& kind, std::size_t devices, std::uint64_t seed,
                                                    project::LongWork& written)
{
    if (kind.batteryCacheBytes > 0)
        made = std::make_unique<resources::BatteryCache>(calendar, std::move(made), kind.batteryCacheBytes * devices);
    if (kind.cacheFullOf > 0)
        made->fillWriteCache({kind.cacheFullOf, kind.used > 0 ? kind.used : 1, seed, [&] { written.step(); }});
    return made;
}

std::unique_ptr<resources::StorageDevice> makeDevice(kernel::Calendar& calendar, const topology::GroupInfo& group,
                                                     const DeviceKind& kind, bool inRaid, std::uint64_t seed,
                                                     const behaviour::ControllerHardware* ofNode,
                                                     project::LongWork& written)
{
    std::unique_ptr<resources::StorageDevice> made = kind.make(calendar, seed);
    if (!inRaid || kind.batteryCacheBytes == 0) // that of a RAID controller lies before the set
        made = withCache(calendar, std::move(made), kind, 1, seed, written);
    if (kind.controller == ControllerInfo::none)
        return made;
    return behind(calendar, std::move(made), kind.portRateBps, group, kind.controller, ofNode);
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
    if (group.raid == topology::Raid::singleParity || group.raid == topology::Raid::doubleParity)
        return std::make_unique<resources::ParitySet>(calendar, group.raid == topology::Raid::singleParity ? 1 : 2,
                                                      group.stripeBytes, std::move(members), group.rebuildBps);
    return std::make_unique<resources::RaidSet>(calendar, levelOf(group.raid), group.stripeBytes, std::move(members),
                                                group.rebuildBps);
}

/// A cache larger than its slice of the fast device is limited to the slice.
std::unique_ptr<resources::StorageDevice> makeCached(kernel::Calendar& calendar, const topology::DeviceInfo& cached,
                                                     const topology::GroupInfo& node,
                                                     const topology::DeviceGroupInfo& group,
                                                     const behaviour::Cluster& cluster)
{
    resources::StorageDevice& slow = *cluster.devices[cached.members[0]].device;
    resources::StorageDevice& fast = *cluster.devices[cached.members[1]].device;
    const std::uint64_t slice = fast.capacityBytes() / cached.cacheSlices;
    resources::CachePolicy policy;
    policy.writeBack = group.writeBack;
    policy.sequentialCutoff = group.sequentialCutoff;
    policy.offset = slice * cached.cacheSlice;
    if (group.cacheWarm)
        policy.warmBytes = static_cast<std::uint64_t>(usedOf(node, group) * static_cast<double>(slow.capacityBytes()));
    policy.bytes = group.cacheBytes > 0 ? std::min(group.cacheBytes, slice) : slice;
    return std::make_unique<resources::CachedDevice>(calendar, fast, slow, policy);
}

/// The log of the file system on a device is as the first volume says that lies there.
resources::FileSystemLogSpec logOf(const topology::GroupInfo& group, std::uint32_t deviceGroup)
{
    const auto volume = std::ranges::find_if(group.volumes, [&](const topology::VolumeInfo& each) {
        return std::ranges::find(each.deviceGroups, deviceGroup) != each.deviceGroups.end();
    });
    if (volume == group.volumes.end())
        return {};
    return {project::wholeNumber(volume->logBytes), volume->logCommitS};
}

} // namespace

bool hasDeviceModel(const std::string& kind)
{
    return deviceModels().contains(kind);
}

void buildStorage(kernel::Calendar& calendar, const topology::ExpandedTopology& topology, std::uint64_t seed,
                  behaviour::Cluster& cluster, const Scaling& scaling)
{
    // Figures are read once for a group: that takes longer than creating a device from them.
    std::vector<NodeKind> kinds;
    for (const topology::GroupInfo& group : topology.groups())
        kinds.emplace_back(group, scaling);
    std::vector<std::size_t> firstController; // by node
    for (std::uint32_t n = 0; n < topology.nodes().size(); ++n) {
        firstController.push_back(cluster.controllers.size());
        const std::vector<ControllerKind>& controllers = kinds[topology.nodes()[n].group].controllers;
        for (std::uint32_t c = 0; c < controllers.size(); ++c) {
            cluster.controllers.push_back(makeController(calendar, controllers[c], topology.nodes()[n].name));
            cluster.controllers.back().node = n;
            cluster.controllers.back().indexInGroup = c;
        }
    }
    project::LongWork made("devices"), written("writes in write caches");
    std::uint64_t plain = 0; // sets use no seed, so that a device is the same alone and in a set
    cluster.devices.reserve(topology.devices().size());
    for (const topology::DeviceInfo& device : topology.devices()) {
        const std::uint32_t g = topology.nodes()[device.node].group;
        const topology::GroupInfo& group = topology.groups()[g];
        const topology::DeviceGroupInfo& devices = group.deviceGroups[device.deviceGroup];
        const DeviceKind& kind = kinds[g].devices[device.deviceGroup];
        behaviour::DeviceHardware hardware;
        hardware.node = device.node;
        if (device.members.empty())
            hardware.device =
                makeDevice(calendar, group, kind, devices.raid != topology::Raid::none, kernel::mix(seed, plain++),
                           cluster.controllers.data() + firstController[device.node], written);
        else if (device.cached)
            hardware.device = makeCached(calendar, device, group, devices, cluster);
        else
            hardware.device = makeSet(calendar, device, devices, cluster);
        if (!device.members.empty() && !device.cached && kind.batteryCacheBytes > 0)
            hardware.device = withCache(calendar, std::move(hardware.device), kind, device.members.size(),
                                        kernel::mix(seed, cluster.devices.size()), written);
        hardware.numberInNode = cluster.nodes[device.node].writeBack->addDevice(*hardware.device);
        cluster.nodes[device.node].reader->addDevice(*hardware.device);
        hardware.log =
            std::make_unique<resources::FileSystemLog>(calendar, *hardware.device, logOf(group, device.deviceGroup));
        cluster.devices.push_back(std::move(hardware));
        made.step();
    }
}

} // namespace headroom::run
