// Runs that end by themselves: when the precision is reached, when the warm-up is over.
#include "../run_fixture.h"
#include "record/figures/replications.h"
#include "tests/one_of.h"

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

} // namespace

TEST_CASE("a run with a precision goes on until it is reached")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["precision"] = 0.02;
    tiny.tree["run"]["metric"] = oneOf({"throughput", "mean latency", "p95", "p99"});
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
    const auto all = record::pooled(runs);
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
    CHECK(record::relativePrecision(runs, "throughput", "ask") == Approx(pooled.ci95Relative));
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

TEST_CASE("a warm-up that leaves nothing to be measured is reported")
{
    TinyProject tiny = queue();
    tiny.tree["run"]["duration"] = "2 s";
    tiny.tree["run"]["warm_up"] = oneOf({"2 s", "3 s", "1 s", "auto"});
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
