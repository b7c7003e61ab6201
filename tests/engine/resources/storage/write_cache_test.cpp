// The disk's write cache: what it hides, and what a flush brings to light.
#include "load.h"

#include "resources/storage/dirty_extents.h"
#include "resources/storage/hard_disk.h"

#include <bitset>

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

/// Until the answer and no longer.
Time wait(const Finish& finish)
{
    while (finish.at < 0)
        finish.calendar->runSome(headroom::kernel::never, 1);
    return finish.at - finish.start;
}

Time submitAndWait(Calendar& calendar, HardDisk& disk, const DeviceRequest& request)
{
    Finish finish(calendar);
    disk.submit(request, finish.completion());
    return wait(finish);
}

Time flushAndWait(Calendar& calendar, HardDisk& disk)
{
    Finish finish(calendar);
    disk.flush(finish.completion());
    return wait(finish);
}

double randomWriteRate(HardDiskSpec spec, bool cache, std::uint32_t depth)
{
    spec.writeCache = cache;
    Calendar calendar;
    HardDisk disk(calendar, spec, 7);
    // The cache has to be full before the rate is the one that lasts.
    return rateOf(calendar, disk, randomAccess(disk, page, 0), depth, cache ? 200 : 10, 200).perSecond;
}

} // namespace

TEST_CASE("a cache that starts full of small writes takes others at the rate that lasts, from the beginning")
{
    const double lasting = randomWriteRate(sata7200(), true, 4);
    const auto rateAtFirst = [](std::uint64_t fullOf) {
        Calendar calendar;
        HardDisk disk(calendar, sata7200(), 7);
        std::uint64_t pieces = 0;
        if (fullOf > 0)
            disk.fillWriteCache({fullOf, 1, 3, [&pieces] { ++pieces; }});
        CHECK(pieces == (fullOf > 0 ? sata7200().cacheBytes / fullOf : 0));
        ClosedLoop loop(calendar, disk, randomAccess(disk, page, 0));
        loop.start(4);
        calendar.runUntil(fromSeconds(10));
        return static_cast<double>(loop.completed()) / 10;
    };
    CHECK(rateAtFirst(page) == Approx(lasting).epsilon(0.05));
    CHECK(rateAtFirst(0) > 5 * lasting);
}

TEST_CASE("the content of a cache at the start is on the media in the end, within the share of the disk that is in use")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    disk.fillWriteCache({1 << 20, 0.001, 3});
    DirtyExtents within, anywhere;
    constexpr std::uint64_t capacity = 2'000'000'000'000, room = 64 << 20, end = capacity / 1000;
    CHECK(addPieces(within, {1 << 20, 0.001, 3}, capacity, room) > room * 9 / 10);
    CHECK(within.firstFrom(end) == DirtyExtents::none);
    addPieces(anywhere, {1 << 20, 1, 3}, capacity, room);
    CHECK(anywhere.firstFrom(capacity / 2) != DirtyExtents::none);
    CHECK(disk.dirtyBytes() > sata7200().cacheBytes * 9 / 10);
    CHECK(disk.dirtyBytes() <= sata7200().cacheBytes);
    calendar.runUntil(fromSeconds(60));
    CHECK(disk.dirtyBytes() == 0);
    disk.meter().advance(calendar.now());
    CHECK(lawsHold(disk));
    HardDiskSpec off = sata7200();
    off.writeCache = false;
    HardDisk without(calendar, off, 7);
    without.fillWriteCache({1 << 20, 1, 3});
    CHECK(without.dirtyBytes() == 0);
}

TEST_CASE("the cache takes a burst at the rate of the port, then writes at the rate of the media")
{
    Calendar calendar;
    const HardDiskSpec spec = sata7200();
    HardDisk disk(calendar, spec, 7);
    constexpr std::uint64_t mebibyte = 1048576;
    ClosedLoop loop(calendar, disk, sequentialAccess(true, mebibyte));
    loop.start(1);
    const double burst = 0.9 * static_cast<double>(spec.cacheBytes);
    calendar.runUntil(fromSeconds(burst / sata6Bps));
    CHECK(static_cast<double>(loop.bytes()) == Approx(burst).epsilon(0.03));

    calendar.runUntil(fromSeconds(2));
    CHECK(disk.dirtyBytes() <= spec.cacheBytes);
    // Less by a write on the port and a track that has just left, at most.
    CHECK(disk.dirtyBytes() > spec.cacheBytes - mebibyte - disk.geometry().trackBytes(0));
    const std::uint64_t before = loop.bytes();
    calendar.runUntil(fromSeconds(12));
    CHECK(static_cast<double>(loop.bytes() - before) / 10 == Approx(138e6).epsilon(0.03));
}

TEST_CASE("random writes in bursts that fit complete at the rate of the port, a lasting load at the disk's")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    CHECK(submitAndWait(calendar, disk, {true, 1'000'000'000'000, page}) == fromSeconds(4096 / sata6Bps));

    const double cached = randomWriteRate(sata7200(), true, 1);
    CHECK(cached > 2 * randomWriteRate(sata7200(), false, 1)); // sorted by the disk though the host sends one by one
    CHECK(cached == Approx(randomWriteRate(sata7200(), false, 32)).epsilon(0.1));
}

TEST_CASE("a write larger than the cache streams through it")
{
    Calendar calendar;
    const HardDiskSpec spec = sata7200();
    HardDisk disk(calendar, spec, 7);
    constexpr std::uint64_t bytes = 1'380'000'000;
    const double time = toSeconds(submitAndWait(calendar, disk, {true, 0, bytes}));
    CHECK(time == Approx((bytes - spec.cacheBytes) / 138e6).epsilon(0.03));
}

TEST_CASE("a flush ends when what was written before it is on the media")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    CHECK(flushAndWait(calendar, disk) == 0);

    for (std::uint64_t k = 0; k < 100; ++k)
        submitAndWait(calendar, disk, {true, k * 20'000'000'000 / page * page, page});
    CHECK(disk.dirtyBytes() > 90 * page);
    const double time = toSeconds(flushAndWait(calendar, disk));
    CHECK(disk.dirtyBytes() == 0);
    CHECK(time > 100 * 0.002);
    CHECK(time < 100 / 72.0); // sorted: faster than one by one
    CHECK(flushAndWait(calendar, disk) == 0);
}

TEST_CASE("writes after a flush do not keep it from ending")
{
    Calendar calendar;
    const HardDiskSpec spec = sata7200();
    HardDisk disk(calendar, spec, 7);
    ClosedLoop loop(calendar, disk, sequentialAccess(true, 65536)); // one stream that never ends
    loop.start(4);
    calendar.runUntil(fromSeconds(5));
    Finish flushed(calendar);
    const Time start = calendar.now();
    disk.flush(flushed.completion());
    calendar.runUntil(start + fromSeconds(5));
    REQUIRE(flushed.at > 0);
    // One cache full at the media rate, and what slips in between.
    CHECK(toSeconds(flushed.at - start) < 1.5 * static_cast<double>(spec.cacheBytes) / 138e6);
}

TEST_CASE("flushes end in the order in which they were asked for")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    submitAndWait(calendar, disk, {true, 0, page});
    Finish first(calendar), second(calendar);
    disk.flush(first.completion());
    submitAndWait(calendar, disk, {true, 1'000'000'000'000, page});
    disk.flush(second.completion());
    calendar.runUntil(fromSeconds(1));
    CHECK(first.at > 0);
    CHECK(second.at > first.at);
}

TEST_CASE("an action of the host when a flush ends does not let the next one end early")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    submitAndWait(calendar, disk, {true, 0, page});
    // The request starts the arm, which goes for what the second flush waits for.
    disk.flush({[](void* self, std::uint64_t) { static_cast<HardDisk*>(self)->submit({false, 0, 0}, {}); }, &disk, 0});
    submitAndWait(calendar, disk, {true, 1'000'000'000'000, page});
    Finish second(calendar);
    disk.flush(second.completion());
    while (second.at < 0)
        calendar.runSome(headroom::kernel::never, 1);
    CHECK(disk.dirtyBytes() == 0);
}

TEST_CASE("a flush after every write costs about a turn when the writes follow each other")
{
    HardDiskSpec spec = sata7200();
    for (const double portBps : {sata6Bps, 0.0}) { // 0: as fast as can be
        spec.interfaceRateBps = portBps;
        Calendar calendar;
        HardDisk disk(calendar, spec, 7);
        constexpr std::uint64_t writes = 500;
        const Time start = calendar.now();
        for (std::uint64_t k = 0; k < writes; ++k) {
            submitAndWait(calendar, disk, {true, k * page, page});
            flushAndWait(calendar, disk);
        }
        CHECK(writes / toSeconds(calendar.now() - start) == Approx(120).epsilon(0.03));
    }
}

TEST_CASE("a flush without the write cache has nothing to wait for")
{
    Calendar calendar;
    HardDiskSpec spec = sata7200();
    spec.writeCache = false;
    HardDisk disk(calendar, spec, 7);
    submitAndWait(calendar, disk, {true, 0, page});
    CHECK(flushAndWait(calendar, disk) == 0);
}

TEST_CASE("writing the same page over and over dirties one page")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    submitAndWait(calendar, disk, {true, 1'900'000'000'000 / page * page, page}); // takes the arm far away first
    for (int i = 0; i < 1000; ++i)
        submitAndWait(calendar, disk, {true, 40960, page});
    CHECK(disk.dirtyBytes() <= 2 * page);
}

TEST_CASE("pages that lie side by side go to the media as one")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    submitAndWait(calendar, disk, {true, 1'900'000'000'000 / page * page, page});
    constexpr std::uint64_t pages = 1024;
    for (std::uint64_t k = 0; k < pages; ++k)
        submitAndWait(calendar, disk, {true, (k * 389 % pages) * page, page}); // each once, in a scattered order
    const double time = toSeconds(flushAndWait(calendar, disk));
    CHECK(time < 0.030 + 2 * pages * page / 138e6 + 3.0 / 120); // not 1024 turns
}

TEST_CASE("a read of dirty data needs no arm, and one from the media overtakes the destaging")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    const KeyedRandom random(1);
    for (std::uint64_t k = 0; k < 2000; ++k)
        submitAndWait(calendar, disk, {true, random.below(400'000'000, 1, k) * page, page});
    const std::uint64_t last = random.below(400'000'000, 1, 1999) * page;
    CHECK(submitAndWait(calendar, disk, {false, last, page}) == fromSeconds(4096 / sata6Bps));
    for (std::uint64_t k = 0; k < 50; ++k) {
        // One destage that has begun, then its own seek and turn.
        const double longest = 2 * (2 * 0.0095 + 1.0 / 120 + 0.002);
        CHECK(toSeconds(submitAndWait(calendar, disk, {false, random.below(400'000'000, 2, k) * page, page})) <
              longest);
    }
    CHECK(disk.dirtyBytes() > 1000 * page);
}

TEST_CASE("a read waits for a track of a large dirty range at most, not for all of it")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    submitAndWait(calendar, disk, {true, 1'900'000'000'000 / page * page, page});
    for (std::uint64_t k = 0; k < 60; ++k)
        submitAndWait(calendar, disk, {true, k << 20, 1 << 20});
    calendar.runUntil(calendar.now() + fromSeconds(0.05));
    CHECK(disk.dirtyBytes() > 40'000'000);
    const double response = toSeconds(submitAndWait(calendar, disk, {false, 1'000'000'000'000, page}));
    CHECK(response < 2.0 / 120 + 0.017 + 1.0 / 120);
}

TEST_CASE("a stream of reads keeps neither writers nor a flush waiting for ever")
{
    Calendar calendar;
    const HardDiskSpec spec = sata7200();
    HardDisk disk(calendar, spec, 7);
    ClosedLoop reads(calendar, disk, sequentialAccess(false, 131072));
    reads.start(2);
    ClosedLoop writes(calendar, disk, sequentialAccess(true, 1 << 20, std::uint64_t{1} << 38));
    writes.start(4);
    calendar.runUntil(fromSeconds(5)); // the cache is full
    const std::uint64_t read = reads.bytes(), written = writes.bytes();
    calendar.runUntil(fromSeconds(25));
    CHECK(static_cast<double>(writes.bytes() - written) > 20 * spec.outerRateBps / 10);
    CHECK(static_cast<double>(reads.bytes() - read) > 20 * spec.outerRateBps / 3);
    writes.stop();
    Finish flushed(calendar);
    disk.flush(flushed.completion());
    calendar.runUntil(fromSeconds(50));
    CHECK(flushed.at > 0);
}

TEST_CASE("buffered data are stale once they are written over in the cache")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    const Time hit = fromSeconds(4096 / sata6Bps);
    CHECK(submitAndWait(calendar, disk, {false, 409600, page}) > hit);
    CHECK(submitAndWait(calendar, disk, {false, 409600, page}) == hit);
    submitAndWait(calendar, disk, {true, 409600, page});
    CHECK(submitAndWait(calendar, disk, {false, 409600, page}) == hit); // dirty
    flushAndWait(calendar, disk);
    CHECK(submitAndWait(calendar, disk, {false, 409600, page}) > hit);
}

TEST_CASE("all that was written reaches the media in the end")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    ClosedLoop loop(calendar, disk, randomAccess(disk, 65536, 0.3));
    loop.start(40);
    calendar.runUntil(fromSeconds(20));
    loop.stop();
    calendar.runUntil(fromSeconds(100));
    CHECK(disk.dirtyBytes() == 0);
    CHECK(disk.meter().present() == 0);
    CHECK(disk.meter().busy() == 0);
}

TEST_CASE("dirty ranges agree with a page map, whatever is written and taken in which order")
{
    constexpr std::uint64_t size = 512;
    DirtyExtents extents;
    std::bitset<size> map;
    const KeyedRandom random(21);
    std::uint64_t epoch = 0;
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const std::uint64_t begin = random.below(size, 1, step);
        const std::uint64_t end = std::min(size, begin + 1 + random.below(24, 2, step));
        if (random.below(50, 3, step) == 0)
            ++epoch;
        if (random.below(2, 4, step) == 0) {
            std::uint64_t added = 0;
            for (std::uint64_t i = begin; i < end; ++i) {
                added += !map[i];
                map.set(i);
            }
            REQUIRE(extents.insert(begin, end, epoch) == added);
        } else if (!extents.empty()) {
            std::uint32_t chosen = extents.oldest();
            for (std::uint64_t hops = random.below(5, 5, step); hops > 0 && extents[chosen].younger != extents.none;
                 --hops)
                chosen = extents[chosen].younger;
            const auto extent = extents[chosen];
            const std::uint64_t bytes = 1 + random.below(extent.end - extent.begin, 6, step);
            extents.takeFront(chosen, bytes);
            for (std::uint64_t i = extent.begin; i < extent.begin + bytes; ++i) {
                REQUIRE(map[i]);
                map.reset(i);
            }
        }
        bool all = true;
        for (std::uint64_t i = begin; i < end; ++i)
            all = all && map[i];
        REQUIRE(extents.covers(begin, end) == all);
        std::uint64_t total = 0, last = 0;
        for (std::uint32_t i = extents.oldest(); i != extents.none; i = extents[i].younger) {
            REQUIRE(extents[i].epoch >= last);
            last = extents[i].epoch;
            total += extents[i].end - extents[i].begin;
        }
        REQUIRE(total == map.count());
    }
}
