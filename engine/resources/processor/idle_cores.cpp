#include "resources/processor/idle_cores.h"

#include <algorithm>
#include <utility>

namespace headroom::resources {

IdleCores::IdleCores(std::uint32_t cores, std::vector<IdleState> states, Takes takes, kernel::Time now)
    : cores_(cores), states_(std::move(states)), takes_(takes), since_(cores, now)
{
    std::ranges::sort(states_, {}, &IdleState::residencyS);
}

void IdleCores::setUsed(std::uint32_t threads, kernel::Time now)
{
    const std::uint32_t idle = cores_ - std::min(threads, cores_);
    while (since_.size() < idle)
        since_.push_back(now);
    while (since_.size() > idle)
        since_.pop_back();
}

kernel::Time IdleCores::wake(kernel::Time now)
{
    if (since_.empty())
        return 0;
    const bool last = takes_ == Takes::lastIdle || since_.back() == now;
    const kernel::Time since = last ? since_.back() : since_.front();
    last ? since_.pop_back() : since_.pop_front();
    return exitAfter(now - since);
}

kernel::Time IdleCores::exitAfter(kernel::Time idle) const
{
    double exit = 0;
    if (idle > 0)
        for (const IdleState& state : states_)
            if (kernel::fromSeconds(state.residencyS) <= idle)
                exit = state.exitS;
    return kernel::fromSeconds(exit);
}

} // namespace headroom::resources
