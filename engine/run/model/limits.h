// Limits on the resources of one run, so that a model out of control ends with a message and does not exhaust the
// machine.
#pragma once

#include "project/resolve/resolver.h"

#include <cstdint>
#include <limits>

namespace headroom::run {

/// Read from the fields of the run. The engine checks them between quanta of events and, for work that takes no
/// simulated time, every 65 536 blocks; the requests in flight also when one begins.
struct Limits
{
    std::uint64_t eventsAtInstant = 10'000'000;
    std::uint64_t memoryBytes = 0; ///< resident memory of the process
    double wallS = std::numeric_limits<double>::infinity();
    std::uint64_t requestsInFlight = std::numeric_limits<std::uint64_t>::max();

    static Limits read(project::Resolver& resolver, const project::Json& run);
};

/// Main memory available to this process: the machine's, or less if a control group limits it.
std::uint64_t availableMemory();
/// Resident memory of the process; 0 if it is unknown.
std::uint64_t residentMemory();

} // namespace headroom::run
