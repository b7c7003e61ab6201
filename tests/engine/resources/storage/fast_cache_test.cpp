// Drives with a fast cache: what follows when it is full, and when it has room again.
#include "load.h"

#include "resources/storage/solid_state.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

/// Writes 2 GB/s into a cache of 1 GB, and 0.5 GB/s beyond it.
SolidStateSpec desktopDrive(bool full = false)
{
    SolidStateSpec spec = solidState("desktop", 500e3, 400e3, 3e9, 2e9, 60e-6, 20e-6, 8, 0);
    spec.fastCacheBytes = 1'000'000'000;
    spec.sustainedWriteBps = 0.5e9;
    spec.fastCacheFull = full;
    return spec;
}

/// Over `measureS` after `afterS`.
double writeRate(const SolidStateSpec& spec, double afterS, double measureS)
{
    Calendar calendar;
    SolidState device(calendar, spec);
    constexpr std::uint64_t bytes = 1 << 17;
    return rateOf(calendar, device, randomAccess(device, bytes, 0), 32, afterS, measureS).perSecond * bytes;
}

} // namespace

TEST_CASE("writes are fast until the cache is full, and then as fast as the rest of the flash")
{
    // Copying makes room meanwhile: 1 GB / (2 - 0.5 GB/s) = 0.67 s.
    CHECK(writeRate(desktopDrive(), 0.1, 0.5) == Approx(2e9).epsilon(0.03));
    CHECK(writeRate(desktopDrive(), 1, 3) == Approx(0.5e9).epsilon(0.02));
}

TEST_CASE("a full cache leaves the sustained rate from the start, and no cache the full one for ever")
{
    CHECK(writeRate(desktopDrive(true), 0.5, 1) == Approx(0.5e9).epsilon(0.05));
    SolidStateSpec uniform = desktopDrive();
    uniform.fastCacheBytes = 0;
    CHECK(writeRate(uniform, 1, 3) == Approx(2e9).epsilon(0.02));
}

TEST_CASE("while the host writes less than the rest sustains the cache stays empty")
{
    FastCache cache(1'000'000, 1e6, false);
    Time now = 0;
    for (int i = 0; i < 1000; ++i, now += fromSeconds(0.2))
        CHECK(cache.take(100'000, now) == 0);              // half of what it copies
    CHECK(cache.take(1'500'000, now) == fromSeconds(0.5)); // 0.5 MB find no room
}

TEST_CASE("a cache that rested has room again")
{
    FastCache cache(1'000'000, 1e6, true);
    CHECK(cache.take(100'000, 0) == fromSeconds(0.1)); // nothing is copied meanwhile
    CHECK(cache.take(500'000, fromSeconds(0.6)) == 0);
    CHECK(cache.take(100'000, fromSeconds(0.6)) == fromSeconds(0.1));
}

TEST_CASE("a fast cache needs the rate of writes beyond it")
{
    Calendar calendar;
    SolidStateSpec spec = desktopDrive();
    spec.sustainedWriteBps = 0;
    CHECK_THROWS_WITH(SolidState(calendar, spec), Catch::Contains("beyond its fast cache"));
}
