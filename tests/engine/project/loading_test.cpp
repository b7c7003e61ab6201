#include "projects.h"

#include "project/file/json_writer.h"
#include "project/loading.h"
#include "project/vocabulary/block_catalogue.h"

#include <fstream>

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

/// A library folder in which every file is broken, and a project's folder with a broken block type.
struct BrokenLibraries
{
    Folder folder;
    LoadFrom from{{sourceRoot / "libraries", folder.path / "more"}, folder.path / "project"};

    BrokenLibraries()
    {
        folder.write("more/hardware/discs.json", R"({"format": "headroom-hardware", "version": 1, "components": 3})");
        folder.write("more/behaviours/roles.json", R"({"format": "headroom-behaviours", "version": 1, "id": "own"})");
        folder.write("more/blocks/type.json", R"({"format": "headroom-block", "version": 1})");
        folder.write("project/blocks/beside.json", "{");
    }
};

/// Findings whose place begins with the file's name.
std::size_t toldOf(const Findings& findings, const std::string& file)
{
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.place.starts_with(file) && finding.severity == Severity::warning;
    }));
}

} // namespace

TEST_CASE("a project is loaded whole: with its components, block types and libraries, and one list of findings")
{
    const Hardware hardware = loadHardware(folders);
    const Loading loading = loadWhole(sourceRoot / "projects" / "swift-rack", hardware, {folders});
    INFO(lines(loading.findings));
    CHECK(loading.findings.empty());
    CHECK(loading.inOtherFiles == 0);
    REQUIRE(loading.whole);
    CHECK(loading.whole->finished);
    CHECK(loading.whole->project.name == shipped("swift-rack")["name"]);
    CHECK(blockTypesOf(loading.whole->project).types().size() >= vocabulary().types().size());
    CHECK(loading.whole->components.all().size() >= hardware.components.all().size());
    const auto& libraries = loading.whole->libraries;
    CHECK(std::ranges::count(libraries, "swift", &BehaviourLibrary::id) == 1);
}

TEST_CASE("a fault in any hardware library or block type is reported with its file, whatever project is loaded")
{
    const BrokenLibraries broken;
    const Hardware hardware = loadHardware(broken.from.folders);
    const Loading loading = parseWhole(shippedText("swift-rack"), hardware, broken.from);
    INFO(lines(loading.findings));
    REQUIRE(loading.whole);
    CHECK(loading.whole->finished);
    for (const char* file : {"discs.json", "type.json", "beside.json"})
        CHECK(toldOf(loading.findings, file) > 0);
    CHECK(loading.inOtherFiles == loading.findings.size());
}

TEST_CASE("only the behaviour libraries are read that a project refers to")
{
    const BrokenLibraries broken;
    const Hardware hardware = loadHardware(broken.from.folders);
    const Loading loading = parseWhole(shippedText("swift-rack"), hardware, broken.from);
    INFO(lines(loading.findings));
    REQUIRE(loading.whole);
    REQUIRE(loading.whole->libraries.size() == 1);
    CHECK(loading.whole->libraries[0].id == "swift");
    CHECK(toldOf(loading.findings, "roles.json") == 0);
    CHECK(completed(Project(), hardware, broken.from).whole->libraries.empty());
    SECTION("unless all are asked for")
    {
        LoadFrom every = broken.from;
        every.everyLibrary = true;
        CHECK(toldOf(parseWhole(shippedText("first-queue"), hardware, every).findings, "roles.json") == 1);
        const Loading empty = completed(Project(), hardware, every);
        CHECK(toldOf(empty.findings, "roles.json") == 1);
        CHECK(empty.whole->libraries.size() > 1);
    }
    SECTION("and those whose id cannot be read, with a finding that says so")
    {
        broken.folder.write("more/behaviours/torn.json", R"({"format": "headroom-behaviours", )");
        CHECK(toldOf(parseWhole(shippedText("swift-rack"), hardware, broken.from).findings, "torn.json") == 1);
        CHECK(toldOf(parseWhole(shippedText("first-queue"), hardware, broken.from).findings, "torn.json") == 0);
    }
    SECTION("wherever a file has its id, and whatever other objects have one")
    {
        broken.folder.write("more/behaviours/roles.json", R"({"format": "headroom-behaviours", "version": 1,
            "description": "id", "view": {"id": "other"}, "roles": [], "id": "own"})");
        Findings findings;
        const auto found = loadBehaviourLibraries(broken.from.folders, {"own"}, findings);
        INFO(lines(findings));
        REQUIRE(found.size() == 1);
        CHECK(found[0].id == "own");
        CHECK(loadBehaviourLibraries(broken.from.folders, {"other"}, findings).empty());
    }
}

TEST_CASE("a library that is not there is reported with the name that comes nearest")
{
    Json tree = shipped("swift-rack");
    tree["behaviours"][1]["library"] = "kafke";
    const Loading loading = parseWhole(tree.dump(), loadHardware(folders), {folders});
    const auto unknown = std::ranges::find(loading.findings, "library.unknown", &Finding::key);
    REQUIRE(unknown != loading.findings.end());
    CHECK_THAT(unknown->remedy, Contains("kafka"));
}

TEST_CASE("a library's file is read again when it has changed, and forgotten when it is gone")
{
    const Folder folder;
    const auto namesFor = [&] {
        Findings findings;
        std::vector<std::string> names;
        for (const BehaviourLibrary& library : loadBehaviourLibraries({folder.path}, findings))
            names.push_back(library.name);
        INFO(lines(findings));
        CHECK(findings.empty());
        return names;
    };
    const auto write = [&](const std::string& name) {
        folder.write("behaviours/own.json", Json({{"format", "headroom-behaviours"},
                                                  {"version", 1},
                                                  {"id", "own"},
                                                  {"name", name},
                                                  {"roles", Json::array()}})
                                                .dump());
    };
    write("first");
    CHECK(namesFor() == std::vector<std::string>{"first"});
    CHECK(namesFor() == std::vector<std::string>{"first"});
    write("the second");
    CHECK(namesFor() == std::vector<std::string>{"the second"});
    fs::remove(folder.path / "behaviours/own.json");
    CHECK(namesFor().empty());
}

TEST_CASE("a hardware library's file is read again when it has changed, and its faults are reported each time")
{
    const Folder folder;
    const auto write = [&](const Json& components) {
        folder.write("hardware/discs.json",
                     Json({{"format", "headroom-hardware"}, {"version", 1}, {"components", components}}).dump());
    };
    const auto idsAndFaults = [&] {
        const Hardware hardware = loadHardware({folder.path});
        std::string told;
        for (const Component* component : hardware.components.all())
            told += component->id + ' ';
        return told + std::to_string(hardware.findings.size());
    };
    std::ifstream disks(sourceRoot / "libraries/hardware/disks.json");
    Json disk = Json::parse(disks)["components"][0], other = disk;
    disk["id"] = "disk";
    other["id"] = "other";
    write({disk, disk});
    const std::string once = idsAndFaults();
    CHECK_THAT(once, Catch::StartsWith("disk "));
    CHECK(once != "disk 0"); // it is there twice
    CHECK(idsAndFaults() == once);
    write({disk, other});
    CHECK(idsAndFaults() == "disk other 0");
    fs::remove(folder.path / "hardware/discs.json");
    CHECK(idsAndFaults() == "0");
}

TEST_CASE("a change of a library's role is read from its file as it is now")
{
    const Folder folder;
    Json library =
        Json::parse(R"({"format": "headroom-behaviours", "version": 1, "id": "own", "roles": [{"id": "server",
        "operations": [{"id": "ask", "diagrams": [{"id": "full", "blocks": [
            {"id": "start", "type": "start"}, {"id": "work", "type": "compute", "work": "1 ms"}], "wires": []}]}]}]})");
    folder.write("behaviours/own.json", library.dump());
    Findings faults;
    const auto read = loadBehaviourLibraries({folder.path}, faults);
    REQUIRE(read.size() == 1);
    Project project;
    Behaviour& behaviour = project.behaviours.emplace_back();
    behaviour.role.id = "asked";
    behaviour.reference = LibraryReference{"own", "server", contentHash(read[0].roles[0])};
    const auto isChanged = [&] {
        const Loading loading = completed(project, Hardware(), {{folder.path}});
        return std::ranges::count(loading.findings, "library.changed", &Finding::key) == 1;
    };
    CHECK_FALSE(isChanged());
    CHECK_FALSE(isChanged());
    Json& work = library["roles"][0]["operations"][0]["diagrams"][0]["blocks"][1]["work"];
    work = "25 ms";
    folder.write("behaviours/own.json", library.dump());
    CHECK(isChanged());
    CHECK(isChanged());
    work = "1 ms";
    folder.write("behaviours/own.json", library.dump());
    CHECK_FALSE(isChanged());
}

TEST_CASE("a project that cannot be opened reports its own faults after those of the libraries")
{
    const BrokenLibraries broken;
    Json tree = shipped("swift-rack");
    tree["behaviours"][1]["library"] = "own";
    const Loading loading = parseWhole(tree.dump(), loadHardware(broken.from.folders), broken.from);
    INFO(lines(loading.findings));
    CHECK_FALSE(loading.whole);
    CHECK(toldOf(loading.findings, "roles.json") == 1);
    REQUIRE(loading.inOtherFiles < loading.findings.size());
    const Findings own(loading.findings.begin() + static_cast<std::ptrdiff_t>(loading.inOtherFiles),
                       loading.findings.end());
    CHECK(find(own, "library.unknown", "/behaviours/1/library"));
    CHECK_FALSE(hasErrors(
        {loading.findings.begin(), loading.findings.begin() + static_cast<std::ptrdiff_t>(loading.inOtherFiles)}));
}

TEST_CASE("a file that is no project at all is nothing, with a finding that says so")
{
    const Loading loading = parseWhole("{\"format\": ", loadHardware(folders), {folders});
    CHECK_FALSE(loading.whole);
    CHECK(hasErrors(loading.findings));
}

TEST_CASE("work that is not finished is loaded, and is known not to be")
{
    Json tree = shipped("first-queue");
    tree["workloads"] = Json::array();
    tree["parameters"][0]["value"] = Json::array({1});
    const Loading loading = parseWhole(tree.dump(), loadHardware(folders), {folders});
    INFO(lines(loading.findings));
    REQUIRE(loading.whole);
    CHECK_FALSE(loading.whole->finished);
    CHECK(hasErrors(loading.findings));
}
