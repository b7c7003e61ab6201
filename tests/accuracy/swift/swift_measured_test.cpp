// Claims of the page of projects/swift-measured.
#include "accuracy/swift/swift_measured.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

const std::string duration = "25 s"; // 20 after the warm-up

record::Summary swiftRun(const Settings& settings)
{
    return simulate("swift-measured", settings, duration);
}

/// Processor time of all processes for an operation, milliseconds.
double workMs(const record::Summary& summary, double cores)
{
    return 1e3 * cores * resourceOf(summary, "processor").utilisationMean / ratePerSecond(summary);
}

} // namespace

TEST_CASE("the rates of a measured Swift are met within a ninth", "[accuracy]")
{
    const auto measured = measuredSwiftRates();
    const auto simulated = simulateMeasuredSwift(measured, duration);
    REQUIRE(measured.size() == 18);
    double sum = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        INFO(measured[i].operation << ", " << measured[i].size << ", " << measured[i].requests << " at a time");
        const double error = std::abs(simulated[i] / measured[i].perSecond - 1);
        CHECK(error < 0.111);
        sum += error;
    }
    CHECK(sum / static_cast<double>(measured.size()) < 0.05);
}

TEST_CASE("the times of a measured Swift are met as its page says", "[accuracy]")
{
    const auto measured = measuredSwiftTimes();
    const auto simulated = simulateMeasuredSwift(measured, duration);
    REQUIRE(measured.size() == 10);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        INFO(measured[i].operation << ", " << measured[i].size << ", " << measured[i].requests << " at a time");
        CHECK(simulated[i].p50Ms == Approx(measured[i].p50).epsilon(0.12));
        CHECK(simulated[i].p95Ms == Approx(measured[i].p95).epsilon(0.2));
        CHECK(simulated[i].p99Ms > (measured[i].operation == "GET" ? 0.77 : 0.68) * measured[i].p99);
        CHECK(simulated[i].p99Ms < 1.2 * measured[i].p99);
    }
}

TEST_CASE("a lone request to the measured Swift takes the processor time that it took", "[accuracy]")
{
    // Measured at the reference speed, all processes but memcached and what idle servers take.
    const auto of = [](const char* operation) {
        return workMs(swiftRun({{"OPERATION", operation}, {"OBJECT_SIZE", "64 KiB"}, {"WORKERS", "1"}}), 2);
    };
    CHECK(of("GET") == Approx(4.3).epsilon(0.05));
    CHECK(of("PUT") == Approx(25.5).epsilon(0.05));
}

TEST_CASE("small reads of the measured Swift wait for the proxy's one process, then for two cores", "[accuracy]")
{
    const auto run = [](const char* proxies, const char* servers) {
        return swiftRun({{"OPERATION", "GET"}, {"PROXY_WORKERS", proxies}, {"OBJECT_WORKERS", servers}});
    };
    const auto one = run("1", "1"), two = run("2", "2"), four = run("4", "4");
    CHECK(resourceOf(one, "workers proxy-server").utilisationMean > 0.98);
    CHECK(resourceOf(one, "processor").utilisationMean < 0.9);
    CHECK(resourceOf(two, "processor").utilisationMean > 0.99);
    CHECK(ratePerSecond(two) > 1.12 * ratePerSecond(one));
    CHECK(ratePerSecond(four) == Approx(ratePerSecond(two)).epsilon(0.02));
}

TEST_CASE("writes to the measured Swift wait for its object server's one process, then for two cores", "[accuracy]")
{
    const auto run = [](const Settings& settings) { return ratePerSecond(swiftRun(settings)); };
    const double one = run({});
    const double two = run({{"PROXY_WORKERS", "2"}, {"OBJECT_WORKERS", "2"}});
    CHECK(two > 1.08 * one);
    CHECK(two < 1.2 * one);
    CHECK(run({{"PROXY_WORKERS", "4"}, {"OBJECT_WORKERS", "4"}}) == Approx(two).epsilon(0.03));
    CHECK(run({{"CORES", "4"}}) < 1.25 * one);
    CHECK(run({{"CORES", "4"}, {"PROXY_WORKERS", "2"}, {"OBJECT_WORKERS", "2"}}) > 1.7 * one);
}

TEST_CASE("the measured Swift keeps in memory what it reads, up to 5 MiB", "[accuracy]")
{
    const auto readFromDisk = [](const char* size) {
        const auto summary = swiftRun({{"OPERATION", "GET"}, {"OBJECT_SIZE", size}, {"WORKERS", "1"}});
        return resourceOf(summary, "disk disk").bytesPerSecond / summary.operations.at("GET").bytesPerSecond;
    };
    CHECK(readFromDisk("16 MiB") == Approx(1).epsilon(0.03));
    CHECK(readFromDisk("4 MiB") < 0.3); // the rest of the first reads
}
