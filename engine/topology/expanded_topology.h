// The hardware of a project, node by node: groups are expanded, devices numbered, links and routes created.
#pragma once

#include "project/library/components.h"
#include "project/resolve/resolver.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace headroom::project {
struct Fabric;
struct Project;
} // namespace headroom::project

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
    striped,        ///< RAID 0
    mirrored,       ///< RAID 1
    stripedMirrors, ///< RAID 10
    singleParity,   ///< RAID 5
    doubleParity    ///< RAID 6
};

/// The devices of one kind in each node of a group.
struct DeviceGroupInfo
{
    std::string id;
    const project::Component* component = nullptr;
    std::uint32_t countPerNode = 0;
    std::uint32_t controller = ControllerInfo::none; ///< index into GroupInfo::controllers
    bool deadlineScheduler = false;                  ///< false: no scheduler
    std::uint32_t nrRequests = 0;                    ///< of the scheduler; 0: by the drive's queue depth
    bool full = false;                               ///< SSDs: in their steady state
    std::uint64_t batteryCacheBytes = 0;             ///< of all devices in a node together
    std::uint64_t cacheFullOf = 0; ///< bytes of each write that their write caches hold at the start; 0: they are empty
    Raid raid = Raid::none;
    std::uint32_t setsPerNode = 1; ///< RAID sets of one size
    std::uint32_t devicesPerSet() const { return countPerNode / setsPerNode; }
    std::uint64_t stripeBytes = 0;
    double rebuildBps = 0;                           ///< bytes per second; 0: members return with their data
    std::uint32_t cacheGroup = ControllerInfo::none; ///< index into GroupInfo::deviceGroups
    bool writeBack = false;
    std::uint64_t cacheBytes = 0;       ///< for each device; 0: all available space
    bool cacheWarm = false;             ///< at the start it holds what volumes hold, as far as it fits
    std::uint64_t sequentialCutoff = 0; ///< bytes of a run from which on it passes the cache by; 0: none does
};

/// A volume of a node group, bound to device groups.
struct VolumeInfo
{
    std::string volume;
    std::vector<std::uint32_t> deviceGroups; ///< indices into GroupInfo::deviceGroups
    bool barriers = true;
    double used = 0.5;
    bool fsync = true;
    bool warm = false; ///< the page cache holds files of the volume at the start
    double files = 0;  ///< that are there at the start, with keys from 0 on; 0: not known
    double fileBytes = 0;
    double fillLimit = 0.85;   ///< share of the device that data may fill
    double overhead = 0.016;   ///< share that the file system uses itself
    double readAhead = 131072; ///< bytes
    bool dirtyStart = false;   ///< its node starts with as many dirty bytes as writers settle at
    double logBytes = 0;       ///< of the file system's log on each device; 0: as a new file system has it
    double logCommitS = 5;     ///< time that records which nobody waits for stay in memory
};

/// Distribution of a node's traffic over several cables, to one switch or to several (the bonding driver's modes): by
/// the hash of the flow (802.3ad with layer 3+4), by the hash of the pair of nodes (layer 2+3), or none: the first
/// cable that works carries everything.
enum class Bonding
{
    layer34,
    layer23,
    activeBackup
};

/// Rule by which runnable work shares a node's hardware threads.
enum class Scheduling
{
    sharing,
    firstComeFirstServed,
    timeSlice
};

/// State of cores that have nothing to do, and the choice of the one that takes work.
enum class IdleCoresAre
{
    awake,
    packed, ///< they sleep; the last idle one takes work
    spread, ///< they sleep; the one that has been idle for longest takes work
    random, ///< they sleep; any of them takes work
};

/// Network adapters of one kind in each node of a group.
struct AdapterInfo
{
    const project::Component* component = nullptr; ///< null: unknown
    std::uint32_t cables = 0;                      ///< connected to them

    /// The smallest number with a port for each cable; an adapter with an unknown number of ports counts as having one.
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
    const project::Component* reference = nullptr; ///< the processor for which work is stated
    std::uint32_t sockets = 1;
    std::uint32_t coresInUse = 0; ///< of each socket; 0: all
    double secondThread = 0.25;
    Scheduling scheduling = Scheduling::sharing;
    double quantumS = 0, contextSwitchS = 0; ///< of time slices
    IdleCoresAre idleCores = IdleCoresAre::awake;
    double memoryBytes = 0;
    const project::Component* memoryModule = nullptr; ///< null: not known
    std::uint32_t memoryModules = 0;                  ///< in each node; 0: not known
    const project::Component* chassis = nullptr;      ///< null: not known
    const project::Component* powerSupply = nullptr;  ///< null: not known
    std::uint32_t powerSupplies = 0;                  ///< in each node
    bool ours = true;                                 ///< its price and power count
    double cacheShare = 0;
    double memoryBandwidth = 0; ///< bytes per second that one thread copies
    double memoryBusRate = 0;   ///< bytes per second, reads and writes of all channels of all sockets
    double dirtyBackgroundRatio = 0, dirtyRatio = 0; ///< of the page cache
    double dirtyExpireS = 0, writebackIntervalS = 0;
    std::vector<ControllerInfo> controllers;
    std::vector<DeviceGroupInfo> deviceGroups;
    std::vector<VolumeInfo> volumes;
    std::vector<std::string> roles;
    bool carries(const std::string& role) const { return std::find(roles.begin(), roles.end(), role) != roles.end(); }
    std::string rack; ///< empty: no named rack
    Bonding bonding = Bonding::layer34;
    std::vector<AdapterInfo> adapters;          ///< adapters named by its links in the active fabric, in their order
    const project::Component* ownNic = nullptr; ///< named by the group itself, for cables that name none
    const project::Component* nic = nullptr;    ///< the first of them: it determines the processor time per packet
};

/// One node.
struct NodeInfo
{
    std::string name; ///< "storage-3"; the group's name alone if it has one node
    std::uint32_t group = 0;
    std::uint32_t indexInGroup = 0;
    std::uint32_t firstDevice = 0, deviceCount = 0;
    std::vector<std::uint32_t> transmitLinks, receiveLinks; ///< one pair of links for each of its cables
    std::vector<std::uint32_t> switches; ///< at the other end of each cable; LinkInfo::none: another node
    std::vector<std::uint32_t> peers;    ///< the node there; none for a switch, also for all cables after the last one
    /// The links that the ports of an adapter share, for each adapter whose ports share some.
    struct SharedPorts
    {
        std::uint32_t out, in;
    };
    std::vector<SharedPorts> sharedPorts;
    /// Index into sharedPorts for each cable (LinkInfo::none: its port has its rate to itself). Empty if there are
    /// none.
    std::vector<std::uint32_t> sharedBy;
};

/// A storage device of one node; devices are numbered consecutively over the whole cluster.
struct DeviceInfo
{
    std::string name; ///< "storage-3 data-7"
    std::uint32_t node = 0;
    std::uint32_t deviceGroup = 0;  ///< index into its group's deviceGroups
    std::uint32_t indexInGroup = 0; ///< among the devices of that group on its node
    bool inSet = false;             ///< part of another device, and not used by volumes directly
    /// The devices of a RAID set or a cached device; it comes after them. Empty: an ordinary device.
    std::vector<std::uint32_t> members{};
    bool cached = false; ///< members are the slow device, then the fast one
    /// The index of its slice of the fast device, and the number of equal slices.
    std::uint32_t cacheSlice = 0, cacheSlices = 1;
};

/// Level of detail at which a fabric is simulated.
enum class NetworkDetail
{
    delayOnly, ///< nothing is shared: latency, and bytes at the rate of the route
    message,   ///< whole messages and chunks are first come, first served at every link
    flow,      ///< streams share every link max-min fairly
    packet,    ///< every packet queues at every port
};

/// One direction of a cable, the inside of a switch, or one direction of what the ports of an adapter share.
struct LinkInfo
{
    static constexpr std::uint32_t none = UINT32_MAX;

    std::string name;
    double lineRate = 0;                ///< bytes per second on the wire; infinite on a delay-only link without a limit
    double latencyS = 0;                ///< adapter or forwarding latency and the cable's
    bool shared = true;                 ///< false: delay only
    std::uint32_t fromSwitch = none;    ///< none: it comes from a node; for a switch's inside both are the switch
    std::uint32_t toSwitch = none;      ///< none: it leads to a node
    std::uint32_t reverse = none;       ///< the cable's other direction; none for what is no cable
    std::uint32_t drawnAs = UINT32_MAX; ///< index of the link in the project's fabric; none in generated fabrics
    bool packets = false;               ///< at packet level; the following fields apply only there
    bool cutThrough = false;            ///< its switch begins to send before a packet is complete
    /// Maximum number of bytes that wait for it at its switch; infinite: no limit, as at a node's adapter.
    double bufferBytes = std::numeric_limits<double>::infinity();
    bool ofAdapter = false; ///< shared by the ports of an adapter
};

/// The fabric's settings for senders at packet level.
struct TransportInfo
{
    bool cubic = true; ///< false: NewReno
    std::uint64_t receiveWindowBytes = 0;
    bool probes = true; ///< false: losses show by duplicate acknowledgements and timeouts alone
    std::uint32_t initialWindowPackets = 10;
};

/// One switch of the active fabric.
struct SwitchInfo
{
    std::string id;
    std::string tier;    ///< "leaf" of "leaf-3" in a generated fabric; of a drawn switch its id
    double downlink = 0; ///< bytes per second to nodes, one direction
    double uplink = 0;   ///< bytes per second to other switches
    const project::Component* component = nullptr;
    /// The rate to nodes over the rate to other switches; 0 if no other switch is connected.
    double oversubscription() const { return uplink > 0 ? downlink / uplink : 0; }
};

/// The topology of a project, expanded with its active fabric.
class ExpandedTopology
{
public:
    /// Resolves and expands the topology with its active fabric. Errors (no such fabric, a node that cannot be reached,
    /// a missing component) are added to the resolver's findings; the result is then incomplete and must not be run.
    ExpandedTopology(const project::Project& project, project::Resolver& resolver);
    ~ExpandedTopology();
    ExpandedTopology(ExpandedTopology&&) noexcept;

    const std::vector<GroupInfo>& groups() const;
    const std::vector<NodeInfo>& nodes() const;
    const std::vector<DeviceInfo>& devices() const;
    const std::vector<LinkInfo>& links() const;
    const std::vector<SwitchInfo>& switches() const;
    /// The link of each switch's inside; LinkInfo::none if it never limits.
    const std::vector<std::uint32_t>& insides() const;
    /// The fabric of the project from which this is built; null if there is none.
    const project::Fabric* fabric() const;

    NetworkDetail detail() const;
    /// One-way latency between any two nodes, added to that of the links.
    double latencyS() const;
    /// Maximum payload bytes per second of one message or stream; infinite if the fabric does not limit it.
    double streamRate() const;
    /// The fabric's settings for senders at packet level.
    const TransportInfo& transport() const;
    /// The smallest MTU of the fabric and its links, which TCP finds (RFC 1191).
    std::uint32_t mtu() const;
    std::uint64_t smallMessageBytes() const;
    bool offload() const;

    /// Appends the links from one node to another while everything works; the flow's hash chooses among equal-cost
    /// routes (for cuts see routes.h). Nothing is appended from a node to itself. False if there is no route; then
    /// nothing is appended.
    bool route(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::topology
