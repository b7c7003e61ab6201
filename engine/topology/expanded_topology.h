// The hardware a project describes, node by node: groups expanded, devices numbered, links and routes laid.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "project/resolve/resolver.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace headroom::topology {

/// A host adapter or an expander; each node of the group has one.
struct ControllerInfo
{
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::string id;
    const project::Component* component = nullptr;
    std::uint32_t behind = none; ///< index into GroupInfo::controllers
    std::uint32_t lanes = 4;     ///< of an expander's uplink
};

enum class Raid
{
    none,
    striped,       ///< RAID 0
    mirrored,      ///< RAID 1
    stripedMirrors ///< RAID 10
};

struct DeviceGroupInfo
{
    std::string id;
    const project::Component* component = nullptr;
    std::uint32_t countPerNode = 0;
    std::uint32_t controller = ControllerInfo::none; ///< index into GroupInfo::controllers
    bool deadlineScheduler = false;                  ///< else none
    std::uint32_t nrRequests = 0;                    ///< of the scheduler; 0: by the drive's queue depth
    Raid raid = Raid::none;
    std::uint64_t stripeBytes = 0;
    std::uint32_t cacheGroup = ControllerInfo::none; ///< index into GroupInfo::deviceGroups
    bool writeBack = false;
    std::uint64_t cacheBytes = 0; ///< for each device; 0: all that there is
};

struct VolumeInfo
{
    std::string volume;
    std::uint32_t deviceGroup = 0; ///< index into GroupInfo::deviceGroups
    bool barriers = true;
    double used = 0.5;
    bool fsync = true;
    double warmFiles = 0; ///< 0: the page cache starts cold
    double fileBytes = 0;
    double fillLimit = 0.85; ///< share of the device that data may fill
    double overhead = 0.016; ///< share that the file system keeps for itself
};

/// How a node shares its traffic over several cables, to one switch or to several (the bonding driver's modes):
/// by the hash of the flow (802.3ad with layer 3+4), of the pair of nodes (layer 2+3), or not at all: the first cable
/// that works carries everything.
enum class Bonding
{
    layer34,
    layer23,
    activeBackup
};

/// How runnable work shares a node's hardware threads.
enum class Scheduling
{
    sharing,
    firstComeFirstServed,
    timeSlice
};

/// Network adapters of one kind that each node of a group has.
struct AdapterInfo
{
    const project::Component* component = nullptr; ///< null: not known
    std::uint32_t cables = 0;                      ///< that lead to them

    /// As few as have a port for each cable; where nothing says how many ports one has, each has one.
    std::uint32_t count() const;
};

/// A node group with its fields resolved.
struct GroupInfo
{
    std::string id;
    std::string name;
    std::uint32_t firstNode = 0, count = 0;
    std::uint32_t firstDevice = 0, deviceCount = 0; ///< of all its nodes
    const project::Component* processor = nullptr;
    const project::Component* reference = nullptr; ///< the processor that work is stated for
    std::uint32_t sockets = 1;
    double secondThread = 0.25;
    Scheduling scheduling = Scheduling::sharing;
    double quantumS = 0, contextSwitchS = 0; ///< of time slices
    double memoryBytes = 0;
    double cacheShare = 0;
    double memoryBandwidth = 0; ///< bytes per second that one thread copies
    double memoryBusRate = 0;   ///< bytes per second, reads and writes of all channels of all sockets
    double dirtyBackgroundRatio = 0, dirtyRatio = 0; ///< of the page cache
    double dirtyExpireS = 0, writebackIntervalS = 0;
    std::vector<ControllerInfo> controllers;
    std::vector<DeviceGroupInfo> deviceGroups;
    std::vector<VolumeInfo> volumes;
    std::vector<std::string> roles;
    std::string rack; ///< empty: in none that is named
    Bonding bonding = Bonding::layer34;
    std::vector<AdapterInfo> adapters;       ///< that its links in the active fabric name, in their order
    const project::Component* nic = nullptr; ///< the first of them: what packets cost the processor
};

struct NodeInfo
{
    std::string name; ///< "storage-3"; the group's name alone if it has one node
    std::uint32_t group = 0;
    std::uint32_t indexInGroup = 0;
    std::uint32_t firstDevice = 0, deviceCount = 0;
    std::vector<std::uint32_t> transmitLinks, receiveLinks; ///< its ends of cables, one pair for each
    std::vector<std::uint32_t> switches;                    ///< at the other end of each cable
};

/// A storage device of one node; devices are numbered through over the whole cluster.
struct DeviceInfo
{
    std::string name; ///< "storage-3 data-7"
    std::uint32_t node = 0;
    std::uint32_t deviceGroup = 0;  ///< index into its group's deviceGroups
    std::uint32_t indexInGroup = 0; ///< among the devices of that group on its node
    bool inSet = false;             ///< a part of another device, and not seen by volumes
    /// What a RAID set or a cached device is made of; it comes after them. Empty: a device.
    std::vector<std::uint32_t> members{};
    bool cached = false; ///< members are the slow device and the fast one
    /// Which of how many equal slices of the fast device it has.
    std::uint32_t cacheSlice = 0, cacheSlices = 1;
};

/// How a fabric is simulated.
enum class NetworkDetail
{
    delayOnly, ///< nothing is shared: latency, and bytes at the rate of the way
    flow,      ///< streams share every link max-min fairly
    packet,    ///< every packet queues at every port
};

/// One direction of a cable, or a switch's inside.
struct LinkInfo
{
    static constexpr std::uint32_t none = UINT32_MAX;

    std::string name;
    double lineRate = 0; ///< bytes per second on the wire; infinite on a delay-only link that bounds nothing
    double latencyS = 0; ///< adapter or forwarding latency and the cable's
    bool shared = true;  ///< false: delay only
    std::uint32_t fromSwitch = none;    ///< none: it comes from a node; a switch's inside is from and to it
    std::uint32_t toSwitch = none;      ///< none: it leads to a node
    std::uint32_t reverse = none;       ///< the cable's other direction; none: a switch's inside
    std::uint32_t drawnAs = UINT32_MAX; ///< index of the link in the project's fabric; none in generated fabrics
    bool packets = false;               ///< at packet level; what follows counts only there
    bool cutThrough = false;            ///< the switch that feeds it begins before a packet is complete
    /// Bytes that may wait for it at the switch that feeds it; infinite: no bound, as at a node's adapter.
    double bufferBytes = std::numeric_limits<double>::infinity();
};

/// What a fabric says of senders at packet level.
struct TransportInfo
{
    bool cubic = true; ///< else NewReno
    std::uint64_t receiveWindowBytes = 0;
};

struct SwitchInfo
{
    std::string id;
    double downlink = 0; ///< bytes per second to nodes, one direction
    double uplink = 0;   ///< bytes per second to other switches
    const project::Component* component = nullptr;
    /// What nodes can bring over what leads on; 0 if no other switch is connected.
    double oversubscription() const { return uplink > 0 ? downlink / uplink : 0; }
};

class ExpandedTopology
{
public:
    /// Resolves and expands the topology with its active fabric. Faults (no such fabric, a node that cannot be reached,
    /// a missing component) go to the resolver's findings; the result is then incomplete and must not be run.
    ExpandedTopology(const project::Project& project, project::Resolver& resolver);
    ~ExpandedTopology();
    ExpandedTopology(ExpandedTopology&&) noexcept;

    const std::vector<GroupInfo>& groups() const;
    const std::vector<NodeInfo>& nodes() const;
    const std::vector<DeviceInfo>& devices() const;
    const std::vector<LinkInfo>& links() const;
    const std::vector<SwitchInfo>& switches() const;
    /// The link of each switch's inside, LinkInfo::none where it never limits.
    const std::vector<std::uint32_t>& insides() const;
    /// The project's fabric that it is built from; null if there is none.
    const project::Fabric* fabric() const;

    NetworkDetail detail() const;
    /// One way between any two nodes, beside what links add.
    double latencyS() const;
    /// Payload bytes per second that one message or stream moves at most; infinite if the fabric does not say.
    double streamRate() const;
    /// The least of the fabric and its links: what TCP settles on (RFC 1191).
    const TransportInfo& transport() const;
    std::uint32_t mtu() const;
    std::uint64_t smallMessageBytes() const;
    bool offload() const;

    /// Appends the links from one node to another while everything works, the equal-cost choice made by the flow's hash
    /// (for cuts see routes.h). Nothing for a node to itself. False: there is no way, nothing is appended.
    bool route(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::topology
