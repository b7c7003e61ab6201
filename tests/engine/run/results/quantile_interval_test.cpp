#include "run/results/quantile_interval.h"

#include "../run_fixture.h"
#include "monitoring/growing_batches.h"
#include "tests/one_of.h"

#include <cmath>
#include <random>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Response times of customers of a queue with one server, one after the other (Lindley's recursion); the mean service
/// takes 1 ms.
class Customers
{
public:
    Customers(std::uint64_t seed, double load) : engine_(seed), gap_(load), service_(1)
    {
        for (int early = 0; early < 5000; ++early)
            next();
    }

    kernel::Time next()
    {
        const double response = waiting_ + service_(engine_);
        waiting_ = std::max(0.0, response - gap_(engine_));
        return kernel::fromSeconds(response * 1e-3);
    }

private:
    std::mt19937_64 engine_;
    std::exponential_distribution<double> gap_, service_;
    double waiting_ = 0;
};

struct Window
{
    monitoring::Histogram all;
    monitoring::GrowingBatches<monitoring::Histogram> batches;

    void add(Customers& customers, int intervals, int each)
    {
        for (int i = 0; i < intervals; ++i) {
            monitoring::Histogram& batch = batches.forNextInterval();
            for (int n = 0; n < each; ++n) {
                const kernel::Time response = customers.next();
                all.record(response);
                batch.record(response);
            }
        }
    }
    double halfWidth(double share) const { return run::quantileHalfWidth(all, batches.whole(), share); }
};

} // namespace

TEST_CASE("intervals of quantiles hold the true one in 95 % of the runs of an M/M/1", "[theory][slow]")
{
    const double load = oneOf({0.5, 0.7});
    constexpr int runs = 400;
    struct Quantile
    {
        double share;
        int known = 0, held = 0;
    };
    std::vector<Quantile> quantiles = {{0.5}, {0.95}, {0.99}};
    for (int seed = 1; seed <= runs; ++seed) {
        Customers customers(static_cast<std::uint64_t>(seed), load);
        Window window;
        window.add(customers, 200, 300);
        for (Quantile& quantile : quantiles) {
            // The response time is exponential (Kleinrock, "Queueing Systems" I, 1975, 5.118).
            const double exact = -std::log(1 - quantile.share) / (1 - load) * 1e9;
            const auto value = static_cast<double>(window.all.quantile(quantile.share));
            const double half = window.halfWidth(quantile.share);
            quantile.known += std::isfinite(half) ? 1 : 0;
            quantile.held += std::abs(value - exact) <= half * value ? 1 : 0;
        }
    }
    for (const Quantile& quantile : quantiles) {
        INFO("load " << load << ", quantile " << quantile.share << ", known " << quantile.known << ", held "
                     << quantile.held);
        CHECK(quantile.known >= 0.97 * runs);
        CHECK(quantile.held >= 0.93 * quantile.known);
        CHECK(quantile.held <= 0.985 * quantile.known);
    }
}

TEST_CASE("latencies that are high in episodes tell less of the tail than as many independent ones")
{
    constexpr int intervals = 60, each = 40;
    constexpr kernel::Time slow = 8'000'000, quick = 1'000'000;
    const auto independent = [](auto isSlow) {
        Window window;
        for (int i = 0; i < intervals; ++i) {
            monitoring::Histogram& batch = window.batches.forNextInterval();
            for (int n = 0; n < each; ++n) {
                const kernel::Time latency = isSlow(i, n) ? slow : quick;
                window.all.record(latency);
                batch.record(latency);
            }
        }
        return run::independentInTail(window.all, window.batches.whole());
    };
    std::mt19937_64 engine(1);
    std::bernoulli_distribution seldom(0.06);
    const double alone = independent([&](int, int) { return seldom(engine); });
    const double inEpisodes = independent([&](int interval, int) { return interval % 15 == 7; });
    CHECK(alone > 0.3 * intervals * each);
    CHECK(inEpisodes < 0.1 * intervals * each);
    CHECK(inEpisodes > 4);
}

TEST_CASE("few latencies do not tell how independent they are")
{
    Customers customers(1, 0.5);
    Window window;
    window.add(customers, 20, 9);
    CHECK(std::isnan(run::independentInTail(window.all, window.batches.whole())));
}

TEST_CASE("a quantile beyond which few latencies are has no interval")
{
    Customers customers(1, 0.5);
    Window window;
    window.add(customers, 50, 100);
    CHECK(std::isfinite(window.halfWidth(0.5)));
    CHECK(std::isfinite(window.halfWidth(0.95)));
    CHECK(std::isnan(window.halfWidth(0.99))); // 50 of them
}

TEST_CASE("a quantile of fewer than ten batches has no interval")
{
    Customers customers(1, 0.5);
    Window window;
    window.add(customers, 9, 10'000);
    CHECK(std::isnan(window.halfWidth(0.5)));
}

TEST_CASE("the interval of a constant latency has no width")
{
    Window window;
    for (int i = 0; i < 20; ++i) {
        window.batches.forNextInterval().record(1'000'000, 100);
        window.all.record(1'000'000, 100);
    }
    CHECK(window.halfWidth(0.95) == 0);
}

TEST_CASE("a run states an interval for its quantiles, and judges goals by it")
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "w", "type": "compute", "work": "1 ms", "distribution": "exponential"},
                      {"id": "r", "type": "reply"})",
                   "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 4;
    tiny.tree["run"]["sampling_interval"] = "100 ms";
    tiny.tree["run"]["duration"] = "20 s";
    tiny.tree["goals"] = Json::parse(R"([{"id": "slow", "metric": "ask.latency.p99", "at_most": "1 s"}])");
    const record::Summary summary = simulate(tiny.tree);
    const record::OperationSummary& ask = summary.operations.at("ask");
    for (const double half : {ask.p50Ci95Relative, ask.p95Ci95Relative, ask.p99Ci95Relative}) {
        CHECK(half > 0);
        CHECK(half < 0.1);
    }
    REQUIRE(summary.goals.at(0).high);
    CHECK(*summary.goals.at(0).high == Approx(ask.latency.p99Ms / 1000 * (1 + ask.p99Ci95Relative)));
}
