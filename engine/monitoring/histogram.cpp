#include "monitoring/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace headroom::monitoring {

namespace {

using kernel::Time;

constexpr int bitsPerDoubling = 7;
constexpr std::uint64_t bucketsPerDoubling = std::uint64_t{1} << bitsPerDoubling;

/// Number of bits by which a value is shifted right so that it is below 2 · bucketsPerDoubling.
int shiftOf(std::uint64_t value)
{
    return std::max(static_cast<int>(std::bit_width(value)) - (bitsPerDoubling + 1), 0);
}

std::size_t bucketOf(Time value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    const int shift = shiftOf(bits);
    return static_cast<std::size_t>(shift) * bucketsPerDoubling + static_cast<std::size_t>(bits >> shift);
}

int shiftOfBucket(std::size_t bucket)
{
    return bucket < 2 * bucketsPerDoubling ? 0 : static_cast<int>(bucket / bucketsPerDoubling) - 1;
}

Time lowerOf(std::size_t bucket)
{
    const int shift = shiftOfBucket(bucket);
    return static_cast<Time>((bucket - static_cast<std::size_t>(shift) * bucketsPerDoubling) << shift);
}

/// Width of a bucket. The last bucket would end beyond the range of Time, so its end is never computed from it.
Time widthOf(std::size_t bucket)
{
    return Time{1} << shiftOfBucket(bucket);
}

} // namespace

[[gnu::always_inline]] inline void Histogram::add(Time duration, std::uint64_t times)
{
    duration = std::max<Time>(duration, 0);
    const std::size_t bucket = bucketOf(duration);
    if (bucket >= counts_.size())
        counts_.resize(bucket + 1);
    counts_[bucket] += times;
    minimum_ = count_ == 0 ? duration : std::min(minimum_, duration);
    maximum_ = std::max(maximum_, duration);
    count_ += times;
    sum_ += static_cast<kernel::Int128>(duration) * times;
}

void Histogram::record(Time duration)
{
    add(duration, 1);
}

void Histogram::record(Time duration, std::uint64_t times)
{
    if (times > 0)
        add(duration, times);
}

void Histogram::merge(const Histogram& other)
{
    if (other.count_ == 0)
        return;
    if (counts_.size() < other.counts_.size())
        counts_.resize(other.counts_.size());
    for (std::size_t bucket = 0; bucket < other.counts_.size(); ++bucket)
        counts_[bucket] += other.counts_[bucket];
    minimum_ = count_ == 0 ? other.minimum_ : std::min(minimum_, other.minimum_);
    maximum_ = std::max(maximum_, other.maximum_);
    count_ += other.count_;
    sum_ += other.sum_;
}

void Histogram::reset()
{
    if (count_ > 0)
        std::fill(counts_.begin() + static_cast<std::ptrdiff_t>(bucketOf(minimum_)),
                  counts_.begin() + static_cast<std::ptrdiff_t>(bucketOf(maximum_)) + 1, 0);
    count_ = 0;
    sum_ = 0;
    minimum_ = maximum_ = 0;
}

double Histogram::mean() const
{
    return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

Time Histogram::quantile(double p) const
{
    if (count_ == 0)
        return 0;
    const double rank = std::ceil(std::clamp(p, 0.0, 1.0) * static_cast<double>(count_));
    const auto wanted = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rank), 1, count_);
    if (wanted == count_)
        return maximum_;
    std::uint64_t seen = 0;
    std::size_t bucket = bucketOf(minimum_);
    while (seen + counts_[bucket] < wanted)
        seen += counts_[bucket++];
    return std::clamp(lowerOf(bucket) + (widthOf(bucket) - 1) / 2, minimum_, maximum_);
}

std::uint64_t Histogram::countAbove(Time duration) const
{
    std::uint64_t above = 0;
    for (std::size_t bucket = bucketOf(std::max<Time>(duration, 0)) + 1; bucket < counts_.size(); ++bucket)
        above += counts_[bucket];
    return above;
}

std::vector<Histogram::Bucket> Histogram::buckets() const
{
    std::vector<Bucket> result;
    for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
        if (counts_[bucket] == 0)
            continue;
        const Time lower = lowerOf(bucket);
        result.push_back({lower, kernel::later(lower, widthOf(bucket)), counts_[bucket]});
    }
    return result;
}

std::vector<Histogram::Bucket> Histogram::buckets(unsigned perDoubling) const
{
    const auto joined = static_cast<Time>(bucketsPerDoubling / std::max(1U, perDoubling));
    std::vector<Bucket> result;
    for (const Bucket& fine : buckets()) {
        // Below the first doubling with the full number of buckets, a bucket is one picosecond wide.
        const Time width = (fine.upper - fine.lower) * joined;
        const Time lower = fine.lower / width * width;
        if (result.empty() || result.back().lower != lower)
            result.push_back({lower, kernel::later(lower, width), 0});
        result.back().count += fine.count;
    }
    return result;
}

} // namespace headroom::monitoring
