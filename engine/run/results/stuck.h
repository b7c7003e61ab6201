// Runs that got stuck, in whole or in part: requests wait, and nothing makes them go on.
#pragma once

#include "record/summary/trust.h"
#include "run/model/model.h"

#include <optional>
#include <vector>

namespace headroom::run {

/// For a model of which no event is pending but those of background activity (write-back, averages, samples): what
/// waits, if requests of a workload do for which users or jobs wait. The rounds of timers do not count: a role may
/// serve in the background for ever.
std::optional<record::Stuck> stuckIn(const Model& model);

/// At the end of a run in which something still happens: the workloads of which no request has ended in its second
/// half, or for ten times as long as any of them took before, though some wait for others and have not moved either. A
/// request that is at work or in transfer does not count, and neither do the rounds of timers.
std::vector<record::Standstill> standstillsIn(const Model& model);

} // namespace headroom::run
