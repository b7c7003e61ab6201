// The arithmetic of Linux's dirty limits.
#include "resources/memory/dirty_limits.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

using namespace headroom::resources;

TEST_CASE("the limits are shares of the memory that is available")
{
    const DirtyLimits limits = dirtyLimits({}, 1000);
    CHECK(limits.background == Approx(100));
    CHECK(limits.hard == Approx(200));
    CHECK(limits.free == Approx(150));
}

TEST_CASE("a background limit that is not below the hard one becomes half of it")
{
    const double background = headroom::test::oneOf({0.4, 0.9});
    const DirtyLimits limits = dirtyLimits({.backgroundRatio = background, .hardRatio = 0.4}, 1000);
    CHECK(limits.background == Approx(200));
    CHECK(limits.free == Approx(300));
}

TEST_CASE("writers may dirty twice the write-back rate where throttling begins, as much half-way, nothing at the limit")
{
    const DirtyLimits limits{100, 150, 200};
    CHECK(positionRatio(limits, 150) == Approx(2));
    CHECK(positionRatio(limits, 175) == Approx(1));
    CHECK(positionRatio(limits, 200) == 0);
    CHECK(positionRatio(limits, 1e9) == 0);
    double before = 2;
    for (double dirty = 150; dirty <= 200; dirty += 0.5) {
        const double ratio = positionRatio(limits, dirty);
        CHECK(ratio <= before);
        before = ratio;
    }
    CHECK(positionRatio(limits, 180) == Approx(1).epsilon(0.01)); // flat around the set point
}

TEST_CASE("the write-back rate is what was written over four seconds of activity")
{
    WriteRate rate;
    CHECK(rate.bytesPerSecond() == WriteRate::initial);
    double now = 0;
    rate.begin(now, true);
    for (int i = 0; i < 300; ++i)
        rate.finish(now += 0.1, 5'000'000);
    CHECK(rate.bytesPerSecond() == Approx(50e6).epsilon(0.01));
    now += 100; // idle time does not count
    rate.begin(now, true);
    rate.finish(now + 0.3, 15'000'000);
    CHECK(rate.bytesPerSecond() == Approx(50e6).epsilon(0.01));
}

TEST_CASE("a device with less dirty than half of its share may go up to eight times as fast")
{
    const DirtyLimits limits = dirtyLimits({}, 1000); // of which 200 may be dirty
    CHECK(reserveRatio(limits, 180, 0.5, 90) == 1);
    CHECK(reserveRatio(limits, 180, 0.5, 50) == 1);
    CHECK(reserveRatio(limits, 180, 0.5, 25) == 2);
    CHECK(reserveRatio(limits, 180, 0.5, 0) == 8);
    // One that has not written yet: an eighth of what is left.
    CHECK(reserveRatio(limits, 184, 0, 2) == 1);
    CHECK(reserveRatio(limits, 168, 0, 1) == 2);
}

TEST_CASE("recent bytes count half as much with each period that has passed since")
{
    RecentBytes bytes;
    CHECK(bytes.at(1) == 0);
    bytes.add(1, 800);
    CHECK(bytes.at(2) == 800);
    CHECK(bytes.at(4) == 400);
    bytes.add(4, 100);
    CHECK(bytes.at(11) == 125);
}
