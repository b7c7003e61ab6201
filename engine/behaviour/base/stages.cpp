#include "behaviour/base/stages.h"

namespace headroom::behaviour {

Stages::Stages(Core& core, const Deployment& deployment) : stages_(&core.memory)
{
    for (std::uint32_t s = 0; s < core.software.stages.size(); ++s) {
        const StageInfo& info = core.software.stages[s];
        auto& on = stageOn_.emplace_back(core.cluster.nodes.size(), nullptr);
        for (const std::uint32_t node : deployment.nodesOf(info.role)) {
            if (!info.shared || stages_.empty() || stages_.back().info != s)
                stages_.emplace_back(core.calendar, info, s, node, core.memory);
            on[node] = &stages_.back().stations;
        }
    }
}

void Stages::settle(kernel::Time now)
{
    for (Stage& stage : stages_)
        stage.stations.meter().advance(now);
}

void Stages::reset(kernel::Time now)
{
    for (Stage& stage : stages_)
        stage.stations.meter().reset(now);
}

} // namespace headroom::behaviour
