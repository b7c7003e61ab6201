// Cost of a configuration over years.
#pragma once

#include "record/summary/summary.h"
#include "study/cost/device_lives.h"

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// Assumptions of the cost of ownership besides prices and power. Nothing is discounted.
struct CostAssumptions
{
    double years = 5;
    std::optional<double> usdPerKWh;           ///< empty: energy is left out, and said so
    double facilityFactor = 1;                 ///< power drawn by the whole facility over that of the machines (PUE)
    double supportShare = 0;                   ///< of the purchase of all that is owned, each year
    double licenceUsd = 0;                     ///< for each node and year
    double rackUnitUsd = 0;                    ///< for each rack unit and year
    double waitingHourUsd = 0;                 ///< for each hour that somebody waits for a job
    std::map<std::string, double> jobsPerYear; ///< by workload of jobs
};

/// A system that stands for a part of the years: the first one is bought, a later one is what becomes of it.
struct Stage
{
    double years = 0;
    std::string inWords;     ///< difference from the first one: "NODES = 12"
    record::Summary summary; ///< of a run: its figures are those of these years
    double nodes = 0;        ///< of all node groups
};

/// Names of all possible items, in their order.
inline constexpr std::array costItemNames{
    "purchase",   "purchase in later years", "replacement of worn devices", "energy", "support", "licences",
    "rack units", "waiting for jobs"};

struct CostItem
{
    std::string name; ///< "energy"
    double usd = 0;   ///< over all years
};

/// Cost of a stage.
struct StageCost
{
    double fromYear = 0, years = 0;
    std::string inWords;
    double boughtUsd = 0; ///< parts that are bought at its beginning
    double usd = 0;       ///< all together
};

/// Cost of a year, or of the rest of a year at the end. Purchases are paid at the beginning of the year, all else as it
/// comes.
struct YearCost
{
    double from = 0, years = 0;  ///< when it begins, how long it is
    std::vector<CostItem> items; ///< in the order of those of all years
    double usd = 0;              ///< all together
};

/// The cost of ownership, in USD over all years.
struct Ownership
{
    std::vector<CostItem> items; ///< purchase first; those that cost nothing are left out
    double totalUsd = 0;
    std::vector<StageCost> stages;
    std::vector<YearCost> yearly;     ///< each year of each stage
    std::vector<DeviceLife> devices;  ///< solid-state ones
    std::vector<std::string> missing; ///< parts that are not in the total, in words
    /// For a million operations that users wait for, if the load of the runs goes on all the time; NaN without any.
    double usdPerMillion = std::numeric_limits<double>::quiet_NaN();
};

/// Cost of systems that follow each other; the years are those of all stages together, whatever the assumptions say.
Ownership ownershipOf(const std::vector<Stage>& stages, const CostAssumptions& assumptions);

/// Cost of one system that does not change. `nodes` is the number of nodes of all groups.
Ownership ownershipOf(const record::Summary& summary, double nodes, const CostAssumptions& assumptions);

/// The bill of materials as CSV: group, part, count, price of one, price of all.
std::string billAsCsv(const record::Summary& summary);

} // namespace headroom::study
