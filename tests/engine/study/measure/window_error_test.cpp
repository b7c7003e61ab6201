// The error of a comparison that comes from short measured windows: coverage, drift, edges.
#include "study/measure/window_error.h"

#include "study/measure/gain.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace headroom::study;

namespace {

constexpr std::size_t parts = 40;

/// Counts around a mean, each of which keeps a share of the deviation of the one before.
WindowParts courseOf(std::mt19937& dice, double mean, double deviation, double kept)
{
    std::normal_distribution<double> normal;
    WindowParts course;
    double off = deviation * normal(dice);
    for (std::size_t p = 0; p < parts; ++p) {
        off = kept * off + std::sqrt(1 - kept * kept) * deviation * normal(dice);
        course.push_back({mean + off, 2 * (mean + off)});
    }
    return course;
}

double sumOf(const WindowParts& course)
{
    double sum = 0;
    for (const auto& part : course)
        sum += part.count;
    return sum;
}

/// Share of the intervals of a single pair that hold the true ratio.
double heldShare(double kept)
{
    std::mt19937 dice(1);
    constexpr int cases = 1000;
    int held = 0;
    for (int i = 0; i < cases; ++i) {
        const WindowParts present = courseOf(dice, 1000, 100, kept), changed = courseOf(dice, 2000, 150, kept);
        Pairs pairs;
        pairs.add(sumOf(present), sumOf(changed), throughputError(present, changed));
        const Gain gain = gainOf(pairs, 0.03);
        held += gain.low <= 2 && 2 <= gain.high ? 1 : 0;
    }
    return static_cast<double>(held) / cases;
}

} // namespace

TEST_CASE("an interval from the parts of two windows holds the ratio in 95 % of the cases")
{
    CHECK(heldShare(0) == Approx(0.95).margin(0.02));
    CHECK(heldShare(0.5) == Approx(0.95).margin(0.03)); // parts that depend on each other are joined
}

TEST_CASE("what two runs have in common does not make their ratio uncertain")
{
    std::mt19937 dice(1);
    const WindowParts present = courseOf(dice, 1000, 200, 0);
    WindowParts changed = present;
    for (auto& part : changed)
        part.count *= 1.5;
    CHECK(throughputError(present, changed).deviation < 1e-4);
    CHECK(latencyError(present, present).deviation == 0);
}

TEST_CASE("a ratio that goes on changing in the window has a drift")
{
    WindowParts present(parts, {1000, 1}), changed = present;
    for (std::size_t p = 0; p < parts; ++p)
        changed[p].count += p < parts / 2 ? 0 : 100;
    changed[3].count += 1;
    const RatioError error = throughputError(present, changed);
    CHECK(error.drift + 2.3 * error.deviation > 0.05); // the later half alone is 5 % above the mean
    CHECK(throughputError(present, present).drift == 0);
}

TEST_CASE("the edges of a window count where few operations have ended")
{
    const WindowParts few(parts, {1, 1}), many(parts, {10000, 1});
    CHECK(throughputError(few, few).deviation == Approx(std::sqrt(2.0 / 6) / parts));
    CHECK(throughputError(many, many).deviation < 1e-5);
}

TEST_CASE("without parts of the window the error is not known")
{
    CHECK(std::isnan(throughputError({}, {}).deviation));
    CHECK(std::isnan(latencyError(WindowParts(3, {1, 1}), WindowParts(3, {1, 1})).deviation));
    CHECK(std::isnan(meanLatencyError({})));
}
