// Values drawn from tables of the project: times of blocks, sizes, think times.
#include "../../effort.h"
#include "tests/one_of.h"
#include "workload_fixture.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <unistd.h>

using namespace headroom;
using namespace headroom::test;

namespace {

/// A client that draws x from the table "measured" and waits for x seconds; one thread, so that others queue.
TinyProject drawing(const Json& distribution, Json workload = {{"workers", 1}})
{
    TinyProject tiny;
    tiny.group("clients", 1);
    tiny.role("client", "clients", {{"kind", "threads"}});
    tiny.operation("client", "ask",
                   R"({"id": "wait", "type": "delay", "distribution": "table", "table": "measured"},
                      {"id": "done", "type": "reply"})",
                   "start > wait > done");
    Json complete = {{"id", "load"}, {"role", "client"}, {"operations", {{{"operation", "ask"}}}}};
    complete.update(workload);
    tiny.tree["workloads"] = Json::array({complete});
    Json named = {{"id", "measured"}};
    named.update(distribution);
    tiny.tree["distributions"] = Json::array({named});
    return tiny;
}

project::ValueTable tableOf(const Json& fields, const std::filesystem::path& folder = {})
{
    TinyProject tiny = drawing(fields);
    const auto components = shippedComponents();
    const project::Project project = parsed(tiny.tree, components);
    project::Findings findings;
    project::Resolver resolver(project, components, findings);
    resolver.readFilesFrom(folder);
    const auto table = resolver.table("measured");
    INFO(told(findings));
    REQUIRE(table);
    return *table;
}

/// The keys of what is found in the checks.
bool isTold(const Json& tree, const std::string& key)
{
    const auto loaded =
        project::parseProject(tree.dump(), shippedComponents(), {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    UNSCOPED_INFO(told(loaded.findings));
    return std::any_of(loaded.findings.begin(), loaded.findings.end(),
                       [&](const project::Finding& finding) { return finding.key == key; });
}

struct TableFolder
{
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("headroom-table-test-" + std::to_string(::getpid()));
    explicit TableFolder(const std::string& text)
    {
        std::filesystem::create_directories(path);
        std::ofstream(path / "times.csv", std::ios::binary) << text;
    }
    ~TableFolder() { std::filesystem::remove_all(path); }
    TableFolder(const TableFolder&) = delete;
    TableFolder& operator=(const TableFolder&) = delete;
};

} // namespace

TEST_CASE("the values of a table have their shares, those of a range evenly")
{
    const auto table =
        tableOf({{"values", {{"2 ms", 70}, {{"value", "5 ms"}, {"weight", 20}}, {"10 ms", 10, "20 ms"}}}});
    for (const auto& [share, value] : std::vector<std::pair<double, double>>{
             {0, 0.002}, {0.699, 0.002}, {0.701, 0.005}, {0.899, 0.005}, {0.9, 0.010}, {0.95, 0.015}, {0.99, 0.019}})
        CHECK(table.at(share) == Approx(value));
    CHECK(table.mean() == Approx(0.7 * 0.002 + 0.2 * 0.005 + 0.1 * 0.015));
}

TEST_CASE("quantiles are joined by lines, and end at the first and the last")
{
    const auto table = tableOf({{"quantiles", {{0.1, "1 ms"}, {0.5, "3 ms"}, {0.9, "11 ms"}}}});
    for (const auto& [share, value] : std::vector<std::pair<double, double>>{
             {0, 1}, {0.1, 1}, {0.3, 2}, {0.5, 3}, {0.7, 7}, {0.8, 9}, {0.9, 11}, {0.999, 11}})
        CHECK(table.at(share) == Approx(value / 1000));
    CHECK(table.mean() == Approx((0.1 * 1 + 0.4 * 2 + 0.4 * 7 + 0.1 * 11) / 1000));
}

TEST_CASE("a table comes from a file with a header, in the unit that is given")
{
    const auto [text, mean] = oneOf<std::tuple<const char*, double>>({{"value,weight\n1,3\n5,1\n", 2},
                                                                      {"weight;value\r\n3;1\r\n1;5\r\n", 2},
                                                                      {"value\n1\n1\n1\n5\n", 2},
                                                                      {"value,weight,to\n1,3,1\n4,1,6\n", 2},
                                                                      {"share, value\n0, 1\n1, 3\n", 2}});
    const TableFolder folder(text);
    CHECK(tableOf({{"file", "times.csv"}, {"unit", "ms"}}, folder.path).mean() == Approx(mean / 1000));
}

TEST_CASE("faults of a table's file are reported with its name and line")
{
    const auto [text, name, words] = oneOf<std::tuple<const char*, const char*, const char*>>(
        {{"value\n1\n", "other.csv", "other.csv: There is no file"},
         {"value\n1\n", "../times.csv", "is not in the project's folder"},
         {"", "times.csv", "It is empty"},
         {"value\n", "times.csv", "no row"},
         {"weight\n1\n", "times.csv", "no column named value"},
         {"value,wait\n1,1\n", "times.csv", "line 1: the column \"wait\""},
         {"value,weight\n1,1\nx,1\n", "times.csv", "line 3: \"x\""},
         {"value,weight\n1,1\n2\n", "times.csv", "line 3: \"\""},
         {"value\n-1\n", "times.csv", "line 2: \"-1\""},
         {"share,value\n0.5,1\n0.5,2\n", "times.csv", "not above that before it (row 2)"},
         {"share,value\n0.5,2\n0.6,1\n", "times.csv", "below that of a smaller share (row 2)"},
         {"share,value\n50,2\n", "times.csv", "above 1 (row 1)"},
         {"value,to\n2,1\n", "times.csv", "ends below its beginning (row 1)"},
         {"value,weight\n2,0\n", "times.csv", "No value has a weight"}});
    const TableFolder folder(text);
    const auto tiny = drawing({{"file", name}});
    const auto components = shippedComponents();
    const run::Simulation simulation(parsed(tiny.tree, components), components, {.seed = {}, .folder = folder.path});
    INFO(text);
    CHECK_THAT(told(simulation.findings()), Catch::Contains(words));
}

TEST_CASE("a table that makes no sense is reported on loading, and so is a block without one")
{
    const auto [distribution, key] = oneOf<std::tuple<const char*, const char*>>(
        {{R"({})", "distribution.values"},
         {R"({"values": [[1]], "file": "x.csv"})", "distribution.values"},
         {R"({"values": []})", "distribution.empty"},
         {R"({"values": [[1, 0]]})", "distribution.empty"},
         {R"({"values": [[2, 1, 1]]})", "distribution.range"},
         {R"({"values": [[-2]]})", "value.out-of-range"},
         {R"({"values": [["5 KiB"]]})", "unit.mismatch"},
         {R"({"quantiles": [[0.5, 1], [0.4, 2]]})", "distribution.order"},
         {R"({"quantiles": [[0.5, 3], [0.6, 2]]})", "distribution.order"},
         {R"({"quantiles": [[50, 3]]})", "value.out-of-range"},
         {R"({"file": "x.csv", "unit": "KiB"})", "unit.mismatch"},
         {R"({"file": "x.csv", "unit": "fortnights"})", "distribution.unknown-unit"},
         {R"({"values": [[1]], "unit": "ms"})", "distribution.field-idle"},
         {R"({"values": [[1]], "id": "other"})", "distribution.unknown"}});
    CHECK(isTold(drawing(Json::parse(distribution)).tree, key));
}

TEST_CASE("a block's table and its mean exclude each other, and one of them is needed")
{
    const auto [fields, key] = oneOf<std::tuple<const char*, const char*>>(
        {{R"({})", "schema.missing"},
         {R"({"distribution": "table"})", "distribution.no-table"},
         {R"({"distribution": "table", "table": "measured", "time": "1 s"})", "distribution.field-idle"},
         {R"({"time": "1 s", "table": "measured"})", "distribution.field-idle"}});
    auto tiny = drawing({{"values", {{1}}}});
    Json& blocks = tiny.tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"];
    for (Json& block : blocks)
        if (block["id"] == "wait") {
            block.erase("distribution");
            block.erase("table");
            block.update(Json::parse(fields));
        }
    CHECK(isTold(tiny.tree, key));
}

TEST_CASE("one thread whose times come from a table waits as Pollaczek and Khinchine say", "[theory]")
{
    // 1 ms or, one in ten, 21 ms: mean 3 ms, mean square 45 ms². At 200 /s the thread is busy for 0.6 of the time, and
    // the mean wait is 200 · 45 ms² / (2 · 0.4) = 11.25 ms.
    auto tiny = drawing(Json::parse(R"({"values": [["1 ms", 9], ["21 ms", 1]]})"),
                        {{"type", "open loop"}, {"rate", "200 /s"}, {"arrivals", "Poisson"}});
    tiny.tree["run"]["duration"] = std::to_string(effort(6000)) + " s";
    const auto summary = simulate(tiny.tree);
    CHECK(summary.operations.at("ask").latency.meanMs == Approx(3 + 11.25).epsilon(surenessWanted * 3));
}

TEST_CASE("think times come from a table", "[theory]")
{
    auto tiny = drawing({{"values", {{"100 ms"}}}}, {{"workers", 1},
                                                     {"type", oneOf({"closed loop", "jobs"})},
                                                     {"think_distribution", "table"},
                                                     {"think_table", "thinking"}});
    if (tiny.tree["workloads"][0]["type"] == "jobs") {
        tiny.tree["workloads"][0].erase("workers");
        tiny.tree["workloads"][0]["jobs"] = 1000000;
    }
    tiny.tree["distributions"].push_back({{"id", "thinking"}, {"quantiles", {{0, "100 ms"}, {1, "700 ms"}}}});
    tiny.tree["run"]["duration"] = "5000 s";
    const auto summary = simulate(tiny.tree);
    // 0.1 s and, uniformly, 0.1 to 0.7 s: 10 000 rounds of 0.5 s, deviating by 0.173 s each.
    CHECK(static_cast<double>(summary.operations.at("ask").count) == Approx(10000).margin(4 * 0.173 / 0.5 * 100));
}

TEST_CASE("sizes and drawn numbers come from a table", "[theory]")
{
    auto tiny = drawing({{"values", {{"1 s"}}}}, {{"workers", 20}});
    tiny.role("client", "clients", {{"kind", "thread per request"}});
    Json& share = tiny.tree["workloads"][0]["operations"][0];
    share["size_distribution"] = "table";
    share["size_table"] = "sizes";
    share["payload"] = "size";
    tiny.tree["distributions"].push_back(Json::parse(R"({"id": "sizes", "values": [["4 KiB", 3], ["64 KiB", 1]]})"));
    tiny.tree["run"]["duration"] = "500.5 s";
    const auto summary = simulate(tiny.tree);
    const double count = 20 * 500;
    REQUIRE(summary.operations.at("ask").count == count);
    const double deviation = 60 * 1024 * std::sqrt(3.0) / 4;
    CHECK(summary.operations.at("ask").bytesPerSecond * 500.5 / count ==
          Approx(19 * 1024).margin(4 * deviation / std::sqrt(count)));
}
