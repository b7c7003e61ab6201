// Resolves and numbers the devices of a node group and their controllers.
#pragma once

#include "project/document/hardware.h"
#include "topology/expanded_topology.h"

namespace headroom::topology {

/// `pointer` is the group's. Findings: a name that is no controller of the group, a cycle of controllers.
std::vector<ControllerInfo> readControllers(const project::NodeGroup& group, const std::string& pointer,
                                            project::Resolver& resolver);

/// Findings: a name that is no controller of the group; a RAID set with too few devices or an odd number of them, or
/// with a stripe larger than a device; devices that cannot be shared out evenly among sets; a cache that is no other
/// device group of the node, or that is cached itself.
DeviceGroupInfo readDeviceGroup(const project::NodeGroup& group, std::size_t index, const std::string& pointer,
                                project::Resolver& resolver);

/// Appends the devices of one node, group by group; each group's RAID sets follow its devices, and cached devices are
/// last.
void appendDevices(const std::vector<DeviceGroupInfo>& groups, const std::string& nodeName, std::uint32_t node,
                   std::vector<DeviceInfo>& devices);

} // namespace headroom::topology
