// Whole projects, drawn and interpreted, against what queueing theory knows exactly of networks of queues.
#include "../effort.h"
#include "run_fixture.h"
#include "tests/one_of.h"

#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

using namespace headroom;
using namespace headroom::test;

namespace {

struct Estimate
{
    double mean = 0, standardError = 0;
};

void checkAgainst(double theory, const Estimate& estimate)
{
    INFO("theory " << theory << ", simulated " << estimate.mean << " ± " << estimate.standardError);
    CHECK(estimate.standardError <= 0.01 * theory);
    CHECK(std::abs(estimate.mean - theory) <= 3 * estimate.standardError);
}

/// From the run's own batch means (20 of them: Student's 97.5 % quantile is 2.093).
Estimate latencyOf(const record::Summary& summary)
{
    const auto& ask = summary.operations.at("ask");
    const double mean = ask.latency.meanMs * 1e-3;
    return {mean, ask.latencyCi95Relative / 2.093 * mean};
}

double queueOf(const record::Summary& summary, const std::string& resource)
{
    for (const auto& row : summary.resources)
        if (row.resource == resource)
            return row.queueMean;
    throw std::logic_error("no resource " + resource);
}

/// The mean over independent runs of what `observe` answers first, with its second as a control variate whose
/// expectation is known: what the two have in common of chance is taken out (Lavenberg and Welch, "A perspective on the
/// use of control variables to increase the efficiency of Monte Carlo simulations", Management Science 27, 1981).
Estimate controlled(int runs, double controlExpectation,
                    const std::function<std::pair<double, double>(std::uint64_t seed)>& observe)
{
    std::vector<std::pair<double, double>> seen;
    double y = 0, x = 0;
    for (int run = 0; run < runs; ++run) {
        seen.push_back(observe(static_cast<std::uint64_t>(run) + 1));
        y += seen.back().first / runs;
        x += seen.back().second / runs;
    }
    double xx = 0, xy = 0;
    for (const auto& [value, control] : seen) {
        xx += (control - x) * (control - x);
        xy += (control - x) * (value - y);
    }
    const double slope = xy / xx;
    double rest = 0;
    for (const auto& [value, control] : seen)
        rest += std::pow(value - y - slope * (control - x), 2);
    const double off = x - controlExpectation;
    return {y - slope * off, std::sqrt(rest / (runs - 2) * (1.0 / runs + off * off / xx))};
}

/// Mean value analysis of a closed network of single servers and a think time (Reiser and Lavenberg, "Mean-value
/// analysis of closed multichain queueing networks", Journal of the ACM 27, 1980): the response time with so many
/// customers.
double meanValueAnalysis(int customers, double thinkS, const std::vector<double>& demands)
{
    std::vector<double> present(demands.size(), 0.0);
    double response = 0;
    for (int n = 1; n <= customers; ++n) {
        std::vector<double> residence;
        response = 0;
        for (std::size_t k = 0; k < demands.size(); ++k) {
            residence.push_back(demands[k] * (1 + present[k]));
            response += residence.back();
        }
        for (std::size_t k = 0; k < demands.size(); ++k)
            present[k] = n / (thinkS + response) * residence[k];
    }
    return response;
}

TinyProject arriving(TinyProject tiny, double perSecond, const char* duration)
{
    tiny.tree["workloads"][0]["type"] = "open loop";
    tiny.tree["workloads"][0]["rate"] = perSecond;
    tiny.tree["run"]["warm_up"] = "5 s";
    tiny.tree["run"]["duration"] = duration;
    tiny.tree["run"]["sampling_interval"] = "5 s";
    return tiny;
}

std::string station(const std::string& id, const std::string& time, const std::string& more = "")
{
    return R"({"id": ")" + id + R"(", "type": "black box", "time": ")" + time + R"(")" + more +
           R"(, "distribution": "exponential"})";
}

} // namespace

TEST_CASE("a fork over two queues and their join meet Nelson and Tantawi", "[theory]")
{
    // "Approximate analysis of fork/join synchronization in parallel queues", IEEE Transactions on Computers 37, 1988;
    // for two queues exact: (12 − ρ) / 8 times the sojourn in one, 1 / (μ − λ).
    const double load = oneOf(someOf(std::vector{0.3, 0.9, 0.7}));
    const double service = 0.001, sojourn = service / (1 - load);
    const TinyProject tiny =
        arriving(alone(R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "join", "type": "join", "of": "fork"}, )" +
                           station("a", "1 ms") + ", " + station("b", "1 ms"),
                       "start > fork > a > join > answer; fork.path2 > b > join; join.failed > none"),
                 load / service, load < 0.8 ? "25 s" : "80 s");
    // The control: how many wait in both queues together.
    checkAgainst((12 - load) / 8 * sojourn, controlled(32, 2 * load * load / (1 - load), [&](std::uint64_t seed) {
                     const auto summary = simulate(tiny.tree, {.seed = seed});
                     return std::pair(latencyOf(summary).mean,
                                      queueOf(summary, "stage client ask a") + queueOf(summary, "stage client ask b"));
                 }));
}

TEST_CASE("the k-th of n answers comes when order statistics say", "[theory]")
{
    const auto [n, k] = oneOf<std::tuple<int, int>>({{3, 1}, {3, 2}, {3, 3}, {10, 6}});
    const double service = 0.01;
    double theory = 0;
    for (int alive = n; alive > n - k; --alive)
        theory += service / alive;
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": )" + std::to_string(n) +
            R"(}, {"id": "over", "type": "end"}, {"id": "join", "type": "join", "of": "each", "mode": "k", "k": )" +
            std::to_string(k) + R"(, "rest": "is cancelled"}, )" +
            station("replica", "10 ms", R"(, "concurrency": )" + std::to_string(n)),
        "start > each > replica > join > answer; join.failed > none; each.done > over");
    tiny.tree["run"]["duration"] = "400 s";
    tiny.tree["run"]["sampling_interval"] = "10 s";
    checkAgainst(theory, latencyOf(simulate(tiny.tree)));
}

TEST_CASE("a closed network of a processor and disks meets exact mean value analysis", "[theory]")
{
    const int customers = oneOf({1, 2, 5, 10, 20, 50});
    TinyProject tiny = alone(R"({"id": "cpu", "type": "compute", "work": "5 ms", "distribution": "exponential"},
                                {"id": "which", "type": "branch", "probability": 0.6}, )" +
                                 station("fast", "8 ms") + ", " + station("slow", "10 ms"),
                             "start > cpu > which > fast > answer; which.no > slow > answer");
    tiny.tree["components"].push_back(processor("single", 1));
    tiny.group("clients")["processor"] = "single";
    auto& load = tiny.tree["workloads"][0];
    load["workers"] = customers;
    load["think_time"] = "20 ms";
    load["think_distribution"] = "exponential";
    load["ramp_up"] = "0 s";
    tiny.tree["run"]["warm_up"] = "20 s";
    tiny.tree["run"]["duration"] = customers > 2 ? "620 s" : "1500 s";
    tiny.tree["run"]["sampling_interval"] = "20 s";
    const auto summary = simulate(tiny.tree);
    const double theory = meanValueAnalysis(customers, 0.02, {0.005, 0.6 * 0.008, 0.4 * 0.010});
    checkAgainst(theory, latencyOf(summary));
    CHECK(summary.operations.at("ask").perSecond == Approx(customers / (0.02 + theory)).epsilon(0.01));
}

TEST_CASE("stations in a row, each with servers of its own, are M/M/c one by one", "[theory]")
{
    // Burke: what leaves an M/M/c queue is Poisson again. Erlang C for two servers: 2ρ² / (1 + ρ).
    const double load = oneOf({0.3, 0.7});
    const double service = 0.002;
    const auto sojourn = [&](int servers) {
        const double wait = servers == 1 ? load : 2 * load * load / (1 + load);
        return service + wait * service / (servers * (1 - load));
    };
    TinyProject tiny =
        arriving(alone(station("pair", "2 ms", R"(, "concurrency": 2)") + ", " + station("left", "2 ms") + ", " +
                           station("right", "2 ms") + R"(, {"id": "which", "type": "branch", "probability": 0.5})",
                       "start > pair > which > left > answer; which.no > right > answer"),
                 2 * load / service, load < 0.5 ? "105 s" : "405 s");
    checkAgainst(sojourn(2) + sojourn(1), latencyOf(simulate(tiny.tree)));
}

TEST_CASE("one worker whose work varies from request to request meets Pollaczek and Khinchine", "[theory]")
{
    const double coefficient = oneOf(someOf(std::vector{0.0, 0.5, 1.0, 2.0}));
    const double service = 0.001, load = 0.6;
    TinyProject tiny = arriving(alone(R"({"id": "work", "type": "compute", "work": "1 ms"})", "start > work > answer"),
                                load / service, "105 s");
    tiny.role("client", "clients", {{"kind", "threads"}, {"count", 1}, {"work_variation", coefficient}});
    const double wait = load * service * (1 + coefficient * coefficient) / (2 * (1 - load));
    // The control is the load that came: its expectation is known.
    checkAgainst(service + wait, controlled(coefficient > 1 ? 64 : 16, load, [&](std::uint64_t seed) {
                     const auto summary = simulate(tiny.tree, {.seed = seed});
                     double used = 0;
                     for (const auto& row : summary.resources)
                         if (row.resource == "workers client")
                             used = row.utilisationMean;
                     return std::pair(latencyOf(summary).mean, used);
                 }));
}

TEST_CASE("work that varies adds up to the same work, and keeps processors as busy", "[theory]")
{
    const auto busy = [](double coefficient) {
        TinyProject tiny = arriving(
            alone(R"({"id": "work", "type": "compute", "work": "1 ms"})", "start > work > answer"), 2000, "205 s");
        tiny.role("client", "clients", {{"kind", "thread per request"}, {"work_variation", coefficient}});
        for (const auto& row : simulate(tiny.tree).resources)
            if (row.resource == "processor" && row.nodeGroup == "clients")
                return row.utilisationMean;
        throw std::logic_error("no processor");
    };
    // 400 000 requests: the mean of their work deviates by 0.16 % of the coefficient.
    CHECK(busy(1) == Approx(busy(0)).epsilon(0.005));
    CHECK(busy(0.3) == Approx(busy(0)).epsilon(0.0015));
}
