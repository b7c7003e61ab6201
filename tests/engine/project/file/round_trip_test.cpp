#include "../projects.h"
#include "project/file/json_writer.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

/// Adds a key that no version knows to every object that may hold one; ids and names of things are no such places.
void addUnknownKeys(Json& value, const std::string& key)
{
    static const std::vector<std::string> named = {"arguments", "results",    "hand_on", "assignments", "bindings",
                                                   "positions", "parameters", "full",    "values",      "roles_if"};
    if (value.is_array()) {
        for (Json& element : value)
            addUnknownKeys(element, key);
    } else if (value.is_object()) {
        for (auto& [name, member] : value.items())
            if (member.is_array() || std::find(named.begin(), named.end(), name) == named.end())
                addUnknownKeys(member, name);
        value["x-" + key] = Json{{"kept", {1, 2.5, "three", nullptr, true}}};
    }
}

/// Without order, and without the hashes that saving takes anew from the libraries.
nlohmann::json meaning(const nlohmann::json& tree)
{
    nlohmann::json result = tree;
    for (nlohmann::json& behaviour : result["behaviours"])
        behaviour.erase("hash");
    return result;
}

std::size_t count(const Json& value, const std::string& beginning)
{
    std::size_t number = 0;
    if (value.is_structured()) {
        for (auto it = value.begin(); it != value.end(); ++it) {
            number += value.is_object() && it.key().starts_with(beginning);
            number += count(*it, beginning);
        }
    }
    return number;
}

} // namespace

TEST_CASE("loading and saving a shipped project changes nothing, once and twice")
{
    for (const std::string& name : shippedNames()) {
        INFO(name);
        const std::string once = toText(open(shipped(name)));
        CHECK(Json::parse(once) == toJson(open(shipped(name))));
        CHECK(once == toText(open(Json::parse(once))));
        CHECK(meaning(Json::parse(once)) == meaning(shipped(name)));
    }
}

TEST_CASE("keys that nothing declares are kept at every level, and reported")
{
    for (const std::string& name : shippedNames()) {
        INFO(name);
        Json tree = shipped(name);
        addUnknownKeys(tree, "root");
        const std::size_t added = count(tree, "x-");
        REQUIRE(added > 10);
        const LoadResult result = parse(tree);
        INFO(lines(result.findings));
        REQUIRE(result.project);
        CHECK(find(result.findings, "key.unknown", "/x-root"));
        CHECK(find(result.findings, "key.unknown", "/parameters/0/x-parameters"));
        CHECK(find(result.findings, "key.unknown", "/topology/groups/1/x-groups"));
        const std::string text = toText(*result.project);
        CHECK(count(Json::parse(text), "x-") == added);
        CHECK(meaning(Json::parse(text)) == meaning(tree));
        CHECK(toText(open(Json::parse(text))) == text);
    }
}

TEST_CASE("a wire with more to say than its ends keeps it")
{
    Json tree = shipped("first-queue");
    Json& wire = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["wires"][0];
    wire = Json{{"from", "start.next"}, {"to", "question.in"}, {"bend", {1, 2}}};
    const Json again = toJson(open(tree));
    CHECK(again["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["wires"][0] == wire);
}

TEST_CASE("texts of any language and any character survive")
{
    Json tree = shipped("first-queue");
    const std::string text = "Größe \"µs\" \\ \n\t 速度 \u202e 🦥 \x01 </script>";
    tree["description"] = text;
    tree["parameters"][0]["description"] = text;
    const Project project = open(Json::parse(toText(open(tree))));
    CHECK(project.description == text);
    CHECK(project.parameters[0].description == text);
}

TEST_CASE("a saved project has one block, wire and parameter a line")
{
    const std::string text = toText(open(shipped("first-queue")));
    CHECK(text.ends_with("}\n"));
    CHECK(text.find("\n                  {\"id\": \"work\", \"type\": \"compute\", \"name\": \"Work\", ") !=
          std::string::npos);
    CHECK(text.find("\n                  [\"start.next\", \"work.in\"],\n") != std::string::npos);
}

TEST_CASE("a definition beside a library's role is not lost")
{
    Json tree = shipped("swift-rack");
    tree["behaviours"][0]["definition"] = Json{{"operations", Json::array()}, {"note", "mine"}};
    LoadResult result = parse(tree);
    INFO(lines(result.findings));
    REQUIRE(result.project);
    CHECK(find(result.findings, "key.unknown", "/behaviours/0/definition"));
    CHECK(toJson(*result.project)["behaviours"][0]["definition"]["note"] == "mine");
}

TEST_CASE("a library's role that has changed is a warning, and saving takes note of the change")
{
    Json tree = shipped("swift-rack");
    const std::string now = contentHash(open(tree).behaviours[1].role);
    tree["behaviours"][1]["hash"] = "0123456789abcdef";
    const LoadResult changed = parse(tree);
    REQUIRE(changed.project);
    const Finding* finding = find(changed.findings, "library.changed", "/behaviours/1/hash");
    REQUIRE(finding);
    CHECK(finding->severity == Severity::warning);
    CHECK(finding->place == "proxy-server");

    const Json saved = toJson(*changed.project);
    CHECK(saved["behaviours"][1]["hash"] == now);
    CHECK_FALSE(find(parse(saved).findings, "library.changed", "/behaviours/1/hash"));
}

TEST_CASE("the content hash sees every change of what a role does, and neither its name nor the order of keys")
{
    const Role role = open(shipped("first-queue")).behaviours[1].role;
    Role renamed = role;
    renamed.id = "another";
    CHECK(contentHash(renamed) == contentHash(role));
    Role slower = role;
    slower.operations[0].diagrams[0].blocks[1].fields["work"] = "2 * service_time";
    CHECK(contentHash(slower) != contentHash(role));
    Role rewired = role;
    rewired.operations[0].diagrams[0].wires.pop_back();
    CHECK(contentHash(rewired) != contentHash(role));
    Role ordered = role;
    Json& fields = ordered.operations[0].diagrams[0].blocks[1].fields;
    const Json work = fields["work"];
    fields.erase("work");
    fields["work"] = work;
    CHECK(contentHash(ordered) == contentHash(role));
    CHECK(contentHash(role).size() == 16);
}

TEST_CASE("the project that the page on the format shows is a good one")
{
    const std::string page = contentOf(sourceRoot / "engine/project/FORMAT.md");
    const std::string fence = "```json\n";
    const std::size_t begin = page.find(fence) + fence.size();
    const std::size_t end = page.find("```", begin);
    REQUIRE(end != std::string::npos);
    const LoadResult result = parse(page.substr(begin, end - begin));
    INFO(lines(result.findings));
    CHECK(result.project);
    CHECK(result.findings.empty());
}

TEST_CASE("a generated fabric needs no switches and links, opens without a remark and is saved as it was written")
{
    Json tree = shipped("first-queue");
    Json& fabric = tree["topology"]["fabrics"][0];
    fabric.erase("switches");
    fabric.erase("links");
    fabric.update({{"generate", "leaf-spine"},
                   {"leaf_switch", "Mellanox_SN2410_48x25G_8x100G"},
                   {"spine_switch", "Mellanox_SN2700_32x100G"},
                   {"leaf_nodes", "CUSTOMERS"},
                   {"spines", 2},
                   {"oversubscription", 2.5},
                   {"node_rate", "10 Gb/s"},
                   {"cable_latency", "50 ns"}});
    const LoadResult result = parse(tree);
    INFO(lines(result.findings));
    REQUIRE(result.project);
    CHECK(result.findings.empty());
    const Json again = toJson(*result.project)["topology"]["fabrics"][0];
    for (const auto& [key, value] : fabric.items()) {
        INFO(key);
        CHECK(again.at(key) == value);
    }
    CHECK(toText(open(Json::parse(toText(*result.project)))) == toText(*result.project));
}
