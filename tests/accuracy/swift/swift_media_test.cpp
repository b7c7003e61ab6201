// Claims of the page of projects/swift-media-store.
#include "accuracy/swift/swift_media.h"

#include "accuracy/swift/swift_rack.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

const std::string nvme = "Intel_SSD_DC_P3700_Series_2TB";
const char* const gigabit = "Broadcom_BCM5721_1GbE";
const char* const tenGigabit = "Intel_X520_DA2_10GbE";
const char* const twentyFiveGigabit = "Intel_XXV710_DA2_25GbE";
const char* const fiftyGigabit = "Generic_50GbE";

/// Operations in a second of a store with two workers for each core.
double rate(const std::string& operation, const std::string& device, Settings settings, const std::string& duration)
{
    settings.insert(settings.end(), {{"OPERATION", operation},
                                     {"DRIVE", device},
                                     {"PROXY_WORKERS_PER_CORE", "2"},
                                     {"OBJECT_WORKERS_PER_CORE", "2"}});
    const auto summary = simulate("swift-media-store", settings, duration);
    const auto& figures = summary.operations.at(operation == "read" ? "GET" : "PUT");
    REQUIRE(figures.errors == 0);
    REQUIRE(figures.count > 50);
    return figures.perSecond;
}

double images(const std::string& operation, const std::string& device, Settings settings = {})
{
    settings.insert(settings.end(), {{"WORKERS", "256"}, {"WARM_UP", "1500 ms"}, {"RAMP_UP", "500 ms"}});
    return rate(operation, device, settings, "2500 ms");
}

double audio(const std::string& operation, const std::string& device, Settings settings = {})
{
    settings.insert(settings.end(), {{"MEDIA", "audio"}, {"WORKERS", "64"}, {"WARM_UP", "3 s"}});
    return rate(operation, device, settings, "6 s");
}

Settings over(const std::string& adapter)
{
    return {{"ADAPTER", adapter}};
}

Settings with(int proxies, int storageNodes)
{
    return {{"PROXIES", std::to_string(proxies)}, {"NODES", std::to_string(storageNodes)}};
}

} // namespace

TEST_CASE("in the media store the published gain of workers lies in the span that plausible concurrency gives",
          "[accuracy][slow]")
{
    const auto gains = workerGains("read", slidesDisk, {64, 256, 1024});
    CHECK(gains[0].ofThree < 1.05); // no worker is waited for
    CHECK(gains[1].ofThree < publishedWorkerGain());
    CHECK(gains[1].ofThree > 0.9 * publishedWorkerGain());
    CHECK(gains[2].ofThree > publishedWorkerGain());
    CHECK(gains[2].ofTwo < gains[2].ofThree);
}

TEST_CASE("in the media store the workers that read disks bring the gain, and none is left for writes",
          "[accuracy][slow]")
{
    const auto read = [](const char* proxy, const char* object) {
        return simulate("swift-media-store",
                        {{"OPERATION", "read"},
                         {"WORKERS", "256"},
                         {"PROXY_WORKERS_PER_CORE", proxy},
                         {"OBJECT_WORKERS_PER_CORE", object}},
                        "6 s")
            .operations.at("GET")
            .perSecond;
    };
    const double before = read("1", "1");
    CHECK(read("1", "3") > 1.3 * before);
    CHECK(read("3", "1") == Approx(before).epsilon(0.05));
    CHECK(workerGains("write", slidesDisk, {256}).front().ofThree == Approx(1).epsilon(0.05));
}

TEST_CASE("a slow disk holds up its whole storage server, unless each disk has workers or threads of its own",
          "[accuracy]")
{
    const auto reads = [](const char* speed, const char* workers, const char* threads) {
        return simulate("swift-media-store",
                        {{"OPERATION", "read"},
                         {"RATE", "2000"},
                         {"SLOW_DISK", speed},
                         {"SERVERS_PER_PORT", workers},
                         {"THREADS_PER_DISK", threads}},
                        "8 s")
            .operations.at("GET");
    };
    const auto alike = reads("1", "0", "0");
    CHECK(alike.perSecond == Approx(2000).epsilon(0.03));
    CHECK(alike.latency.p95Ms < 40);
    const auto limping = reads("0.1", "0", "0");
    CHECK(limping.perSecond < 0.95 * alike.perSecond);
    CHECK(limping.latency.p95Ms > 20 * alike.latency.p95Ms);
    const auto threads = reads("0.1", "0", "4");
    CHECK(threads.perSecond == Approx(alike.perSecond).epsilon(0.02));
    CHECK(threads.latency.p95Ms < 1.25 * alike.latency.p95Ms);
    CHECK(threads.latency.p99Ms > 5 * alike.latency.p99Ms); // one of 56 still wants the slow disk
    const auto workers = reads("0.1", "3", "0");
    CHECK(workers.perSecond > 0.97 * alike.perSecond);
    CHECK(workers.latency.p95Ms < 1.25 * alike.latency.p95Ms);
    // With one worker a disk has nothing to order.
    CHECK(reads("1", "1", "0").latency.meanMs > 1.15 * alike.latency.meanMs);
    CHECK(reads("1", "3", "0").latency.meanMs == Approx(alike.latency.meanMs).epsilon(0.05));
}

TEST_CASE("workers for each disk have one helper thread each, so that fewer writes share a commit", "[accuracy]")
{
    const auto written = [](const char* workers) {
        return images("write", slidesDisk, {{"SERVERS_PER_PORT", workers}});
    };
    const double shared = written("0");
    const double three = written("3");
    CHECK(three < 0.65 * shared);
    CHECK(written("6") > 1.2 * three);
}

TEST_CASE("10 Gb/s are enough for images, and 1 Gb/s are not", "[accuracy][slow]")
{
    for (const std::string operation : {"read", "write"}) {
        INFO(operation);
        const double ten = images(operation, slidesSsd, over(tenGigabit));
        CHECK(images(operation, slidesSsd, over(fiftyGigabit)) == Approx(ten).epsilon(0.05));
        CHECK(images(operation, slidesSsd, over(gigabit)) < 0.85 * ten);
    }
}

TEST_CASE("audio on SSDs gains what a faster network has, and on disks nothing beyond 25 Gb/s", "[accuracy][slow]")
{
    for (const std::string operation : {"read", "write"}) {
        INFO(operation);
        CHECK(audio(operation, slidesSsd, over(twentyFiveGigabit)) / audio(operation, slidesSsd) ==
              Approx(2.5).epsilon(0.08));
        CHECK(audio(operation, slidesDisk, over(fiftyGigabit)) / audio(operation, slidesDisk, over(twentyFiveGigabit)) <
              1.15);
    }
    CHECK(audio("write", nvme, over(fiftyGigabit)) > 1.08 * audio("write", slidesSsd, over(fiftyGigabit)));
}

TEST_CASE("SSDs make the media store faster than twice as many storage servers with disks do", "[accuracy][slow]")
{
    for (const std::string operation : {"read", "write"}) {
        INFO(operation);
        const double up = images(operation, slidesSsd), out = images(operation, slidesDisk, with(2, 8));
        CHECK(up > 1.15 * out);
        CHECK(out > 1.2 * images(operation, slidesDisk));
    }
}

TEST_CASE("on disks one proxy serves four storage servers of images, on SSDs two are better", "[accuracy][slow]")
{
    for (const std::string operation : {"read", "write"}) {
        INFO(operation);
        CHECK(images(operation, slidesDisk, with(2, 4)) ==
              Approx(images(operation, slidesDisk, with(1, 4))).epsilon(0.08));
        CHECK(images(operation, slidesSsd, with(2, 4)) > 1.4 * images(operation, slidesSsd, with(1, 4)));
    }
    CHECK(images("write", slidesSsd, with(4, 4)) < 1.1 * images("write", slidesSsd, with(2, 4)));
    CHECK(images("read", slidesSsd, with(4, 4)) > 1.4 * images("read", slidesSsd, with(2, 4)));
}

TEST_CASE("audio needs as many proxies as storage servers", "[accuracy][slow]")
{
    for (const std::string operation : {"read", "write"}) {
        INFO(operation);
        const double same = audio(operation, slidesSsd, with(4, 4));
        CHECK(audio(operation, slidesSsd, with(2, 4)) < 0.6 * same);
        CHECK(audio(operation, slidesSsd, with(8, 4)) < 1.1 * same);
        CHECK(audio(operation, slidesSsd, with(8, 8)) > 1.6 * same);
    }
}

TEST_CASE("a Clos network with as many middle switches as servers in a rack carries audio, with half it is the limit",
          "[accuracy][slow]")
{
    const auto readOver = [](const char* fabric, const char* middle) {
        return audio("read", slidesSsd, {{"PROXIES", "4"}, {"FABRIC", fabric}, {"MIDDLE_SWITCHES", middle}});
    };
    const double star = readOver("star", "4");
    CHECK(readOver("fat tree", "4") > 0.8 * star);
    CHECK(readOver("Clos", "4") > 0.8 * star);
    CHECK(readOver("Clos", "2") < 0.6 * star);
}

TEST_CASE("without write barriers disks take small writes several times as fast, and SSDs do not", "[accuracy][slow]")
{
    const Settings off{{"WRITE_BARRIER", "false"}};
    CHECK(images("write", slidesDisk, off) > 3 * images("write", slidesDisk));
    CHECK(images("write", slidesSsd, off) == Approx(images("write", slidesSsd)).epsilon(0.05));
}
