// Findings about workloads whose fields make no sense, alone or together.
#include "tests/one_of.h"
#include "workload_fixture.h"

#include <tuple>

using namespace headroom;
using namespace headroom::test;

TEST_CASE("fields of a workload that make no sense are reported")
{
    const auto [fields, key] = oneOf<std::tuple<const char*, const char*>>(
        {{R"({"type": "open loop", "rate": 1e12})", "workload.too-many"},
         {R"({"type": "open loop", "rate": 0})", "workload.no-rate"},
         {R"({"type": "open loop", "rates": []})", "rates.empty"},
         {R"({"type": "open loop", "rates": [[5, 1], [3, 1]]})", "rates.order"},
         {R"({"type": "open loop", "stages": [{"duration": 1, "workers": 3}]})", "stage.no-level"},
         {R"({"stages": []})", "stages.empty"},
         {R"({"stages": [{"duration": 0, "workers": 3}]})", "stages.no-time"},
         {R"({"stages": [{"duration": 1, "workers": 3, "ramp": 2}]})", "stage.ramp"},
         {R"({"stages": [{"duration": 1, "workers": 0}]})", "workload.no-workers"},
         {R"({"workers": 1000000, "depth": 1000})", "workload.too-many-in-flight"},
         {R"({"ramp_up": "600 s", "ramp_down": "600 s"})", "workload.ramps"},
         {R"({"type": "timer", "period": "1 s", "jitter": "0.6 s"})", "timer.jitter"},
         {R"({"size_distribution": "uniform"})", "sizes.bounds"},
         {R"({"size_distribution": "uniform", "size_min": 5, "size_max": 2})", "sizes.bounds"},
         {R"({"size_distribution": "log-normal"})", "sizes.mean"},
         {R"({"size_distribution": "histogram"})", "sizes.empty"},
         {R"({"size_distribution": "histogram", "sizes": [[5, 1, 2]]})", "sizes.bounds"},
         {R"({"start": "10 h"})", "workload.late"},
         {R"({"type": "open loop", "rate": 5, "start": "10 h"})", "workload.late"},
         {R"({"operations": []})", "workload.nothing"}});
    const Watched watched(waitingProject(Json::parse(fields)));
    INFO(fields << told(watched.findings));
    CHECK(watched.finding(key));
}

TEST_CASE("a node group without the workload's role is an error, and so is an unknown one")
{
    TinyProject tiny = waitingProject({{"group", "others"}});
    tiny.group("others", 1);
    const Watched watched(tiny);
    REQUIRE(watched.finding("workload.no-node"));
    CHECK(watched.finding("workload.no-node")->pointer == "/workloads/0/group");
    CHECK_FALSE(watched.workload);
    tiny.tree["workloads"][0]["group"] = "nobody";
    CHECK(fate(tiny.tree).starts_with("fault: "));
}

TEST_CASE("values out of range in a workload's fields are reported on loading")
{
    const auto [fields, key] = oneOf<std::tuple<const char*, const char*>>(
        {{R"({"type": "open loop", "rate": -1})", "value.out-of-range"},
         {R"({"type": "open loop", "rate": "3 s"})", "unit.mismatch"},
         {R"({"type": "open loop", "arrivals": "sometimes"})", "value.unknown-choice"},
         {R"({"stages": [{"workers": 3}]})", "field.missing"},
         {R"({"stages": [{"duration": 1, "workers": -3}]})", "value.out-of-range"},
         {R"({"stages": [{"duration": 1, "workers": "NOBODY"}]})", "expression.faulty"},
         {R"({"stages": ["no row"]})", "schema.type"},
         {R"({"workers": 100000000})", "value.out-of-range"},
         {R"({"depth": 0})", "value.out-of-range"},
         {R"({"rate": 5})", "workload.field-unused"},
         {R"({"type": "jobs", "depth": 5})", "workload.field-unused"},
         {R"({"workers": 4, "stages": [{"duration": 1, "workers": 3}]})", "workload.field-idle"},
         {R"({"ramp_up": "1 s", "stages": [{"duration": 1, "workers": 3}]})", "workload.field-idle"},
         {R"({"type": "open loop", "rate": 5, "stages": [{"duration": 1, "rate": 3}]})", "workload.field-idle"},
         {R"({"type": "open loop", "rate": 5, "rates": [["0 s", 3]]})", "workload.field-idle"},
         {R"({"type": "open loop", "ramp_down": "1 s", "rates": [["0 s", 3]]})", "workload.field-idle"},
         {R"({"type": "open loop", "arrivals": "constant", "off_time": "1 s"})", "workload.field-idle"},
         {R"({"size": 5, "size_max": 9})", "sizes.field-idle"},
         {R"({"operations": [{"operation": "ask", "size": 5, "size_sigma": 2}]})", "sizes.field-idle"},
         {R"({"operations": [{"operation": "ask", "arguments": {"key": "rank"}}]})", "expression.faulty"}});
    auto tiny = waitingProject(Json::parse(fields));
    const auto loaded =
        project::parseProject(tiny.tree.dump(), shippedComponents(), {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    INFO(fields << told(loaded.findings));
    CHECK(std::any_of(loaded.findings.begin(), loaded.findings.end(),
                      [&, k = key](const project::Finding& finding) { return finding.key == k; }));
}

TEST_CASE("fields that go together are not reported")
{
    const char* fields = oneOf(
        {R"({"ramp_down": "1 s", "stages": [{"duration": 1, "workers": 3}]})", R"({"workers": 3, "ramp_up": "1 s"})",
         R"({"type": "open loop", "arrivals": "bursts", "on_time": "1 s", "off_time": "1 s", "rate": 3})",
         R"({"type": "open loop", "rates": [["0 s", 3]], "rate_between": "linear"})",
         R"({"size_distribution": "log-normal", "size": 5, "size_min": 1, "size_max": 9, "size_sigma": 2})",
         R"({"size_distribution": "uniform", "size_min": 1, "size_max": 9,
            "operations": [{"operation": "ask", "size": 5}, {"operation": "ask", "size_max": 7}]})"});
    const auto tiny = waitingProject(Json::parse(fields));
    const auto loaded =
        project::parseProject(tiny.tree.dump(), shippedComponents(), {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    INFO(fields << told(loaded.findings));
    CHECK_FALSE(std::any_of(loaded.findings.begin(), loaded.findings.end(), [](const project::Finding& finding) {
        return finding.key.find("idle") != std::string::npos;
    }));
}

TEST_CASE("a workload that a parameter switches off starts nothing, and its fellow runs")
{
    Json tree = alone(R"({"id": "w", "type": "delay", "time": "1 ms"})", "start > w > answer").tree;
    tree["parameters"] = {{{"name", "SHARE"}, {"type", "number"}, {"value", 0}}};
    tree["workloads"].push_back(tree["workloads"][0]);
    tree["workloads"][1]["id"] = "other";
    tree["workloads"][0]["operations"][0]["weight"] = "SHARE";
    CHECK(fate(tree) == "ran");
    tree["workloads"][0]["operations"][0]["weight"] = 0;
    CHECK_THAT(fate(tree), Catch::Contains("No operation has a weight above 0"));
}

TEST_CASE("a disabled workload starts nothing, without a warning, and its faults are reported all the same")
{
    Json tree = alone(R"({"id": "w", "type": "delay", "time": "1 ms"})", "start > w > answer").tree;
    tree["parameters"] = {{{"name", "ON"}, {"type", "switch"}, {"value", false}}};
    tree["workloads"].push_back(tree["workloads"][0]);
    tree["workloads"][1]["id"] = "other";
    tree["workloads"][1]["disabled"] = "!ON";
    SECTION("it is off")
    {
        const auto loaded = project::parseProject(tree.dump(), shippedComponents(), {});
        CHECK_THAT(told(loaded.findings), !Catch::Contains("/workloads"));
        const std::uint64_t off = simulate(tree).operations.begin()->second.count;
        Json single = tree;
        single["workloads"].erase(1);
        CHECK(off == simulate(single).operations.begin()->second.count);
    }
    SECTION("it is faulty")
    {
        tree["workloads"][1]["operations"][0]["operation"] = "none";
        CHECK_THAT(fate(tree), Catch::Contains("no operation of that role named \"none\""));
    }
}
