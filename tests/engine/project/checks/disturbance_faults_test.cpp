// Findings about disturbances that make no sense; those that do are kept as they were written.
#include "../projects.h"
#include "project/file/json_writer.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

LoadResult with(Json fields)
{
    Json tree = shipped("first-queue");
    Json disturbance = {{"id", "one"}};
    disturbance.update(fields);
    tree["disturbances"] = Json::array({disturbance});
    return parse(tree);
}

std::string group()
{
    return shipped("first-queue")["topology"]["groups"][1]["id"];
}

} // namespace

TEST_CASE("disturbances open, may speak of parameters, and are saved as they were written")
{
    Json tree = shipped("first-queue");
    tree["parameters"].push_back({{"name", "DOWN_AT"}, {"type", "quantity"}, {"unit", "s"}, {"value", "5 s"}});
    const Json link = tree["topology"]["fabrics"][0]["links"][0]["id"];
    tree["disturbances"] = {
        {{"id", "dies"}, {"what", "node"}, {"target", group()}, {"at", "DOWN_AT"}, {"until", "DOWN_AT + 5 s"}},
        {{"id", "limps"}, {"what", "link"}, {"target", link}, {"at", "1 s"}, {"action", "slow"}, {"factor", "1 / 10"}},
        {{"id", "mended"}, {"what", "link"}, {"target", link}, {"at", "2 s"}, {"action", "return"}}};
    const LoadResult result = parse(tree);
    INFO(lines(result.findings));
    REQUIRE(result.project);
    CHECK(result.findings.empty());
    CHECK(result.project->disturbances.size() == 3);
    CHECK(toJson(*result.project)["disturbances"] == tree["disturbances"]);
    CHECK(toText(open(Json::parse(toText(*result.project)))) == toText(*result.project));
}

TEST_CASE("a disturbance whose target is not there, or whose times make no sense, is reported at its place")
{
    struct Fault
    {
        Json fields;
        const char *key, *place;
    };
    const std::vector<Fault> faults = {
        {{{"target", "nobody"}, {"at", "1 s"}}, "disturbance.no-target", "/target"},
        {{{"target", group()}, {"number", 1000}, {"at", "1 s"}}, "disturbance.no-target", "/number"},
        {{{"what", "device"}, {"target", group()}, {"devices", "none"}, {"at", "1 s"}},
         "disturbance.no-target",
         "/devices"},
        {{{"what", "link"}, {"target", "none"}, {"at", "1 s"}}, "disturbance.no-target", "/target"},
        {{{"what", "switch"}, {"target", "none"}, {"at", "1 s"}}, "disturbance.no-target", "/target"},
        {{{"target", group()}, {"at", "3 s"}, {"until", "2 s"}}, "disturbance.order", "/until"},
        {{{"target", group()}}, "schema.missing", "/at"},
        {{{"at", "1 s"}}, "schema.missing", "/target"},
        {{{"target", group()}, {"at", "1 s"}, {"action", "slow"}, {"factor", 0}}, "value.out-of-range", "/factor"},
        {{{"target", group()}, {"at", "1 s"}, {"action", "slow"}, {"factor", 5}}, "value.out-of-range", "/factor"},
        {{{"what", "daemon"}, {"target", group()}, {"role", "none"}, {"at", "1 s"}}, "disturbance.no-target", "/role"},
        {{{"what", "daemon"}, {"target", group()}, {"at", "1 s"}, {"action", "slow"}},
         "disturbance.daemon-speed",
         "/action"},
        {{{"what", "rack"}, {"target", group()}, {"at", "1 s"}}, "value.unknown-choice", "/what"},
    };
    for (const Fault& fault : faults) {
        const LoadResult result = with(fault.fields);
        INFO(fault.fields.dump() << lines(result.findings));
        CHECK(find(result.findings, fault.key, std::string("/disturbances/0") + fault.place));
        CHECK_FALSE(result.project);
    }
}

TEST_CASE("fields of a disturbance without an effect are reported, and the project opens")
{
    const Json link = shipped("first-queue")["topology"]["fabrics"][0]["links"][0]["id"];
    struct Idle
    {
        Json fields;
        const char *key, *place;
    };
    const std::vector<Idle> idle = {
        {{{"target", group()}, {"at", "1000 s"}}, "disturbance.after-end", "/at"},
        {{{"target", group()}, {"at", "1 s"}, {"devices", "none"}}, "disturbance.field-unused", "/devices"},
        {{{"what", "link"}, {"target", link}, {"at", "1 s"}, {"device", 2}}, "disturbance.field-unused", "/device"},
        {{{"target", group()}, {"at", "1 s"}, {"instance", 2}}, "disturbance.field-unused", "/instance"},
        {{{"target", group()}, {"at", "1 s"}, {"factor", 0.5}}, "disturbance.field-unused", "/factor"},
        {{{"target", group()}, {"at", "1 s"}, {"action", "return"}, {"until", "2 s"}},
         "disturbance.until-unused",
         "/until"},
    };
    for (const Idle& one : idle) {
        const LoadResult result = with(one.fields);
        INFO(one.fields.dump() << lines(result.findings));
        CHECK(find(result.findings, one.key, std::string("/disturbances/0") + one.place));
        CHECK(result.findings.size() == 1);
        CHECK(result.project);
    }
}

TEST_CASE("a workload, and a stage of it, that begins after the end of the run is reported")
{
    Json tree = shipped("first-queue");
    tree["run"]["duration"] = "60 s";
    Json& workload = tree["workloads"][0];
    const auto told = [&](const std::string& key, const std::string& pointer) {
        return find(parse(tree).findings, key, pointer) != nullptr;
    };
    workload["start"] = "60 s";
    CHECK(told("workload.after-end", "/workloads/0/start"));
    workload["disabled"] = true;
    CHECK_FALSE(told("workload.after-end", "/workloads/0/start"));
    workload.erase("disabled");
    workload["start"] = "10 s";
    workload.erase("workers");
    workload["stages"] = {{{"duration", "40 s"}, {"workers", 2}}, {{"duration", "20 s"}, {"workers", "CUSTOMERS"}}};
    CHECK(parse(tree).findings.empty());
    workload["stages"][0]["duration"] = "50 s";
    CHECK(told("stage.after-end", "/workloads/0/stages/1"));
}

TEST_CASE("a run with a precision may last until a disturbance beyond its duration")
{
    Json tree = shipped("first-queue");
    tree["run"].update({{"precision", 0.02}, {"max_duration", "2000 s"}});
    tree["disturbances"] = {{{"id", "late"}, {"target", group()}, {"at", "1000 s"}}};
    CHECK_FALSE(find(parse(tree).findings, "disturbance.after-end", "/disturbances/0/at"));
}
