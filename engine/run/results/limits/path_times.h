// The mean time of users' requests along their critical paths, by place.
#pragma once

#include "record/summary/summary.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::run {

/// Seconds of the mean request of closed loops or task of jobs, along its critical path, at one resource or for one
/// reason.
struct PathTime
{
    std::string place; ///< as in record::TimePart, "storage.disk data", "storage.workers", "delay"
    std::string from;  ///< of a message in the network: the sender's node group
    double servedS = 0;
    std::optional<double> waitingS = {}; ///< empty: servedS includes it
};

/// The parts of the requests whose users or jobs wait for them; empty if there are others, for which nobody does.
std::vector<PathTime> pathTimes(const record::Summary& summary);

} // namespace headroom::run
