#include "engine_process.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

using namespace headroom::cli::test;
using Catch::Contains;

namespace {

/// Exit status 1, one line of standard error that holds every word, nothing on standard output.
void refuses(const Output& output, const std::vector<std::string>& words)
{
    INFO(output.err);
    CHECK(output.status == 1);
    CHECK(output.out.empty());
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
    for (const std::string& word : words)
        CHECK_THAT(output.err, Contains(word));
}

} // namespace

TEST_CASE("faulty parameters are refused with one line each")
{
    const Folder folder;
    refuses(folder.run("simulate " + swiftRack() + "--set WORKRES=3"), {"WORKRES", "WORKERS"});
    refuses(folder.run("simulate " + swiftRack() + "--set DRIVE=no-such-disk"), {"no-such-disk"});
    refuses(folder.run("simulate " + swiftRack() + "--set OBJECT_SIZE='3 ms'"), {"OBJECT_SIZE"});
    refuses(folder.run("simulate " + swiftRack() + "--set WORKERS"), {"--set WORKERS", "NAME=VALUE"});
}

TEST_CASE("a parameter that is set twice is reported, with the last value in use")
{
    const Folder folder;
    const Output twice = folder.run("check " + swiftRack() + "--set WORKERS=8 --set WORKERS=16");
    CHECK(twice.status == 0);
    CHECK_THAT(twice.err, Contains("warning: --set WORKERS=16: \"WORKERS\" is set more than once"));
    CHECK_THAT(folder.run("check " + swiftRack() + "--set WORKERS=8 --set WORKERS=8").err, !Contains("more than once"));
}

TEST_CASE("files that are no projects are refused with one line each")
{
    const Folder folder;
    refuses(folder.run("simulate /no/such/project.headroom"), {"/no/such/project.headroom"});
    refuses(folder.run("simulate '" + folder.write("text.headroom", "hello").string() + "'"), {"JSON"});
    refuses(folder.run("simulate '" +
                       folder.write("new.headroom", R"({"format": "headroom-project", "version": 99})").string() + "'"),
            {"99"});
    refuses(folder.run("check /no/such/project.headroom"), {"/no/such/project.headroom"});
}

TEST_CASE("faulty arguments are refused with one line each")
{
    const Folder folder;
    refuses(folder.run("simulate " + swiftRack() + "--duration '5 MB'"), {"--duration", "5 MB"});
    refuses(folder.run("simulate " + swiftRack() + "--duration soon"), {"--duration", "soon"});
    refuses(folder.run("simulate " + swiftRack() + "--duration=-1"), {"--duration", "above zero"});
    refuses(folder.run("simulate " + swiftRack() + "--duration 1e7"), {"--duration", "1e7"});
    refuses(folder.run("simulate " + swiftRack() + "--replications 1000000000000"), {"--replications", "10000"});
    refuses(folder.run("simulate " + swiftRack() + "--seed=-1"), {"--seed", "-1"});
    refuses(folder.run("simulate " + swiftRack() + "--out /no/such/folder/r.hrr --duration 12"), {"/no/such/folder"});
    refuses(folder.run("simulate " + swiftRack() + "--json --stream"), {"--json", "--stream"});
    refuses(folder.run("simulate"), {"PROJECT"});
    refuses(folder.run("simulate " + swiftRack() + "--fast"), {"--fast"});
    refuses(folder.run(""), {"subcommand"});
    refuses(folder.run("components no-such-kind"), {"no-such-kind", "disk"});
    refuses(folder.run("schema novel"), {"novel"});
}

TEST_CASE("a run writes neither over its project nor over its own files")
{
    const Folder folder;
    fs::create_directory(folder.path / "rack");
    const std::string text = contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom");
    const std::string file = folder.write("rack/q.headroom", text).string(), inFolder = (folder.path / "rack").string();
    for (const std::string& project : {file, inFolder}) {
        const std::string run = "simulate '" + project + "' --duration '6 s' ";
        refuses(folder.run(run + "--out '" + file + "'"), {"--out", "the project"});
        refuses(folder.run(run + "--trace '" + inFolder + "/../rack/q.headroom'"), {"--trace", "the project"});
    }
    const std::string both = "'" + (folder.path / "both").string() + "'";
    refuses(folder.run("simulate '" + file + "' --duration '6 s' --out " + both + " --trace " + both),
            {"--trace", "--out"});
    refuses(folder.run("simulate '" + file + "' --duration '6 s' --trace /no/such/folder/t.json"), {"--trace"});
    CHECK(contentOf(file) == text);
}

TEST_CASE("a fault in a library is reported by whatever reads the libraries")
{
    const Folder folder;
    fs::create_directories(folder.path / "headroom/libraries/hardware");
    folder.write("headroom/libraries/hardware/discs.json", "nonsense");
    const std::string job = std::string(HEADROOM_SOURCE_DIR) + "/tests/data/fio-mixed.fio";
    const std::string queue = std::string(HEADROOM_SOURCE_DIR) + "/projects/first-queue";
    ::setenv("XDG_DATA_HOME", folder.path.c_str(), 1);
    for (const std::string& arguments :
         {"check '" + queue + "'", "import '" + job + "' --out '" + (folder.path / "made").string() + "'"}) {
        const Output output = folder.run(arguments);
        INFO(arguments << "\n" << output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.err, Contains("discs.json"));
    }
    ::unsetenv("XDG_DATA_HOME");
}

TEST_CASE("help is no fault")
{
    const Folder folder;
    for (const char* arguments : {"--help", "simulate --help", "check --help", "components --help", "--version"}) {
        const Output output = folder.run(arguments);
        CHECK(output.status == 0);
        CHECK_FALSE(output.out.empty());
        CHECK(output.err.empty());
    }
}

TEST_CASE("the components of a kind are listed")
{
    const Folder folder;
    const Output table = folder.run("components disk");
    CHECK(table.status == 0);
    CHECK_THAT(table.out, Contains("key figures"));
    const auto list = nlohmann::json::parse(folder.run("components disk --json").out);
    REQUIRE_FALSE(list.empty());
    // As the field of a node group is written, and as the kind of its parts.
    CHECK(folder.run("components power_supply").out == folder.run("components 'power supply'").out);
    CHECK(folder.run("components power_supply").status == 0);
    for (const auto& component : list) {
        CHECK(component.at("kind") == "disk");
        CHECK_THAT(table.out, Contains(component.at("id").get<std::string>()));
    }
    CHECK(nlohmann::json::parse(folder.run("components --json").out).size() > list.size());
}

TEST_CASE("the schemas are JSON")
{
    const Folder folder;
    CHECK(nlohmann::json::parse(folder.run("schema").out).is_object());
    CHECK(nlohmann::json::parse(folder.run("schema components").out).is_object());
}

TEST_CASE("a good project is checked without faults")
{
    const Folder folder;
    const Output output = folder.run("check " + swiftRack() + "--json");
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK(nlohmann::json::parse(output.out).at("errors") == 0);
}

TEST_CASE("without libraries one word tells where they were looked for, not one for each component")
{
    const Folder folder;
    const std::string none = "='" + folder.path.string() + "' ";
    for (const char* const project : {"first-queue", "ceph-nvme"}) {
        const std::string script = "env HEADROOM_LIBRARIES" + none + "XDG_DATA_HOME" + none +
                                   "'" HEADROOM_ENGINE "' check '" HEADROOM_SOURCE_DIR "/projects/" + project + "'";
        const headroom::child::Ending ending =
            headroom::child::Process(headroom::child::Command{"/bin/sh", {"-c", script}}).wait();
        INFO(ending.complaints);
        CHECK(ending.exitStatus == 1);
        CHECK_THAT(ending.complaints, Contains("There are no libraries in \"" + folder.path.string()));
        CHECK_THAT(ending.complaints, Contains("HEADROOM_LIBRARIES"));
        CHECK(std::count(ending.complaints.begin(), ending.complaints.end(), '\n') == 1);
    }
}

TEST_CASE("names of any length and with control characters are reported in short lines")
{
    const Folder folder;
    nlohmann::ordered_json tree = nlohmann::ordered_json::parse(
        contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    tree["topology"]["groups"][0]["processor"] = "\x1b[2J" + std::string(1'000'000, 'x');
    const Output output = folder.run("check '" + folder.write("p.headroom", tree.dump()).string() + "'");
    CHECK(output.status == 1);
    CHECK(output.err.size() < 10'000);
    CHECK_THAT(output.err, !Contains("\x1b"));
}
