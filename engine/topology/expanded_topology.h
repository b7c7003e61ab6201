// The hardware a project describes, node by node: groups expanded, devices numbered, links and routes laid.
#pragma once

#include "project/components.h"
#include "project/document.h"
#include "project/resolver.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom::topology {

struct DeviceGroupInfo
{
    std::string id;
    const project::Component* component = nullptr;
    std::uint32_t countPerNode = 0;
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
};

/// A node group with its fields resolved.
struct GroupInfo
{
    std::string id;
    std::string name;
    std::uint32_t firstNode = 0, count = 0;
    const project::Component* processor = nullptr;
    std::uint32_t sockets = 1;
    double secondThread = 0.25;
    bool firstComeFirstServed = false;
    double memoryBytes = 0;
    double cacheShare = 0;
    double memoryBandwidth = 0;                      ///< bytes per second
    double dirtyBackgroundRatio = 0, dirtyRatio = 0; ///< of the page cache
    double dirtyExpireS = 0, writebackIntervalS = 0;
    std::vector<DeviceGroupInfo> deviceGroups;
    std::vector<VolumeInfo> volumes;
    std::vector<std::string> roles;
    const project::Component* nic = nullptr; ///< the adapter of its first link in the active fabric
};

struct NodeInfo
{
    std::string name; ///< "storage-3"; the group's name alone if it has one node
    std::uint32_t group = 0;
    std::uint32_t indexInGroup = 0;
    std::uint32_t firstDevice = 0, deviceCount = 0;
    std::vector<std::uint32_t> transmitLinks, receiveLinks; ///< its ends of cables, one pair for each
};

/// A storage device of one node; devices are numbered through over the whole cluster.
struct DeviceInfo
{
    std::string name; ///< "storage-3 data-7"
    std::uint32_t node = 0;
    std::uint32_t deviceGroup = 0;  ///< index into its group's deviceGroups
    std::uint32_t indexInGroup = 0; ///< among the devices of that group on its node
};

/// How a fabric is simulated.
enum class NetworkDetail
{
    delayOnly, ///< nothing is shared: latency, and bytes at the rate of the way
    flow,      ///< streams share every link max-min fairly
};

/// One direction of a cable, or a switch's inside.
struct LinkInfo
{
    std::string name;
    double lineRate = 0; ///< bytes per second on the wire; infinite on a delay-only link that bounds nothing
    double latencyS = 0; ///< adapter or forwarding latency and the cable's
    bool shared = true;  ///< false: delay only
};

struct SwitchInfo
{
    std::string id;
    double downlink = 0; ///< bytes per second to nodes, one direction
    double uplink = 0;   ///< bytes per second to other switches
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

    NetworkDetail detail() const;
    /// One way between any two nodes, beside what links add.
    double latencyS() const;
    /// Payload bytes per second that one message or stream moves at most; infinite if the fabric does not say.
    double streamRate() const;
    std::uint32_t mtu() const;
    std::uint64_t smallMessageBytes() const;
    bool offload() const;

    /// Appends the links from one node to another, the equal-cost choice made by the flow's hash. Nothing for a node
    /// to itself.
    void route(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::topology
