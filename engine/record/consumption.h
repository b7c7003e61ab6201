// Cost, power and energy of a configuration: part of the summary.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headroom::record {

/// A position of the bill of materials.
struct BillLine
{
    std::string part;                ///< the component's id, or what it is if no component is named
    double count = 0;                ///< in the whole group; of memory that is not sold by the module: GB
    std::optional<double> usdEach{}; ///< empty: the libraries have no price
    bool operator==(const BillLine&) const = default;
};

/// Instead of the id of a node group: all switches.
inline constexpr const char* switchesGroup = "switches";

/// Purchase price of one node group, or of all switches.
struct GroupCost
{
    std::string nodeGroup;
    double usd = 0;                   ///< of everything with a known price
    std::vector<std::string> unknown; ///< parts without a price in the libraries; they are not in `usd`
    std::vector<BillLine> lines = {}; ///< none in older results
    double rackUnits = 0;             ///< of the chassis whose height is known
};

/// Power and energy over the measured window.
struct Energy
{
    double powerW = 0;                ///< mean
    double energyJ = 0;               ///< over the window
    std::vector<std::string> unknown; ///< parts without figures in the libraries; they are not in the sums
};

} // namespace headroom::record
