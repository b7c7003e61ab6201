// Detects during a run when its initial transient is over.
#pragma once

#include "record/figures/statistics.h"

#include <cstddef>
#include <vector>

namespace headroom::run {

/// MSER-5 over the run so far, on throughput and on mean latency. The warm-up is over once both cuts are in the first
/// half of the observations. So up to half of the observed time is lost in addition to the cut itself: meters cannot be
/// reset to an earlier time. After half of the run's duration the warm-up ends in any case, as not settled.
class WarmUpDetector
{
public:
    /// Observations in a whole run: the duration over the time between two of them.
    static constexpr std::size_t observations = 500;

    /// Adds one observation: the operations that ended in it and the sum of their latencies.
    void observe(double operations, double latencySum);
    bool over() const { return over_; }
    bool settled() const { return settled_; }

private:
    std::vector<double> counts_, latencies_;
    bool over_ = false, settled_ = false;
};

} // namespace headroom::run
