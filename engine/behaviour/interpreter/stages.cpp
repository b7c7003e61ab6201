// Black boxes: stages known only by their service times.
#include "behaviour/interpreter/interpreter.h"

namespace headroom::behaviour {

void Interpreter::buildStages(std::size_t nodes)
{
    for (std::uint32_t s = 0; s < software_.stages.size(); ++s) {
        const StageInfo& info = software_.stages[s];
        auto& on = stageOn_.emplace_back(nodes, nullptr);
        for (const std::uint32_t node : nodesOfRole_[info.role]) {
            if (!info.shared || stages_.empty() || stages_.back().info != s)
                stages_.emplace_back(calendar_, info, s, node, records_);
            on[node] = &stages_.back().stations;
        }
    }
}

} // namespace headroom::behaviour
