// A device that limps, fails and comes back.
#include "load.h"

#include "resources/raid_set.h"

#include <catch2/catch.hpp>

using namespace headroom::resources;
using namespace headroom::resources::testing;
using headroom::kernel::fromSeconds;

namespace {

Assembly assemble(Calendar& calendar, int kind)
{
    Assembly made;
    if (kind < 2) {
        HardDiskSpec disk = sata7200();
        disk.writeCache = kind == 0;
        made.device = makeHardDisk(calendar, disk, 7);
    } else if (kind < 4) {
        SolidStateSpec ssd = s3700();
        ssd.parallelChannels = 8;
        ssd.programTimeS = 1.3e-3;
        ssd.powerLossProtection = kind == 2;
        ssd.flushLatencyS = 1e-3;
        made.device = makeSolidState(calendar, ssd);
    } else {
        for (std::uint64_t i = 0; i < 4; ++i)
            made.members.push_back(makeHardDisk(calendar, sata7200(), i));
        made.device = std::make_unique<RaidSet>(calendar, RaidLevel::stripedMirrors, 65536, made.pointers());
    }
    return made;
}

} // namespace

TEST_CASE("a device that fails answers all it has and all that comes with an error, and works again when restored")
{
    const int kind = GENERATE(0, 1, 2, 3, 4);
    Calendar calendar;
    const Assembly assembly = assemble(calendar, kind);
    StorageDevice& device = *assembly.device;
    ClosedLoop load(calendar, device, randomAccess(device, 65536, 0.5));
    load.start(40);
    calendar.runUntil(fromSeconds(0.4));
    load.stop();

    Answers answers(device);
    device.submit({false, 0, page}, answers.completion());
    device.submit({true, page, page}, answers.completion());
    const std::uint64_t bytes = device.meter().bytes();
    device.fail();
    CHECK(device.failed());
    device.submit({false, 0, page}, answers.completion());
    device.flush(answers.completion());
    CHECK(answers.errors == 0); // never from within
    calendar.runUntil(calendar.now());
    CHECK(answers.errors == 4);
    CHECK(device.meter().present() == 0);
    CHECK(device.meter().busy() == 0);
    CHECK(device.meter().bytes() == bytes);
    device.meter().advance(calendar.now());
    CHECK(lawsHold(device));

    device.restore();
    device.submit({true, 0, page}, answers.completion());
    device.submit({false, 0, page}, answers.completion());
    device.flush(answers.completion());
    calendar.runUntil(calendar.now() + fromSeconds(10));
    CHECK(answers.errors == 4);
    CHECK(answers.good == 3);
    CHECK(device.meter().bytes() == bytes + 2 * page);
    CHECK(device.meter().busy() == 0);
    CHECK(lawsHold(device));
}

TEST_CASE("at half its speed a device does half as much")
{
    const int kind = GENERATE(1, 2, 4);
    const auto rateAt = [&](double factor) {
        Calendar calendar;
        const Assembly assembly = assemble(calendar, kind);
        assembly.device->setSpeedFactor(factor);
        const double span = kind == 2 ? 0.5 : 60;
        return rateOf(calendar, *assembly.device, randomAccess(*assembly.device, page, 1), 1, span / 10, span)
            .perSecond;
    };
    CHECK(rateAt(0.5) == Approx(rateAt(1) / 2).epsilon(0.03));
}

TEST_CASE("a speed of nothing is refused")
{
    Calendar calendar;
    const Assembly assembly = assemble(calendar, GENERATE(0, 2, 4));
    CHECK_THROWS_AS(assembly.device->setSpeedFactor(0), std::invalid_argument);
}
