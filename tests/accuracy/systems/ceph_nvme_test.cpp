#include "accuracy/systems/ceph_nvme.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <stdexcept>

using namespace headroom::accuracy;

namespace {

const std::string fewMilliseconds = "60 ms", fewSeconds = "3 s"; // 20 ms and 1 s after the warm-up

/// Utilisation of the busiest member.
double busiestNvme(const headroom::record::Summary& summary, const std::string& resource)
{
    for (const auto& row : summary.resources)
        if (row.nodeGroup == "storage" && row.resource == resource)
            return row.utilisationMax;
    throw std::logic_error(resource);
}

/// How often a block of a diagram was passed, for each operation.
double visitsOf(const headroom::record::Summary& summary, const std::string& diagram, const std::string& block,
                const std::string& operation)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == diagram && row.block == block)
            return static_cast<double>(row.visits) / static_cast<double>(summary.operations.at(operation).count);
    return 0;
}

double nvmeRate(const headroom::record::Summary& summary)
{
    double all = 0;
    for (const auto& [name, operation] : summary.operations)
        all += operation.perSecond;
    return all;
}

Settings nvmeLoad(const std::string& operation, const std::string& size, Settings more = {})
{
    more.insert(more.end(), {{"OPERATION", operation}, {"BLOCK_SIZE", size}, {"DEPTH", "128"}, {"NETWORK", "message"}});
    return more;
}

} // namespace

TEST_CASE("a Ceph cluster of three nodes with NVMe does what was measured, to within a tenth", "[accuracy][slow]")
{
    int compared = 0;
    for (const CephNvmeCase& each : publishedCephNvmeCases())
        if (each.nodes == 3) {
            const auto summary = simulate("ceph-nvme", each.settings(), each.small() ? fewMilliseconds : fewSeconds);
            CAPTURE(each.operation, each.size, figureOf(each, summary));
            CHECK(figureOf(each, summary) == Approx(each.value).epsilon(0.1));
            ++compared;
        }
    CHECK(compared == 4);
}

TEST_CASE("the work of a byte that meets reads of one messenger thread is too little for writes of three",
          "[accuracy][slow]")
{
    int compared = 0;
    for (const CephNvmeCase& each : publishedCephNvmeCases()) {
        Settings settings = each.settings();
        const bool oneThread =
            std::ranges::count(settings, std::pair<std::string, std::string>("MESSENGER_THREADS", "1"));
        const bool threeNodes = each.nodes == 3 && each.operation == "write" && !each.small();
        if (!oneThread && !threeNodes)
            continue;
        settings.emplace_back("MESSAGE_BYTE", "1.5 ns");
        const double simulated = figureOf(each, simulate("ceph-nvme", settings, fewSeconds));
        CAPTURE(each.operation, simulated);
        if (oneThread)
            CHECK(simulated == Approx(each.value).epsilon(0.1));
        else
            CHECK(simulated > 1.2 * each.value);
        ++compared;
    }
    CHECK(compared == 2);
}

TEST_CASE("large writes of a Ceph cluster with NVMe wait for messenger threads: more of them pay, faster SSDs do not",
          "[accuracy][slow]")
{
    const auto runs = simulateAll("ceph-nvme",
                                  {nvmeLoad("write", "4 MiB"), nvmeLoad("write", "4 MiB", {{"MESSENGER_THREADS", "5"}}),
                                   nvmeLoad("write", "4 MiB", {{"DRIVE", "Micron_9550_PRO_7_68TB"}})},
                                  fewSeconds);
    CHECK(busiestNvme(runs[0], "slots messenger") > 0.9); // of all daemons: the fullest is always busy
    CHECK(busiestNvme(runs[0], "disk data") < 0.5);
    CHECK(busiestNvme(runs[0], "network") < 0.75);
    CHECK(nvmeRate(runs[1]) > 1.15 * nvmeRate(runs[0]));
    CHECK(nvmeRate(runs[2]) == Approx(nvmeRate(runs[0])).epsilon(0.06));
}

TEST_CASE("a Ceph cluster with NVMe opens in its steady state: a longer run has the same latencies", "[accuracy][slow]")
{
    const auto latencyOf = [](const std::string& duration) {
        return simulate("ceph-nvme", {}, duration).operations.at("write").latency;
    };
    const auto opens = latencyOf("6 s"), later = latencyOf("14 s"); // 4 s and 12 s after the warm-up
    CHECK(opens.meanMs == Approx(later.meanMs).epsilon(0.03));
    CHECK(opens.p99Ms == Approx(later.p99Ms).epsilon(0.15));
}

TEST_CASE("a client of a Ceph cluster has 100 MiB under way at most: more depth waits in the client and writes no more",
          "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "ceph-nvme", {{{"DEPTH", "16"}, {"NETWORK", "message"}}, {{"DEPTH", "128"}, {"NETWORK", "message"}}},
        fewSeconds);
    CHECK(busiestNvme(runs[0], "slots messenger") == Approx(busiestNvme(runs[1], "slots messenger")).epsilon(0.05));
    CHECK(nvmeRate(runs[1]) == Approx(nvmeRate(runs[0])).epsilon(0.05));
    CHECK(runs[1].operations.at("write").latency.meanMs > 6 * runs[0].operations.at("write").latency.meanMs);
    const auto underWay = std::ranges::find_if(runs[1].resources, [](const auto& row) {
        return row.nodeGroup == "clients" && row.resource.starts_with("slots under-way");
    });
    REQUIRE(underWay != runs[1].resources.end());
    CHECK(underWay->queueMean == Approx(128 - 25).epsilon(0.05));
}

TEST_CASE("small writes of a Ceph cluster with NVMe fill the processors: more cores pay, faster SSDs do not",
          "[accuracy][slow]")
{
    const auto runs =
        simulateAll("ceph-nvme",
                    {nvmeLoad("write", "4 KiB"), nvmeLoad("write", "4 KiB", {{"PROCESSOR", "AMD_EPYC_9654"}}),
                     nvmeLoad("write", "4 KiB", {{"DRIVE", "Micron_9550_PRO_7_68TB"}})},
                    fewMilliseconds);
    CHECK(busiestNvme(runs[0], "processor") > 0.97);
    CHECK(busiestNvme(runs[0], "disk data") < 0.3);
    CHECK(nvmeRate(runs[1]) > 1.2 * nvmeRate(runs[0]));
    CHECK(nvmeRate(runs[2]) == Approx(nvmeRate(runs[0])).epsilon(0.05));
}

TEST_CASE("large reads of a Ceph cluster with NVMe fill the network, and then the threads of the messenger",
          "[accuracy][slow]")
{
    const auto runs =
        simulateAll("ceph-nvme",
                    {nvmeLoad("read", "4 MiB"), nvmeLoad("read", "4 MiB", {{"ADAPTER", "Nvidia_ConnectX_7_2x200GbE"}})},
                    fewSeconds);
    CHECK(busiestNvme(runs[0], "network") > 0.98);
    CHECK(busiestNvme(runs[1], "network") < 0.8);
    CHECK(busiestNvme(runs[1], "slots messenger") > 0.8); // hence the next limit is near
    CHECK(nvmeRate(runs[1]) > 0.97 * nvmeRate(runs[0]));
}

TEST_CASE(
    "small writes of an erasure-coded pool are as few as was measured: every shard keeps its old blocks for a while",
    "[accuracy][slow]")
{
    int compared = 0;
    for (const CephNvmeCase& each : publishedCephNvmeCases())
        if (each.pool == "erasure coded" && each.operation == "write" && each.small()) {
            const auto summary = simulate("ceph-nvme", each.settings(), "120 ms"); // a write takes up to 70 ms
            CAPTURE(figureOf(each, summary));
            CHECK(figureOf(each, summary) == Approx(each.value).epsilon(0.2));
            ++compared;
        }
    CHECK(compared == 1);
}

TEST_CASE("an erasure-coded pool costs small I/O dearly: it asks every daemon with a shard", "[accuracy][slow]")
{
    const Settings coded{{"POOL", "erasure coded"}, {"K", "2"}, {"M", "1"}};
    const auto runs = simulateAll("ceph-nvme",
                                  {nvmeLoad("read", "4 KiB"), nvmeLoad("read", "4 KiB", coded),
                                   nvmeLoad("write", "4 KiB"), nvmeLoad("write", "4 KiB", coded)},
                                  fewMilliseconds);
    CHECK(nvmeRate(runs[1]) < 0.7 * nvmeRate(runs[0]));
    CHECK(nvmeRate(runs[3]) < 0.95 * nvmeRate(runs[2])); // the rest of the stripe is read first
}

TEST_CASE("large blocks of an erasure-coded pool are read at half the rate of copies, and written faster",
          "[accuracy][slow]")
{
    const Settings coded{{"POOL", "erasure coded"}, {"K", "2"}, {"M", "1"}};
    const auto runs = simulateAll("ceph-nvme",
                                  {nvmeLoad("read", "4 MiB"), nvmeLoad("read", "4 MiB", coded),
                                   nvmeLoad("write", "4 MiB"), nvmeLoad("write", "4 MiB", coded)},
                                  fewSeconds);
    CHECK(nvmeRate(runs[1]) < 0.65 * nvmeRate(runs[0])); // the primary fetches a shard first
    CHECK(nvmeRate(runs[3]) > 1.3 * nvmeRate(runs[2]));  // 3/2 of the data are written instead of three times
}

TEST_CASE("an overwrite of whole blocks reads nothing and logs these blocks, whatever the unit of allocation",
          "[accuracy][slow]")
{
    const std::string store = "object-daemon/store/full";
    const auto write = [](const std::string& size, const std::string& unit) {
        return simulate(
            "ceph-nvme",
            {{"CLIENTS", "1"}, {"DEPTH", "1"}, {"BLOCK_SIZE", size}, {"ALLOC_SIZE", unit}, {"NETWORK", "message"}},
            "2 s");
    };
    const auto bytesOf = [](const headroom::record::Summary& summary) {
        for (const auto& row : summary.resources)
            if (row.nodeGroup == "storage" && row.resource == "disk data")
                return row.bytesPerSecond / summary.operations.at("write").perSecond / 3; // copies
        throw std::logic_error("disk data");
    };
    const auto whole = write("4 KiB", "4 KiB"), overwritten = write("4 KiB", "64 KiB"),
               parts = write("6 KiB", "64 KiB"), mixed = write("72 KiB", "64 KiB");
    CHECK(visitsOf(whole, store, "data", "write") == Approx(3).epsilon(0.01));
    CHECK(visitsOf(whole, store, "defer", "write") == 0);
    CHECK(visitsOf(overwritten, store, "read", "write") == 0);
    CHECK(visitsOf(overwritten, store, "defer", "write") == Approx(3).epsilon(0.01));
    CHECK(bytesOf(overwritten) > bytesOf(whole));         // the log has the block, too
    CHECK(bytesOf(overwritten) < 4096 + 3 * 4096);        // its place, and block and record in blocks of the log
    CHECK(visitsOf(parts, store, "read", "write") > 2.9); // of the block that is covered in part
    CHECK(visitsOf(mixed, store, "data", "write") > 0.5); // a whole unit in some, the rest in the log
    CHECK(visitsOf(mixed, store, "defer", "write") == Approx(3).epsilon(0.05));
}

namespace {

/// One daemon by itself, with 32 images of 2 GB on the same node (ceph.io, "Crimson SeaStore vs. classic", 2025): a
/// Xeon Platinum 8280 for the 8276M. The drive is not published.
Settings oneDaemon(const std::string& operation, const std::string& depth, Settings more = {})
{
    more.insert(more.end(), {{"NODES", "1"},
                             {"DRIVES", "1"},
                             {"COPIES", "1"},
                             {"CABLES", "1"},
                             {"GROUPS_POWER", "7"},
                             {"DRIVE", "Micron_7450_PRO_7_68TB"},
                             {"PROCESSOR", "Intel_Xeon_Platinum_8280"},
                             {"CLIENTS_ON", "storage nodes"},
                             {"CLIENTS", "32"},
                             {"IMAGE_SIZE", "2 GiB"},
                             {"BLOCK_SIZE", "4 KiB"},
                             {"OPERATION", operation},
                             {"DEPTH", depth},
                             {"NETWORK", "message"}});
    return more;
}

} // namespace

TEST_CASE("one daemon reads as many small blocks as was measured, few and many under way", "[accuracy][slow]")
{
    const auto few = simulate("ceph-nvme", oneDaemon("read", "1"), "400 ms"),
               many = simulate("ceph-nvme", oneDaemon("read", "8"), "100 ms");
    CHECK(nvmeRate(few) == Approx(108366).epsilon(0.1));
    CHECK(few.operations.at("read").latency.meanMs == Approx(0.29).epsilon(0.1));
    CHECK(nvmeRate(many) == Approx(130658).epsilon(0.1));
}

TEST_CASE("two daemons on a drive have twice the threads: where these are the limit they do more", "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "ceph-nvme", {oneDaemon("read", "8"), oneDaemon("read", "8", {{"DAEMONS_PER_DRIVE", "2"}})}, "100 ms");
    CHECK(busiestNvme(runs[0], "slots messenger") > 0.97);
    CHECK(nvmeRate(runs[1]) > 1.4 * nvmeRate(runs[0]));
}

TEST_CASE("librbd ends the I/Os of a device one after another, and the kernel's client does not", "[accuracy][slow]")
{
    const Settings load = nvmeLoad("read", "4 KiB", {{"CLIENTS", "1"}, {"CLIENT_NODES", "1"}});
    Settings kernel = load;
    kernel.emplace_back("CLIENT", "krbd");
    const auto runs = simulateAll("ceph-nvme", {load, kernel}, "400 ms");
    const auto callbacks = std::ranges::find_if(runs[0].resources, [](const auto& row) {
        return row.nodeGroup == "clients" && row.resource.starts_with("slots callbacks");
    });
    REQUIRE(callbacks != runs[0].resources.end());
    CHECK(callbacks->utilisationMax > 0.97);
    CHECK(nvmeRate(runs[0]) == Approx(1900000 / 30.).epsilon(0.1)); // as much as each of thirty
    CHECK(nvmeRate(runs[1]) > 1.5 * nvmeRate(runs[0]));
}

TEST_CASE("metadata on SSDs of their own spare hard disks the log", "[accuracy][slow]")
{
    const Settings disks{{"NODES", "3"},         {"DRIVES", "2"}, {"DRIVE", "Seagate_Exos_X20_20TB"},
                         {"CLIENTS", "4"},       {"DEPTH", "4"},  {"GROUPS_POWER", "0"},
                         {"BLOCK_SIZE", "4 MiB"}};
    Settings apart = disks;
    apart.insert(apart.end(), {{"DB_ON", "separate SSD"}, {"DB_DRIVES", "1"}});
    const auto runs = simulateAll("ceph-nvme", {disks, apart}, "40 s");
    CHECK(nvmeRate(runs[1]) > 1.05 * nvmeRate(runs[0]));
    CHECK(busiestNvme(runs[1], "disk db") < 0.1);
    CHECK_THROWS_AS(busiestNvme(runs[0], "disk db"), std::logic_error); // there is none
}

namespace {

/// Four nodes with hard disks under random reads of 64 KiB, more of them than the daemons' threads take at once.
Settings busyDisks(const Settings& more)
{
    Settings all{{"NODES", "4"},        {"DRIVES", "6"},          {"DRIVE", "Seagate_Exos_X20_20TB"},
                 {"GROUPS_POWER", "0"}, {"CLIENTS", "24"},        {"CABLES", "1"},
                 {"OPERATION", "read"}, {"BLOCK_SIZE", "64 KiB"}, {"IMAGE_SIZE", "2 GiB"}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

TEST_CASE("on Ceph mClock gives recovery the share that its profile reserves", "[accuracy][slow]")
{
    const auto failing = [](const char* scheduler) {
        return busyDisks({{"DEPTH", "256"},
                          {"DRIVE_FAILS", "true"},
                          {"OUT_AFTER", "0 s"},
                          {"RECOVERY_ACTIVE", "64"},
                          {"BACKFILLS", "8"},
                          {"SCHEDULER", scheduler}});
    };
    const auto runs =
        simulateAll("ceph-nvme", {failing("mClock high_recovery_ops"), failing("mClock high_client_ops")}, "30 s");
    for (const auto& run : runs)
        REQUIRE(run.missingCopies.size() == 1);
    CHECK(runs[0].missingCopies.front().left == 0);
    CHECK(runs[0].missingCopies.front().incompleteS < 0.8 * runs[1].missingCopies.front().incompleteS);
}

TEST_CASE("on Ceph a deep scrub reads every copy, and clients of hard disks get less meanwhile", "[accuracy][slow]")
{
    const auto runs = simulateAll("ceph-nvme",
                                  {busyDisks({{"DEPTH", "32"}, {"SCRUB_INTERVAL", "0 s"}}),
                                   busyDisks({{"DEPTH", "32"}, {"SCRUB_INTERVAL", "1 s"}})},
                                  "30 s");
    const double alone = runs[0].operations.at("read").perSecond, beside = runs[1].operations.at("read").perSecond;
    CHECK(beside < 0.97 * alone);
    CHECK(beside > 0.7 * alone);
    CHECK(runs[0].operations.count("scrubbing: scrub") == 0);
    // Each group has 2 GiB * 24 / 4 MiB / 1024 objects of 4 MiB, in three copies.
    const double scrubbed = runs[1].operations.at("scrubbing: scrub").perSecond * 12 * 3 * 4 * 1024 * 1024;
    const double more = resourceOf(runs[1], "disk data").bytesPerSecond -
                        resourceOf(runs[0], "disk data").bytesPerSecond + (alone - beside) * 64 * 1024;
    CHECK(more > 0.5 * scrubbed);
}
