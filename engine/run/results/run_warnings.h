// Warnings of a run that has ended, besides its figures.
#pragma once

#include "run/model/model.h"

#include <string>
#include <vector>

namespace headroom::run {

/// Settings whose assumptions the run did not meet: chunks passed on as pieces larger than the sender's, write caches
/// that started full of writes of another size than the run's. Further jobs that are not done, queues that grow without
/// end, times and sizes that were negative or not a number, reads and writes beyond the end of a device, and packets
/// that were lost.
std::vector<std::string> warningsOf(const Model& model);

} // namespace headroom::run
