// Black boxes: stages known only by their service times.
#include "behaviour/machine.h"

namespace headroom::behaviour {

void Machine::buildStages(std::size_t nodes)
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

bool Machine::blackBox(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const BlackBoxStep& step = program.blackBoxes[code.detail];
    releaseWorker(p);
    resources::StationBank& bank = *stageOn_[step.stage][p.node];
    std::uint32_t station = 0;
    if (bank.stations() > 1) {
        if (step.choose == BlackBoxStep::Choose::random)
            station = static_cast<std::uint32_t>(drawBelow(bank.stations(), code, p));
        else if (step.choose == BlackBoxStep::Choose::byKey)
            station =
                static_cast<std::uint32_t>(kernel::mix(whole(evaluate(step.key, p)), step.stage) % bank.stations());
        else
            station = bank.shortest();
    }
    p.wait = Wait::station;
    bank.run(station, kernel::fromSeconds(varied(step.time, code, p)), jobOf(path, p, served_));
    return false;
}

} // namespace headroom::behaviour
