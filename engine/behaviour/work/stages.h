// Black boxes: stages that are modelled by their service times alone.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "resources/processor/station.h"

#include <cstdint>
#include <deque>
#include <memory_resource>
#include <vector>

namespace headroom::behaviour {

class Stages
{
public:
    /// The stations of one black box of one role instance (or of the cluster).
    struct Stage
    {
        resources::StationBank stations;
        std::uint32_t info; ///< index into Software::stages
        std::uint32_t node; ///< for a shared one: the first node that runs the role

        Stage(kernel::Calendar& calendar, const StageInfo& of, std::uint32_t number, std::uint32_t at,
              std::pmr::memory_resource& memory)
            : stations(calendar, of.stations, of.servers, memory), info(number), node(at)
        {
        }
    };

    Stages(Core& core, const Deployment& deployment);

    /// The stations that the path uses.
    resources::StationBank& of(const Path& p, std::uint32_t stage) const
    {
        const Places& at = at_[stage];
        return *at.stations[at.firstInstance == nowhere ? p.node : core_.requests[p.request].role - at.firstInstance];
    }
    const std::pmr::deque<Stage>& all() const { return stages_; }
    /// Updates the meters to the present time.
    void settle(kernel::Time now);
    /// Starts a new window.
    void reset(kernel::Time now);

private:
    struct Places
    {
        std::uint32_t firstInstance = nowhere;         ///< nowhere: the role has one instance on each node
        std::vector<resources::StationBank*> stations; ///< by node, or by instance from the first one on
    };

    const Core& core_;
    std::pmr::deque<Stage> stages_; ///< a deque: the calendar stores addresses
    std::vector<Places> at_;        ///< by stage
};

} // namespace headroom::behaviour
