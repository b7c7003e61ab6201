// Groups nodes into racks.
#pragma once

#include "topology/expanded_topology.h"

#include <cstdint>
#include <vector>

namespace headroom::topology {

/// The number of each node's rack: nodes of groups with the same named rack share one, and the others share one with
/// those at the same switch (of several, the first). A node without a name and a switch stands alone.
std::vector<std::uint32_t> racksOf(const ExpandedTopology& topology);

} // namespace headroom::topology
