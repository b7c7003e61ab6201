#include "behaviour/base/deployment.h"

namespace headroom::behaviour {

Deployment::Deployment(const Software& software, const Cluster& cluster, const mapping::Placement& placement)
{
    for (std::uint32_t r = 0; r < software.roles.size(); ++r) {
        const RoleInfo& info = software.roles[r];
        nodesOfRole_.push_back(placement.nodesOf(info.id));
        firstOfRole_.push_back(static_cast<std::uint32_t>(loads_.size()));
        roleOnNode_.emplace_back(cluster.nodes.size(), nowhere);
        for (const std::uint32_t node : nodesOfRole_.back()) {
            roleOnNode_[r][node] = static_cast<std::uint32_t>(loads_.size());
            loads_.push_back({{}, info.kind, info.numbersThreads, node});
        }
    }
}

void Deployment::setDown(std::uint32_t node, bool down)
{
    for (RoleLoad& load : loads_)
        if (load.node == node)
            load.down = down;
}

} // namespace headroom::behaviour
