// A solid-state device against its data sheet and against queueing theory.
#include "../../effort.h"
#include "load.h"

#include "resources/storage/solid_state.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

double rate(const SolidStateSpec& spec, std::uint64_t bytes, double readShare, std::uint32_t depth)
{
    Calendar calendar;
    SolidState device(calendar, spec);
    return rateOf(calendar, device, randomAccess(device, bytes, readShare), depth, 0.1, 1).perSecond;
}

} // namespace

TEST_CASE("a lone 4 KiB I/O takes the latency of the data sheet, to the tick")
{
    for (const SolidStateSpec& spec : {s3700(), p3700()}) {
        Calendar calendar;
        SolidState device(calendar, spec);
        CHECK(responseOf(calendar, device, {false, 0, page}) == fromSeconds(spec.readLatencyS));
        CHECK(responseOf(calendar, device, {true, 0, page}) == fromSeconds(spec.writeLatencyS));
    }
}

TEST_CASE("at the saturation depth random 4 KiB I/O runs at the IOPS of the data sheet")
{
    const SolidStateSpec optane = solidState("P4800X", 550000, 500000, 2400e6, 2000e6, 10e-6, 10e-6, 16, 3940e6);
    const SolidStateSpec media = solidState("SDC 2016 S3700", 47806, 59415, 492e6, 403e6, 50e-6, 65e-6, 32, sata6Bps);
    for (const SolidStateSpec& spec : headroom::test::someOf<SolidStateSpec>({p3700(), optane, media, s3700()})) {
        CHECK(rate(spec, page, 1, spec.saturationDepth) == Approx(spec.readIops).epsilon(0.001));
        CHECK(rate(spec, page, 0, spec.saturationDepth) == Approx(spec.writeIops).epsilon(0.001));
        CHECK(rate(spec, page, 1, 4 * spec.saturationDepth) == Approx(spec.readIops).epsilon(0.001));
    }
}

TEST_CASE("below saturation the rate is depth over latency")
{
    CHECK(rate(s3700(), page, 1, 1) == Approx(1 / 50e-6).epsilon(0.001));
    CHECK(rate(s3700(), page, 1, 3) == Approx(3 / 50e-6).epsilon(0.001));
    CHECK(rate(p3700(), page, 1, 8) == Approx(8 / 20e-6).epsilon(0.001));
}

TEST_CASE("large transfers are bounded by the sequential rate and by the port")
{
    CHECK(rate(s3700(), 131072, 1, 32) * 131072 == Approx(500e6).epsilon(0.001));
    CHECK(rate(s3700(), 131072, 0, 32) * 131072 == Approx(460e6).epsilon(0.001));
    CHECK(rate(s3700(), 1048576, 1, 1) * 1048576 == Approx(500e6).epsilon(0.03));
    CHECK(rate(p3700(), 1048576, 1, 1) * 1048576 == Approx(2800e6).epsilon(0.06));
    SolidStateSpec slowPort = s3700();
    slowPort.interfaceRateBps = 300e6; // 3 Gb/s
    CHECK(rate(slowPort, 131072, 1, 32) * 131072 == Approx(300e6).epsilon(0.001));
}

TEST_CASE("a mix of reads and writes shares the device by cost")
{
    const auto harmonic = [](const SolidStateSpec& spec, double reads) {
        return 1 / (reads / spec.readIops + (1 - reads) / spec.writeIops);
    };
    for (const double reads : headroom::test::someOf<double>({0.1, 0.3, 0.5, 0.9, 0.7}))
        CHECK(rate(p3700(), page, reads, 128) == Approx(harmonic(p3700(), reads)).epsilon(0.01));
}

TEST_CASE("published 70/30 mixes are met; without them they lie within a fifth; a deeper queue never gives less")
{
    struct Published
    {
        const char* name;
        double readIops, writeIops, readBps, writeBps;
        std::uint32_t channels;
        double programS, mixIops;
    };
    for (const Published& device :
         headroom::test::someOf<Published>({{"P3700", 460e3, 175e3, 2.8e9, 2.0e9, 18, 1.3e-3, 265e3},
                                            {"P3600", 450e3, 56e3, 2.6e9, 1.7e9, 18, 1.3e-3, 160e3},
                                            {"P4800X", 550e3, 500e3, 2.4e9, 2.0e9, 7, 10e-6, 500e3},
                                            {"P3500", 430e3, 28e3, 2.7e9, 1.8e9, 18, 1.3e-3, 80e3}})) {
        SolidStateSpec spec = solidState(device.name, device.readIops, device.writeIops, device.readBps,
                                         device.writeBps, 20e-6, 20e-6, 128, 3940e6);
        spec.parallelChannels = device.channels;
        spec.programTimeS = device.programS;
        CHECK(rate(spec, page, 1, 128) == Approx(device.readIops).epsilon(0.002));
        CHECK(rate(spec, page, 0, 128) == Approx(device.writeIops).epsilon(0.005));
        double last = 0;
        for (const std::uint32_t depth : {1u, 8u, 32u, 128u}) {
            const double mixed = rate(spec, page, 0.7, depth);
            CHECK(mixed > 0.99 * last);
            last = mixed;
        }
        INFO(device.name << ": " << last << " simulated, " << device.mixIops << " published");
        CHECK(last == Approx(device.mixIops).epsilon(0.2));
        const double shared = 1 / (0.7 / spec.readIops + 0.3 / spec.writeIops);
        CHECK(last == Approx(shared).epsilon(0.01));
        if (device.programS > 1e-3) // where a program is long, a shallow queue does not make up for it
            CHECK(rate(spec, page, 0.7, 8) < 0.8 * shared);
        spec.mixedIops = device.mixIops;
        CHECK(rate(spec, page, 0.7, 128) == Approx(device.mixIops).epsilon(0.02));
        CHECK(rate(spec, page, 1, 128) == Approx(device.readIops).epsilon(0.002));
        CHECK(rate(spec, page, 0, 128) == Approx(device.writeIops).epsilon(0.005));
    }
}

TEST_CASE("below saturation a mix is bounded by reads that wait behind page programs")
{
    constexpr double reads = 0.7;
    for (const double programS : {0.7e-3, 2e-3})
        for (const std::uint32_t depth : headroom::test::someOf<std::uint32_t>({32u, 128u})) {
            SolidStateSpec spec = solidState("9550 MAX 3.2 TB", 3e6, 540e3, 14e9, 10e9, 60e-6, 15e-6, 256, 14e9);
            spec.parallelChannels = 64;
            spec.programTimeS = programS;
            // The rate that its own waiting leaves: a read meets a program with the share of their channel time.
            double expected = 0, above = 1 / (reads / spec.readIops + (1 - reads) / spec.writeIops);
            while (above - expected > 1) {
                const double tried = (expected + above) / 2;
                const double rest = (1 - reads) * tried / spec.writeIops * programS / 2;
                const double read = spec.readLatencyS + rest / (1 - reads * tried / spec.readIops);
                (depth / (reads * read + (1 - reads) * spec.writeLatencyS) > tried ? expected : above) = tried;
            }
            CHECK(rate(spec, page, reads, depth) == Approx(expected).epsilon(0.05));
        }
}

TEST_CASE("the mutual effect of reads and writes grows with how evenly they are mixed")
{
    SolidStateSpec spec = p3700();
    spec.mixedIops = 265e3;
    const double byTurns = 0.7 / spec.readIops + 0.3 / spec.writeIops;
    const double interference = (1 / spec.mixedIops - byTurns) / 0.21;
    for (const double reads : headroom::test::someOf<double>({0.1, 0.3, 0.9, 0.5})) {
        const double expected =
            reads / spec.readIops + (1 - reads) / spec.writeIops + interference * reads * (1 - reads);
        CHECK(rate(spec, page, reads, 128) == Approx(1 / expected).epsilon(0.02));
    }
    SECTION("what is larger counts as what it costs")
    {
        const double large = rate(spec, 16 * page, 0.7, 128);
        const SolidStateSpec plain = p3700();
        CHECK(large < 0.97 * rate(plain, 16 * page, 0.7, 128));
    }
    SECTION("a lone read takes the latency of the data sheet all the same")
    {
        Calendar calendar;
        SolidState device(calendar, spec);
        for (int i = 0; i < 20; ++i) {
            responseOf(calendar, device, {true, 0, page});
            calendar.runUntil(calendar.now() + fromSeconds(0.1));
            CHECK(responseOf(calendar, device, {false, 0, page}) == fromSeconds(spec.readLatencyS));
            calendar.runUntil(calendar.now() + fromSeconds(0.1));
        }
    }
}

TEST_CASE("a lone read that meets a page program waits for the rest of it")
{
    SolidStateSpec spec = p3700();
    spec.parallelChannels = 18;
    spec.programTimeS = 1.3e-3;
    Calendar calendar;
    SolidState device(calendar, spec);
    struct Writer
    {
        Calendar& calendar;
        SolidState& device;
        void write()
        {
            device.submit({true, 0, page}, {});
            calendar.schedule(
                calendar.now() + fromSeconds(2 / 175e3), // half of what it sustains
                [](void* self, std::uint64_t) { static_cast<Writer*>(self)->write(); }, this);
        }
    } writer{calendar, device};
    writer.write();
    const KeyedRandom random(6);
    double sum = 0;
    constexpr int reads = headroom::test::hurry > 1 ? 1000 : 4000;
    for (int k = 0; k < reads; ++k) {
        Finish finish(calendar);
        const Time start = calendar.now();
        device.submit({false, 0, page}, finish.completion());
        calendar.runUntil(start + fromSeconds(random.exponential(1e-3, 1, k) + 2e-3));
        sum += toSeconds(finish.at - start);
    }
    // Half of the time a channel is programming, and then half a program is left.
    CHECK(sum / reads == Approx(20e-6 + 0.5 * 1.3e-3 / 2).epsilon(0.05));
}

TEST_CASE("bytes in are bytes out of a solid-state device")
{
    SolidStateSpec spec = s3700();
    spec.parallelChannels = 8;
    spec.programTimeS = 1.3e-3;
    Calendar calendar;
    SolidState device(calendar, spec);
    const KeyedRandom random(12);
    Answers answers(device);
    std::uint64_t bytes = 0;
    for (std::uint64_t k = 0; k < 2000; ++k) {
        const std::uint64_t size = 1 + random.below(400'000, 1, k);
        bytes += size;
        device.submit({random.below(2, 2, k) == 0, random.below(700'000'000'000, 3, k), size}, answers.completion());
    }
    calendar.runUntil(fromSeconds(100));
    CHECK(answers.good == 2000);
    CHECK(device.meter().bytes() == bytes);
    CHECK(device.meter().present() == 0);
    CHECK(device.meter().busy() == 0);
    CHECK(lawsHold(device));
}

TEST_CASE("a write latency below 1 / IOPS is a buffer's: a lone write is fast, a lasting load is not")
{
    const SolidStateSpec p3500 = solidState("P3500", 430000, 28000, 2700e6, 1800e6, 20e-6, 20e-6, 128, 3940e6);
    Calendar calendar;
    SolidState device(calendar, p3500);
    CHECK(responseOf(calendar, device, {true, 0, page}) == fromSeconds(20e-6));
    CHECK(rate(p3500, page, 0, 1) == Approx(28000).epsilon(0.001));
    CHECK(rate(p3500, page, 0, 128) == Approx(28000).epsilon(0.001));
}

TEST_CASE("requests that arrive as a Poisson process wait as in M/D/1", "[theory]")
{
    Calendar calendar;
    const SolidStateSpec spec = s3700();
    SolidState device(calendar, spec);
    const double load = headroom::test::oneOf({0.5, 0.8});
    const double service = 1 / spec.readIops;
    constexpr std::uint64_t requests = headroom::test::effort(1'200'000);
    constexpr std::uint64_t batches = 40; // their means, nearly independent, give the standard error

    struct Source
    {
        Calendar& calendar;
        StorageDevice& device;
        double gap; ///< mean, seconds
        KeyedRandom random = KeyedRandom(17);
        std::uint64_t issued = 0;
        std::vector<Time> starts = {};
        std::vector<double> sums = std::vector<double>(batches, 0.0);

        void arrive()
        {
            starts.push_back(calendar.now());
            device.submit({false, 0, page}, {[](void* self, std::uint64_t k) {
                                                 auto* source = static_cast<Source*>(self);
                                                 const Time spent = source->calendar.now() - source->starts[k];
                                                 source->sums[k / (requests / batches)] += toSeconds(spent);
                                             },
                                             this, issued});
            if (++issued < requests)
                calendar.schedule(
                    calendar.now() + fromSeconds(random.exponential(gap, 1, issued)),
                    [](void* self, std::uint64_t) { static_cast<Source*>(self)->arrive(); }, this);
        }
    };
    Source source{calendar, device, service / load};
    source.arrive();
    calendar.runUntil(headroom::kernel::never - 1);

    double mean = 0, squares = 0;
    for (const double sum : source.sums) {
        const double batch = sum / (requests / batches) - spec.readLatencyS;
        mean += batch / batches;
        squares += batch * batch / batches;
    }
    const double error = std::sqrt((squares - mean * mean) / (batches - 1));
    const double expected = load * service / (2 * (1 - load));
    CHECK(error < headroom::test::surenessWanted * expected);
    CHECK(std::abs(mean - expected) < 3 * error);
}

TEST_CASE("a flush is free with power-loss protection")
{
    Calendar calendar;
    SolidState device(calendar, s3700());
    Finish written(calendar), flushed(calendar);
    device.submit({true, 0, 1048576}, written.completion());
    device.flush(flushed.completion());
    calendar.runUntil(fromSeconds(1));
    CHECK(flushed.at == 0);
}

TEST_CASE("without protection a flush waits for the writes before it and costs its latency, once for many")
{
    SolidStateSpec spec = s3700();
    spec.powerLossProtection = false;
    spec.flushLatencyS = 2e-3;
    Calendar calendar;
    SolidState device(calendar, spec);
    Finish written(calendar), first(calendar), second(calendar), third(calendar);
    device.submit({true, 0, 1048576}, written.completion());
    device.flush(first.completion());
    device.flush(second.completion());
    const Time media = fromSeconds(1048576 / 460e6);
    calendar.runUntil(media + fromSeconds(1e-3));
    device.flush(third.completion()); // the other one has begun
    calendar.runUntil(fromSeconds(1));
    CHECK(first.at == media + fromSeconds(2e-3));
    CHECK(second.at == first.at);
    CHECK(third.at == first.at + fromSeconds(2e-3));
}

TEST_CASE("utilisation is the share of the limit that is used")
{
    Calendar calendar;
    SolidState device(calendar, s3700());
    ClosedLoop loop(calendar, device, randomAccess(device, page, 1));
    loop.start(1); // 20 000 of 75 000 a second
    calendar.runUntil(fromSeconds(1));
    device.meter().advance(calendar.now());
    CHECK(device.meter().utilisation() == Approx(20000.0 / 75000).epsilon(0.001));
}

TEST_CASE("figures that make no device and I/O beyond its end are refused")
{
    Calendar calendar;
    SolidStateSpec spec = s3700();
    SolidState device(calendar, spec);
    CHECK_THROWS_AS(device.submit({true, spec.capacityBytes, 1}, {}), std::out_of_range);
    spec.writeIops = 0;
    CHECK_THROWS_WITH(makeSolidState(calendar, spec), Catch::Contains("write IOPS"));
    spec = s3700();
    spec.mixedIops = 1.1 * spec.readIops;
    CHECK_THROWS_WITH(makeSolidState(calendar, spec), Catch::Contains("mix"));
}
