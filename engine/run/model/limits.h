// Bounds on what one run may take, so that a model that runs away ends with a word instead of a machine on its knees.
#pragma once

#include "project/resolve/resolver.h"

#include <cstdint>
#include <limits>

namespace headroom::run {

/// From the fields of the run; the engine looks at them between quanta of events and, for what happens without time
/// passing, every 65 536 blocks, at the requests under way also when one begins.
struct Limits
{
    std::uint64_t eventsAtInstant = 10'000'000;
    std::uint64_t memoryBytes = 0; ///< resident memory of the process
    double wallS = std::numeric_limits<double>::infinity();
    std::uint64_t requestsInFlight = std::numeric_limits<std::uint64_t>::max();

    static Limits read(project::Resolver& resolver, const project::Json& run);
};

/// Main memory this process may count on: the machine's, or less if a control group says so.
std::uint64_t availableMemory();
/// What the process has in main memory now; 0 where that cannot be learnt.
std::uint64_t residentMemory();

} // namespace headroom::run
