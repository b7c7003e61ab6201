#include "kernel/time.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace headroom::kernel;

TEST_CASE("a duration beyond what a simulated time can hold ends at never")
{
    CHECK(fromSeconds(1e-12) == 1);
    CHECK(fromSeconds(2.5) == 2'500'000'000'000);
    CHECK(fromSeconds(1e18) == never);
    CHECK(fromSeconds(std::numeric_limits<double>::infinity()) == never);
}

TEST_CASE("a duration that is negative or no number takes no time")
{
    CHECK(fromSeconds(-1) == 0);
    CHECK(fromSeconds(std::nan("")) == 0);
    CHECK(fromTicks(-0.6) == 0);
}

TEST_CASE("waiting goes no further than never")
{
    CHECK(later(5, 7) == 12);
    CHECK(later(never - 7, 7) == never);
    CHECK(later(never - 7, 8) == never);
    CHECK(later(5, never) == never);
    CHECK(later(never, never) == never);
}
