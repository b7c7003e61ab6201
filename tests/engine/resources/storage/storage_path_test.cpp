// The path from devices to memory: what is shared on it bounds them together.
#include "load.h"

#include "resources/storage/storage_path.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

/// SSDs behind an expander and an adapter.
struct Shelf
{
    Calendar calendar;
    PathStage commands;
    PathStage adapterIn, adapterOut;
    PathStage uplinkIn, uplinkOut;
    std::vector<std::unique_ptr<StorageDevice>> ssds;

    Shelf(std::size_t count, double operationsPerS, double adapterBps, double uplinkBps, double latencyS = 0)
        : commands(calendar, {"commands", 0, operationsPerS, latencyS}),
          adapterIn(calendar, {"adapter to memory", adapterBps, 0, 0}),
          adapterOut(calendar, {"adapter to device", adapterBps, 0, 0}),
          uplinkIn(calendar, {"uplink to memory", uplinkBps, 0, 0}),
          uplinkOut(calendar, {"uplink to device", uplinkBps, 0, 0})
    {
        for (std::size_t i = 0; i < count; ++i)
            ssds.push_back(std::make_unique<StoragePath>(
                calendar, makeSolidState(calendar, s3700()),
                StorageRoute{{&commands}, {&adapterOut, &uplinkOut}, {&adapterIn, &uplinkIn}, sata6Bps}));
    }

    bool bytesAreAccounted() const
    {
        std::unordered_map<const PathStage*, std::uint64_t> present;
        bool all = true;
        for (const auto& ssd : ssds) {
            static_cast<const StoragePath&>(*ssd).addOnStages(present);
            all = all && ssd->byteBalance().holds();
        }
        for (const PathStage* stage : {&commands, &adapterIn, &adapterOut, &uplinkIn, &uplinkOut})
            all = all && stage->bytesEntered() == stage->meter().bytesEver() + present[stage];
        return all;
    }

    Time responseOf(const DeviceRequest& request) { return testing::responseOf(calendar, *ssds[0], request); }

    /// All devices under the same load.
    Rate rate(std::uint64_t bytes, double readShare, std::uint32_t depth)
    {
        std::vector<std::unique_ptr<ClosedLoop>> loops;
        for (std::size_t i = 0; i < ssds.size(); ++i) {
            loops.push_back(
                std::make_unique<ClosedLoop>(calendar, *ssds[i], randomAccess(*ssds[i], bytes, readShare, i)));
            loops.back()->start(depth);
        }
        const auto total = [&] {
            std::uint64_t sum = 0;
            for (const auto& loop : loops)
                sum += loop->completed();
            return sum;
        };
        calendar.runUntil(fromSeconds(0.2));
        const std::uint64_t before = total();
        calendar.runUntil(fromSeconds(1.2));
        const auto perSecond = static_cast<double>(total() - before);
        for (const auto& loop : loops)
            loop->stop();
        calendar.runUntil(fromSeconds(1000));
        return {perSecond, perSecond * static_cast<double>(bytes)};
    }
};

Time alone(const DeviceRequest& request)
{
    Calendar calendar;
    const auto device = makeSolidState(calendar, s3700());
    return responseOf(calendar, *device, request);
}

} // namespace

TEST_CASE("a path without bounds costs nothing")
{
    Shelf shelf(1, 0, 0, 0);
    for (const bool write : {false, true})
        CHECK(shelf.responseOf({write, 0, 65536}) == alone({write, 0, 65536}));
}

TEST_CASE("an idle path that is faster than the device's port adds its latency and the command's share")
{
    Shelf shelf(1, 1e6, 7.9e9, 2.4e9, 5e-6);
    for (const bool write : {false, true})
        CHECK(shelf.responseOf({write, 0, 131072}) == alone({write, 0, 131072}) + fromSeconds(6e-6));
}

TEST_CASE("a stage slower than the port makes a lone I/O longer by the difference")
{
    Shelf shelf(1, 0, 0, 300e6);
    CHECK(shelf.responseOf({false, 0, 131072}) ==
          alone({false, 0, 131072}) + fromSeconds(131072 / 300e6) - fromSeconds(131072 / sata6Bps));
}

TEST_CASE("devices share the uplink of their expander, the lanes of the adapter and its processor")
{
    // Eight SSDs of 500 MB/s.
    CHECK(Shelf(8, 0, 0, 0).rate(131072, 1, 16).bytesPerSecond == Approx(8 * 500e6).epsilon(0.01));
    CHECK(Shelf(8, 0, 0, 2.4e9).rate(131072, 1, 16).bytesPerSecond == Approx(2.4e9).epsilon(0.01));
    CHECK(Shelf(8, 0, 3.0e9, 0).rate(131072, 1, 16).bytesPerSecond == Approx(3.0e9).epsilon(0.01));
    CHECK(Shelf(8, 0, 0, 2.0e9).rate(131072, 0, 16).bytesPerSecond == Approx(2.0e9).epsilon(0.01));
    // 75 000 reads a second each.
    CHECK(Shelf(8, 350e3, 0, 0).rate(page, 1, 32).perSecond == Approx(350e3).epsilon(0.01));
}

TEST_CASE("the two directions of a path do not disturb each other")
{
    // 50 % reads of 128 KiB: each direction of the uplink carries half.
    const Rate both = Shelf(8, 0, 0, 1.0e9).rate(131072, 0.5, 16);
    CHECK(both.bytesPerSecond == Approx(2.0e9).epsilon(0.05));
}

TEST_CASE("bytes in are bytes out at every stage, and busy time is the sum of what each I/O takes")
{
    Shelf shelf(3, 400e3, 3e9, 1e9);
    const KeyedRandom random(5);
    std::uint64_t read = 0, written = 0;
    Answers answers(*shelf.ssds[0]);
    for (std::uint64_t k = 0; k < 3000; ++k) {
        const std::uint64_t bytes = page << random.below(8, 1, k);
        const bool write = random.below(2, 2, k) == 0;
        (write ? written : read) += bytes;
        shelf.ssds[k % 3]->submit({write, random.below(1000, 3, k) << 20U, bytes}, answers.completion());
        if (k == 1000)
            for (PathStage* stage : {&shelf.commands, &shelf.uplinkIn, &shelf.uplinkOut})
                stage->meter().advance(shelf.calendar.now());
        shelf.calendar.runUntil(shelf.calendar.now() + fromSeconds(random.exponential(2e-4, 4, k)));
        CHECK(shelf.bytesAreAccounted());
    }
    shelf.calendar.runUntil(fromSeconds(100));
    CHECK(answers.good == 3000);
    std::uint64_t devices = 0;
    for (const auto& ssd : shelf.ssds)
        devices += ssd->meter().bytes();
    CHECK(devices == read + written);
    CHECK(shelf.commands.meter().bytes() == read + written);
    CHECK(shelf.adapterIn.meter().bytes() == read);
    CHECK(shelf.uplinkIn.meter().bytes() == read);
    CHECK(shelf.adapterOut.meter().bytes() == written);
    CHECK(shelf.uplinkOut.meter().bytes() == written);
    for (PathStage* stage : {&shelf.commands, &shelf.adapterIn, &shelf.adapterOut, &shelf.uplinkIn, &shelf.uplinkOut}) {
        stage->meter().advance(shelf.calendar.now());
        CHECK((stage->serviceTimeSum() == stage->meter().busyTime()));
        CHECK(stage->meter().present() == 0);
        CHECK(stage->meter().busy() == 0);
    }
    CHECK(toSeconds(static_cast<Time>(shelf.uplinkIn.meter().busyTime())) ==
          Approx(static_cast<double>(read) / 1e9).epsilon(0.001));
}

TEST_CASE("a stage's busy time agrees over any window")
{
    Shelf shelf(2, 0, 0, 600e6);
    ClosedLoop first(shelf.calendar, *shelf.ssds[0], randomAccess(*shelf.ssds[0], 65536, 0.5));
    ClosedLoop second(shelf.calendar, *shelf.ssds[1], randomAccess(*shelf.ssds[1], 8192, 0.5, 2));
    first.start(8);
    second.start(3);
    const KeyedRandom random(8);
    for (std::uint64_t window = 0; window < 50; ++window) {
        shelf.calendar.runUntil(shelf.calendar.now() + fromSeconds(random.exponential(0.004, 1, window)));
        for (PathStage* stage : {&shelf.uplinkIn, &shelf.uplinkOut}) {
            stage->meter().advance(shelf.calendar.now());
            CHECK((stage->serviceTimeSum() == stage->meter().busyTime()));
            stage->meter().reset(shelf.calendar.now());
        }
    }
}

TEST_CASE("an error comes back over the path")
{
    Shelf shelf(1, 1e5, 1e9, 1e9, 1e-6);
    StorageDevice& device = *shelf.ssds[0];
    Answers answers(device);
    device.submit({true, 0, 65536}, answers.completion());
    device.submit({false, 0, 65536}, answers.completion());
    device.flush(answers.completion());
    device.fail();
    shelf.calendar.runUntil(fromSeconds(1));
    CHECK(answers.errors == 2);
    CHECK(answers.good == 1); // the flush had nothing to wait for
    device.restore();
    device.submit({false, 0, 65536}, answers.completion());
    shelf.calendar.runUntil(fromSeconds(2));
    CHECK(answers.good == 2);
}

TEST_CASE("figures that make no stage are refused")
{
    Calendar calendar;
    CHECK_THROWS_WITH(PathStage(calendar, {"uplink", -1, 0, 0}), Catch::Contains("uplink"));
}

namespace {

/// Takes I/Os and never thinks of them again.
class Forgetful final : public StorageDevice
{
public:
    void submit(const DeviceRequest&, headroom::kernel::Completion) override {}
    void flush(headroom::kernel::Completion) override {}
    const headroom::monitoring::Meter& meter() const override { return meter_; }
    headroom::monitoring::Meter& meter() override { return meter_; }
    headroom::monitoring::Meter::Integral serviceTimeSum() const override { return 0; }
    headroom::monitoring::Meter::Integral responseTimeSum() const override { return 0; }
    ByteBalance byteBalance() const override { return {}; }
    WriteCount writesAsked() const override { return {}; }
    std::uint64_t capacityBytes() const override { return 1U << 30U; }
    void setSpeedFactor(double) override {}
    void fail() override {}
    void restore() override {}
    bool failed() const override { return false; }

private:
    headroom::monitoring::Meter meter_;
};

} // namespace

TEST_CASE("an I/O that gets lost behind its path is missed")
{
    Calendar calendar;
    StoragePath path(calendar, std::make_unique<Forgetful>(), {});
    CHECK(path.byteBalance().holds());
    path.submit({true, 0, page}, {});
    CHECK_FALSE(path.byteBalance().holds());
    CHECK(path.byteBalance().asked == page);
    CHECK(path.byteBalance().accounted() == 0);
}
