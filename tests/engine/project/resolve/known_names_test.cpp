// Names for an expression at a place; the checks know everything that is offered there.
#include "project/resolve/known_names.h"

#include "project/expression/tokens.h"
#include "project/file/json_reader.h"
#include "project/resolve/resolver.h"
#include "project/structure/describe_studies.h"
#include "project/vocabulary/block_catalogue.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace headroom::project;

namespace {

/// A processor that states two figures and a note.
ComponentLibrary processors()
{
    ComponentLibrary library;
    Findings findings;
    library.add(Json::parse(R"([{"id": "cpu", "kind": "processor", "vendor": "A", "model": "B", "source": "test",
        "confidence": "estimated", "parameters": {"cores": 12, "base_clock_Hz": 2000000000, "wake_us": 5}}])"),
                "/components", findings);
    return library;
}

Project small()
{
    return readProject(Json::parse(R"({
        "name": "small",
        "parameters": [
            {"name": "PROCESSOR_TYPE", "type": "component", "value": "cpu", "kinds": ["processor"]},
            {"name": "SOCKETS", "type": "integer", "value": 2, "description": "Sockets of a node. All are equal."},
            {"name": "FABRIC", "type": "choice", "value": "rack fabric", "alternatives": ["rack fabric", "flat"]}],
        "behaviours": [
            {"role": "client", "definition": {"id": "client", "operations": [{"id": "ask", "diagrams": [
                {"id": "full", "blocks": [], "wires": []}]}]}},
            {"role": "object-server", "bindings": {"workers": "PROCESSOR_TYPE.cores * SOCKETS"},
             "definition": {"id": "object-server",
                "parameters": [{"name": "spare", "value": 2}, {"name": "workers", "value": 1}, {"name": "later", "value": 3}],
                "state": [{"id": "epoch", "type": "value"}, {"id": "lock", "type": "slots"}],
                "operations": [{"id": "PUT", "arguments": [{"name": "size"}], "diagrams": [
                {"id": "full", "blocks": [
                    {"id": "start", "type": "start"},
                    {"id": "pieces", "type": "set", "assignments": {"piece": "size / 2"}},
                    {"id": "store", "type": "group", "parameters": {"part": "piece"}, "inner": {
                        "blocks": [{"id": "work", "type": "compute", "work": "1 ms"}], "wires": []}}],
                    "wires": []}]}]}}],
        "topology": {"groups": [
            {"id": "storage", "count": 3, "devices": [{"id": "data"}], "roles": ["object-server"]},
            {"id": "clients", "roles": ["client"]}]},
        "workloads": [{"id": "load", "role": "client", "type": "jobs", "operations": [{"operation": "ask"}]}],
        "results": [{"name": "run time", "value": "jobs.load.completion"}],
        "goals": [{"id": "tail", "metric": "ask.latency.p99", "at_most": "50 ms"}]
    })"));
}

std::vector<std::string> namesIn(const std::vector<KnownName>& known)
{
    std::vector<std::string> names;
    for (const KnownName& each : known)
        names.push_back(each.name);
    return names;
}

const KnownName& named(const KnownNames& known, const std::string& name)
{
    const auto found =
        std::find_if(known.names.begin(), known.names.end(), [&](const auto& each) { return each.name == name; });
    INFO(name);
    REQUIRE(found != known.names.end());
    return *found;
}

bool has(const KnownNames& known, const std::string& name)
{
    const std::vector<std::string> names = namesIn(known.names);
    return std::find(names.begin(), names.end(), name) != names.end();
}

KnownNames knownIn(ElementKind kind, const std::vector<std::string>& ids, const Fields& declared, const char* field)
{
    return knownNames(small(), processors(), kind, ids, *findField(declared, field));
}

const Fields& fieldsOf(const char* type)
{
    return blockTypesOf(Project()).find(type)->fields;
}

} // namespace

TEST_CASE(
    "a field of a request knows its variables, the role's parameters, the project's and the figures of components")
{
    const KnownNames known =
        knownIn(ElementKind::block, {"object-server/PUT/full", "work"}, fieldsOf("compute"), "work");
    CHECK(named(known, "size").meaning == "argument of PUT");
    CHECK(named(known, "piece").meaning == "from block pieces");
    CHECK(named(known, "epoch").meaning == "shared value of object-server");
    CHECK(named(known, "now").meaning == "simulated time in seconds");
    CHECK(named(known, "workers").meaning == "24");
    CHECK(named(known, "SOCKETS").meaning == "2 \u00b7 Sockets of a node");
    CHECK(named(known, "PROCESSOR_TYPE.cores").meaning.starts_with("12"));
    CHECK(named(known, "PROCESSOR_TYPE.base_clock_Hz").meaning.starts_with("2.00 GHz"));
    CHECK(named(known, "PROCESSOR_TYPE.kind").meaning.starts_with("processor"));
    CHECK(named(known, "mod(a, b)").written == "mod(");
    CHECK(named(known, "rack fabric").written == "\"rack fabric\"");
    CHECK(named(known, "flat").meaning == "a value of FABRIC");
    CHECK(!has(known, "lock"));
    CHECK(namesIn(known.roles) == std::vector<std::string>{"client", "object-server"});
    CHECK(known.roles[1].written == "\"object-server\"");
    CHECK(known.roles[1].meaning == "3 nodes");
}

TEST_CASE("a block in a group knows the variables around it and the parameters of the group")
{
    const KnownNames known =
        knownIn(ElementKind::block, {"object-server/PUT/full/store", "work"}, fieldsOf("compute"), "work");
    CHECK(has(known, "size"));
    CHECK(named(known, "part").meaning == "parameter of store");
}

TEST_CASE("a field that is no request's does not know its variables")
{
    const KnownNames known =
        knownIn(ElementKind::block, {"object-server/PUT/full", "work"}, fieldsOf("compute"), "disabled");
    CHECK(!has(known, "size"));
    CHECK(has(known, "workers"));
}

TEST_CASE("the default of a role's parameter knows the parameters before it, a binding only those of the project")
{
    FieldDeclaration number;
    number.name = "workers";
    const KnownNames ownValue =
        knownNames(small(), processors(), ElementKind::roleParameter, {"object-server", "workers"}, number);
    CHECK(has(ownValue, "spare"));
    CHECK(!has(ownValue, "later"));
    const KnownNames binding = knownNames(small(), processors(), ElementKind::binding, {"object-server"}, number);
    CHECK(!has(binding, "spare"));
    CHECK(has(binding, "PROCESSOR_TYPE.cores"));
}

TEST_CASE("a goal knows the figures of the results, a derived result also parameters and functions")
{
    const KnownNames metric = knownIn(ElementKind::goal, {"tail"}, goalFields(), "metric");
    CHECK(has(metric, "ask.latency.p99"));
    CHECK(has(metric, "jobs.load.completion"));
    CHECK(has(metric, "resources.disk.used"));
    CHECK(has(metric, "run time"));
    CHECK(!has(metric, "SOCKETS"));
    CHECK(named(metric, "resources.storage.disk data.used").written == "resources.storage.disk data.used");
    const KnownNames value = knownIn(ElementKind::result, {"run time"}, resultFields(), "value");
    CHECK(named(value, "resources.storage.disk data.used").written == "\"resources.storage.disk data.used\"");
    CHECK(has(value, "SOCKETS"));
    CHECK(has(value, "mod(a, b)"));
}

TEST_CASE("the arguments of a workload's operation know its key, size and client")
{
    const KnownNames known = knownIn(ElementKind::share, {"load", "ask"}, shareFields(), "arguments");
    for (const char* const name : {"key", "size", "worker", "rank", "SOCKETS"})
        CHECK(has(known, name));
}

TEST_CASE("every function has a short explanation")
{
    const KnownNames known = knownIn(ElementKind::run, {}, runFields(), "duration");
    for (const std::string& function : functionNames())
        CHECK(std::any_of(known.names.begin(), known.names.end(), [&](const KnownName& each) {
            return each.written == function + '(' && !each.meaning.empty();
        }));
}

TEST_CASE("a field that takes no expression knows nothing")
{
    CHECK(knownIn(ElementKind::state, {"object-server", "epoch"}, stateFields(), "type").names.empty());
}

TEST_CASE("a figure of a parameter's component is in base units, and follows another choice")
{
    Project project = small();
    Findings findings;
    ComponentLibrary library = processors();
    Resolver resolver(project, library, findings);
    const Scope scope = resolver.scopeOf(project.behaviours[1], "/behaviours/1");
    CHECK(findings.empty());
    CHECK(scope.constants.at("workers") == 24);
    CHECK(Expression::compile("PROCESSOR_TYPE.wake_us * 2", scope).value() == Approx(10e-6));
    CHECK(Expression::compile("1 / PROCESSOR_TYPE.base_clock_Hz", scope).value() == Approx(0.5e-9));
    library.add(Json::parse(R"([{"id": "other", "kind": "processor", "vendor": "A", "model": "C", "source": "test",
        "confidence": "estimated", "parameters": {"cores": 5, "base_clock_Hz": 3000000000}}])"),
                "/components", findings);
    project.parameters[0].value = "other";
    Resolver swapped(project, library, findings);
    CHECK(swapped.scopeOf(project.behaviours[1], "/behaviours/1").constants.at("workers") == 10);
}

TEST_CASE("an unknown name that resembles none is answered with those that are known")
{
    Scope scope;
    scope.variables["size"] = 0;
    scope.constants.set("SOCKETS", 2);
    CHECK_THROWS_WITH(Expression::compile("quux * 3", scope), "Unknown name \"quux\"; known here: size, SOCKETS.");
}
