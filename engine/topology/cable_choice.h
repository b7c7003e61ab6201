// Chooses the cables at the two ends of a route.
#pragma once

#include "topology/expanded_topology.h"
#include "topology/switch_paths.h"

#include <span>

namespace headroom::topology {

/// Appends the links from node to node: a cable between them if there is one that works. Else, among all pairs of their
/// cables that work and have the shortest route between their switches, the flow's hash selects one (see Bonding); then
/// the route itself is appended. `usable` states for each link whether it works; empty: all do. False if there is no
/// route; then nothing is appended.
bool appendRoute(const ExpandedTopology& topology, std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                 const SwitchPaths& paths, std::span<const std::uint8_t> usable, std::vector<std::uint32_t>& links);

/// The same for two nodes with one cable each, both at the same switch, while everything works: their route involves no
/// choice. False, and nothing is appended, for any others.
bool appendOnlyRoute(const ExpandedTopology& topology, std::uint32_t from, std::uint32_t to,
                     std::vector<std::uint32_t>& links);

} // namespace headroom::topology
