// Runs headroom-engine on a shipped project and reads its answer: accuracy is taken from what users run.
#pragma once

#include "record/summary.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// Generic parameters to set: name → value.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Simulates projects/`project` for `duration` with the engine of this build. Throws std::runtime_error with what the
/// engine said if it fails.
record::Summary simulate(const std::string& project, const Settings& settings, const std::string& duration);

/// Simulates several at once, as many as there are cores; answers in the order asked. A run that this process has made
/// already is not made again: it would give the same figures.
std::vector<record::Summary> simulateAll(const std::string& project, const std::vector<Settings>& points,
                                         const std::string& duration);

} // namespace headroom::accuracy
