// Runs headroom-engine on a shipped project and reads its answer: accuracy is taken from what users run.
#pragma once

#include "record/summary/summary.h"

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

/// The first resource of that name in a run's results. Throws std::runtime_error if there is none.
const record::ResourceSummary& resourceOf(const record::Summary& summary, const std::string& name);
/// All operations of a run in a second.
double ratePerSecond(const record::Summary& summary);

} // namespace headroom::accuracy
