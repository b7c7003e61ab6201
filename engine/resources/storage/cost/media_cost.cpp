#include "resources/storage/cost/media_cost.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::resources {

MediaCost::MediaCost(const Figures& figures)
    : perOperation_(kernel::fromSeconds(1 / figures.iops)), perCommand_(kernel::fromSeconds(1 / figures.commandsPerS)),
      perByte_(static_cast<double>(kernel::picosecondsPerSecond) / figures.sequentialBps), perFurtherByte_(0)
{
    if (figures.iops8k > 0)
        perFurtherByte_ = std::max(0.0, (1 / figures.iops8k - 1 / figures.iops) / ratedBytes) *
                          static_cast<double>(kernel::picosecondsPerSecond);
}

kernel::Time MediaCost::of(std::uint64_t bytes, bool sequential) const
{
    const kernel::Time transfer = kernel::fromTicks(static_cast<double>(bytes) * perByte_);
    if (sequential)
        return std::max(perCommand_, transfer);
    if (bytes <= ratedBytes)
        return perOperation_;
    const auto further = static_cast<double>(bytes - ratedBytes);
    return std::max(kernel::later(perOperation_, kernel::fromTicks(further * perFurtherByte_)), transfer);
}

Latency::Latency(double randomS, double sequentialS, double spread, std::uint64_t seed, std::uint64_t source)
    : mean_(randomS), sequential_(kernel::fromSeconds(sequentialS)), sigma_(std::sqrt(std::log1p(spread * spread))),
      key_(kernel::KeyedRandom(seed).keyOf(source))
{
}

kernel::Time Latency::next(bool sequential)
{
    if (sequential)
        return sequential_;
    if (sigma_ == 0)
        return kernel::fromSeconds(mean_);
    // Box and Muller, "A note on the generation of random normal deviates", 1958.
    const double radius = std::sqrt(-2 * std::log(1 - kernel::KeyedRandom::uniformOf(key_, draws_, 0)));
    const double normal = radius * std::cos(2 * std::numbers::pi * kernel::KeyedRandom::uniformOf(key_, draws_, 1));
    ++draws_;
    return kernel::fromSeconds(mean_ * std::exp(sigma_ * normal - sigma_ * sigma_ / 2));
}

} // namespace headroom::resources
