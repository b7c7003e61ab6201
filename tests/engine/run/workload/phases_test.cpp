// Rates over the time in which a workload is active; workloads that end after a number of operations, and those that
// wait for others.
#include "workload_fixture.h"

#include "record/figures/figures.h"
#include "tests/one_of.h"

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

namespace {

/// Clients of a server whose processor works for as long as an operation's argument says.
record::Summary busyStages(const std::vector<Json>& workloads, double duration, double warmUp = 0)
{
    TinyProject tiny;
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "work"}, {"id": "r", "type": "reply"})",
                   "start > work > r", {"work"});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve",
                       "arguments": {"work": "wait"}}, {"id": "done", "type": "reply"})",
                   "start > call > done", {"wait", "size", "key"});
    tiny.tree["workloads"] = workloads;
    tiny.tree["run"].update(Json{{"duration", duration}, {"warm_up", warmUp}});
    return simulate(tiny.tree);
}

double usedIn(const record::StageSummary& stage, const std::string& group)
{
    for (const record::ResourceSummary& row : stage.resources)
        if (row.nodeGroup == group && row.resource == "processor")
            return row.utilisationMax;
    return -1;
}

double usedIn(const record::Summary& summary, const std::string& group)
{
    record::StageSummary whole;
    whole.resources = summary.resources;
    return usedIn(whole, group);
}

} // namespace

TEST_CASE("each stage of a run has the use, the rate and the limit of its own", "[theory]")
{
    const Json wait = {{"operations", asking({{"wait", "0.01"}})}};
    Json heavy = loadNamed("heavy", {{"stages", oneStage(5, 64)}});
    Json light = loadNamed("light", {{"start", 10}, {"stages", oneStage(5, 1)}, {"think_time", 0.99}});
    heavy.update(wait);
    light.update(wait);
    const double warmUp = oneOf({0.0, 2.0});
    const auto summary = busyStages({heavy, light}, 20, warmUp);
    REQUIRE(summary.stages.size() == 2); // the pauses are no stages
    const record::StageSummary &first = summary.stages[0], &second = summary.stages[1];
    CHECK(first.stage == "heavy");
    CHECK(first.fromS == Approx(warmUp));
    CHECK(first.toS == Approx(5));
    CHECK(second.stage == "light");
    CHECK(second.fromS == Approx(10));
    CHECK(second.toS == Approx(15));
    CHECK(usedIn(first, "servers") == Approx(1).epsilon(0.01));
    CHECK(usedIn(second, "servers") < 0.02);
    CHECK(usedIn(summary, "servers") < 0.4);
    // The processor's time is that of the two stages together, and of what drains after the first.
    CHECK(usedIn(summary, "servers") * (20 - warmUp) >=
          Approx(usedIn(first, "servers") * (5 - warmUp) + usedIn(second, "servers") * 5));
    CHECK(first.perSecond > 50 * second.perSecond);
    CHECK(first.latencyS == Approx(64 / first.perSecond).epsilon(0.1)); // Little's law
    REQUIRE(first.bottleneck);
    CHECK(first.bottleneck->resource == "servers.processor");
    CHECK(first.bottleneck->utilisation == Approx(1).epsilon(0.01));
    REQUIRE(second.bottleneck);
    CHECK(second.bottleneck->utilisation < 0.02);
    const std::string words = record::limitInWords(summary);
    CHECK(words.starts_with("heavy: Limit: servers processor"));
    CHECK(words.find("\nlight: ") != std::string::npos);
    CHECK(words.find("Limit", 12) == std::string::npos);
}

TEST_CASE("the stages of a workload are stages of the run, its own warm-up is none")
{
    const Json steps = Json::array({{{"duration", 2}, {"workers", 1}}, {{"duration", 2}, {"workers", 4}}});
    const auto summary = phased({loadNamed("steps", {{"stages", steps}}),
                                 loadNamed("late", {{"start", 1}, {"warm_up", 1.5}, {"stages", oneStage(5, 2)}})},
                                {{"duration", 8}, {"warm_up", 0}});
    std::vector<std::string> stages;
    for (const record::StageSummary& stage : summary.stages)
        stages.push_back(stage.stage);
    CHECK(stages == std::vector<std::string>{"steps 1/2", "steps 2/2", "steps 2/2 + late", "late"});
    CHECK(summary.stages[0].perSecond == Approx(10).epsilon(0.06));
    CHECK(summary.stages[2].fromS == Approx(2.5));
    CHECK(summary.stages[2].perSecond == Approx(60).epsilon(0.1));
    CHECK(summary.stages[3].toS == Approx(6));
}

TEST_CASE("a run whose load does not change has no stages")
{
    CHECK(phased({loadNamed("load", Json::object())}, {{"duration", 8}, {"warm_up", 1}}).stages.empty());
    CHECK(phased({loadNamed("load", {{"stages", oneStage(8, 2)}})}, {{"duration", 8}, {"warm_up", 1}}).stages.empty());
}

TEST_CASE("a later phase is a stage of its own")
{
    const auto summary = phased(
        {loadNamed("first", {{"total", 20}}), loadNamed("second", {{"phase", 1}, {"total", 40}, {"workers", 2}})},
        {{"duration", 600}, {"warm_up", 0}, {"until", "jobs are done"}});
    REQUIRE(summary.stages.size() == 2);
    CHECK(summary.stages[1].stage == "second");
    CHECK(summary.stages[0].toS == summary.stages[1].fromS);
    CHECK(summary.stages[1].perSecond == Approx(20).epsilon(0.02));
}

TEST_CASE("arrivals that find an open loop full wait, and are caught up with", "[theory]")
{
    // Ten a second, of which one at a time takes 50 ms, and the first one a second.
    Json load = loadNamed("load", {{"type", "open loop"}, {"arrivals", "constant"}, {"rate", 10}, {"limit", 1}});
    load["clients"] = 1;
    load["operations"] = asking({{"wait", "asked == 0 ? 1 : 0.05"}});
    load["when_full"] = oneOf<std::string>({"wait", "refuse"});
    const bool waits = load["when_full"] == "wait";
    const auto summary = phased({load}, {{"duration", 20}, {"warm_up", 0}});
    const auto& result = summary.workloads.at("load");
    CHECK(result.inFlightMax == 1);
    CHECK(static_cast<double>(result.refused) == Approx(waits ? 0 : 9.5).margin(waits ? 0 : 0.6));
    CHECK(result.waiting == 0);
    CHECK(static_cast<double>(result.count) == Approx(waits ? 199 : 189.5).margin(2));
    CHECK(record::loadTroubles(summary).empty() == waits);
}

TEST_CASE("an open loop that cannot keep its rate says so, also if its arrivals wait")
{
    Json load = loadNamed("load", {{"type", "open loop"}, {"arrivals", "constant"}, {"rate", 100}, {"limit", 2}});
    load["when_full"] = "wait";
    load["clients"] = 2;
    const auto summary = phased({load}, {{"duration", 20}, {"warm_up", 5}}); // 0.1 s each, two at a time
    const auto& result = summary.workloads.at("load");
    CHECK(result.perSecond == Approx(20).epsilon(0.02));
    CHECK(result.waiting == Approx(15 * 80).epsilon(0.02));
    CHECK(summary.operations.at("ask").latency.meanMs == Approx(100)); // from when it is sent
    const auto loads = record::servedLoads(summary);
    REQUIRE(loads.size() == 1);
    CHECK_FALSE(loads[0].settles);
    CHECK(loads[0].offeredPerS == Approx(100).epsilon(0.02));
}
