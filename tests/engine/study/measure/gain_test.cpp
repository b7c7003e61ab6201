// Gains from pairs of runs: their mean and how far it can be trusted.
#include "study/measure/gain.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace headroom;
using study::Gain;
using study::Pairs;

namespace {

study::Pairs pairsOf(const std::vector<double>& present, const std::vector<double>& changed)
{
    study::Pairs pairs;
    for (std::size_t i = 0; i < present.size(); ++i)
        pairs.add(present[i], changed[i]);
    return pairs;
}

} // namespace

TEST_CASE("the common part of pairs of runs does not widen the interval of their gain")
{
    // The present system differs by 50 % from run to run, the ratio by nothing.
    const study::Gain gain = study::gainOf(pairsOf({100, 120, 150}, {200, 240, 300}), 0.03);
    CHECK(gain.ratio == Approx(2));
    CHECK(gain.low == Approx(2));
    CHECK(gain.high == Approx(2));
    CHECK(gain.known);
}

TEST_CASE("a gain is the mean of the logarithms with Student's t")
{
    const study::Gain gain = study::gainOf(pairsOf({1, 1, 1}, {1.9, 2, 2.1}), 0.03);
    const double a = std::log(1.9), b = std::log(2.0), c = std::log(2.1), mean = (a + b + c) / 3;
    const double deviation =
        std::sqrt(((a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean)) / 2);
    const double half = 4.303 * deviation / std::sqrt(3.0);
    CHECK(gain.ratio == Approx(std::exp(mean)));
    CHECK(gain.low == Approx(std::exp(mean - half)));
    CHECK(gain.high == Approx(std::exp(mean + half)));
    CHECK_FALSE(gain.known);
    CHECK(study::gainOf(pairsOf({1, 1, 1}, {1.9, 2, 2.1}), 0.15).known);
}

TEST_CASE("the gain of the reciprocal is the reciprocal, with the same certainty")
{
    const std::vector<double> a = {10, 11, 13}, b = {20, 23, 25};
    const study::Gain up = study::gainOf(pairsOf(a, b), 0.1), down = study::gainOf(pairsOf(b, a), 0.1);
    CHECK(up.ratio * down.ratio == Approx(1));
    CHECK(up.low * down.high == Approx(1));
    CHECK(up.known == down.known);
}

TEST_CASE("one pair has a ratio but no interval, and what is no figure has neither")
{
    const study::Gain one = study::gainOf(pairsOf({2}, {3}), 0.03);
    CHECK(one.ratio == Approx(1.5));
    CHECK(std::isnan(one.low));
    CHECK_FALSE(one.known);
    CHECK(std::isnan(study::gainOf({}, 0.03).ratio));
    CHECK(std::isnan(study::gainOf(pairsOf({0, 2}, {1, 2}), 0.03).ratio));
    CHECK(std::isnan(study::gainOf(pairsOf({std::nan(""), 2}, {1, 2}), 0.03).ratio));
}

TEST_CASE("nineteen of twenty intervals hold the true gain", "[theory]")
{
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(0, 0.02), common(0, 0.3);
    int held = 0;
    const int trials = 4000;
    for (int trial = 0; trial < trials; ++trial) {
        study::Pairs pairs;
        for (int run = 0; run < 3; ++run) {
            const double demand = std::exp(common(random));
            pairs.add(demand * std::exp(noise(random)), 1.4 * demand * std::exp(noise(random)));
        }
        const study::Gain gain = study::gainOf(pairs, 0.03);
        held += gain.low <= 1.4 && 1.4 <= gain.high ? 1 : 0;
    }
    CHECK(held == Approx(0.95 * trials).margin(4 * std::sqrt(0.05 * 0.95 * trials)));
}

TEST_CASE("seeds that hardly matter leave the error within the runs")
{
    Pairs pairs;
    for (int i = 0; i < 3; ++i)
        pairs.add(100, 120, {0.01, 19, 0});
    const Gain gain = gainOf(pairs, 0.03);
    CHECK(gain.ratio == Approx(1.2));
    CHECK(std::log(gain.high / gain.ratio) == Approx(2.0 * 0.01 / std::sqrt(3.0)).epsilon(0.03));
}

TEST_CASE("a single pair has the interval of its own error, and a drift widens it")
{
    Pairs pairs;
    pairs.add(100, 120, {0.01, 19, 0.02});
    const Gain gain = gainOf(pairs, 0.03);
    CHECK(std::log(gain.high / gain.ratio) == Approx(2.093 * 0.01 + 0.02));
    CHECK_FALSE(gain.known);
    CHECK(gainOf(pairs, 0.05).known);
    CHECK(gain.inverse().low == Approx(1 / gain.high));
    CHECK(gain.widened(0.01, 0.05).high == Approx(gain.high * std::exp(0.01)));
}

TEST_CASE("pairs that differ more than their own errors explain decide alone")
{
    Pairs pairs;
    for (const double after : {100.0, 130.0, 160.0})
        pairs.add(100, after, {0.001, 19, 0});
    Pairs alone;
    for (const double after : {100.0, 130.0, 160.0})
        alone.add(100, after);
    CHECK(gainOf(pairs, 0.03).high == gainOf(alone, 0.03).high);
}

TEST_CASE("an interval is never printed as a single number")
{
    CHECK(study::Gain{1, 1, 1, true}.text() == "1 (0.995 to 1.005)");
    CHECK(study::Gain{1, 1, 1, true}.shortText() == "no change seen (within 0.5 %)");
    CHECK(study::Gain{1.52, 1.5201, 1.5202, true}.text() == "1.52 (1.515 to 1.525)");
    CHECK(study::Gain{1.52, 1.5, 1.54, true}.shortText() == "1.52 (1.5 to 1.54)");
}
