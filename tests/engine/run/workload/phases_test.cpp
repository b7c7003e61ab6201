// Rates over the time in which a workload is active; workloads that end after a number of operations, and those that
// wait for others.
#include "workload_fixture.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

Json loadNamed(const std::string& id, const Json& more)
{
    Json complete = {{"id", id}, {"role", "client"}, {"operations", asking({{"wait", "0.1"}})}};
    complete.update(more);
    return complete;
}

record::Summary phased(const std::vector<Json>& workloads, const Json& run)
{
    auto tiny = waitingProject(Json::object());
    tiny.tree["workloads"] = workloads;
    tiny.tree["run"].update(run);
    return simulate(tiny.tree);
}

Json oneStage(double duration, double workers, double ramp = 0)
{
    return Json::array({{{"duration", duration}, {"workers", workers}, {"ramp", ramp}}});
}

} // namespace

TEST_CASE("the rate of a workload is over the time in which it is active", "[theory]")
{
    const auto summary = phased({loadNamed("first", {{"stages", oneStage(5, 2)}}),
                                 loadNamed("second", {{"start", 15}, {"stages", oneStage(5, 4)}})},
                                {{"duration", 40}, {"warm_up", 0}});
    const auto& first = summary.workloads.at("first");
    const auto& second = summary.workloads.at("second");
    CHECK(first.perSecond == Approx(20).epsilon(0.001));
    CHECK(second.perSecond == Approx(40).epsilon(0.001));
    CHECK(second.activeS == Approx(5).epsilon(0.001));
    CHECK(second.inFlightMean == Approx(4).epsilon(0.001));
    CHECK(second.users == Approx(4).epsilon(0.001));
    const auto& operation = summary.operations.at("second: ask");
    CHECK(operation.perSecond == Approx(40).epsilon(0.001));
    CHECK(operation.ci95Relative < 0.01); // the pauses are no scatter
}

TEST_CASE("the time after the last stage counts until the last operation has ended", "[theory]")
{
    Json slow = loadNamed("load", {{"stages", oneStage(1, 1)}});
    slow["operations"] = asking({{"wait", "3"}});
    const auto summary = phased({slow}, {{"duration", 30}, {"warm_up", 0}});
    CHECK(summary.workloads.at("load").count == 1);
    CHECK(summary.workloads.at("load").perSecond == Approx(1.0 / 3));
}

TEST_CASE("a workload's own warm-up is left out of its results only", "[theory]")
{
    const auto summary = phased({loadNamed("ramped", {{"start", 2}, {"warm_up", 3}, {"stages", oneStage(8, 10, 3)}}),
                                 loadNamed("steady", Json::object())},
                                {{"duration", 20}, {"warm_up", 0}});
    const auto& ramped = summary.workloads.at("ramped");
    CHECK(ramped.activeS == Approx(5).epsilon(0.03)); // until the last operation has ended
    CHECK(ramped.perSecond == Approx(100).epsilon(0.02));
    CHECK(summary.workloads.at("steady").count == 200);
    CHECK_FALSE(summary.workloads.at("steady").activeS);
}

TEST_CASE("a workload with a total ends after so many operations, and the run with it")
{
    const bool open = GENERATE(false, true);
    Json fields = {{"total", 40}, {"workers", 2}};
    if (open)
        fields = {{"total", 40}, {"type", "open loop"}, {"arrivals", "constant"}, {"rate", 20}};
    const auto summary =
        phased({loadNamed("load", fields)}, {{"duration", 600}, {"warm_up", 0}, {"until", "jobs are done"}});
    CHECK(summary.workloads.at("load").count == 40);
    CHECK(summary.simulatedS == Approx(open ? 2.1 : 2));
    CHECK(summary.workloads.at("load").perSecond == Approx(20).epsilon(0.06));
    CHECK(summary.end == "the jobs were done");
}

TEST_CASE("a phase begins when all workloads of the phases below have ended")
{
    const auto summary =
        phased({loadNamed("counted", {{"total", 30}}), loadNamed("timed", {{"stages", oneStage(2, 1)}}),
                loadNamed("next", {{"phase", 1}, {"start", 1}, {"stages", oneStage(4, 1)}}),
                loadNamed("last", {{"phase", 7}, {"total", 5}})},
               {{"duration", 600}, {"warm_up", 0}, {"until", "jobs are done"}});
    CHECK(summary.workloads.at("counted").count == 30);
    CHECK(summary.workloads.at("timed").count == 20);
    CHECK(summary.workloads.at("next").count == 40);
    CHECK(summary.workloads.at("last").count == 5);
    CHECK(summary.simulatedS == Approx(3 + 1 + 4 + 0.5));
    CHECK(summary.workloads.at("last").perSecond == Approx(10));
}

TEST_CASE("a phase after one that never ends is refused")
{
    CHECK(fate([] {
              auto tiny = waitingProject(Json::object());
              tiny.tree["workloads"] = {loadNamed("endless", Json::object()),
                                        loadNamed("next", {{"phase", 1}, {"total", 3}})};
              return tiny.tree;
          }())
              .find("never ends") != std::string::npos);
}

TEST_CASE("with think after, a worker waits for all its operations and then thinks once", "[theory]")
{
    // Eight operations, five at a time: 0.2 s, then a pause of 0.3 s. One at a time: 0.1 s and 0.3 s.
    const int after = GENERATE(8, 1);
    const auto load = phased({loadNamed("load", {{"depth", 5}, {"think_time", 0.3}, {"think_after", after}})},
                             {{"duration", 40.05}, {"warm_up", 0}})
                          .workloads.at("load");
    CHECK(load.count == (after == 8 ? 80 * 8 : 100));
    CHECK(load.inFlightMax == (after == 8 ? 5 : 1));
    CHECK(load.inFlightMean == Approx(after == 8 ? 0.8 / 0.5 : 0.25).epsilon(0.01));
}

TEST_CASE("an operation draws from its own number of keys")
{
    auto tiny = waitingProject(Json::object());
    Json operations = asking({{"wait", "0.1"}}, {{"payload", "key"}, {"keys", 5}, {"key_distribution", "in turn"}});
    tiny.tree["workloads"] = Json::array({loadNamed("load", {{"keys", 1000000}, {"operations", operations}})});
    tiny.tree["run"]["duration"] = 10.05;
    tiny.tree["run"]["warm_up"] = 0;
    const auto load = simulate(tiny.tree).workloads.at("load");
    CHECK(load.count == 100);
    CHECK(load.bytesPerSecond * 10.05 == Approx(100 * 2)); // the mean of 0 to 4
}
