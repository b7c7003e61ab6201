// Runs that end by themselves: when the precision is reached, when the warm-up is over.
#include "../run_fixture.h"
#include "run/results/replications.h"

#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// A queue with one server and a handful of users: what it does varies, and settles at once.
TinyProject queue(const std::string& distribution = "exponential")
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "w", "type": "compute", "work": "1 ms", "distribution": ")" + distribution +
                       R"("}, {"id": "r", "type": "reply"})",
                   "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 4;
    tiny.tree["run"]["sampling_interval"] = "50 ms";
    return tiny;
}

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

TEST_CASE("a run with a precision goes on until it is reached")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["precision"] = 0.02;
    tiny.tree["run"]["metric"] = GENERATE("throughput", "mean latency", "p95", "p99");
    tiny.tree["run"]["max_duration"] = "400 s";
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.precision);
    CHECK(summary.precision->status == "reached");
    CHECK(summary.precision->reached <= 0.02);
    CHECK(summary.precision->independent);
    CHECK(summary.simulatedS >= 1);
    CHECK(summary.simulatedS < 400);
    CHECK_FALSE(summary.stopped);
}

TEST_CASE("a precision that cannot be reached ends at the longest duration, and says so")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["precision"] = 1e-6;
    tiny.tree["run"]["max_duration"] = "5 s";
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.precision);
    CHECK(summary.precision->status == "limit");
    CHECK(summary.precision->reached > 1e-6);
    CHECK(summary.simulatedS == 5);
}

TEST_CASE("an automatic warm-up cuts a slow beginning and keeps at least half of the run")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["warm_up"] = "auto";
    tiny.tree["run"]["duration"] = "20 s";
    tiny.tree["workloads"][0]["ramp_up"] = "4 s"; // users come one after the other
    const auto summary = simulate(tiny.tree);
    CHECK(summary.warmUp.method == "MSER-5");
    CHECK(summary.warmUp.settled);
    CHECK(summary.warmUpS > 3);
    CHECK(summary.warmUpS <= 10);
}

TEST_CASE("replications give means with intervals over them")
{
    TinyProject tiny = queue();
    std::vector<record::Summary> runs;
    for (std::uint64_t i = 0; i < 5; ++i) {
        run::Options options;
        options.seed = run::replicationSeed(1, i);
        runs.push_back(simulate(tiny.tree, options));
    }
    CHECK(runs[0].seed == 1);
    CHECK(runs[1].operations.at("ask").count != runs[0].operations.at("ask").count);
    const auto all = run::pooled(runs);
    REQUIRE(all.replications);
    CHECK(all.replications->seeds.size() == 5);
    double mean = 0;
    std::uint64_t count = 0;
    for (const auto& one : runs) {
        mean += one.operations.at("ask").perSecond / 5;
        count += one.operations.at("ask").count;
    }
    const auto& pooled = all.operations.at("ask");
    CHECK(pooled.perSecond == Approx(mean));
    CHECK(pooled.count == count);
    std::uint64_t inBuckets = 0;
    for (const auto& bucket : pooled.buckets)
        inBuckets += bucket.count;
    CHECK(inBuckets == count);
    CHECK(pooled.ci95Relative > 0);
    CHECK(pooled.ci95Relative < 0.2);
    CHECK(run::relativePrecision(runs, "throughput", "ask") == Approx(pooled.ci95Relative));
}

TEST_CASE("replications pool the rows of a resource, wherever they stand and also if a run has none")
{
    std::vector<record::Summary> runs{ran(1, 1), ran(1, 1)};
    runs[0].resources = {row("processor", 0.5), row("network", 0.2)};
    runs[1].resources = {row("processor", 0.7), row("memory", 0.4), row("network", 0.4)};
    for (const bool turned : {false, true}) {
        if (turned)
            std::swap(runs[0], runs[1]);
        const auto rows = run::pooled(runs).resources;
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
    const auto rows = run::pooled(runs).resources;
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].utilisationMean == Approx(0.2));
    CHECK(rows[1].utilisationMean == Approx(0.7));
}

TEST_CASE("a replication in which nothing was completed says nothing of latencies, but of throughput")
{
    const std::vector<record::Summary> runs{ran(2, 10), ran(0, 0), ran(4, 20)};
    const auto pooled = run::pooled(runs).operations.at("ask");
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
    const auto pooled = run::pooled(runs);
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
    CHECK(run::relativePrecision(runs, "throughput", "ask") == Approx(0).margin(1e-12));
    CHECK(run::relativePrecision(runs, "throughput", "") == Approx(0).margin(1e-12));
    CHECK(run::relativePrecision(runs, "mean latency", "ask") == Approx(0).margin(1e-12));
    CHECK(run::relativePrecision(runs, "p95", "") == Approx(0).margin(1e-12));
    CHECK(std::isinf(run::relativePrecision(runs, "throughput", "tell")));
    runs[0].operations.at("users: ask").perSecond += 50;
    CHECK(run::relativePrecision(runs, "throughput", "ask") > 0.2);
}

TEST_CASE("intervals that the warm-up or the end cut short do not widen the confidence interval")
{
    TinyProject tiny = queue("constant");
    tiny.tree["workloads"][0]["workers"] = 1;
    tiny.tree["run"]["sampling_interval"] = "100 ms";
    tiny.tree["run"]["warm_up"] = "250 ms";
    tiny.tree["run"]["duration"] = "1.05 s";
    CHECK(simulate(tiny.tree).operations.at("ask").ci95Relative < 0.04); // an operation more or less in an interval
    tiny.tree["run"]["sampling_interval"] = "2 s";
    CHECK(std::isnan(simulate(tiny.tree).operations.at("ask").ci95Relative));
}

TEST_CASE("with a precision the load ramps down before the longest duration, not before the shortest")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["precision"] = 1e-6;
    tiny.tree["run"]["max_duration"] = "5 s";
    tiny.tree["workloads"][0]["ramp_down"] = "500 ms";
    const auto summary = simulate(tiny.tree);
    CHECK(summary.simulatedS == 5);
    CHECK(summary.workloads.at("load").inFlightMean > 3.5);
}

TEST_CASE("a warm-up that leaves nothing to be measured is told")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["duration"] = "2 s";
    tiny.tree["run"]["warm_up"] = GENERATE("2 s", "3 s", "1 s", "auto");
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tiny.tree["components"], "/components", findings);
    const run::Simulation simulation(parsed(tiny.tree, components), components, {});
    bool said = false;
    for (const auto& finding : simulation.findings())
        said = said || (finding.key == "run.nothing-measured" && finding.pointer == "/run/warm_up");
    const std::string warmUp = tiny.tree["run"]["warm_up"];
    CHECK(said == (warmUp == "2 s" || warmUp == "3 s"));
}

TEST_CASE("requests are traced from the end of a warm-up on that was found")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["warm_up"] = "auto";
    tiny.tree["run"]["duration"] = "20 s";
    tiny.tree["run"]["trace_share"] = 1;
    tiny.tree["run"]["trace_requests"] = 10;
    Listener listener;
    const auto summary = simulate(tiny.tree, {}, &listener);
    CHECK(summary.tracedRequests == 10);
    REQUIRE(summary.warmUpS > 0);
    for (const auto& span : listener.spans)
        CHECK(span.beginS >= summary.warmUpS);
}
