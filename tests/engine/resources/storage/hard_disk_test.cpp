// A magnetic disk as a host sees it: rates against the data sheet.
#include "../../effort.h"
#include "load.h"

#include "resources/storage/hard_disk.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

double randomRate(const HardDiskSpec& spec, double readShare, std::uint32_t depth)
{
    Calendar calendar;
    HardDisk disk(calendar, spec, 7);
    return rateOf(calendar, disk, randomAccess(disk, page, readShare), depth, 10, 200).perSecond;
}

double sequentialRate(const HardDiskSpec& spec, bool write, std::uint64_t bytes, std::uint32_t depth,
                      std::uint64_t from = 0)
{
    Calendar calendar;
    HardDisk disk(calendar, spec, 7);
    return rateOf(calendar, disk, sequentialAccess(write, bytes, from), depth, 2, 10).bytesPerSecond;
}

struct RandomFigure
{
    double rpm, seekReadMs, seekWriteMs, trackMs, outerMBps, innerMBps;
    double readIops, writeIops; ///< as the component library has them, at depth 1
};

} // namespace

TEST_CASE("one random 4 KiB I/O at a time takes average seek, half a turn and the transfer", "[theory]")
{
    const auto figure =
        headroom::test::oneOf({RandomFigure{7200, 8.5, 9.5, 0.8, 138, 65, 79, 73},      // Standard SATA 2 TB
                               RandomFigure{5900, 10.5, 12, 1.0, 110, 52, 64, 59},      // Standard SATA 2 TB, 5900 rpm
                               RandomFigure{15000, 3.4, 3.9, 0.2, 204, 122, 185, 169},  // Cheetah 15K.7
                               RandomFigure{10000, 3.8, 4.4, 0.3, 141, 75, 147, 135}}); // Savvio 10K.4
    HardDiskSpec spec = sata7200();
    spec.writeCache = false;
    spec.revolutionsPerMinute = figure.rpm;
    spec.averageSeekReadS = figure.seekReadMs * 1e-3;
    spec.averageSeekWriteS = figure.seekWriteMs * 1e-3;
    spec.trackToTrackSeekS = figure.trackMs * 1e-3;
    spec.outerRateBps = figure.outerMBps * megabyte;
    spec.innerRateBps = figure.innerMBps * megabyte;

    const double transfer = 4096 / ((figure.outerMBps + figure.innerMBps) / 2 * megabyte);
    const double halfTurn = 30 / figure.rpm;
    const double read = randomRate(spec, 1, 1), write = randomRate(spec, 0, 1);
    CHECK(read == Approx(1 / (spec.averageSeekReadS + halfTurn + transfer)).epsilon(0.01));
    CHECK(write == Approx(1 / (spec.averageSeekWriteS + halfTurn + transfer + 4096 / sata6Bps)).epsilon(0.01));
    CHECK(read == Approx(figure.readIops).epsilon(0.05));
    CHECK(write == Approx(figure.writeIops).epsilon(0.05));
}

TEST_CASE("a deeper queue gives more random reads, two to three times as many at depth 32")
{
    double last = 0;
    const double alone = randomRate(sata7200(), 1, 1);
    for (const std::uint32_t depth : {1u, 2u, 4u, 8u, 16u, 32u}) {
        const double rate = randomRate(sata7200(), 1, depth);
        CHECK(rate > last);
        last = rate;
    }
    CHECK(last / alone > 2);
    CHECK(last / alone < 3);
}

TEST_CASE("commands that wait in the host beyond the queue depth add nothing")
{
    CHECK(randomRate(sata7200(), 1, 128) == Approx(randomRate(sata7200(), 1, 32)).epsilon(0.01));
    HardDiskSpec unsorted = sata7200();
    unsorted.queueDepth = 1;
    CHECK(randomRate(unsorted, 1, 32) == Approx(randomRate(unsorted, 1, 1)).epsilon(0.01));
}

TEST_CASE("the disk of the published media store at depth 32: 390 reads a second need a third of the disk")
{
    // Published: 390 reads, 410 writes a second; over how much of the disk is not said. Over all of it, shortest
    // positioning first gives 300 with the average seek of 4.6 ms that is assumed for it; where the data fill a third
    // (short strokes), what is published.
    const auto rateOver = [](double share, double readShare) {
        Calendar calendar;
        HardDisk disk(calendar, sdc2016Disk(), 7);
        const headroom::kernel::KeyedRandom random(1);
        const auto places = static_cast<std::uint64_t>(share * static_cast<double>(disk.capacityBytes())) / page;
        return rateOf(
                   calendar, disk,
                   [=](std::uint64_t k) {
                       return DeviceRequest{random.uniform(2, k) >= readShare, random.below(places, 1, k) * page, page};
                   },
                   32, 10, 100)
            .perSecond;
    };
    CHECK(rateOver(1, 1) == Approx(302).epsilon(0.02));
    CHECK(rateOver(1.0 / 3, 1) == Approx(390).epsilon(0.05));
    CHECK(rateOver(1.0 / 3, 0) == Approx(410).epsilon(0.05));
    CHECK(randomRate(sdc2016Disk(), 1, 1) == Approx(1 / (0.0046 + 0.5 / 120)).epsilon(0.01));
}

TEST_CASE("a scheduler in the host adds to what the drive's own queue gives, not as much as a queue of that length")
{
    const auto rate = [](std::uint32_t outstanding, std::uint32_t nrRequests) {
        HardDiskSpec spec = sdc2016Disk();
        spec.scheduler.emplace().nrRequests = nrRequests;
        return randomRate(spec, 1, outstanding);
    };
    const auto rateInDrive = [](std::uint32_t outstanding) {
        HardDiskSpec spec = sdc2016Disk();
        spec.queueDepth = outstanding;
        return randomRate(spec, 1, outstanding);
    };
    const double alone = randomRate(sdc2016Disk(), 1, 128);
    CHECK(rate(32, 0) == alone); // all are in the drive
    CHECK(rate(64, 0) == Approx(317).epsilon(0.01));
    CHECK(rate(128, 0) == rate(64, 0)); // by default no more are ordered
    CHECK(rate(128, 128) == Approx(340).epsilon(0.01));
    CHECK(rate(512, 512) == Approx(390).epsilon(0.01)); // published for this disk
    // The drive turns to the nearest of all it has, also by the angle; the scheduler shows it 32 at a time.
    CHECK(rateInDrive(64) == Approx(363).epsilon(0.01));
    CHECK(rateInDrive(128) == Approx(429).epsilon(0.01));
}

TEST_CASE("without the drive's queue a scheduler saves travel: the more it orders, the nearer to half a turn for each")
{
    HardDiskSpec spec = sdc2016Disk();
    spec.queueDepth = 1;
    const double unordered = randomRate(spec, 1, 64);
    CHECK(unordered == Approx(1 / (0.0046 + 0.5 / 120)).epsilon(0.01));
    const auto rate = [&](std::uint32_t requests, double readExpireS) {
        spec.scheduler.emplace().nrRequests = requests;
        spec.scheduler->readExpireS = readExpireS;
        return randomRate(spec, 1, requests);
    };
    double last = unordered;
    for (const std::uint32_t requests : {4u, 16u, 64u, 256u}) {
        const double now = rate(requests, 1000);
        CHECK(now > last);
        last = now;
    }
    CHECK(last < 1 / (spec.trackToTrackSeekS + 0.5 / 120));
    CHECK(rate(64, 0) < rate(64, 1000)); // expired I/Os are served in the order in which they came
}

TEST_CASE("a read that lies behind a stream of others is served soon after it has expired")
{
    const auto answered = [](double readExpireS) {
        Calendar calendar;
        HardDiskSpec spec = sata7200();
        spec.scheduler.emplace().readExpireS = readExpireS;
        HardDisk disk(calendar, spec, 7);
        ClosedLoop stream(calendar, disk, sequentialAccess(false, 65536, spec.capacityBytes / 2));
        stream.start(60);
        calendar.runUntil(fromSeconds(1));
        Finish behind(calendar);
        disk.submit({false, 0, page}, behind.completion());
        calendar.runUntil(fromSeconds(60));
        return behind.at < 0 ? -1 : toSeconds(behind.at - behind.start);
    };
    CHECK(answered(0.5) == Approx(0.5).margin(0.1));
    CHECK(answered(2) == Approx(2).margin(0.1));
    CHECK(answered(1000) == -1);
}

TEST_CASE("a batch of no requests is refused")
{
    Calendar calendar;
    HardDiskSpec spec = sata7200();
    spec.scheduler.emplace().fifoBatch = 0;
    CHECK_THROWS_WITH(makeHardDisk(calendar, spec, 1), Catch::Contains("batch"));
}

TEST_CASE("a far-off command is not passed over for ever by near ones")
{
    Calendar calendar;
    const HardDiskSpec spec = sata7200();
    HardDisk disk(calendar, spec, 7);
    const headroom::kernel::KeyedRandom random(11);
    ClosedLoop near(calendar, disk, [&](std::uint64_t k) {
        return DeviceRequest{false, random.below(100'000, 1, k) * page, page};
    });
    near.start(spec.queueDepth - 1);
    calendar.runUntil(fromSeconds(1));
    Finish far(calendar);
    const std::uint64_t before = near.completed();
    std::uint64_t passed = 0;
    disk.submit({false, spec.capacityBytes - page, page}, far.completion());
    while (far.at < 0 && passed < 10'000) {
        calendar.runSome(headroom::kernel::never, 1);
        passed = near.completed() - before;
    }
    CHECK(far.at > 0);
    // At most all that were there before it, each passed over as often as is allowed.
    CHECK(passed <= std::uint64_t{spec.queueDepth} * (spec.queueDepth + 1));
}

TEST_CASE("sequential I/O runs at the media rate")
{
    const std::uint64_t bytes = headroom::test::oneOf(headroom::test::someOf<std::uint64_t>({4096, 65536, 1048576}));
    for (const HardDiskSpec& spec : {sata7200(), sdc2016Disk()}) {
        for (const std::uint32_t depth : {1u, 32u}) {
            CHECK(sequentialRate(spec, false, bytes, depth) == Approx(spec.outerRateBps).epsilon(0.03));
            CHECK(sequentialRate(spec, true, bytes, depth) == Approx(spec.outerRateBps).epsilon(0.03));
        }
        const std::uint64_t inner = spec.capacityBytes - 4'000'000'000;
        CHECK(sequentialRate(spec, false, bytes, 1, inner) == Approx(spec.innerRateBps).epsilon(0.03));
    }
}

TEST_CASE("a write leaves in the buffer what was read behind it")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    const auto took = [&](const DeviceRequest& request) {
        const Time begin = calendar.now();
        Finish finish(calendar);
        disk.submit(request, finish.completion());
        calendar.runUntil(begin + fromSeconds(0.1));
        return toSeconds(finish.at - begin);
    };
    took({false, 0, 1 << 20});
    took({true, 0, page});
    CHECK(took({false, page, 65536}) == Approx(65536 / sata6Bps));
    took({true, 512 << 10, page}); // less lies before it than behind
    CHECK(took({false, (512 << 10) + page, 65536}) == Approx(65536 / sata6Bps));
}

TEST_CASE("reading ahead bridges the pauses of a host that reads piece by piece")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    Time arm = 0;
    Time pause = fromSeconds(100e-6); // well below the 475 us that 64 KiB take on the media
    Time end = 0;
    constexpr int pieces = 2000;
    for (int k = 0; k < pieces; ++k) {
        Finish finish(calendar);
        disk.submit({false, std::uint64_t{65536} * static_cast<std::uint64_t>(k), 65536}, finish.completion());
        while (finish.at < 0)
            calendar.runSome(headroom::kernel::never, 1);
        end = finish.at;
        if (k == 0)
            arm = end;
        calendar.runUntil(calendar.now() + pause);
    }
    CHECK(65536.0 * (pieces - 1) / toSeconds(end - arm) == Approx(138e6).epsilon(0.03));
}

TEST_CASE("reading ahead counts as busy for a stream, not after a read that stays the only one")
{
    const auto busyAfter = [](int reads) {
        Calendar calendar;
        HardDisk disk(calendar, sata7200(), 7);
        Time answered = 0;
        for (int k = 0; k < reads; ++k)
            answered +=
                responseOf(calendar, disk, {false, std::uint64_t{65536} * static_cast<std::uint64_t>(k), 65536});
        disk.meter().advance(calendar.now());
        CHECK(lawsHold(disk));
        return toSeconds(static_cast<Time>(disk.meter().busyTime()) - (reads == 1 ? answered : 0));
    };
    CHECK(busyAfter(1) == Approx(0).margin(1e-9));
    // Half a segment of 4 MiB is read ahead; it has been read when the second read comes, and goes on for its 64 KiB,
    // after up to a turn.
    CHECK(busyAfter(2) > busyAfter(1));
    const double more = 65536 / 138e6;
    CHECK(busyAfter(3) - busyAfter(2) >= 0.99 * more);
    CHECK(busyAfter(3) - busyAfter(2) <= more + 1.0 / 120);
}

TEST_CASE("a slow reader gets its data from the buffer at the rate of the port")
{
    Calendar calendar;
    HardDisk disk(calendar, sata7200(), 7);
    std::vector<Time> responses;
    for (std::uint64_t k = 0; k < 200; ++k) {
        Finish finish(calendar);
        const Time start = calendar.now();
        disk.submit({false, 65536 * k, 65536}, finish.completion());
        calendar.runUntil(start + fromSeconds(0.02));
        REQUIRE(finish.at > 0);
        responses.push_back(finish.at - start);
    }
    for (std::size_t k = 1; k < responses.size(); ++k)
        CHECK(responses[k] == fromSeconds(65536 / sata6Bps));
}

TEST_CASE("data read once are in the buffer, until they are written over")
{
    Calendar calendar;
    HardDiskSpec spec = sata7200();
    spec.writeCache = false;
    HardDisk disk(calendar, spec, 7);
    const auto timeOf = [&](bool write, std::uint64_t offset) {
        Finish finish(calendar);
        const Time start = calendar.now();
        disk.submit({write, offset, page}, finish.completion());
        calendar.runUntil(start + fromSeconds(1));
        return finish.at - start;
    };
    const std::uint64_t place = 1'000'000'000'000 / page * page;
    const Time hit = fromSeconds(4096 / sata6Bps);
    CHECK(timeOf(false, place) > hit);
    CHECK(timeOf(false, place) == hit);
    timeOf(false, 0);
    CHECK(timeOf(false, place) == hit);
    timeOf(true, place);
    CHECK(timeOf(false, place) > hit);
}

TEST_CASE("a port slower than the media bounds reading and writing")
{
    HardDiskSpec spec = sata7200();
    spec.interfaceRateBps = 60e6;
    CHECK(sequentialRate(spec, false, 1048576, 1) == Approx(60e6).epsilon(0.03));
    CHECK(sequentialRate(spec, true, 1048576, 1) == Approx(60e6).epsilon(0.03));
}

TEST_CASE("without the write cache a lone sequential writer loses a turn with every write")
{
    HardDiskSpec spec = sata7200();
    spec.writeCache = false;
    for (const double portBps : {sata6Bps, 0.0}) { // 0: as fast as can be
        spec.interfaceRateBps = portBps;
        const double turns = sequentialRate(spec, true, 65536, 1) / 65536;
        CHECK(turns > 0.9 * 120 * 138e6 / (138e6 + 65536 * 120));
        CHECK(turns <= 120);
        CHECK(sequentialRate(spec, true, 65536, 2) == Approx(138e6).epsilon(0.03));
    }
}

TEST_CASE("two runs with the same seed agree in every completion, another seed turns the platters")
{
    const auto fingerprint = [](std::uint64_t seed) {
        Calendar calendar;
        HardDisk disk(calendar, sata7200(), seed);
        ClosedLoop loop(calendar, disk, randomAccess(disk, page, 0.5));
        loop.start(16);
        calendar.runUntil(fromSeconds(60));
        return loop.fingerprint();
    };
    CHECK(fingerprint(7) == fingerprint(7));
    CHECK(fingerprint(7) != fingerprint(8));
}

TEST_CASE("figures that make no disk and I/O beyond its end are refused")
{
    Calendar calendar;
    HardDiskSpec spec = sata7200();
    HardDisk disk(calendar, spec, 1);
    CHECK_THROWS_AS(disk.submit({false, spec.capacityBytes, 1}, {}), std::out_of_range);
    CHECK_THROWS_AS(disk.submit({false, 1, ~std::uint64_t{0}}, {}), std::out_of_range);
    spec.outerRateBps = 0;
    CHECK_THROWS_WITH(makeHardDisk(calendar, spec, 1), Catch::Contains("media rate"));
    spec = sata7200();
    spec.revolutionsPerMinute = 0;
    CHECK_THROWS_AS(makeHardDisk(calendar, spec, 1), std::invalid_argument);
}
