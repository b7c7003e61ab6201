// Cost, power and energy of a configuration: part of the summary.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headroom::record {

/// Purchase price of one node group, or of the network.
struct GroupCost
{
    std::string nodeGroup;
    double usd = 0;                   ///< of everything with a known price
    std::vector<std::string> unknown; ///< parts without a price in the libraries; they are not in `usd`
};

/// Power and energy over the measured window.
struct Energy
{
    double powerW = 0;                ///< mean
    double energyJ = 0;               ///< over the window
    std::vector<std::string> unknown; ///< parts without figures in the libraries; they are not in the sums
};

} // namespace headroom::record
