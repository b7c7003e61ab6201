// The electrical power that components state.
#pragma once

#include "project/library/components.h"

#include <optional>

namespace headroom::project {

/// Power at full load, watts: `active_power_W`, `power_W`, `power_W_per_DIMM` or `tdp_W`, the first that is stated;
/// nothing if none is.
std::optional<double> fullPower(const Component& component);
/// Power at rest: `idle_power_W`, or else that at full load, of a thermal design power a share of 0.3.
std::optional<double> idlePower(const Component& component);

} // namespace headroom::project
