// Devices that are down: users of a ring leave them out, and others take their place.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Five servers with a disk each, and a ring of three copies. An outage is noticed after 5 s; after 20 s others take
/// the place.
TinyProject watchedRing(const std::string& blocks, const std::string& wires)
{
    TinyProject tiny;
    tiny.group("servers", 5);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.tree["selectors"] = {{{"id", "ring"},
                               {"role", "server"},
                               {"volume", "data"},
                               {"replicas", 3},
                               {"partition_power", 4},
                               {"noticed_after", "5 s"},
                               {"out_after", "20 s"}}};
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation("client", "ask", blocks, wires, {"key", "n"});
    return tiny;
}

/// Goes over the devices of a key.
TinyProject walking()
{
    return watchedRing(R"({"id": "each", "type": "for each", "over": "ring", "ring": "ring", "key": "key"},
                          {"id": "visit", "type": "delay", "time": "1 ms"}, {"id": "end", "type": "end"},
                          {"id": "answer", "type": "reply"})",
                       "start > each > visit > end; each.done > answer");
}

/// Asks one device of a key and shows which by the hours that pass.
TinyProject asking(const std::string& how)
{
    return watchedRing(R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "ring": "ring",
                           "key": "key", )" +
                           how +
                           R"(}, {"id": "show", "type": "delay", "time": "device * 1 h"},
                           {"id": "answer", "type": "reply"}, {"id": "failed", "type": "reply", "status": "error"})",
                       "start > call > show > answer; call.refused > failed");
}

std::vector<std::uint32_t> copiesOf(const TinyCluster& cluster, std::uint64_t key)
{
    const mapping::Ring& ring = cluster.software.rings.front();
    const auto devices = ring.devicesOf(ring.partitionOf(key));
    return {devices.begin(), devices.end()};
}

/// The devices that are visited for a key at a time.
std::uint64_t visitsAt(TinyCluster& cluster, double at)
{
    const std::uint64_t before = cluster.visits("client/ask", "visit");
    cluster.ask(at, {7});
    cluster.run(at + 0.5);
    return cluster.visits("client/ask", "visit") - before;
}

double deviceShown(const TinyCluster::Answer& answer)
{
    return std::floor(answer.took() / 3600);
}

} // namespace

TEST_CASE("a for each leaves a device out once its outage is noticed, and takes its hand-off once it is out")
{
    const bool wholeNode = oneOf({true, false});
    TinyCluster cluster(walking());
    const std::uint32_t device = copiesOf(cluster, 7)[1];
    const std::uint32_t node = cluster.cluster.devices[device].node;
    CHECK(visitsAt(cluster, 1) == 3);
    cluster.run(10);
    wholeNode ? cluster.machine->failNode(node) : cluster.machine->failDevice(device);
    CHECK(visitsAt(cluster, 14.9) == 3);
    CHECK(visitsAt(cluster, 15.1) == 2);
    CHECK(visitsAt(cluster, 29.9) == 2);
    CHECK(visitsAt(cluster, 30.1) == 3);
    wholeNode ? cluster.machine->returnNode(node) : cluster.machine->restoreDevice(device);
    CHECK(visitsAt(cluster, 31) == 3);
}

TEST_CASE("a device that is restored on a node that is down is as far away as before")
{
    TinyCluster cluster(walking());
    const std::uint32_t device = copiesOf(cluster, 7)[1];
    const std::uint32_t node = cluster.cluster.devices[device].node;
    cluster.machine->failNode(node);
    cluster.run(3);
    cluster.machine->failDevice(device);
    cluster.machine->restoreDevice(device);
    CHECK(visitsAt(cluster, 5.1) == 2); // noticed 5 s after the node failed
}

TEST_CASE("with two copies out, two different hand-offs take their places")
{
    TinyCluster cluster(watchedRing(
        R"({"id": "each", "type": "for each", "over": "ring", "ring": "ring", "key": "key"},
           {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "at device",
            "device": "device"}, {"id": "end", "type": "end"}, {"id": "answer", "type": "reply"})",
        "start > each > call > end; each.done > answer"));
    const auto copies = copiesOf(cluster, 7);
    for (const std::uint32_t device : {copies[0], copies[2]})
        cluster.machine->failNode(cluster.cluster.devices[device].node);
    cluster.ask(21, {7});
    cluster.run(22);
    // Three servers are left; each has been asked, so each copy is on one of its own.
    CHECK(cluster.visits("server/serve", "answer") == 3);
}

TEST_CASE("candidates are counted among the devices that are not known to be down")
{
    TinyCluster cluster(asking(R"("selector": "ring", "candidate": "n")"));
    const auto copies = copiesOf(cluster, 7);
    cluster.machine->failNode(cluster.cluster.devices[copies[0]].node);
    const auto& inVain = cluster.ask(1, {7, 0});
    const auto& first = cluster.ask(6, {7, 0});
    const auto& second = cluster.ask(6, {7, 1});
    const mapping::Ring& ring = cluster.software.rings.front();
    const auto& handOff = cluster.ask(6, {7, 2});
    cluster.run(10 * 3600);
    CHECK_FALSE(inVain.ok);
    CHECK(deviceShown(first) == copies[1]);
    CHECK(deviceShown(second) == copies[2]);
    CHECK(deviceShown(handOff) == ring.candidate(ring.partitionOf(7), 3));
}

TEST_CASE("any copy is one that is not known to be down")
{
    TinyCluster cluster(asking(R"("selector": "ring")"));
    cluster.machine->failNode(cluster.cluster.devices[copiesOf(cluster, 7)[0]].node);
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < 40; ++i)
        answers.push_back(&cluster.ask(6 + i * 0.001, {7}));
    cluster.run(10 * 3600);
    CHECK(std::all_of(answers.begin(), answers.end(), [](const auto* answer) { return answer->ok; }));
}

TEST_CASE("if all copies are known to be down, they are still asked, in vain")
{
    TinyCluster cluster(asking(R"("selector": "ring")"));
    for (const std::uint32_t device : copiesOf(cluster, 7))
        cluster.machine->failNode(cluster.cluster.devices[device].node);
    const auto& answer = cluster.ask(6, {7});
    cluster.run(100);
    CHECK(answer.at > 6);
    CHECK_FALSE(answer.ok);
}

TEST_CASE("an outage is noticed after as many calls in vain as the ring says, and anew after a return")
{
    TinyProject tiny = asking(R"("selector": "ring", "candidate": "n", "connect_timeout": "100 ms")");
    tiny.tree["selectors"][0].erase("noticed_after");
    tiny.tree["selectors"][0]["noticed_after_failures"] = 3;
    tiny.tree["selectors"][0]["out_after"] = "20 s";
    TinyCluster cluster(tiny);
    const auto copies = copiesOf(cluster, 7);
    const std::uint32_t node = cluster.cluster.devices[copies[0]].node;
    const auto fails = [&](double at) {
        const auto& answer = cluster.ask(at, {7, 0});
        cluster.run(at + 1);
        return answer.at >= 0 && !answer.ok;
    };
    cluster.machine->failNode(node);
    CHECK(fails(1000)); // no time alone lets it be noticed
    CHECK(fails(1002));
    CHECK(fails(1004));
    const auto& noticed = cluster.ask(1010, {7, 0});
    cluster.run(10 * 3600);
    CHECK(noticed.ok);
    CHECK(deviceShown(noticed) ==
          cluster.software.rings.front().candidate(cluster.software.rings.front().partitionOf(7), 1));
    cluster.machine->returnNode(node);
    cluster.machine->failNode(node);
    CHECK(fails(20 * 3600));
}

TEST_CASE("a node that is known to be down when it fails is left out at once, and out as much earlier")
{
    TinyCluster cluster(walking());
    cluster.machine->failNode(cluster.cluster.devices[copiesOf(cluster, 7)[1]].node, true);
    CHECK(visitsAt(cluster, 0.1) == 2);
    CHECK(visitsAt(cluster, 14.9) == 2);
    CHECK(visitsAt(cluster, 15.1) == 3); // 20 s, of which the 5 s until it is noticed have passed
}

TEST_CASE("a ring without times for outages keeps all devices, as before")
{
    TinyProject tiny = walking();
    tiny.tree["selectors"][0].erase("noticed_after");
    tiny.tree["selectors"][0].erase("out_after");
    TinyCluster cluster(tiny);
    cluster.machine->failNode(cluster.cluster.devices[copiesOf(cluster, 7)[1]].node);
    CHECK(visitsAt(cluster, 1000) == 3);
}

TEST_CASE("a place cannot be taken before the outage is noticed")
{
    TinyProject tiny = walking();
    tiny.tree["selectors"][0]["out_after"] = "4 s";
    CHECK(faultsOf(tiny) == std::vector<std::string>{"ring.out-too-early"});
}

TEST_CASE("the partition of a key is a variable")
{
    // A call and a for each give the same; the hours that pass show their sum.
    TinyProject tiny = watchedRing(
        R"({"id": "each", "type": "for each", "over": "ring", "ring": "ring", "key": "key", "partition_variable": "a"},
           {"id": "end", "type": "end"},
           {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "ring", "ring": "ring",
            "key": "key", "partition_variable": "b"},
           {"id": "show", "type": "delay", "time": "(a + 16 * b) * 1 h"}, {"id": "answer", "type": "reply"})",
        "start > each > end; each.done > call > show > answer");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0, {7});
    cluster.run(1e6);
    const auto partition = static_cast<double>(cluster.software.rings.front().partitionOf(7));
    CHECK(std::floor(answer.took() / 3600) == 17 * partition);
}
