// Cores that have nothing to do: how deeply they sleep, and how long they take to wake.
#pragma once

#include "kernel/time.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::resources {

/// A state in which a core sleeps, as C1 or C6.
struct IdleState
{
    double residencyS = 0; ///< a core that is idle for at least as long is in this state or a deeper one
    double exitS = 0;      ///< from the interrupt to the first instruction
};

/// The idle cores of a node. A core sleeps in the deepest state whose residency is not longer than the time that it was
/// idle: the system is taken to guess that time rightly when it puts the core to sleep. Both hyper-threads of a core
/// have to be idle.
class IdleCores
{
public:
    enum class Takes
    {
        lastIdle,    ///< work goes to the core that has been idle for the shortest time
        longestIdle, ///< to the one that has been idle for the longest time
        anyIdle,     ///< to any of them, by chance
    };

    /// All cores have been idle since `now`. `draws` is a well-mixed name of the random numbers of `anyIdle`.
    IdleCores(std::uint32_t cores, std::vector<IdleState> states, Takes takes, kernel::Time now,
              std::uint64_t draws = 0);

    /// From now on so many hardware threads are used, each of another core as long as there are cores.
    void setUsed(std::uint32_t threads, kernel::Time now);
    /// Gives an idle core to new work, if there is one, and returns how long the core takes to wake up: no time if
    /// other work has left it at this instant.
    kernel::Time wake(kernel::Time now);

private:
    std::size_t choose(kernel::Time now);
    kernel::Time exitAfter(kernel::Time idle) const;

    std::uint32_t cores_;
    std::vector<IdleState> states_; ///< by residency
    Takes takes_;
    std::deque<kernel::Time> since_; ///< when each idle core became idle, the earliest first
    std::uint64_t draws_;
    std::uint64_t drawn_ = 0;
};

} // namespace headroom::resources
