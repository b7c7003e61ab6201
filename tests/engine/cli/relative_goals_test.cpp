// Goals that are relative to a baseline, and several goals at once, in studies of the real engine.
#include "engine_process.h"

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// One server whose number is a parameter; customers ask it.
Json servers(const char* goals)
{
    auto tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    tree["parameters"].push_back({{"name", "SERVERS"}, {"type", "integer"}, {"value", 1}, {"minimum", 1}});
    tree["topology"]["groups"][1]["count"] = "SERVERS";
    tree["goals"] = Json::parse(goals);
    return tree;
}

/// Answer of a command about the project.
Json answered(const std::string& command, const Json& tree, const std::string& arguments,
              const std::string& duration = "20 s")
{
    const Folder folder;
    return printed(folder.run(command + " '" + folder.write("goals.headroom", tree.dump()).string() +
                              "' --json --duration '" + duration + "' --out '" + (folder.path / "s.hrs").string() +
                              "' " + arguments));
}

std::string verdict(const Json& table, std::size_t point, const char* goal)
{
    return table["points"][point]["goals"][goal]["verdict"];
}

} // namespace

TEST_CASE("a study compares its points with a baseline of the same seeds")
{
    const Json tree = servers(R"([{"id": "gain", "metric": "ask.throughput", "at_least_of_baseline": 1.5},
        {"id": "as two", "metric": "ask.throughput", "at_least_of_baseline": 0.99, "baseline": {"SERVERS": "2 * SERVERS"}}])");
    const Json table = answered("study", tree, "--set CUSTOMERS=60 --vary SERVERS=1,2 --replications 3");
    CHECK(verdict(table, 0, "gain") == "missed"); // it is the baseline itself
    CHECK(verdict(table, 0, "as two") == "missed");
    CHECK(verdict(table, 1, "gain") == "met");
    CHECK(verdict(table, 1, "as two") == "met"); // the same runs: the ratio is 1 without error
    const Json& one = table["points"][0]["figures"]["ask.throughput"];
    CHECK(table["points"][1]["goals"]["gain"]["at_least"].get<double>() == Approx(1.5 * one["value"].get<double>()));
    CHECK(table["decision"]["point"] == 1);
}

TEST_CASE("the cheapest point is found under a goal relative to a baseline")
{
    const Json tree = servers(R"([{"id": "gain", "metric": "ask.throughput", "at_least_of_baseline": 2.5}])");
    const std::string space = "--set CUSTOMERS=200 --vary SERVERS=1..6/6";
    const Json whole = answered("study", tree, space);
    const Json found = answered("cheapest", tree, space);
    CHECK(whole["decision"]["point"] == 2); // three servers serve three times as many
    CHECK(found["decision"]["point"] == whole["decision"]["point"]);
}

TEST_CASE("a single run says that it knows no baseline")
{
    const Folder folder;
    const Json tree = servers(R"([{"id": "gain", "metric": "ask.throughput", "at_least_of_baseline": 1.5}])");
    const Output output = folder.run("simulate '" + folder.write("goals.headroom", tree.dump()).string() +
                                     "' --json --goals --duration '5 s' --warm-up '0 s'");
    CHECK(output.status == 0);
    const Json goal = Json::parse(output.out)["goals"][0];
    CHECK(goal["verdict"] == "not yet known");
    CHECK_THAT(goal["sentence"].get<std::string>(), Contains("a single run knows no baseline; a study runs it"));
}

TEST_CASE("goals on several operations have to be met at once")
{
    auto tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
    tree["run"]["warm_up"] = "1 s";
    const auto with = [&](double puts, double getS) {
        tree["goals"] = {{{"id", "puts"}, {"metric", "PUT.throughput"}, {"at_least", puts}},
                         {{"id", "gets"}, {"metric", "GET.latency.mean"}, {"at_most", getS}}};
        return answered("study", tree, "--set OPERATION=MIX --set RAMP_UP='500 ms' --vary WORKERS=16,64", "5 s");
    };
    const Json open = with(1, 100);
    const auto between = [&](const char* figure) {
        const auto at = [&](std::size_t point) {
            return open["points"][point]["figures"][figure]["value"].get<double>();
        };
        return (at(0) + at(1)) / 2;
    };
    const double puts = between("PUT.throughput"), getS = between("GET.latency.mean");
    const Json apart = with(puts, getS); // few workers are fast, many do much
    CHECK(verdict(apart, 0, "puts") == "missed");
    CHECK(verdict(apart, 0, "gets") == "met");
    CHECK(verdict(apart, 1, "puts") == "met");
    CHECK(verdict(apart, 1, "gets") == "missed");
    CHECK_THAT(apart["decision"]["sentence"].get<std::string>(), Contains("No point meets all goals"));
    CHECK(with(puts, 100)["decision"]["point"] == 1);
}
