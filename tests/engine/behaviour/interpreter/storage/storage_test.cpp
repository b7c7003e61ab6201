// Volumes: device, journal, barrier.
#include "stores.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

TEST_CASE("flush writes what is dirty and the journal, and with barriers waits for the device's cache")
{
    const std::string blocks = R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"},
                                  {"id": "sync", "type": "flush", "volume": "data", "key": "key", "journal": "4 KiB"},
                                  {"id": "again", "type": "flush", "volume": "data", "key": "key", "journal": "0 B"})";
    const std::string wires = "start > write > sync > again > answer";
    TinyCluster with(stores(blocks, wires, true)), without(stores(blocks, wires, false));
    const double synced = with.alone({1}), lazy = without.alone({1});
    const auto bytes = [](TinyCluster& cluster) { return cluster.cluster.devices[0].device->meter().bytes(); };
    const std::uint64_t data = (1'000'000 + 4095) / 4096 * 4096;
    CHECK(bytes(with) == data + 4096);
    CHECK(bytes(without) == data + 4096);
    CHECK(lazy >= copying + 1e6 / 5e8);
    // Three flushes of the device's cache, 1 ms each: of the data, of the record, and of the last block.
    CHECK(synced - lazy == Approx(3 * 1e-3).epsilon(0.05));
}

namespace {

/// One device of the first `devices` is chosen for each block; reads the device, not memory.
TinyProject choosing(const std::string& blocks, const std::string& wires, int devices)
{
    TinyProject tiny = stores(blocks, wires);
    tiny.devices("clients", devices);
    return tiny;
}

std::vector<std::uint64_t> arrivals(const TinyCluster& cluster)
{
    std::vector<std::uint64_t> counts;
    for (const auto& device : cluster.cluster.devices)
        counts.push_back(device.device->meter().arrivals());
    return counts;
}

const std::string leastLoaded =
    R"("volume": "data", "bytes": "1 MB", "key": "key", "through": "direct", "choose": "least loaded")";

} // namespace

TEST_CASE("the least loaded device of a volume has the fewest I/Os under way when the block begins")
{
    const auto readers = [](const std::string& how) {
        TinyCluster cluster(choosing(R"({"id": "read", "type": "read", )" + how + "}", "start > read > answer", 4));
        for (int i = 0; i < 12; ++i)
            cluster.ask(0, {7});
        cluster.run();
        return arrivals(cluster);
    };
    CHECK(readers(leastLoaded) == std::vector<std::uint64_t>{3, 3, 3, 3});
    // By key, all ask the same one.
    auto byKey = readers(R"("volume": "data", "bytes": "1 MB", "key": "key", "through": "direct")");
    std::sort(byKey.begin(), byKey.end());
    CHECK(byKey == std::vector<std::uint64_t>{0, 0, 0, 12});
}

TEST_CASE("among equals the device is drawn; a failed one is passed over while another works")
{
    const TinyProject tiny =
        choosing(R"({"id": "read", "type": "read", )" + leastLoaded + "}", "start > read > answer", 4);
    TinyCluster cluster(tiny), broken(tiny);
    for (std::size_t d : {0, 1, 3})
        broken.machine->failDevice(static_cast<std::uint32_t>(d));
    for (int i = 0; i < 400; ++i) {
        cluster.ask(0.1 * i, {7});
        broken.ask(0.1 * i, {7});
    }
    cluster.run();
    broken.run();
    for (const std::uint64_t count : arrivals(cluster))
        CHECK(std::abs(static_cast<double>(count) - 100) < 4 * std::sqrt(400 * 0.25 * 0.75));
    CHECK(arrivals(broken) == std::vector<std::uint64_t>{0, 0, 400, 0});
}

TEST_CASE("further writes go to the device chosen for the data by the variable that took it")
{
    TinyCluster cluster(choosing(R"({"id": "write", "type": "write", "device_variable": "place", )" + leastLoaded +
                                     R"(}, {"id": "read", "type": "read", "volume": "data", "bytes": "1 MB",
                                            "key": "key", "device": "place", "through": "direct"})",
                                 "start > write > read > answer", 3));
    for (int i = 0; i < 30; ++i)
        cluster.ask(0, {static_cast<double>(i)});
    cluster.run();
    CHECK(arrivals(cluster) == std::vector<std::uint64_t>{20, 20, 20});
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a block that names its device has none to choose")
{
    CHECK(faultsOf(choosing(R"({"id": "read", "type": "read", "device": 0, )" + leastLoaded + "}",
                            "start > read > answer", 2)) == std::vector<std::string>{"storage.two-devices"});
}

TEST_CASE("a range that would exceed the end of the device lies before it")
{
    TinyCluster cluster(stores(
        R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "offset": "key * 200 GB", "key": "key", "through": "direct"})",
        "start > read > answer"));
    CHECK(cluster.alone({1}) > 1e6 / 5e8);
}

TEST_CASE("the same key lies on the same device of the node, different keys spread")
{
    TinyProject tiny = stores(
        R"({"id": "read", "type": "read", "volume": "data", "bytes": "4 KiB", "key": "key", "through": "direct"})",
        "start > read > answer");
    tiny.devices("clients", 4);
    TinyCluster cluster(tiny);
    for (int i = 0; i < 100; ++i)
        cluster.ask(i * 1e-2, {7});
    cluster.run();
    int used = 0;
    for (const auto& device : cluster.cluster.devices)
        used += device.device->meter().arrivals() > 0;
    CHECK(used == 1);
    for (int i = 0; i < 100; ++i)
        cluster.ask(2000 + i * 1e-2, {double(i)});
    cluster.run(3000);
    for (const auto& device : cluster.cluster.devices)
        CHECK(device.device->meter().arrivals() > 0);
}

TEST_CASE("files of a volume on several device groups are spread over the devices of all")
{
    TinyProject tiny = stores(
        R"({"id": "read", "type": "read", "volume": "data", "bytes": "4 KiB", "key": "key", "through": "direct"})",
        "start > read > answer");
    tiny.devices("clients", 1);
    Json& clients = tiny.group("clients");
    clients["devices"].push_back({{"id", "shelf"}, {"component", "device"}, {"count", 3}});
    clients["devices"].push_back({{"id", "other"}, {"component", "device"}, {"count", 1}});
    clients["volumes"][0]["more_devices"] = {"shelf"};
    TinyCluster cluster(tiny);
    for (int i = 0; i < 400; ++i)
        cluster.ask(i * 1e-2, {double(i)});
    cluster.run();
    for (std::size_t device = 0; device < 4; ++device)
        CHECK(cluster.cluster.devices[device].device->meter().arrivals() == Approx(100).margin(35)); // 4 deviations
    CHECK(cluster.cluster.devices[4].device->meter().arrivals() == 0);
}

TEST_CASE("a flush writes what is dirty of its file alone")
{
    TinyCluster cluster(stores(R"({"id": "other", "type": "write", "volume": "data", "bytes": "8 MB", "key": "key + 1"},
                                  {"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"},
                                  {"id": "sync", "type": "flush", "volume": "data", "key": "key", "journal": "0 B"})",
                               "start > other > write > sync > answer"));
    cluster.ask(0, {1});
    cluster.run(1);
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == (1'000'000 + 4095) / 4096 * 4096);
}

TEST_CASE("a flush that the operating system does not obey costs nothing and keeps nothing safe")
{
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"},
                                 {"id": "sync", "type": "flush", "volume": "data", "key": "key", "drop": true},
                                 {"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key"})",
                              "start > write > sync > read > answer");
    tiny.group("clients")["volumes"][0]["fsync"] = false;
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0, {1});
    cluster.run(1);
    CHECK(answer.took() == Approx(2 * copying)); // dirty pages stay in memory although they should be dropped
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == 0);
}

TEST_CASE("a role's flush writes what another role of the node has written to the same file")
{
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "10 MB", "key": "7"},
                                 {"id": "call", "type": "call", "role": "syncer", "operation": "sync",
                                  "selector": "same node"})",
                              "start > write > call > answer", true, {});
    tiny.role("syncer", "clients")["volumes"] = {"data"};
    tiny.operation(
        "syncer", "sync",
        R"({"id": "sync", "type": "flush", "volume": "data", "key": "7"}, {"id": "answer", "type": "reply"})",
        "start > sync > answer");
    TinyCluster cluster(tiny);
    CHECK(cluster.alone() > 10e6 / 5e8);
}

TEST_CASE("a flush of the volume writes what is dirty of all its files")
{
    TinyCluster cluster(stores(R"({"id": "one", "type": "write", "volume": "data", "bytes": "1 MB", "key": "1"},
                                  {"id": "two", "type": "write", "volume": "data", "bytes": "1 MB", "key": "2"},
                                  {"id": "sync", "type": "flush", "volume": "data", "of": "volume"})",
                               "start > one > two > sync > answer", true, {}));
    cluster.ask();
    cluster.run(1);
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == 2 * 245 * 4096 + 4096);
}

TEST_CASE("attributes that fit into the inode are written with the log alone")
{
    TinyCluster cluster(stores(R"({"id": "attributes", "type": "write", "volume": "data", "bytes": "256 B",
                                   "key": "key", "pattern": "with the inode"},
                                  {"id": "sync", "type": "flush", "volume": "data", "key": "key"})",
                               "start > attributes > sync > answer"));
    cluster.alone({1});
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == 2 * 4096);
    CHECK(cluster.cluster.devices[0].device->meter().arrivals() == 1);
}

TEST_CASE("flushes that wait for a commit share the next one")
{
    const auto time = [](int writers) {
        TinyCluster cluster(
            stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "4 KiB", "key": "key"},
                                      {"id": "sync", "type": "flush", "volume": "data", "key": "key"})",
                   "start > write > sync > answer"));
        for (int i = 0; i < writers; ++i)
            cluster.ask(0, {double(i)});
        cluster.run();
        double last = 0;
        for (const auto& answer : cluster.answers)
            last = std::max(last, answer.at);
        return last;
    };
    CHECK(time(1) > 1e-3);         // one flush of the device's cache
    CHECK(time(30) < 4 * time(1)); // the first alone, then all whose data is written by then, then the others
}

namespace {

/// Reads 1 MB of the volume "data" from the device that the request names. The clients have devices 0 (data) and 1
/// (log), the servers have device 2.
TinyProject naming(const std::string& device)
{
    TinyProject tiny = stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "device": )" +
                                  device + R"(, "through": "direct"})",
                              "start > read > answer");
    Json& clients = tiny.group("clients");
    clients["devices"].push_back({{"id", "log"}, {"component", "device"}});
    clients["volumes"].push_back({{"volume", "log"}, {"devices", "log"}});
    tiny.devices("servers", 1);
    return tiny;
}

} // namespace

TEST_CASE("a device that does not carry the volume on the request's node stops the run")
{
    const auto stopped = [](double device) {
        TinyCluster cluster(naming("\"key\""));
        cluster.ask(0, {device});
        try {
            cluster.calendar.runUntil(kernel::fromSeconds(1));
        } catch (const behaviour::LimitReached& reason) {
            return std::string(reason.what());
        }
        return std::string();
    };
    CHECK(stopped(0).empty());
    CHECK_THAT(stopped(1), Catch::Contains("\"read\" of client/ask/full on node 0 names device 1, 1; it needs one that "
                                           "carries the volume \"data\""));
    CHECK_THAT(stopped(2), Catch::Contains("which is on another node"));
    CHECK_THAT(stopped(3), Catch::Contains("which does not exist"));
    CHECK_THAT(stopped(0.5), Catch::Contains("names device 0.5"));
}

TEST_CASE("a fixed device that carries the volume on no node of the role is an error of the project")
{
    CHECK(faultsOf(naming("0")).empty());
    CHECK(faultsOf(naming("1")) == std::vector<std::string>{"storage.other-device"});
    CHECK(faultsOf(naming("2")) == std::vector<std::string>{"storage.other-device"});
}

TEST_CASE("a write goes to the device that is paired with the named one of another volume")
{
    TinyProject tiny = stores(R"({"id": "log", "type": "write", "volume": "journal", "bytes": "4096", "key": "key",
                                  "device": "key", "device_volume": "data", "through": "direct"})",
                              "start > log > answer");
    tiny.devices("clients", 6);
    Json& clients = tiny.group("clients");
    clients["devices"].push_back({{"id", "journals"}, {"component", "device"}, {"count", 2}});
    clients["volumes"].push_back({{"volume", "journal"}, {"devices", "journals"}});
    tiny.definition("client")["volumes"] = {"data", "journal"};
    TinyCluster cluster(tiny);
    for (int data : {0, 1, 2, 2, 5})
        cluster.ask(0, {double(data)});
    cluster.run();
    CHECK(arrivals(cluster) == std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0, 4, 1});
    SECTION("a device that does not carry that volume stops the run")
    {
        TinyCluster wrong(tiny);
        wrong.ask(0, {6});
        CHECK_THROWS_WITH(wrong.run(), Catch::Contains("carries the volume \"data\""));
    }
    SECTION("the volume of a device without a device is a fault")
    {
        tiny.definition("client")["operations"][0]["diagrams"][0]["blocks"][1].erase("device");
        CHECK(faultsOf(tiny) == std::vector<std::string>{"storage.no-device"});
    }
}

TEST_CASE("files lie at full stripes of a RAID set, so a direct write of a stripe reads nothing")
{
    const std::uint64_t stripe = 4 * 65536;
    const auto bytes = GENERATE(as<std::string>(), "256 KiB", "64 KiB");
    const auto controller = GENERATE(as<std::string>(), "", "8 MiB");
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "key": "key", "through": "direct",
                                  "bytes": ")" +
                                  bytes + R"("})",
                              "start > write > answer");
    tiny.devices("clients", 5);
    Json& devices = tiny.group("clients")["devices"][0];
    devices.update({{"raid", "RAID 5"}, {"stripe", "64 KiB"}});
    if (!controller.empty())
        devices["battery_cache"] = controller;
    tiny.group("clients")["volumes"][0]["used"] = 0.5;
    TinyCluster cluster(tiny);
    for (int i = 0; i < 20; ++i)
        cluster.ask(i * 1e-1, {double(i)});
    cluster.run();
    std::uint64_t moved = 0;
    for (std::size_t disk = 0; disk < 5; ++disk)
        moved += cluster.cluster.devices[disk].device->meter().bytes();
    const std::uint64_t whole = stripe + 65536; // with its parity
    const std::uint64_t part = 4 * 65536;       // old data and parity, then the new ones
    CHECK(moved == 20 * (bytes == "256 KiB" ? whole : part));
}
