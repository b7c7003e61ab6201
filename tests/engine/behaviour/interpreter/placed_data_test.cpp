// Data that a ring places: by their writer, with the first copy on its node; and which of a node's drives has the
// files.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <set>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Four servers with a disk each that keep three copies. "ask" places data number n and shows the device of copy number
/// c by the hours that pass.
TinyProject placing(const std::string& place, bool clientsKeepData = false)
{
    TinyProject tiny;
    tiny.group("servers", 4);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    if (clientsKeepData) {
        tiny.group("servers", 4)["roles"] = {"server", "client"};
        tiny.group("clients")["roles"] = Json::array();
    }
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 3}, {"partition_power", 6}}};
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation("client", "ask",
                   R"({"id": "place", "type": "place", "variable": "block", "ring": "ring", "number": "n")" + place +
                       R"(}, {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "ring",
                           "ring": "ring", "key": "block", "candidate": "c"},
                       {"id": "show", "type": "delay", "time": "device * 1 h"}, {"id": "answer", "type": "reply"})",
                   "start > place > call > show > answer", {"n", "c"});
    return tiny;
}

/// The devices of the first copies of many data.
std::set<int> firstCopies(TinyCluster& cluster)
{
    std::vector<const TinyCluster::Answer*> answers;
    for (int n = 0; n < 40; ++n)
        answers.push_back(&cluster.ask(0, {static_cast<double>(n), 0}));
    cluster.run(1e5);
    std::set<int> devices;
    for (const auto* answer : answers) {
        REQUIRE(answer->ok);
        devices.insert(static_cast<int>(answer->took() / 3600));
    }
    return devices;
}

/// Three servers with four drives each that keep two copies. "ask" does `block` at copy number c of a key, which names
/// no drive.
TinyProject keeping(const std::string& block)
{
    TinyProject tiny;
    tiny.devices("servers", 4);
    tiny.group("servers", 3)["memory"] = "1 GB";
    tiny.definition("server")["volumes"] = {"data"};
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 2}, {"partition_power", 6}}};
    tiny.operation("server", "serve", block + R"(, {"id": "answer", "type": "reply"})", "start > file > answer",
                   {"file_key"});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "ring",
                       "ring": "ring", "key": "key", "candidate": "c", "arguments": {"file_key": "key"}},
                       {"id": "answer", "type": "reply"})",
                   "start > call > answer", {"key", "c"});
    return tiny;
}

double bytesOfDrives(const TinyCluster& cluster)
{
    double bytes = 0;
    for (const auto& device : cluster.cluster.devices)
        bytes += static_cast<double>(device.device->meter().bytes());
    return bytes;
}

} // namespace

TEST_CASE("data are placed with the first copy at the node that is named")
{
    const int at = oneOf({0, 2, 3});
    TinyCluster cluster(placing(", \"at\": " + std::to_string(at)));
    CHECK(firstCopies(cluster) == std::set<int>{at});
}

TEST_CASE("a writer that keeps data itself has the first copy, one that does not has it anywhere")
{
    const bool keeps = oneOf({true, false});
    TinyCluster cluster(placing("", keeps));
    CHECK(firstCopies(cluster).size() == (keeps ? 1 : 4)); // all are asked at one node
}

TEST_CASE("a number below 0 places anywhere, even where the writer could keep the data")
{
    TinyCluster cluster(placing(R"(, "at": -1)", true));
    CHECK(firstCopies(cluster) == std::set<int>{0, 1, 2, 3});
}

TEST_CASE("the same number at the same node is the same data: its copies are found again")
{
    TinyCluster cluster(placing(R"(, "at": 1)"));
    std::set<int> devices;
    for (int time = 0; time < 2; ++time)
        for (int copy = 0; copy < 3; ++copy) {
            const double now = kernel::toSeconds(cluster.calendar.now());
            const auto& answer = cluster.ask(now, {5, static_cast<double>(copy)});
            cluster.run(now + 1e5);
            REQUIRE(answer.ok);
            devices.insert(static_cast<int>(answer.took() / 3600));
        }
    CHECK(devices.size() == 3);
    CHECK(devices.count(1) == 1);
}

TEST_CASE("a ring with fewer partitions than nodes stops the run where a node has no first copy")
{
    TinyProject tiny = placing(R"(, "at": "n")");
    tiny.tree["selectors"][0]["partition_power"] = 0;
    TinyCluster cluster(tiny);
    for (int n = 0; n < 4; ++n)
        cluster.ask(0, {static_cast<double>(n), 0});
    CHECK_THROWS_WITH(cluster.run(),
                      Catch::Contains("\"place\" of client/ask") && Catch::Contains("too few partitions"));
}

TEST_CASE("data without a number are new data for each request")
{
    TinyProject tiny = placing(R"(, "at": -1)");
    tiny.definition("client")["operations"][0]["diagrams"][0]["blocks"][1].erase("number");
    TinyCluster cluster(tiny);
    CHECK(firstCopies(cluster).size() == 4);
}

TEST_CASE("after a warm start, files that a ring placed are read from memory though no drive is named")
{
    TinyProject tiny =
        keeping(R"({"id": "file", "type": "read", "volume": "data", "bytes": "1 MB", "key": "file_key"})");
    tiny.group("servers", 3)["volumes"][0].update({{"cache_start", "warm"}, {"files", 100}, {"file_size", "1 MB"}});
    TinyCluster cluster(tiny);
    for (int key = 0; key < 100; ++key)
        for (int copy = 0; copy < 2; ++copy)
            cluster.ask(key, {static_cast<double>(key), static_cast<double>(copy)});
    cluster.run(1000);
    CHECK(bytesOfDrives(cluster) == 0);
    cluster.ask(1000, {100, 0}); // is not among the warm ones
    cluster.run(2000);
    CHECK(bytesOfDrives(cluster) > 1e6);
}

TEST_CASE("data written without naming a drive are on the drives that the ring names")
{
    TinyProject tiny = keeping(
        R"({"id": "file", "type": "write", "volume": "data", "bytes": "1 MB", "key": "file_key", "through": "direct"})");
    TinyCluster cluster(tiny);
    const mapping::Ring& ring = cluster.software.rings.front();
    for (std::uint64_t key = 0; key < 20; ++key) {
        const auto replicas = ring.devicesOf(ring.partitionOf(key));
        for (std::size_t copy = 0; copy < 2; ++copy) {
            const resources::StorageDevice& drive = *cluster.cluster.devices[replicas[copy]].device;
            const auto before = drive.meter().bytes();
            const double now = kernel::toSeconds(cluster.calendar.now());
            const auto& answer = cluster.ask(now, {static_cast<double>(key), static_cast<double>(copy)});
            cluster.run(now + 10);
            REQUIRE(answer.ok);
            CHECK(drive.meter().bytes() > before);
        }
    }
}

TEST_CASE("where a key has no copy, one drive of the node has it all the same")
{
    TinyProject tiny =
        keeping(R"({"id": "file", "type": "read", "volume": "data", "bytes": "1 MB", "key": "file_key"})");
    TinyCluster cluster(tiny);
    const double cold = cluster.alone({1, 2}); // the first hand-off is on the third node
    CHECK(cold > 1e6 / 5e8);
    CHECK(cluster.alone({1, 2}) < cold - 0.9 * 1e6 / 5e8); // it is in memory now
}
