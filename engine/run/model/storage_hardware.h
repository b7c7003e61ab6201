// Builds what a cluster stores on: devices, the path that they hang on, RAID sets.
#pragma once

#include "behaviour/base/cluster.h"
#include "topology/expanded_topology.h"

namespace headroom::run {

/// Fills the cluster's controllers and its devices, these in the order of the topology's. A device that hangs on a
/// controller has a port no faster than the controller's, so has each lane of an expander's uplink. Figures of a
/// "controller": `interface` (its PCIe lanes), `port_rate_bps`, `iops_limit`, `latency_us`; of an "expander":
/// `interface` (one lane of its uplink), `port_rate_bps`.
void buildStorage(kernel::Calendar& calendar, const topology::ExpandedTopology& topology, std::uint64_t seed,
                  behaviour::Cluster& cluster);

template <typename Cluster, typename Visit>
void forEachStage(Cluster& cluster, Visit visit)
{
    for (auto& controller : cluster.controllers)
        for (auto* stage : {controller.commands.get(), controller.toDevice.get(), controller.toMemory.get()})
            if (stage)
                visit(*stage);
}

} // namespace headroom::run
