#include "topology/expanded_topology.h"

#include "project/document/document.h"
#include "project/document/long_work.h"
#include "project/document/whole_number.h"
#include "project/resolve/processor_speed.h"
#include "project/resolve/role_instances.h"
#include "topology/cable_choice.h"
#include "topology/drawn_fabric.h"
#include "topology/generated_fabric.h"
#include "topology/node_storage.h"
#include "topology/wiring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace headroom::topology {

namespace {

using project::Severity;

/// More than any real cluster; prevents a count with a few zeros too many from filling the memory.
constexpr double mostNodes = 1e6;
constexpr double mostDevices = 1e7;

std::string groupPointer(std::size_t group)
{
    return "/topology/groups/" + std::to_string(group);
}

Scheduling schedulingOf(const std::string& word)
{
    if (word == "time slice")
        return Scheduling::timeSlice;
    return word == "sharing" ? Scheduling::sharing : Scheduling::firstComeFirstServed;
}

IdleCoresAre idleCoresOf(const std::string& word)
{
    if (word == "packed")
        return IdleCoresAre::packed;
    if (word == "random")
        return IdleCoresAre::random;
    return word == "spread" ? IdleCoresAre::spread : IdleCoresAre::awake;
}

Bonding bondingOf(const std::string& word)
{
    if (word == "layer 2+3")
        return Bonding::layer23;
    return word == "active backup" ? Bonding::activeBackup : Bonding::layer34;
}

} // namespace

std::uint32_t AdapterInfo::count() const
{
    const double ports = component ? component->figure("ports", 1) : 1;
    return project::wholeNumber<std::uint32_t>(std::ceil(cables / ports));
}

struct ExpandedTopology::State
{
    std::vector<GroupInfo> groups;
    std::vector<NodeInfo> nodes;
    std::vector<DeviceInfo> devices;
    std::optional<Wiring> wiring;
    const project::Fabric* activeFabric = nullptr;
    std::vector<LinkInfo> noLinks;
    std::vector<SwitchInfo> noSwitches;
    NetworkDetail detail = NetworkDetail::flow;
    double latencyS = 0;
    double streamRate = std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> noInsides;
    TransportInfo transport;
    std::uint32_t mtu = 1500;
    std::uint64_t smallMessageBytes = 0;
    bool offload = true;

    void readGroup(const project::NodeGroup& group, std::size_t index, project::Resolver& resolver);
    void readDevices(const project::NodeGroup& group, const std::string& pointer, project::Resolver& resolver);
    void readVolumes(const project::NodeGroup& group, const std::string& pointer, project::Resolver& resolver);
    bool fits(project::Resolver& resolver) const;
    void expand();
    void wire(const project::Topology& topology, project::Resolver& resolver);
    void readPacketLevel(const project::Fabric& fabric, const std::string& pointer, project::Resolver& resolver);
};

void ExpandedTopology::State::readGroup(const project::NodeGroup& group, std::size_t index, project::Resolver& resolver)
{
    const auto& fields = project::nodeGroupFields();
    const std::string pointer = groupPointer(index);
    const auto number = [&](const char* name) { return resolver.number(fields, name, group.fields, pointer); };
    GroupInfo& info = groups.emplace_back();
    info.id = group.id;
    info.name = group.name;
    info.count = project::wholeNumber<std::uint32_t>(number("count"));
    info.processor = resolver.component(fields, "processor", group.fields, pointer);
    info.reference = project::referenceProcessor(resolver);
    info.sockets = project::wholeNumber<std::uint32_t>(number("sockets"));
    info.coresInUse = project::wholeNumber<std::uint32_t>(number("cores"));
    info.secondThread = number("second_thread");
    info.scheduling = schedulingOf(resolver.text(fields, "scheduling", group.fields, pointer));
    info.quantumS = number("quantum");
    info.contextSwitchS = number("context_switch");
    info.idleCores = idleCoresOf(resolver.text(fields, "idle_cores", group.fields, pointer));
    info.memoryBytes = number("memory");
    info.memoryModule = resolver.component(fields, "memory_module", group.fields, pointer);
    if (const double each = info.memoryModule ? info.memoryModule->figure("capacity_B") : 0; each > 0)
        info.memoryModules = project::wholeNumber<std::uint32_t>(std::ceil(info.memoryBytes / each));
    info.chassis = resolver.component(fields, "chassis", group.fields, pointer);
    info.powerSupply = resolver.component(fields, "power_supply", group.fields, pointer);
    info.powerSupplies = project::wholeNumber<std::uint32_t>(number("power_supplies"));
    info.ours = resolver.flag(fields, "ours", group.fields, pointer);
    info.cacheShare = number("cache_share");
    info.memoryBandwidth = number("memory_bandwidth");
    info.dirtyBackgroundRatio = number("dirty_background_ratio");
    info.dirtyRatio = number("dirty_ratio");
    info.dirtyExpireS = number("dirty_expire");
    info.writebackIntervalS = number("writeback_interval");
    info.memoryBusRate = number("memory_bus");
    info.roles = project::rolesRunBy(group, resolver.globalScope());
    info.ownNic = resolver.component(fields, "nic", group.fields, pointer);
    info.rack = resolver.text(fields, "rack", group.fields, pointer);
    info.bonding = bondingOf(resolver.text(fields, "bonding", group.fields, pointer));
    readDevices(group, pointer, resolver);
    readVolumes(group, pointer, resolver);
}

void ExpandedTopology::State::readDevices(const project::NodeGroup& group, const std::string& pointer,
                                          project::Resolver& resolver)
{
    groups.back().controllers = readControllers(group, pointer, resolver);
    for (std::size_t i = 0; i < group.devices.size(); ++i)
        groups.back().deviceGroups.push_back(readDeviceGroup(group, i, pointer, resolver));
}

void ExpandedTopology::State::readVolumes(const project::NodeGroup& group, const std::string& pointer,
                                          project::Resolver& resolver)
{
    const auto& fields = project::volumeFields();
    for (std::size_t i = 0; i < group.volumes.size(); ++i) {
        const project::VolumeBinding& binding = group.volumes[i];
        const std::string place = pointer + "/volumes/" + std::to_string(i);
        std::vector<std::uint32_t> deviceGroups;
        bool known = true, any = false;
        const auto liesOn = [&](const std::string& name) {
            const auto found = std::find_if(group.devices.begin(), group.devices.end(),
                                            [&](const auto& device) { return device.id == name; });
            known = known && found != group.devices.end();
            if (found == group.devices.end()) {
                resolver.findings().push_back({Severity::error, "volume.unknown-devices", place,
                                               "node group " + group.id + ", volume " + binding.volume,
                                               "The group has no devices called \"" + name + "\".",
                                               "Name one of the group's device groups."});
                return;
            }
            deviceGroups.push_back(static_cast<std::uint32_t>(found - group.devices.begin()));
            any = any || groups.back().deviceGroups[deviceGroups.back()].countPerNode > 0;
        };
        liesOn(binding.devices);
        std::for_each(binding.moreDevices.begin(), binding.moreDevices.end(), liesOn);
        if (const std::string other = resolver.text(fields, "otherwise", binding.fields, place);
            known && !any && !other.empty()) {
            deviceGroups.clear();
            liesOn(other);
        }
        if (!known)
            continue;
        const auto number = [&](const char* name) { return resolver.number(fields, name, binding.fields, place); };
        const bool warm = resolver.text(fields, "cache_start", binding.fields, place) == "warm";
        groups.back().volumes.push_back(
            {binding.volume, std::move(deviceGroups), resolver.flag(fields, "barriers", binding.fields, place),
             number("used"), resolver.flag(fields, "fsync", binding.fields, place), warm, number("files"),
             number("file_size"), number("fill_limit"), number("overhead"), number("read_ahead"),
             resolver.text(fields, "dirty_start", binding.fields, place) == "steady", number("log_size"),
             number("log_commit")});
    }
}

bool ExpandedTopology::State::fits(project::Resolver& resolver) const
{
    double nodeCount = 0;
    double deviceCount = 0;
    for (const GroupInfo& group : groups) {
        nodeCount += group.count;
        for (const DeviceGroupInfo& devices_ : group.deviceGroups)
            deviceCount += static_cast<double>(group.count) * devices_.countPerNode;
    }
    if (nodeCount <= mostNodes && deviceCount <= mostDevices)
        return true;
    resolver.findings().push_back({Severity::error, "topology.too-large", "/topology/groups", "topology",
                                   "There are more than a million nodes or ten million devices.",
                                   "Lower the counts of the node groups."});
    return false;
}

void ExpandedTopology::State::expand()
{
    project::LongWork made("nodes and devices");
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        GroupInfo& group = groups[g];
        group.firstNode = static_cast<std::uint32_t>(nodes.size());
        group.firstDevice = static_cast<std::uint32_t>(devices.size());
        for (std::uint32_t n = 0; n < group.count; ++n) {
            NodeInfo& node = nodes.emplace_back();
            node.name = group.count == 1 ? group.id : group.id + "-" + std::to_string(n + 1);
            node.group = g;
            node.indexInGroup = n;
            node.firstDevice = static_cast<std::uint32_t>(devices.size());
            appendDevices(group.deviceGroups, node.name, static_cast<std::uint32_t>(nodes.size() - 1), devices);
            node.deviceCount = static_cast<std::uint32_t>(devices.size()) - node.firstDevice;
            made.step(1 + node.deviceCount);
        }
        group.deviceCount = static_cast<std::uint32_t>(devices.size()) - group.firstDevice;
    }
}

void ExpandedTopology::State::wire(const project::Topology& topology, project::Resolver& resolver)
{
    std::size_t active = 0;
    if (topology.fabric.is_string()) {
        std::string id = topology.fabric.get<std::string>();
        if (const project::Json* value = resolver.parameterValue(id); value && value->is_string())
            id = value->get<std::string>();
        while (active < topology.fabrics.size() && topology.fabrics[active].id != id)
            ++active;
        if (active == topology.fabrics.size()) {
            resolver.findings().push_back({Severity::error, "topology.unknown-fabric", "/topology/fabric", "topology",
                                           "There is no fabric called \"" + id + "\".",
                                           "Name one of the topology's fabrics, or a parameter that does."});
            return;
        }
    }
    if (topology.fabrics.empty()) {
        if (nodes.size() > 1)
            resolver.findings().push_back({Severity::error, "topology.no-fabric", "/topology/fabrics", "topology",
                                           "Nothing connects the nodes.", "Add a fabric with a switch and links."});
        return;
    }
    const project::Fabric& fabric = topology.fabrics[active];
    activeFabric = &fabric;
    const std::string pointer = "/topology/fabrics/" + std::to_string(active);
    const auto& fields = project::fabricFields();
    const std::string level = resolver.text(fields, "detail", fabric.fields, pointer);
    detail = level == "delay only" ? NetworkDetail::delayOnly
             : level == "message"  ? NetworkDetail::message
             : level == "packet"   ? NetworkDetail::packet
                                   : NetworkDetail::flow;
    latencyS = resolver.number(fields, "latency", fabric.fields, pointer);
    if (const auto set = fabric.fields.find("rate"); set != fabric.fields.end() && !set->is_null())
        streamRate = resolver.number(fields, "rate", fabric.fields, pointer);
    mtu = project::wholeNumber<std::uint32_t>(resolver.number(fields, "mtu", fabric.fields, pointer));
    smallMessageBytes = project::wholeNumber(resolver.number(fields, "small_message", fabric.fields, pointer));
    offload = resolver.flag(fields, "offload", fabric.fields, pointer);
    wiring.emplace(nodes, resolver, detail, mtu);
    if (resolver.text(fields, "generate", fabric.fields, pointer) == "drawn")
        drawFabric(fabric, pointer, groups, resolver, *wiring);
    else
        generateFabric(topology, fabric, pointer, groups, resolver, *wiring);
    mtu = wiring->leastMtu;
    readPacketLevel(fabric, pointer, resolver);
}

/// Buffers and forwarding of switches, and settings of senders. A packet has to fit into every buffer, and two into the
/// receive window.
void ExpandedTopology::State::readPacketLevel(const project::Fabric& fabric, const std::string& pointer,
                                              project::Resolver& resolver)
{
    const auto& fields = project::fabricFields();
    transport.cubic = resolver.text(fields, "congestion_control", fabric.fields, pointer) == "CUBIC";
    transport.receiveWindowBytes =
        project::wholeNumber(resolver.number(fields, "receive_window", fabric.fields, pointer));
    transport.probes = resolver.text(fields, "loss_detection", fabric.fields, pointer) == "RACK-TLP";
    transport.initialWindowPackets =
        project::wholeNumber<std::uint32_t>(resolver.number(fields, "initial_window", fabric.fields, pointer));
    const bool cutThrough = resolver.text(fields, "forwarding", fabric.fields, pointer) == "cut through";
    const auto set = fabric.fields.find("buffer");
    const bool own = set != fabric.fields.end() && !set->is_null();
    const double buffer = own ? resolver.number(fields, "buffer", fabric.fields, pointer) : 0.0;

    constexpr double framing = 38; // Ethernet's bytes in addition to the IP packet (IEEE 802.3)
    bool any = false;
    bool small = false;
    for (LinkInfo& link : wiring->links) {
        any = any || link.packets;
        if (link.fromSwitch == LinkInfo::none)
            continue;
        link.cutThrough = cutThrough;
        link.bufferBytes = own ? buffer : wiring->kind(link.fromSwitch).portBufferBytes;
        small = small || (link.packets && link.bufferBytes < mtu + framing);
    }
    const auto report = [&](const char* key, const char* field, const char* problem) {
        resolver.findings().push_back(
            {Severity::error, key, pointer + field, "fabric", problem, "Give it more bytes, or lower the MTU."});
    };
    if (small)
        report("fabric.small-buffer", "/buffer", "A port's buffer does not hold a single packet of the MTU.");
    if (any && transport.receiveWindowBytes < 2 * std::uint64_t{mtu})
        report("fabric.small-window", "/receive_window", "The receive window does not hold two packets of the MTU.");
}

ExpandedTopology::ExpandedTopology(const project::Project& project, project::Resolver& resolver)
    : state_(std::make_unique<State>())
{
    for (std::size_t i = 0; i < project.topology.groups.size(); ++i)
        state_->readGroup(project.topology.groups[i], i, resolver);
    if (!state_->fits(resolver))
        return;
    state_->expand();
    state_->wire(project.topology, resolver);
}

ExpandedTopology::~ExpandedTopology() = default;
ExpandedTopology::ExpandedTopology(ExpandedTopology&&) noexcept = default;

const std::vector<GroupInfo>& ExpandedTopology::groups() const
{
    return state_->groups;
}
const std::vector<NodeInfo>& ExpandedTopology::nodes() const
{
    return state_->nodes;
}
const std::vector<DeviceInfo>& ExpandedTopology::devices() const
{
    return state_->devices;
}

const std::vector<LinkInfo>& ExpandedTopology::links() const
{
    return state_->wiring ? state_->wiring->links : state_->noLinks;
}

const std::vector<SwitchInfo>& ExpandedTopology::switches() const
{
    return state_->wiring ? state_->wiring->switches : state_->noSwitches;
}

NetworkDetail ExpandedTopology::detail() const
{
    return state_->detail;
}
double ExpandedTopology::latencyS() const
{
    return state_->latencyS;
}
double ExpandedTopology::streamRate() const
{
    return state_->streamRate;
}
const std::vector<std::uint32_t>& ExpandedTopology::insides() const
{
    return state_->wiring ? state_->wiring->insides : state_->noInsides;
}

const TransportInfo& ExpandedTopology::transport() const
{
    return state_->transport;
}
std::uint32_t ExpandedTopology::mtu() const
{
    return state_->mtu;
}
std::uint64_t ExpandedTopology::smallMessageBytes() const
{
    return state_->smallMessageBytes;
}
bool ExpandedTopology::offload() const
{
    return state_->offload;
}

const project::Fabric* ExpandedTopology::fabric() const
{
    return state_->activeFabric;
}

bool ExpandedTopology::route(std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                             std::vector<std::uint32_t>& links) const
{
    if (from == to)
        return true;
    return state_->wiring && state_->wiring->paths &&
           appendRoute(*this, from, to, flow, *state_->wiring->paths, {}, links);
}

} // namespace headroom::topology
