// A cache in front of a slow device: how much it finds, and that nothing is lost.
#include "assembly.h"

#include "resources/storage/cached_device.h"

#include <cmath>
#include <list>

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t block = 65536;

struct Tier : Assembly<CachedDevice>
{
    StorageDevice& fast;
    StorageDevice& slow;

    Tier(std::uint64_t cacheBlocks, std::uint64_t slowBlocks, bool writeBack,
         std::uint64_t sequentialCutoff = CachePolicy().sequentialCutoff, std::uint64_t warmBlocks = 0)
        : fast(add(s3700().capacityBytes)), slow(add(slowBlocks * block))
    {
        device = std::make_unique<CachedDevice>(calendar, fast, slow,
                                                CachePolicy{.writeBack = writeBack,
                                                            .bytes = cacheBlocks * block,
                                                            .sequentialCutoff = sequentialCutoff,
                                                            .warmBytes = warmBlocks * block});
    }
    /// Quick, the slow one too, so that many requests take little time; its place is behind.
    StorageDevice& add(std::uint64_t bytes)
    {
        SolidStateSpec ssd = s3700();
        ssd.capacityBytes = bytes;
        members.push_back(makeSolidState(calendar, ssd));
        return *members.back();
    }
    void read(std::uint64_t at, std::uint64_t bytes = page) { submit({false, at * block, bytes}); }
    void write(std::uint64_t at, std::uint64_t bytes = page) { submit({true, at * block, bytes}); }
    /// To the end, and a millisecond of rest.
    void submit(const DeviceRequest& request)
    {
        Answers answers(*device);
        device->submit(request, answers.completion());
        calendar.runUntil(calendar.now() + fromSeconds(5e-3));
        REQUIRE(answers.good == 1);
    }
};

/// Hit ratio of a least recently used cache by the approximation of Che, Tung and Wang (IEEE JSAC 20(7), 2002): an item
/// is held if it was asked for within a time that is the same for all.
double che(const std::vector<double>& popularity, double capacity)
{
    double low = 0, high = 1e12;
    for (int i = 0; i < 200; ++i) {
        const double time = (low + high) / 2;
        double held = 0;
        for (const double p : popularity)
            held += 1 - std::exp(-p * time);
        (held < capacity ? low : high) = time;
    }
    double hits = 0;
    for (const double p : popularity)
        hits += p * (1 - std::exp(-p * low));
    return hits;
}

/// The ratio over `draws` reads after as many to fill the cache.
template <typename Draw>
double measuredHitRatio(Tier& tier, std::uint64_t draws, Draw draw)
{
    std::uint64_t hits = 0, misses = 0;
    for (std::uint64_t k = 0; k < 2 * draws; ++k) {
        if (k == draws) {
            hits = tier->hits();
            misses = tier->misses();
        }
        tier.read(draw(k));
    }
    hits = tier->hits() - hits;
    misses = tier->misses() - misses;
    return static_cast<double>(hits) / static_cast<double>(hits + misses);
}

} // namespace

TEST_CASE("blocks that are asked for equally often are found as often as the cache is large", "[theory]")
{
    Tier tier(200, 1000, false);
    const KeyedRandom random(1);
    CHECK(measuredHitRatio(tier, 20'000, [&](std::uint64_t k) { return random.below(1000, 1, k); }) ==
          Approx(0.2).epsilon(0.05));
}

TEST_CASE("popular blocks are found as often as Che's approximation says", "[theory]")
{
    constexpr std::size_t blocks = 2000;
    std::vector<double> popularity, below;
    double sum = 0;
    for (std::size_t i = 0; i < blocks; ++i)
        sum += std::pow(static_cast<double>(i + 1), -0.9);
    double upTo = 0;
    for (std::size_t i = 0; i < blocks; ++i) {
        popularity.push_back(std::pow(static_cast<double>(i + 1), -0.9) / sum);
        below.push_back(upTo += popularity.back());
    }
    Tier tier(200, blocks, false);
    const KeyedRandom random(2);
    const double ratio = measuredHitRatio(tier, 40'000, [&](std::uint64_t k) {
        const auto found = std::upper_bound(below.begin(), below.end(), random.uniform(1, k));
        return std::min<std::uint64_t>(static_cast<std::uint64_t>(found - below.begin()), blocks - 1);
    });
    CHECK(ratio == Approx(che(popularity, 200)).epsilon(0.02));
    CHECK(ratio > 0.4); // ten per cent of the blocks
}

TEST_CASE("a cache that starts warm finds from the first read on what it would find after a long time", "[theory]")
{
    const KeyedRandom random(3);
    const auto found = [&](Tier& tier, std::uint64_t blocks) {
        for (std::uint64_t k = 0; k < 4'000; ++k)
            tier.read(random.below(blocks, 1, k));
        return static_cast<double>(tier->hits()) / 4'000;
    };
    Tier tooSmall(200, 1000, false, CachePolicy().sequentialCutoff, 1000);
    CHECK(found(tooSmall, 1000) == Approx(0.2).epsilon(0.1));
    Tier largeEnough(200, 1000, false, CachePolicy().sequentialCutoff, 150);
    CHECK(found(largeEnough, 150) == 1);
    Tier cold(200, 1000, false);
    CHECK(found(cold, 150) < 0.98); // each block once from the slow device
}

TEST_CASE("a hit goes to the fast device, a miss to the slow one and from there into the cache")
{
    Tier tier(10, 100, false);
    tier.read(5);
    CHECK(tier.slow.meter().bytes() == page);
    CHECK(tier.fast.meter().bytes() == page); // the promotion
    tier.read(5);
    CHECK(tier.slow.meter().bytes() == page);
    CHECK(tier.fast.meter().bytes() == 2 * page);
    CHECK(tier->hits() == 1);
    CHECK(tier->misses() == 1);
}

TEST_CASE("a write through is on both devices, a write back first in the cache and later on the slow device")
{
    Tier through(10, 100, false);
    through.write(3);
    CHECK(through.slow.meter().bytes() == page);
    CHECK(through.fast.meter().bytes() == page);
    CHECK(through->dirtyBlocks() == 0);

    Tier back(10, 100, true);
    Finish written(back.calendar);
    back->submit({true, 3 * block, page}, written.completion());
    back.calendar.runUntil(fromSeconds(s3700().writeLatencyS));
    CHECK(written.at == fromSeconds(s3700().writeLatencyS));
    back.calendar.runUntil(fromSeconds(1));
    CHECK(back.slow.meter().arrivals() == 0);
    back.calendar.runUntil(fromSeconds(2));
    CHECK(back.slow.meter().bytes() == page);
    CHECK(back.fast.meter().bytes() == 2 * page); // written, and read to be put behind
    CHECK(back->dirtyBlocks() == 0);
}

TEST_CASE("bytes in are bytes out: what was written back reaches the slow device, each byte once")
{
    Tier tier(50, 1000, true);
    const KeyedRandom random(7);
    Answers answers(*tier);
    for (std::uint64_t k = 0; k < 300; ++k) // each block once, whole
        tier->submit({true, k * 3 * block, block}, answers.completion());
    tier.calendar.runUntil(fromSeconds(100));
    CHECK(answers.good == 300);
    CHECK(tier->dirtyBlocks() == 0);
    CHECK(tier->meter().bytes() == 300 * block);
    CHECK(tier.slow.meter().bytes() == 300 * block);
    CHECK(lawsHold(*tier));
}

TEST_CASE("above the high-water mark dirty blocks are written although the device is busy")
{
    Tier tier(100, 1000, true);
    ClosedLoop reads(tier.calendar, *tier, [](std::uint64_t) { return DeviceRequest{false, 0, page}; });
    reads.start(2); // never idle
    Answers answers(*tier);
    for (std::uint64_t k = 1; k <= 40; ++k)
        tier->submit({true, k * block, page}, answers.completion());
    tier.calendar.runUntil(fromSeconds(0.2));
    CHECK(tier->dirtyBlocks() == 40);
    for (std::uint64_t k = 41; k <= 80; ++k)
        tier->submit({true, k * block, page}, answers.completion());
    tier.calendar.runUntil(fromSeconds(0.4));
    CHECK(tier->dirtyBlocks() == 50);
    reads.stop();
    tier.calendar.runUntil(fromSeconds(2));
    CHECK(tier->dirtyBlocks() == 0);
}

TEST_CASE("a writer that flushes each of its writes does not wait for the slow device, whatever rests it takes")
{
    Tier tier(100, 1000, true);
    for (std::uint64_t k = 0; k < 40; ++k) {
        tier.write(k);
        Finish flushed(tier.calendar);
        tier->flush(flushed.completion());
        tier.calendar.runUntil(tier.calendar.now() + fromSeconds(0.5));
    }
    CHECK(tier.slow.meter().arrivals() == 0);
    CHECK(tier->dirtyBlocks() == 40);
    tier.calendar.runUntil(tier.calendar.now() + fromSeconds(1));
    CHECK(tier->dirtyBlocks() == 0);
}

TEST_CASE("a run of reads passes the cache by once it is as long as the cutoff")
{
    Tier tier(100, 1000, false, 4 * block);
    for (std::uint64_t at = 0; at < 10; ++at)
        tier.read(at, block);
    CHECK(tier.slow.meter().bytes() == 10 * block);
    CHECK(tier.fast.meter().bytes() == 3 * block); // the promotions of what came before
    tier.read(1, block);
    CHECK(tier->hits() == 1);
    tier.read(8, block);
    CHECK(tier->hits() == 1);
}

TEST_CASE("a run of writes goes to the slow device alone, and takes what it writes over out of the cache")
{
    Tier tier(100, 1000, true, 4 * block);
    tier.read(50, block);
    const std::uint64_t before = tier.fast.meter().bytes();
    for (std::uint64_t at = 45; at < 55; ++at)
        tier.write(at, block);
    tier.calendar.runUntil(tier.calendar.now() + fromSeconds(1));
    CHECK(tier.fast.meter().bytes() - before == (3 + 3) * block); // 45 to 47, written and read to be put in place
    CHECK(tier.slow.meter().bytes() == (1 + 10) * block);
    tier.read(50, block);
    CHECK(tier->hits() == 0);
}

TEST_CASE("without a cutoff the longest run goes through the cache")
{
    Tier tier(100, 1000, false, 0);
    for (std::uint64_t at = 0; at < 90; ++at)
        tier.read(at, block);
    CHECK(tier.fast.meter().bytes() == 90 * block);
}

TEST_CASE("a run reads from the cache what was written there and is not in place yet")
{
    Tier tier(100, 1000, true, 2 * block);
    Answers answers(*tier.device);
    for (std::uint64_t at = 0; at < 100; at += 2) // busy: nothing is written back
        tier.device->submit({true, at * block, block}, answers.completion());
    tier.device->submit({false, 10 * block, 4 * block}, answers.completion());
    tier.calendar.runUntil(fromSeconds(1));
    CHECK(answers.good == 51);
    CHECK(tier->hits() == 2);
}

TEST_CASE("a cache that fails is gone round")
{
    Tier tier(10, 100, false);
    tier.read(1);
    tier.fast.fail();
    tier.read(1);
    tier.write(2);
    tier.fast.restore();
    tier.read(1); // forgotten
    CHECK(tier->hits() == 0);
    tier.read(1);
    CHECK(tier->hits() == 1);
}

TEST_CASE("the table agrees with a list, whatever is asked for")
{
    BlockLru table(37);
    std::list<std::uint64_t> recent; // newest first
    const KeyedRandom random(3);
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const std::uint64_t asked = random.below(90, 1, step);
        const auto place = std::find(recent.begin(), recent.end(), asked);
        const std::uint32_t slot = table.find(asked);
        REQUIRE((slot != BlockLru::none) == (place != recent.end()));
        if (slot != BlockLru::none) {
            recent.erase(place);
            if (step % 7 == 0) { // another block in its place
                REQUIRE(table.find(1000 + step) == BlockLru::none);
                table.rename(slot, 1000 + step);
                REQUIRE(table.find(asked) == BlockLru::none);
                recent.push_front(1000 + step);
                continue;
            }
            table.touch(slot);
        } else {
            REQUIRE(table.blockIn(table.insert(asked)) == asked);
            if (recent.size() == 37)
                recent.pop_back();
        }
        recent.push_front(asked);
    }
    CHECK(table.size() == 37);
}

TEST_CASE("a cache that does not fit is refused")
{
    CHECK_THROWS_AS(Tier(20'000'000, 100, false), std::invalid_argument);
    CHECK_THROWS_AS(Tier(0, 100, false), std::invalid_argument);
}
