// What a configuration costs, draws and holds: part of the summary.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headroom::record {

/// Price of what is bought for one node group, or for the network.
struct GroupCost
{
    std::string nodeGroup;
    double usd = 0;                   ///< of everything whose price is known
    std::vector<std::string> unknown; ///< what has no price in the libraries; it is not in `usd`
};

/// What runs draws over the measured window.
struct Energy
{
    double powerW = 0;                ///< mean
    double energyJ = 0;               ///< over the window
    std::vector<std::string> unknown; ///< what has no figure in the libraries; it is not in the sums
};

} // namespace headroom::record
