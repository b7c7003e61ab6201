// Battery-backed memory before a disk.
#include "assembly.h"
#include "tests/one_of.h"

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

/// RAID 5 of four disks.
struct CachedSet : Assembly<BatteryCache>
{
    explicit CachedSet(std::uint64_t bytes)
    {
        HardDiskSpec spec = sata7200();
        spec.writeCache = false;
        for (int i = 0; i < 4; ++i)
            addDisk(spec);
        device = std::make_unique<BatteryCache>(calendar, std::make_unique<ParitySet>(calendar, 1, stripe, pointers()),
                                                bytes);
    }
    static constexpr std::uint64_t stripe = 65536;
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

TEST_CASE("data still in the battery-backed memory are read from there, the rest from the disk")
{
    struct Case
    {
        std::uint64_t first, count; ///< pages of the read
        std::uint64_t fromDisk;     ///< pages
    };
    // Pages 10 to 29 have just been written: the memory has begun to write them to the disk.
    const auto [first, count, fromDisk] =
        headroom::test::oneOf({Case{10, 20, 0}, Case{15, 5, 0}, Case{5, 10, 5}, Case{25, 10, 5}, Case{0, 40, 40},
                               Case{30, 5, 5}, Case{5, 5, 5}});
    Cached cached(16 * mebibyte);
    Answers answers(*cached.device);
    cached->submit({true, 10 * page, 20 * page}, answers.completion());
    Finish read(cached.calendar);
    cached->submit({false, first * page, count * page}, read.completion());
    cached.calendar.runUntil(fromSeconds(1));
    CHECK(answers.good == 1);
    CHECK((read.at == read.start) == (fromDisk == 0));
    CHECK(cached.behind->meter().bytes() == (20 + fromDisk) * page);
    CHECK(lawsHold(*cached.device));
}

TEST_CASE("pieces that wait and pieces that are being written are read together")
{
    Cached cached(16 * mebibyte);
    Answers answers(*cached.device);
    for (std::uint64_t piece = 0; piece < 8; ++piece) // of each the first megabyte is on its way
        cached->submit({true, piece * 2 * mebibyte, 2 * mebibyte}, answers.completion());
    CHECK(responseOf(cached.calendar, *cached.device, {false, mebibyte / 2, 15 * mebibyte}) == 0);
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

TEST_CASE("a small write to a parity set is complete in the memory, before the set has read for it")
{
    CachedSet cached(16 * mebibyte);
    CHECK(responseOf(cached.calendar, *cached.device, {true, 0, page}) == 0);
    cached.calendar.runUntil(fromSeconds(1));
    CHECK(cached.meter(0).bytes() + cached.meter(1).bytes() + cached.meter(2).bytes() + cached.meter(3).bytes() ==
          4 * page); // the old data and parity, the new ones
}

TEST_CASE("a stream of small writes to a parity set fills whole stripes")
{
    CachedSet cached(64 * mebibyte);
    ClosedLoop loop(cached.calendar, *cached.device, [](std::uint64_t k) {
        return DeviceRequest{true, k * page, page};
    });
    loop.start(1);
    cached.calendar.runUntil(fromSeconds(10));
    // A disk that has nothing to do until the slowest one is done loses a turn.
    CHECK(static_cast<double>(loop.bytes()) / 10 > 0.65 * 3 * 138e6);
    std::uint64_t onDisks = 0;
    for (std::size_t i = 0; i < 4; ++i)
        onDisks += cached.meter(i).bytes();
    CHECK(static_cast<double>(onDisks) == Approx(static_cast<double>(loop.bytes()) * 4 / 3).epsilon(0.05));
}

TEST_CASE("when a parity set has failed by its members, writes that wait for room in the memory fail")
{
    CachedSet cached(16 * page);
    Answers writes(*cached.device);
    for (std::uint64_t k = 0; k < 100; ++k)
        cached->submit({true, k * 100 * mebibyte, page}, writes.completion());
    cached.calendar.runUntil(fromSeconds(5e-3));
    CHECK(writes.good + writes.errors < 100);
    cached.members[0]->fail();
    cached.members[1]->fail();
    cached.calendar.runUntil(fromSeconds(10));
    CHECK(writes.good + writes.errors == 100);
    CHECK(writes.errors > 50);
    CHECK(cached->usedBytes() == 0);
    CHECK(cached->meter().busy() == 0);
}

TEST_CASE("battery-backed memory of no size is refused")
{
    Calendar calendar;
    CHECK_THROWS_AS(BatteryCache(calendar, makeHardDisk(calendar, sata7200(), 1), 0), std::invalid_argument);
}
