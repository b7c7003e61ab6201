// Derived results: expressions over the figures of a run.
#include "../run_fixture.h"
#include "record/figures/replications.h"
#include "record/structure/summary_json.h"
#include "run/results/derived.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// One client asks itself for 10 ms again and again: 100 a second, each in 10 ms.
Json steadyWith(const std::string& results, const std::string& goals = "[]")
{
    TinyProject tiny = alone(R"({"id": "wait", "type": "delay", "time": "10 ms"})", "start > wait > answer");
    tiny.tree["run"]["duration"] = "60 s";
    tiny.tree["parameters"] = Json::parse(R"([{"name": "STEPS", "type": "number", "value": 4}])");
    tiny.tree["workloads"] = Json::parse(
        R"([{"id": "load", "role": "client", "type": "closed loop", "workers": 1, "operations": [{"operation": "ask"}]}])");
    tiny.tree["results"] = Json::parse(results);
    tiny.tree["goals"] = Json::parse(goals);
    return tiny.tree;
}

/// A queue at 60 % load with random times: its figures have statistical errors.
Json randomWith(const std::string& results, int seed = 1)
{
    Json tree = steadyWith(results);
    tree["run"]["seed"] = seed;
    tree["workloads"][0] = Json::parse(
        R"({"id": "load", "role": "client", "type": "open loop", "rate": "60", "operations": [{"operation": "ask"}]})");
    for (Json& block : tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"])
        if (block["id"] == "wait")
            block = Json::parse(
                R"({"id": "wait", "type": "black box", "time": "10 ms", "distribution": "exponential", "stations": 1})");
    return tree;
}

} // namespace

TEST_CASE("a derived result is computed from figures, parameters and other results, in its unit")
{
    const auto summary = simulate(steadyWith(R"([
        {"name": "run time", "value": "3600 * first / STEPS", "unit": "min"},
        {"name": "first", "value": "ask.latency.mean", "unit": "ms"},
        {"name": "share", "value": "\"run time\" / 36 s", "unit": "%"},
        {"name": "per step", "value": "ask.throughput / STEPS"}])"));
    REQUIRE(summary.results.size() == 4);
    CHECK(*summary.results[0].value == Approx(3600 * 0.010 / 4 / 60)); // 9 s are 0.15 min
    CHECK(*summary.results[1].value == Approx(10));
    CHECK(*summary.results[2].value == Approx(25));
    CHECK(*summary.results[3].value == Approx(25).epsilon(1e-3));
    CHECK(summary.results[0].sentence == "run time: 0.15 min.");
    CHECK(summary.results[2].sentence == "share: 25 %.");
}

TEST_CASE("a figure whose name is no plain word is quoted in a derived result")
{
    Json tree = steadyWith(R"([{"name": "busy", "value": "1 - \"resources.clients-a.processor.used\"", "unit": "%"}])");
    tree["topology"]["groups"][0]["id"] = "clients-a";
    for (Json& fabric : tree["topology"]["fabrics"])
        for (Json& link : fabric["links"])
            link["from"] = link["from"] == "clients" ? "clients-a" : link["from"].get<std::string>();
    const auto result = simulate(tree).results.at(0);
    INFO(result.sentence);
    CHECK(*result.value == Approx(100));
}

TEST_CASE("the interval of a derived result is that of its figures, carried through the expression")
{
    const auto summary = simulate(randomWith(R"([
        {"name": "twice", "value": "2 * ask.latency.mean", "unit": "ms"},
        {"name": "inverse", "value": "1 / ask.latency.mean", "unit": "1/s"},
        {"name": "in flight", "value": "ask.throughput * ask.latency.mean"}])"));
    const auto& ask = summary.operations.at("ask");
    const double mean = ask.latency.meanMs, half = mean * ask.latencyCi95Relative;
    CHECK(half > 0);
    CHECK(*summary.results[0].low == Approx(2 * (mean - half)));
    CHECK(*summary.results[0].high == Approx(2 * (mean + half)));
    CHECK(*summary.results[1].low == Approx(1000 / (mean + half)));
    CHECK(*summary.results[1].high == Approx(1000 / (mean - half)));
    const double relative = ask.latencyCi95Relative + ask.ci95Relative; // the deviations are added
    const auto& inFlight = summary.results[2];
    CHECK(*inFlight.high == Approx(*inFlight.value * (1 + relative)));
}

TEST_CASE("the interval of a derived result over several runs is that of their results")
{
    std::vector<record::Summary> runs;
    std::vector<double> values;
    for (int seed = 1; seed <= 4; ++seed) {
        runs.push_back(simulate(randomWith(R"([{"name": "square", "value": "ask.latency.mean ^ 2"}])", seed)));
        values.push_back(*runs.back().results.at(0).value);
    }
    record::Summary together = record::pooled(runs);
    run::tellResults(together);
    const double mean = (values[0] + values[1] + values[2] + values[3]) / 4;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    const double half = 3.182 * std::sqrt(squares / 3 / 4); // Student's t for 3 degrees of freedom
    CHECK(*together.results.at(0).value == Approx(mean));
    CHECK(*together.results.at(0).high == Approx(mean + half).epsilon(1e-3));
    CHECK_THAT(together.results.at(0).sentence, Contains(" to "));
}

TEST_CASE("a figure that a run does not know makes a derived result unknown, with the reason")
{
    const auto summary = simulate(steadyWith(R"([
        {"name": "a", "value": "1 TB / capacity.usable"},
        {"name": "b", "value": "a + 1"},
        {"name": "c", "value": "1 / ask.failed"},
        {"name": "d", "value": "price", "unit": "USD"}])"));
    CHECK(!summary.results[0].value);
    CHECK(summary.results[0].sentence == "a: not known, since the project has nothing that gives it.");
    CHECK(summary.results[1].sentence == "b: not known, since the project has nothing that gives it.");
    CHECK(summary.results[2].sentence ==
          "c: not known, since the expression has no finite value for the figures of this run.");
    CHECK_THAT(summary.results[3].sentence, Contains("to ∞), since the libraries have no price for "));
}

TEST_CASE("a goal limits a derived result in its unit")
{
    const auto summary =
        simulate(steadyWith(R"([{"name": "run time", "value": "3600 * ask.latency.mean", "unit": "min"},
                                                 {"name": "idle", "value": "1 - ask.throughput / 200", "unit": "%"}])",
                            R"([{"id": "a", "metric": "run time", "at_most": "0.7 min"},
                                                 {"id": "b", "metric": "run time", "at_most": "35 s"},
                                                 {"id": "c", "metric": "idle", "at_least": "49 %"}])"));
    CHECK(summary.goals.at(0).verdict == "met");
    CHECK(summary.goals.at(1).verdict == "missed");
    CHECK(summary.goals.at(1).sentence == "run time at most 35.0 s: missed, 36.0 s.");
    CHECK_THAT(summary.goals.at(2).sentence, Catch::StartsWith("idle at least 49 %: met, 50 %"));
}

TEST_CASE("derived results are kept in the summary's JSON, unknown and endless ones too")
{
    const auto summary = simulate(steadyWith(R"([{"name": "a", "value": "ask.latency.mean", "unit": "ms"},
        {"name": "b", "value": "capacity.usable", "unit": "TB"}, {"name": "c", "value": "price", "unit": "USD"}])"));
    const auto read = record::summaryFromJson(record::Json::parse(record::toJson(summary).dump()));
    REQUIRE(read.results.size() == 3);
    CHECK(read.results[0].sentence == summary.results[0].sentence);
    CHECK(*read.results[0].value == *summary.results[0].value);
    CHECK(read.results[0].unitValue == 0.001);
    CHECK(!read.results[1].value);
    CHECK(std::isinf(*read.results[2].high));
}
