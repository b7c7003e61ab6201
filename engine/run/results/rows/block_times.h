// Sums the time of requests in the blocks that use a resource, an upper bound of their waiting for it, and the calls.
#pragma once

#include "run/model/model.h"

#include <vector>

namespace headroom::run {

/// Seconds of all requests together over the measured window, by node group and its device groups, in the blocks that
/// read, write and flush the volumes that these carry. It contains what a block does beside waiting for its device (the
/// page cache, a helper thread, other devices of the volume), and not what devices do behind caches.
std::vector<std::vector<double>> storageTimes(const Model& model);

/// The same in the blocks that put messages into queues, by state item.
std::vector<double> putTimes(const Model& model);

/// Calls of the nodes of each node group and messages to them, in the measured window. A role that several groups
/// carry counts for each of them.
std::vector<double> callsTo(const Model& model);

} // namespace headroom::run
