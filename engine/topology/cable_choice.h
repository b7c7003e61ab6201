// Which of its cables a node sends by, and which of the other's it arrives by.
#pragma once

#include "topology/expanded_topology.h"
#include "topology/switch_paths.h"

#include <span>

namespace headroom::topology {

/// Appends the links from node to node: of all pairs of their cables that work and have the shortest way between their
/// switches one by the flow's hash (see Bonding), then the way itself. `usable` says of each link whether it works;
/// empty: all do. False if there is no way; nothing is appended then.
bool appendRoute(const ExpandedTopology& topology, std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                 const SwitchPaths& paths, std::span<const std::uint8_t> usable, std::vector<std::uint32_t>& links);

} // namespace headroom::topology
