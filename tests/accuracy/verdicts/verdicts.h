// Compares the limits that a run names with runs of the same system with its resources twice as fast.
#pragma once

#include "project/document/json.h"
#include "record/summary/summary.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::accuracy {

struct Verdict
{
    using Two = std::pair<std::string, std::string>; ///< in alphabetical order

    record::Bottleneck named;
    double perSecond = 0;
    std::map<std::string, double> gains; ///< by resource: throughput with it doubled, over that of the system as it is
    std::map<Two, double> together;      ///< the same with both doubled
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

    /// The two that help most together.
    const std::pair<const Two, double>& bestTwo() const;
    /// True if two bring a tenth more than any one alone.
    bool twoCount() const;
    /// The gain of the named one together with the one that is named as the same limit or as the next one, whichever
    /// is more.
    double gainOfNamedTwo() const;
    /// True if no other two help more by a twentieth than the two that are named.
    bool namesBestTwo() const;
};

/// Simulates the system, and again with each resource that is used for more than a twentieth of the time, and with two
/// of those that are used most or help most, and of those that are named. Throws std::runtime_error if a run cannot
/// begin, or if nothing was measured.
Verdict verdictOn(const project::Json& system);

/// Prints as Markdown how many of the random systems are judged rightly, and a row for each of the others. With
/// numbers of systems, prints of each of these all gains instead.
void printVerdicts(const std::vector<std::uint64_t>& systems = {});

} // namespace headroom::accuracy
