// Storage capacity of a configuration.
#pragma once

#include "behaviour/program/program.h"
#include "project/resolve/resolver.h"
#include "record/summary/consumption.h"
#include "topology/expanded_topology.h"

#include <optional>
#include <vector>

namespace headroom::run {

struct Capacity
{
    double rawBytes = 0, usableBytes = 0;
    std::vector<record::CapacityLoss> leftOut; ///< what makes the difference, in this order
};
/// Raw: all devices with a volume. Usable: the part that users' data may fill: without the file system's overhead, up
/// to the fill limit (volumeFields()), divided by the number of copies of the ring that distributes the volume and of
/// its RAID set. A device with several volumes counts once, with the ring's volume if there is one. Empty if there are
/// no such devices.
///
/// A ring deals equal numbers of replicas to all devices of its volume, and by their keys the files of a volume spread
/// evenly over its devices in the node group. So the device that holds least is full first, and the others hold no more
/// than it: usable is the least times the number of devices, and a warning says how much stays empty. A volume of which
/// writes choose the least loaded device fills in no such proportion; it counts as the sum of its devices.
std::optional<Capacity> capacity(const project::Project& project, project::Resolver& resolver,
                                 const topology::ExpandedTopology& topology, const behaviour::Software& software);

} // namespace headroom::run
