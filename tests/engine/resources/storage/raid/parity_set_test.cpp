// RAID 5 and RAID 6 on their members.
#include "../assembly.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t strip = 65536;

struct Disks : Assembly<ParitySet>
{
    Disks(std::uint32_t parities, std::size_t disks)
    {
        HardDiskSpec spec = sata7200();
        spec.writeCache = false;
        for (std::size_t i = 0; i < disks; ++i)
            addDisk(spec);
        device = std::make_unique<ParitySet>(calendar, parities, strip, pointers());
    }
    /// I/Os of the members for writes of strips of a row, each with the time at which it comes.
    std::uint64_t writes(std::initializer_list<std::pair<double, std::uint64_t>> strips)
    {
        const std::uint64_t before = sum(&headroom::monitoring::Meter::arrivals);
        Answers answers(*device);
        const auto start = calendar.now();
        for (const auto& [atS, number] : strips) {
            if (atS > 0)
                calendar.runUntil(start + fromSeconds(atS));
            device->submit({true, number * strip, strip}, answers.completion());
        }
        calendar.runUntil(calendar.now() + fromSeconds(2));
        CHECK(answers.good == strips.size());
        return sum(&headroom::monitoring::Meter::arrivals) - before;
    }
    /// I/Os of the members for one of the set.
    std::uint64_t operations(const DeviceRequest& request)
    {
        const std::uint64_t before = sum(&headroom::monitoring::Meter::arrivals);
        Answers answers(*device);
        device->submit(request, answers.completion());
        calendar.runUntil(calendar.now() + fromSeconds(2));
        CHECK(answers.good == 1);
        return sum(&headroom::monitoring::Meter::arrivals) - before;
    }
    std::uint64_t bytes() const { return sum(&headroom::monitoring::Meter::bytes); }

private:
    std::uint64_t sum(std::uint64_t (headroom::monitoring::Meter::*of)() const) const
    {
        std::uint64_t all = 0;
        for (const auto& member : members)
            all += (member->meter().*of)();
        return all;
    }
};

} // namespace

TEST_CASE("a set with parity has the capacity of its columns")
{
    const std::uint64_t disk = sata7200().capacityBytes / strip * strip;
    CHECK(Disks(1, 5)->capacityBytes() == 4 * disk);
    CHECK(Disks(2, 6)->capacityBytes() == 4 * disk);
}

TEST_CASE("a small write reads what is cheaper: the old data and parity, or the rest of the row")
{
    CHECK(Disks(1, 5).operations({true, 0, page}) == 2 + 2); // read-modify-write
    CHECK(Disks(1, 3).operations({true, 0, page}) == 1 + 2); // reconstruct-write
    CHECK(Disks(2, 8).operations({true, 0, page}) == 3 + 3);
    CHECK(Disks(2, 5).operations({true, 0, page}) == 2 + 3);
    CHECK(Disks(1, 5).operations({true, 0, 3 * strip}) == 1 + 4); // three columns of four: the fourth is read
}

TEST_CASE("a write of whole rows reads nothing and writes each member once, with all of its stripes and parities")
{
    Disks set(1, 5);
    CHECK(set.operations({true, 0, 8 * strip}) == 5);
    CHECK(set.bytes() == 10 * strip);
}

TEST_CASE("rows that must read first are written apart from the whole ones beside them")
{
    // Half of a row of four columns, two rows, a quarter of one: two columns are read to compute the first parity, one
    // column and the parity for the last one.
    Disks set(1, 5);
    CHECK(set.operations({true, 2 * strip, (2 + 8 + 1) * strip}) == 5 + (2 + 3) + (2 + 2));
    CHECK(set.bytes() == (10 + 5 + 4) * strip);
}

TEST_CASE("writes of one row that come together are one write")
{
    CHECK(Disks(1, 5).writes({{0, 0}, {0, 1}, {0, 2}, {0, 3}}) == 5); // a whole row: nothing is read
    CHECK(Disks(1, 5).writes({{0, 0}, {0, 1}, {0, 2}}) == 1 + 4);
    CHECK(Disks(1, 5).writes({{0, 0}, {0, 40}}) == 2 * (2 + 2)); // of two rows
}

TEST_CASE("a write joins one of its row that still reads, and what that has read is not read again")
{
    CHECK(Disks(1, 5).writes({{0, 0}, {1e-4, 1}, {2e-4, 2}, {3e-4, 3}}) == 2 + 5);
    CHECK(Disks(1, 5).writes({{0, 0}, {0.5, 1}}) == (2 + 2) + (1 + 2)); // too late; the parity is known
}

TEST_CASE("writes that have joined fail together when the set fails")
{
    Disks set(1, 5);
    Answers answers(*set.device);
    for (const std::uint64_t number : {0, 1, 2})
        set->submit({true, number * strip, strip}, answers.completion());
    set.calendar.runUntil(fromSeconds(1e-4));
    set->fail();
    set.calendar.runUntil(fromSeconds(2));
    CHECK(answers.errors == 3);
    CHECK(lawsHold(*set.device));
}

TEST_CASE("a stream of small writes with several under way writes nearly as fast as one of whole rows")
{
    const auto rate = [](std::uint64_t bytes) {
        Disks set(1, 4);
        const auto next = [bytes](std::uint64_t k) { return DeviceRequest{true, strip + k * bytes, bytes}; };
        return rateOf(set.calendar, *set.device, next, 32, 2, 10).perSecond * static_cast<double>(bytes);
    };
    CHECK(rate(strip) > 0.8 * rate(3 * strip));
}

TEST_CASE("a write over the end of a stripe is cut where the columns change")
{
    // The last page of one column and the first of the next lie at different places: two small writes.
    Disks set(1, 5);
    CHECK(set.operations({true, strip - page, 2 * page}) == 2 * (2 + 2));
    CHECK(set.bytes() == 2 * 4 * page);
}

TEST_CASE("adjacent reads of a member are one I/O, whatever rows they are of")
{
    // Five rows: of two members the parity lies in the first or the last of them, of the other three in between.
    Disks set(1, 5);
    constexpr std::uint64_t rows = 5 * 4 * strip;
    CHECK(set.operations({false, 0, rows}) == 2 * 1 + 3 * 2);
    CHECK(set.bytes() == rows);
    CHECK(lawsHold(*set.device));
}

TEST_CASE("a read touches the data alone")
{
    Disks set(2, 6);
    CHECK(set.operations({false, 0, 4 * strip}) == 4);
    CHECK(set.bytes() == 4 * strip);
}

TEST_CASE("the data of a failed member are computed from the others")
{
    Disks set(1, 5);
    set.members[0]->fail(); // column 0 of the first row
    CHECK(set.operations({false, 0, page}) == 4);
    CHECK(set.operations({false, strip, page}) == 1);
    CHECK(set.operations({true, 0, page}) == 3 + 1);            // the rest of the row, then the parity
    CHECK(set.operations({true, strip + page, page}) == 2 + 2); // the rest lies on the failed one too
    set.members[0]->restore();
    CHECK(set.operations({false, 0, page}) == 1);
}

TEST_CASE("without its parity a row is written as if it had none")
{
    Disks set(1, 5);
    set.members[4]->fail(); // the parity of the first row
    CHECK(set.operations({true, 0, page}) == 1);
}

TEST_CASE("RAID 5 survives one failed member, RAID 6 two")
{
    for (const std::uint32_t parities : {1U, 2U}) {
        Disks set(parities, 6);
        for (std::uint32_t i = 0; i < parities; ++i)
            set.members[i]->fail();
        CHECK_FALSE(set->failed());
        ClosedLoop load(set.calendar, *set.device, randomAccess(*set.device, page, 0.5));
        load.start(4);
        set.calendar.runUntil(set.calendar.now() + fromSeconds(5));
        load.stop();
        set.calendar.runUntil(set.calendar.now() + fromSeconds(5));
        Answers answers(*set.device);
        set->submit({true, 0, page}, answers.completion());
        set.calendar.runUntil(set.calendar.now() + fromSeconds(1));
        CHECK(answers.good == 1);
        set.members[parities]->fail();
        CHECK(set->failed());
        set->submit({false, 0, page}, answers.completion());
        set.calendar.runUntil(set.calendar.now() + fromSeconds(1));
        CHECK(answers.errors == 1);
        CHECK(lawsHold(*set.device));
    }
}

TEST_CASE("a member that fails under a load costs no answer")
{
    Disks set(1, 5);
    Answers answers(*set.device);
    const auto next = randomAccess(*set.device, page, 0.5);
    for (std::uint64_t k = 0; k < 200; ++k)
        set->submit(next(k), answers.completion());
    set.calendar.runUntil(fromSeconds(0.2));
    set.members[2]->fail();
    set.calendar.runUntil(fromSeconds(60));
    CHECK(answers.good == 200);
    CHECK(answers.errors == 0);
}

TEST_CASE("random writes of RAID 5 cost four times a read, in two steps")
{
    const auto rate = [](double readShare) {
        Disks fresh(1, 5);
        return rateOf(fresh.calendar, *fresh.device, randomAccess(*fresh.device, page, readShare), 40, 5, 60).perSecond;
    };
    const double ratio = rate(1) / rate(0);
    CAPTURE(ratio);
    CHECK(ratio > 2.5); // more I/Os wait at each disk, which orders them better
    CHECK(ratio < 5.5);
}

TEST_CASE("members that make no set with parity are refused")
{
    CHECK_THROWS_AS(Disks(1, 2), std::invalid_argument);
    CHECK_THROWS_AS(Disks(2, 3), std::invalid_argument);
}

TEST_CASE("data that small writes have read and written are kept for the next ones to the same row")
{
    // Four columns. The first write reads its old data and the parity; the second one its old data; the third one
    // could read its own, or the fourth column: the latter, as always when both are as much; then all are known.
    Disks set(1, 5);
    const auto write = [&](std::uint64_t offset) { return set.operations({true, offset, page}); };
    CHECK(write(0) == 2 + 2);
    CHECK(write(strip) == 1 + 2);
    CHECK(write(2 * strip) == 1 + 2);
    CHECK(write(3 * strip) == 0 + 2);
    CHECK(write(0) == 0 + 2);
    CHECK(write(strip + page) == 2 + 2); // another page of the same row
}

TEST_CASE("a set keeps the last 256 pages of its members, in the order of their use")
{
    Disks set(1, 5);
    const auto write = [&](std::uint64_t number) { return set.operations({true, number * 4 * strip, page}); };
    for (std::uint64_t row = 0; row < 256; ++row)
        CHECK(write(row) == 2 + 2);
    CHECK(write(0) == 0 + 2);
    CHECK(write(256) == 2 + 2); // instead of row 1
    CHECK(write(0) == 0 + 2);
    CHECK(write(2) == 0 + 2);
    CHECK(write(1) == 2 + 2);
}

TEST_CASE("a member that fails takes nothing with it of what is in memory, a set that fails all of it")
{
    Disks set(1, 5);
    CHECK(set.operations({true, 0, page}) == 2 + 2);
    set.members[0]->fail(); // it has the data of this write; the parity is known
    CHECK(set.operations({true, 0, page}) == 0 + 1);
    set.device->fail();
    Answers answers(*set.device);
    set->submit({true, 0, page}, answers.completion());
    set.calendar.runUntil(set.calendar.now() + fromSeconds(1));
    CHECK(answers.errors == 1);
    set.device->restore();
    CHECK(set.operations({true, 0, page}) == 2 + 2);
}

TEST_CASE("a stream of reads passes the parities over and loses no turn to them, however many are under way")
{
    // An arm passes over one strip in five, one in each row, in the time that reading it would take.
    const std::uint32_t depth = headroom::test::oneOf({1u, 16u, 64u});
    const std::uint64_t bytes = headroom::test::oneOf({page, strip, std::uint64_t{1} << 20U});
    Disks set(1, 5);
    const double rate = rateOf(set.calendar, *set, sequentialAccess(false, bytes), depth, 1, 4).bytesPerSecond;
    CHECK(rate == Approx(4 * sata7200().outerRateBps).epsilon(0.01));
}
