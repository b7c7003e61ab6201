// Finds out while a run goes on when its beginning no longer shows.
#pragma once

#include "record/statistics.h"

#include <cstddef>
#include <vector>

namespace headroom::run {

/// MSER-5 over the run so far, on throughput and on mean latency. The warm-up is over once the cut of both lies in the
/// first half of what has been seen, so up to half of the seen time is given away beyond the cut itself: meters cannot
/// be taken back. When half of the run's duration is over it ends in any case, as not settled.
class WarmUpDetector
{
public:
    /// Observations in a whole run: the duration over the time between two of them.
    static constexpr std::size_t observations = 500;

    /// One more observation: operations that ended in it and their latencies added up.
    void observe(double operations, double latencySum);
    bool over() const { return over_; }
    bool settled() const { return settled_; }

private:
    std::vector<double> counts_, latencies_;
    bool over_ = false, settled_ = false;
};

} // namespace headroom::run
