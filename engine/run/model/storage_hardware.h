// Builds the storage of a cluster: devices, their paths, RAID sets.
#pragma once

#include "behaviour/cluster/cluster.h"
#include "run/model/scaling.h"
#include "topology/expanded_topology.h"

#include <string>

namespace headroom::run {

/// Fills the cluster's controllers and its devices, in the topology's order. The port of a device at a controller is no
/// faster than the controller's, and so is each lane of an expander's uplink. Figures of a "controller": `interface`
/// (its PCIe lanes), `port_rate_bps`, `iops_limit`, `latency_us`; of an "expander": `interface` (one lane of its
/// uplink), `port_rate_bps`.
void buildStorage(kernel::Calendar& calendar, const topology::ExpandedTopology& topology, std::uint64_t seed,
                  behaviour::Cluster& cluster, const Scaling& scaling = {});

/// True if devices can be made of components of the kind.
bool hasDeviceModel(const std::string& kind);

template <typename Cluster, typename Visit>
void forEachStage(Cluster& cluster, Visit visit)
{
    for (auto& controller : cluster.controllers)
        for (auto* stage : {controller.commands.get(), controller.toDevice.get(), controller.toMemory.get()})
            if (stage)
                visit(*stage);
}

} // namespace headroom::run
