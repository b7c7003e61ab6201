// RAID sets without parity on their members.
#include "../assembly.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t stripe = 65536;

struct Set : Assembly<RaidSet>
{
    Set(RaidLevel level, std::size_t disks, bool writeCache = false, std::uint64_t stripeBytes = stripe)
    {
        HardDiskSpec spec = sata7200();
        spec.writeCache = writeCache;
        for (std::size_t i = 0; i < disks; ++i)
            addDisk(spec);
        device = std::make_unique<RaidSet>(calendar, level, stripeBytes, pointers());
    }
    std::uint64_t bytes() const
    {
        std::uint64_t sum = 0;
        for (const auto& member : members)
            sum += member->meter().bytes();
        return sum;
    }
    double randomRate(double readShare, std::uint32_t depth)
    {
        return rateOf(calendar, *device, randomAccess(*device, page, readShare), depth, 5, 60).perSecond;
    }
};

double oneDisk(double readShare, std::uint32_t depth)
{
    Calendar calendar;
    HardDiskSpec spec = sata7200();
    spec.writeCache = false;
    const auto disk = makeHardDisk(calendar, spec, 0);
    return rateOf(calendar, *disk, randomAccess(*disk, page, readShare), depth, 5, 60).perSecond;
}

} // namespace

TEST_CASE("a set has the capacity of its columns")
{
    const std::uint64_t disk = sata7200().capacityBytes / stripe * stripe;
    CHECK(Set(RaidLevel::striped, 4)->capacityBytes() == 4 * disk);
    CHECK(Set(RaidLevel::mirrored, 2)->capacityBytes() == sata7200().capacityBytes);
    CHECK(Set(RaidLevel::stripedMirrors, 6)->capacityBytes() == 3 * disk);
}

TEST_CASE("bytes in are bytes out: once for a read, once a copy for a write")
{
    const auto level = headroom::test::oneOf({RaidLevel::striped, RaidLevel::mirrored, RaidLevel::stripedMirrors});
    const std::uint64_t copies = level == RaidLevel::striped ? 1 : level == RaidLevel::mirrored ? 4 : 2;
    Set set(level, 4);
    const KeyedRandom random(3);
    Answers answers(*set);
    std::uint64_t read = 0, written = 0;
    for (std::uint64_t k = 0; k < 400; ++k) {
        const std::uint64_t bytes = 512 * (1 + random.below(2000, 1, k));
        const bool write = random.below(2, 2, k) == 0;
        (write ? written : read) += bytes;
        set->submit({write, random.below(set->capacityBytes() - bytes, 3, k), bytes}, answers.completion());
    }
    set.calendar.runUntil(fromSeconds(1000));
    CHECK(answers.good == 400);
    CHECK(set->meter().bytes() == read + written);
    CHECK(set.bytes() == read + copies * written);
    CHECK(lawsHold(*set));
}

TEST_CASE("a range goes to the columns stripe by stripe, each once")
{
    Set set(RaidLevel::striped, 3);
    Answers answers(*set);
    // From the middle of stripe 2 (column 2) to the middle of stripe 6 (column 0): 0.5, 1, 1, 1, 0.5 stripes.
    set->submit({false, 2 * stripe + stripe / 2, 4 * stripe}, answers.completion());
    set.calendar.runUntil(fromSeconds(1));
    CHECK(answers.good == 1);
    CHECK(set.meter(0).bytes() == stripe + stripe / 2); // stripes 3 and 6
    CHECK(set.meter(1).bytes() == stripe);              // stripe 4
    CHECK(set.meter(2).bytes() == stripe / 2 + stripe); // stripes 2 and 5
    CHECK(set.meter(0).arrivals() == 1);
    CHECK(set.meter(2).arrivals() == 1);
}

TEST_CASE("four striped disks do four times what one does")
{
    CHECK(Set(RaidLevel::striped, 4).randomRate(1, 64) == Approx(4 * oneDisk(1, 16)).epsilon(0.05));
    Set stream(RaidLevel::striped, 4);
    const Rate rate = rateOf(stream.calendar, *stream, sequentialAccess(false, 1 << 20), 4, 1, 5);
    CHECK(rate.bytesPerSecond == Approx(4 * 138e6).epsilon(0.05));
}

TEST_CASE("mirrors share reads and double writes")
{
    CHECK(Set(RaidLevel::mirrored, 2).randomRate(1, 32) == Approx(2 * oneDisk(1, 16)).epsilon(0.05));
    CHECK(Set(RaidLevel::stripedMirrors, 4).randomRate(1, 64) == Approx(4 * oneDisk(1, 16)).epsilon(0.05));
    // A write waits for the later of its two copies.
    const double writes = Set(RaidLevel::mirrored, 2).randomRate(0, 16);
    CHECK(writes < oneDisk(0, 16));
    CHECK(writes > 0.6 * oneDisk(0, 16));
}

TEST_CASE("a lone stream of reads stays on one arm")
{
    Set set(RaidLevel::mirrored, 2);
    const Rate rate = rateOf(set.calendar, *set, sequentialAccess(false, 65536), 1, 1, 5);
    CHECK(rate.bytesPerSecond == Approx(138e6).epsilon(0.05));
    CHECK((set.meter(0).bytes() == 0 || set.meter(1).bytes() == 0));
}

TEST_CASE("all members of a striped set that streams are busy, though they read ahead")
{
    Set set(RaidLevel::striped, 5);
    const double rate = rateOf(set.calendar, *set.device, sequentialAccess(false, 1 << 20), 4, 5, 20).bytesPerSecond;
    CHECK(rate == Approx(5 * 138e6).epsilon(0.03));
    Set again(RaidLevel::striped, 5);
    ClosedLoop loop(again.calendar, *again.device, sequentialAccess(false, 1 << 20));
    loop.start(4);
    again.calendar.runUntil(fromSeconds(20));
    for (const auto& member : again.members) {
        member->meter().advance(again.calendar.now());
        CHECK(member->meter().utilisation() > 0.95);
        CHECK(member->meter().utilisation() <= 1);
        CHECK(lawsHold(*member));
    }
}

TEST_CASE("a flush reaches every member")
{
    Set set(RaidLevel::mirrored, 2, true);
    Finish written(set.calendar), flushed(set.calendar);
    set->submit({true, 1'000'000'000'000, page}, written.completion());
    set.calendar.runUntil(fromSeconds(1e-3));
    REQUIRE(written.at > 0);
    set->flush(flushed.completion());
    set.calendar.runUntil(fromSeconds(1));
    CHECK(flushed.at > fromSeconds(2e-3));
    CHECK(set.meter(0).busyTime() > 0);
    CHECK(set.meter(1).busyTime() > 0);
}

TEST_CASE("a mirror goes on with one member, and uses both again after the repair")
{
    Set set(RaidLevel::mirrored, 2);
    Answers answers(*set);
    const auto submit = [&](std::uint64_t from, std::uint64_t count) {
        for (std::uint64_t k = from; k < from + count; ++k)
            set->submit({k % 2 == 0, k * 1'000'000'000 / page * page, page}, answers.completion());
    };
    submit(0, 40);
    set.calendar.runUntil(fromSeconds(0.05));
    const std::uint64_t before = answers.good;
    CHECK(before < 40);
    set.members[0]->fail(); // with I/Os under way
    CHECK_FALSE(set->failed());
    submit(40, 40);
    set.calendar.runUntil(fromSeconds(10));
    CHECK(answers.errors == 0);
    CHECK(answers.good == 80);
    const std::uint64_t alone = set.meter(0).departures();
    set.members[0]->restore();
    submit(80, 40);
    set.calendar.runUntil(fromSeconds(20));
    CHECK(answers.good == 120);
    CHECK(set.meter(0).departures() > alone + 20);
    CHECK(lawsHold(*set));
}

TEST_CASE("a set that has lost a column answers with errors")
{
    const auto level = headroom::test::oneOf({RaidLevel::striped, RaidLevel::mirrored, RaidLevel::stripedMirrors});
    Set set(level, 4);
    Answers answers(*set);
    set->submit({true, 0, 4 * stripe}, answers.completion());
    set.members[0]->fail();
    CHECK(set->failed() == (level == RaidLevel::striped));
    set.members[1]->fail();
    CHECK(set->failed() == (level != RaidLevel::mirrored));
    set->submit({false, 0, page}, answers.completion());
    set->flush(answers.completion());
    set.calendar.runUntil(fromSeconds(10));
    CHECK(answers.errors == (level == RaidLevel::mirrored ? 0 : 3));
    CHECK(answers.good == (level == RaidLevel::mirrored ? 3 : 0));
}

TEST_CASE("members that make no set are refused")
{
    CHECK_THROWS_WITH(Set(RaidLevel::striped, 1), Catch::Contains("two members"));
    CHECK_THROWS_WITH(Set(RaidLevel::stripedMirrors, 3), Catch::Contains("even"));
    const std::uint64_t disk = sata7200().capacityBytes;
    CHECK_THROWS_WITH(Set(RaidLevel::striped, 2, false, disk + 1), Catch::Contains("stripe"));
    CHECK(Set(RaidLevel::striped, 2, false, disk)->capacityBytes() == 2 * disk);
    CHECK_NOTHROW(Set(RaidLevel::mirrored, 2, false, disk + 1));
}

TEST_CASE("a stream of reads that changes between mirrors is no slower than one disk")
{
    // If the mirrors share it, each arm passes over what the other one reads, in the time that reading it would take;
    // over more than a track, it is faster.
    const std::uint32_t depth = headroom::test::oneOf({1u, 16u, 64u});
    const std::uint64_t bytes = headroom::test::oneOf({page, stripe, std::uint64_t{1} << 20U});
    Set set(RaidLevel::mirrored, 2);
    const double rate = rateOf(set.calendar, *set, sequentialAccess(false, bytes), depth, 1, 4).bytesPerSecond;
    CHECK(rate > 0.99 * sata7200().outerRateBps);
    CHECK(rate < 2.01 * sata7200().outerRateBps);
}
