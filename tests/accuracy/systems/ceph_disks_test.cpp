#include "accuracy/systems/ceph_disks.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::accuracy;

namespace {

const std::string shortRun = "14 s"; // 4 s after the warm-up: throughputs within 3 %

CephCase published(int machines, const std::string& operation)
{
    for (const CephCase& each : publishedCephCases())
        if (each.machines == machines && each.operation == operation && each.mebibytesPerS)
            return each;
    throw std::logic_error("no such case");
}

/// The simulated figures, checked against the measured throughputs.
std::vector<CephFigures> checkWithinTenth(const std::string& operation, const std::vector<int>& machines)
{
    std::vector<CephCase> cases;
    for (const int count : machines)
        cases.push_back(published(count, operation));
    const auto simulated = simulateCeph(cases, shortRun);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        CAPTURE(cases[i].machines, simulated[i].mebibytesPerS);
        CHECK(simulated[i].mebibytesPerS == Approx(*cases[i].mebibytesPerS).epsilon(0.1));
    }
    return simulated;
}

} // namespace

TEST_CASE("on hard disks a Ceph cluster reads what was measured, from the limit of the machines to that of the disks",
          "[accuracy][slow]")
{
    checkWithinTenth("read", {10, 40, 80});
}

TEST_CASE("on hard disks the writes of a Ceph cluster rise as measured, until the journals are full",
          "[accuracy][slow]")
{
    const auto simulated = checkWithinTenth("write", {20, 40, 60});
    CHECK(simulated[2].mebibytesPerS < 1.05 * simulated[1].mebibytesPerS);
}

TEST_CASE("in the Ceph cluster the journals limit writes, and right behind them the disks do", "[accuracy][slow]")
{
    Settings as = published(60, "write").settings(), faster = as;
    faster.emplace_back("JOURNAL_SSD", "Intel_SSD_DC_P3700_Series_2TB");
    const auto runs = simulateAll("ceph-hdd", {as, faster}, shortRun);
    const auto rate = [&](std::size_t run) { return runs[run].operations.at("write").perSecond; };
    const auto used = [&](std::size_t run, const char* resource) {
        for (const auto& row : runs[run].resources)
            if (row.nodeGroup == "storage" && row.resource == resource)
                return row.utilisationMax;
        throw std::logic_error(resource);
    };
    CHECK(used(0, "disk journals") > 0.95);
    CHECK(used(1, "disk journals") < 0.5);
    CHECK(used(1, "disk data") > 0.95); // files are flushed one after another
    CHECK(rate(1) > 0.9 * rate(0));     // four seconds are less than one sync
    CHECK(rate(1) < 1.2 * rate(0));
}

TEST_CASE("a Ceph cluster recovers faster with more objects under way, and its clients wait longer for it",
          "[accuracy][slow]")
{
    const Settings failure{{"NODE_FAILS", "true"}, {"OUT_AFTER", "0 s"}, {"FILLED", "0.01"},
                           {"CLIENTS", "10"},      {"DEPTH", "8"},       {"VM_LIMIT", "10 MiB/s"}};
    Settings gently = failure, eagerly = failure;
    gently.emplace_back("RECOVERY_ACTIVE", "1");
    eagerly.emplace_back("RECOVERY_ACTIVE", "15");
    const auto runs = simulateAll("ceph-hdd", {gently, eagerly}, "150 s");
    for (const auto& run : runs) {
        REQUIRE(run.missingCopies.size() == 1);
        const auto& missing = run.missingCopies.front();
        CHECK(missing.copies == Approx(2048 * 2 / 4).epsilon(0.1)); // those of one of four nodes
        CHECK(missing.left + missing.forgotten + missing.withoutSource == 0);
        const auto& reads = run.operations.at("read");
        CHECK(reads.errors == 0);                                   // they wait
        CHECK(reads.latency.maxMs == Approx(20'000).epsilon(0.25)); // until the failure is noticed
    }
    CHECK(runs[1].missingCopies.front().incompleteS < 0.9 * runs[0].missingCopies.front().incompleteS);
    CHECK(runs[1].operations.at("read").latency.p99Ms > 1.5 * runs[0].operations.at("read").latency.p99Ms);
}

TEST_CASE("on Ceph the first write to each object of a clone copies the object", "[accuracy][slow]")
{
    // One machine writes 4 KiB at random over 256 objects of 4 MiB: all are copied in a few seconds.
    const auto writing = [](const std::string& cloned, const std::string& size) {
        return Settings{{"CLIENTS", "1"},         {"DEPTH", "8"},           {"OPERATION", "write"},
                        {"ACCESS", "random"},     {"CLIENT_NODES", "1"},    {"BLOCK_SIZE", "4 KiB"},
                        {"VM_LIMIT", "100 GB/s"}, {"IMAGE_CACHED", "warm"}, {"IMAGE_SIZE", size},
                        {"CLONED", cloned}};
    };
    const auto runs = simulateAll("ceph-hdd", {writing("false", "1 GiB"), writing("true", "1 GiB")}, "20 s");
    const auto sentBytes = [&](std::size_t run) { return resourceOf(runs[run], "network").bytesPerSecond; };
    const double writes = runs[1].operations.at("write").perSecond;
    CHECK(runs[0].operations.at("write").errors + runs[1].operations.at("write").errors == 0);
    CHECK(writes > 0.8 * runs[0].operations.at("write").perSecond); // they are the device's own after the warm-up
    CHECK(sentBytes(1) < 1.2 * sentBytes(0));

    const auto copying = simulate("ceph-hdd", writing("true", "40 GiB"), "14 s"); // nearly every write copies one
    const auto& write = copying.operations.at("write");
    CHECK(write.perSecond < 0.2 * writes);
    const double sent = resourceOf(copying, "network").bytesPerSecond;
    CHECK(sent > 0.5 * write.perSecond * 4 * 1024 * 1024);
}

TEST_CASE("on Ceph the file store's threads wait when too much is dirty, and writers wait for them", "[accuracy][slow]")
{
    // Small random writes of two daemons' worth of files: the flusher takes one file after another.
    Settings bounded{{"CLIENTS", "20"}, {"OPERATION", "write"}, {"ACCESS", "random"}};
    Settings unbounded = bounded;
    bounded.emplace_back("WRITEBACK_THROTTLE", "true");
    unbounded.emplace_back("WRITEBACK_THROTTLE", "false");
    const auto runs = simulateAll("virtualstor-iops", {bounded, unbounded}, "12 s");
    CHECK(runs[0].operations.at("write").perSecond < 0.3 * runs[1].operations.at("write").perSecond);
}

TEST_CASE("on Ceph writers that overload the file store keep operation threads, and reads from memory wait seconds",
          "[accuracy][slow]")
{
    // The journals lie on the disks, and clones are copied: all that is read lies in the page cache.
    const auto run = simulate("ceph-hdd",
                              {{"CLIENTS", "80"},
                               {"DEPTH", "64"},
                               {"OPERATION", "mixed"},
                               {"READ_SHARE", "0.5"},
                               {"ACCESS", "random"},
                               {"JOURNALS", "0"},
                               {"BLOCK_SIZE", "4 KiB"},
                               {"IMAGE_SIZE", "1 GiB"},
                               {"CLONED", "true"},
                               {"IMAGE_CACHED", "warm"},
                               {"OP_THREADS", "10"},
                               {"STORE_QUEUE", "50"}},
                              "16 s");
    CHECK(run.operations.at("read").latency.meanMs > 1000);
    CHECK(resourceOf(run, "slots op-threads").utilisationMean > 0.9);
    CHECK(resourceOf(run, "processor").utilisationMean < 0.2);
}

TEST_CASE("an I/O of several objects is cut into their pieces, which go beside each other", "[accuracy][slow]")
{
    // One machine, one I/O at a time: the pieces of 16 MiB lie on four disks, which read and write beside each other.
    const auto timeOf = [](const std::string& operation, const std::string& size) {
        return simulate("ceph-hdd",
                        {{"CLIENTS", "1"},
                         {"DEPTH", "1"},
                         {"OPERATION", operation},
                         {"ACCESS", "random"},
                         {"BLOCK_SIZE", size},
                         {"VM_LIMIT", "100 GB/s"}},
                        "30 s")
            .operations.at(operation)
            .latency.meanMs;
    };
    for (const char* operation : {"read", "write"}) {
        const double one = timeOf(operation, "4 MiB"), four = timeOf(operation, "16 MiB");
        CAPTURE(operation, one, four);
        CHECK(four > 1.2 * one);
        CHECK(four < 3 * one);
    }
}
