// A distributed log (Kafka's benchmarks of 2014 and 2020) as the project kafka-log gives it, beside what was published.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A published figure of the project's published.csv.
struct DistributedLogFigure
{
    std::string benchmark; ///< its year
    int producers = 0;     ///< 0: consumers read what is there already
    int consumers = 0;
    int replicas = 0;
    std::string acks;   ///< "1" or "all"
    std::string figure; ///< "produced", "consumed" (records or bytes in a second), or "latency" (the median)
    std::string unit;
    double value = 0;
    std::string use; ///< "fitted" or "predicted"

    /// The parameters of the project for the machines and the load of the case.
    Settings settings() const;
};

/// Throws std::runtime_error if the file cannot be read.
std::vector<DistributedLogFigure> publishedDistributedLogFigures();
/// The simulated figure in the published one's unit.
double simulateDistributedLog(const DistributedLogFigure& published);

} // namespace headroom::accuracy
