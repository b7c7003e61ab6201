// Little's law and the utilisation law, to the tick, over any window; and no allocation in the long run.
#include "../../counted_allocations.h"
#include "assembly.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;
using headroom::test::allocations;

namespace {

/// Flushes now and then, as file systems do.
struct Flusher
{
    Calendar& calendar;
    StorageDevice& device;
    Time every;
    void tick()
    {
        device.flush({});
        calendar.schedule(
            calendar.now() + every, [](void* self, std::uint64_t) { static_cast<Flusher*>(self)->tick(); }, this);
    }
};

ClosedLoop::Next mixedSizes(const StorageDevice& device)
{
    const KeyedRandom random(9);
    const std::uint64_t places = device.capacityBytes() / 1048576;
    return [=](std::uint64_t k) {
        return DeviceRequest{random.below(2, 1, k) == 0, random.below(places, 2, k) * 1048576,
                             page << random.below(9, 3, k)};
    };
}

} // namespace

TEST_CASE("busy time is the sum of service times and presence the sum of response times, over any window", "[theory]")
{
    const Kind kind = headroom::test::oneOf({Kind::cachedDisk, Kind::plainDisk, Kind::orderedDisk, Kind::protectedSsd,
                                             Kind::plainSsd, Kind::raidSet, Kind::paritySet, Kind::batteryCache});
    Sample device(kind);
    Calendar& calendar = device.calendar;
    ClosedLoop loop(calendar, *device, mixedSizes(*device));
    Flusher flusher{calendar, *device, fromSeconds(0.1)};
    loop.start(48);
    flusher.tick();
    const KeyedRandom random(4);
    const double scale =
        kind == Kind::protectedSsd || kind == Kind::plainSsd ? 0.02 : 1.0; // an SSD does more in a shorter window
    for (std::uint64_t window = 0; window < 40; ++window) {
        for (int look = 0; look < 4; ++look) {
            calendar.runUntil(calendar.now() + fromSeconds(scale * random.exponential(0.3, 1, window * 4 + look)));
            device->meter().advance(calendar.now());
            CHECK(lawsHold(*device));
        }
        CHECK((device->meter().busyTime() > 0));
        device->meter().reset(calendar.now()); // work in progress is carried over
        CHECK(lawsHold(*device));
        if (window % 3 == 0)
            device->meter().reset(calendar.now());
    }
    loop.stop();
}

TEST_CASE("the response times of a device are those that its host sees")
{
    const Kind kind = headroom::test::oneOf({Kind::cachedDisk, Kind::plainDisk, Kind::orderedDisk, Kind::protectedSsd,
                                             Kind::plainSsd, Kind::raidSet, Kind::paritySet, Kind::batteryCache});
    Sample device(kind);
    Calendar& calendar = device.calendar;
    const KeyedRandom random(2);
    std::vector<Time> starts;
    struct Seen
    {
        Calendar& calendar;
        std::vector<Time>& starts;
        headroom::monitoring::Meter::Integral sum = 0;
    } seen{calendar, starts};
    std::uint64_t bytes = 0;
    for (std::uint64_t k = 0; k < 500; ++k) {
        starts.push_back(calendar.now());
        const std::uint64_t size = page << random.below(6, 3, k);
        bytes += size;
        device->submit({random.below(2, 1, k) == 0, random.below(100'000'000, 2, k) * page, size},
                       {[](void* self, std::uint64_t index) {
                            auto* all = static_cast<Seen*>(self);
                            all->sum += all->calendar.now() - all->starts[index];
                        },
                        &seen, k});
        calendar.runUntil(calendar.now() + fromSeconds(random.exponential(0.002, 4, k)));
    }
    calendar.runUntil(calendar.now() + fromSeconds(1000));
    device->meter().advance(calendar.now());
    CHECK((seen.sum == device->meter().presentTime()));
    CHECK((seen.sum == device->responseTimeSum()));
    CHECK(device->meter().arrivals() == 500);
    CHECK(device->meter().departures() == 500);
    CHECK(device->meter().bytes() == bytes);
    CHECK(lawsHold(*device));
}

TEST_CASE("utilisation never exceeds one")
{
    const Kind kind = headroom::test::oneOf({Kind::cachedDisk, Kind::plainDisk, Kind::orderedDisk, Kind::protectedSsd,
                                             Kind::plainSsd, Kind::raidSet, Kind::paritySet, Kind::batteryCache});
    Sample device(kind);
    Calendar& calendar = device.calendar;
    ClosedLoop loop(calendar, *device, mixedSizes(*device));
    loop.start(64);
    calendar.runUntil(fromSeconds(5));
    device->meter().advance(calendar.now());
    CHECK(device->meter().utilisation() > 0.95);
    CHECK(device->meter().utilisation() <= 1.0);
}

TEST_CASE("once warm, an I/O allocates nothing")
{
    Sample device(headroom::test::oneOf({Kind::cachedDisk, Kind::plainDisk, Kind::orderedDisk, Kind::protectedSsd}));
    Calendar& calendar = device.calendar;
    ClosedLoop loop(calendar, *device, mixedSizes(*device));
    Flusher flusher{calendar, *device, fromSeconds(1)};
    loop.start(48);
    flusher.tick();
    calendar.runUntil(fromSeconds(60));
    const std::uint64_t before = allocations, completed = loop.completed();
    calendar.runUntil(fromSeconds(90));
    CHECK(loop.completed() > completed + 1000);
    CHECK(allocations == before);
}
