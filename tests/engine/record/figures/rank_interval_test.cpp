// Confidence intervals of quantiles where few requests have ended.
#include "record/figures/rank_interval.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

using namespace headroom::record;
using Catch::Contains;

namespace {

using Draw = std::function<double(std::mt19937_64&)>;

/// Independent latencies, each in a bucket of its own width of 1 %.
std::vector<LatencyBucket> drawn(const Draw& draw, std::size_t count, std::mt19937_64& dice)
{
    std::vector<double> values(count);
    std::ranges::generate(values, [&] { return draw(dice); });
    std::ranges::sort(values);
    std::vector<LatencyBucket> buckets;
    for (const double value : values)
        buckets.push_back({value * 0.995, value * 1.005, 1});
    return buckets;
}

/// How often the interval of p99 contains the true one.
double coverage(const Draw& draw, double truth, std::size_t count)
{
    constexpr int runs = 600;
    std::mt19937_64 dice(7);
    int covered = 0;
    for (int i = 0; i < runs; ++i) {
        const auto buckets = drawn(draw, count, dice);
        std::string why;
        const auto p99 = rankInterval(buckets, 0.99, quantileMs(buckets, 0.99), static_cast<double>(count), why);
        covered += p99 && p99->low <= truth && truth <= p99->high;
    }
    return static_cast<double>(covered) / runs;
}

} // namespace

TEST_CASE("the interval of p99 of a hundred requests holds for light and for heavy tails", "[theory]")
{
    std::exponential_distribution<double> exponential(1);
    std::normal_distribution<double> normal(0, 1);
    const std::size_t count = GENERATE(100, 200, 350);
    CHECK(coverage([&](auto& dice) { return exponential(dice); }, std::log(100.0), count) > 0.94);
    CHECK(coverage([&](auto& dice) { return std::exp(normal(dice)); }, std::exp(2.3263), count) > 0.93);
    CHECK(coverage([&](auto& dice) { return std::exp(exponential(dice) / 3); }, std::cbrt(100.0), count) > 0.93);
}

TEST_CASE("a limit far above the slowest of some hundred requests is not in doubt")
{
    // 2300 requests that are worth 200 independent ones: p99 is 340 ms, the slowest took 405 ms.
    const std::vector<LatencyBucket> buckets = {{100, 150, 1400}, {150, 250, 700}, {250, 330, 170}, {330, 405, 30}};
    std::string why;
    const auto p99 = rankInterval(buckets, 0.99, 340, 200, why);
    REQUIRE(p99);
    CHECK(p99->high > 405);
    CHECK(p99->high < 1000);
    CHECK(why.empty());
}

TEST_CASE("requests that all follow something slow leave a quantile without an upper end")
{
    const std::vector<LatencyBucket> buckets = {{1, 2, 98'000}, {2, 4, 1'500}, {4, 8, 500}};
    std::string why;
    const auto p99 = rankInterval(buckets, 0.99, 3, 12, why);
    REQUIRE(p99);
    CHECK(std::isinf(p99->high));
    CHECK_THAT(why, Contains("only a longer one bounds it"));
}

TEST_CASE("no quantile is known that not one request is expected to exceed")
{
    const std::vector<LatencyBucket> buckets = {{1, 2, 99}};
    std::string why;
    CHECK_FALSE(rankInterval(buckets, 0.99, 2, 99, why));
    CHECK_THAT(why, Contains("too few requests"));
    CHECK(rankInterval(buckets, 0.95, 2, 99, why));
}
