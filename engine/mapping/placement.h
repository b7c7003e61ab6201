// Maps names of the software to hardware: a role to its nodes, a volume to its devices, a key to its replicas.
#pragma once

#include "kernel/random.h"
#include "project/document/document.h"
#include "project/resolve/resolver.h"
#include "topology/expanded_topology.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace headroom::mapping {

/// A volume as one role sees it: how it is bound on the node of a device.
struct VolumePlace
{
    bool barriers = true;
    double used = 0.5;    ///< share of the device that holds data
    bool fsync = true;    ///< whether a flush does anything
    double warmFiles = 0; ///< number of files, by key, that the page cache contains at the start, as far as they fit
    double fileBytes = 0;
    std::uint64_t readAhead = 128u << 10; ///< bytes: the largest window of read-ahead; 0: none
    bool dirtyStart = false;              ///< the node starts with as many dirty bytes as writers settle at
};

/// The nodes of every role, and the devices of every (role, volume).
class Placement
{
public:
    /// Findings: a role that is on no node, a volume without a device on a node of its role.
    Placement(const project::Project& project, const topology::ExpandedTopology& topology, project::Findings& findings);

    const std::vector<std::uint32_t>& nodesOf(const std::string& role) const;
    /// Devices that carry the volume on one node, in order; empty if none.
    std::vector<std::uint32_t> devicesOf(const std::string& volume, std::uint32_t node) const;
    /// All devices that carry the volume on nodes with the role.
    std::vector<std::uint32_t> devicesOf(const std::string& role, const std::string& volume) const;
    /// How the volume is bound on the device's node.
    VolumePlace place(const std::string& volume, std::uint32_t node) const;

private:
    const topology::ExpandedTopology& topology_;
    std::map<std::string, std::vector<std::uint32_t>> nodes_;
};

/// A ring: keys are hashed to 2^power partitions. The replicas of a partition are on distinct nodes, if there are
/// enough nodes, and on distinct devices, if there are enough devices. If all nodes have the same number of devices,
/// the numbers of replicas on any two devices differ by at most one; otherwise nodes are filled in proportion to their
/// devices as far as the distinct nodes allow. The algorithm is greedy: each replica goes to the node that is filled
/// least for its number of devices, and there to the device with the fewest replicas (a hash breaks ties, so that
/// neighbours differ).
class Ring
{
public:
    /// `nodeOf[d]` is the node of device `devices[d]`.
    Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, std::uint32_t partitionPower,
         std::uint32_t replicas, std::uint64_t seed);

    std::uint32_t replicas() const { return replicas_; }
    std::uint64_t partitions() const { return std::uint64_t{1} << power_; }
    std::uint64_t partitionOf(std::uint64_t key) const;
    /// The partition's devices, one for each replica, in ring order.
    std::span<const std::uint32_t> devicesOf(std::uint64_t partition) const;
    /// The devices to try, one after another: first the partition's replicas, then the hand-offs, which are all other
    /// devices in an order that depends on the partition: one on each node without a replica, then the rest. After the
    /// last it begins again.
    std::uint32_t candidate(std::uint64_t partition, std::uint64_t number) const;

private:
    std::vector<std::uint32_t> handOffs(std::uint64_t partition) const;

    std::uint32_t power_;
    std::uint32_t replicas_;
    std::vector<std::uint32_t> devices_, nodeOf_;
    std::vector<std::uint32_t> table_;
};

/// Consistent hashing of a key to one of `count` places: if a place is added, only the keys that go to it move (the
/// jump hash of Lamping and Veach, "A fast, minimal memory, consistent hash algorithm", 2014). 0 if there is none.
std::uint32_t consistentPlace(std::uint64_t key, std::uint32_t count);

} // namespace headroom::mapping
