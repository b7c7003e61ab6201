#include "accuracy/systems/virtualstor.h"

#include <catch2/catch.hpp>

#include <stdexcept>

using namespace headroom::accuracy;

namespace {

/// Utilisation of the busiest member.
double used(const headroom::record::Summary& summary, const std::string& resource)
{
    for (const auto& row : summary.resources)
        if (row.nodeGroup == "storage" && row.resource == resource)
            return row.utilisationMax;
    throw std::logic_error(resource);
}

double perSecond(const headroom::record::Summary& summary, const std::string& operation)
{
    return summary.operations.at(operation).perSecond;
}

} // namespace

TEST_CASE("small random I/O of a Ceph cluster is what was measured, where its processors are full", "[accuracy][slow]")
{
    for (const VirtualStorCase& each : publishedVirtualStorCases())
        if (each.unit == "/s" && !(each.operation == "read" && each.machines == 80)) { // that one is on the page
            const double simulated = simulateVirtualStor(each, "3 s");
            CAPTURE(each.machines, each.operation, simulated);
            CHECK(simulated == Approx(each.value).epsilon(0.1));
        }
}

TEST_CASE("large reads of a Ceph cluster rise with the machines, to within an eighth of what was measured",
          "[accuracy][slow]")
{
    const auto runs = simulateAll("virtualstor-throughput", {{{"CLIENTS", "20"}}, {{"CLIENTS", "80"}}}, "20 s");
    const auto megabytes = [&](std::size_t run) { return runs[run].operations.at("read").bytesPerSecond / 1e6; };
    CHECK(megabytes(1) > 1.05 * megabytes(0));
    CHECK(megabytes(1) == Approx(publishedVirtualStorCases().front().value).epsilon(0.125));
    CHECK(used(runs[1], "disk data") > 0.95);
}

TEST_CASE(
    "idle states explain most of what a lone small read takes longer than awake cores make it, and cost no throughput",
    "[accuracy][slow]")
{
    const auto reads = [](const char* idleCores, const char* depth) {
        return simulate("virtualstor-iops",
                        {{"CLIENTS", "20"}, {"OPERATION", "read"}, {"DEPTH", depth}, {"IDLE_CORES", idleCores}},
                        "2500 ms")
            .operations.at("read");
    };
    const double measured = publishedVirtualStorCases().back().value;
    const double awake = reads("awake", "1").latency.meanMs, packed = reads("packed", "1").latency.meanMs,
                 spread = reads("spread", "1").latency.meanMs, random = reads("random", "1").latency.meanMs;
    CHECK(packed > 1.1 * awake);
    CHECK(spread > 1.2 * packed);
    CHECK(spread == Approx(measured).epsilon(0.1));
    CHECK(random > packed);
    CHECK(random < spread);
    CHECK(random == Approx(measured).epsilon(0.15));
    const double many = reads("awake", "64").perSecond;
    CHECK(reads("random", "64").perSecond == Approx(many).epsilon(0.02));
    CHECK(reads("spread", "64").perSecond == Approx(many).epsilon(0.02));
}

TEST_CASE("for small writes a faster processor pays, faster SSDs do not", "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "virtualstor-iops",
        {{}, {{"PROCESSOR", "Intel_Xeon_Processor_D_1541"}}, {{"JOURNAL_SSD", "Intel_SSD_DC_P3700_Series_2TB"}}},
        "6 s");
    CHECK(used(runs[0], "processor") > 0.97);
    CHECK(perSecond(runs[1], "write") > 1.4 * perSecond(runs[0], "write"));
    CHECK(perSecond(runs[2], "write") == Approx(perSecond(runs[0], "write")).epsilon(0.03));
}
