// Compares the limit that a run names with runs of the same system with each of its resources twice as fast.
#pragma once

#include "project/document/json.h"
#include "record/summary/summary.h"

#include <map>
#include <string>

namespace headroom::accuracy {

struct Verdict
{
    record::Bottleneck named;
    double perSecond = 0;
    std::map<std::string, double> gains; ///< by resource: throughput with it doubled, over that of the system as it is
    double mostUsed = 0;                 ///< the highest utilisation
    double noise = 0;                    ///< of a gain, from the 95 % intervals of both rates, relative

    double gain() const { return gains.at(named.resource); }
    /// The resource that helps most.
    const std::pair<const std::string, double>& best() const;
    bool nearLimit() const { return mostUsed >= record::limitingShare; }
    /// True if no other one helps more by a twentieth than the one that is named.
    bool namesBest() const;
    /// True if the named one helps as much as its bounds promise.
    bool keepsBounds() const;
};

/// Simulates the system, and again with each resource that is used for more than a twentieth of the time. Throws
/// std::runtime_error if a run cannot begin, or if nothing was measured.
Verdict verdictOn(const project::Json& system);

} // namespace headroom::accuracy
