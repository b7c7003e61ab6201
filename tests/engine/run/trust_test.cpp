// Runs that end by themselves: when the precision is reached, when the warm-up is over.
#include "run/replications.h"
#include "run_fixture.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// A queue with one server and a handful of users: what it does varies, and settles at once.
TinyProject queue()
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "w", "type": "compute", "work": "1 ms", "distribution": "exponential"},
                      {"id": "r", "type": "reply"})",
                   "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 4;
    tiny.tree["run"]["sampling_interval"] = "50 ms";
    return tiny;
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
    CHECK(run::relativePrecision(all, "throughput", "ask") == Approx(pooled.ci95Relative));
}
