// Levels of detail beside each other, black boxes made from runs, and the reference pages, from the command line.
#include "../effort.h"
#include "engine_process.h"
#include "tests/one_of.h"

#include <nlohmann/json.hpp>

using namespace headroom::cli::test;
using Json = nlohmann::ordered_json;

namespace {

std::string firstQueue()
{
    return std::string("'") + HEADROOM_SOURCE_DIR + "/projects/first-queue' ";
}

} // namespace

TEST_CASE("a black box of the first queue's server gives its throughput and latency within a few per cent")
{
    const Folder folder;
    const fs::path file = folder.path / "boxed.headroom";
    const Json box = printed(
        folder.run("levels " + firstQueue() + "--make-black-box server/serve --json --out '" + file.string() + "'"));
    CHECK(box["time_s"].get<double>() == Approx(0.010).epsilon(0.03));
    CHECK(box["variation"].get<double>() == Approx(1).margin(0.03));
    CHECK(box["concurrency"] == 1);

    const Json compared = printed(folder.run("levels '" + file.string() + "' --json"));
    REQUIRE(compared["operations"].size() == 1);
    CHECK(compared["operations"][0]["operation"] == "serve");
    const Json& levels = compared["operations"][0]["levels"];
    REQUIRE(levels.size() == 2);
    CHECK(levels[0]["level"] == "full");
    CHECK(levels[0]["operations"]["ask"]["mean_percent"] == 0.0);
    CHECK(levels[1]["level"] == "black box");
    CHECK(levels[1]["events"] > 0);
    CHECK(std::abs(levels[1]["operations"]["ask"]["per_s_percent"].get<double>()) < 3);
    CHECK(std::abs(levels[1]["operations"]["ask"]["mean_percent"].get<double>()) < 6);

    // The level that held goes on holding; the parameter switches.
    const Json before = printed(folder.run("simulate " + firstQueue() + "--json"));
    const Json same = printed(folder.run("simulate '" + file.string() + "' --json"));
    CHECK(same["operations"] == before["operations"]);
    const Json boxed = printed(folder.run("simulate '" + file.string() + "' --json --set 'SERVE_LEVEL=black box'"));
    CHECK(boxed["operations"] != before["operations"]);
    CHECK(contentOf(file).find("at low load") != std::string::npos);
}

TEST_CASE("a server of several threads becomes a black box that serves as many at once")
{
    const Folder folder;
    const Json box =
        printed(folder.run("levels " + firstQueue() + "--set THREADS=4 --set CUSTOMERS=50 --json " +
                           "--make-black-box server/serve --out '" + (folder.path / "b.headroom").string() + "'"));
    CHECK(box["concurrency"] == 4);
    // The full one takes longer: with four cores busy each is slower, which a time measured at low load cannot know.
    CHECK(box["black_box_mean_s"] < box["full_mean_s"]);
}

TEST_CASE("the time of a black box is measured where hardly anybody waits, whatever the type of the workload")
{
    const Folder folder;
    Json project = Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    Json& workload = project["workloads"][0];
    for (const char* field : {"type", "workers", "think_time", "think_distribution"})
        workload.erase(field);
    const char* more = headroom::test::oneOf(headroom::test::someOf<const char*>(
        {R"({"workers": 4})", R"({"type": "open loop", "rates": [["0 s", 60]]})",
         R"({"type": "open loop", "stages": [{"duration": "1000 s", "rate": "60 /s"}]})",
         R"({"type": "jobs", "jobs": 100000, "tasks": 4})"}));
    INFO(more);
    workload.update(Json::parse(more));
    const fs::path file = folder.write("busy.headroom", project.dump());
    const Json box = printed(folder.run("levels '" + file.string() + "' --make-black-box server/serve --json --out '" +
                                        (folder.path / "b.headroom").string() + "'"));
    CHECK(box["time_s"].get<double>() == Approx(0.010).epsilon(0.06));
    CHECK(box["full_mean_s"] > 0.018);
}

TEST_CASE("the network's levels are compared with the flow level")
{
    const Folder folder;
    Json rack = Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/swift-rack/swift-rack.headroom"));
    rack["run"]["warm_up"] = "1 s";
    rack["run"]["duration"] = "6 s";
    const fs::path file = folder.write("rack.headroom", rack.dump());
    const Json levels = printed(folder.run("levels '" + file.string() +
                                           "' --set OPERATION=GET --set 'OBJECT_SIZE=64 KB' --set WORKERS=16 --set "
                                           "'RAMP_UP=0.2 s' --network --json"))["network"];
    REQUIRE(levels.size() == 3);
    CHECK(levels[0]["level"] == "flow");
    CHECK(levels[1]["level"] == "message");
    CHECK(levels[2]["level"] == "delay only");
    CHECK(levels[0]["operations"]["GET"]["per_s_percent"] == 0.0);
    // The disks limit it.
    CHECK(std::abs(levels[1]["operations"]["GET"]["per_s_percent"].get<double>()) < 2);
}

TEST_CASE("figures that cannot be compared or measured are named")
{
    const Folder folder;
    CHECK(folder.run("levels " + firstQueue()).status == 1);
    const Output unknown = folder.run("levels " + firstQueue() + "--make-black-box server/ask --out x.headroom");
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Catch::Contains("server/ask"));
    CHECK(folder.run("levels " + firstQueue() + "--make-black-box server/serve").status == 1);
}

TEST_CASE("groups are reported block by block and as the sum of their blocks' time")
{
    const Folder folder;
    Json project = Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    Json& diagram = project["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    const Json work = diagram["blocks"][1];
    diagram["blocks"][1] = {
        {"id", "desk"},
        {"type", "group"},
        {"inner",
         {{"blocks",
           {{{"id", "in"}, {"type", "way in"}},
            {{"id", "greet"}, {"type", "delay"}, {"time", "1 ms"}},
            work,
            {{"id", "out"}, {"type", "way out"}}}},
          {"wires", Json::parse(R"([["in.next", "greet.in"], ["greet.next", "work.in"], ["work.next", "out.in"]])")}}}};
    diagram["wires"] = Json::parse(R"([["start.next", "desk.in"], ["desk.next", "answer.in"]])");
    const fs::path file = folder.write("g.headroom", project.dump());
    const Json said = printed(folder.run("simulate '" + file.string() + "' --json"));
    std::map<std::string, Json> blocks;
    for (const Json& block : said["blocks"])
        blocks[block["block"].get<std::string>()] = block;
    REQUIRE(blocks.count("desk") == 1);
    REQUIRE(blocks.count("desk.work") == 1);
    CHECK(blocks["desk.greet"]["mean_s"].get<double>() == Approx(1e-3));
    CHECK(blocks["desk"]["visits"].get<double>() == Approx(blocks["desk.work"]["visits"].get<double>()).margin(20));
    CHECK(blocks["desk"]["mean_s"].get<double>() ==
          Approx(1e-3 + blocks["desk.work"]["mean_s"].get<double>()).epsilon(0.01));
}

TEST_CASE("the reference is written as pages")
{
    const Folder folder;
    const Output output = folder.run("reference --out '" + (folder.path / "pages").string() + "'");
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK(contentOf(folder.path / "pages/index.md").find("blocks/for-each.md") != std::string::npos);
    CHECK(contentOf(folder.path / "pages/blocks/mirrored-write.md").find("First volume") != std::string::npos);
    CHECK(fs::exists(folder.path / "pages/fields/run.md"));
    folder.write("file", "");
    CHECK(folder.run("reference --out '" + (folder.path / "file").string() + "'").status == 1);
}

TEST_CASE("an operation that works on after its reply is no black box, and the reason is said")
{
    const Folder folder;
    Json project = Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    Json& diagram = project["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    std::string answer;
    for (const Json& block : diagram["blocks"])
        if (block["type"] == "reply")
            answer = block["id"];
    diagram["blocks"].push_back({{"id", "after"}, {"type", "compute"}, {"work", "1 ms"}});
    diagram["wires"].push_back({answer + ".next", "after.in"});
    const fs::path file = folder.write("after.headroom", project.dump());
    const Output output = folder.run("levels '" + file.string() + "' --make-black-box server/serve --out '" +
                                     (folder.path / "b.headroom").string() + "'");
    CHECK(output.status == 1);
    CHECK_THAT(output.err, Catch::Contains("server/serve works on after its reply"));
    // Its caller's answer does not show that work either.
    const Output caller = folder.run("levels '" + file.string() + "' --make-black-box customer/ask --out '" +
                                     (folder.path / "b.headroom").string() + "'");
    CHECK(caller.status == 1);
    CHECK_THAT(caller.err, Catch::Contains("server/serve works on after its reply"));
}
