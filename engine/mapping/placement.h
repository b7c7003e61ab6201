// Maps names of the software to hardware: a role to its nodes, a volume to its devices, a key to its replicas.
#pragma once

#include "project/resolve/resolver.h"
#include "topology/expanded_topology.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headroom::project {
struct Project;
} // namespace headroom::project

namespace headroom::mapping {

/// A volume as one role sees it: how it is bound on the node of a device.
struct VolumePlace
{
    bool barriers = true;
    double used = 0.5; ///< share of the device that holds data
    bool fsync = true; ///< a flush writes
    bool warm = false; ///< the page cache contains its files at the start, as far as they fit
    double files = 0;  ///< number of files that are there at the start, with keys from 0 on; 0: not known
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
    /// True if the node is one of this group.
    bool isIn(const std::string& group, std::uint32_t node) const;
    /// Devices that carry the volume on one node, in order; empty if none.
    std::vector<std::uint32_t> devicesOf(const std::string& volume, std::uint32_t node) const;
    /// All devices that carry the volume on nodes with the role.
    std::vector<std::uint32_t> devicesOf(const std::string& role, const std::string& volume) const;
    /// The rack of each of these devices.
    std::vector<std::uint32_t> racksOf(const std::vector<std::uint32_t>& devices) const;
    /// Bytes of a device, or of all members of a RAID set.
    double capacityOf(std::uint32_t device) const;
    /// Returns the binding of the volume on the device's node.
    VolumePlace place(const std::string& volume, std::uint32_t node) const;

private:
    const topology::ExpandedTopology& topology_;
    std::map<std::string, std::vector<std::uint32_t>> nodes_;
};

} // namespace headroom::mapping
