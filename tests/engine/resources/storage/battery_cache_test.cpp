// What battery-backed memory before a disk changes.
#include "assembly.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

struct Cached : Assembly<BatteryCache>
{
    explicit Cached(std::uint64_t bytes)
    {
        HardDiskSpec spec = sata7200();
        spec.writeCache = false;
        auto disk = makeHardDisk(calendar, spec, 7);
        behind = disk.get();
        device = std::make_unique<BatteryCache>(calendar, std::move(disk), bytes);
    }
    StorageDevice* behind = nullptr;
};

} // namespace

TEST_CASE("writes and flushes are complete in the battery-backed memory")
{
    Cached cached(16 * mebibyte);
    CHECK(responseOf(cached.calendar, *cached.device, {true, 0, page}) == 0);
    Finish flushed(cached.calendar);
    cached->flush(flushed.completion());
    cached.calendar.runUntil(fromSeconds(2));
    CHECK(flushed.at == flushed.start);
    CHECK(cached.behind->meter().bytes() == page);
    CHECK(cached->usedBytes() == 0);
}

TEST_CASE("memory that starts full of small writes takes others no faster than the disk takes those")
{
    const auto writesIn5s = [](bool full) {
        Cached cached(16 * mebibyte);
        if (full)
            cached->fillWriteCache({page, 1, 3});
        CHECK(cached->usedBytes() == (full ? 16 * mebibyte : 0));
        ClosedLoop loop(cached.calendar, *cached.device, randomAccess(*cached.device, page, 0));
        loop.start(4);
        cached.calendar.runUntil(fromSeconds(5));
        return std::pair(static_cast<double>(loop.completed()),
                         static_cast<double>(cached.behind->meter().departures()));
    };
    const auto [full, written] = writesIn5s(true);
    CHECK(full == Approx(written).epsilon(0.05));
    CHECK(writesIn5s(false).first > 1.5 * full);
}

TEST_CASE("a lasting load of random writes gets what the elevator over the memory makes of the disk")
{
    HardDiskSpec spec = sata7200();
    spec.writeCache = false;
    Calendar calendar;
    const auto alone = makeHardDisk(calendar, spec, 7);
    const double without = rateOf(calendar, *alone, randomAccess(*alone, page, 0), 1, 5, 60).perSecond;
    Cached cached(4 * mebibyte); // 1024 pages, in order of their places
    const double with =
        rateOf(cached.calendar, *cached.device, randomAccess(*cached.device, page, 0), 1, 30, 60).perSecond;
    CHECK(with > 2 * without);
}

TEST_CASE("a read takes from the memory what lies there whole")
{
    Cached cached(16 * mebibyte);
    Answers writes(*cached.device);
    for (std::uint64_t k = 0; k < 500; ++k)
        cached->submit({true, k * 100 * mebibyte, page}, writes.completion());
    Finish held(cached.calendar), other(cached.calendar);
    cached->submit({false, 499 * 100 * mebibyte, page}, held.completion());
    cached->submit({false, 499 * 100 * mebibyte, 2 * page}, other.completion());
    cached.calendar.runUntil(fromSeconds(20));
    CHECK(held.at == 0);
    CHECK(other.at > 0);
    CHECK(writes.good == 500);
}

TEST_CASE("each byte written reaches the disk once")
{
    Cached cached(mebibyte);
    Answers writes(*cached.device);
    for (std::uint64_t k = 0; k < 1000; ++k)
        cached->submit({true, k * 2 * page, page}, writes.completion());
    cached->submit({true, 1000 * mebibyte, 2 * mebibyte}, writes.completion()); // larger than the memory
    cached.calendar.runUntil(fromSeconds(100));
    CHECK(writes.good == 1001);
    CHECK(cached.behind->meter().bytes() == 1000 * page + 2 * mebibyte);
    CHECK(cached->usedBytes() == 0);
    CHECK(cached->meter().busy() == 0);
}

TEST_CASE("battery-backed memory of no size is refused")
{
    Calendar calendar;
    CHECK_THROWS_AS(BatteryCache(calendar, makeHardDisk(calendar, sata7200(), 1), 0), std::invalid_argument);
}
