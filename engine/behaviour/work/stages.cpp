#include "behaviour/work/stages.h"

namespace headroom::behaviour {

Stages::Stages(Core& core, const Deployment& deployment) : core_(core), stages_(&core.memory)
{
    for (std::uint32_t s = 0; s < core.software.stages.size(); ++s) {
        const StageInfo& info = core.software.stages[s];
        const bool eachDevice = core.software.roles[info.role].eachDeviceOf != nowhere;
        Places& at = at_.emplace_back();
        at.firstInstance = eachDevice ? deployment.firstOf(info.role) : nowhere;
        at.stations.assign(eachDevice ? deployment.countOf(info.role) : core.cluster.nodes.size(), nullptr);
        for (std::uint32_t place = 0; place < deployment.countOf(info.role); ++place) {
            const std::uint32_t node = deployment.load(deployment.firstOf(info.role) + place).node;
            if (!info.shared || stages_.empty() || stages_.back().info != s)
                stages_.emplace_back(core.calendar, info, s, node, core.memory);
            at.stations[eachDevice ? place : node] = &stages_.back().stations;
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
