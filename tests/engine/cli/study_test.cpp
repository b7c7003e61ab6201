// `headroom-engine study`: many runs of the real engine, their table, and going on after an interruption.
#include "child/process.h"
#include "engine_process.h"

#include <cstdlib>
#include <fstream>
#include <set>

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

std::string queueProject()
{
    return std::string("'") + HEADROOM_SOURCE_DIR + "/projects/first-queue' ";
}

/// Runs a study of first-queue and takes its table.
Json studied(const Folder& folder, const std::string& arguments)
{
    return printed(
        folder.run("study " + queueProject() + "--json --out '" + (folder.path / "s.hrs").string() + "' " + arguments));
}

double throughput(const Json& point)
{
    return point["figures"]["ask.throughput"]["value"].get<double>();
}

} // namespace

TEST_CASE("the points of a study have the figures of the same runs made one by one")
{
    const Folder folder;
    const Json table = studied(folder, "--vary THREADS=1,4 --vary CUSTOMERS=5,20 --duration '20 s'");
    REQUIRE(table["points"].size() == 4);
    for (const Json& point : table["points"]) {
        const auto setting = [&](const char* name) {
            return std::string(" --set ") + name + '=' + point["settings"][name].get<std::string>();
        };
        const Json alone = printed(folder.run("simulate " + queueProject() + "--json --duration '20 s'" +
                                              setting("THREADS") + setting("CUSTOMERS")));
        CHECK(throughput(point) == alone["operations"]["ask"]["per_s"].get<double>());
    }
    CHECK(table["decision"]["point"] == 3);
}

TEST_CASE("a study that names a faulty component of a library says what is wrong with it, and others are not mentioned")
{
    const Folder folder;
    fs::create_directories(folder.path / "hardware");
    folder.write("hardware/drives.json", R"({"format": "headroom-hardware", "version": 1, "components": [
        {"id": "broken", "kind": "ssd", "parameters": "none"}, {"id": "wrong", "kind": "ssd", "parameters": 1}]})");
    const auto complaints = [&folder](const std::string& drive) {
        const std::string script = "env HEADROOM_LIBRARIES='" HEADROOM_SOURCE_DIR "/libraries:" + folder.path.string() +
                                   "' '" HEADROOM_ENGINE "' study " + swiftRack() + "--vary DRIVE=" + drive +
                                   " --duration '10100 ms' --restart --out '" + (folder.path / "s.hrs").string() + "'";
        return headroom::child::Process(headroom::child::Command{"/bin/sh", {"-c", script}}).wait().complaints;
    };
    const std::string named = complaints("broken,Samsung_PM893_1_92TB");
    CHECK_THAT(named, Contains("No library holds a component \"broken\"") && Contains("drives.json") &&
                          Contains("It must be an object, not \"none\""));
    CHECK_THAT(complaints("Samsung_PM893_1_92TB,Samsung_PM893_7_68TB"), !Contains("drives.json"));
}

TEST_CASE("a study reports what users wait for, also where several workloads ask for the same operation")
{
    const Folder folder;
    const Json table = printed(folder.run("study '" HEADROOM_SOURCE_DIR "/projects/open-loop' --vary THREADS=4,8 "
                                          "--duration '25 s' --json --out '" +
                                          (folder.path / "s.hrs").string() + "'"));
    for (const Json& point : table["points"]) {
        CHECK(point["figures"]["visitors: ask.throughput"]["value"].is_number());
        CHECK(point["figures"]["visitors: ask.latency.p99"]["value"].is_number());
        CHECK_FALSE(point["figures"].contains("housekeeping: ask.throughput")); // a timer
    }
}

TEST_CASE("a parameter that nothing uses is reported before anything runs")
{
    const Folder folder;
    Json project =
        Json::parse(std::ifstream(std::string(HEADROOM_SOURCE_DIR) + "/projects/first-queue/first-queue.headroom"));
    project["parameters"].push_back({{"name", "COLOUR"}, {"type", "integer"}, {"value", 1}});
    std::ofstream(folder.path / "p.headroom") << project;
    const Output plan =
        folder.run("study '" + (folder.path / "p.headroom").string() + "' --plan --vary COLOUR=1,2 --vary THREADS=1,2");
    CHECK(plan.status == 0);
    CHECK_THAT(plan.err, Contains("Nothing in the project uses \"COLOUR\""));
    CHECK_THAT(plan.err, !Contains("THREADS"));
}

TEST_CASE("parts that belong together follow one axis")
{
    const Folder folder;
    Json project =
        Json::parse(std::ifstream(std::string(HEADROOM_SOURCE_DIR) + "/projects/first-queue/first-queue.headroom"));
    project["parameters"].push_back(
        {{"name", "SIZE"}, {"type", "choice"}, {"value", "small"}, {"alternatives", {"small", "large"}}});
    for (Json& group : project["topology"]["groups"])
        group["chassis"] = "SIZE == small ? Dell_PowerEdge_R660_10x2_5in : Dell_PowerEdge_R760_24x2_5in";
    std::ofstream(folder.path / "p.headroom") << project;
    const Json table =
        printed(folder.run("study '" + (folder.path / "p.headroom").string() +
                           "' --vary SIZE=small,large --duration '15 s' --report rack_units --json --out '" +
                           (folder.path / "s.hrs").string() + "'"));
    REQUIRE(table["points"].size() == 2);
    const auto height = [&](std::size_t point) {
        return table["points"][point]["figures"]["rack_units"]["value"].get<double>();
    };
    CHECK(height(1) == 2 * height(0));
    CHECK(folder.run("check '" + (folder.path / "p.headroom").string() + "'").out.find("error") == std::string::npos);
}

TEST_CASE("the time and the money of a study are estimated from five of its runs")
{
    const Folder folder;
    const Output output =
        folder.run("study " + queueProject() +
                   "--estimate --core-hour 100000 --vary CUSTOMERS=5..50/10 --duration '20 s' --jobs 2");
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("10 points: 10 runs") && Contains("5 of these runs took ") &&
                               Contains(" hours of a core") && Contains(" USD, if the values of each parameter"));
    CHECK(folder.run("study " + queueProject() + "--core-hour 1 --vary CUSTOMERS=5,10").status == 1);
}

TEST_CASE("a finished study is not run again, and another one is not mixed with it")
{
    const Folder folder;
    const std::string first = "--vary THREADS=1,2 --duration '15 s'";
    const Json table = studied(folder, first);
    CHECK(studied(folder, first) == table); // also the processor time of its runs
    const std::string file = "--out '" + (folder.path / "s.hrs").string() + "' ";
    const Output other = folder.run("study " + queueProject() + file + "--vary THREADS=1,2 --duration '16 s'");
    CHECK(other.status == 1);
    CHECK_THAT(other.err, Contains("holds another study") && Contains("--restart"));
    CHECK(folder.run("study " + queueProject() + file + "--restart --vary THREADS=1,2 --duration '16 s'").status == 0);
}

TEST_CASE("a study goes on after it was stopped by a command")
{
    const Folder folder;
    const std::string file = "--out '" + (folder.path / "s.hrs").string() + "' ";
    const std::string arguments = queueProject() + file + "--jobs 1 --vary CUSTOMERS=5..64/60 --duration '40 s' ";
    // Stops it as soon as a point is finished.
    const Output stopped =
        folder.run("study " + arguments + "--stream",
                   "sh -c 'until grep -q \"\\\"record\\\":\\\"point\\\"\" " + folder.outputFile().string() +
                       "; do sleep 0.01; done; echo \"{\\\"command\\\":\\\"stop\\\"}\"'");
    CHECK(stopped.status == 2);
    CHECK_THAT(stopped.out, Contains("\"complete\":false"));
    const Json table = printed(folder.run("study " + arguments + "--json"));
    REQUIRE(table["points"].size() == 60);
    for (const Json& point : table["points"])
        CHECK(point["state"] == "done");
}

TEST_CASE("a point that cannot be run is a row with its reason")
{
    const Folder folder;
    auto tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    tree["topology"]["groups"][1]["count"] = "3 - THREADS";
    const auto file = folder.write("faulty.headroom", tree.dump());
    const Output output = folder.run("study '" + file.string() + "' --vary THREADS=1,2,4 --json");
    INFO(output.err << output.out);
    const Json table = Json::parse(output.out);
    CHECK(table["points"][1]["state"] == "done");
    CHECK(table["points"][2]["state"] == "failed");
    CHECK_THAT(table["points"][2]["reason"].get<std::string>(), Contains("The run failed: ") && Contains("count"));
}

TEST_CASE("the runs of a study are reported before it starts, and so are faults")
{
    const Folder folder;
    const Output plan = folder.run("study " + queueProject() +
                                   "--plan --jobs 2 --replications 3 --vary THREADS=1..8/8 "
                                   "--vary CUSTOMERS=1,9 --where 'CUSTOMERS > THREADS'");
    CHECK(plan.out == "8 points (8 excluded by constraints): 24 runs, 2 processes on this machine.\n");
    CHECK_FALSE(std::filesystem::exists(folder.path / "s.hrs"));
    const auto refusal = [&](const std::string& arguments) {
        const Output output = folder.run("study " + queueProject() + "--plan " + arguments);
        CHECK(output.status == 1);
        return output.err;
    };
    CHECK_THAT(refusal(""), Contains("no study") && Contains("--vary"));
    CHECK_THAT(refusal("nothing"), Contains("no study \"nothing\""));
    CHECK_THAT(refusal("--vary THREADS"), Contains("NAME=V1,V2"));
    CHECK_THAT(refusal("--vary THREADS=0,1"), Contains("out of range"));
    CHECK_THAT(refusal("--vary THREADS=1,2 --report ask.throughtput"), Contains("ask.throughput"));
    CHECK_THAT(refusal("--vary THREADS=1,2 --duration '0 s'"), Contains("no length"));
}

TEST_CASE("an executor that is not there is reported before anything runs or is replaced")
{
    const Folder folder;
    const std::string study = "study " + queueProject() + "--vary THREADS=1,2 --duration '12 s' --restart --out '" +
                              (folder.path / "s.hrs").string() + "' ";
    CHECK(folder.run(study).status == 0);
    const std::string before = contentOf(folder.path / "s.hrs");
    std::filesystem::create_symlink("/usr/bin/env", folder.path / "env");
    const std::string path = std::getenv("PATH"); // the next test needs it
    ::setenv("PATH", folder.path.c_str(), 1);     // without the commands of Slurm
    const Output output = folder.run(study + "--executor slurm");
    ::setenv("PATH", path.c_str(), 1);
    CHECK(output.status == 1);
    CHECK_THAT(output.err, Contains("no Slurm here") && Contains("sbatch") && Contains("login node"));
    CHECK(contentOf(folder.path / "s.hrs") == before);
    const Output local = folder.run(study + "--partition fast");
    CHECK(local.status == 1);
    CHECK_THAT(local.err, Contains("--partition") && Contains("--executor slurm"));
}

TEST_CASE("samples of a space are drawn from the project's seed")
{
    const Folder folder;
    for (const char* const design : {"latin hypercube", "low discrepancy"}) {
        const std::string arguments = std::string("--restart --duration '12 s' --points 8 --design '") + design +
                                      "' --vary THINK_TIME=0..0.8 --vary THREADS=1,2";
        const Json table = studied(folder, arguments);
        CHECK(table["points"].size() == 8);
        // A Latin hypercube has a point in each eighth of the range. Sobol's sequence leaves out its first element, so
        // that one of the first eight elements after it shares an eighth.
        std::set<int> eighths;
        int single = 0;
        for (const Json& point : table["points"]) {
            eighths.insert(static_cast<int>(std::stod(point["settings"]["THINK_TIME"].get<std::string>()) * 10));
            single += point["settings"]["THREADS"] == "1";
        }
        CHECK(eighths.size() >= 7);
        CHECK(single == 4);
        CHECK(studied(folder, arguments)["points"][3]["settings"] == table["points"][3]["settings"]);
    }
}

TEST_CASE("the best of some values is named with its probability")
{
    const Folder folder;
    const Json answer =
        printed(folder.run("best " + queueProject() + "--json --out '" + (folder.path / "b.hrs").string() +
                           "' --vary CUSTOMERS=40 --vary THREADS=1,2,4 --figure ask.throughput"));
    CHECK(answer["decision"]["point"] == 2);
    CHECK(answer["decision"]["probability"] > 0.95);
    CHECK(answer["decision"]["runs"] < 20);
    CHECK_THAT(answer["decision"]["sentence"].get<std::string>(),
               Contains("THREADS = 4) is best by ask.throughput") && Contains("Each run lasts"));
}

TEST_CASE("the stream of a study has its columns, then all points some at a time, then each that is finished")
{
    const Folder folder;
    const std::string values = [] {
        std::string list = "1";
        for (int i = 2; i <= 150; ++i)
            list += ',' + std::to_string(i);
        return list;
    }();
    const Output output = folder.run("study " + queueProject() + "--stream --out '" + (folder.path / "s.hrs").string() +
                                     "' --duration '2 s' --vary CUSTOMERS=" + values + " < /dev/null");
    std::istringstream lines(output.out);
    std::vector<std::string> kinds;
    std::size_t points = 0, pieces = 0;
    for (std::string line; std::getline(lines, line);) {
        const Json record = Json::parse(line);
        const auto kind = record["record"].get<std::string>();
        if (kind == "study")
            CHECK(record["points"] == 150);
        if (kind == "points") {
            ++pieces;
            for (const Json& point : record["points"])
                CHECK(point["number"] == points++);
        }
        if (kinds.empty() || kinds.back() != kind)
            kinds.push_back(kind);
    }
    CHECK(points == 150);
    CHECK(pieces > 1);
    REQUIRE(kinds.size() > 3);
    CHECK(kinds[0] == "study");
    CHECK(kinds[1] == "points");
    CHECK(kinds.back() == "end");
}

TEST_CASE("the stream of the best has an answer after each round of runs and the last of them at its end")
{
    const Folder folder;
    const Output output = folder.run("best " + queueProject() + "--stream --out '" + (folder.path / "b.hrs").string() +
                                     "' --vary CUSTOMERS=40 --vary THREADS=1,2,4 --figure ask.throughput < /dev/null");
    std::istringstream lines(output.out);
    std::vector<Json> answers;
    Json end;
    std::uint64_t runs = 0;
    for (std::string line; std::getline(lines, line);) {
        const Json record = Json::parse(line);
        if (record["record"] == "progress")
            runs = record["runs_done"];
        if (record["record"] == "answer") {
            CHECK(record["runs"] == runs);
            answers.push_back(record);
        }
        if (record["record"] == "end")
            end = record;
    }
    REQUIRE_FALSE(answers.empty());
    CHECK(answers.back()["sentence"] == end["sentence"]);
    CHECK(answers.back()["probability"] == end["probability"]);
    CHECK(end["complete"] == true);
    CHECK(end["runs"] == runs);
}

TEST_CASE("the cheapest point that meets the goals is the one that the whole study finds", "[search]")
{
    const Folder folder;
    auto tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    tree["parameters"].push_back({{"name", "SERVERS"}, {"type", "integer"}, {"value", 1}, {"minimum", 1}});
    tree["topology"]["groups"][1]["count"] = "SERVERS";
    tree["goals"] = Json::parse(R"([{"id": "fast", "metric": "ask.latency.mean", "at_most": "30 ms"}])");
    const std::string arguments = "'" + folder.write("servers.headroom", tree.dump()).string() +
                                  "' --vary SERVERS=1..12/12 --vary CUSTOMERS=100 --vary THREADS=1..3/3 "
                                  "--duration '30 s' --json --out '" +
                                  folder.path.string();
    const Json whole = printed(folder.run("study " + arguments + "/all.hrs'"));
    const Json found = printed(folder.run("cheapest " + arguments + "/some.hrs'"));
    const auto priceOf = [&](const Json& table) {
        return whole["points"][table["decision"]["point"].get<std::size_t>()]["figures"]["price"]["value"]
            .get<double>();
    };
    INFO(found["decision"].dump(2));
    CHECK(priceOf(found) == priceOf(whole));
    CHECK(found["decision"]["points_run"] < 20); // of 36
    const Output none = folder.run("cheapest " + queueProject() + "--vary THREADS=1,2 --out '" +
                                   (folder.path / "none.hrs").string() + "'");
    CHECK(none.status == 1);
    CHECK_THAT(none.err, Contains("has no goal"));
}
