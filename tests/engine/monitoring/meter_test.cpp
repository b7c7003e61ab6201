#include "monitoring/level.h"
#include "monitoring/meter.h"

#include <catch2/catch.hpp>

using headroom::monitoring::Meter;

TEST_CASE("a meter integrates who is present and who is served over time")
{
    Meter meter(2);
    meter.arrive(10);
    meter.begin(10);
    meter.arrive(20);
    meter.begin(20);
    meter.arrive(30);
    CHECK(meter.queued() == 1);
    meter.end(50);
    meter.depart(50);
    meter.begin(50);
    meter.advance(100);
    CHECK(meter.present() == 2);
    CHECK(meter.busy() == 2);
    CHECK(meter.queued() == 0);
    CHECK(meter.arrivals() == 3);
    CHECK(meter.departures() == 1);
    CHECK((meter.busyTime() == 10 + 2 * 80));
    CHECK((meter.presentTime() == 10 + 2 * 10 + 3 * 20 + 2 * 50));
    CHECK(meter.utilisation() == Approx(170.0 / 200.0));
}

TEST_CASE("a new window starts from nothing but keeps what is in the resource")
{
    Meter meter(1);
    meter.arrive(0);
    meter.begin(0);
    meter.addBytes(4096);
    meter.reset(100);
    CHECK(meter.windowStart() == 100);
    CHECK(meter.arrivals() == 0);
    CHECK(meter.bytes() == 0);
    CHECK(meter.present() == 1);
    meter.end(150);
    meter.depart(150);
    meter.advance(200);
    CHECK((meter.busyTime() == 50));
    CHECK((meter.presentTime() == 50));
    CHECK(meter.departures() == 1);
    CHECK(meter.utilisation() == Approx(0.5));
}

TEST_CASE("a window without length has no utilisation")
{
    Meter meter(4);
    CHECK(meter.utilisation() == 0.0);
    meter.reset(50);
    CHECK(meter.utilisation() == 0.0);
}

TEST_CASE("integrals hold a hundred thousand customers over a hundred days")
{
    Meter meter(1);
    for (int i = 0; i < 100'000; ++i)
        meter.arrive(0);
    const auto span = headroom::kernel::picosecondsPerSecond * 3600 * 24 * 100;
    meter.advance(span);
    CHECK((meter.presentTime() == Meter::Integral{100'000} * span));
}

TEST_CASE("a level knows its time average and its maximum within the window")
{
    headroom::monitoring::Level level;
    level.change(10, 4);
    level.change(20, -3);
    level.advance(40);
    CHECK(level.mean() == Approx((4.0 * 10 + 1.0 * 20) / 40));
    CHECK(level.maximum() == 4);
    level.reset(40);
    level.change(50, 2);
    level.advance(60);
    CHECK(level.mean() == Approx((1.0 * 10 + 3.0 * 10) / 20));
    CHECK(level.maximum() == 3);
    CHECK(level.present() == 3);
}
