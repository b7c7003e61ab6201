#include "../projects.h"
#include "project/file/json_writer.h"

#include <memory>

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

constexpr const char* diagram = "/behaviours/1/definition/operations/0/diagrams/0";

/// One thing done to a good project, and what must be said of it.
struct Fault
{
    const char* project;
    const char* at;    ///< JSON pointer of the value that is replaced
    const char* value; ///< JSON text; null: the value is removed
    const char* key;   ///< of the finding
    const char* pointer;
    const char* place;  ///< part of it
    const char* remedy; ///< part of it
    Severity severity = Severity::error;
};

void put(Json& tree, const std::string& pointer, const char* value)
{
    const Json::json_pointer place(pointer);
    if (value)
        tree[place] = Json::parse(value);
    else if (tree[place.parent_pointer()].is_array())
        tree[place.parent_pointer()].erase(static_cast<std::size_t>(std::stoul(place.back())));
    else
        tree[place.parent_pointer()].erase(place.back());
}

/// The finding, checked to be one that a person can act on.
void requireFinding(const Findings& findings, const Fault& fault)
{
    INFO(fault.key << " at " << fault.pointer << " after " << fault.at << " = "
                   << (fault.value ? fault.value : "removed") << lines(findings));
    const Finding* finding = find(findings, fault.key, fault.pointer);
    REQUIRE(finding);
    CHECK(finding->severity == fault.severity);
    CHECK_THAT(finding->place, Contains(fault.place));
    CHECK_THAT(finding->remedy, Contains(fault.remedy));
    CHECK_FALSE(finding->place.empty());
    CHECK((finding->problem.ends_with('.') || finding->problem.ends_with('?')));
    CHECK_FALSE(finding->remedy.empty());
    const auto same = std::count_if(findings.begin(), findings.end(), [&](const Finding& other) {
        return other.pointer == finding->pointer && other.severity == Severity::error;
    });
    CHECK(same <= 1);
}

const std::vector<Fault>& faults()
{
    static const std::string inDiagram = diagram;
    static const std::string work = inDiagram + "/blocks/1";
    static const auto at = [](const std::string& end) {
        static std::vector<std::unique_ptr<std::string>> kept;
        kept.push_back(std::make_unique<std::string>(diagram + end));
        return kept.back()->c_str();
    };
    static const char* const queue = "first-queue";
    static const char* const rack = "swift-rack";
    static const std::vector<Fault> rows = {
        // Findings of the schema.
        {queue, "/name", nullptr, "schema.missing", "/name", "name", "Add it"},
        {queue, "/parameters", "3", "schema.type", "/parameters", "parameters", "a list"},
        {queue, "/parameters/0/type", "\"integr\"", "schema.value", "/parameters/0/type", "CUSTOMERS",
         "Did you mean \"integer\"?"},
        {queue, "/parameters/0/value", "[1]", "schema.type", "/parameters/0/value", "CUSTOMERS", "a number"},
        {queue, at("/blocks/1/work"), nullptr, "schema.missing", at("/blocks/1/work"), "server \u203a serve",
         "Time on one thread of the reference processor."},
        {queue, at("/blocks/1/work"), "[]", "schema.type", at("/blocks/1/work"), "block \"work\", field work",
         "a number"},
        {queue, "/behaviours/0/definition", nullptr, "schema.missing", "/behaviours/0/definition", "customer",
         "Add it"},
        {queue, "/topology/groups/0/processor", nullptr, "schema.missing", "/topology/groups/0/processor",
         "node group \"customers\"", "The processor in each socket."},
        {queue, "/view/positions/topology/server", "[1]", "schema.value", "/view/positions/topology/server", "view",
         "Correct"},
        // Names that nothing carries, and names that stand twice.
        {queue, at("/blocks/1/type"), "\"comput\"", "block.unknown-type", at("/blocks/1/type"), "block \"work\"",
         "Did you mean \"compute\"?"},
        {queue, at("/blocks/2/id"), "\"work\"", "id.duplicate", at("/blocks/2/id"), "block \"work\"", "own"},
        {queue, at("/blocks/1/id"), "\"wo.rk\"", "id.invalid", at("/blocks/1/id"), "wo.rk", "dash"},
        {queue, at("/blocks/1/id"), "\"\"", "id.empty", at("/blocks/1/id"), "server", "unique"},
        {queue, "/parameters/1/name", "\"CUSTOMERS\"", "id.duplicate", "/parameters/1/name", "CUSTOMERS", "own"},
        {queue, "/parameters/3/name", "\"THREAD COUNT\"", "name.invalid", "/parameters/3/name", "THREAD COUNT",
         "underscores"},
        {queue, "/behaviours/1/role", "\"customer\"", "id.duplicate", "/behaviours/1/role", "customer", "own"},
        {queue, "/behaviours/0/definition/operations/0/diagrams/0/blocks/1/role", "\"servr\"", "role.unknown",
         "/behaviours/0/definition/operations/0/diagrams/0/blocks/1/role", "block \"question\"",
         "Did you mean \"server\"?"},
        {queue, "/behaviours/0/definition/operations/0/diagrams/0/blocks/1/operation", "\"sreve\"", "operation.unknown",
         "/behaviours/0/definition/operations/0/diagrams/0/blocks/1/operation", "question", "Did you mean \"serve\"?"},
        {queue, "/behaviours/0/definition/operations/0/diagrams/0/blocks/1/arguments", "{\"size\": 1}",
         "argument.unknown", "/behaviours/0/definition/operations/0/diagrams/0/blocks/1/arguments/size", "question",
         ""},
        {queue, "/behaviours/1/bindings", "{\"thread\": 1}", "binding.unknown", "/behaviours/1/bindings/thread",
         "server", "Did you mean \"threads\"?"},
        {queue, "/topology/groups/0/roles/0", "\"custmer\"", "role.unknown", "/topology/groups/0/roles/0",
         "node group \"customers\" \u203a role \"custmer\"", "Did you mean \"customer\"?"},
        {queue, "/topology/groups/0/processor", "\"Intel_Xeon_Processor_E5_2695_v33\"", "component.unknown",
         "/topology/groups/0/processor", "node group \"customers\"",
         "Did you mean \"Intel_Xeon_Processor_E5_2695_v3\"?"},
        {queue, "/topology/groups/0/processor", "\"Force10_S4810\"", "component.kind", "/topology/groups/0/processor",
         "node group \"customers\"", "processor"},
        {queue, "/topology/groups/0/roles_if", R"({"server": "THREADS > 1"})", "role.unknown",
         "/topology/groups/0/roles_if/server", "node group \"customers\"", ""},
        {queue, "/topology/groups/1/roles_if", R"({"server": "THRAEDS > 1"})", "expression.faulty",
         "/topology/groups/1/roles_if/server", "node group", "Correct"},
        {queue, "/topology/fabrics/0/links/0/to", "\"swich\"", "link.unknown-end", "/topology/fabrics/0/links/0/to",
         "link \"customers-switch\"", "Did you mean \"switch\"?"},
        {queue, "/topology/fabrics/0/links/0/from", "\"custmers\"", "link.unknown-end",
         "/topology/fabrics/0/links/0/from", "link \"customers-switch\"", "Did you mean \"customers\"?"},
        {queue, "/topology/fabrics/0/links/1", nullptr, "group.unlinked", "/topology/fabrics/0", "fabric \"network\"",
         "Link it"},
        {queue, "/topology/fabric", "\"netwrk\"", "fabric.unknown", "/topology/fabric", "fabric",
         "Did you mean \"network\"?"},
        {queue, "/workloads/0/role", "\"custome\"", "role.unknown", "/workloads/0/role", "workload \"questions\"",
         "Did you mean \"customer\"?"},
        {queue, "/workloads/0/operations/0/operation", "\"aks\"", "operation.unknown",
         "/workloads/0/operations/0/operation", "workload \"questions\"", "Known: \"ask\"."},
        {rack, "/workloads/0/operations/0/arguments/sise", "1", "argument.unknown",
         "/workloads/0/operations/0/arguments/sise", "workload \"cosbench\"", "Did you mean \"size\"?"},
        {rack, "/selectors/0/role", "\"object-servr\"", "role.unknown", "/selectors/0/role", "selector \"objects\"",
         "Did you mean \"object-server\"?"},
        {rack, "/selectors/0/volume", "\"objcts\"", "volume.unknown", "/selectors/0/volume", "selector \"objects\"",
         "objects"},
        {rack, "/topology/groups/2/volumes/0/devices", "\"dat\"", "devices.unknown",
         "/topology/groups/2/volumes/0/devices", "volume \"objects\"", "Did you mean \"data\"?"},
        {rack, "/topology/groups/2/volumes/1", nullptr, "volume.unbound", "/topology/groups/2/roles/1",
         "node group \"storage\"", "Bind it"},
        {rack, "/behaviours/1/library", "\"swfit\"", "library.unknown", "/behaviours/1/library", "proxy-server",
         "Did you mean \"swift\"?"},
        {rack, "/behaviours/1/from", "\"proxy\"", "library.unknown-role", "/behaviours/1/from", "proxy-server",
         "Did you mean \"proxy-server\"?"},
        {rack, "/selectors/0", nullptr, "selector.unknown", "/behaviours/1", "library swift", "containers"},
        // Ports and paths.
        {queue, at("/wires/1/0"), "\"work.nxt\"", "wire.unknown-port", at("/wires/1"), "work.nxt", "\"next\""},
        {queue, at("/wires/1/1"), "\"anser.in\"", "wire.unknown-block", at("/wires/1"), "anser",
         "Did you mean \"answer\"?"},
        {queue, at("/wires/1/1"), "\"work.in\"", "diagram.cycle", at("/blocks/1"), "block \"work\"", "loop"},
        {queue, at("/wires/1/0"), "\"start.next\"", "wire.doubled", at("/wires/1"), "start.next", "fork"},
        {queue, at("/wires/0"), nullptr, "wire.missing", at("/blocks/0"), "block \"start\"", "Wire it"},
        {queue, at("/wires/1"), nullptr, "block.unreachable", at("/blocks/2"), "block \"answer\"", "Wire it",
         Severity::warning},
        {queue, at("/blocks/0/type"), "\"end\"", "diagram.start", at(""), "full", "one start"},
        {queue, "/behaviours/1/definition/operations/0/diagrams", "[]", "operation.empty",
         "/behaviours/1/definition/operations/0/diagrams", "serve", "Draw one."},
        {queue, "/behaviours/1/definition/operations/0/level", "\"ful\"", "level.unknown",
         "/behaviours/1/definition/operations/0/level", "serve", "Did you mean \"full\"?"},
        // Blocks that are switched off.
        {queue, at("/blocks/0/disabled"), "true", "block.cannot-disable", at("/blocks/0/disabled"), "block \"start\"",
         "take the block out"},
        {queue, at("/blocks/1/disabled"), "\"CUSTOMRS > 3\"", "expression.faulty", at("/blocks/1/disabled"),
         "block \"work\"", "Correct"},
        // Values.
        {queue, at("/blocks/1/work"), "\"3 MB\"", "unit.mismatch", at("/blocks/1/work"), "block \"work\"",
         "units of s"},
        {queue, at("/blocks/1/work"), "\"servic_time * 2\"", "expression.faulty", at("/blocks/1/work"), "field work",
         "Correct"},
        {queue, at("/blocks/1/work"), "-1", "value.out-of-range", at("/blocks/1/work"), "field work", "at least 0"},
        {queue, "/behaviours/1/definition/workers/work_variation", "-0.1", "value.out-of-range",
         "/behaviours/1/definition/workers/work_variation", "field workers.work_variation", "at least 0"},
        {queue, at("/blocks/1/distribution"), "\"normal\"", "value.unknown-choice", at("/blocks/1/distribution"),
         "field distribution", "\"exponential\""},
        {queue, "/parameters/0/value", "1.5", "value.not-whole", "/parameters/0/value", "CUSTOMERS", "whole"},
        {queue, "/parameters/0/value", "0", "value.out-of-range", "/parameters/0/value", "CUSTOMERS", "at least 1"},
        {queue, "/parameters/1/value", "\"3 KB\"", "unit.mismatch", "/parameters/1/value", "THINK_TIME", "units of s"},
        {queue, "/parameters/1/value", "\"soon\"", "value.not-a-number", "/parameters/1/value", "THINK_TIME", "8 ms"},
        {queue, "/parameters/1/alternatives/2", "\"3 KB\"", "unit.mismatch", "/parameters/1/alternatives/2",
         "parameter \"THINK_TIME\"", "units of s"},
        {queue, "/parameters/1/unit", "\"ms\"", "parameter.unit", "/parameters/1/unit", "THINK_TIME", "Write \"s\""},
        {rack, "/parameters/1/value", "\"Intel_XXV710_DA2_25GbE\"", "component.kind", "/parameters/1/value", "DRIVE",
         "ssd"},
        {rack, "/parameters/3/value", "\"rack\"", "value.unknown-choice", "/parameters/3/value", "FABRIC",
         "\"rack fabric\""},
        {rack, "/parameters/17/value", "\"maybe\"", "value.type", "/parameters/17/value", "WRITE_BARRIER", "true"},
        {queue, "/topology/groups/0/count", "\"CUSTOMER\"", "expression.faulty", "/topology/groups/0/count",
         "node group \"customers\"", "Correct"},
        {queue, "/topology/groups/0/count", "2.5", "value.not-whole", "/topology/groups/0/count", "customers", "whole"},
        {queue, "/run/duration", "\"60 MB\"", "unit.mismatch", "/run/duration", "run", "units of s"},
        {queue, "/workloads/0/type", "\"endless loop\"", "value.unknown-choice", "/workloads/0/type", "questions",
         "closed loop"},
        {queue, "/topology/fabrics/0/generate", "\"leafspine\"", "value.unknown-choice", "/topology/fabrics/0/generate",
         "fabric \"network\"", "leaf-spine"},
        {queue, "/topology/fabrics/0/switches/0/kind", "\"hub\"", "value.unknown-choice",
         "/topology/fabrics/0/switches/0/kind", "switch", "router"},
        {queue, "/topology/groups/0/bonding", "\"LACP\"", "value.unknown-choice", "/topology/groups/0/bonding",
         "customers", "active backup"},
        // Remarks.
        {queue, "/run/sampling", "1", "key.unknown", "/run/sampling", "run", "Did you mean \"sampling_interval\"?",
         Severity::warning},
        {queue, at("/blocks/1/wrk"), "1", "key.unknown", at("/blocks/1/wrk"), "block \"work\"",
         "Did you mean \"work\"?", Severity::warning},
        {queue, "/behaviours/0/definition/workers", R"({"kind": "thread per request", "count": 16})",
         "worker.field-unused", "/behaviours/0/definition/workers/count", "customer", "choose", Severity::warning},
        {queue, "/behaviours/2", R"({"role": "spare", "definition": {"id": "spare", "operations": []}})",
         "role.no-operation", "/behaviours/2", "spare", "Add an operation", Severity::warning},
        {queue, "/behaviours/1/definition/operatons", "[]", "key.unknown", "/behaviours/1/definition/operatons",
         "server", "Did you mean \"operations\"?", Severity::warning},
        {rack, "/topology/fabrics/0/links/0", nullptr, "group.unlinked", "/topology/fabrics/0", "10GbE network",
         "Link it", Severity::warning},
        {rack, "/topology/fabrics/1/links/3",
         R"({"id": "again", "from": "proxies", "to": "rack-switch", "count": "CABLES", "rate": "LINK_RATE"})",
         "link.duplicate", "/topology/fabrics/1/links/3", "link \"again\"", "set the count of one link to 2",
         Severity::warning},
        {rack, "/topology/fabrics/0/generate", "\"star\"", "fabric.drawing-unused", "/topology/fabrics/0/generate",
         "10GbE network", "drawn", Severity::warning},
    };
    return rows;
}

} // namespace

TEST_CASE("every kind of fault is reported with its key, pointer, place and remedy")
{
    for (const Fault& fault : faults()) {
        Json tree = shipped(fault.project);
        put(tree, fault.at, fault.value);
        const LoadResult result = parse(tree);
        requireFinding(result.findings, fault);
        CHECK(result.project.has_value() == !hasErrors(result.findings));
        CHECK(hasErrors(result.findings) == (fault.severity == Severity::error));
    }
}

TEST_CASE("a call that stays on the node is reported where the role that it asks is not on all nodes of the caller's")
{
    Json tree = shipped("first-queue");
    const std::string calling = "/behaviours/0/definition/operations/0/diagrams/0";
    Json* call = nullptr;
    std::string place;
    Json& blocks = tree[Json::json_pointer(calling)]["blocks"];
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (blocks[b]["id"] == "question") {
            call = &blocks[b];
            place = calling + "/blocks/" + std::to_string(b) + "/selector";
        }
    }
    REQUIRE(call);
    (*call)["selector"] = "same node";
    const auto told = [&]() -> std::string {
        const LoadResult result = parse(tree);
        INFO(lines(result.findings));
        const Finding* finding = find(result.findings, "call.not-on-node", place);
        CHECK(result.findings.size() == (finding ? 1U : 0U));
        CHECK(result.project.has_value() == (!finding || finding->severity == Severity::warning));
        return finding ? finding->problem : "";
    };
    Json& groups = tree["topology"]["groups"];
    const std::string asking = groups[0]["id"], serving = groups[1]["id"];
    const std::string none = told(); // the server stands elsewhere
    for (const std::string& name : {std::string("question"), asking, std::string("server")})
        CHECK(none.find('"' + name + '"') != std::string::npos);
    CHECK(parse(tree).project == std::nullopt);
    groups[1]["roles"].push_back(groups[0]["roles"][0]); // now it finds it on some nodes
    CHECK(told() == none);
    CHECK(parse(tree).project);
    groups[0]["roles"].push_back("server");
    CHECK(told().empty());
}

TEST_CASE("a project with many faults reports all of them in one load and opens nothing")
{
    Json tree = shipped("first-queue");
    std::vector<Fault> done; // they lie apart from each other, so that none hides another
    const auto breakAt = [&](const char* at, const char* key) {
        for (const Fault& fault : faults()) {
            if (std::string(fault.project) == "first-queue" && std::string(fault.at) == at &&
                std::string(fault.key) == key) {
                put(tree, fault.at, fault.value);
                done.push_back(fault);
                return;
            }
        }
        FAIL("no such fault: " << at);
    };
    const std::string inDiagram = diagram;
    breakAt("/name", "schema.missing");
    breakAt("/parameters/0/value", "value.out-of-range");
    breakAt("/parameters/1/alternatives/2", "unit.mismatch");
    breakAt("/topology/groups/0/count", "expression.faulty");
    breakAt("/topology/groups/0/processor", "component.unknown");
    breakAt("/topology/groups/0/roles/0", "role.unknown");
    breakAt("/topology/fabrics/0/links/0/to", "link.unknown-end");
    breakAt("/topology/fabric", "fabric.unknown");
    breakAt("/behaviours/0/definition/operations/0/diagrams/0/blocks/1/role", "role.unknown");
    breakAt((inDiagram + "/blocks/1/work").c_str(), "expression.faulty");
    breakAt((inDiagram + "/wires/1/1").c_str(), "wire.unknown-block");
    breakAt("/workloads/0/operations/0/operation", "operation.unknown");
    breakAt("/workloads/0/type", "value.unknown-choice");
    breakAt("/run/duration", "unit.mismatch");
    breakAt("/run/sampling", "key.unknown");
    const LoadResult result = parse(tree);
    CHECK_FALSE(result.project);
    for (const Fault& fault : done)
        requireFinding(result.findings, fault);
}

TEST_CASE("a faulty expression is reported once, not again for what stands in for it")
{
    Json tree = shipped("first-queue");
    tree["run"]["warm_up"] = "1 +";
    const LoadResult result = parse(tree);
    INFO(lines(result.findings));
    CHECK(result.findings.size() == 1);
    CHECK(find(result.findings, "expression.faulty", "/run/warm_up"));
}

TEST_CASE("a value out of range is reported with the expression that gives it, a plain one without")
{
    const auto told = [](const Json& warmUp) {
        Json tree = shipped("first-queue");
        tree["run"]["warm_up"] = warmUp;
        const LoadResult result = parse(tree);
        INFO(lines(result.findings));
        const Finding* finding = find(result.findings, "value.out-of-range", "/run/warm_up");
        return finding ? finding->problem : "";
    };
    CHECK(told("2 * THINK_TIME - 1 s") == "\"2 * THINK_TIME - 1 s\" = -0.8 s is out of range.");
    CHECK(told("-800 ms") == "-0.8 s is out of range.");
    CHECK(told(-0.8) == "-0.8 s is out of range.");
}

TEST_CASE("a finding is one line that names severity, place, problem, remedy and pointer")
{
    const Finding finding{Severity::error, "unit.mismatch", "/a/b", "here", "It is\nwrong.", "Mend it."};
    CHECK(toLine(finding) == "error: here: It is wrong. Mend it. (/a/b)");
    CHECK(toLine({Severity::warning, "k", "", "", "It is odd.", ""}) == "warning: It is odd.");
}

TEST_CASE("work that is not finished can be held by an editor without losing anything, and is not run")
{
    Json tree = shipped("first-queue");
    Json& drawing = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0];
    drawing["blocks"].push_back({{"id", "unfinished"}, {"type", "read"}}); // without a volume, and not wired
    tree["workloads"][0]["role"] = "nobody-yet";
    tree["parameters"][0]["value"] = "soon +";
    const LoadResult result = parse(tree);
    CHECK_FALSE(result.project);
    CHECK(hasErrors(result.findings));
    REQUIRE(result.unfinished);
    CHECK(Json::parse(toText(*result.unfinished))["workloads"] == tree["workloads"]);
    CHECK(parse(toText(*result.unfinished)).unfinished);
    CHECK(parse(shipped("first-queue")).project);
}

TEST_CASE("parts that an editor would lose are not held at all")
{
    Json mistyped = shipped("first-queue");
    mistyped["parameters"] = "none";
    CHECK_FALSE(parse(mistyped).unfinished);
    Json without = shipped("swift-rack");
    without["behaviours"][0]["library"] = "no such library";
    CHECK_FALSE(parse(without).unfinished);
    CHECK_FALSE(parse("{\"format\": ").unfinished);
}
