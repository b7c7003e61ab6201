// Faults of a run that has ended.
#pragma once

#include "record/summary/summary.h"

#include <string>

namespace headroom::child {

/// True if the run came to its end within its warm-up: its figures are zero, whatever the system does.
bool measuredNothing(const record::Summary& summary);

/// Reason why the figures of a run are not those of the system asked for, as in "got stuck: ...", which completes "the
/// run"; empty if they are.
std::string faultOf(const record::Summary& summary);

} // namespace headroom::child
