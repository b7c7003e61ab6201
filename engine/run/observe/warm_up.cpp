#include "run/observe/warm_up.h"

namespace headroom::run {

namespace {

/// Twenty batches of five observations, a fifth of the run: an early look would take a pause in a ramp for its end.
constexpr std::size_t fewestSeen = 20;
constexpr std::size_t observationsEach = 5;

} // namespace

void WarmUpDetector::observe(double operations, double latencySum)
{
    if (over_)
        return;
    counts_.push_back(operations);
    // No operation ended: the latency is unchanged.
    latencies_.push_back(operations > 0 ? latencySum / operations : latencies_.empty() ? 0 : latencies_.back());
    if (counts_.size() % observationsEach != 0 || counts_.size() < fewestSeen * observationsEach)
        return;
    settled_ = record::mser5(counts_).settled && record::mser5(latencies_).settled;
    over_ = settled_ || counts_.size() >= observations / 2;
}

} // namespace headroom::run
