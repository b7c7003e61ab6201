// A real Swift on one machine as the project swift-measured gives it, beside what was measured.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured rate of the project's published.csv: operations in a second.
struct MeasuredSwiftRate
{
    std::string operation; ///< "PUT", "GET" or "MIX"
    std::string size;      ///< of the objects
    int requests = 0;      ///< at a time
    double perSecond = 0;
    std::string use; ///< "fitted": its processor times, or those of its like, are the project's work; or "predicted"

    Settings settings() const;
};

/// Measured times of the project's published.csv, milliseconds: half of the requests took no longer than the first, ...
struct MeasuredSwiftTimes
{
    std::string operation, size;
    int requests = 0;
    double p50 = 0, p95 = 0, p99 = 0;
    std::string use; ///< "fitted": the variation of the work is from them; or "predicted"

    Settings settings() const;
};

/// Throws std::runtime_error if the file cannot be read.
std::vector<MeasuredSwiftRate> measuredSwiftRates();
std::vector<MeasuredSwiftTimes> measuredSwiftTimes();
/// The simulated rates, in the same order. `duration` includes five seconds of warm-up.
std::vector<double> simulateMeasuredSwift(const std::vector<MeasuredSwiftRate>& measured, const std::string& duration);
/// The same for times.
std::vector<record::LatencySummary> simulateMeasuredSwift(const std::vector<MeasuredSwiftTimes>& measured,
                                                          const std::string& duration);

} // namespace headroom::accuracy
