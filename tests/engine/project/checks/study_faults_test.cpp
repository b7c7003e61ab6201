// Goals, studies and measurements: what is kept of them, and what is said of faults.
#include "../projects.h"
#include "project/file/json_writer.h"

#include <map>

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

Json with(const char* section, const char* entry)
{
    Json tree = shipped("swift-rack");
    tree[section] = Json::array({Json::parse(entry)});
    return tree;
}

struct SectionFault
{
    const char* section;
    const char* entry;
    const char* key;
    const char* pointer;
};

/// The entry with an id, or for a result a name, of its own.
Json named(Json entry, std::size_t number)
{
    if (entry.contains("id") && entry["id"] != "")
        entry["id"] = entry["id"].get<std::string>() + std::to_string(number);
    if (entry.contains("name") && entry["name"] == "r")
        entry["name"] = "r" + std::to_string(number);
    return entry;
}

} // namespace

TEST_CASE("a study, a goal and a measurement are read, and written as they stood")
{
    Json tree = shipped("swift-rack");
    tree["goals"] = Json::parse(R"([{"id": "quick", "metric": "PUT.latency.p99", "at_most": "50 ms"}])");
    tree["studies"] = Json::parse(R"([{"id": "devices",
        "space": [{"parameter": "DRIVE", "values": "ticked"},
                  {"parameter": "WORKERS", "from": 16, "to": 1024, "steps": 7, "scale": "log", "colour": "kept"}],
        "report": ["PUT.per_s"], "design": "full", "replications": 3}])");
    tree["measurements"] = Json::parse(R"([{"id": "rack", "file": "measured.csv", "case": {"WORKERS": "workers"},
        "metrics": {"PUT.per_s": "throughput"}, "use": "compare"}])");
    const Project project = open(tree);
    CHECK(project.goals[0].fields["at_most"] == "50 ms");
    CHECK(project.studies[0].space[1].fields["steps"] == 7);
    CHECK(project.measurements[0].fields["metrics"]["PUT.per_s"] == "throughput");
    const std::string text = toText(project);
    CHECK(toText(open(Json::parse(text))) == text);
    CHECK(Json::parse(text)["studies"] == tree["studies"]);
    CHECK(Json::parse(text)["goals"] == tree["goals"]);
}

TEST_CASE("values that are ticked for a study are no fault, as long as they are alternatives")
{
    Json tree = shipped("first-queue");
    tree["parameters"][0]["alternatives"] = {1, 2, 3};
    tree["parameters"][0]["ticked"] = {1, 3};
    const std::string place = "/parameters/0/ticked";
    CHECK_FALSE(find(parse(tree).findings, "key.unknown", place));
    tree["parameters"][0]["ticked"] = {1, 4};
    CHECK(find(parse(tree).findings, "parameter.ticked-unknown", place + "/1"));
    CHECK_FALSE(find(parse(tree).findings, "key.unknown", place));
}

TEST_CASE("faults of goals, studies and measurements are reported with their place")
{
    const std::vector<SectionFault> faults = {
        {"goals", R"({"id": "g", "at_most": "1 ms"})", "schema.missing", "/goals/0/metric"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput"})", "goal.no-limit", "/goals/0"},
        {"goals", R"({"id": "g", "metric": "PUT.per_s", "at_least": 1})", "goal.unknown-figure", "/goals/0/metric"},
        {"goals", R"({"id": "g", "metric": "PUTT.throughput", "at_least": 1})", "goal.unknown-owner",
         "/goals/0/metric"},
        {"goals", R"({"id": "g", "metric": "jobs.sort.completion", "at_most": "1 h"})", "goal.unknown-owner",
         "/goals/0/metric"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": "1 ms"})", "unit.mismatch",
         "/goals/0/at_least"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": 1, "with": {"WORKRES": 1}})",
         "parameter.unknown", "/goals/0/with/WORKRES"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": 1, "with": {"WORKERS": "WORKERS +"}})",
         "expression.faulty", "/goals/0/with/WORKERS"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": 1, "with": {"WORKERS": 1.5}})",
         "value.not-whole", "/goals/0/with/WORKERS"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": 1, "with": {"DRIVE": "none"}})",
         "component.unknown", "/goals/0/with/DRIVE"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": 1, "down": {"storages": 1}})", "group.unknown",
         "/goals/0/down/storages"},
        {"goals", R"({"id": "g", "metric": "PUT.throughput", "at_least": 1, "down": {"storage": 1000}})",
         "value.out-of-range", "/goals/0/down/storage"},
        {"goals", R"({"id": "g", "metric": "price", "at_most": 1000, "at_most_of_baseline": 2})", "goal.two-limits",
         "/goals/0"},
        {"goals", R"({"id": "g", "metric": "price", "at_most_of_baseline": 0})", "value.out-of-range",
         "/goals/0/at_most_of_baseline"},
        {"goals", R"({"id": "g", "metric": "price", "at_most_of_baseline": 2, "baseline": {"WORKRES": 1}})",
         "parameter.unknown", "/goals/0/baseline/WORKRES"},
        {"results", R"({"name": "r"})", "schema.missing", "/results/0/value"},
        {"results", R"({"name": "r", "value": "PUT.per_s * 2"})", "result.unknown-figure", "/results/0/value"},
        {"results", R"({"name": "r", "value": "WORKRES * 2"})", "expression.faulty", "/results/0/value"},
        {"results", R"({"name": "r", "value": "2 * PUTT.throughput"})", "result.unknown-owner", "/results/0/value"},
        {"results", R"({"name": "own", "value": "2 * own"})", "result.cycle", "/results/0/value"},
        {"results", R"({"name": "r", "value": "PUT.latency.p99", "unit": "GB"})", "unit.mismatch", "/results/0/unit"},
        {"results", R"({"name": "r", "value": "PUT.latency.p99", "unit": "hours"})", "result.unknown-unit",
         "/results/0/unit"},
        {"results", R"({"name": "price", "value": "2 * power"})", "result.name-taken", "/results/0/name"},
        {"results", R"({"name": "WORKERS", "value": "2 * power"})", "result.name-taken", "/results/0/name"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKRES", "values": [1]}]})", "parameter.unknown",
         "/studies/0/space/0/parameter"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKERS"}]})", "axis.no-values", "/studies/0/space/0"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKERS", "values": []}]})", "axis.no-values",
         "/studies/0/space/0/values"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKERS", "values": "marked"}]})", "axis.unknown-word",
         "/studies/0/space/0/values"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKERS", "values": [1], "from": 1, "to": 2}]})",
         "axis.values-twice", "/studies/0/space/0"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKERS", "values": [1]}], "design": "all"})",
         "value.unknown-choice", "/studies/0/design"},
        {"measurements", R"({"id": "m", "file": "m.csv", "case": {"WORKRES": "w"}})", "parameter.unknown",
         "/measurements/0/case/WORKRES"},
        {"measurements", R"({"id": "m"})", "schema.missing", "/measurements/0/file"},
        {"studies", R"({"id": "", "space": [{"parameter": "WORKERS", "values": [1]}]})", "id.empty", "/studies/0/id"},
        {"studies", R"({"id": "s", "space": [{"parameter": "WORKERS", "values": [1]}, {"parameter": "WORKERS",
         "values": [2]}]})",
         "id.duplicate", "/studies/0/space/1/parameter"},
    };
    // The entries of a section are faulty independently of each other, and a project with all of them is read once.
    std::map<std::string, std::vector<SectionFault>> bySection;
    for (const SectionFault& fault : faults)
        bySection[fault.section].push_back(fault);
    for (const auto& [section, together] : bySection) {
        Json tree = shipped("swift-rack");
        tree[section] = Json::array();
        for (const SectionFault& fault : together)
            tree[section].push_back(named(Json::parse(fault.entry), tree[section].size()));
        const LoadResult result = parse(tree);
        CHECK_FALSE(result.project);
        for (std::size_t i = 0; i < together.size(); ++i) {
            const std::string first = "/" + section + "/0";
            const std::string pointer = "/" + section + "/" + std::to_string(i) + (together[i].pointer + first.size());
            INFO(together[i].entry << ' ' << pointer << lines(result.findings));
            const Finding* found = find(result.findings, together[i].key, pointer);
            REQUIRE(found);
            CHECK(found->severity == Severity::error);
        }
    }
}

TEST_CASE("derived results that are computed from each other are reported with the way around")
{
    Json tree = shipped("swift-rack");
    tree["results"] = Json::parse(R"([{"name": "a", "value": "power + b"}, {"name": "b", "value": "\"c d\" / 2"},
                                      {"name": "c d", "value": "a"}, {"name": "e", "value": "a"}])");
    const LoadResult result = parse(tree);
    INFO(lines(result.findings));
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].problem == "It is computed from itself: a → b → c d → a.");
}

TEST_CASE("a goal on a derived result needs a limit in its unit")
{
    Json tree = shipped("swift-rack");
    tree["results"] = Json::parse(R"([{"name": "run time", "value": "1000 / PUT.throughput", "unit": "min"}])");
    tree["goals"] = Json::parse(R"([{"id": "g", "metric": "run time", "at_most": "1 h"}])");
    CHECK(lines(parse(tree).findings) == "");
    tree["goals"][0]["at_most"] = "1 GB";
    CHECK(find(parse(tree).findings, "unit.mismatch", "/goals/0/at_most"));
}

TEST_CASE("a goal on an operation that the results distinguish by its workloads gets the names to use")
{
    Json tree = shipped("open-loop");
    tree["goals"] = Json::parse(R"([{"id": "g", "metric": "ask.latency.p99", "at_most": "60 ms"}])");
    const LoadResult result = parse(tree);
    const Finding* told = find(result.findings, "goal.told-apart", "/goals/0/metric");
    REQUIRE(told);
    CHECK(told->severity == Severity::warning);
    CHECK(told->remedy == "Begin the figure's name with one of these: visitors: ask, report: ask, housekeeping: ask.");
    tree["goals"][0]["metric"] = "visitors: ask.latency.p99";
    CHECK(lines(parse(tree).findings) == "");
}

TEST_CASE("a measurement of a figure that the results do not have is an error")
{
    const LoadResult good = parse(with("measurements", R"({"id": "m", "file": "m.csv"})"));
    INFO(lines(good.findings));
    CHECK(good.findings.empty());
    const auto faultOf = [](const char* figure) {
        const Json entry = {{"id", "m"}, {"file", "m.csv"}, {"metrics", {{figure, "column"}}}};
        const LoadResult result = parse(with("measurements", entry.dump().c_str()));
        INFO(lines(result.findings));
        REQUIRE(result.findings.size() == 1);
        CHECK(result.findings[0].pointer == std::string("/measurements/0/metrics/") + figure);
        return result.findings[0].key;
    };
    CHECK(faultOf("PUT.rate") == "measurement.unknown-figure");
    CHECK(faultOf("PUTT.throughput") == "measurement.unknown-owner");
}

TEST_CASE("a goal whose limits exclude each other is an error, one on what is not there is warned of")
{
    const auto told = [](const Json& goal) {
        Json tree = shipped("first-queue");
        tree["goals"] = Json::array({goal});
        tree["goals"][0]["id"] = "goal";
        std::vector<std::string> keys;
        for (const Finding& finding : parse(tree).findings)
            keys.push_back(finding.key + ' ' + finding.pointer);
        return keys;
    };
    using Keys = std::vector<std::string>;
    const Json within = {{"metric", "price"}, {"at_least", 5}, {"at_most", 6}};
    CHECK(told(within).empty());
    CHECK(told({{"metric", "price"}, {"at_least", 6}, {"at_most", 5}}) == Keys{"goal.never-met /goals/0/at_least"});
    const auto limits = [&](const char* metric) { return told({{"metric", metric}, {"at_most", 0.5}}); };
    const Keys never = {"goal.never-known /goals/0/metric"};
    CHECK(limits("resources.server.processor.used").empty());
    CHECK(limits("resources.processor.used").empty());
    CHECK(limits("resources.servr.processor.used") == never);
    CHECK(limits("resources.procesor.used") == never);
    CHECK(limits("rings.objects.missing") == never);
    CHECK(told({{"metric", "jobs.questions.completion"}, {"at_most", "5 s"}}) == never);
}

TEST_CASE("a ring whose pieces count as whole copies is reported, and one of which too few are there is at fault")
{
    const auto ringWith = [](const Json& fields) {
        Json tree = shipped("swift-rack");
        tree["selectors"][0].update(fields);
        return parse(tree).findings;
    };
    const std::string ring = "/selectors/0";
    for (const char* const sum : {"4 + 2", "3 + 1"})
        CHECK(find(ringWith({{"replicas", sum}}), "ring.many-copies", ring + "/replicas"));
    for (const Json& fields : {Json{{"replicas", 3}}, Json{{"replicas", "3 + 1"}, {"enough", 3}},
                               Json{{"replicas", 6}, {"enough", 4}}, Json{{"replicas", 6}, {"enough", 1}}})
        CHECK_FALSE(find(ringWith(fields), "ring.many-copies", ring + "/replicas"));
    CHECK(find(ringWith({{"replicas", 3}, {"enough", 4}}), "ring.never-enough", ring + "/enough"));
}
