// Replications, traces and runs that are stopped, from the command line.
#include "engine_process.h"
#include "record/file/result_file.h"
#include "record/structure/json.h"

#include <nlohmann/json.hpp>

using namespace headroom;
using namespace headroom::cli::test;

namespace {

std::string firstQueueRun()
{
    return std::string("simulate '") + HEADROOM_SOURCE_DIR + "/projects/first-queue' --duration '6 s' --check-laws ";
}

} // namespace

TEST_CASE("replications are runs of their own seeds: the first is the plain run, the mean is over all")
{
    const Folder folder;
    const fs::path result = folder.path / "r.hrr";
    const auto all = printed(folder.run(firstQueueRun() + "--replications 4 --json --out '" + result.string() + "'"));
    REQUIRE(all["replications"]["count"] == 4);
    double mean = 0;
    for (const auto& seed : all["replications"]["seeds"]) {
        const auto one = printed(folder.run(firstQueueRun() + "--json --seed " + seed.dump()));
        mean += one["operations"]["ask"]["per_s"].get<double>() / 4;
    }
    CHECK(all["operations"]["ask"]["per_s"].get<double>() == Approx(mean));
    CHECK(all["operations"]["ask"]["ci95_rel"] > 0);
    const record::ResultReader reader(result);
    CHECK(reader.replications().size() == 4);
    CHECK(reader.summary().replications->seeds.size() == 4);
    CHECK(reader.replications()[0].seed == 1);
}

TEST_CASE("a trace is written for Perfetto and kept in the result")
{
    const Folder folder;
    const fs::path trace = folder.path / "t.json", result = folder.path / "r.hrr";
    const auto summary = printed(
        folder.run(firstQueueRun() + "--json --trace '" + trace.string() + "' --out '" + result.string() + "'"));
    CHECK(summary["traced_requests"] > 0);
    const auto events = nlohmann::json::parse(contentOf(trace));
    CHECK(events.size() > 100);
    CHECK(record::ResultReader(result).spans().size() > 100);
}

TEST_CASE("a run that is stopped by a limit says why, keeps its result and ends with status 2")
{
    const Folder folder;
    auto project =
        record::Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    project["run"]["max_requests"] = 1;
    const fs::path changed = folder.write("limited.headroom", project.dump());
    const Output output = folder.run("simulate '" + changed.string() + "' --json");
    CHECK(printed(output, 2)["status"].get<std::string>().starts_with("stopped: more than 1 requests"));
    CHECK(output.err.find("stopped") != std::string::npos);
    project["run"]["max_requests"] = 0;
    project["workloads"] = record::Json::array();
    CHECK(folder.run("simulate '" + folder.write("empty.headroom", project.dump()).string() + "' --json").status == 1);
}

TEST_CASE("the table says what limits, what is held, drawn and paid")
{
    const Folder folder;
    const Output output = folder.run("simulate " + swiftRack() + "--set WORKERS=16 --duration '11 s' --out '" +
                                     (folder.path / "r.hrr").string() + "'");
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK(output.out.find("Each of the 16 requests of \"") != std::string::npos);
    CHECK(output.out.find("; more requests at a time would bring more") != std::string::npos);
    CHECK(output.out.find("Limit: ") == std::string::npos); // nothing is near one
    const Output busy = folder.run("simulate " + swiftRack() + "--set WORKERS=256 --duration '11 s' --out '" +
                                   (folder.path / "b.hrr").string() + "'");
    CHECK(busy.out.find("Limit: ") != std::string::npos);
    CHECK(busy.out.find("What would help: headroom-engine advise.") != std::string::npos);
    CHECK(busy.out.find("twice") == std::string::npos); // that is simulated, or not said
    for (const char* words : {"Capacity: ", "usable", "Power: ", "Price: "})
        CHECK(output.out.find(words) != std::string::npos);
    // The line separates the costs of the groups from the parts without a price.
    const std::string price = output.out.substr(output.out.find("Price: "));
    const std::string line = price.substr(0, price.find('\n'));
    INFO(line);
    CHECK(line.find(" USD (clients 10\u2009500, ") != std::string::npos);
    CHECK(line.find("switches 0") == std::string::npos);
    CHECK(line.find("), without Intel_FM10420_MultiHost, chassis and memory, which have no price in the libraries. "
                    "Estimated: ") != std::string::npos);
    CHECK(line.ends_with(" USD of it. Cables and optics are not counted."));
}

TEST_CASE("a result's project gives the same run again, however large its seed, and as many replications")
{
    const Folder folder;
    auto project =
        record::Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    project["run"]["replications"] = 3;
    project["run"]["duration"] = "6 s";
    const std::string file = folder.write("three.headroom", project.dump()).string();
    const fs::path result = folder.path / "r.hrr";
    const auto first = printed(folder.run("simulate '" + file + "' --replications 1 --seed 9007199254740993 --json " +
                                          "--out '" + result.string() + "'"));
    const fs::path again = folder.write("again.headroom", record::ResultReader(result).projectText());
    const auto second = printed(folder.run("simulate '" + again.string() + "' --json"));
    CHECK(second["seed"] == 9007199254740993u);
    CHECK_FALSE(second.contains("replications"));
    CHECK(second["operations"] == first["operations"]);
}

TEST_CASE("replications find the project's files where the run does")
{
    const Folder folder;
    auto project =
        record::Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    project["run"] = {{"duration", "2 s"}, {"warm_up", "0 s"}};
    project["workloads"][0] = {{"id", "questions"},
                               {"role", project["workloads"][0]["role"]},
                               {"type", "trace"},
                               {"trace", "t.csv"},
                               {"operations", project["workloads"][0]["operations"]}};
    const std::string file = folder.write("traced.headroom", project.dump()).string();
    fs::create_directory(folder.path / "files");
    folder.write("files/t.csv", "time,operation\n0.1,ask\n0.5,ask\n");
    const auto summary = printed(folder.run("simulate '" + file + "' --replications 2 --json --beside '" +
                                            (folder.path / "files").string() + "'"));
    CHECK(summary["replications"]["count"] == 2);
    CHECK(summary["operations"]["ask"]["count"] == 4);
}

TEST_CASE("a wrong number of replications is refused with a sentence")
{
    const Folder folder;
    const Output output = folder.run(firstQueueRun() + "--replications 0");
    CHECK(output.status == 1);
    CHECK(output.err.find("--replications") != std::string::npos);
}
