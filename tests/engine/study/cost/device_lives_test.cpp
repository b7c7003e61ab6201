// When solid-state devices are worn, against arithmetic.
#include "study/cost/ownership.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::study;

namespace {

constexpr double aYear = 365.25 * 86400;

/// Eight drives for 300 USD each that are worn after so many years; to the busiest twice as much is written.
record::Summary drives(double wornAfterYears, double count = 8, const std::string& part = "ssd")
{
    record::Summary summary;
    summary.costs = {{"storage", 300 * count, {}, {{part, count, 300.0}}, 0}};
    constexpr double endurance = 1e15;
    const double written = endurance / (wornAfterYears * aYear);
    summary.wear = {{"storage", "data", part, count, written, 2 * written, endurance}};
    return summary;
}

/// Over stages of so many years each.
DeviceLife lifeOver(const std::vector<std::pair<double, record::Summary>>& stages)
{
    DeviceLives lives;
    for (const auto& [years, system] : stages)
        lives.pass(system, years);
    REQUIRE(lives.lives().size() == 1);
    return lives.lives().front();
}

} // namespace

TEST_CASE("a device lives as long as it takes to write what it endures")
{
    const DeviceLife life = lifeOver({{5, drives(8)}});
    CHECK(life.wornAfterYears == Approx(8));
    CHECK(life.mostWrittenAfterYears == Approx(4));
    CHECK(life.replaced == 0);
    CHECK(life.usd == 0);
}

TEST_CASE("a device that is worn within the years is replaced, as often as it is worn")
{
    CHECK(lifeOver({{5, drives(3)}}).replaced == 8);
    CHECK(lifeOver({{5, drives(2)}}).replaced == 16); // after two years and after four
    CHECK(lifeOver({{5, drives(2)}}).usd == 16 * 300);
    CHECK(lifeOver({{5, drives(5)}}).replaced == 0); // the years are over when it is worn
    CHECK(lifeOver({{5, drives(2.5)}}).replaced == 8);
}

TEST_CASE("stages add up: what is worn at the end of one is replaced in the next")
{
    CHECK(lifeOver({{5, drives(5)}, {1, drives(5)}}).replaced == 8);
    CHECK(lifeOver({{1, drives(3)}, {1, drives(3)}, {1, drives(3)}, {2, drives(3)}}).replaced == 8);
    // Half worn in the first two years, and twice as fast after that.
    const DeviceLife life = lifeOver({{2, drives(4)}, {2, drives(2)}});
    CHECK(life.wornAfterYears == Approx(3));
    CHECK(life.replaced == 8);
}

TEST_CASE("after the last year a device goes on to wear as in it")
{
    CHECK(lifeOver({{1, drives(10)}, {1, drives(5)}}).wornAfterYears == Approx(2 + 0.7 * 5));
}

TEST_CASE("devices that are added later wear from then on")
{
    const DeviceLife life = lifeOver({{3, drives(4)}, {2, drives(4, 12)}});
    CHECK(life.count == 12);
    CHECK(life.replaced == 8); // not the four that are two years old
}

TEST_CASE("another part in their place has a life of its own")
{
    DeviceLives lives;
    lives.pass(drives(2), 1.5);
    lives.pass(drives(2, 8, "better ssd"), 1.5);
    REQUIRE(lives.lives().size() == 2);
    CHECK(lives.lives()[0].replaced == 0);
    CHECK(lives.lives()[1].replaced == 0);
}

TEST_CASE("a device to which nothing is written is never worn")
{
    record::Summary idle = drives(1);
    idle.wear[0].writtenMeanBps = idle.wear[0].writtenMostBps = 0;
    CHECK(lifeOver({{5, idle}}).wornAfterYears == DeviceLife::never);
    CHECK(ownershipOf(idle, 1, {}).missing.size() == 1); // energy
}

TEST_CASE("replacements are a part of the cost of ownership, and so is a word where the endurance is not known")
{
    CostAssumptions assumptions;
    assumptions.years = 5;
    const Ownership ownership = ownershipOf(drives(2), 1, assumptions);
    CHECK(ownership.totalUsd == Approx(8 * 300 + 16 * 300));
    record::Summary unknown = drives(2);
    unknown.wear[0].enduranceBytes.reset();
    const Ownership without = ownershipOf(unknown, 1, assumptions);
    CHECK(without.totalUsd == Approx(8 * 300));
    CHECK(without.missing.back() ==
          "the replacement of ssd in storage when it is worn, since its endurance is not known");
}
