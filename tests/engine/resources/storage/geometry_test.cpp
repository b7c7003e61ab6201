// The mechanics agree with the data sheet they were fitted to.
#include "load.h"

#include "resources/storage/disk_geometry.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

HardDiskSpec savvio10k()
{
    HardDiskSpec spec = sata7200();
    spec.capacityBytes = 600'000'000'000;
    spec.revolutionsPerMinute = 10000;
    spec.averageSeekReadS = 0.0038;
    spec.averageSeekWriteS = 0.0044;
    spec.trackToTrackSeekS = 0.0003;
    spec.fullStrokeSeekS = 0.00781;
    spec.outerRateBps = 141e6;
    spec.innerRateBps = 75e6;
    return spec;
}

double meanSeek(const DiskGeometry& geometry, std::uint64_t capacity, bool write)
{
    const KeyedRandom random(3);
    constexpr int pairs = 200'000;
    double sum = 0;
    for (int i = 0; i < pairs; ++i)
        sum += toSeconds(geometry.seek(random.below(capacity, 1, i), random.below(capacity, 2, i), write));
    return sum / pairs;
}

} // namespace

TEST_CASE("the seek curve gives the three seek figures of the data sheet")
{
    for (const HardDiskSpec& spec : {sata7200(), sdc2016Disk(), savvio10k()}) {
        const DiskGeometry geometry(spec, 0);
        const std::uint64_t track = geometry.trackBytes(spec.capacityBytes / 2);
        const double full = spec.fullStrokeSeekS > 0 ? spec.fullStrokeSeekS : 2 * spec.averageSeekReadS;
        CHECK(meanSeek(geometry, spec.capacityBytes, false) == Approx(spec.averageSeekReadS).epsilon(0.005));
        CHECK(meanSeek(geometry, spec.capacityBytes, true) == Approx(spec.averageSeekWriteS).epsilon(0.005));
        CHECK(toSeconds(geometry.seek(track, 0, false)) == Approx(spec.trackToTrackSeekS).epsilon(0.01));
        CHECK(toSeconds(geometry.seek(0, spec.capacityBytes, false)) == Approx(full).epsilon(0.001));
    }
}

TEST_CASE("a longer way takes longer")
{
    const HardDiskSpec spec = sata7200();
    const DiskGeometry geometry(spec, 0);
    Time last = 0;
    for (std::uint64_t distance = 4'000'000; distance < spec.capacityBytes; distance *= 2) {
        const Time seek = geometry.seek(0, distance, false);
        CHECK(seek > last);
        CHECK(seek == geometry.seek(distance, 0, false));
        last = seek;
    }
}

TEST_CASE("a full stroke that the other figures rule out is brought to the nearest possible one")
{
    HardDiskSpec spec = sata7200();
    spec.fullStrokeSeekS = headroom::test::oneOf({0.009, 1.0});
    const DiskGeometry geometry(spec, 0);
    CHECK(meanSeek(geometry, spec.capacityBytes, false) == Approx(spec.averageSeekReadS).epsilon(0.005));
    CHECK(geometry.seek(0, spec.capacityBytes / 2, false) <= geometry.seek(0, spec.capacityBytes, false));
}

TEST_CASE("the wait for a sector is half a turn on average and never a whole one", "[theory]")
{
    const HardDiskSpec spec = sata7200();
    const DiskGeometry geometry(spec, 1'234'567'890);
    const KeyedRandom random(5);
    constexpr int draws = 100'000;
    double sum = 0;
    for (int i = 0; i < draws; ++i) {
        const auto at = static_cast<Time>(random.below(1'000'000'000'000, 1, i));
        const Time wait = geometry.rotation(random.below(spec.capacityBytes, 2, i), at);
        REQUIRE(wait >= 0);
        REQUIRE(wait < geometry.turn());
        sum += toSeconds(wait);
    }
    CHECK(sum / draws == Approx(0.5 * 60 / 7200).epsilon(0.01));
}

TEST_CASE("a sector comes round again exactly one turn later")
{
    const DiskGeometry geometry(sata7200(), 99);
    const std::uint64_t place = 1'000'000'007'680;
    const Time at = geometry.rotation(place, 0);
    CHECK(geometry.rotation(place, at) == 0);
    CHECK(geometry.rotation(place, at + geometry.turn()) == 0);
    CHECK(geometry.rotation(place, at + 1) == geometry.turn() - 1);
}

TEST_CASE("the media rate falls from the outer to the inner zone")
{
    const HardDiskSpec spec = sata7200();
    const DiskGeometry geometry(spec, 0);
    constexpr std::uint64_t gigabyte = 1'000'000'000;
    const auto rateAt = [&](std::uint64_t offset) { return 1e9 / toSeconds(geometry.transfer(offset, gigabyte)); };
    CHECK(rateAt(0) == Approx(138e6).epsilon(0.001));
    CHECK(rateAt(spec.capacityBytes / 2) == Approx(101.5e6).epsilon(0.03));
    CHECK(rateAt(spec.capacityBytes - gigabyte) == Approx(65e6).epsilon(0.001));
    // Time for all of it: the mean of 1 / rate over the straight line is ln(138/65) / (138 - 65).
    const double whole = 2e12 * std::log(138.0 / 65.0) / (138e6 - 65e6);
    CHECK(toSeconds(geometry.transfer(0, spec.capacityBytes)) == Approx(whole).epsilon(0.005));
}
