// A run that got stuck: nothing can happen any more, and requests wait.
#pragma once

#include "record/trust.h"
#include "run/model/model.h"

#include <optional>

namespace headroom::run {

/// For a model of which no event is pending: what waits, if requests of a workload do for which users or jobs wait. The
/// rounds of timers do not count: a role may serve in the background for ever.
std::optional<record::Stuck> stuckIn(const Model& model);

} // namespace headroom::run
