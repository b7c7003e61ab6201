#include "resources/processor/idle_cores.h"

#include "kernel/random.h"

#include <algorithm>
#include <utility>

namespace headroom::resources {

IdleCores::IdleCores(std::uint32_t cores, std::vector<IdleState> states, Takes takes, kernel::Time now,
                     std::uint64_t draws)
    : cores_(cores), states_(std::move(states)), takes_(takes), since_(cores, now), draws_(draws)
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
    const auto core = since_.begin() + static_cast<std::ptrdiff_t>(choose(now));
    const kernel::Time since = *core;
    since_.erase(core);
    return exitAfter(now - since);
}

/// The place of the core that takes the next work.
std::size_t IdleCores::choose(kernel::Time now)
{
    if (takes_ == Takes::lastIdle || since_.back() == now)
        return since_.size() - 1;
    if (takes_ == Takes::longestIdle)
        return 0;
    const std::uint64_t draw = kernel::nthOf(draws_, drawn_++);
    return static_cast<std::size_t>((static_cast<kernel::Uint128>(draw) * since_.size()) >> 64U);
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
