// Files of a volume with a ring: which of a node's drives has them, at a warm start and for those who read and write.
#include "../tiny_project.h"

using namespace headroom;
using namespace headroom::test;

namespace {

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

TEST_CASE("what is written without naming a drive is on the drives that the ring names")
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
