// Cost, power, energy and wear of a configuration: part of the summary.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::record {

/// A position of the bill of materials.
struct BillLine
{
    std::string part;                ///< the component's id, or what it is if no component is named
    double count = 0;                ///< in the whole group; of memory that is not sold by the module: GB
    std::optional<double> usdEach{}; ///< empty: the libraries have no price
    std::string priceBasis = {};     ///< source and year of the price, or the rule of an estimate; empty: not stated
    bool estimated = false;          ///< the price has no document
    bool operator==(const BillLine&) const = default;
};

/// Source and year of a price, or the rule of an estimate, which is named so; empty if nothing is stated.
std::string priceBasisInWords(const BillLine& line);

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

/// The purchase price of a whole cluster.
struct Price
{
    double usd = 0;                ///< of everything with a known price
    double estimatedUsd = 0;       ///< the part of it that is estimated
    std::set<std::string> unknown; ///< parts without one: if there are any, the price is at least `usd`
};
Price priceOf(const std::vector<GroupCost>& costs);

/// Bytes that a run writes to the solid-state devices of one device group, in the measured window. In a RAID set or as
/// a cache each device counts with the writes asked of itself.
struct DeviceWear
{
    std::string nodeGroup, devices;         ///< ids of the node group and of the device group
    std::string part;                       ///< the component's id
    double count = 0;                       ///< devices in the whole node group
    double writtenMeanBps = 0;              ///< bytes that the host writes to a device in a second, mean of all
    double writtenMostBps = 0;              ///< the same of the device to which most is written
    std::optional<double> enduranceBytes{}; ///< that the host may write to a device in its life; empty: not known
    bool operator==(const DeviceWear&) const = default;
};

/// A part of the raw capacity that is not usable.
struct CapacityLoss
{
    std::string what; ///< "copies and parity"
    double bytes = 0;
    bool operator==(const CapacityLoss&) const = default;
};

/// Power and energy over the measured window.
struct Energy
{
    double powerW = 0;                ///< mean
    double energyJ = 0;               ///< over the window
    std::vector<std::string> unknown; ///< parts without figures in the libraries; they are not in the sums
};

} // namespace headroom::record
