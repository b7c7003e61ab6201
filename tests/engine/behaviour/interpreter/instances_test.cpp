// A role with an instance for each device of a volume: a daemon for each disk.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <set>

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr double oneHour = 3600;

/// Two servers with three disks each, and a daemon with one thread for every disk.
TinyProject daemons(const std::string& call, const std::string& served, const std::string& wires)
{
    TinyProject tiny;
    tiny.group("servers", 2);
    tiny.devices("servers", 3);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.definition("server")["workers"] = {{"kind", "threads"}, {"for_each", "data"}, {"count", 1}, {"backlog", 1}};
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 3}, {"partition_power", 6}}};
    tiny.operation("server", "serve", served, wires, {"n"}, {"who"});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "arguments": {"n": "n"},
                       "results": {"who": "who"}, )" +
                       call +
                       R"(}, {"id": "show", "type": "delay", "time": "who * 1 h"}, {"id": "answer", "type": "reply"},
                       {"id": "failed", "type": "reply", "status": "error"})",
                   "start > call > show > answer; call.refused > failed; call.error > failed", {"n"});
    return tiny;
}

/// The daemon that is called answers with its number.
TinyProject numbered(const std::string& call)
{
    return daemons(call, R"({"id": "answer", "type": "reply", "results": {"who": "node"}})", "start > answer");
}

double numberShown(TinyCluster& cluster, double n)
{
    const double at = kernel::toSeconds(cluster.calendar.now());
    const auto& answer = cluster.ask(at, {n});
    cluster.run(at + 20 * oneHour);
    REQUIRE(answer.ok);
    return std::floor(answer.took() / oneHour);
}

} // namespace

TEST_CASE("a role with an instance for each device numbers them over nodes and devices")
{
    TinyCluster cluster(numbered(R"("selector": "index", "index": "n")"));
    CHECK(cluster.machine->roles().size() == 1 + 6);
    for (const double n : {0, 1, 5})
        CHECK(numberShown(cluster, n) == n);
    CHECK(numberShown(cluster, 6) == 0); // it begins again
}

TEST_CASE("nodes(role) counts the instances of a role that has one for each device")
{
    TinyCluster cluster(numbered(R"("selector": "index", "index": "nodes(server) - 1")"));
    CHECK(numberShown(cluster, 0) == 5);
}

TEST_CASE("a ring calls the daemon of the device that it gives")
{
    TinyCluster cluster(numbered(R"("selector": "ring", "ring": "ring", "key": "n", "candidate": 0)"));
    const mapping::Ring& ring = cluster.software.rings.front();
    std::set<double> called;
    for (std::uint64_t key = 0; key < 20; ++key) {
        const std::uint32_t device = ring.candidate(ring.partitionOf(key), 0);
        called.insert(numberShown(cluster, static_cast<double>(key)));
        CHECK(called.contains(device)); // devices are numbered as the daemons are
    }
    CHECK(called.size() == 6);
}

TEST_CASE("a call at a device reaches its daemon, and a call that names none is reported")
{
    TinyCluster cluster(numbered(R"("selector": "at device", "device": "n")"));
    CHECK(numberShown(cluster, 4) == 4);
    TinyCluster without(numbered(R"("selector": "at device", "device": "n")"));
    without.ask(0, {6});
    CHECK_THROWS_WITH(without.run(), Catch::Contains("does not exist"));
}

TEST_CASE("each daemon works on its own device, with its own thread")
{
    // Two reads at once: one daemon has one thread, and reads one after the other.
    const bool own = oneOf({true, false});
    TinyCluster cluster(daemons(own ? R"("selector": "index", "index": "n")" : R"("selector": "index", "index": 0)",
                                R"({"id": "read", "type": "read", "volume": "data", "bytes": 4096, "key": "n",
                                    "through": "direct"}, {"id": "answer", "type": "reply", "results": {"who": 0}})",
                                "start > read > answer"));
    std::vector<const TinyCluster::Answer*> answers;
    for (double n = 0; n < 2; ++n)
        answers.push_back(&cluster.ask(0, {n}));
    cluster.run();
    std::set<std::uint32_t> used;
    for (std::uint32_t d = 0; d < cluster.cluster.devices.size(); ++d)
        if (cluster.cluster.devices[d].device->byteBalance().asked > 0)
            used.insert(d);
    CHECK(used == (own ? std::set<std::uint32_t>{0, 1} : std::set<std::uint32_t>{0}));
    CHECK((answers[1]->took() > answers[0]->took() + 50e-6) == !own);
}

TEST_CASE("a daemon's backlog is its own: what is too much for one is taken by another")
{
    TinyCluster cluster(daemons(R"("selector": "index", "index": "n")",
                                R"({"id": "work", "type": "delay", "time": "1 s"},
                                   {"id": "answer", "type": "reply", "results": {"who": 0}})",
                                "start > work > answer"));
    std::vector<const TinyCluster::Answer*> same, other;
    for (int i = 0; i < 3; ++i) // one is served, one waits, one is refused
        same.push_back(&cluster.ask(0.001 * i, {2}));
    other.push_back(&cluster.ask(0.01, {1}));
    cluster.run();
    CHECK(same[0]->took() == about(1 + roundTrip + roundTrip));
    CHECK(same[1]->at == Approx(2).margin(0.01));
    CHECK_FALSE(same[2]->ok);
    CHECK(other[0]->took() == about(1 + roundTrip + roundTrip));
}

TEST_CASE("a daemon's lock is its own, although two daemons share a node")
{
    const bool sameDaemon = oneOf({true, false});
    TinyProject tiny =
        daemons(sameDaemon ? R"("selector": "index", "index": 0)" : R"("selector": "index", "index": "n")",
                R"({"id": "take", "type": "acquire", "state": "lock"}, {"id": "hold", "type": "delay", "time": "1 s"},
                   {"id": "answer", "type": "reply", "results": {"who": 0}})",
                "start > take > hold > answer");
    tiny.definition("server")["workers"]["count"] = 2;
    tiny.definition("server")["state"] = Json::array({{{"id", "lock"}, {"type", "slots"}}});
    TinyCluster cluster(tiny);
    cluster.ask(0, {0});
    const auto& second = cluster.ask(0, {1});
    cluster.run();
    CHECK(second.at == Approx(sameDaemon ? 2 : 1).margin(0.01));
}

TEST_CASE("the journal of a daemon is the one that belongs to its disk")
{
    // Three disks share two journals: the first and the second use journal 0, the third journal 1.
    const int n = oneOf({0, 1, 2});
    TinyProject tiny = daemons(R"("selector": "index", "index": "n")",
                               R"({"id": "log", "type": "write", "volume": "journal", "bytes": 4096, "key": "n",
                                   "through": "direct"}, {"id": "answer", "type": "reply", "results": {"who": 0}})",
                               "start > log > answer");
    for (Json& group : tiny.tree["topology"]["groups"])
        if (group["id"] == "servers") {
            Json journals = group["devices"].front();
            journals["id"] = "journals";
            journals["count"] = 2;
            group["devices"].push_back(journals);
            group["volumes"].push_back({{"volume", "journal"}, {"devices", "journals"}});
        }
    tiny.definition("server")["volumes"].push_back("journal");
    TinyCluster cluster(tiny);
    cluster.ask(0, {static_cast<double>(n)});
    cluster.run();
    for (std::uint32_t d = 0; d < 2; ++d)
        CHECK((cluster.cluster.devices[3 + d].device->byteBalance().asked > 0) == (d == (n == 2 ? 1u : 0u)));
}

TEST_CASE("on the same node, a daemon calls the one of its own device, and others call one in turn")
{
    const bool own = oneOf({true, false});
    TinyProject tiny =
        daemons(R"("selector": "index", "index": "n")",
                R"({"id": "call", "type": "call", "role": "helper", "operation": "help", "selector": "same node",
                    "results": {"who": "who"}}, {"id": "answer", "type": "reply", "results": {"who": "who"}})",
                "start > call > answer");
    tiny.role("helper", "servers", {{"kind", "threads"}, {"for_each", "data"}});
    tiny.definition("helper")["volumes"] = {"data"};
    tiny.operation("helper", "help", R"({"id": "answer", "type": "reply", "results": {"who": "node"}})",
                   "start > answer", {}, {"who"});
    if (!own)
        tiny.definition("server")["workers"].erase("for_each");
    TinyCluster cluster(tiny);
    if (own)
        for (const double n : {4, 1, 4})
            CHECK(numberShown(cluster, n) == n);
    else
        for (const double turn : {1, 2, 0, 1}) // the second server begins with the second one
            CHECK(numberShown(cluster, 1) == 3 + turn);
}

namespace {

/// Findings when the project is read, besides those about parts of the tiny projects that are not used.
std::vector<std::string> toldOf(const TinyProject& tiny)
{
    std::vector<std::string> keys;
    for (const auto& finding : project::parseProject(tiny.tree.dump(), shippedComponents(), {}).findings)
        if (!finding.key.ends_with(".unused"))
            keys.push_back(finding.key);
    return keys;
}

} // namespace

TEST_CASE("a daemon that is executed here needs a caller of the same devices")
{
    TinyProject tiny = numbered(R"("selector": "index", "index": "n")");
    tiny.role("caller", "servers");
    tiny.operation("caller", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "here"},
                      {"id": "answer", "type": "reply"})",
                   "start > call > answer");
    CHECK(toldOf(tiny) == std::vector<std::string>{"call.no-instance"});
}

TEST_CASE("a ring of other devices than the daemons' is reported")
{
    TinyProject tiny = numbered(R"("selector": "ring", "ring": "ring", "key": "n")");
    tiny.definition("server")["volumes"].push_back("other");
    for (Json& group : tiny.tree["topology"]["groups"])
        if (group["id"] == "servers")
            group["volumes"].push_back({{"volume", "other"}, {"devices", group["devices"].front()["id"]}});
    tiny.tree["selectors"].front()["volume"] = "other";
    CHECK(toldOf(tiny) == std::vector<std::string>{"call.other-devices"});
}

TEST_CASE("an instance for each device of a volume that the role does not have is reported")
{
    TinyProject tiny = numbered(R"("selector": "index", "index": "n")");
    tiny.definition("server")["workers"]["for_each"] = "dat";
    CHECK(toldOf(tiny) == std::vector<std::string>{"volume.unknown"});
}

namespace {

/// An instance for each disk if `each` is not 0, which the role's parameter is bound to; `who` tells how many there
/// are.
TinyProject perDiskIf(const Json& each)
{
    TinyProject tiny = daemons(R"("selector": "index", "index": "n")",
                               R"block({"id": "answer", "type": "reply", "results": {"who": "nodes(server)"}})block",
                               "start > answer");
    tiny.tree["parameters"] = {{{"name", "EACH"}, {"type", "switch"}, {"value", true}}};
    tiny.definition("server")["parameters"] = {{{"name", "for_each_disk"}, {"value", 1}}};
    tiny.definition("server")["workers"]["for_each_if"] = "for_each_disk > 0";
    for (Json& behaviour : tiny.tree["behaviours"])
        if (behaviour["role"] == "server")
            behaviour["bindings"] = {{"for_each_disk", each}};
    return tiny;
}

} // namespace

TEST_CASE("a parameter chooses between an instance for each device and one for the node")
{
    const std::pair<const char*, std::size_t> chosen =
        oneOf<std::pair<const char*, std::size_t>>({{"1", 6}, {"0", 2}, {"EACH", 6}, {"!EACH", 2}});
    CAPTURE(chosen.first);
    TinyCluster cluster(perDiskIf(chosen.first));
    CHECK(cluster.machine->roles().size() == 1 + chosen.second);
    CHECK(numberShown(cluster, 0) == static_cast<double>(chosen.second));
}

TEST_CASE("an instance for each device cannot depend on the number of instances")
{
    CHECK(toldOf(perDiskIf("nodes(client)")) == std::vector<std::string>{"workers.unknown-instances"});
    TinyProject tiny = perDiskIf(1);
    tiny.definition("server")["workers"]["for_each_if"] = "nodes(server) > 2";
    CHECK(toldOf(tiny) == std::vector<std::string>{"expression.faulty"});
    tiny.definition("server")["workers"]["for_each_if"] = "for_each_dsk > 0";
    CHECK(toldOf(tiny) == std::vector<std::string>{"expression.faulty"});
}
