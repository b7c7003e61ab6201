// Parts of workloads: levels over time, arrivals, sizes, keys.
#include "run/workload/arrivals.h"
#include "run/workload/sizes.h"
#include "run/workload/zipf.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace headroom;
using namespace headroom::run;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double single = std::numeric_limits<double>::quiet_NaN();

Profile constant(double level)
{
    Profile profile;
    profile.hold(infinity, level);
    return profile;
}

struct Moments
{
    double mean = 0, squaredVariation = 0;
};

Moments momentsOf(const std::vector<double>& values)
{
    double sum = 0, squares = 0;
    for (const double value : values)
        sum += value;
    const double mean = sum / static_cast<double>(values.size());
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return {mean, squares / static_cast<double>(values.size() - 1) / (mean * mean)};
}

std::vector<double> gapsOf(Arrivals arrivals, int count)
{
    std::vector<double> gaps;
    double last = 0;
    for (int n = 0; n < count;) {
        const auto next = arrivals.next();
        if (!next.arrival)
            continue;
        gaps.push_back(next.time - last);
        last = next.time;
        ++n;
    }
    gaps.erase(gaps.begin()); // from the start to the first is no gap between arrivals
    return gaps;
}

Arrivals arrivalsOf(Arrivals::Kind kind, Profile rate, double onS = 1, double offS = 1)
{
    return {{kind, std::move(rate), onS, offS}, kernel::KeyedRandom(5), 17};
}

} // namespace

TEST_CASE("a Poisson stream has the mean gap of its rate and a squared variation of 1", "[theory]")
{
    const auto moments = momentsOf(gapsOf(arrivalsOf(Arrivals::Kind::poisson, constant(250)), 200000));
    CHECK(moments.mean == Approx(1 / 250.0).epsilon(0.01));
    CHECK(moments.squaredVariation == Approx(1).epsilon(0.03));
}

TEST_CASE("constant arrivals are evenly spaced, without drift")
{
    auto arrivals = arrivalsOf(Arrivals::Kind::constant, constant(3));
    double last = 0;
    for (int n = 1; n <= 3000000; ++n)
        last = arrivals.next().time;
    CHECK(last == Approx(1e6).epsilon(1e-15));
    CHECK(momentsOf(gapsOf(arrivalsOf(Arrivals::Kind::constant, constant(3)), 1000)).squaredVariation < 1e-20);
}

TEST_CASE("bursts have the gaps of an interrupted Poisson process", "[theory]")
{
    // Kuczura, "The interrupted Poisson process as an overflow process", Bell System Technical Journal 52, 1973.
    const double rate = 100, on = 0.2, off = 0.6;
    const auto moments = momentsOf(gapsOf(arrivalsOf(Arrivals::Kind::bursts, constant(rate), on, off), 400000));
    const double stop = 1 / on, resume = 1 / off;
    CHECK(moments.mean == Approx((on + off) / on / rate).epsilon(0.03));
    CHECK(moments.squaredVariation == Approx(1 + 2 * rate * stop / ((stop + resume) * (stop + resume))).epsilon(0.06));
}

TEST_CASE("the number of arrivals is the area under a rate that changes", "[theory]")
{
    Profile rate;
    rate.hold(10, 100);
    rate.add(20, 100, 500); // a ramp
    rate.hold(5, 0);
    rate.add(10, 200, 0);
    const double expected = 1000 + 6000 + 0 + 1000;
    CHECK(rate.area(45) == Approx(expected));
    CHECK(rate.area(20) == Approx(1000 + 10 * (100 + 300) / 2));
    CHECK(rate.level(20) == Approx(300));

    const auto kind = test::oneOf({Arrivals::Kind::constant, Arrivals::Kind::poisson});
    auto arrivals = arrivalsOf(kind, rate);
    double inFirst = 0, inRamp = 0, inPause = 0, all = 0;
    for (double at = arrivals.next().time; std::isfinite(at); at = arrivals.next().time) {
        ++all;
        inFirst += at < 10;
        inRamp += at >= 10 && at < 30;
        inPause += at > 30.0001 && at < 35; // the constant stream's last one is due at 30 itself
    }
    const double exact = kind == Arrivals::Kind::constant ? 1.5 : 0;
    CHECK(std::abs(inFirst - 1000) <= (exact > 0 ? exact : 3 * std::sqrt(1000)));
    CHECK(std::abs(inRamp - 6000) <= (exact > 0 ? exact : 3 * std::sqrt(6000)));
    CHECK(inPause == 0);
    CHECK(std::abs(all - expected) <= (exact > 0 ? exact : 3 * std::sqrt(expected)));
}

TEST_CASE("nobody arrives at a rate of 0, and nobody waits for it")
{
    CHECK(arrivalsOf(Arrivals::Kind::poisson, constant(0)).next().time == infinity);
    CHECK(arrivalsOf(Arrivals::Kind::constant, Profile()).next().time == infinity);
    // Bursts without arrivals give way after a while instead of going on for ever.
    CHECK_FALSE(arrivalsOf(Arrivals::Kind::bursts, constant(0)).next().arrival);
}

TEST_CASE("a level that rises and falls says when it is above a threshold")
{
    Profile level;
    level.add(10, 0, 4);
    level.hold(5, 4);
    level.add(4, 4, 0);
    level.hold(10, 2);
    CHECK(level.nextAbove(2, 0) == Approx(5));
    CHECK(level.nextAbove(2, 7) == Approx(7));
    CHECK(level.nextAbove(3, 16.5) == infinity);
    CHECK(level.nextAbove(1, 18.5) == Approx(19)); // asleep on the way down, awake for the last piece
    CHECK(level.nextAbove(2, 19) == infinity);
    CHECK(level.maximum() == 4);
}

TEST_CASE("keys come as often as Zipf's law says", "[theory]")
{
    const double exponent = test::oneOf({0.0, 0.5, 0.99, 1.0, 1.2, 2.5});
    constexpr std::size_t keys = 200;
    const Zipf zipf(keys, exponent);
    const kernel::KeyedRandom random(3);
    std::vector<double> counts(keys, 0);
    constexpr int draws = 400000;
    double tries = 0;
    for (std::uint64_t n = 0; n < draws; ++n) {
        const auto key = zipf.draw([&](std::uint64_t attempt) {
            ++tries;
            return random.uniform(1, n, attempt);
        });
        REQUIRE(key < keys);
        ++counts[key];
    }
    double total = 0;
    for (std::size_t k = 0; k < keys; ++k)
        total += std::pow(static_cast<double>(k + 1), -exponent);
    double chiSquare = 0, expectedTail = 0, countTail = 0;
    int cells = 0;
    for (std::size_t k = 0; k < keys; ++k) {
        const double expected = draws * std::pow(static_cast<double>(k + 1), -exponent) / total;
        if (expected < 10) { // too few for the approximation: gathered in one cell
            expectedTail += expected;
            countTail += counts[k];
            continue;
        }
        chiSquare += (counts[k] - expected) * (counts[k] - expected) / expected;
        ++cells;
    }
    if (expectedTail > 0) {
        chiSquare += (countTail - expectedTail) * (countTail - expectedTail) / expectedTail;
        ++cells;
    }
    INFO("exponent " << exponent << ", " << cells << " cells");
    // 99.9 % quantile of chi-square by Wilson and Hilferty's approximation.
    const double freedom = cells - 1, c = 2 / (9 * freedom);
    CHECK(chiSquare < freedom * std::pow(1 - c + 3.09 * std::sqrt(c), 3));
    CHECK(tries / draws < 1.2);
}

TEST_CASE("a draw by Zipf's law takes no longer over a million million keys")
{
    const std::uint64_t keys = 1000000000000;
    const Zipf zipf(keys, 1.1);
    const kernel::KeyedRandom random(3);
    double first = 0;
    for (std::uint64_t n = 0; n < 100000; ++n) {
        const auto key = zipf.draw([&](std::uint64_t attempt) { return random.uniform(1, n, attempt); });
        REQUIRE(key < keys);
        first += key == 0;
    }
    // Euler and Maclaurin: the sum over all keys from that over the first thousand and the integral of the rest.
    double sum = 0;
    for (int k = 1; k <= 1000; ++k)
        sum += std::pow(k, -1.1);
    sum += (std::pow(1000.5, -0.1) - std::pow(1e12, -0.1)) / 0.1;
    CHECK(first / 100000 == Approx(1 / sum).epsilon(0.05));
}

TEST_CASE("sizes have the moments of their distribution", "[theory]")
{
    const kernel::KeyedRandom random(11);
    const auto sample = [&](const Sizes& sizes) {
        std::vector<double> values;
        for (std::uint64_t n = 0; n < 400000; ++n)
            values.push_back(sizes.draw(random.uniform(1, n, 0), random.uniform(1, n, 1)));
        return momentsOf(values);
    };
    const auto logNormal = sample(Sizes::logNormal(1e6, 0.8, 0, infinity));
    CHECK(logNormal.mean == Approx(1e6).epsilon(0.01));
    CHECK(logNormal.squaredVariation == Approx(std::exp(0.64) - 1).epsilon(0.05));
    const auto uniform = sample(Sizes::uniform(1, 6)); // a die
    CHECK(uniform.mean == Approx(3.5).epsilon(0.005));
    CHECK(uniform.squaredVariation == Approx(35.0 / 12 / (3.5 * 3.5)).epsilon(0.01));
    CHECK(Sizes::constant(42).draw(0.3, 0.4) == 42);
    const Sizes bounded = Sizes::logNormal(1e6, 5, 1000, 2000);
    for (std::uint64_t n = 0; n < 100; ++n) {
        const double size = bounded.draw(random.uniform(2, n, 0), random.uniform(2, n, 1));
        CHECK((size >= 1000 && size <= 2000));
    }
}

TEST_CASE("a range of sizes gives the whole numbers in it")
{
    for (const double v : {0.0, 0.4, 0.999}) {
        CHECK(Sizes::uniform(0.5, 1.5).draw(0, v) == 1);
        CHECK(Sizes::uniform(1.5, 3.9).draw(0, v) == (v < 0.5 ? 2 : 3));
    }
}

TEST_CASE("the mean of a level is that of the time asked for")
{
    Profile workers;
    workers.hold(5, 100);
    workers.hold(5, 1);
    CHECK(workers.mean(0, 10) == Approx(50.5));
    CHECK(workers.mean(5, 10) == 1);
    CHECK(workers.mean(-5, 5) == Approx(50));
    Profile always;
    always.hold(endOfTime, 7);
    CHECK(always.mean(0.1, 0.7) == 7);
}

TEST_CASE("a histogram's rows come by their weights, ranges evenly within")
{
    const Sizes sizes = Sizes::histogram({{4096, single, 3}, {65536, single, 1}, {1000, 1999, 0}, {10, 19, 4}});
    const kernel::KeyedRandom random(7);
    double small = 0, large = 0, range = 0, sum = 0;
    constexpr int draws = 80000;
    for (std::uint64_t n = 0; n < draws; ++n) {
        const double size = sizes.draw(random.uniform(1, n, 0), random.uniform(1, n, 1));
        small += size == 4096;
        large += size == 65536;
        if (size >= 10 && size <= 19) {
            ++range;
            sum += size;
        }
    }
    CHECK(small + large + range == draws);
    CHECK(small / draws == Approx(3.0 / 8).epsilon(0.02));
    CHECK(large / draws == Approx(1.0 / 8).epsilon(0.03));
    CHECK(sum / range == Approx(14.5).epsilon(0.005));
}
