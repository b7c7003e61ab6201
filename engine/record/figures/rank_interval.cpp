#include "record/figures/rank_interval.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::record {

namespace {

constexpr double tailShares = 10;   ///< the threshold leaves so many times the share that the quantile leaves above it
constexpr double largestTail = 0.5; ///< of all requests, above the threshold
constexpr double heaviestShape = 0.5; ///< from there on the excesses would have no variance

double halfWidthOfRanks(double share, double independent)
{
    return normal975 * std::sqrt(share * (1 - share) / std::max(1.0, independent));
}

/// Mean and variance of what latencies have above a threshold.
struct Excess
{
    double mean = 0, variance = 0;
};

Excess excessOver(std::span<const LatencyBucket> buckets, double threshold)
{
    double count = 0, sum = 0, squares = 0;
    for (const LatencyBucket& bucket : buckets) {
        if (bucket.upperMs <= threshold)
            continue;
        const double from = std::max(bucket.lowerMs, threshold);
        const double width = bucket.upperMs - bucket.lowerMs;
        const double n = static_cast<double>(bucket.count) * (width > 0 ? (bucket.upperMs - from) / width : 1);
        const double middle = (from + bucket.upperMs) / 2 - threshold;
        count += n;
        sum += n * middle;
        squares += n * middle * middle;
    }
    if (count <= 0)
        return {};
    const double mean = sum / count;
    return {mean, std::max(0.0, squares / count - mean * mean)};
}

/// The upper end beyond the slowest request; infinite if too little is known of the threshold.
double extrapolated(std::span<const LatencyBucket> buckets, double share, double independent)
{
    const double tail = std::min(largestTail, tailShares * (1 - share));
    const double half = halfWidthOfRanks(1 - tail, independent);
    if (1 - tail + half >= 1)
        return std::numeric_limits<double>::infinity();
    const Excess excess = excessOver(buckets, quantileMs(buckets, 1 - tail));
    const double seen =
        excess.variance > 0 ? std::clamp((1 - excess.mean * excess.mean / excess.variance) / 2, 0.0, heaviestShape) : 0;
    const double error = 1 / std::sqrt(tail * independent); // of the mean excess, relative, and about that of the shape
    const double shape = std::min(heaviestShape, seen + error);
    const double scale = excess.mean * (1 - seen) * (1 + normal975 * error);
    const double beyond = (std::pow(tail / (1 - share), shape) - 1) / shape;
    return quantileMs(buckets, 1 - tail + half) + scale * beyond;
}

} // namespace

std::optional<Figure> rankInterval(std::span<const LatencyBucket> buckets, double share, double sampled,
                                   double independent, std::string& why)
{
    double count = 0;
    for (const LatencyBucket& bucket : buckets)
        count += static_cast<double>(bucket.count);
    if (count * (1 - share) < 1) {
        why = "too few requests have ended to know it";
        return {};
    }
    const double half = halfWidthOfRanks(share, independent);
    const double low =
        std::min(sampled, quantileMs(buckets, std::max(0.0, share - half - 1 / std::max(1.0, independent))));
    const double high = share + half < 1 ? quantileMs(buckets, share + half)
                                         : std::max(buckets.back().upperMs, extrapolated(buckets, share, independent));
    if (std::isinf(high))
        why = "latencies follow something that hardly varies within the run, so that only a longer one bounds it";
    return Figure{sampled, low, std::max(sampled, high)};
}

} // namespace headroom::record
