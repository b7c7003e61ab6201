// Links that results show together: one direction of a drawn link, or of all cables between two tiers.
#pragma once

#include "topology/expanded_topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::topology {

/// The cables of one link in one direction, or the insides of like switches.
struct LinkGroup
{
    const char* kind = "link"; ///< "link" or "switch"
    std::string name; ///< "uplink access→core"; "fabric leaf→spine" in generated fabrics; "core" of a switch
    std::vector<std::uint32_t> links;
    bool ofNodes = false; ///< one end of each cable is a node
};

/// All groups of links that are shared. Links at delay only and switches that never limit are not among them, nor what
/// the ports of adapters share, which belongs to node groups.
std::vector<LinkGroup> linkGroups(const ExpandedTopology& topology);

} // namespace headroom::topology
