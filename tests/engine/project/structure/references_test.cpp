// References are declared: renaming follows them, and so does the list of names that may stand in a field.
#include "project/structure/references.h"

#include "../projects.h"
#include "project/file/json_reader.h"
#include "project/file/json_writer.h"
#include "project/vocabulary/block_catalogue.h"

using namespace headroom::project;

namespace {

/// Two roles with an operation "ask" each, two node groups with devices of the same name.
Project twins()
{
    return readProject(Json::parse(R"({
        "name": "twins",
        "parameters": [{"name": "WORKERS", "type": "integer", "value": 8}],
        "behaviours": [
            {"role": "client", "definition": {"id": "client", "operations": [{"id": "ask", "diagrams": [
                {"id": "full", "blocks": [
                    {"id": "start", "type": "start"},
                    {"id": "fork", "type": "fork"},
                    {"id": "one", "type": "call", "role": "server", "operation": "ask"},
                    {"id": "other", "type": "call", "role": "client", "operation": "ask"},
                    {"id": "join", "type": "join", "of": "fork"}], "wires": []}]}]}},
            {"role": "server", "definition": {"id": "server", "volumes": ["data"],
                "state": [{"id": "lock", "type": "slots"}], "operations": [{"id": "ask", "diagrams": [
                {"id": "full", "blocks": [{"id": "hold", "type": "acquire", "state": "lock"}], "wires": []}]}]}}],
        "topology": {
            "groups": [
                {"id": "a", "controllers": [{"id": "hba"}], "devices": [{"id": "disks", "controller": "hba"}],
                 "volumes": [{"volume": "data", "devices": "disks"}], "roles": ["client"]},
                {"id": "b", "devices": [{"id": "disks"}, {"id": "slow", "cache_device": "disks"}],
                 "volumes": [{"volume": "data", "devices": "disks"}], "roles": ["server"]}],
            "fabrics": [{"id": "net", "switches": [{"id": "s"}], "links": [{"id": "a-s", "from": "a", "to": "s"}]}]},
        "selectors": [{"id": "ring", "role": "server", "volume": "data"}],
        "workloads": [{"id": "load", "role": "client", "operations": [{"operation": "ask"}]}],
        "disturbances": [
            {"id": "first", "what": "device", "target": "a", "devices": "disks", "at": "1 s"},
            {"id": "second", "what": "device", "target": "b", "devices": "disks", "at": "1 s"},
            {"id": "third", "what": "link", "target": "a-s", "at": "1 s"},
            {"id": "fourth", "target": "a", "at": "1 s"}],
        "studies": [{"id": "load", "space": [{"parameter": "WORKERS", "values": [8, 16]}]}],
        "measurements": [{"id": "rack", "file": "rack.csv", "case": {"WORKERS": "workers"}}]
    })"));
}

const Block& block(const Project& project, const std::string& path, const std::string& id)
{
    return *findBlock(*findDiagram(project, path), id);
}

std::vector<std::string> offered(const Project& project, ElementKind kind, const std::vector<std::string>& ids,
                                 const Fields& declared, const char* field, const Json& values)
{
    std::vector<std::string> names;
    for (const NamedElement& each : namesFor(project, kind, ids, *findField(declared, field), values))
        names.push_back(each.id);
    return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a role's new name reaches calls, node groups, selectors and workloads")
{
    Project project = twins();
    renameReferences(project, ElementKind::role, {"client"}, "user");
    CHECK(block(project, "client/ask/full", "other").fields["role"] == "user");
    CHECK(block(project, "client/ask/full", "one").fields["role"] == "server");
    CHECK(project.topology.groups[0].roles == Names{"user"});
    CHECK(project.workloads[0].role == "user");
    renameReferences(project, ElementKind::role, {"server"}, "store");
    CHECK(project.selectors[0].fields["role"] == "store");
}

TEST_CASE("an operation's new name reaches only those who ask that role for it")
{
    Project project = twins();
    renameReferences(project, ElementKind::operation, {"client", "ask"}, "request");
    CHECK(block(project, "client/ask/full", "other").fields["operation"] == "request");
    CHECK(block(project, "client/ask/full", "one").fields["operation"] == "ask");
    CHECK(project.workloads[0].operations[0].operation == "request");
}

TEST_CASE("a device group's new name stays within its node group")
{
    Project project = twins();
    renameReferences(project, ElementKind::device, {"b", "disks"}, "ssds");
    CHECK(project.topology.groups[0].volumes[0].devices == "disks");
    CHECK(project.topology.groups[1].volumes[0].devices == "ssds");
    CHECK(project.topology.groups[1].devices[1].fields["cache_device"] == "ssds");
    CHECK(project.disturbances[0].fields["devices"] == "disks");
    CHECK(project.disturbances[1].fields["devices"] == "ssds");
}

TEST_CASE("the names in a disturbance depend on the disturbed kind")
{
    Project project = twins();
    renameReferences(project, ElementKind::link, {"net", "a-s"}, "uplink");
    CHECK(project.disturbances[2].fields["target"] == "uplink");
    renameReferences(project, ElementKind::nodeGroup, {"a"}, "front");
    CHECK(project.disturbances[0].fields["target"] == "front");
    CHECK(project.disturbances[3].fields["target"] == "front"); // a node, where nothing is said
    CHECK(project.topology.fabrics[0].links[0].from == "front");
}

TEST_CASE("a parameter's new name reaches the axes of studies and the cases of measurements")
{
    Project project = twins();
    renameReferences(project, ElementKind::parameter, {"WORKERS"}, "THREADS");
    CHECK(project.studies[0].space[0].parameter == "THREADS");
    CHECK(project.measurements[0].fields["case"] == Json({{"THREADS", "workers"}}));
}

TEST_CASE("a new name of a parameter or of a node group reaches the conditions of goals")
{
    Project project = twins();
    project.goals = {{.id = "g", .fields = {{"with", {{"WORKERS", "2 * WORKERS"}}}, {"down", {{"b", 1}}}}}};
    renameReferences(project, ElementKind::parameter, {"WORKERS"}, "CLIENTS");
    renameReferences(project, ElementKind::nodeGroup, {"b"}, "stores");
    CHECK(project.goals[0].fields["with"].contains("CLIENTS")); // its expression follows as every expression does
    CHECK(project.goals[0].fields["down"] == Json{{"stores", 1}});
}

TEST_CASE("the content of a library's role stays as it is")
{
    Project project = twins();
    project.behaviours[0].reference = LibraryReference{"library", "client", ""};
    renameReferences(project, ElementKind::role, {"server"}, "store");
    CHECK(block(project, "client/ask/full", "one").fields["role"] == "server");
}

TEST_CASE("a field offers the names that may stand in it")
{
    const Project project = twins();
    const Fields& call = vocabulary().find("call")->fields;
    const Names ids = {"client/ask/full", "one"};
    CHECK(offered(project, ElementKind::block, ids, call, "role", {}) == Names{"client", "server"});
    CHECK(offered(project, ElementKind::block, ids, call, "operation", {{"role", "server"}}) == Names{"ask"});
    CHECK(offered(project, ElementKind::block, ids, call, "operation", Json::object()).empty());
    CHECK(offered(project, ElementKind::block, {"server/ask/full", "hold"}, vocabulary().find("acquire")->fields,
                  "state", {}) == Names{"lock"});
    CHECK(offered(project, ElementKind::device, {"a", "disks"}, deviceFields(), "controller", {}) == Names{"hba"});
    CHECK(offered(project, ElementKind::disturbance, {"first"}, disturbanceFields(), "target", {{"what", "link"}}) ==
          Names{"a-s"});
    CHECK(offered(project, ElementKind::disturbance, {"first"}, disturbanceFields(), "target", Json::object()) ==
          Names{"a", "b"});
    CHECK(offered(project, ElementKind::disturbance, {"first"}, disturbanceFields(), "devices", {{"target", "b"}}) ==
          Names{"disks", "slow"});
    CHECK(offered(project, ElementKind::selector, {"ring"}, selectorFields(), "volume", {{"role", "server"}}) ==
          Names{"data"});
    CHECK(offered(project, ElementKind::block, ids, call, "request", {}).empty());
}

TEST_CASE("every name that the document keeps as a member comes out of its file as it went in")
{
    const Project project = twins();
    const Json tree = toJson(project);
    CHECK(toJson(readProject(tree)) == tree);
    CHECK(tree["studies"][0]["space"][0] == Json({{"parameter", "WORKERS"}, {"values", {8, 16}}}));
}

TEST_CASE("the names of figures in goals and derived results follow a renamed operation, workload, group or result")
{
    const auto after = [](ElementKind kind, const std::vector<std::string>& ids, const std::string& name) {
        Project project = twins();
        project.results = {
            {"rate", {{"value", "ask.throughput * WORKERS + \"load: ask.latency.mean\" + jobs.load.completion"}}},
            {"a share", {{"value", "rate / \"resources.a.disk data.queue\""}, {"unit", "%"}}}};
        project.goals = {{"g", {{"metric", "ask.latency.p99"}}}, {"h", {{"metric", "a share"}}}};
        renameReferences(project, kind, ids, name);
        return project;
    };
    const auto value = [](const Project& project, std::size_t i) { return project.results[i].fields["value"]; };

    const Project operation = after(ElementKind::operation, {"client", "ask"}, "ask-2");
    CHECK(value(operation, 0) ==
          "\"ask-2.throughput\" * WORKERS + \"load: ask-2.latency.mean\" + jobs.load.completion");
    CHECK(operation.goals[0].fields["metric"] == "ask-2.latency.p99");
    CHECK(after(ElementKind::operation, {"server", "ask"}, "reply").goals[0].fields["metric"] == "ask.latency.p99");

    CHECK(value(after(ElementKind::workload, {"load"}, "burst"), 0) ==
          "ask.throughput * WORKERS + \"burst: ask.latency.mean\" + jobs.burst.completion");
    CHECK(value(after(ElementKind::nodeGroup, {"a"}, "clients"), 1) == "rate / \"resources.clients.disk data.queue\"");
    CHECK(value(after(ElementKind::result, {"rate"}, "the rate"), 1) ==
          "\"the rate\" / \"resources.a.disk data.queue\"");
    CHECK(after(ElementKind::result, {"a share"}, "part").goals[1].fields["metric"] == "part");
}

TEST_CASE("a value that requests share is renamed in the expressions of its role alone")
{
    Project project = twins();
    for (Behaviour& behaviour : project.behaviours) {
        Diagram& diagram = behaviour.role.operations[0].diagrams[0];
        behaviour.role.state.push_back({"epoch", {{"type", "value"}}});
        diagram.blocks.push_back(
            {"set", "set", {}, {{"assignments", {{"epoch", "epoch + 1"}, {"x", "2 * epoch"}}}}, {}});
        diagram.blocks.push_back({"wait", "delay", {}, {{"time", "epoch * 1 ms"}}, {}});
    }
    renameReferences(project, ElementKind::state, {"client", "epoch"}, "term");
    CHECK(block(project, "client/ask/full", "set").fields["assignments"].dump() ==
          R"({"term":"term + 1","x":"2 * term"})");
    CHECK(block(project, "client/ask/full", "wait").fields["time"] == "term * 1 ms");
    CHECK(block(project, "server/ask/full", "wait").fields["time"] == "epoch * 1 ms");
}

TEST_CASE("a role's new name is followed by nodes(role) in every expression, quoted where it must be")
{
    Project project = twins();
    Role& server = project.behaviours[1].role;
    server.parameters = {{"copies", "nodes(server) - 1", "", "", Json::object()}};
    project.behaviours[1].bindings = {{"copies", "nodes(server) / 2"}};
    server.operations[0].diagrams[0].blocks = {
        {"set", "set", "", {{"assignments", {{"a", "nodes(server) * server"}}}}, {}},
        {"delay", "delay", "", {{"time", "nodes(\"server\") * 1 ms"}}, {}}};
    project.workloads[0].fields = {{"workers", "8 * nodes(server)"},
                                   {"stages", {{{"duration", "1 s"}, {"workers", "nodes(server)"}}}}};
    renameReferences(project, ElementKind::role, {"server"}, "object-server");
    CHECK(server.parameters[0].value == "nodes(\"object-server\") - 1");
    CHECK(project.behaviours[1].bindings["copies"] == "nodes(\"object-server\") / 2");
    CHECK(server.operations[0].diagrams[0].blocks[0].fields["assignments"]["a"] == "nodes(\"object-server\") * server");
    CHECK(server.operations[0].diagrams[0].blocks[1].fields["time"] == "nodes(\"object-server\") * 1 ms");
    CHECK(project.workloads[0].fields["workers"] == "8 * nodes(\"object-server\")");
    CHECK(project.workloads[0].fields["stages"][0]["workers"] == "nodes(\"object-server\")");
    renameReferences(project, ElementKind::role, {"object-server"}, "store");
    CHECK(project.workloads[0].fields["workers"] == "8 * nodes(store)");
}

TEST_CASE("a new name of what figures are named after reaches goals, results, reports of studies and measurements")
{
    Project project = twins();
    project.goals = {{"disk", {{"metric", "resources.a.disk disks.used"}}},
                     {"other", {{"metric", "resources.b.disk disks.used"}}},
                     {"adapter", {{"metric", "resources.a.controller hba.used"}}}};
    project.results = {{"half", {{"value", "\"resources.a.disk disks.queue\" / 2 + nodes(client)"}}}};
    project.studies[0].report = {"ask.latency.p99", "resources.a.disk disks.used"};
    project.measurements[0].fields["metrics"] = {{"ask.throughput", "rate"}};
    renameReferences(project, ElementKind::device, {"a", "disks"}, "data");
    CHECK(project.goals[0].fields["metric"] == "resources.a.disk data.used");
    CHECK(project.goals[1].fields["metric"] == "resources.b.disk disks.used");
    CHECK(project.results[0].fields["value"] == "\"resources.a.disk data.queue\" / 2 + nodes(client)");
    CHECK(project.studies[0].report == Names{"ask.latency.p99", "resources.a.disk data.used"});
    renameReferences(project, ElementKind::controller, {"a", "hba"}, "adapter");
    CHECK(project.goals[2].fields["metric"] == "resources.a.controller adapter.used");
    renameReferences(project, ElementKind::operation, {"client", "ask"}, "fetch");
    CHECK(project.studies[0].report.front() == "fetch.latency.p99");
    CHECK(project.measurements[0].fields["metrics"] == Json({{"fetch.throughput", "rate"}}));
}
