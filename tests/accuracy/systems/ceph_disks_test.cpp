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

TEST_CASE("in the Ceph cluster the journals limit writes, and faster ones help until the disks do", "[accuracy][slow]")
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
    CHECK(rate(1) > 1.1 * rate(0));
    CHECK(rate(1) < 2 * rate(0));
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
    CHECK(runs[1].missingCopies.front().incompleteS < 0.8 * runs[0].missingCopies.front().incompleteS);
    CHECK(runs[1].operations.at("read").latency.p99Ms > 1.5 * runs[0].operations.at("read").latency.p99Ms);
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
