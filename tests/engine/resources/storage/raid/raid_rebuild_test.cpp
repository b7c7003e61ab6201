// A device that returns to a RAID set gets its data back from the others.
#include "../assembly.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t rebuiltStripe = 65536;
constexpr std::uint64_t memberBytes = 1600 * rebuiltStripe; ///< 105 MB: the rebuild of one takes seconds
constexpr double limit = 50e6, noLimit = 10e9;

HardDiskSpec smallDisk()
{
    HardDiskSpec spec = sata7200();
    spec.capacityBytes = memberBytes;
    spec.innerRateBps = spec.outerRateBps;
    spec.writeCache = false;
    return spec;
}

struct Mirror : Assembly<RaidSet>
{
    explicit Mirror(double rebuildBps, RaidLevel level = RaidLevel::mirrored, int disks = 2)
    {
        for (int i = 0; i < disks; ++i)
            addDisk(smallDisk());
        device = std::make_unique<RaidSet>(calendar, level, rebuiltStripe, pointers(), rebuildBps);
    }
};

struct Parity : Assembly<ParitySet>
{
    Parity(std::uint32_t parities, int disks, double rebuildBps = limit)
    {
        for (int i = 0; i < disks; ++i)
            addDisk(smallDisk());
        device = std::make_unique<ParitySet>(calendar, parities, rebuiltStripe, pointers(), rebuildBps);
    }
};

bool idle(const Calendar& calendar)
{
    return calendar.nextTime() == headroom::kernel::never;
}

template <typename Device>
void failAndReturn(Assembly<Device>& set, std::size_t member)
{
    set.members[member]->fail();
    set.members[member]->restore();
}

} // namespace

TEST_CASE("a mirror that returns is copied from the other at the set rate, then the set can lose that one")
{
    Mirror set(limit);
    failAndReturn(set, 0);
    const Time needed = fromSeconds(memberBytes / limit);
    set.calendar.runUntil(fromSeconds(0.9 * memberBytes / limit));
    CHECK(set.meter(0).bytes() == Approx(0.9 * memberBytes).epsilon(0.02));
    set.calendar.runUntil(needed + fromSeconds(0.1));
    CHECK(set.meter(0).bytes() == memberBytes);
    CHECK(set.meter(1).bytes() == memberBytes);
    CHECK(idle(set.calendar));
    CHECK(lawsHold(*set));
    set.members[1]->fail();
    CHECK_FALSE(set->failed());
}

TEST_CASE("a rebuild is no faster than the devices")
{
    Mirror set(noLimit);
    failAndReturn(set, 0);
    // Without a write cache a piece that is written misses the next one's sector: a rotation for each.
    const double pieceS = RaidRebuild::pieceBytes / 138e6;
    const double rotationsS = std::ceil(pieceS * 120) / 120;
    set.calendar.runUntil(fromSeconds(memberBytes / 138e6));
    CHECK(set.meter(0).bytes() < memberBytes);
    set.calendar.runUntil(fromSeconds(1.1 * memberBytes / RaidRebuild::pieceBytes * rotationsS));
    CHECK(set.meter(0).bytes() == memberBytes);
}

TEST_CASE("the set has failed if the source of a rebuild fails before its end")
{
    Mirror set(limit);
    failAndReturn(set, 0);
    set.calendar.runUntil(fromSeconds(1));
    set.members[1]->fail();
    CHECK(set->failed());
    Answers answers(*set);
    set->submit({false, 0, page}, answers.completion());
    set.calendar.runUntil(fromSeconds(5));
    CHECK(answers.errors == 1);
    const std::uint64_t copied = set.meter(0).bytes();
    CHECK(copied < memberBytes);
    // It is back with its data, as nobody else has them, and the rebuild goes on.
    set.members[1]->restore();
    CHECK_FALSE(set->failed());
    set.calendar.runUntil(fromSeconds(10));
    CHECK(set.meter(0).bytes() >= memberBytes);
    set.members[1]->fail();
    CHECK_FALSE(set->failed());
}

TEST_CASE("data that are not rebuilt yet are read from the other member, writes go to both")
{
    Mirror set(limit);
    failAndReturn(set, 0);
    set.calendar.runUntil(fromSeconds(1)); // half of it
    const std::uint64_t far = memberBytes - 64 * rebuiltStripe;
    const auto departures = [&] { return set.meter(0).departures() + set.meter(1).departures(); };
    Answers answers(*set);
    for (int k = 0; k < 8; ++k)
        set->submit({false, far + k * page, page}, answers.completion());
    CHECK(set.members[0]->meter().present() <= 1); // a piece of the rebuild
    CHECK(set.members[1]->meter().present() >= 8);
    set.calendar.runUntil(fromSeconds(1.2));
    CHECK(answers.good == 8);
    for (int k = 0; k < 8; ++k)
        set->submit({false, std::uint64_t(k) * page, page}, answers.completion());
    CHECK(set.members[0]->meter().present() >= 4);
    set.calendar.runUntil(fromSeconds(1.4));
    const std::uint64_t before = departures();
    set->submit({true, far, page}, answers.completion());
    set.calendar.runUntil(fromSeconds(1.45));
    CHECK(answers.good == 17);
    CHECK(departures() >= before + 2);
    set.calendar.runUntil(fromSeconds(10));
    CHECK(idle(set.calendar));
    CHECK(lawsHold(*set));
}

TEST_CASE("a rebuild makes way: it takes longer under load, and the load goes on")
{
    const auto readsIn2s = [](Mirror& set) {
        ClosedLoop loop(set.calendar, *set, randomAccess(*set, page, 1));
        loop.start(4);
        set.calendar.runUntil(fromSeconds(2));
        return static_cast<double>(loop.completed());
    };
    Mirror degraded(noLimit);
    degraded.members[0]->fail();
    Mirror rebuilding(noLimit);
    failAndReturn(rebuilding, 0);
    // One piece waits among four reads.
    const double share = readsIn2s(rebuilding) / readsIn2s(degraded);
    CHECK(share > 0.7);
    CHECK(share < 1);
    CHECK(rebuilding.meter(0).bytes() > 4 * RaidRebuild::pieceBytes);
    CHECK(rebuilding.meter(0).bytes() < 0.5 * memberBytes);
    Mirror undisturbed(noLimit);
    failAndReturn(undisturbed, 0);
    undisturbed.calendar.runUntil(fromSeconds(2));
    CHECK(undisturbed.meter(0).bytes() == memberBytes);
}

TEST_CASE("a member of a set with parity is computed from as many others as there are columns")
{
    const std::uint32_t parities = headroom::test::oneOf({1U, 2U});
    Parity set(parities, 6);
    failAndReturn(set, 2);
    set.calendar.runUntil(fromSeconds(1.1 * memberBytes / limit));
    CHECK(idle(set.calendar));
    std::uint64_t read = 0;
    for (const std::size_t member : {0, 1, 3, 4, 5})
        read += set.meter(member).bytes();
    CHECK(set.meter(2).bytes() == memberBytes);
    CHECK(read == (6 - parities) * memberBytes);
    set.members[0]->fail();
    CHECK_FALSE(set->failed());
    CHECK(lawsHold(*set));
}

TEST_CASE("a set with parity that is rebuilding serves every request, each beyond the place without the new member")
{
    Parity set(1, 5);
    failAndReturn(set, 0);
    const KeyedRandom random(5);
    Answers answers(*set);
    const std::uint64_t row = 4 * rebuiltStripe;
    for (std::uint64_t k = 0; k < 200; ++k) {
        const std::uint64_t bytes = page << random.below(6, 1, k);
        const std::uint64_t offset = random.below(1600, 2, k) * row + random.below(row - bytes, 3, k);
        set->submit({random.below(2, 4, k) == 0, offset, bytes}, answers.completion());
        set.calendar.runUntil(set.calendar.now() + fromSeconds(0.01));
    }
    set.calendar.runUntil(fromSeconds(30));
    CHECK(answers.good == 200);
    CHECK(answers.errors == 0);
    CHECK(idle(set.calendar));
    CHECK(lawsHold(*set));
    set.members[1]->fail();
    CHECK_FALSE(set->failed());
}

TEST_CASE("a small write does not read the old parity from a member that has no data yet")
{
    Parity set(1, 5);
    failAndReturn(set, 4);                                 // the parity of the first row is on the last member
    const std::uint64_t row = 5 * 310 * 4 * rebuiltStripe; // parity there too, far behind the rebuild
    set.calendar.runUntil(fromSeconds(0.5));
    const auto arrivals = [&](std::size_t member) { return set.meter(member).arrivals(); };
    std::uint64_t before = 0;
    for (std::size_t member = 0; member < 4; ++member)
        before += arrivals(member);
    const std::uint64_t ofRebuild = arrivals(4);
    Answers answers(*set);
    set->submit({true, row, page}, answers.completion());
    set.calendar.runUntil(fromSeconds(30));
    CHECK(answers.good == 1);
    // The other three columns are read and the new data written, besides four reads of the rebuild for each piece.
    std::uint64_t after = 0;
    for (std::size_t member = 0; member < 4; ++member)
        after += arrivals(member);
    const std::uint64_t parityWrites = 1, pieces = arrivals(4) - ofRebuild - parityWrites;
    CHECK(after - before - 4 * pieces <= 4 + 4 * 2); // pieces under way when it began
    CHECK(after - before - 4 * pieces >= 4);
    CHECK(arrivals(4) == memberBytes / RaidRebuild::pieceBytes + parityWrites);
}

TEST_CASE("two members that return together are rebuilt in one pass: the others are read once, both are written")
{
    Parity set(2, 6);
    set.members[0]->fail();
    set.members[4]->fail();
    set.members[4]->restore();
    set.members[0]->restore();
    set.calendar.runUntil(fromSeconds(0.5 * memberBytes / limit));
    CHECK(set.meter(4).bytes() == Approx(0.5 * memberBytes).epsilon(0.03));
    CHECK(set.meter(0).bytes() == set.meter(4).bytes());
    set.calendar.runUntil(fromSeconds(1.05 * memberBytes / limit));
    CHECK(idle(set.calendar));
    CHECK(set.meter(4).bytes() == memberBytes);
    CHECK(set.meter(0).bytes() == memberBytes);
    std::uint64_t read = 0;
    for (const std::size_t member : {1, 2, 3, 5})
        read += set.meter(member).bytes();
    CHECK(read == 4 * memberBytes);
    CHECK(lawsHold(*set));
    set.members[1]->fail();
    set.members[2]->fail();
    CHECK_FALSE(set->failed());
}

TEST_CASE("copies that return together are read from the one that is left, once")
{
    Mirror set(limit, RaidLevel::mirrored, 3);
    for (const std::size_t member : {0, 2})
        failAndReturn(set, member);
    set.calendar.runUntil(fromSeconds(1.05 * memberBytes / limit));
    CHECK(idle(set.calendar));
    for (const std::size_t member : {0, 1, 2})
        CHECK(set.meter(member).bytes() == memberBytes);
}

TEST_CASE("members of different pairs that return together are each copied from their own partner, at once")
{
    Mirror set(limit, RaidLevel::stripedMirrors, 4);
    for (const std::size_t member : {0, 3})
        failAndReturn(set, member);
    set.calendar.runUntil(fromSeconds(1.05 * memberBytes / limit));
    CHECK(idle(set.calendar));
    for (const std::size_t member : {0, 1, 2, 3})
        CHECK(set.meter(member).bytes() == memberBytes);
    CHECK(lawsHold(*set));
}

TEST_CASE("a member that returns during a pass is rebuilt in the next one")
{
    Parity set(2, 6);
    set.members[0]->fail();
    set.members[4]->fail();
    set.members[4]->restore();
    set.calendar.runUntil(fromSeconds(0.5 * memberBytes / limit));
    set.members[0]->restore();
    set.calendar.runUntil(fromSeconds(0.95 * memberBytes / limit));
    CHECK(set.meter(0).bytes() == 0);
    set.calendar.runUntil(fromSeconds(2.1 * memberBytes / limit));
    CHECK(idle(set.calendar));
    CHECK(set.meter(0).bytes() == memberBytes);
    std::uint64_t read = 0;
    for (const std::size_t member : {1, 2, 3, 4, 5})
        read += set.meter(member).bytes();
    CHECK(read == (4 + 4 + 1) * memberBytes); // both passes, and what was written to the first
}

TEST_CASE("one of two members in a pass fails again: the other gets its data, and the first one later")
{
    Parity set(2, 6);
    for (const std::size_t member : {0, 4})
        failAndReturn(set, member);
    set.calendar.runUntil(fromSeconds(0.5 * memberBytes / limit));
    const std::uint64_t lost = set.meter(0).bytes();
    set.members[0]->fail();
    set.calendar.runUntil(fromSeconds(1.1 * memberBytes / limit));
    CHECK(set.meter(4).bytes() == memberBytes);
    CHECK(idle(set.calendar));
    CHECK_FALSE(set->complete(0));
    set.members[0]->restore();
    CHECK_FALSE(set->complete(0));
    set.calendar.runUntil(fromSeconds(2.2 * memberBytes / limit));
    CHECK(idle(set.calendar));
    CHECK(set->complete(0));
    CHECK(set.meter(0).bytes() == Approx(lost + memberBytes).margin(2 * RaidRebuild::pieceBytes));
    CHECK(lawsHold(*set));
}

TEST_CASE("a member that fails again while it is rebuilt begins anew")
{
    Mirror set(limit);
    failAndReturn(set, 0);
    set.calendar.runUntil(fromSeconds(1));
    const std::uint64_t first = set.meter(0).bytes();
    CHECK(first > 0);
    const bool meanwhile = headroom::test::oneOf({false, true}); // are I/Os of the rebuild answered in between?
    set.members[0]->fail();
    if (meanwhile)
        set.calendar.runUntil(fromSeconds(1.5));
    set.members[0]->restore();
    set.calendar.runUntil(fromSeconds(1.6 + memberBytes / limit));
    CHECK(set.meter(0).bytes() >= first + memberBytes);
    CHECK(set.meter(0).bytes() <= first + memberBytes + 2 * RaidRebuild::pieceBytes);
    CHECK(idle(set.calendar));
    CHECK(lawsHold(*set));
}

TEST_CASE("a set that was down as a whole is back with its data, and so is a member if the rate is 0")
{
    Mirror set(limit);
    set->fail();
    CHECK(set->failed());
    set->restore();
    CHECK_FALSE(set->failed());
    CHECK(idle(set.calendar));
    Mirror unrebuilt(0);
    failAndReturn(unrebuilt, 0);
    unrebuilt.members[1]->fail();
    CHECK_FALSE(unrebuilt->failed());
    CHECK(idle(unrebuilt.calendar));
}
