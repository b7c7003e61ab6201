// Limit of a system's load, the part that is full then, and the upgrades that carry it further: plain values.
#pragma once

#include "record/summary/summary.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// One load with one seed: a run as the project is, and one under each of its goals' conditions.
struct LoadRun
{
    double load = 1; ///< over the present one
    std::uint64_t seed = 0;
    bool holds = false; ///< it settles and meets all goals, by the values of their figures
    std::string why;    ///< why it does not hold: "the goal put.latency.p99 at most 50 ms is missed"
    double perSecond = std::numeric_limits<double>::quiet_NaN(); ///< operations completed in a second, see Measure
    double meanMs = perSecond, p99Ms = perSecond;
    /// The figures of the goals, by metric and in base units, without those under other conditions or not known.
    std::map<std::string, double> goalFigures;
};

/// The highest load that a system holds, over the present load.
struct LoadLimit
{
    /// The mean over the seeds with its 95 % interval (Student's t over the logarithms; none of a single seed). Each
    /// seed's is known to 4 %, or to one of what the load is a number of.
    double load = std::numeric_limits<double>::quiet_NaN();
    double low = load, high = load;
    bool beyond = false;        ///< every load that was asked for holds: the limit is at least `load`
    bool none = false;          ///< no load holds
    std::string why;            ///< reason of the limit
    std::string problem;        ///< why it is not known: a run failed
    std::vector<LoadRun> runs;  ///< by load, then by seed
    std::vector<double> bySeed; ///< the limit of each seed; empty while it is not known

    bool known() const { return !bySeed.empty(); }
};

/// A resource as the load rises.
struct ResourceUse
{
    std::string resource; ///< "storage.disk data"
    double now = 0;       ///< share of what its busiest device could do, under the present load
    double atLimit = 0;   ///< the same under the highest load that holds
    /// The load at which it is full. Beyond the simulated loads it is estimated as if its use went on to grow as it did
    /// last. NaN if it did not grow any more: another resource, or the users themselves, keep it from being full.
    double fullAt = 0;
};

/// A system in which one more generic parameter has another value.
struct Upgrade
{
    std::string setting;                                       ///< "DISK=Some_SSD"
    double costUsd = std::numeric_limits<double>::quiet_NaN(); ///< of the parts that it adds
    bool pricesMissing = false;                                ///< of some of these; they are not in the cost
    LoadLimit limit;
    /// The limit over that of the system before, with its 95 % interval over pairs of runs with the same seeds.
    double gain = std::numeric_limits<double>::quiet_NaN(), gainLow = gain, gainHigh = gain;
    bool helps = false; ///< the interval is above 1

    /// By what share each 1000 USD raise the limit, if the first raise it by as much as the last: gain to the power of
    /// 1000 / cost, less 1. NaN if the cost is not known or not above zero.
    double gainPerThousandUsd() const;
};

/// A step of the growth plan.
struct GrowthStep
{
    double afterYears = 0; ///< when the load reaches the limit of the system before
    Upgrade upgrade;
    double untilYears = 0; ///< when it reaches the limit of the system with it; at least, if that is beyond
};

/// The answer of `headroom-engine grow`.
struct Growth
{
    std::string project;
    std::string loadName;               ///< the raised load in words: "all arrivals", "CUSTOMERS (now 200)"
    std::string parameter;              ///< that is raised; empty: all arrivals
    double present = 1;                 ///< its value, in its base unit
    double simulatedS = 0;              ///< of each run
    LoadLimit limit;                    ///< of the present system
    std::vector<ResourceUse> resources; ///< the fullest at the limit first
    double yearly = 0;                  ///< growth of the load in a year, as a share; 0: no plan was asked for
    double years = 0;                   ///< that the plan looks ahead
    std::vector<GrowthStep> steps;
    /// All upgrades that were compared for each step, the one that was taken first; after the last step those of which
    /// none helped.
    std::vector<std::vector<Upgrade>> compared;
    std::uint64_t runs = 0;     ///< that have ended
    std::uint64_t expected = 0; ///< runs in all, estimated; not less than those that have ended
    bool complete = false;      ///< nothing more will be simulated

    /// Load at the end of the years over the present one.
    double wanted() const;
    /// When the load reaches this factor; below 0 if it is below 1.
    double yearsUntil(double load) const;
    /// The plan carries the load to the end of the years.
    bool carries() const;
};

/// Price of the parts that `after` has and `before` has not, by its bill of materials; `missing` is set if one of them
/// has no price.
double costOfUpgrade(const record::Summary& before, const record::Summary& after, bool& missing);

} // namespace headroom::study
