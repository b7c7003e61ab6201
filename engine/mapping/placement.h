// From the software's names to hardware: which nodes carry a role, which devices a volume, which replicas a key.
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

/// A volume as one role sees it: every device of the cluster that carries it, and where on the device it lies.
struct VolumePlace
{
    bool barriers = true;
    double used = 0.5;    ///< share of the device that holds data
    bool fsync = true;    ///< whether a flush does anything
    double warmFiles = 0; ///< files, by key, that the page cache starts with as far as they fit
    double fileBytes = 0;
};

/// The nodes of every role, and the devices of every (role, volume).
class Placement
{
public:
    /// Findings: a role that is asked or worked for but stands on no node, a volume without a device.
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

/// A ring: keys are hashed to 2^power partitions; each partition has its replicas on distinct nodes as far as there
/// are enough, and on distinct devices always as far as there are enough. With as many devices on each node, load is
/// even over the devices to one replica; else nodes are filled in proportion to their devices as far as the distinct
/// nodes allow. Built greedily: each replica goes to the node that is filled least for its devices, there to the device
/// with the least (ties broken by a hash, so that neighbours differ).
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
    /// Whom to ask after whom: first the partition's replicas, then the hand-offs, which are all other devices in an
    /// order of the partition's own: one on each node without a replica, then the rest. Beyond the last it begins anew.
    std::uint32_t candidate(std::uint64_t partition, std::uint64_t number) const;

private:
    std::vector<std::uint32_t> handOffs(std::uint64_t partition) const;

    std::uint32_t power_;
    std::uint32_t replicas_;
    std::vector<std::uint32_t> devices_, nodeOf_;
    std::vector<std::uint32_t> table_;
};

/// Consistent hashing of a key to one of `count` places: when one is added, only what moves to it moves (the jump hash
/// of Lamping and Veach, "A fast, minimal memory, consistent hash algorithm", 2014). 0 if there is none.
std::uint32_t consistentPlace(std::uint64_t key, std::uint32_t count);

} // namespace headroom::mapping
