// A device that limps, fails and comes back.
#include "assembly.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

TEST_CASE("a device that fails answers all it has and all that comes with an error, and works again when restored")
{
    Sample sample(headroom::test::oneOf({Kind::cachedDisk, Kind::plainDisk, Kind::orderedDisk, Kind::protectedSsd,
                                         Kind::plainSsd, Kind::raidSet, Kind::paritySet, Kind::batteryCache}));
    StorageDevice& device = *sample;
    Calendar& calendar = sample.calendar;
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
    const Kind kind = headroom::test::oneOf({Kind::plainDisk, Kind::protectedSsd, Kind::raidSet});
    const auto rateAt = [&](double factor) {
        Sample sample(kind);
        sample->setSpeedFactor(factor);
        const double span = kind == Kind::protectedSsd ? 0.5 : 60;
        return rateOf(sample.calendar, *sample, randomAccess(*sample, page, 1), 1, span / 10, span).perSecond;
    };
    CHECK(rateAt(0.5) == Approx(rateAt(1) / 2).epsilon(0.03));
}

TEST_CASE("a speed of nothing is refused")
{
    const Sample sample(headroom::test::oneOf({Kind::cachedDisk, Kind::protectedSsd, Kind::raidSet}));
    CHECK_THROWS_AS(sample->setSpeedFactor(0), std::invalid_argument);
}
