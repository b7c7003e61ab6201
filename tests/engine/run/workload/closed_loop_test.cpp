// The mix of a workload, and workers that keep several operations in flight.
#include "tests/one_of.h"
#include "workload_fixture.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

TEST_CASE("each worker of a closed loop keeps its depth in flight, whatever the others do", "[theory]")
{
    // Worker 0 waits a second for each, worker 1 a tenth: Little's law gives 3 / 1 s + 3 / 0.1 s. Six places that both
    // could use would end up waiting for the slow ones.
    auto tiny = waitingProject(
        {{"workers", 2},
         {"depth", 3},
         {"operations", asking({{"wait", "worker == 0 ? 1 : 0.1"}, {"size", "worker"}}, {{"payload", "worker + 1"}})}});
    tiny.tree["run"]["duration"] = "10.05 s";
    const auto summary = simulate(tiny.tree);
    const auto& load = summary.workloads.at("load");
    CHECK(load.count == 3 * 10 + 3 * 100);
    CHECK(load.inFlightMean == Approx(6));
    CHECK(load.inFlightMax == 6);
    CHECK(load.bytesPerSecond * 10.05 == Approx(30 * 1 + 300 * 2));
}

TEST_CASE("the think time of a worker of some depth applies to each of its places", "[theory]")
{
    auto tiny = waitingProject(
        {{"workers", 4}, {"depth", 8}, {"think_time", "0.3 s"}, {"operations", asking({{"wait", "0.1"}})}});
    tiny.tree["run"]["duration"] = "20.05 s";
    const auto load = simulate(tiny.tree).workloads.at("load");
    CHECK(load.count == 4 * 8 * 50); // an operation and its think time take 0.4 s
    CHECK(load.inFlightMean == Approx(32 * 0.1 / 0.4).epsilon(0.01));
}

TEST_CASE("the operations of one worker are counted and take their keys in common")
{
    // In turn over 1000 keys from a place of its own: the key minus the count is the same for all.
    auto tiny = waitingProject({{"workers", 1},
                                {"depth", 5},
                                {"keys", 1000},
                                {"key_distribution", "in turn"},
                                {"operations", asking({{"wait", "0.1 + asked / 100"}}, {{"payload", "key - asked"}})}});
    tiny.tree["run"]["duration"] = "1.001 s";
    const auto load = simulate(tiny.tree).workloads.at("load");
    // Operation n of 0 to 4 begins at 0 and ends after 0.1 + n / 100 s. It begins number n + 5 of 0.15 + n / 100 s,
    // which ends at 0.25 + 2 n / 100 s and begins number n + 10 in the order of n ...
    std::uint64_t ended = 0;
    std::array<double, 5> free{};
    for (double asked = 0;; ++asked) {
        double& place = *std::min_element(free.begin(), free.end());
        if (place > 1.001)
            break;
        place += 0.1 + asked / 100;
        ended += place <= 1.001 ? 1 : 0;
    }
    CHECK(load.count == ended);
    const double start = load.bytesPerSecond * 1.001 / static_cast<double>(load.count);
    CHECK(start == Approx(std::round(start)));
}

TEST_CASE("a worker of some depth stops all its places when its stage ends")
{
    Watched watched(
        waitingProject({{"depth", 3},
                        {"stages", {{{"duration", "2 s"}, {"workers", 4}}, {{"duration", "2 s"}, {"workers", 1}}}},
                        {"operations", asking({{"wait", "0.01"}})}}));
    auto& calendar = watched.cluster.calendar;
    watched.workload->start(calendar, *watched.cluster.machine, 1);
    std::vector<std::uint32_t> present;
    for (double at : {1.0, 3.0, 5.0}) {
        calendar.runUntil(kernel::fromSeconds(at + 0.005));
        present.push_back(watched.workload->inFlight());
    }
    CHECK(present == std::vector<std::uint32_t>{12, 3, 0});
}

TEST_CASE("a parameter switches the mix of a workload", "[theory]")
{
    auto tiny = waitingProject({{"workers", 1}});
    tiny.operation("client", "other",
                   R"({"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "done", "type": "reply"})",
                   "start > wait > done");
    const double share = oneOf({0.0, 0.25, 1.0});
    tiny.tree["parameters"] = {{{"name", "SHARE"}, {"type", "number"}, {"value", share}}};
    tiny.tree["workloads"][0]["operations"] = {
        {{"operation", "ask"}, {"arguments", {{"wait", "0.01"}}}, {"weight", "SHARE"}},
        {{"operation", "other"}, {"weight", "1 - SHARE"}}};
    tiny.tree["run"]["duration"] = "100.001 s";
    const auto operations = simulate(tiny.tree).operations;
    const double asked = operations.contains("ask") ? static_cast<double>(operations.at("ask").count) : 0;
    CHECK(operations.contains("ask") == (share > 0)); // an operation without weight is not in the results
    CHECK(operations.contains("other") == (share < 1));
    // 10 000 draws: four standard deviations of a binomial number.
    CHECK(std::abs(asked - 10000 * share) <= 4 * std::sqrt(10000 * share * (1 - share)));
}
