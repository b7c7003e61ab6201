// Energy and price of a configuration, from the components' figures.
#pragma once

#include "mapping/placement.h"
#include "record/summary/summary.h"
#include "topology/expanded_topology.h"

#include <optional>
#include <vector>

namespace headroom::run {

/// Power of a component when idle and at full utilisation, watts. In between it is linear in the utilisation: P = idle
/// + (max − idle) × utilisation (Fan, Weber & Barroso, "Power provisioning for a warehouse-sized computer", ISCA 2007,
/// who found the line accurate to 5 % for whole machines).
struct PowerFigures
{
    double idleW = 0, maxW = 0;
    /// `on`: the share of the time for which it is switched on.
    double at(double utilisation, double on) const { return idleW * on + (maxW - idleW) * utilisation; }
};

/// From `active_power_W`/`idle_power_W`, `power_W` or `power_W_per_DIMM` (constant unless there is an idle figure too),
/// or `tdp_W`. A processor without an idle figure is assumed to take 30 % of its thermal design power when idle: "less
/// than one-third of their peak power at very-low activity" (Barroso & Hölzle, "The case for energy-proportional
/// computing", IEEE Computer 40, 2007). Empty if the library has no figure.
std::optional<PowerFigures> powerFigures(const project::Component& component);

/// A number of equal components.
struct Parts
{
    const project::Component* component = nullptr;
    double count = 0;
};

/// Sets power and energy of `row` from its parts, its utilisation and the share of the time on; both stay empty if a
/// part has no figure.
void addPower(record::ResourceSummary& row, const std::vector<Parts>& parts, double on, double spanS);

/// Power that a node's supplies draw while its parts take `powerW`: they share it evenly, and lose what their
/// efficiency at that load says.
double drawnPower(const topology::GroupInfo& group, double powerW);

/// Sums up the rows of the groups that are ours, and adds memory, chassis and switches, which have no rows, and what
/// power supplies lose; names the parts without a figure. `on`: for each node group the share of the time for which its
/// nodes were up.
record::Energy totalEnergy(const topology::ExpandedTopology& topology, const std::vector<record::ResourceSummary>& rows,
                           const std::vector<double>& on, double spanS);

/// Price × count for each node group that is ours, and for the switches.
std::vector<record::GroupCost> costs(const topology::ExpandedTopology& topology);

} // namespace headroom::run
