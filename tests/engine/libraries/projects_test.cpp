#include "project/expression/expression.h"
#include "project/file/json_writer.h"
#include "project/resolve/resolver.h"
#include "project/structure/parameter_uses.h"
#include "shipped.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

using namespace headroom;
using namespace headroom::test;

namespace {

struct Shipped
{
    Shipped() : components(shippedComponents(findings)) { REQUIRE(findings.empty()); }

    project::Project open(const std::string& folder)
    {
        auto loaded = project::loadProject(sourceRoot / "projects" / folder, components, shippedFolders);
        INFO(lines(loaded.findings));
        REQUIRE(loaded.project);
        return *loaded.project;
    }

    project::Findings findings;
    project::ComponentLibrary components;
};

const project::Role& role(const project::Project& project, const std::string& id)
{
    const project::Behaviour* behaviour = findBehaviour(project, id);
    INFO(id);
    REQUIRE(behaviour);
    return behaviour->role;
}

/// Boxes of a diagram are at most this large; two that are nearer than this overlap.
constexpr double boxWidth = 120, boxHeight = 44;

void checkApart(const std::string& path, const project::Places& places)
{
    for (auto a = places.begin(); a != places.end(); ++a)
        for (auto b = std::next(a); b != places.end(); ++b) {
            const double dx = std::abs(a->second.x.get<double>() - b->second.x.get<double>());
            const double dy = std::abs(a->second.y.get<double>() - b->second.y.get<double>());
            INFO(path << ": " << a->first << " and " << b->first);
            CHECK((dx > boxWidth || dy > boxHeight));
        }
}

/// So many blocks fit on a screen with their texts; more belong into groups.
constexpr std::size_t mostAtATime = 20;

/// Checks a diagram and those in its groups. Returns how many they are.
std::size_t checkSize(const std::string& path, const project::Diagram& diagram)
{
    INFO(path);
    CHECK(diagram.blocks.size() <= mostAtATime);
    std::size_t levels = 1;
    for (const auto& block : diagram.blocks)
        for (const auto& inner : block.inner)
            levels += checkSize(path + '/' + block.id, inner);
    return levels;
}

std::size_t checkSizes(const project::Role& role)
{
    std::size_t levels = 0;
    for (const auto& operation : role.operations)
        for (const auto& diagram : operation.diagrams)
            levels += checkSize(project::diagramPath(role.id, operation.id, diagram.id), diagram);
    return levels;
}

} // namespace

TEST_CASE("every shipped project opens without an error or a warning")
{
    Shipped shipped;
    const auto files = filesIn(sourceRoot / "projects", ".headroom");
    CHECK(files.size() >= 2);
    for (const auto& path : files) {
        const auto loaded = project::loadProject(path, shipped.components, shippedFolders);
        INFO(path << lines(loaded.findings));
        CHECK(loaded.project);
        CHECK(loaded.findings.empty());
    }
}

TEST_CASE("a rack from before there were account servers opens as it was")
{
    Shipped shipped;
    std::ifstream file(sourceRoot / "projects/swift-rack/swift-rack.headroom");
    project::Json tree = project::Json::parse(file);
    const auto drop = [](project::Json& list, const char* key, const project::Json& value) {
        for (std::size_t i = list.size(); i-- > 0;)
            if (key ? list[i].at(key) == value : list[i] == value)
                list.erase(i);
    };
    drop(tree["behaviours"], "role", "account-server");
    drop(tree["selectors"], "id", "accounts");
    for (project::Json& group : tree["topology"]["groups"]) {
        drop(group["roles"], nullptr, "account-server");
        if (group.contains("volumes"))
            drop(group["volumes"], "volume", "accounts");
    }
    const auto loaded = project::parseProject(tree.dump(), shipped.components, shippedFolders);
    INFO(lines(loaded.findings));
    CHECK(loaded.project);
    CHECK(loaded.findings.empty());
}

TEST_CASE("every parameter of a shipped project has an effect")
{
    Shipped shipped;
    for (const auto& path : filesIn(sourceRoot / "projects", ".headroom")) {
        const auto loaded = project::loadProject(path, shipped.components, shippedFolders);
        REQUIRE(loaded.project);
        std::vector<std::string> names;
        for (const auto& parameter : loaded.project->parameters)
            names.push_back(parameter.name);
        INFO(path);
        CHECK(withoutEffect(*loaded.project, names) == std::vector<std::string>());
    }
}

TEST_CASE("the Swift library draws PUT and GET for each role that a request meets, and four that work by themselves")
{
    project::Findings findings;
    const auto libraries = project::loadBehaviourLibraries(shippedFolders, findings);
    INFO(lines(findings));
    CHECK(findings.empty());
    const auto swift = std::ranges::find_if(libraries, [](const auto& library) { return library.id == "swift"; });
    REQUIRE(swift != libraries.end());
    const std::set<std::string> background{"container-updater", "object-auditor", "object-expirer",
                                           "object-replicator"};
    std::set<std::string> roles;
    for (const auto& drawn : swift->roles) {
        roles.insert(drawn.id);
        if (background.contains(drawn.id))
            continue;
        for (const std::string operation : {"PUT", "GET"}) {
            const auto* found = findOperation(drawn, operation);
            INFO(drawn.id << " " << operation);
            REQUIRE(found);
            REQUIRE_FALSE(found->diagrams.empty());
            CHECK(found->diagrams[0].blocks.size() >= 4);
        }
    }
    CHECK(roles == std::set<std::string>{"client", "proxy-server", "object-server", "container-server",
                                         "account-server", "container-updater", "object-auditor", "object-expirer",
                                         "object-replicator"});

    const std::set<std::pair<std::string, std::string>> further{
        {"client", "DELETE"},        {"client", "HEAD"},         {"client", "LIST"},
        {"proxy-server", "DELETE"},  {"proxy-server", "HEAD"},   {"proxy-server", "LIST"},
        {"object-server", "DELETE"}, {"object-server", "HEAD"},  {"container-server", "LIST"},
        {"client", "PUT-container"}, {"client", "LIST-account"}, {"account-server", "LIST"}};
    for (const auto& [drawn, operation] : further) {
        INFO(drawn << " " << operation);
        CHECK(findOperation(*std::ranges::find(swift->roles, drawn, &project::Role::id), operation));
    }
}

TEST_CASE("every parameter of a library's role says what it means and where its value is from")
{
    project::Findings findings;
    for (const auto& library : project::loadBehaviourLibraries(shippedFolders, findings))
        for (const auto& drawn : library.roles)
            for (const auto& parameter : drawn.parameters) {
                INFO(drawn.id << " " << parameter.name);
                CHECK(parameter.description.size() > 20);
            }
}

TEST_CASE("every block of a library has its place, none on top of another")
{
    project::Findings findings;
    for (const auto& library : project::loadBehaviourLibraries(shippedFolders, findings)) {
        for (const auto& drawn : library.roles)
            for (const auto& operation : drawn.operations)
                for (const auto& diagram : operation.diagrams) {
                    const std::string path = project::diagramPath(drawn.id, operation.id, diagram.id);
                    const project::Drawing* drawing = library.view.drawings.find(path);
                    REQUIRE(drawing);
                    REQUIRE(drawing->positions);
                    for (const auto& block : diagram.blocks) {
                        INFO(path << ": " << block.id);
                        CHECK(drawing->positions->find(block.id));
                    }
                    checkApart(path, *drawing->positions);
                }
    }
}

TEST_CASE("no drawing of a library or a project shows more than twenty blocks at a time")
{
    Shipped shipped;
    std::size_t levels = 0;
    for (const auto& library : project::loadBehaviourLibraries(shippedFolders, shipped.findings))
        for (const auto& drawn : library.roles)
            levels += checkSizes(drawn);
    for (const auto& path : filesIn(sourceRoot / "projects", ".headroom")) {
        INFO(path);
        for (const auto& behaviour :
             shipped.open(path.parent_path().lexically_relative(sourceRoot / "projects").string()).behaviours)
            levels += checkSizes(behaviour.role);
    }
    CHECK(levels > 200);
}

TEST_CASE("the rack is the published one: two clients, two proxies, four storage servers with 14 devices and an SSD")
{
    Shipped shipped;
    const auto rack = shipped.open("swift-rack");
    REQUIRE(rack.topology.groups.size() == 3);
    project::Resolver resolver(rack, shipped.components, shipped.findings);
    const auto number = [&resolver](const project::Json& field) {
        return project::Expression::compile(field.get<std::string>(), resolver.globalScope()).value();
    };
    CHECK(number(rack.topology.groups[0].fields.at("count")) == 2);
    CHECK(number(rack.topology.groups[1].fields.at("count")) == 2);
    const auto& storage = rack.topology.groups[2];
    CHECK(number(storage.fields.at("count")) == 4);
    REQUIRE(storage.devices.size() == 2);
    CHECK(storage.devices[0].fields.at("component") == "DRIVE");
    CHECK(number(storage.devices[0].fields.at("count")) == 14);
    REQUIRE(rack.selectors.size() == 3);
    for (const auto& ring : rack.selectors)
        CHECK(number(ring.fields.at("replicas")) == 3);
    CHECK(findParameter(rack, "PROCESSOR")->value == "Intel_Xeon_Processor_E5_2695_v3");
}

TEST_CASE("the rack offers what is to be swapped, and reasons for what is assumed")
{
    Shipped shipped;
    const auto rack = shipped.open("swift-rack");
    for (const std::string name : {"PROCESSOR", "DRIVE", "ADAPTER", "FABRIC", "OPERATION", "OBJECT_SIZE", "WORKERS",
                                   "PROXY_WORKERS", "OBJECT_WORKERS", "WRITE_BARRIER"}) {
        INFO(name);
        CHECK(findParameter(rack, name));
    }
    CHECK(findParameter(rack, "DRIVE")->kinds == std::vector<std::string>{"disk", "ssd", "nvme"});
    for (const auto& parameter : rack.parameters) {
        INFO(parameter.name);
        CHECK(parameter.description.size() > 20);
    }
}

TEST_CASE("the rack's roles are the library's, unchanged since the project was saved")
{
    Shipped shipped;
    const auto rack = shipped.open("swift-rack");
    for (const auto& behaviour : rack.behaviours) {
        INFO(behaviour.role.id);
        REQUIRE(behaviour.reference);
        CHECK(behaviour.reference->library == "swift");
        CHECK(behaviour.reference->hash == contentHash(behaviour.role));
    }
    CHECK(role(rack, "object-server").volumes == std::vector<std::string>{"objects"});
}

TEST_CASE("shipped projects are laid out as saving them would")
{
    Shipped shipped;
    for (const std::string name : {"swift-rack", "first-queue", "leaf-spine-700"}) {
        const auto path = sourceRoot / "projects" / name / (name + ".headroom");
        std::ifstream file(path);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        INFO(path);
        CHECK(text == toText(shipped.open(name)));
    }
}
