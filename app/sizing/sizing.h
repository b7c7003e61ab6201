// A requirement that a system has to meet, and the project in which the cheapest such system is searched.
#pragma once

#include "app/sizing/sized_load.h"
#include "app/sizing/sized_prices.h"

#include <set>
#include <string>
#include <vector>

namespace headroom::app {

/// A figure and its limit, as they are typed.
struct SizingGoal
{
    std::string figure; ///< "PUT.latency.p99"
    bool atMost = true;
    std::string limit; ///< "50 ms"
};

/// Nodes that are down while some goals have to hold.
struct NodesDown
{
    std::string group; ///< empty: the system has no group for it
    int nodes = 1;
    bool lasting = true;  ///< all have noticed it
    bool failing = false; ///< the moment of the failure counts, too
};

struct Sizing
{
    std::vector<SizedLoad> loads;
    NodesDown down;
    std::string usable; ///< capacity, at least; empty: any
    int yearly = 0;     ///< growth of the load in a year, per cent
    int dataYearly = 0; ///< the same of the data
    int years = 5;
    Money budget;                                            ///< without an amount: none
    std::set<std::string> others;                            ///< node groups that are not ours
    std::vector<SizingGoal> goals;                           ///< further ones
    std::vector<project::StudyAxis> choice;                  ///< the parameters to choose
    std::vector<std::pair<std::string, std::string>> values; ///< of generic parameters that are given, as typed
    std::vector<GivenPrice> prices;                          ///< of parts for which the libraries have none
};

inline constexpr const char* sizingStudy = "sizing"; ///< id of the study that searches

/// Reason why nothing can be searched, in a sentence; empty if it can.
std::string faultOf(const project::Project& system, const Sizing& sizing);

/// The system with the values, the load, the goals instead of its own, and a study of the choice instead of its
/// studies. `sizing` is without fault. Parameters that decide nothing any more are left out.
project::Project projectFor(project::Project system, const Sizing& sizing, const project::ComponentLibrary& components);

/// The parameter that raises the load and the data of such a project; empty: nothing grows.
std::string growthParameterOf(const project::Project& sized);

/// Proposal to start from: all parameters that choose drives or have alternative components, or that are ticked, may be
/// chosen; load and goals are the system's own.
Sizing proposalFor(const project::Project& system, const project::ComponentLibrary& components);

} // namespace headroom::app
