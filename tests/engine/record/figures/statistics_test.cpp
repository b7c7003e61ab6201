// Confidence intervals that hold what they promise, and the end of a warm-up found where it is.
#include "../../effort.h"
#include "../../resources/processor/open_loop.h"
#include "record/figures/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace headroom;

namespace {

/// Mean sojourn times of 64 equal batches of an M/M/1 queue's customers after the first twentieth.
std::vector<double> sojournBatches(std::uint64_t seed)
{
    constexpr std::size_t batches = 64, length = 300;
    resources::ProcessorSpec spec;
    spec.discipline = resources::ProcessorSpec::Discipline::fifo;
    const std::size_t warmUp = batches * length / 20;
    const std::size_t all = warmUp + batches * length; // whatever the effort: the intervals' coverage depends on it
    const test::OpenLoop queue(spec, 0.7, test::OpenLoop::exponentialWork(1), all * test::hurry, seed);
    std::vector<double> means(batches, 0.0);
    for (std::size_t i = 0; i < batches * length; ++i)
        means[i / length] += queue.served[warmUp + i].sojourn() / static_cast<double>(length);
    return means;
}

std::vector<double> noise(std::uint64_t seed, std::size_t count)
{
    const kernel::KeyedRandom random(seed);
    std::vector<double> values;
    for (std::uint64_t i = 0; i < count; ++i)
        values.push_back(random.uniform(1, i));
    return values;
}

} // namespace

TEST_CASE("the 95 % interval of batch means covers the M/M/1 queue's response time as often as it says", "[theory]")
{
    const double theory = 1 / (1 - 0.7);
    int covered = 0;
    constexpr int runs = headroom::test::hurry > 1 ? 50 : 200;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        const auto means = record::batchMeans(sojournBatches(seed));
        covered += std::abs(means.estimate.mean - theory) <= means.estimate.halfWidth;
    }
    CHECK(covered >= 0.90 * runs);
    CHECK(covered <= 0.99 * runs);
}

TEST_CASE("quantiles of Student's t agree with the tables on both sides of where the series begins", "[theory]")
{
    CHECK(record::studentT975(1) == Approx(12.706).epsilon(1e-4));
    CHECK(record::studentT975(30) == Approx(2.0423).epsilon(5e-4));
    CHECK(record::studentT975(31) == Approx(2.0395).epsilon(1e-4));
    CHECK(record::studentT975(60) == Approx(2.0003).epsilon(1e-4));
    CHECK(record::studentT975(100000) == Approx(1.95999).epsilon(1e-4));
    CHECK(std::isinf(record::studentT975(0)));
}

TEST_CASE("one value says nothing of its precision")
{
    CHECK(record::estimate(std::vector{3.0}).mean == 3.0);
    CHECK(std::isinf(record::estimate(std::vector{3.0}).halfWidth));
}

TEST_CASE("independent batches pass the test, those of a slow trend do not")
{
    CHECK(record::batchMeans(noise(1, 64)).independent);
    std::vector<double> trend = noise(1, 64);
    for (std::size_t i = 0; i < trend.size(); ++i)
        trend[i] += static_cast<double>(i);
    const auto means = record::batchMeans(trend);
    CHECK_FALSE(means.independent);
    CHECK(means.lag1 > 0.5);
}

TEST_CASE("batches that alternate slowly are joined until they are independent")
{
    std::vector<double> waves = noise(2, 128);
    for (std::size_t i = 0; i < waves.size(); ++i)
        waves[i] += i / 4 % 2 == 0 ? 0.0 : 2.0;
    const auto means = record::batchMeans(waves);
    CHECK(means.independent);
    CHECK(means.batches < waves.size());
}

TEST_CASE("the rule MSER-5 cuts a beginning that is unlike the rest, and little else")
{
    std::vector<double> series = noise(3, 500);
    CHECK(record::mser5(series).cut <= 100);
    for (std::size_t i = 0; i < 60; ++i)
        series[i] += 5 * (1 - static_cast<double>(i) / 60);
    const auto cut = record::mser5(series);
    CHECK(cut.settled);
    CHECK(cut.cut >= 40);
    CHECK(cut.cut <= 120);
}

TEST_CASE("the rule MSER-5 says when a series has not settled")
{
    std::vector<double> climbing = noise(4, 500);
    for (std::size_t i = 0; i < climbing.size(); ++i)
        climbing[i] += static_cast<double>(i);
    CHECK_FALSE(record::mser5(climbing).settled);
}
