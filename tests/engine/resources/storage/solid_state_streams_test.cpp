// Sequential and random I/O of a solid-state device, and the spread of its latency.
#include "load.h"

#include "resources/storage/solid_state.h"

#include <cmath>

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

/// Intel SSD DC S3500 480 GB.
SolidStateSpec s3500()
{
    SolidStateSpec spec = solidState("S3500", 75000, 11000, 500e6, 410e6, 110e-6, 65e-6, 32, sata6Bps);
    spec.parallelChannels = 8;
    spec.programTimeS = 1.3e-3;
    return spec;
}

double rateOfSpec(const SolidStateSpec& spec, const ClosedLoop::Next& next, std::uint32_t depth)
{
    Calendar calendar;
    SolidState device(calendar, spec);
    return rateOf(calendar, device, next, depth, 0.2, 1).perSecond;
}

/// Streams of appends that take turns, far from each other.
ClosedLoop::Next streams(std::uint64_t count, std::uint64_t bytes, bool write)
{
    return [=](std::uint64_t k) { return DeviceRequest{write, k % count * 1'000'000'000 + k / count * bytes, bytes}; };
}

struct Latencies
{
    double mean = 0, spread = 0, last = 0;
    double slowestInThousand = 0; ///< 99.9 % are below it
};

Latencies loneReads(const SolidStateSpec& spec, std::uint64_t seed, std::size_t count = 20'000)
{
    Calendar calendar;
    SolidState device(calendar, spec, seed);
    const auto next = randomAccess(device, page, 1);
    std::vector<double> all;
    for (std::uint64_t k = 0; k < count; ++k)
        all.push_back(toSeconds(responseOf(calendar, device, next(k))));
    Latencies of;
    of.last = all.back();
    double squares = 0;
    for (const double each : all) {
        of.mean += each / static_cast<double>(count);
        squares += each * each / static_cast<double>(count);
    }
    of.spread = std::sqrt(squares - of.mean * of.mean) / of.mean;
    std::sort(all.begin(), all.end());
    of.slowestInThousand = all[count - 1 - count / 1000];
    return of;
}

} // namespace

TEST_CASE("small appends run at the sequential rate as far as the commands per second allow")
{
    const SolidStateSpec spec = s3500();
    const double commands = std::max(spec.readIops, spec.writeIops);
    for (const std::uint64_t bytes : {page, 2 * page, 4 * page}) {
        const double expected = std::min(commands, 410e6 / static_cast<double>(bytes));
        CHECK(rateOfSpec(spec, sequentialAccess(true, bytes), 32) == Approx(expected).epsilon(0.01));
    }
    CHECK(rateOfSpec(spec, sequentialAccess(true, 512), 32) == Approx(commands).epsilon(0.01));
}

TEST_CASE("streams of appends that take turns are sequential, more than are remembered are random")
{
    const SolidStateSpec spec = s3500();
    CHECK(rateOfSpec(spec, streams(32, page, true), 32) == Approx(spec.readIops).epsilon(0.01));
    CHECK(rateOfSpec(spec, streams(128, page, true), 32) == Approx(spec.readIops).epsilon(0.01));
    CHECK(rateOfSpec(spec, streams(129, page, true), 32) == Approx(spec.writeIops).epsilon(0.01));
}

TEST_CASE("random writes run at their IOPS whatever runs sequentially elsewhere")
{
    Calendar calendar;
    const SolidStateSpec spec = s3500();
    SolidState device(calendar, spec);
    const auto random = randomAccess(device, page, 0);
    const auto sequential = streams(1, page, true);
    const double both =
        rateOf(
            calendar, device, [&](std::uint64_t k) { return k % 2 == 0 ? random(k) : sequential(k / 2); }, 32, 0.2, 1)
            .perSecond;
    CHECK(both == Approx(2 / (1 / spec.writeIops + 1 / spec.readIops)).epsilon(0.01));
}

TEST_CASE("above 4 KiB random I/O costs page by page where 8 KiB are rated, else as much as sequential I/O")
{
    SolidStateSpec spec = s3700();
    const auto rate = [&](std::uint64_t bytes, bool write) {
        Calendar calendar;
        SolidState device(calendar, spec);
        return rateOf(calendar, device, randomAccess(device, bytes, write ? 0 : 1), 32, 0.2, 1).perSecond;
    };
    CHECK(rate(16 * page, true) * 16 * page == Approx(460e6).epsilon(0.01));
    spec.readIops8k = 47500;
    spec.writeIops8k = 20000;
    CHECK(rate(page, true) == Approx(36000).epsilon(0.01));
    CHECK(rate(2 * page, true) == Approx(20000).epsilon(0.01));
    CHECK(rate(16 * page, true) == Approx(1 / (1 / 36e3 + 15 * (1 / 20e3 - 1 / 36e3))).epsilon(0.01));
    CHECK(rate(2 * page, false) == Approx(47500).epsilon(0.01));
    CHECK(rate(32 * page, false) * 32 * page == Approx(500e6).epsilon(0.01));
    CHECK(rateOfSpec(spec, sequentialAccess(true, 16 * page), 32) * 16 * page == Approx(460e6).epsilon(0.01));
}

TEST_CASE("a lone read takes the sequential latency only where it continues an earlier one")
{
    SolidStateSpec spec = s3500();
    spec.sequentialReadLatencyS = 50e-6;
    spec.sequentialWriteLatencyS = 40e-6;
    Calendar calendar;
    SolidState device(calendar, spec);
    CHECK(responseOf(calendar, device, {false, 0, page}) == fromSeconds(110e-6));
    CHECK(responseOf(calendar, device, {false, page, page}) == fromSeconds(50e-6));
    CHECK(responseOf(calendar, device, {false, 100 * page, page}) == fromSeconds(110e-6));
    CHECK(responseOf(calendar, device, {true, 2 * page, page}) == fromSeconds(65e-6)); // no write ended there
    CHECK(responseOf(calendar, device, {true, 3 * page, page}) == fromSeconds(40e-6));
}

TEST_CASE("the latency of lone random reads has the stated mean and spread")
{
    SolidStateSpec spec = s3500();
    spec.readLatencySpread = 0.35;
    const Latencies latencies = loneReads(spec, 1);
    CHECK(latencies.mean == Approx(110e-6).epsilon(0.01));
    CHECK(latencies.spread == Approx(0.35).epsilon(0.05));
    // Quantile of a log-normal distribution: exp(sigma z - sigma² / 2) with z = 3.09 and sigma² = ln(1 + spread²).
    const double sigma = std::sqrt(std::log(1 + 0.35 * 0.35));
    CHECK(latencies.slowestInThousand == Approx(110e-6 * std::exp(3.09 * sigma - sigma * sigma / 2)).epsilon(0.1));
}

TEST_CASE("latencies are the same in each run with a seed, and others with another seed")
{
    SolidStateSpec spec = s3500();
    spec.readLatencySpread = 0.35;
    CHECK(loneReads(spec, 1, 50).last == loneReads(spec, 1, 50).last);
    CHECK(loneReads(spec, 1, 50).last != loneReads(spec, 2, 50).last);
}

TEST_CASE("a spread of the latency leaves the IOPS at the saturation depth as they are")
{
    for (SolidStateSpec spec : {s3500(), p3700()}) {
        spec.readLatencyS = 105e-6;
        spec.readLatencySpread = 0.35;
        Calendar calendar;
        SolidState device(calendar, spec, 3);
        const double rate =
            rateOf(calendar, device, randomAccess(device, page, 1), spec.saturationDepth, 0.1, 1).perSecond;
        CHECK(rate == Approx(spec.readIops).epsilon(0.01));
    }
}
