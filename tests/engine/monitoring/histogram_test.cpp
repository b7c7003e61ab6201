#include "kernel/random.h"
#include "monitoring/histogram.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using headroom::kernel::KeyedRandom;
using headroom::kernel::never;
using headroom::kernel::Time;
using headroom::monitoring::Histogram;

namespace {

/// Durations spread over nine decades.
std::vector<Time> wideSample(std::uint64_t seed, std::size_t size)
{
    const KeyedRandom random(seed);
    std::vector<Time> sample;
    for (std::uint64_t i = 0; i < size; ++i)
        sample.push_back(static_cast<Time>(std::pow(10.0, 3 + 9 * random.uniform(0, i))));
    return sample;
}

Histogram histogramOf(const std::vector<Time>& sample)
{
    Histogram histogram;
    for (Time duration : sample)
        histogram.record(duration);
    return histogram;
}

Time nearestRank(std::vector<Time> sample, double p)
{
    std::sort(sample.begin(), sample.end());
    const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(sample.size())));
    return sample[std::max<std::size_t>(rank, 1) - 1];
}

} // namespace

TEST_CASE("quantiles agree with the sorted sample within half a per cent over nine decades")
{
    const auto sample = wideSample(1, 30'000);
    const Histogram histogram = histogramOf(sample);
    for (double p : {0.0, 0.001, 0.1, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0}) {
        const double exact = static_cast<double>(nearestRank(sample, p));
        CHECK(std::abs(static_cast<double>(histogram.quantile(p)) - exact) <= exact / 256 + 0.5);
    }
}

TEST_CASE("mean, minimum, maximum and count are exact")
{
    const auto sample = wideSample(2, 10'000);
    const Histogram histogram = histogramOf(sample);
    headroom::kernel::Int128 sum = 0;
    for (Time duration : sample)
        sum += duration;
    CHECK(histogram.sum() == sum);
    CHECK(histogram.mean() == static_cast<double>(sum) / 10'000.0);
    CHECK(histogram.minimum() == *std::min_element(sample.begin(), sample.end()));
    CHECK(histogram.maximum() == *std::max_element(sample.begin(), sample.end()));
    CHECK(histogram.quantile(1.0) == histogram.maximum());
    CHECK(histogram.count() == 10'000);
}

TEST_CASE("small durations are told apart exactly")
{
    Histogram histogram;
    for (Time duration = 0; duration < 256; ++duration)
        histogram.record(duration);
    for (Time duration = 0; duration < 256; ++duration)
        CHECK(histogram.quantile(static_cast<double>(duration + 1) / 256.0) == duration);
}

TEST_CASE("the ends of the range are recorded: negative as nothing, never as never")
{
    Histogram histogram;
    histogram.record(-5);
    histogram.record(never);
    CHECK(histogram.minimum() == 0);
    CHECK(histogram.quantile(0.5) == 0);
    CHECK(histogram.quantile(1.0) == never);
    CHECK(histogram.buckets().back().upper == never);
}

TEST_CASE("merging two histograms is recording both samples in one")
{
    auto first = wideSample(3, 5'000);
    const auto second = wideSample(4, 2'000);
    Histogram merged = histogramOf(first);
    merged.merge(histogramOf(second));
    merged.merge(Histogram{});
    first.insert(first.end(), second.begin(), second.end());
    const Histogram whole = histogramOf(first);
    CHECK(merged.count() == whole.count());
    CHECK(merged.sum() == whole.sum());
    CHECK(merged.minimum() == whole.minimum());
    CHECK(merged.maximum() == whole.maximum());
    for (double p : {0.1, 0.5, 0.99})
        CHECK(merged.quantile(p) == whole.quantile(p));
}

TEST_CASE("the exported buckets hold every duration once, in ascending order, and narrow within one per cent")
{
    const auto sample = wideSample(5, 5'000);
    const auto buckets = histogramOf(sample).buckets();
    std::uint64_t total = 0;
    Time end = 0;
    for (const auto& bucket : buckets) {
        CHECK(bucket.lower >= end);
        CHECK(static_cast<double>(bucket.upper - bucket.lower) <=
              std::max(1.0, 0.01 * static_cast<double>(bucket.lower)));
        const auto inside = std::count_if(sample.begin(), sample.end(), [&](Time duration) {
            return duration >= bucket.lower && duration < bucket.upper;
        });
        CHECK(static_cast<std::uint64_t>(inside) == bucket.count);
        total += bucket.count;
        end = bucket.upper;
    }
    CHECK(total == sample.size());
}

TEST_CASE("an empty histogram, new or reset, has no durations")
{
    Histogram histogram;
    histogram.record(1'000, 3);
    CHECK(histogram.count() == 3);
    histogram.record(1'000, 0);
    CHECK(histogram.count() == 3);
    histogram.reset();
    CHECK(histogram.count() == 0);
    CHECK(histogram.mean() == 0.0);
    CHECK(histogram.quantile(0.5) == 0);
    CHECK(histogram.maximum() == 0);
    CHECK(histogram.buckets().empty());
    histogram.record(500);
    CHECK(histogram.minimum() == 500);
}

TEST_CASE("fewer buckets hold the same counts within wider bounds")
{
    const auto sample = wideSample(7, 10'000);
    const Histogram histogram = histogramOf(sample);
    const auto coarse = histogram.buckets(16);
    CHECK(coarse.size() < histogram.buckets().size() / 3);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        const auto& bucket = coarse[i];
        const auto inside =
            std::count_if(sample.begin(), sample.end(), [&](Time t) { return t >= bucket.lower && t < bucket.upper; });
        CHECK(bucket.count == static_cast<std::uint64_t>(inside));
        CHECK(static_cast<double>(bucket.upper - bucket.lower) <= static_cast<double>(bucket.lower) / 16 + 8);
        CHECK((i == 0 || bucket.lower >= coarse[i - 1].upper));
        total += bucket.count;
    }
    CHECK(total == histogram.count());
}
