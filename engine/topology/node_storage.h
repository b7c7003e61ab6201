// The devices of a node group and the controllers that they hang on, resolved and numbered off.
#pragma once

#include "topology/expanded_topology.h"

namespace headroom::topology {

/// `pointer` is the group's. Findings: a name that is no controller of the group, controllers in a circle.
std::vector<ControllerInfo> readControllers(const project::NodeGroup& group, const std::string& pointer,
                                            project::Resolver& resolver);

/// Findings: a name that is no controller of the group; a RAID set of too few devices or of an odd number, or
/// with a stripe that no device holds; a cache that is no other device group of the node, or that is cached itself.
DeviceGroupInfo readDeviceGroup(const project::NodeGroup& group, std::size_t index, const std::string& pointer,
                                project::Resolver& resolver);

/// The devices of one node, group by group, after a group's devices the RAID set that they make; then the cached ones.
void appendDevices(const std::vector<DeviceGroupInfo>& groups, const std::string& nodeName, std::uint32_t node,
                   std::vector<DeviceInfo>& devices);

} // namespace headroom::topology
