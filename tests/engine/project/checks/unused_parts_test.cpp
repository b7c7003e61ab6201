// Declared parts of a role or a project that nothing uses are reported at their places: mostly they are written
// differently where they are meant.
#include "../projects.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

const std::string servingRole = "/behaviours/1/definition";

Json& servingPart(Json& tree, const char* member)
{
    return tree[Json::json_pointer(servingRole)][member];
}

/// The keys and places of what is found.
std::vector<std::string> unusedIn(const Json& tree)
{
    std::vector<std::string> keys;
    for (const Finding& finding : parse(tree).findings)
        keys.push_back(finding.key + ' ' + finding.pointer);
    return keys;
}

using Unused = std::vector<std::string>;

/// The server's diagram with this block in front of its answer.
void addBlock(Json& tree, Json block)
{
    Json& drawn = servingPart(tree, "operations")[0]["diagrams"][0];
    block["id"] = "more";
    drawn["blocks"].push_back(std::move(block));
    drawn["wires"][1] = Json::array({"work.next", "more.in"});
    drawn["wires"].push_back(Json::array({"more.next", "answer.in"}));
}

} // namespace

TEST_CASE("an argument that no level of an operation uses is reported")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "operations")[0]["arguments"] = Json::array({{{"name", "length"}, {"default", 1}}});
    CHECK(unusedIn(tree) == Unused{"argument.unused " + servingRole + "/operations/0/arguments/0"});
    addBlock(tree, {{"type", "delay"}, {"time", "length * 1 us"}});
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("a variable that is set and never used is reported where it is set, a value that requests share is not")
{
    Json tree = shipped("first-queue");
    addBlock(tree, {{"type", "set"}, {"assignments", {{"count", "request"}}}});
    CHECK(unusedIn(tree) ==
          Unused{"variable.unused " + servingRole + "/operations/0/diagrams/0/blocks/3/assignments/count"});
    servingPart(tree, "state") = Json::array({{{"id", "count"}, {"type", "value"}, {"owner", "node"}}});
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("a parameter of a role that nothing uses is reported, and an axis over one of the project")
{
    Json tree = shipped("first-queue");
    const std::size_t ofRole = servingPart(tree, "parameters").size();
    servingPart(tree, "parameters").push_back({{"name", "spare"}, {"value", 3}});
    CHECK(unusedIn(tree) == Unused{"parameter.unused " + servingRole + "/parameters/" + std::to_string(ofRole)});
    servingPart(tree, "workers")["backlog"] = "100 * spare";
    CHECK(unusedIn(tree).empty());

    tree["parameters"].push_back({{"name", "SPARE"}, {"type", "integer"}, {"value", 3}});
    tree["studies"] = Json::array({{{"id", "idle"},
                                    {"space", Json::array({{{"parameter", "SPARE"}, {"values", {1, 2}}}})},
                                    {"report", Json::array({"price"})}}});
    CHECK(unusedIn(tree) == Unused{"axis.no-effect /studies/0/space/0/parameter"});
    tree["behaviours"][1]["bindings"]["spare"] = "SPARE";
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("a parameter that only disables a block is used")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "parameters").push_back({{"name", "quick"}, {"value", 1}});
    addBlock(tree, {{"type", "delay"}, {"time", "1 us"}, {"disabled", "quick"}});
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("state that no block names, and a queue of which only one side is there, are reported")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "state") = Json::array({{{"id", "items"}, {"type", "queue"}}});
    CHECK(unusedIn(tree) == Unused{"state.unused " + servingRole + "/state/0"});
    addBlock(tree, {{"type", "put"}, {"state", "items"}});
    CHECK(unusedIn(tree) == Unused{"queue.never-taken " + servingRole + "/state/0"});
    servingPart(tree, "operations")[0]["diagrams"][0]["blocks"][3]["type"] = "get";
    CHECK(unusedIn(tree) == Unused{"queue.never-filled " + servingRole + "/state/0"});
}

TEST_CASE("a volume of a role that no block uses is reported")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "volumes") = {"data"};
    Json& group = tree["topology"]["groups"][1];
    group["devices"] = Json::array({{{"id", "disk"}, {"component", "Intel_SSD_DC_S3700_Series_800GB"}}});
    group["volumes"] = Json::array({{{"volume", "data"}, {"devices", "disk"}}});
    CHECK(unusedIn(tree) == Unused{"volume.unused " + servingRole + "/volumes/0"});
    addBlock(tree, {{"type", "flush"}, {"volume", "data"}});
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("helper threads of a role without anything that waits aside are reported")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "workers")["helper_threads"] = 4;
    CHECK(unusedIn(tree) == Unused{"workers.no-aside " + servingRole + "/workers/helper_threads"});
}

TEST_CASE("a distribution from which nothing is drawn is reported")
{
    Json tree = shipped("first-queue");
    tree["distributions"] = Json::array({{{"id", "times"}, {"values", Json::array({Json::array({"1 ms", 1})})}}});
    CHECK(unusedIn(tree) == Unused{"distribution.unused /distributions/0"});
    addBlock(tree, {{"type", "delay"}, {"distribution", "table"}, {"table", "times"}});
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("a volume that no role has is reported with the nearest one, and a role that is there twice")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "volumes") = {"data"};
    addBlock(tree, {{"type", "flush"}, {"volume", "data"}});
    Json& group = tree["topology"]["groups"][1];
    group["devices"] = Json::array({{{"id", "disk"}, {"component", "Intel_SSD_DC_S3700_Series_800GB"}}});
    group["volumes"] = {{{"volume", "data"}, {"devices", "disk"}}, {{"volume", "dat"}, {"devices", "disk"}}};
    CHECK(unusedIn(tree) == Unused{"volume.no-user /topology/groups/1/volumes/1/volume"});
    group["volumes"].erase(1);
    group["roles"].push_back("server");
    CHECK(unusedIn(tree) == Unused{"role.twice /topology/groups/1/roles/1"});
}

TEST_CASE("a stretch of time that a probe begins and none ends is reported")
{
    Json tree = shipped("first-queue");
    addBlock(tree, {{"type", "probe"}, {"stretch", "commit"}});
    CHECK(unusedIn(tree) == Unused{"probe.one-sided " + servingRole + "/operations/0/diagrams/0/blocks/3"});
    Json& drawn = servingPart(tree, "operations")[0]["diagrams"][0];
    drawn["blocks"].push_back({{"id", "over"}, {"type", "probe"}, {"stretch", "commit"}, {"edge", "end"}});
    drawn["wires"].back() = Json::array({"more.next", "over.in"});
    drawn["wires"].push_back(Json::array({"over.next", "answer.in"}));
    CHECK(unusedIn(tree).empty());
}

TEST_CASE("beside an error nothing is reported as unused: the faulty part mostly meant it")
{
    Json tree = shipped("first-queue");
    servingPart(tree, "state") = Json::array({{{"id", "lock"}}});
    addBlock(tree, {{"type", "acquire"}, {"state", "lokc"}});
    const std::vector<std::string> found = unusedIn(tree);
    REQUIRE(found.size() == 1);
    CHECK(found.front().starts_with("state.unknown"));
}
