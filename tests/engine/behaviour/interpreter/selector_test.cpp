// A call finds its node and device.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <set>

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr double hour = 3600;

/// Four servers with two devices each, and a ring of three replicas. "ask" calls one and then shows which device it was
/// by the hours that pass.
TinyProject ringed(const std::string& call)
{
    TinyProject tiny;
    tiny.group("servers", 4);
    tiny.devices("servers", 2);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 3}, {"partition_power", 4}}};
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "ring": "ring", "key": "key", )" +
            call + R"(}, {"id": "show", "type": "delay", "time": "device * 1 h"}, {"id": "answer", "type": "reply"})",
        "start > call > show > answer", {"key", "n"});
    return tiny;
}

std::uint32_t deviceShown(TinyCluster& cluster, std::vector<double> arguments)
{
    const double at = kernel::toSeconds(cluster.calendar.now());
    const auto& answer = cluster.ask(at, std::move(arguments));
    cluster.run(at + 10 * hour);
    REQUIRE(answer.ok);
    return static_cast<std::uint32_t>(answer.took() / hour);
}

} // namespace

TEST_CASE("a ring of more replicas than nodes is warned of")
{
    const int replicas = oneOf({4, 5});
    TinyProject tiny = ringed(R"("selector": "ring")");
    tiny.tree["selectors"][0]["replicas"] = replicas;
    const TinyCluster cluster(tiny);
    CHECK(std::any_of(cluster.findings.begin(), cluster.findings.end(), [](const project::Finding& finding) {
              return finding.key == "ring.few-nodes" && finding.severity == project::Severity::warning;
          }) == (replicas > 4));
}

TEST_CASE("copies apart on devices may share a node, not a device")
{
    struct Case
    {
        int replicas; ///< over four nodes of two devices
        const char* finding;
    };
    const Case of = oneOf<Case>({{8, ""}, {9, "ring.few-nodes"}});
    INFO(of.replicas << " replicas");
    TinyProject tiny = ringed(R"("selector": "ring", "candidate": "n")");
    tiny.tree["selectors"][0]["replicas"] = of.replicas;
    tiny.tree["selectors"][0]["apart"] = "on devices";
    TinyCluster cluster(tiny);
    std::string keys;
    for (const project::Finding& finding : cluster.findings)
        if (finding.key.starts_with("ring."))
            keys += finding.key;
    CHECK(keys == of.finding);
    std::set<std::uint32_t> devices;
    for (double n = 0; n < 8; ++n)
        devices.insert(deviceShown(cluster, {7, n}));
    CHECK(devices.size() == 8);
}

TEST_CASE("pieces of an erasure code may share a node as long as its failure loses no more than may be lost")
{
    struct Case
    {
        int replicas, enough; ///< over four nodes of two devices
        const char* finding;
    };
    const Case of = oneOf<Case>({{8, 6, ""}, {8, 7, "ring.few-nodes"}, {3, 3, "ring.few-nodes"}, {12, 8, ""}});
    INFO(of.replicas << " pieces, " << of.enough << " are enough");
    TinyProject tiny = ringed(R"("selector": "ring")");
    tiny.tree["selectors"][0]["replicas"] = of.replicas;
    tiny.tree["selectors"][0]["enough"] = of.enough;
    const TinyCluster cluster(tiny);
    std::string keys;
    for (const project::Finding& finding : cluster.findings)
        if (finding.key.starts_with("ring."))
            keys += finding.key;
    CHECK(keys == of.finding);
}

TEST_CASE("a code on a single node is a note: nothing is left without that node")
{
    TinyProject tiny = ringed(R"("selector": "ring")");
    tiny.group("servers", 1);
    tiny.tree["selectors"][0]["replicas"] = 2;
    tiny.tree["selectors"][0]["enough"] = 2;
    const TinyCluster cluster(tiny);
    CHECK(std::any_of(cluster.findings.begin(), cluster.findings.end(), [](const project::Finding& finding) {
        return finding.key == "ring.few-nodes" && finding.severity == project::Severity::note;
    }));
}

TEST_CASE("an erasure code that needs more devices than there are is an error")
{
    const int enough = oneOf({8, 9});
    TinyProject tiny = ringed(R"("selector": "ring")"); // four nodes of two devices
    tiny.tree["selectors"][0]["replicas"] = 12;
    tiny.tree["selectors"][0]["enough"] = enough;
    const project::Project project = parsed(tiny.tree, shippedComponents());
    project::Findings findings;
    project::Resolver resolver(project, shippedComponents(), findings);
    const topology::ExpandedTopology topology(project, resolver);
    const mapping::Placement placement(project, topology, findings);
    behaviour::compile(project, resolver, topology, placement, 1);
    const auto fault = std::ranges::find(findings, "ring.few-devices", &project::Finding::key);
    REQUIRE((fault == findings.end()) == (enough == 8));
    if (enough > 8) {
        CHECK(fault->severity == project::Severity::error);
        CHECK(fault->problem.find("9 pieces on different devices are needed, and there are 8") != std::string::npos);
    }
}

TEST_CASE("a for each that takes more devices than the ring has replicas is warned of")
{
    const int take = oneOf({3, 4});
    TinyProject tiny = ringed(R"("selector": "ring")");
    tiny.operation("client", "all",
                   R"({"id": "each", "type": "for each", "over": "ring", "ring": "ring", "take": )" +
                       std::to_string(take) + R"(}, {"id": "end", "type": "end"}, {"id": "answer", "type": "reply"})",
                   "start > each > end; each.done > answer");
    const auto loaded =
        project::parseProject(tiny.tree.dump(), shippedComponents(), {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    CHECK(loaded.project);
    CHECK(std::any_of(loaded.findings.begin(), loaded.findings.end(), [](const project::Finding& finding) {
              return finding.key == "for-each.too-many" && finding.severity == project::Severity::warning;
          }) == (take > 3));
}

TEST_CASE("a stated candidate of a ring is that device: the replicas in order, then the hand-offs")
{
    TinyCluster cluster(ringed(R"("selector": "ring", "candidate": "n")"));
    const mapping::Ring& ring = cluster.software.rings.front();
    for (const double key : {1, 7}) {
        std::set<std::uint32_t> nodes;
        for (std::uint64_t n = 0; n < 8; ++n) {
            const std::uint32_t device = deviceShown(cluster, {key, static_cast<double>(n)});
            CHECK(device == ring.candidate(ring.partitionOf(static_cast<std::uint64_t>(key)), n));
            if (n < 4)
                CHECK(nodes.insert(cluster.cluster.devices[device].node).second);
        }
    }
}

TEST_CASE("a retry counts the candidates on until one answers well")
{
    TinyProject tiny = ringed(R"("selector": "ring")");
    Json& operations = tiny.definition("client")["operations"];
    operations.clear();
    tiny.definition("server")["operations"].clear();
    tiny.operation("server", "serve",
                   R"({"id": "mine", "type": "branch", "condition": "which >= 2"}, {"id": "answer", "type": "reply"},
                      {"id": "broken", "type": "reply", "status": "error"})",
                   "start > mine > answer; mine.no > broken", {"which"});
    tiny.operation(
        "client", "ask",
        R"({"id": "tries", "type": "loop", "while": "found == 0"},
           {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "ring", "ring": "ring", "key": "key",
            "candidate": "attempt", "arguments": {"which": "attempt"}},
           {"id": "good", "type": "set", "assignments": {"found": 1}}, {"id": "next", "type": "set", "assignments": {"attempt": "attempt + 1"}},
           {"id": "show", "type": "delay", "time": "device * 1 h"}, {"id": "answer", "type": "reply"})",
        "start > tries > call > good > tries.again; call.error > next > tries.again; tries.done > show > answer",
        {"key"});
    TinyCluster cluster(tiny);
    const mapping::Ring& ring = cluster.software.rings.front();
    CHECK(deviceShown(cluster, {5}) == ring.candidate(ring.partitionOf(5), 2));
    CHECK(cluster.visits("client/ask", "call") == 3);
}

TEST_CASE("locality takes the replica on the caller's node, else the first, whatever the candidate")
{
    const char* candidate = oneOf({"", R"(, "candidate": 2)"});
    TinyProject tiny = ringed(R"("selector": "locality")" + std::string(candidate));
    for (Json& group : tiny.tree["topology"]["groups"])
        if (group["id"] == "servers")
            group["roles"].push_back("client");
    TinyCluster cluster(tiny);
    const mapping::Ring& ring = cluster.software.rings.front();
    for (double key = 0; key < 20; ++key) {
        const auto replicas = ring.devicesOf(ring.partitionOf(static_cast<std::uint64_t>(key)));
        CHECK(deviceShown(cluster, {key}) == replicas.front()); // from a node without data
        const double at = kernel::toSeconds(cluster.calendar.now());
        const std::uint32_t node = cluster.cluster.devices[replicas[1]].node;
        cluster.ask(at, {key});
        cluster.answers.back().node = node;
        cluster.run(at + 10 * hour);
        CHECK(static_cast<std::uint32_t>(cluster.answers.back().took() / hour) == replicas[1]);
    }
}

namespace {

struct Nobody : behaviour::OperationClient
{
    virtual ~Nobody() = default;
    void operationDone(const behaviour::OperationTicket&, bool) override {}
};

/// Nodes of a server with one thread each that serves for a second. "ask" calls as it says, "fill" calls node `n`.
TinyProject oneThreadEach(int nodes, const std::string& selector)
{
    TinyProject tiny;
    tiny.group("servers", nodes);
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "delay", "time": "1 s"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    const auto call = [](const std::string& fields) {
        return R"({"id": "call", "type": "call", "role": "server", "operation": "serve", )" + fields +
               R"(}, {"id": "answer", "type": "reply"}, {"id": "refused", "type": "reply", "status": "error"})";
    };
    const std::string wires = "start > call > answer; call.refused > refused";
    tiny.operation("client", "ask", call(selector), wires);
    tiny.operation("client", "fill", call(R"("selector": "index", "index": "n")"), wires, {"n"});
    return tiny;
}

} // namespace

TEST_CASE("least loaded counts who waits to be served, not only who is")
{
    TinyCluster cluster(oneThreadEach(2, R"("selector": "least loaded")"));
    for (const double node : {0, 0, 0, 1})
        cluster.ask(0, {node}, "fill");
    const auto& answer = cluster.ask(10e-3);
    cluster.run();
    CHECK(answer.at == Approx(2).margin(0.1)); // behind one, not behind three
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("least loaded counts what workloads have asked of a node, too")
{
    TinyCluster cluster(oneThreadEach(2, R"("selector": "least loaded")"));
    const auto& nodes = cluster.placement->nodesOf("server");
    cluster.ask(0, {1}, "fill");
    const auto& answer = cluster.ask(10e-3);
    Nobody nobody;
    for (std::uint64_t i = 0; i < 3; ++i)
        cluster.machine->start(cluster.software.findOperation("server", "serve"), {nodes[0]}, 100 + i, {},
                               {&nobody, 0, 0, 0, 0, 0});
    cluster.run();
    CHECK(answer.at == Approx(2).margin(0.1));
}

TEST_CASE("where all candidates are down, least loaded goes to one of them and to nobody else")
{
    TinyCluster cluster(oneThreadEach(4, R"("selector": "least loaded", "first": 2, "among": 2)"));
    const auto& nodes = cluster.placement->nodesOf("server");
    cluster.machine->failNode(nodes[2]);
    cluster.machine->failNode(nodes[3]);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK(answer.at > 0);
    CHECK_FALSE(answer.ok);
    CHECK(cluster.visits("server/serve", "work") == 0);
}

TEST_CASE("a hash gives a key always the same node, and the keys to all nodes")
{
    TinyProject tiny;
    tiny.group("servers", 4);
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "delay", "time": "1 s"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    tiny.asks(R"(, "selector": "hash", "key": "key")");
    tiny.definition("client")["operations"][0]["arguments"] = {{{"name", "key"}, {"type", "number"}, {"default", 0}}};
    TinyCluster cluster(tiny);
    std::set<std::uint32_t> used;
    for (double key = 0; key < 40; ++key) {
        std::set<std::uint32_t> nodes;
        for (int round = 0; round < 3; ++round) {
            const double at = kernel::toSeconds(cluster.calendar.now());
            cluster.ask(at, {key});
            cluster.run(at + 0.5); // it is being served
            for (const auto& role : cluster.machine->roles())
                if (cluster.software.roles[role.role].id == "server" && cluster.machine->inFlight(role) > 0)
                    nodes.insert(role.node);
            cluster.run(at + 2);
        }
        CHECK(nodes.size() == 1);
        used.insert(nodes.begin(), nodes.end());
    }
    CHECK(used.size() == 4);
}
