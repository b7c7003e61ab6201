// Runs that end when a condition holds.
#include "../run_fixture.h"
#include "record/structure/summary_json.h"
#include "tests/one_of.h"

#include <tuple>

using namespace headroom;
using namespace headroom::test;

namespace {

/// One worker whose operations take 10 ms.
TinyProject until(const char* condition)
{
    TinyProject tiny = alone(R"({"id": "w", "type": "delay", "time": "10 ms"})", "start > w > answer");
    tiny.tree["parameters"] = {{{"name", "ENOUGH"}, {"type", "integer"}, {"value", 250}}};
    tiny.tree["results"] = {{{"name", "hundreds"}, {"value", "ask.count / 100"}}};
    tiny.tree["run"] = {{"duration", "20 s"},
                        {"warm_up", "1 s"},
                        {"sampling_interval", "100 ms"},
                        {"until", "a condition holds"},
                        {"condition", condition}};
    return tiny;
}

} // namespace

TEST_CASE("a run ends with the first point of the curves at which its condition holds")
{
    const auto [condition, endS, end] = oneOf<std::tuple<const char*, double, const char*>>(
        {{"ask.count >= 250", 3.5, "the condition held"}, // a hundred in a second, after the warm-up of one
         {"ask.count >= ENOUGH && ask.failed < 0.01", 3.5, "the condition held"},
         {"hundreds > 4", 5.1, "the condition held"},
         {"ask.latency.mean > 0.005", 1.1, "the condition held"},
         {"ask.count >= 5000", 20, "the duration was over"},
         {"ask.latency.p99 > 1 s", 20, "the duration was over"}});
    const auto summary = simulate(until(condition).tree);
    INFO(condition);
    CHECK(summary.simulatedS == Approx(endS));
    CHECK(summary.end == end);
    CHECK_FALSE(summary.stopped);
    CHECK(record::summaryFromJson(record::toJson(summary)).end == end);
}

TEST_CASE("a condition that cannot be looked at is reported on loading")
{
    const auto [change, key] =
        oneOf<std::tuple<const char*, const char*>>({{R"({"condition": "PUT.count > 3"})", "run.unknown-owner"},
                                                     {R"({"condition": "ask.amount > 3"})", "run.unknown-figure"},
                                                     {R"({"condition": "ask.count >"})", "expression.faulty"},
                                                     {R"({"condition": "ask.count > NOBODY"})", "expression.faulty"},
                                                     {R"({"condition": ""})", "run.no-condition"},
                                                     {R"({"until": "jobs are done"})", "run.condition-idle"}});
    Json tree = until("ask.count > 3").tree;
    tree["run"].update(Json::parse(change));
    const auto loaded =
        project::parseProject(tree.dump(), shippedComponents(), {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    INFO(change << told(loaded.findings));
    CHECK(std::any_of(loaded.findings.begin(), loaded.findings.end(),
                      [&, k = key](const project::Finding& finding) { return finding.key == k; }));
}
