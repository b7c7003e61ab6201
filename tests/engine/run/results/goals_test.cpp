// Goals compared with the results of a run.
#include "../run_fixture.h"
#include "record/figures/figures.h"
#include "record/figures/replications.h"
#include "record/structure/summary_json.h"
#include "run/results/goals.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// One client asks itself for 10 ms again and again: 100 a second, each in 10 ms.
Json steady(const std::string& goals, const std::string& duration = "60 s",
            const std::string& wires = "start > wait > answer")
{
    TinyProject tiny = alone(R"({"id": "wait", "type": "delay", "time": "10 ms"})", wires);
    tiny.tree["run"]["duration"] = duration;
    tiny.tree["workloads"] = Json::parse(
        R"([{"id": "load", "role": "client", "type": "closed loop", "workers": 1, "operations": [{"operation": "ask"}]}])");
    tiny.tree["goals"] = Json::parse(goals);
    return tiny.tree;
}

/// A queue at 60 % load with random times: its figures have statistical errors.
Json random(const std::string& goals, const std::string& duration)
{
    Json tree = steady(goals, duration);
    tree["workloads"][0] = Json::parse(
        R"({"id": "load", "role": "client", "type": "open loop", "rate": "60", "operations": [{"operation": "ask"}]})");
    auto& blocks = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"];
    for (Json& block : blocks)
        if (block["id"] == "wait")
            block = Json::parse(
                R"({"id": "wait", "type": "black box", "time": "10 ms", "distribution": "exponential", "stations": 1})");
    return tree;
}

std::vector<std::string> sentences(const record::Summary& summary)
{
    std::vector<std::string> all;
    for (const record::GoalVerdict& goal : summary.goals)
        all.push_back(goal.sentence);
    return all;
}

} // namespace

TEST_CASE("a goal is met or missed, and the sentence says by which figure")
{
    const auto summary = simulate(steady(R"([{"id": "fast", "metric": "ask.latency.p99", "at_most": "20 ms"},
                                            {"id": "many", "metric": "ask.throughput", "at_least": 200},
                                            {"id": "sound", "metric": "ask.failed", "at_most": "1 %"}])"));
    REQUIRE(summary.goals.size() == 3);
    CHECK(summary.goals[0].verdict == "met");
    CHECK(summary.goals[1].verdict == "missed");
    CHECK(summary.goals[2].verdict == "met");
    CHECK_THAT(summary.goals[0].sentence, Contains("ask.latency.p99 at most 20.0 ms: met, 10"));
    CHECK_THAT(summary.goals[1].sentence, Contains("ask.throughput at least 200 /s: missed, 100"));
    CHECK(summary.goals[2].sentence == "ask.failed at most 1 %: met, 0 %.");
}

TEST_CASE("a limit inside the confidence interval is not yet known; a longer run decides")
{
    const auto atMost = [](double seconds) {
        return Json::array({{{"id", "g"}, {"metric", "ask.latency.mean"}, {"at_most", seconds}}}).dump();
    };
    const double mean = *simulate(random(atMost(1), "20 s")).goals.at(0).value;
    const auto brief = simulate(random(atMost(mean * 1.01), "20 s")).goals.at(0);
    CHECK(brief.verdict == "not yet known");
    CHECK(*brief.low < mean);
    CHECK(*brief.high > mean * 1.01);
    // M/M/1 at 60 %: a request takes 25 ms on average.
    CHECK(simulate(random(atMost(0.026), "20000 s")).goals.at(0).verdict == "met");
    CHECK(simulate(random(atMost(0.024), "20000 s")).goals.at(0).verdict == "missed");
}

TEST_CASE("the interval of a quantile covers the true value in about 95 of 100 runs", "[theory]")
{
    // M/M/1: the time is exponential with 1 / (100 - 60) s, so its 95 % quantile is ln 20 / 40 s.
    const double truth = std::log(20.0) / 40;
    int covered = 0;
    constexpr int runs = 60;
    for (int seed = 1; seed <= runs; ++seed) {
        Json tree = random(R"([{"id": "g", "metric": "ask.latency.p95", "at_most": "1 s"}])", "400 s");
        tree["run"]["seed"] = seed;
        const auto goal = simulate(tree).goals.at(0);
        // Latencies are counted in buckets that are 4 % wide.
        covered += *goal.low <= truth * 1.02 && truth <= *goal.high * 1.02 ? 1 : 0;
    }
    CHECK(covered >= 51); // 57 expected; fewer than 51 happen once in 500 times
}

TEST_CASE("too few requests do not give a high quantile")
{
    const auto summary = simulate(random(R"([{"id": "g", "metric": "ask.latency.p99", "at_most": "1 h"}])", "1 s"));
    CHECK(summary.goals.at(0).verdict == "not yet known");
    CHECK_THAT(summary.goals.at(0).sentence, Contains("too few requests have ended"));
}

TEST_CASE("under overload a limit on a latency is missed, whatever the run has seen of it")
{
    Json tree = random(R"([{"id": "tail", "metric": "ask.latency.p99", "at_most": "1 h"},
                           {"id": "rate", "metric": "ask.throughput", "at_least": 50}])",
                       "20 s");
    tree["workloads"][0]["rate"] = "200"; // of 100 that are served
    const auto summary = simulate(tree);
    CHECK(summary.goals.at(0).verdict == "missed");
    CHECK_THAT(summary.goals.at(0).sentence, Contains("grows for as long as the load lasts") && Contains("Overload"));
    CHECK(summary.goals.at(1).verdict == "met");
}

TEST_CASE("where all requests fail a limit on a latency is missed, and the sentence says why")
{
    const auto summary = simulate(steady(R"([{"id": "tail", "metric": "ask.latency.p99", "at_most": "1 h"},
                                            {"id": "sound", "metric": "ask.failed", "at_most": "1 %"}])",
                                         "5 s", "start > wait > none"));
    const std::uint64_t failed = summary.operations.at("ask").errors;
    REQUIRE(failed > 100);
    CHECK(summary.goals.at(0).verdict == "missed");
    CHECK_FALSE(summary.goals.at(0).value);
    CHECK(summary.goals.at(0).sentence == "ask.latency.p99 at most 60.0 min: missed, since all " +
                                              std::to_string(failed) + " requests that ended have failed.");
    CHECK(summary.goals.at(1).verdict == "missed");
}

TEST_CASE("each operation of the results names the workload that asks for it")
{
    Json tree = random("[]", "20 s");
    tree["workloads"].push_back(tree["workloads"][0]);
    tree["workloads"][1]["id"] = "calm";
    const auto summary = simulate(tree);
    CHECK(summary.operations.at("load: ask").workload == "load");
    CHECK(summary.operations.at("calm: ask").workload == "calm");
}

TEST_CASE("many requests that all follow something slow give a quantile without an upper end")
{
    record::Summary summary;
    record::OperationSummary& ask = summary.operations["ask"];
    ask.count = 100'000;
    ask.buckets = {{1, 2, 98'000}, {2, 4, 1'500}, {4, 8, 500}};
    ask.latency = {.meanMs = 1.5, .p50Ms = 1.5, .p95Ms = 1.9, .p99Ms = 3, .maxMs = 8};
    ask.latencyCi95Relative = 0.2; // as if few latencies were independent of each other
    std::string why;
    const auto p99 = record::figureOf(summary, "ask.latency.p99", why);
    REQUIRE(p99);
    CHECK(p99->value == Approx(0.003));
    CHECK(p99->low < p99->value);
    CHECK(std::isinf(p99->high));
    CHECK_THAT(why, Contains("only a longer one bounds it"));
}

TEST_CASE("goals on resources, capacity and price ask the figures of the run")
{
    const auto said =
        sentences(simulate(steady(R"([{"id": "a", "metric": "resources.processor.used", "at_most": "70 %"},
                                                   {"id": "b", "metric": "resources.clients.processor.busiest", "at_most": "70 %"},
                                                   {"id": "c", "metric": "resources.tape.used", "at_most": "70 %"},
                                                   {"id": "d", "metric": "capacity.usable", "at_least": "1 TB"},
                                                   {"id": "e", "metric": "price", "at_most": 1000}])")));
    CHECK(said.at(0) == "resources.processor.used at most 70 %: met, 0 %.");
    CHECK(said.at(1) == "resources.clients.processor.busiest at most 70 %: met, 0 %.");
    CHECK_THAT(
        said.at(2),
        Contains("not yet known, since there is no resource \"tape\"; known: clients.network, clients.processor"));
    CHECK_THAT(said.at(3), Contains("not yet known, since the project has nothing that gives it"));
    CHECK_THAT(said.at(4), Contains("not yet known"));
}

TEST_CASE("a price of which parts are unknown is missed if the known ones are too much, and never met")
{
    Json tree =
        steady(R"([{"id": "a", "metric": "price", "at_most": 1000}, {"id": "b", "metric": "price", "at_most": 90}])");
    for (Json& each : tree["components"])
        if (each["kind"] == "processor")
            each["parameters"]["price_usd"] = 100;
    const auto said = sentences(simulate(tree));
    CHECK_THAT(said.at(0),
               Contains(": not yet known, ") && Contains(" or more, since the libraries have no price for "));
    CHECK_THAT(said.at(1), Contains("price at most 90 USD: missed, "));
}

TEST_CASE("a goal takes its limits from parameters")
{
    Json tree =
        steady(R"([{"id": "g", "metric": "ask.latency.p50", "at_most": "2 * LIMIT", "at_least": "LIMIT / 4"}])");
    tree["parameters"] = Json::parse(R"([{"name": "LIMIT", "type": "quantity", "unit": "s", "value": "6 ms"}])");
    const auto goal = simulate(tree).goals.at(0);
    CHECK(goal.atMost == 0.012);
    CHECK(goal.atLeast == 0.0015);
    CHECK(goal.verdict == "met");
}

TEST_CASE("several runs together are judged by the interval over the runs")
{
    std::vector<record::Summary> runs;
    for (int seed = 1; seed <= 4; ++seed) {
        Json tree = random(R"([{"id": "g", "metric": "ask.latency.mean", "at_most": "26 ms"}])", "20 s");
        tree["run"]["seed"] = seed;
        runs.push_back(simulate(tree));
    }
    record::Summary together = record::pooled(runs);
    run::judgeGoals(runs.front().goals, together);
    const auto& goal = together.goals.at(0);
    CHECK(*goal.value == Approx(together.operations.at("ask").latency.meanMs * 1e-3));
    CHECK(*goal.high > *goal.value);
}

TEST_CASE("goals are kept in the summary's JSON")
{
    const auto summary = simulate(steady(R"([{"id": "fast", "metric": "ask.latency.p99", "at_most": "20 ms"}])"));
    const auto read = record::summaryFromJson(record::toJson(summary));
    REQUIRE(read.goals.size() == 1);
    CHECK(read.goals[0].sentence == summary.goals[0].sentence);
    CHECK(read.goals[0].atMost == 0.02);
    CHECK(!read.goals[0].atLeast);
}

TEST_CASE("wear is the share of its endurance that the device group which wears fastest uses up in a year")
{
    constexpr double year = 365.25 * 86400;
    record::Summary summary;
    std::string why;
    CHECK_FALSE(record::figureOf(summary, "wear_yearly", why));
    CHECK(why == "the run has no solid-state devices that wear");
    summary.wear = {{"storage", "journal", "ssd", 4, 1000, 3000, 10000 * year},
                    {"storage", "data", "ssd", 8, 1000, 1000, 4000 * year},
                    {"storage", "system", "boot", 2, 0, 0, std::nullopt}}; // nothing is written to it
    why.clear();
    CHECK(record::figureOf(summary, "wear_yearly", why)->value == Approx(0.25));
    CHECK(why.empty());
    summary.wear.back().writtenMeanBps = 1;
    const auto figure = record::figureOf(summary, "wear_yearly", why);
    CHECK(figure->value == Approx(0.25));
    CHECK(std::isinf(figure->high));
    CHECK(why == "the libraries have no endurance for boot of storage");
}

TEST_CASE("rack units are those of the chassis of all nodes, and unknown where a group names none")
{
    record::Summary summary;
    record::GroupCost group;
    group.nodeGroup = "storage";
    group.rackUnits = 24;
    summary.costs = {group, group};
    summary.costs.emplace_back().nodeGroup = record::switchesGroup; // they have no height in the libraries
    std::string why;
    CHECK(record::figureOf(summary, "rack_units", why)->high == 48);
    summary.costs.emplace_back().nodeGroup = "clients";
    const auto figure = record::figureOf(summary, "rack_units", why);
    CHECK(figure->value == 48);
    CHECK(std::isinf(figure->high));
    CHECK(why == "the libraries have no height for the chassis of clients");
}
