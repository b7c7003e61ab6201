// Several runs made into one result, and how precise it is.
#include "record/figures/replications.h"
#include "record/figures/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace headroom;

namespace {

/// A run as far as pooling looks at it: one workload, one operation.
record::Summary ran(std::uint64_t count, double meanMs)
{
    record::Summary run;
    run.requests.push_back({"users", 0, count, count, 0, 0});
    record::OperationSummary& operation = run.operations["ask"];
    operation.count = count;
    operation.perSecond = static_cast<double>(count);
    operation.latency = {meanMs, meanMs, meanMs, meanMs, meanMs};
    if (count > 0)
        operation.buckets.push_back({meanMs, meanMs, count});
    record::WorkloadSummary& workload = run.workloads["users"];
    workload.count = count;
    workload.perSecond = static_cast<double>(count);
    workload.inFlightMax = count;
    return run;
}

record::ResourceSummary row(const std::string& resource, double utilisation)
{
    record::ResourceSummary row;
    row.nodeGroup = "servers";
    row.resource = resource;
    row.utilisationMean = utilisation;
    return row;
}

} // namespace

TEST_CASE("the bytes that replications write to a device are their mean")
{
    std::vector<record::Summary> runs{ran(10, 1), ran(20, 2)};
    runs[0].wear = {{"servers", "data", "ssd", 4, 10, 30}};
    runs[1].wear = {{"servers", "data", "ssd", 4, 20, 50}};
    const auto wear = record::pooled(runs).wear;
    REQUIRE(wear.size() == 1);
    CHECK(wear[0].writtenMeanBps == 15);
    CHECK(wear[0].writtenMostBps == 40);
    CHECK(wear[0].count == 4);
}

TEST_CASE("replications give means with intervals over them, by Student's t")
{
    const std::vector<record::Summary> runs{ran(10, 1), ran(20, 2), ran(30, 3)};
    const auto pooled = record::pooled(runs);
    const auto& operation = pooled.operations.at("ask");
    CHECK(operation.count == 60);
    CHECK(operation.perSecond == Approx(20));
    CHECK(operation.latency.meanMs == Approx(2));
    CHECK(operation.latency.maxMs == 3);
    const double halfWidth = record::studentT975(2) * 10 / std::sqrt(3.0); // the values' standard deviation is 10
    CHECK(operation.ci95Relative == Approx(halfWidth / 20));
    CHECK(record::relativePrecision(runs, "throughput", "ask") == Approx(halfWidth / 20));
    REQUIRE(pooled.replications);
    CHECK(pooled.replications->seeds.size() == 3);
    CHECK(pooled.replications->intervals.at(0).halfWidth == Approx(halfWidth));
    std::uint64_t inBuckets = 0;
    for (const auto& bucket : operation.buckets)
        inBuckets += bucket.count;
    CHECK(inBuckets == 60);
}

TEST_CASE("one replication alone says nothing of its precision, nor does a metric that is not known")
{
    CHECK(std::isinf(record::relativePrecision({ran(10, 1)}, "throughput", "ask")));
    CHECK(std::isinf(record::relativePrecision({ran(10, 1), ran(10, 1)}, "colour", "ask")));
}

TEST_CASE("replications pool the rows of a resource, wherever they stand and also if a run has none")
{
    std::vector<record::Summary> runs{ran(1, 1), ran(1, 1)};
    runs[0].resources = {row("processor", 0.5), row("network", 0.2)};
    runs[1].resources = {row("processor", 0.7), row("memory", 0.4), row("network", 0.4)};
    for (const bool turned : {false, true}) {
        if (turned)
            std::swap(runs[0], runs[1]);
        const auto rows = record::pooled(runs).resources;
        REQUIRE(rows.size() == 3);
        CHECK(rows[0].resource == "processor");
        CHECK(rows[0].utilisationMean == Approx(0.6));
        CHECK(rows[1].resource == "memory");
        CHECK(rows[1].utilisationMean == Approx(0.2));
        CHECK(rows[2].resource == "network");
        CHECK(rows[2].utilisationMean == Approx(0.3));
    }
}

TEST_CASE("resources of one name are pooled each with its own")
{
    std::vector<record::Summary> runs{ran(1, 1), ran(1, 1)};
    runs[0].resources = {row("slots pool", 0.1), row("slots pool", 0.6)};
    runs[1].resources = {row("slots pool", 0.3), row("slots pool", 0.8)};
    const auto rows = record::pooled(runs).resources;
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].utilisationMean == Approx(0.2));
    CHECK(rows[1].utilisationMean == Approx(0.7));
}

TEST_CASE("a replication in which nothing was completed says nothing of latencies, but of throughput")
{
    const std::vector<record::Summary> runs{ran(2, 10), ran(0, 0), ran(4, 20)};
    const auto pooled = record::pooled(runs).operations.at("ask");
    CHECK(pooled.perSecond == Approx(2));
    CHECK(pooled.latency.meanMs == Approx(15));
    CHECK(pooled.latency.p99Ms == Approx(15));
}

TEST_CASE("workloads, jobs, stretches and state are pooled over replications too")
{
    std::vector<record::Summary> runs{ran(2, 10), ran(4, 20)};
    runs[0].jobs["batch"] = {1, 0, 10, 12};
    runs[1].jobs["batch"] = {3, 1, 20, 32};
    runs[0].stretches["between"] = {2, {1, 1, 1, 1, 5}};
    runs[1].stretches["between"] = {0, {}};
    runs[0].states = {{"server", "cache", "cache", 1, 2, 0, 0, 0, 10, 0.5}};
    runs[1].states = {{"server", "cache", "cache", 3, 6, 0, 0, 0, 30, 0.9}};
    const auto pooled = record::pooled(runs);
    CHECK(pooled.workloads.at("users").count == 6);
    CHECK(pooled.workloads.at("users").perSecond == Approx(3));
    CHECK(pooled.workloads.at("users").inFlightMax == 4);
    CHECK(pooled.jobs.at("batch").count == 4);
    CHECK(pooled.jobs.at("batch").unfinished == 1);
    CHECK(pooled.jobs.at("batch").completionMeanS == Approx(15));
    CHECK(pooled.jobs.at("batch").completionMaxS == 32);
    CHECK(pooled.stretches.at("between").count == 2);
    CHECK(pooled.stretches.at("between").duration.meanMs == Approx(1));
    CHECK(pooled.stretches.at("between").duration.maxMs == 5);
    CHECK(pooled.states[0].usedMean == Approx(2));
    CHECK(pooled.states[0].usedMax == 6);
    CHECK(pooled.states[0].lookUps == 40);
    CHECK(pooled.states[0].hitRatio == Approx(0.8));
}

TEST_CASE("the precision of replications is that of the operation, whatever its label, or of all together")
{
    // One operation of two workloads: each varies, their sum does not.
    std::vector<record::Summary> runs{ran(10, 1), ran(20, 1), ran(15, 1)};
    for (auto& run : runs) {
        auto other = run.operations.at("ask");
        other.perSecond = 100 - other.perSecond;
        run.workloads["others"];
        run.operations = {{"users: ask", run.operations.at("ask")}, {"others: ask", other}};
    }
    CHECK(record::relativePrecision(runs, "throughput", "ask") == Approx(0).margin(1e-12));
    CHECK(record::relativePrecision(runs, "throughput", "") == Approx(0).margin(1e-12));
    CHECK(record::relativePrecision(runs, "mean latency", "ask") == Approx(0).margin(1e-12));
    CHECK(record::relativePrecision(runs, "p95", "") == Approx(0).margin(1e-12));
    CHECK(std::isinf(record::relativePrecision(runs, "throughput", "tell")));
    runs[0].operations.at("users: ask").perSecond += 50;
    CHECK(record::relativePrecision(runs, "throughput", "ask") > 0.2);
}
