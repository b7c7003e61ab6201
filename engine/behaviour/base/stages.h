// Black boxes: stages known only by their service times.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "resources/processor/station.h"

#include <cstdint>
#include <deque>
#include <memory_resource>
#include <vector>

namespace headroom::behaviour {

class Stages
{
public:
    /// The stations of one black box on one node (or of the cluster).
    struct Stage
    {
        resources::StationBank stations;
        std::uint32_t info; ///< index into Software::stages
        std::uint32_t node; ///< of a shared one: the first that carries the role

        Stage(kernel::Calendar& calendar, const StageInfo& of, std::uint32_t number, std::uint32_t at,
              std::pmr::memory_resource& memory)
            : stations(calendar, of.stations, of.servers, memory), info(number), node(at)
        {
        }
    };

    Stages(Core& core, const Deployment& deployment);

    resources::StationBank& on(std::uint32_t stage, std::uint32_t node) const { return *stageOn_[stage][node]; }
    const std::pmr::deque<Stage>& all() const { return stages_; }
    /// Brings their meters up to the present.
    void settle(kernel::Time now);
    /// A new window begins.
    void reset(kernel::Time now);

private:
    std::pmr::deque<Stage> stages_;                             ///< in place: the calendar knows them by address
    std::vector<std::vector<resources::StationBank*>> stageOn_; ///< [stage][node]
};

} // namespace headroom::behaviour
