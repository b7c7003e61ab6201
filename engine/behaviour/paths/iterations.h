// The iterations of a fork or a for each: one for each of its paths, or for each number, device, node or value.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/items/value_lists.h"
#include "behaviour/targets/ring_members.h"

#include <cstdint>
#include <utility>

namespace headroom::behaviour {

/// Maximum number of parallel paths of one fork: large enough for a drawing, but it cannot exhaust the memory.
inline constexpr std::uint64_t mostIterations = 1'000'000;

class Iterations
{
public:
    Iterations(Core& core, const Deployment& deployment, const RingMembers& members, const ValueLists& lists)
        : core_(core), deployment_(deployment), members_(members), lists_(lists)
    {
    }

    /// Creates the iterations of the region, which the path opens.
    void open(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    /// Sets the variable for the iteration's item.
    void setItem(double* frame, ParallelRegion& region, const ForkStep& step, std::uint32_t iteration) const
    {
        const std::uint32_t item = std::exchange(region.iterations[iteration].item, nowhere);
        if (step.indexSlot != nowhere)
            frame[step.indexSlot] = iteration;
        if (step.over == ForkStep::Over::list)
            frame[step.itemSlot] = lists_.in(region.frame[step.listSlot])[iteration];
        else if (step.itemSlot != nowhere)
            frame[step.itemSlot] = item;
    }

private:
    void openDevices(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    void openNodes(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);

    Core& core_;
    const Deployment& deployment_;
    const RingMembers& members_;
    const ValueLists& lists_;
};

} // namespace headroom::behaviour
