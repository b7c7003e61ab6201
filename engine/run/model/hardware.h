// Builds the cluster's devices from the topology and the components' figures.
#pragma once

#include "behaviour/cluster/cluster.h"
#include "project/library/components.h"
#include "run/model/scaling.h"
#include "topology/routes.h"

namespace headroom::run {

/// Figures of the devices, from a component's figures or a group's fields.
resources::HardDiskSpec hardDiskSpec(const project::Component& component);
resources::SolidStateSpec solidStateSpec(const project::Component& component);
resources::ProcessorSpec processorSpec(const topology::GroupInfo& group);
resources::MemorySpec memorySpec(const topology::GroupInfo& group);

/// The topology and its routes must outlive the cluster. `audit`: the network counts bytes a second time when they are
/// accepted, so that its check can see whether every link passed what it was given. `scaling` makes parts faster than
/// their components are.
behaviour::Cluster buildCluster(kernel::Calendar& calendar, const topology::ExpandedTopology& topology,
                                const topology::Routes& routes, std::uint64_t seed, bool audit = false,
                                const Scaling& scaling = {});

} // namespace headroom::run
