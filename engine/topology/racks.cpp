#include "topology/racks.h"

#include <algorithm>
#include <map>
#include <string>

namespace headroom::topology {

std::vector<std::uint32_t> racksOf(const ExpandedTopology& topology)
{
    std::map<std::string, std::uint32_t> named;
    std::map<std::uint32_t, std::uint32_t> atSwitch;
    std::vector<std::uint32_t> racks;
    std::uint32_t count = 0;
    for (const NodeInfo& node : topology.nodes()) {
        const std::string& name = topology.groups()[node.group].rack;
        std::uint32_t rack = count;
        if (!name.empty())
            rack = named.try_emplace(name, count).first->second;
        else if (const auto found = std::find_if(node.switches.begin(), node.switches.end(),
                                                 [](std::uint32_t each) { return each != LinkInfo::none; });
                 found != node.switches.end())
            rack = atSwitch.try_emplace(*found, count).first->second;
        count += rack == count;
        racks.push_back(rack);
    }
    return racks;
}

} // namespace headroom::topology
