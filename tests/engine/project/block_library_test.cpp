// Groups in a project's file, and files that add block types: what is kept, and what is said of faults.
#include "project/block_library.h"
#include "project/checks/checks.h"
#include "project/file/json_writer.h"
#include "project/file/schema.h"
#include "project/resolve/disabled.h"
#include "project/vocabulary/inner_diagrams.h"
#include "projects.h"

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

const std::string drawing = "/behaviours/1/definition/operations/0/diagrams/0";

/// "a.next > b.in, b.next > c.in"
Json wires(const std::string& text)
{
    Json list = Json::array();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(", ", at), text.size());
        const std::size_t arrow = text.find(" > ", at);
        list.push_back(Json::array({text.substr(at, arrow - at), text.substr(arrow + 3, end - arrow - 3)}));
        at = end + 2;
    }
    return list;
}

Json group(Json blocks, Json joined)
{
    return {
        {"id", "group"}, {"type", "group"}, {"inner", {{"blocks", std::move(blocks)}, {"wires", std::move(joined)}}}};
}

Json plain()
{
    return group({{{"id", "in"}, {"type", "way in"}},
                  {{"id", "rest"}, {"type", "delay"}, {"time", "1 ms"}},
                  {{"id", "out"}, {"type", "way out"}}},
                 wires("in.next > rest.in, rest.next > out.in"));
}

/// The first queue, whose server goes through the group before it works.
Json withGroup(Json group)
{
    Json tree = shipped("first-queue");
    Json& diagram = tree[Json::json_pointer(drawing)];
    diagram["blocks"].push_back(std::move(group));
    diagram["wires"] = wires("start.next > group.in, group.next > work.in, work.next > answer.in");
    return tree;
}

const std::string groupAt = drawing + "/blocks/3";

Json typeFile()
{
    return Json::parse(contentOf(sourceRoot / "libraries/blocks/mirrored-write.json"));
}

/// One value of a tree that is wrong, and what is said of it.
struct WrongValue
{
    std::string at;
    Json value;
    std::string key, place;

    Json in(Json tree) const
    {
        tree[Json::json_pointer(at)] = value;
        return tree;
    }
};

/// Findings about the file, and the types that come of it.
std::pair<Findings, BlockCatalogue> loaded(const Json& file)
{
    const Folder folder;
    folder.write("blocks/own.json", file.dump());
    Findings findings;
    BlockCatalogue types = loadBlockTypes({folder.path}, findings);
    return {findings, types};
}

} // namespace

TEST_CASE("a group comes out of a file as it went in, one block a line")
{
    Json outer = plain();
    outer["inner"]["blocks"].push_back(plain());
    outer["inner"]["wires"] = wires("in.next > group.in, group.next > rest.in, rest.next > out.in");
    outer["inner"]["note"] = "kept";
    const Project project = open(withGroup(outer));
    const std::string text = toText(project);
    CHECK(toText(open(Json::parse(text))) == text);
    const Block& block = project.behaviours[1].role.operations[0].diagrams[0].blocks[3];
    REQUIRE(block.inner.size() == 1);
    CHECK(block.inner[0].extra["note"] == "kept");
    CHECK(block.inner[0].blocks[3].inner[0].blocks[1].fields["time"] == "1 ms");
    CHECK_THAT(text, Contains("  {\"id\": \"rest\", \"type\": \"delay\", \"time\": \"1 ms\"},\n"));
}

TEST_CASE("a group has the ways in and out that are drawn in it")
{
    const Project project = open(withGroup(plain()));
    const Block& block = project.behaviours[1].role.operations[0].diagrams[0].blocks[3];
    REQUIRE(vocabulary().inputsOf(block).size() == 1);
    CHECK(vocabulary().inputsOf(block)[0].name == "in");
    REQUIRE(vocabulary().outputsOf(block).size() == 1);
    CHECK(vocabulary().outputsOf(block)[0].name == "next");
    Block fresh;
    fresh.type = "group";
    CHECK(vocabulary().outputsOf(fresh).empty());
    fresh.inner = {plainGroup()};
    CHECK(vocabulary().outputsOf(fresh).size() == 1);
}

TEST_CASE("faults inside a group are reported at the block inside")
{
    const auto expect = [](Json faulty, const std::string& key, const std::string& pointer) {
        const LoadResult result = parse(withGroup(std::move(faulty)));
        INFO(key << lines(result.findings));
        CHECK(find(result.findings, key, pointer));
        CHECK_FALSE(result.project);
    };
    const std::string inside = groupAt + "/inner";
    const std::vector<WrongValue> faults = {
        {"/inner/blocks/1/time", "1 MB", "unit.mismatch", inside + "/blocks/1/time"},
        {"/inner/blocks/1/type", "dealy", "block.unknown-type", inside + "/blocks/1/type"},
        {"/inner/wires/1/1", "nowhere.in", "wire.unknown-block", inside + "/wires/1"},
        {"/inner/blocks/1/type", "start", "group.start", inside + "/blocks/1"},
        {"/inner/blocks/0/way", "elsewhere", "wire.unknown-port", drawing + "/wires/0"},
        {"/inner/blocks/2/type", "way in", "wire.unknown-port", inside + "/wires/1"},
        {"/inner/wires", Json::array(), "wire.missing", inside + "/blocks/0"},
        {"/inner", 3, "schema.type", groupAt + "/inner"},
        {"/type", "way in", "group.way-outside", groupAt},
    };
    for (const WrongValue& fault : faults)
        expect(fault.in(plain()), fault.key, fault.place);
    Json twice = plain();
    twice["inner"]["blocks"].push_back({{"id", "again"}, {"type", "way in"}});
    expect(twice, "id.duplicate", inside + "/blocks/3/way");
    Json empty = plain();
    empty.erase("inner");
    expect(empty, "schema.missing", groupAt + "/inner");
    expect(group(Json::parse(R"([{"id": "out", "type": "way out"}])"), Json::array()), "group.no-way-in", inside);
}

TEST_CASE("groups lie inside each other up to a bound")
{
    const auto deep = [](std::size_t levels) {
        Json block = plain();
        for (std::size_t level = 1; level < levels; ++level) {
            Json outer = group({{{"id", "in"}, {"type", "way in"}}, block, {{"id", "out"}, {"type", "way out"}}},
                               wires("in.next > group.in, group.next > out.in"));
            block = std::move(outer);
        }
        return withGroup(block);
    };
    CHECK(parse(deep(deepestGroups)).project);
    const LoadResult tooDeep = parse(deep(deepestGroups + 1));
    CHECK_FALSE(tooDeep.project);
    REQUIRE(tooDeep.findings.size() == 1);
    CHECK(tooDeep.findings[0].key == "group.too-deep");
    CHECK(parse(deep(40)).findings.at(0).key == "json.too-deep");
}

TEST_CASE("a block type beside the project is found, with its fields in checks and schema")
{
    const Folder folder;
    Json type = typeFile();
    type["name"] = "own pause";
    type["fields"] = {{{"name", "pause"},
                       {"type", "quantity"},
                       {"unit", "s"},
                       {"minimum", 0},
                       {"required", true},
                       {"meaning", "How long."}}};
    type["inner"] = plain()["inner"];
    type["inner"]["blocks"][1]["time"] = "2 * pause";
    type.erase("summary");
    folder.write("blocks/pause.json", type.dump());
    Json tree = withGroup({{"id", "group"}, {"type", "own pause"}, {"pause", "3 ms"}});
    const fs::path file = folder.write("p.headroom", tree.dump());
    const LoadResult good = loadProject(file, components(), folders);
    INFO(lines(good.findings));
    REQUIRE(good.project);
    const BlockCatalogue& types = blockTypesOf(*good.project);
    REQUIRE(types.find("own pause"));
    CHECK(types.find("own pause")->fields[0].minimum == 0.0);
    CHECK_THAT(projectSchema(types).dump(), Contains("own pause"));
    CHECK_FALSE(vocabulary().find("own pause"));
    const auto parse = [&](const Json& changed) {
        return parseProject(changed.dump(), components(), folders, folder.path);
    };

    tree[Json::json_pointer(groupAt)]["pause"] = "-3 ms";
    CHECK(find(parse(tree).findings, "value.out-of-range", groupAt + "/pause"));
    tree[Json::json_pointer(groupAt)]["pause"] = "3 MB";
    CHECK(find(parse(tree).findings, "unit.mismatch", groupAt + "/pause"));
    tree[Json::json_pointer(groupAt)].erase("pause");
    CHECK_FALSE(parse(tree).project);
}

TEST_CASE("a block type has levels of detail, which it names itself or by a field, and a parameter may choose")
{
    const auto drawn = [](const char* id, const char* time) {
        Json diagram = plain()["inner"];
        diagram["id"] = id;
        diagram["blocks"][1]["time"] = time;
        return diagram;
    };
    Json type = {{"format", "headroom-block"}, {"version", 1}, {"name", "rest"}, {"meaning", "Waits."}};
    type["fields"] = {{{"name", "detail"},
                       {"type", "choice"},
                       {"choices", {"full", "coarse"}},
                       {"default", "full"},
                       {"meaning", "How much of it is simulated."}}};
    type["diagrams"] = {drawn("full", "1 ms"), drawn("coarse", "2 ms")};
    const auto timeOf = [&](const Json& file, Json fields = Json::object()) -> std::string {
        const Folder folder;
        folder.write("blocks/rest.json", file.dump());
        fields.update({{"id", "group"}, {"type", "rest"}});
        Json tree = withGroup(fields);
        tree["parameters"].push_back(
            {{"name", "DETAIL"}, {"type", "choice"}, {"value", "coarse"}, {"alternatives", {"full", "coarse"}}});
        const LoadResult result = parseProject(tree.dump(), components(), folders, folder.path);
        if (!result.project)
            return result.findings.front().key;
        Project project = *result.project;
        Findings findings;
        Resolver resolver(project, components(), findings);
        settleBlocks(project, resolver);
        const Block& block = project.behaviours[1].role.operations[0].diagrams[0].blocks[3];
        return innerOf(blockTypesOf(project), block)->blocks[1].fields["time"];
    };
    CHECK(timeOf(type) == "1 ms"); // the first one
    type["level"] = "coarse";
    CHECK(timeOf(type) == "2 ms");
    type["level"] = "detail";
    CHECK(timeOf(type) == "1 ms"); // by the default of the field
    CHECK(timeOf(type, {{"detail", "coarse"}}) == "2 ms");
    CHECK(timeOf(type, {{"detail", "DETAIL"}}) == "2 ms");
    CHECK(timeOf(type, {{"detail", "finest"}}) == "value.unknown-choice");

    const auto faultOf = [](const Json& file) { return loaded(file).first.front().key; };
    Json faulty = type;
    faulty["level"] = "fine";
    CHECK(faultOf(faulty) == "level.unknown");
    faulty = type;
    faulty["fields"][0]["choices"] = {"full", "rough"};
    CHECK(faultOf(faulty) == "level.unknown");
    faulty = type;
    faulty["diagrams"][1]["id"] = "full";
    CHECK(faultOf(faulty) == "id.duplicate");
    faulty = type;
    faulty["diagrams"][1]["blocks"][2]["way"] = "other"; // the first level has no such way out
    CHECK(faultOf(faulty) == "group.way-missing");
    faulty = type;
    faulty["diagrams"][1]["wires"][0][1] = "nobody.in";
    CHECK(find(loaded(faulty).first, "wire.unknown-block", "/diagrams/1/wires/0"));
    faulty = type;
    faulty["inner"] = plain()["inner"];
    CHECK(faultOf(faulty) == "block-type.two-drawings");
}

TEST_CASE("faults in a block type's file are reported with file and place, and the type is not there")
{
    const auto expect = [](const Json& file, const std::string& key, const std::string& place) {
        const auto [findings, types] = loaded(file);
        INFO(key << lines(findings));
        REQUIRE_FALSE(findings.empty());
        CHECK(findings[0].key == key);
        CHECK(findings[0].severity == Severity::error);
        CHECK_THAT(findings[0].place, Catch::StartsWith("own.json"));
        CHECK_THAT(findings[0].place + findings[0].pointer, Contains(place));
        CHECK_FALSE(types.find("faulty"));
    };
    Json good = typeFile();
    good["name"] = "faulty";
    Json file = good;
    file.erase("inner");
    expect(file, "schema.missing", "");
    const std::vector<WrongValue> faults = {
        {"/version", 7, "format.newer", "version"},
        {"/name", "write", "block-type.name-taken", "/name"},
        {"/fields/1/name", "two words", "name.invalid", "/fields/1/name"},
        {"/fields/1/name", "first", "id.duplicate", "/fields/1/name"},
        {"/fields/3/default", "1 +", "expression.faulty", "/fields/3/default"},
        {"/fields/4/default", "neither", "value.unknown-choice", "/fields/4/default"},
        {"/outputs/0/name", "failed", "group.way-missing", "/outputs/0"},
        {"/inner/wires/0/1", "nobody.in", "wire.unknown-block", "/inner/wires/0"},
        {"/inner/blocks/2/type", "wirte", "block.unknown-type", "/inner"},
        {"/inner/blocks/2/type", "faulty", "block-type.recursive", "/inner"},
    };
    for (const WrongValue& fault : faults)
        expect(fault.in(good), fault.key, fault.place);
}

TEST_CASE("two projects with different block types of one name stay apart")
{
    const Folder folder;
    const auto write = [&folder](const std::string& name, const char* pause) {
        Json type = {{"format", "headroom-block"},
                     {"version", 1},
                     {"name", "rest"},
                     {"meaning", "Waits."},
                     {"inner", plain()["inner"]}};
        type["inner"]["blocks"][1]["time"] = pause;
        folder.write(name + "/blocks/rest.json", type.dump());
        return folder.write(name + "/p.headroom", withGroup({{"id", "group"}, {"type", "rest"}}).dump());
    };
    const auto pauseOf = [](const Project& project) {
        const Block& block = project.behaviours[1].role.operations[0].diagrams[0].blocks[3];
        return innerOf(blockTypesOf(project), block)->blocks[1].fields["time"];
    };
    const fs::path first = write("one", "1 ms"), second = write("other", "2 ms");
    const LoadResult a = loadProject(first, components(), folders), b = loadProject(second, components(), folders);
    REQUIRE(a.project);
    REQUIRE(b.project);
    CHECK(pauseOf(*a.project) == "1 ms");
    CHECK(pauseOf(*b.project) == "2 ms");
    CHECK(check(*a.project, components()).empty());
}

TEST_CASE("a project that uses another project's block type is at fault, wherever that one is open")
{
    const Folder folder;
    Json type = typeFile();
    type["name"] = "only here";
    folder.write("one/blocks/own.json", type.dump());
    REQUIRE(loadProject(folder.write("one/p.headroom", shippedText("first-queue")), components(), folders).project);
    const fs::path stranger =
        folder.write("other/p.headroom", withGroup({{"id", "group"}, {"type", "only here"}}).dump());
    const LoadResult result = loadProject(stranger, components(), folders);
    CHECK_FALSE(result.project);
    CHECK(find(result.findings, "block.unknown-type", groupAt + "/type"));
}
