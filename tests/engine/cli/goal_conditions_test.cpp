// Goals that have to hold under other conditions than those of the run: `simulate` judges them by runs of their own.
#include "engine_process.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

using namespace headroom;
using namespace headroom::cli::test;
using Catch::Contains;

namespace {

/// Ten customers think for 100 ms and ask one of two servers, each of which serves one question at a time in 10 ms.
record::Json twoServers(const char* goals)
{
    auto tree = record::Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    tree["topology"]["groups"][1]["count"] = 2;
    tree["goals"] = record::Json::parse(goals);
    return tree;
}

record::Summary simulated(const record::Json& tree, const std::string& options = "")
{
    const Folder folder;
    const fs::path file = folder.write("goals.headroom", tree.dump());
    return record::summaryFromJson(
        printed(folder.run("simulate '" + file.string() + "' --json --duration '200 s' " + options)));
}

} // namespace

TEST_CASE("a goal with a growth is judged by a run of the grown load")
{
    const auto summary = simulated(twoServers(
        R"([{"id": "now", "metric": "ask.latency.mean", "at_most": "50 ms"},
            {"id": "grown", "metric": "ask.latency.mean", "at_most": "50 ms", "with": {"CUSTOMERS": "20 * CUSTOMERS"}}])"));
    CHECK(summary.goals.at(0).verdict == "met");
    CHECK(summary.goals.at(0).conditions.empty());
    const record::GoalVerdict& grown = summary.goals.at(1);
    CHECK(grown.verdict == "missed");
    // Both servers are busy all the time and serve 200 a second: 200 customers take 1 s for a round, 0.1 s to think.
    CHECK(*grown.value == Approx(0.9).epsilon(0.03));
    CHECK_THAT(grown.sentence, Contains("with CUSTOMERS = 200, ask.latency.mean at most 50.0 ms: missed, "));
}

TEST_CASE("a goal with a node down is judged by a run in which the node is down")
{
    const auto summary = simulated(twoServers(
        R"([{"id": "sound", "metric": "ask.failed", "at_most": "1 %"},
            {"id": "one down", "metric": "ask.failed", "at_most": "1 %", "down": {"server": 1}},
            {"id": "half", "metric": "ask.failed", "at_most": "60 %", "at_least": "40 %", "down": {"server": 1}}])"));
    CHECK(summary.goals.at(0).verdict == "met");
    CHECK_THAT(summary.goals.at(1).sentence, Contains("with one node of server down, ask.failed at most 1 %: missed"));
    CHECK(summary.goals.at(2).verdict == "met"); // customers ask either server, and nobody leaves out the one
    CHECK(summary.operations.at("ask").errors == 0);
}

TEST_CASE(
    "a goal with a node failing is judged from the moment of failure on, one with a node down by the lasting state",
    "[slow]")
{
    // An open loop whose leftover number of workers must not decide when a failure is noticed.
    auto tree = record::Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/swift-erasure/swift-erasure.headroom"));
    for (auto& workload : tree["workloads"])
        if (workload["id"] == "load") {
            workload["type"] = "open loop";
            workload["rate"] = 100;
        }
    tree["goals"] = record::Json::parse(
        R"([{"id": "down", "metric": "GET.latency.p99", "at_most": "400 ms", "down": {"storage": 1}},
            {"id": "failing", "metric": "GET.latency.p99", "at_most": "400 ms", "failing": {"storage": 1}}])");
    const Folder folder;
    const fs::path file = folder.write("goals.headroom", tree.dump());
    const std::string command =
        "simulate '" + file.string() +
        "' --json --duration '6 s' --set OPERATION=GET --set OBJECT_SIZE='16 KB' --set CLIENTS=";
    const auto one = record::summaryFromJson(printed(folder.run(command + "1")));
    CHECK_THAT(one.goals.at(0).sentence, Contains("with one node of storage down, ") && Contains(": met, "));
    CHECK_THAT(one.goals.at(1).sentence, Contains("with one node of storage failing, ") && Contains(": missed, "));
    CHECK(*one.goals.at(1).value > 0.5); // a connection is tried for half a second
    const auto many = record::summaryFromJson(printed(folder.run(command + "1000")));
    CHECK(many.goals.at(1).value == one.goals.at(1).value);
}

TEST_CASE("the run under the conditions of a goal can be seen by itself")
{
    const auto tree = twoServers(
        R"([{"id": "now", "metric": "ask.failed", "at_most": "1 %"},
            {"id": "bad day", "metric": "ask.failed", "at_most": "1 %", "with": {"CUSTOMERS": 3}, "down": {"server": 2}}])");
    const auto summary = simulated(tree, "--under 'bad day'");
    CHECK(summary.conditions == "CUSTOMERS = 3 and 2 nodes of server down");
    CHECK(summary.parameters.at("CUSTOMERS") == "3");
    CHECK(summary.goals.at(1).verdict == "missed");
    CHECK(*summary.goals.at(1).value == 1);
    CHECK_THAT(summary.goals.at(0).sentence, Contains("not yet known, since no run was made under these conditions"));
}

TEST_CASE("conditions that differ little are different ones")
{
    const auto summary = simulated(twoServers(
        R"([{"id": "a", "metric": "ask.throughput", "at_least": "CUSTOMERS", "with": {"CUSTOMERS": 1001}},
            {"id": "b", "metric": "ask.throughput", "at_least": "CUSTOMERS", "with": {"CUSTOMERS": 1002}}])"));
    CHECK(summary.goals.at(0).conditions == "CUSTOMERS = 1001");
    CHECK(summary.goals.at(0).atLeast == 1001);
    CHECK(summary.goals.at(1).conditions == "CUSTOMERS = 1002");
    CHECK(summary.goals.at(1).atLeast == 1002);
}

TEST_CASE("a limit of a goal with a growth is that of the grown parameters")
{
    const auto summary = simulated(twoServers(
        R"([{"id": "g", "metric": "ask.throughput", "at_least": "6 * CUSTOMERS", "with": {"CUSTOMERS": "2 * CUSTOMERS"}}])"));
    CHECK(summary.goals.at(0).atLeast == 120);
    CHECK(summary.goals.at(0).verdict == "met"); // 20 customers, each of whom asks every 110 ms or a little more
}

TEST_CASE("each condition has as many runs as the project asks for")
{
    auto tree =
        twoServers(R"([{"id": "g", "metric": "ask.latency.mean", "at_most": "1 s", "with": {"CUSTOMERS": 50}}])");
    const auto one = simulated(tree).goals.at(0);
    const auto four = simulated(tree, "--replications 4").goals.at(0);
    CHECK(one.verdict == "met");
    CHECK(four.verdict == "met");
    CHECK(*four.value != *one.value); // a mean over the runs
}

TEST_CASE("a goal whose run fails stays open and says why; the run itself is not lost")
{
    auto tree = twoServers(
        R"([{"id": "g", "metric": "ask.latency.mean", "at_most": "1 s", "with": {"SERVERS": 0}},
            {"id": "now", "metric": "ask.latency.mean", "at_most": "50 ms"}])");
    tree["parameters"].push_back({{"name", "SERVERS"}, {"type", "integer"}, {"value", 2}});
    tree["topology"]["groups"][1]["count"] = "SERVERS";
    const auto summary = simulated(tree);
    CHECK_THAT(summary.goals.at(0).sentence,
               Contains("with SERVERS = 0") && Contains("not yet known, since the run under these conditions failed"));
    CHECK(summary.goals.at(1).verdict == "met");
}

TEST_CASE("a budget is a goal like any other, also for the grown system")
{
    auto tree = twoServers(
        R"([{"id": "budget", "metric": "price", "at_most": "1 USD"},
            {"id": "later", "metric": "price", "at_most": "22000 USD", "with": {"SERVERS": 4}}])");
    tree["parameters"].push_back({{"name", "SERVERS"}, {"type", "integer"}, {"value", 2}});
    tree["topology"]["groups"][1]["count"] = "SERVERS";
    const auto summary = simulated(tree);
    CHECK(summary.goals.at(0).verdict == "missed");
    CHECK(summary.goals.at(1).verdict == "missed");
    CHECK(*summary.goals.at(1).value > *summary.goals.at(0).value);
}
