#include "run/observe/steady_figure.h"

#include "../run_fixture.h"

#include <cmath>
#include <random>
#include <utility>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Requests in intervals of 0.1 s that follow the interval before them by half: successive ones are correlated.
class Intervals
{
public:
    Intervals(std::uint64_t seed, double deviation) : engine_(seed), noise_(0, deviation) {}

    /// Around a mean of 400, or that times the level.
    double next(double level = 1)
    {
        departure_ = departure_ / 2 + noise_(engine_);
        return level * (400 + departure_);
    }

private:
    std::mt19937_64 engine_;
    std::normal_distribution<double> noise_;
    double departure_ = 0;
};

constexpr double latencyOfEach = 0.01;

} // namespace

TEST_CASE("the steady throughput holds the true one where it is said first", "[theory][slow]")
{
    constexpr int runs = 400;
    int said = 0, held = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        Intervals intervals(seed, 30);
        run::SteadyFigure steady(0.1);
        for (int i = 0; i < 1500 && !steady.figure(); ++i) {
            const double requests = intervals.next();
            steady.observe(requests, requests * latencyOfEach);
        }
        if (!steady.figure())
            continue;
        ++said;
        CHECK(steady.figure()->relative <= run::SteadyFigure::wanted);
        held += std::abs(steady.figure()->perSecond / 4000 - 1) <= steady.figure()->relative ? 1 : 0;
    }
    INFO("said " << said << ", held " << held);
    CHECK(said >= 0.98 * runs);
    CHECK(held >= 0.92 * said);
}

TEST_CASE("a warm-up does not count for the steady throughput")
{
    Intervals intervals(1, 20);
    run::SteadyFigure steady(0.1);
    for (int i = 0; i < 100; ++i) {
        const double requests = intervals.next(0.2 + 0.8 * i / 100);
        steady.observe(requests, requests * latencyOfEach);
        CHECK_FALSE(steady.figure());
    }
    for (int i = 0; i < 300; ++i) {
        const double requests = intervals.next();
        steady.observe(requests, requests * latencyOfEach);
    }
    REQUIRE(steady.figure());
    CHECK(steady.figure()->perSecond == Approx(4000).epsilon(0.02));
}

namespace {

/// Seconds until the steady throughput of intervals of 0.1 s is said.
double saidAfter(run::SteadyFigure steady, double latencyS)
{
    Intervals intervals(1, 10);
    double passed = 0;
    while (!steady.figure() && passed < 100) {
        const double requests = intervals.next();
        steady.observe(requests, requests * latencyS);
        passed += 0.1;
    }
    return passed;
}

} // namespace

TEST_CASE("nothing is said within the warm-up that the project states")
{
    CHECK(saidAfter(run::SteadyFigure(0.1), latencyOfEach) < 20);
    const double after = saidAfter(run::SteadyFigure(0.1, 30), latencyOfEach);
    CHECK(after > 30);
    CHECK(after < 40);
}

TEST_CASE("the steady throughput is said when long requests and timers' work have recurred several times")
{
    const double longRequests = saidAfter(run::SteadyFigure(0.1), 5);
    CHECK(longRequests > 15);
    CHECK(longRequests < 25);
    const double timer = saidAfter(run::SteadyFigure(0.1, 0, 5), latencyOfEach);
    CHECK(timer > 15);
    CHECK(timer < 25);
}

TEST_CASE("the steady throughput is the same from short observations and from long ones")
{
    Intervals intervals(1, 20);
    run::SteadyFigure shorter(0.1), longer(0.8);
    double requests = 0;
    for (int i = 0; i < 4000; ++i) {
        const double each = intervals.next();
        shorter.observe(each, each * latencyOfEach);
        requests += each;
        if (i % 8 == 7)
            longer.observe(std::exchange(requests, 0), 0);
    }
    REQUIRE(shorter.figure());
    REQUIRE(longer.figure());
    CHECK(shorter.figure()->perSecond == Approx(longer.figure()->perSecond).epsilon(0.005));
}

TEST_CASE("nothing is said while latencies grow, even if the throughput is constant")
{
    run::SteadyFigure steady(0.1);
    for (int i = 0; i < 500; ++i) {
        steady.observe(400, 400 * latencyOfEach * (1 + i));
        CHECK_FALSE(steady.figure());
    }
}

TEST_CASE("nothing is said before the precision is reached")
{
    Intervals intervals(1, 200);
    run::SteadyFigure steady(0.1);
    for (int i = 0; i < 500; ++i) { // the half width is still 7 %
        const double requests = std::max(0.0, intervals.next());
        steady.observe(requests, requests * latencyOfEach);
        CHECK_FALSE(steady.figure());
    }
}

TEST_CASE("runs that end before the precision is reached say how surely their throughput is known")
{
    constexpr int runs = 100;
    int said = 0, held = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        Intervals intervals(seed, 80);
        run::SteadyFigure steady(0.1);
        for (int i = 0; i < 150; ++i) {
            const double requests = std::max(0.0, intervals.next());
            steady.observe(requests, requests * latencyOfEach);
        }
        CHECK_FALSE(steady.figure());
        const auto end = steady.atEnd();
        if (!end)
            continue;
        ++said;
        CHECK(end->relative > run::SteadyFigure::wanted);
        held += std::abs(end->perSecond / 4000 - 1) <= end->relative ? 1 : 0;
    }
    INFO("said " << said << ", held " << held);
    CHECK(said >= 0.8 * runs);
    CHECK(held >= 0.9 * said);
}

TEST_CASE("a run that ends while its throughput still grows says no steady one")
{
    Intervals intervals(1, 20);
    run::SteadyFigure steady(0.1);
    for (int i = 0; i < 60; ++i) {
        const double requests = intervals.next(0.2 + 0.8 * i / 60);
        steady.observe(requests, requests * latencyOfEach);
    }
    CHECK_FALSE(steady.atEnd());
}

TEST_CASE("a throughput that falls later is withdrawn")
{
    Intervals intervals(1, 20);
    run::SteadyFigure steady(0.1);
    const auto go = [&](int count, double level) {
        for (int i = 0; i < count; ++i) {
            const double requests = intervals.next(level);
            steady.observe(requests, requests * latencyOfEach);
        }
    };
    go(600, 1);
    REQUIRE(steady.figure());
    go(250, 0.7);
    CHECK_FALSE(steady.figure());
}

TEST_CASE("a run says its steady throughput with its samples")
{
    struct Steadied : run::Observer
    {
        std::optional<double> since;
        std::optional<record::Steady> last;
        void sampled(const record::Sample& sample) override
        {
            last = sample.steady;
            if (sample.steady && !since)
                since = sample.time;
        }
    } observer;
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "w", "type": "compute", "work": "1 ms", "distribution": "exponential"},
                      {"id": "r", "type": "reply"})",
                   "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 4;
    tiny.tree["run"]["sampling_interval"] = "100 ms";
    tiny.tree["run"]["duration"] = "40 s";
    const record::Summary summary = simulate(tiny.tree, {}, &observer);
    REQUIRE(observer.since);
    CHECK(*observer.since < 20);
    REQUIRE(observer.last);
    CHECK(observer.last->perSecond == Approx(summary.operations.at("ask").perSecond).epsilon(0.03));
}
