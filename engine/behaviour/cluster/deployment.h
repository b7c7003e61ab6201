// Where the roles run: their instances, one for each node that runs the role, or one for each device of a volume there.
#pragma once

#include "behaviour/cluster/cluster.h"
#include "behaviour/program/program.h"
#include "mapping/placement.h"
#include "mapping/selectors.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::behaviour {

/// The data of a role's instance that every request reads: separate from the rest, so that they stay in the cache.
struct RoleLoad : mapping::Load
{
    WorkerKind kind;
    bool numbersThreads; ///< see RoleInfo
    std::uint32_t node;
};

/// An instance of a role, as the nth on its node.
struct Site
{
    std::uint32_t node = 0;
    std::uint32_t nth = 0;
    std::uint32_t device = nowhere; ///< to which it belongs; nowhere: it is the only one on its node
};

/// The sites of a role, in the order of its instances.
std::vector<Site> sitesOf(const Software& software, std::uint32_t role, const mapping::Placement& placement);

/// A failure: a node with every instance on it, or the process of one instance, whose node goes on.
struct Failed
{
    std::uint32_t node = 0;
    std::uint32_t process = nowhere; ///< instance; nowhere: the whole node

    bool wholeNode() const { return process == nowhere; }
};

/// The instances of one role are numbered consecutively, in the order of its nodes and of their devices.
class Deployment
{
public:
    Deployment(const Software& software, const Cluster& cluster, const mapping::Placement& placement);

    /// The role's first instance on the node; nowhere if there is none.
    std::uint32_t roleOn(std::uint32_t role, std::uint32_t node) const { return roles_[role].onNode[node]; }
    /// The instance at a position among the role's instances; positions wrap around.
    std::uint32_t instance(std::uint32_t role, std::size_t place) const
    {
        return roles_[role].first + static_cast<std::uint32_t>(mapping::Candidates::within(roles_[role].count, place));
    }
    /// The role's instance for the device, or the one on its node; nowhere if there is none.
    std::uint32_t instanceOfDevice(std::uint32_t role, std::uint32_t device) const
    {
        return roles_[role].ofDevice[device];
    }
    /// The role's first instance; the others follow it.
    std::uint32_t firstOf(std::uint32_t role) const { return roles_[role].first; }
    std::uint32_t countOf(std::uint32_t role) const { return roles_[role].count; }
    /// The role's instances, as candidates of a call.
    mapping::Candidates candidates(std::uint32_t role) const;

    RoleLoad& load(std::uint32_t instance) { return loads_[instance]; }
    const RoleLoad& load(std::uint32_t instance) const { return loads_[instance]; }
    /// The device that the instance belongs to; nowhere: it is the only one on its node.
    std::uint32_t deviceOf(std::uint32_t instance) const { return deviceOf_[instance]; }
    /// A number for draws, of the role's id and the place of the instance among the role's.
    std::uint64_t drawNameOf(std::uint32_t instance) const { return drawNames_[instance]; }
    /// The process of an instance, or all of a node, is down or up again. An instance is down while either is.
    void setDown(const Failed& failed, bool down);
    /// True if the instance is part of what fails; nowhere is not.
    bool within(const Failed& failed, std::uint32_t instance) const
    {
        return failed.wholeNode() ? instance != nowhere && loads_[instance].node == failed.node
                                  : instance == failed.process;
    }

private:
    struct OfRole
    {
        std::uint32_t first = 0, count = 0;
        std::vector<std::uint32_t> onNode;   ///< [node] → first instance there; nowhere
        std::vector<std::uint32_t> ofDevice; ///< [device] → instance of the device, or the one on its node; nowhere
    };

    std::vector<RoleLoad> loads_; ///< by instance
    std::vector<std::uint32_t> nodeOf_, deviceOf_;
    std::vector<std::uint64_t> drawNames_; ///< by instance
    std::vector<OfRole> roles_;
    std::vector<bool> eachDevice_;  ///< by role
    std::vector<bool> nodeDown_;    ///< by node
    std::vector<bool> processDown_; ///< by instance
};

} // namespace headroom::behaviour
