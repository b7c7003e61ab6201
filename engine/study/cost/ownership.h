// What a configuration costs over years.
#pragma once

#include "record/summary.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// What the cost of ownership rests on besides prices and power. Nothing is discounted.
struct CostAssumptions
{
    double years = 5;
    std::optional<double> usdPerKWh; ///< empty: energy is left out, and said so
    double facilityFactor = 1;       ///< power drawn by the whole facility over that of the machines (PUE)
    double supportShare = 0;         ///< of the purchase, each year
    double licenceUsd = 0;           ///< for each node and year
    double rackUnitUsd = 0;          ///< for each rack unit and year
};

struct CostItem
{
    std::string name; ///< "energy"
    double usd = 0;   ///< over all years
};

/// The cost of ownership, in USD over all years.
struct Ownership
{
    std::vector<CostItem> items; ///< purchase first; those that cost nothing are left out
    double totalUsd = 0;
    std::vector<std::string> missing; ///< what is not in the total, in words
    /// For a million operations that users wait for, if the load of the run goes on all the time; NaN without any.
    double usdPerMillion = std::numeric_limits<double>::quiet_NaN();
};

/// `summary` is of a run: its mean power is that of all years. `nodes` is the number of nodes of all groups.
Ownership ownershipOf(const record::Summary& summary, double nodes, const CostAssumptions& assumptions);

/// The bill of materials as CSV: group, part, count, price of one, price of all.
std::string billAsCsv(const record::Summary& summary);

} // namespace headroom::study
