// The command check: what it tells of a project with other values of its parameters.
#include "engine_process.h"

using namespace headroom::cli::test;
using Json = nlohmann::ordered_json;
using Catch::Contains;

namespace {

/// A project whose server has a component parameter and a choice between two diagrams.
Json project()
{
    Json tree = Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    tree["parameters"].push_back(Json::parse(R"({"name": "FAIL", "type": "switch", "value": false})"));
    tree["disturbances"] =
        Json::parse(R"([{"id": "d", "what": "node", "target": "server", "action": "fail", "at": "FAIL ? 1 s : 1 h"}])");
    tree["run"]["duration"] = "20 s";
    return tree;
}

std::string told(const Folder& folder, const Json& tree, const std::string& more)
{
    const fs::path file = folder.write("p.headroom", tree.dump());
    return folder.run("check '" + file.string() + "' " + more).err;
}

} // namespace

TEST_CASE("a project is checked with the values that --set gives, by check and by simulate")
{
    const Folder folder;
    CHECK_THAT(told(folder, project(), ""), Contains("It has no effect: the run ends earlier"));
    CHECK_THAT(told(folder, project(), "--set FAIL=true"), !Contains("It has no effect"));
    const Output run = folder.run("simulate '" + (folder.path / "p.headroom").string() + "' --set FAIL=true --json");
    CHECK_THAT(run.err, !Contains("It has no effect"));
    CHECK_THAT(told(folder, project(), "--set FALE=true"), Contains("FALE") && Contains("FAIL"));
}

TEST_CASE("a parameter that nothing uses is reported by check, and by simulate when it is set")
{
    const Folder folder;
    Json tree = project();
    tree["parameters"].push_back(Json::parse(R"({"name": "DISKS", "type": "integer", "value": 2})"));
    CHECK_THAT(told(folder, tree, ""), Contains("warning: parameter \"DISKS\"") && Contains("changes nothing") &&
                                           Contains("/parameters/" + std::to_string(tree["parameters"].size() - 1)) &&
                                           !Contains("parameter \"FAIL\""));
    const std::string simulate =
        "simulate '" + (folder.path / "p.headroom").string() + "' --duration '1 s' --warm-up '0 s' --json ";
    CHECK_THAT(folder.run(simulate).err, !Contains("DISKS"));
    CHECK_THAT(folder.run(simulate + "--set DISKS=4").err, Contains("DISKS") && Contains("changes nothing"));
    CHECK_THAT(told(folder, project(), ""), !Contains("changes nothing"));
}

TEST_CASE("each alternative is checked, one at a time, and its findings name it")
{
    const Folder folder;
    Json tree = project();
    for (Json& parameter : tree["parameters"])
        parameter.erase("alternatives"); // only the switch has any
    tree["parameters"].back()["value"] = true;
    CHECK_THAT(told(folder, tree, ""), !Contains("It has no effect"));
    CHECK_THAT(told(folder, tree, "--all-alternatives"), Contains("with FAIL=false") && Contains("It has no effect"));
    const Json json =
        printed(folder.run("check '" + (folder.path / "p.headroom").string() + "' --json --all-alternatives"));
    bool named = false;
    for (const Json& finding : json["findings"])
        named = named || finding.value("with", "") == "FAIL=false";
    CHECK(named);
}

TEST_CASE("a component that does not exist hides no fault that shows when everything is put together")
{
    const Folder folder;
    Json tree = project();
    tree["topology"]["groups"][0]["processor"] = "Intel_Xeon_X";
    for (Json& block : tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"])
        if (block["type"] == "call")
            block["selector"] = "at device";
    const std::string all = told(folder, tree, "");
    CHECK_THAT(all, Contains("Intel_Xeon_X") && Contains("names no device"));
}

TEST_CASE("a run that gets stuck ends with status 2 and says where")
{
    const Folder folder;
    Json tree = project();
    Json& server = tree["behaviours"][1]["definition"];
    server["state"] = Json::parse(R"([{"id": "all", "type": "barrier"}])");
    for (Json& block : server["operations"][0]["diagrams"][0]["blocks"])
        if (block["type"] == "compute")
            block = Json::parse(R"({"id": ")" + block["id"].get<std::string>() +
                                R"(", "type": "barrier", "state": "all", "ranks": 1000})");
    tree["disturbances"] = Json::array();
    const fs::path file = folder.write("stuck.headroom", tree.dump());
    const Output run = folder.run("simulate '" + file.string() + "' --json");
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Contains("Stuck since"));
    CHECK(Json::parse(run.out)["status"] == "stuck");
}

TEST_CASE("resources are scaled by name for a run and for a check, and the run says so")
{
    const Folder folder;
    const std::string file = "'" + folder.write("p.headroom", project().dump()).string() + "' ";
    const std::string scale = "--scale 'server.processor=2' ";
    const Output plain = folder.run("simulate " + file + "--json"),
                 faster = folder.run("simulate " + file + scale + "--json");
    CHECK(printed(faster)["scaled"]["server.processor"] == 2);
    CHECK_FALSE(printed(plain).contains("scaled"));
    CHECK(printed(faster)["operations"]["ask"]["latency_ms"]["mean"] <
          printed(plain)["operations"]["ask"]["latency_ms"]["mean"]);
    const std::string result = "--out '" + (folder.path / "r.hrr").string() + "'";
    CHECK_THAT(folder.run("simulate " + file + scale + result).out, Contains("With server.processor scaled by 2."));
    CHECK(folder.run("check " + file + scale).status == 0);
    for (const char* wrong : {"server.procesor=2", "server.processor=0", "server.processor", "server.processor=two"}) {
        INFO(wrong);
        for (const char* command : {"check ", "simulate "})
            CHECK(folder.run(command + file + "--scale '" + wrong + "'").status == 1);
    }
    CHECK_THAT(folder.run("check " + file + "--scale server.procesor=2").err, Contains("server.processor"));
}

TEST_CASE("presets are listed, set, and checked beside the alternatives")
{
    const Folder folder;
    Json tree = project();
    tree["presets"] = Json::parse(R"([
        {"id": "calm", "name": "Nothing fails", "description": "A calm day.", "values": {"FAIL": false}},
        {"id": "storm", "values": {"FAIL": true, "CUSTOMERS": 50}}])");
    tree["parameters"].back()["value"] = true;
    tree["parameters"].back()["more"] = true;
    const std::string file = "'" + folder.write("p.headroom", tree.dump()).string() + "'";
    const std::string listed = folder.run("parameters " + file).out;
    CHECK_THAT(listed, Contains("calm: Nothing fails") && Contains("A calm day.") && Contains("FAIL=false") &&
                           Contains("CUSTOMERS = 10") && Contains("1 more") && !Contains("FAIL = true"));
    CHECK_THAT(folder.run("parameters --all " + file).out, Contains("FAIL = true"));
    CHECK(printed(folder.run("parameters --json " + file))["presets"][1]["values"]["CUSTOMERS"] == 50);
    CHECK_THAT(told(folder, tree, "--all-alternatives"), Contains("with preset calm"));
    const auto set = [&](const std::string& more) {
        return printed(folder.run("simulate " + file + " --duration '15 s' --json " + more))["parameters"];
    };
    CHECK(set("--preset storm")["CUSTOMERS"] == "50");
    CHECK(set("--preset storm --set CUSTOMERS=20")["CUSTOMERS"] == "20");
    CHECK(set("--preset storm --set FAIL=false")["CUSTOMERS"] == "50"); // what is set beside it leaves the rest of it
    CHECK(set("--set FAIL=false --preset storm")["FAIL"] == "false");
    CHECK_THAT(folder.run("simulate --preset strom " + file).err, Contains("no preset \"strom\""));
}

TEST_CASE("a disturbance that is disabled may name what is not there")
{
    const Folder folder;
    Json tree = project();
    tree["disturbances"][0].update(Json{{"number", "7"}, {"disabled", "!FAIL"}});
    CHECK_THAT(told(folder, tree, "--set FAIL=true"), Contains("There are fewer nodes"));
    CHECK_THAT(told(folder, tree, ""), !Contains("There are fewer nodes"));
}

TEST_CASE("a run that leaves out all its time as warm-up is refused")
{
    const Folder folder;
    const std::string simulate =
        "simulate '" + folder.write("p.headroom", project().dump()).string() + "' --json --duration '1 s' ";
    const Output refused = folder.run(simulate + "--warm-up '2 s'");
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("nothing is left to be measured") && Contains("--warm-up"));
    CHECK(folder.run(simulate + "--warm-up '0 s'").status == 0);
}
