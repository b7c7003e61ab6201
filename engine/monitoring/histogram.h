// Distribution of durations in bounded memory.
#pragma once

#include "kernel/int128.h"
#include "kernel/time.h"

#include <cstdint>
#include <vector>

namespace headroom::monitoring {

/// Counts durations in picoseconds in buckets whose width grows with the value: 128 buckets per doubling, exact below
/// 256 ps. A quantile is the middle of its bucket, so it differs by at most 1/256 (0.4 %) from the recorded value.
/// Mean, minimum and maximum are exact. The memory is at most 57 KiB, whatever is recorded.
///
/// The scheme is that of HdrHistogram (log-linear buckets).
class Histogram
{
public:
    using Time = kernel::Time;

    /// Standard deviation of a quantile's difference from the recorded value, over the value, at most: that of a value
    /// anywhere in a bucket of 1/128.
    static constexpr double bucketError = 1 / 128.0 / 3.4641;

    /// Number of durations from `lower` up to, not including, `upper`.
    struct Bucket
    {
        Time lower = 0;
        Time upper = 0;
        std::uint64_t count = 0;
    };

    /// Counts a duration, once or several times; a negative one counts as 0.
    void record(Time duration);
    void record(Time duration, std::uint64_t times);
    void merge(const Histogram& other);
    void reset();

    std::uint64_t count() const { return count_; }
    /// Exact sum in picoseconds.
    kernel::Int128 sum() const { return sum_; }
    /// Mean in picoseconds; 0 if nothing was recorded.
    double mean() const;
    /// Smallest and largest recorded duration; 0 if nothing was recorded.
    Time minimum() const { return minimum_; }
    Time maximum() const { return maximum_; }

    /// The duration that a share `p` of what was recorded does not exceed (the nearest rank: the ceil(p·count)-th
    /// smallest); `p` is limited to 0 … 1. 0 if nothing was recorded.
    Time quantile(double p) const;

    /// Number of durations in higher buckets than this one's.
    std::uint64_t countAbove(Time duration) const;

    /// All buckets that are not empty, in ascending order.
    std::vector<Bucket> buckets() const;
    /// The same in at most `perDoubling` buckets for each doubling (a power of two, up to 128), for records and plots.
    std::vector<Bucket> buckets(unsigned perDoubling) const;

private:
    void add(Time duration, std::uint64_t times);

    std::vector<std::uint64_t> counts_; ///< as long as the largest value requires
    std::uint64_t count_ = 0;
    kernel::Int128 sum_ = 0;
    Time minimum_ = 0;
    Time maximum_ = 0;
};

} // namespace headroom::monitoring
