// Durations of I/Os of all sizes, one after another and four at a time, against the figures of the devices.
#include "load.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t large = 1U << 20U;
constexpr std::uint64_t sizes[] = {page, 4 * page, 16 * page, 64 * page, large, 4 * large, 16 * large};

/// Seconds of an I/O of a sequential stream.
double secondsOf(const std::function<std::unique_ptr<StorageDevice>(Calendar&)>& make, bool write, std::uint64_t bytes,
                 std::uint32_t depth)
{
    Calendar calendar;
    const auto device = make(calendar);
    ClosedLoop loop(calendar, *device, sequentialAccess(write, bytes));
    loop.start(depth);
    while (loop.bytes() < 160 * large || loop.completed() < 16) // beyond any buffer
        calendar.runUntil(calendar.now() + fromSeconds(1e-3));
    const std::uint64_t count = loop.completed();
    const Time start = loop.lastAnswer();
    while (loop.completed() < 2 * count)
        calendar.runUntil(calendar.now() + fromSeconds(1e-3));
    const double each = toSeconds(loop.lastAnswer() - start) / static_cast<double>(loop.completed() - count);
    loop.stop();
    return each * depth;
}

/// The data sheet's latency of 4 KiB and what the others of the I/O cost, each of the first pages on a channel of its
/// own; or as the device's rates allow, of which it has the commands and the bytes.
double expected(const SolidStateSpec& spec, bool write, std::uint64_t bytes, std::uint32_t depth)
{
    const double rate = write ? spec.sequentialWriteBps : spec.sequentialReadBps;
    const auto cost = [&](std::uint64_t of) { return std::max(1 / spec.readIops, static_cast<double>(of) / rate); };
    const double channels = spec.parallelChannels, busy = std::min(channels, static_cast<double>(bytes) / page);
    const double others =
        write ? static_cast<double>(bytes - page) / rate : (cost(bytes) - cost(page)) * channels / busy;
    const double latency = write ? spec.sequentialWriteLatencyS : spec.sequentialReadLatencyS;
    return std::max(latency + others, depth * cost(bytes));
}

} // namespace

TEST_CASE("an I/O of any size takes a solid state device its latency and its bytes at the sequential rate")
{
    SolidStateSpec sata = s3700(), nvme = p3700();
    sata.parallelChannels = 8;
    nvme.parallelChannels = 16;
    const std::uint32_t depth = headroom::test::oneOf({1u, 4u});
    const bool write = headroom::test::oneOf({false, true});
    for (SolidStateSpec spec : {sata, nvme}) {
        spec.programTimeS = 1.3e-3;
        for (const std::uint64_t bytes : sizes) {
            INFO(spec.name << (write ? ", writes of " : ", reads of ") << bytes << " bytes, depth " << depth);
            const auto make = [&](Calendar& calendar) { return makeSolidState(calendar, spec); };
            CHECK(secondsOf(make, write, bytes, depth) == Approx(expected(spec, write, bytes, depth)).epsilon(0.01));
        }
    }
}

TEST_CASE("a lone large write takes a solid state device no longer than the same one of a stream")
{
    Calendar calendar;
    const auto device = makeSolidState(calendar, s3700());
    const double bytes = 4 * large;
    CHECK(toSeconds(responseOf(calendar, *device, {true, 0, 4 * large})) ==
          Approx(65e-6 + bytes / 460e6).epsilon(0.01));
}

TEST_CASE("an I/O of any size of a stream takes a disk its bytes at the rate of the media")
{
    HardDiskSpec spec = sata7200();
    spec.innerRateBps = spec.outerRateBps;
    const std::uint32_t depth = headroom::test::oneOf({1u, 4u});
    const bool write = headroom::test::oneOf({false, true});
    for (const std::uint64_t bytes : sizes) {
        INFO((write ? "writes of " : "reads of ") << bytes << " bytes, depth " << depth);
        const auto make = [&](Calendar& calendar) { return makeHardDisk(calendar, spec, 1); };
        const double expectedS = depth * static_cast<double>(bytes) / spec.outerRateBps;
        CHECK(secondsOf(make, write, bytes, depth) == Approx(expectedS).epsilon(0.01));
    }
}
