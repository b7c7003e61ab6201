// A requirement that a system has to meet, and the project in which the cheapest such system is searched.
#pragma once

#include "project/document/document.h"

#include <optional>
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

struct Sizing
{
    std::vector<std::pair<std::string, std::string>> values; ///< of generic parameters that are given, as typed
    std::vector<project::StudyAxis> choice;                  ///< the parameters to choose
    std::vector<SizingGoal> goals;
    std::string budget; ///< "50000 USD"; empty: none
    int yearly = 0;     ///< growth of the load in a year, per cent
    int years = 5;
};

inline constexpr const char* sizingStudy = "sizing"; ///< id of the study that searches

/// Reason why nothing can be searched, in a sentence; empty if it can.
std::string faultOf(const project::Project& system, const Sizing& sizing);

/// The system with the values, the goals instead of its own, and a study of the choice. `sizing` is without fault.
project::Project projectFor(project::Project system, const Sizing& sizing);

/// Proposal to start from: all parameters that choose components, or that are ticked, may be chosen; the goals are the
/// system's own, or one on the latency of its first operation.
Sizing proposalFor(const project::Project& system);

} // namespace headroom::app
