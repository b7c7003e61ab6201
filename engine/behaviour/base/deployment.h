// Where the roles run: their instances, one for each node that runs the role.
#pragma once

#include "behaviour/base/cluster.h"
#include "behaviour/program/program.h"
#include "mapping/placement.h"
#include "mapping/selectors.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// The data of a role on a node that every request reads: separate from the rest, so that they stay in the cache.
struct RoleLoad : mapping::Load
{
    WorkerKind kind;
    bool numbersThreads; ///< see RoleInfo
    std::uint32_t node;
};

/// The instances of one role are numbered consecutively, in the order of its nodes.
class Deployment
{
public:
    Deployment(const Software& software, const Cluster& cluster, const mapping::Placement& placement);

    /// The role's instance on the node; nowhere if there is none.
    std::uint32_t roleOn(std::uint32_t role, std::uint32_t node) const { return roleOnNode_[role][node]; }
    const std::vector<std::uint32_t>& instancesByNode(std::uint32_t role) const { return roleOnNode_[role]; }
    /// The instance at a position among the role's instances; positions wrap around.
    std::uint32_t instance(std::uint32_t role, std::size_t place) const
    {
        return firstOfRole_[role] +
               static_cast<std::uint32_t>(mapping::Candidates::within(nodesOfRole_[role].size(), place));
    }
    /// The role's first instance; the others follow it.
    std::uint32_t firstOf(std::uint32_t role) const { return firstOfRole_[role]; }
    const std::vector<std::uint32_t>& nodesOf(std::uint32_t role) const { return nodesOfRole_[role]; }

    RoleLoad& load(std::uint32_t instance) { return loads_[instance]; }
    const RoleLoad& load(std::uint32_t instance) const { return loads_[instance]; }
    const std::vector<RoleLoad>& loads() const { return loads_; }
    /// Marks the instances on the node as down, or as up again.
    void setDown(std::uint32_t node, bool down);

private:
    std::vector<RoleLoad> loads_;                        ///< by role instance
    std::vector<std::vector<std::uint32_t>> roleOnNode_; ///< [role][node] → instance
    std::vector<std::uint32_t> firstOfRole_;
    std::vector<std::vector<std::uint32_t>> nodesOfRole_;
};

} // namespace headroom::behaviour
