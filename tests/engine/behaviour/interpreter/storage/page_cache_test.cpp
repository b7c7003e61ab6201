// Volumes through the page cache, and past it.
#include "stores.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

TEST_CASE("a file that was read is in memory the second time")
{
    TinyCluster cluster(stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key"})",
                               "start > read > answer"));
    const double cold = cluster.alone({1});
    CHECK(cold > 1e6 / 5e8 + copying);
    CHECK(cluster.alone({1}) == Approx(copying));
    CHECK(cluster.alone({2}) == Approx(cold).epsilon(0.01));
}

TEST_CASE("unless its pages are not kept, or it is read directly")
{
    const char* how = oneOf({R"(, "keep": false)", R"(, "through": "direct")"});
    TinyCluster cluster(stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key")" +
                                   std::string(how) + "}",
                               "start > read > answer"));
    const double first = cluster.alone({1});
    CHECK(cluster.alone({1}) == Approx(first).epsilon(0.01));
}

TEST_CASE("a reader of odd pieces that keeps none of them reads each page once, and its last page goes too")
{
    const bool known = oneOf({true, false});
    TinyProject tiny = stores(
        R"({"id": "read", "type": "read", "volume": "data", "bytes": "6000", "offset": "at", "key": "1", "keep": false})",
        "start > read > answer", true, {"at"});
    tiny.group("clients")["volumes"][0]["file_size"] = known ? 300000 : 0;
    tiny.group("clients")["volumes"][0]["read_ahead"] = 0;
    TinyCluster cluster(tiny);
    for (int i = 0; i < 50; ++i)
        cluster.alone({i * 6000.0});
    // Where the end is not known, the first piece could have been the whole file.
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == (known ? 74 : 75) * 4096);
    // posix_fadvise leaves the pages that two pieces share.
    CHECK(cluster.cluster.nodes[0].cache->cachedBytes() == (known ? 49 : 50) * 4096);
}

TEST_CASE("a piece that is the whole file is not kept, whatever its size")
{
    TinyCluster cluster(
        stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "6000", "key": "key", "keep": false})",
               "start > read > answer"));
    cluster.alone({1});
    CHECK(cluster.cluster.nodes[0].cache->cachedBytes() == 0);
}

TEST_CASE("a direct read that is not aligned reads all blocks that it touches")
{
    TinyCluster cluster(stores(
        R"({"id": "read", "type": "read", "volume": "data", "bytes": "4 KiB", "offset": "at", "key": "1", "through": "direct"})",
        "start > read > answer", true, {"at"}));
    const auto fromDevice = [&](double at) {
        const std::uint64_t before = cluster.cluster.devices[0].device->meter().bytes();
        cluster.alone({at});
        return cluster.cluster.devices[0].device->meter().bytes() - before;
    };
    CHECK(fromDevice(8192) == 4096);
    CHECK(fromDevice(10240) == 2 * 4096);
}

TEST_CASE("a direct read waits until what is dirty of its range has been written, and no more of the file")
{
    const auto fromDevice = [](const char* at) {
        TinyCluster cluster(stores(
            R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MiB", "offset": "8 MiB", "key": "1"},
               {"id": "read", "type": "read", "volume": "data", "bytes": "64 KiB", "key": "1", "through": "direct",
                "offset": ")" +
                std::string(at) + R"("})",
            "start > write > read > answer", true, {}));
        cluster.ask();
        cluster.run(1); // before it expires
        return cluster.cluster.devices[0].device->meter().bytes();
    };
    CHECK(fromDevice("8.5 MiB") == (1024 + 64) * 1024);
    CHECK(fromDevice("7 MiB") == 64 * 1024);
    CHECK(fromDevice("9 MiB") == 64 * 1024);
}

TEST_CASE("pages that a direct write replaces are no longer in memory")
{
    TinyCluster cluster(stores(
        R"({"id": "before", "type": "read", "volume": "data", "bytes": "1 MiB", "key": "1"},
           {"id": "write", "type": "write", "volume": "data", "bytes": "64 KiB", "offset": "512 KiB", "key": "1",
            "through": "direct"},
           {"id": "after", "type": "read", "volume": "data", "bytes": "1 MiB", "key": "1"})",
        "start > before > write > after > answer", true, {}));
    cluster.alone();
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == (1024 + 64 + 64) * 1024);
}

TEST_CASE("a write goes to memory, what was written can be read from there")
{
    TinyCluster cluster(stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"},
                                  {"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key"})",
                               "start > write > read > answer"));
    CHECK(cluster.alone({1}) == Approx(2 * copying));
}

TEST_CASE("a read within a file brings what it reads into memory, not what lies before it")
{
    TinyProject tiny =
        stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "size", "offset": "at", "key": "1"})",
               "start > read > answer", true, {"at", "size"});
    tiny.group("clients")["volumes"][0]["read_ahead"] = 0;
    TinyCluster cluster(tiny);
    const auto fromDevice = [&](double at, double size) {
        const std::uint64_t before = cluster.cluster.devices[0].device->meter().bytes();
        cluster.alone({at, size});
        return cluster.cluster.devices[0].device->meter().bytes() - before;
    };
    CHECK(fromDevice(409600, 4096) == 4096);
    CHECK(fromDevice(409600, 4096) == 0);
    CHECK(fromDevice(40960, 4096) == 4096);
    CHECK(fromDevice(0, 8192) == 8192);
    CHECK(fromDevice(4096, 4096) == 0);
    CHECK(fromDevice(405504, 8192) == 4096); // half of it is there
    CHECK(fromDevice(8192, 4096) == 4096);
    CHECK(fromDevice(0, 12288) == 0);
    CHECK(fromDevice(40960, 4096) == 0);
}

TEST_CASE("pages written and not flushed go to the device when they have expired")
{
    TinyCluster cluster(stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"},
                                  {"id": "again", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"})",
                               "start > write > again > answer"));
    const auto& device = *cluster.cluster.devices[0].device;
    cluster.ask(0, {1});
    cluster.run(29);
    CHECK(device.meter().bytes() == 0);
    cluster.run(36);
    CHECK(device.meter().bytes() == (1'000'000 + 4095) / 4096 * 4096); // written over while dirty: once
    CHECK(cluster.calendar.pending() == 0);
}

TEST_CASE("a stream of writes goes at memory speed up to the dirty limits and then at the device's rate")
{
    TinyProject tiny =
        stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "key * 1 MB", "key": "1"})",
               "start > write > answer");
    tiny.group("clients")["memory"] = "2 GB";
    tiny.group("clients")["cache_share"] = 0.5; // throttling begins at 150 MB
    TinyCluster within(tiny), beyond(tiny);
    CHECK(within.alone({140}) == Approx(0.14e9 / 5e9));
    const auto& answer = beyond.ask(0, {10'000});
    beyond.run(100);
    CHECK(answer.took() == Approx((10e9 - 0.18e9) / 5e8).epsilon(0.03));
}

TEST_CASE("a single large write goes at the device's rate too, however low the dirty limit")
{
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "500 MB", "key": "1"})",
                              "start > write > answer", true, {});
    tiny.group("clients")["memory"] = "1 GB";
    tiny.group("clients")["cache_share"] = 1;
    tiny.group("clients")["dirty_ratio"] = oneOf({0.1, 0.008});
    tiny.group("clients")["dirty_background_ratio"] = 0.002;
    TinyCluster cluster(tiny);
    const auto& written = cluster.ask();
    cluster.run(30);
    CHECK(written.took() < 1.3 * 500e6 / 5e8);
}

TEST_CASE("without limits worth the name the same stream ends in memory, and the device works on")
{
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "2 GB", "key": "1"})",
                              "start > write > answer");
    tiny.group("clients")["memory"] = "4 GB";
    tiny.group("clients")["dirty_background_ratio"] = 0.8;
    tiny.group("clients")["dirty_ratio"] = 0.9;
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0, {1});
    cluster.run(29);
    CHECK(answer.took() == Approx(2e9 / 5e9));
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == 0);
    cluster.run(60);
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == Approx(2e9).epsilon(0.001));
}

TEST_CASE("where dirty pages start steady, writers go at the device's rate from the beginning")
{
    TinyProject tiny =
        stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "key * 1 MB", "key": "1"})",
               "start > write > answer");
    tiny.group("clients")["memory"] = "2 GB";
    tiny.group("clients")["cache_share"] = 0.5; // at most 200 MB are dirty, throttling begins at 150 MB
    TinyCluster clean(tiny);
    tiny.group("clients")["volumes"][0]["dirty_start"] = "steady";
    TinyCluster steady(tiny);
    const resources::WriteBack& writeBack = *steady.cluster.nodes[0].writeBack;
    CHECK(writeBack.dirty() + writeBack.writing() == Approx(175e6).epsilon(0.001));
    const auto& fast = clean.ask(0, {400});
    const auto& lasting = steady.ask(0, {400});
    clean.run(100);
    steady.run(100);
    CHECK(fast.took() < 0.7 * 400e6 / 5e8);
    CHECK(lasting.took() == Approx(400e6 / 5e8).epsilon(0.1));
    CHECK(writeBack.dirty() + writeBack.writing() == 0);
    CHECK(steady.machine->recordsInUse() == 0);
}

TEST_CASE("volumes that start with dirty pages share what their node settles at, and others have none")
{
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"})",
                              "start > write > answer");
    tiny.devices("clients", 4);
    tiny.group("clients")["memory"] = "1 GB";
    tiny.group("clients")["cache_share"] = 0.5; // 87.5 MB
    tiny.group("clients")["volumes"][0].update({{"dirty_start", "steady"}, {"file_size", "64 KiB"}});
    TinyCluster cluster(tiny);
    cluster.run(100);
    for (int device = 0; device < 4; ++device)
        CHECK(cluster.cluster.devices[device].device->meter().bytes() == Approx(87.5e6 / 4).epsilon(0.01));
}

TEST_CASE("a warm cache starts with the files of the lowest keys, as many as fit")
{
    TinyProject tiny = stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key"})",
                              "start > read > answer");
    Json& clients = tiny.group("clients");
    clients["memory"] = "10.5 MB"; // ten files of 245 pages
    clients["cache_share"] = 1;
    clients["volumes"][0].update({{"cache_start", "warm"}, {"files", 1000}, {"file_size", "1 MB"}});
    TinyCluster cluster(tiny);
    CHECK(cluster.cluster.nodes[0].cache->cachedBytes() == 10 * 245 * 4096);
    CHECK(cluster.alone({0}) == Approx(copying));
    CHECK(cluster.alone({9}) == Approx(copying));
    CHECK(cluster.alone({10}) > 1e6 / 5e8); // takes the place of the least popular: 0 and 9 were just read
    CHECK(cluster.alone({0}) == Approx(copying));
    CHECK(cluster.alone({8}) > copying);
}

TEST_CASE("with fewer files than fit, all of them are warm and no other")
{
    TinyProject tiny = stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key"})",
                              "start > read > answer");
    tiny.group("clients")["volumes"][0].update({{"cache_start", "warm"}, {"files", 3}, {"file_size", "1 MB"}});
    TinyCluster cluster(tiny);
    CHECK(cluster.alone({2}) == Approx(copying));
    CHECK(cluster.alone({3}) > copying);
}

TEST_CASE("a warm cache serves random places of a file, but not the file system's metadata")
{
    const auto warm = [](const std::string& pattern) {
        TinyProject tiny =
            stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key", "pattern": ")" +
                       pattern + R"("})",
                   "start > read > answer");
        tiny.group("clients")["volumes"][0].update({{"cache_start", "warm"}, {"files", 3}, {"file_size", "1 MB"}});
        TinyCluster cluster(tiny);
        return cluster.alone({2});
    };
    CHECK(warm("random places") == Approx(copying));
    CHECK(warm("sequential") == Approx(copying));
    CHECK(warm("metadata") > 1e6 / 5e8);
}

TEST_CASE("reads of random places are not read ahead, not even at the beginning of the file")
{
    const auto read = [](const std::string& pattern) {
        TinyProject tiny =
            stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "8 KiB", "key": 1, "pattern": ")" +
                       pattern + R"(", "offset": "key * 8 KiB"})",
                   "start > read > answer");
        tiny.group("clients")["volumes"][0].update({{"files", 3}, {"file_size", "1 MB"}});
        TinyCluster cluster(tiny);
        cluster.alone({0});
        return cluster.cluster.devices[0].device->meter().bytes();
    };
    CHECK(read("random places") == 8192);
    CHECK(read("sequential") > 8192);
}

TEST_CASE("a second reader of a cold file waits for the I/O of the first")
{
    TinyCluster cluster(stores(R"({"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key"})",
                               "start > read > answer"));
    const auto& first = cluster.ask(0, {1});
    const auto& second = cluster.ask(0.5e-3, {1}); // while the device reads
    cluster.run();
    CHECK(first.took() > 1e6 / 5e8);
    CHECK(second.at == Approx(first.at).epsilon(1e-6));
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == 245 * 4096);
}

TEST_CASE("a range that was written is in memory, one that was never touched is not")
{
    TinyCluster cluster(stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "4 KiB", "key": "1",
                                   "offset": "1 MiB"},
                                  {"id": "read", "type": "read", "volume": "data", "bytes": "4 KiB", "key": "1",
                                   "offset": "at"})",
                               "start > write > read > answer", true, {"at"}));
    CHECK(cluster.alone({1 << 20}) == Approx(2 * 4096 / 5e9));
    CHECK(cluster.alone({0}) > 100e-6);
    CHECK(cluster.alone({2 << 20}) > 100e-6);
}

TEST_CASE("pages are kept or dropped for each request, by its variables and the role's parameters")
{
    const std::string blocks = R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"},
                                  {"id": "sync", "type": "flush", "volume": "data", "key": "key", "drop": "wanted == 0"},
                                  {"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": "key",
                                   "keep": "wanted * kept"})";
    TinyProject tiny = stores(blocks, "start > write > sync > read > answer", true, {"key", "wanted"});
    tiny.definition("client")["parameters"] = {{{"name", "kept"}, {"value", 1}}};
    TinyCluster cluster(tiny);
    const auto cached = [&] { return cluster.cluster.nodes[0].cache->cachedBytes(); };
    cluster.alone({1, 1});
    CHECK(cached() == 245 * 4096);
    cluster.alone({2, 0});
    CHECK(cached() == 245 * 4096);
    CHECK(cluster.cluster.devices[0].device->meter().bytes() == 3 * 245 * 4096 + 2 * 4096); // the dropped file is read
}

TEST_CASE("any number of writers stays below the dirty limit of the node")
{
    TinyProject tiny = stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": "key"})",
                              "start > write > answer");
    tiny.group("clients")["memory"] = "1 GB";
    tiny.group("clients")["cache_share"] = 0.5; // 100 MB may be dirty
    TinyCluster cluster(tiny);
    for (int i = 0; i < 5000; ++i) // five times what the device takes
        cluster.ask(i * 0.4e-3, {double(i)});
    double most = 0;
    const resources::WriteBack& writeBack = *cluster.cluster.nodes[0].writeBack;
    for (int i = 1; i < 200; ++i) {
        cluster.run(i * 0.02);
        most = std::max(most, double(writeBack.dirty() + writeBack.writing()));
    }
    CHECK(most <= 100e6);
    CHECK(most > 60e6);
}
