// Claims of the page of projects/object-erasure.
#include "accuracy/systems/object_store.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

/// A small store: eight servers of four drives, in two sets of 16.
Settings ofEightServers(const Settings& further)
{
    Settings settings{{"NODES", "8"}, {"CLIENTS", "8"}, {"CLIENT_NODES", "8"}, {"DEPTH", "1"}};
    settings.insert(settings.end(), further.begin(), further.end());
    return settings;
}

record::Summary storeRun(const Settings& further, const std::string& duration = "300 ms")
{
    return simulate("object-erasure", ofEightServers(further), duration);
}

std::uint64_t visitsOf(const record::Summary& summary, const std::string& diagram, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == "object-server/" + diagram + "/full" && row.block == block)
            return row.visits;
    return 0;
}

} // namespace

TEST_CASE("the object store's network is as busy as in the benchmark of eight servers, or up to three tenths more",
          "[accuracy][slow]")
{
    for (const ObjectStoreFigure& each : publishedObjectStoreFigures())
        if (each.figure == "network") {
            const double simulated = simulateObjectStore(each);
            CAPTURE(each.operation, simulated);
            CHECK(simulated > each.value);
            CHECK(simulated < 1.3 * each.value);
        }
}

TEST_CASE("an object leaves the servers of the object store twice, but for what the asked server has itself",
          "[accuracy]")
{
    const auto summary = storeRun({{"OPERATION", "GET"}}, "2 s");
    // Two of the 16 drives of a set are the server's own, and it reads those first: ten of twelve shards are fetched.
    CHECK(resourceOf(summary, "servers-switch switch→servers").bytesPerSecond ==
          Approx(resourceOf(summary, "clients-switch switch→clients").bytesPerSecond * 10 / 12).epsilon(0.03));
}

TEST_CASE("a written object arrives at the servers once, and its shards with their parity again", "[accuracy]")
{
    const auto summary = storeRun({{"OPERATION", "PUT"}}, "700 ms");
    const double payload = summary.operations.at("PUT").bytesPerSecond;
    CHECK(resourceOf(summary, "servers-switch switch→servers").bytesPerSecond ==
          Approx(payload * (1 + 14 / 12.0)).epsilon(0.05)); // 14 of 16 shards go to other servers
}

TEST_CASE("shards of up to 128 KiB lie in the metadata, larger ones in files of their own", "[accuracy]")
{
    for (const auto& [size, files] : {std::pair("1536 KiB", false), std::pair("1537 KiB", true)}) {
        INFO(size);
        const auto summary = storeRun({{"OPERATION", "PUT"}, {"OBJECT_SIZE", size}, {"WARM_UP", "5 ms"}}, "20 ms");
        CHECK(summary.operations.at("PUT").count > 0);
        CHECK((visitsOf(summary, "write-shard", "sync") > 0) == files);
        // Some were committed before the window, and answered in it.
        CHECK(visitsOf(summary, "commit", "sync") > 0.95 * 16 * summary.operations.at("PUT").count);
    }
}

TEST_CASE("the object store reads and writes on without a drive, and without a server", "[accuracy]")
{
    for (const std::string failure : {"drive", "server"})
        for (const std::string operation : {"GET", "PUT"}) {
            INFO(operation << " without a " << failure);
            const auto summary = storeRun({{"OPERATION", operation}, {"FAILURE", failure}}, "400 ms");
            CHECK(summary.operations.at(operation).count > 0);
            CHECK(summary.operations.at(operation).errors == 0);
        }
}

TEST_CASE("a second cable pays for reads of the object store, not for writes, and less parity pays for writes",
          "[accuracy]")
{
    // As many requests are always under way, many of which begin together: their times show what their counts do not.
    const auto meanMs = [](const Settings& further) {
        Settings settings{{"DEPTH", "8"}};
        settings.insert(settings.end(), further.begin(), further.end());
        return storeRun(settings, "1 s").operations.begin()->second.latency.meanMs;
    };
    // The two ports of the usual adapter share the rate of one.
    const char* twoFullPorts = "Nvidia_ConnectX_6_Dx_2x100GbE";
    CHECK(meanMs({{"OPERATION", "GET"}}) >
          1.4 * meanMs({{"OPERATION", "GET"}, {"CABLES", "2"}, {"ADAPTER", twoFullPorts}}));
    const double written = meanMs({{"OPERATION", "PUT"}});
    CHECK(meanMs({{"OPERATION", "PUT"}, {"CABLES", "2"}, {"ADAPTER", twoFullPorts}}) == Approx(written).epsilon(0.05));
    CHECK(written > 1.04 * meanMs({{"OPERATION", "PUT"}, {"K", "14"}, {"M", "2"}}));
}

TEST_CASE("a lone write to the object store takes most of its time for its checksum, six times as long as a read",
          "[accuracy]")
{
    const auto latency = [](const Settings& further) {
        return storeRun(further, "500 ms").operations.begin()->second.latency.meanMs / 1e3;
    };
    const double checksum = 64 * 1024 * 1024 / 730e6; // MD5 of an object in one lane
    const double written = latency({{"OPERATION", "PUT"}}), read = latency({{"OPERATION", "GET"}});
    CHECK(written > checksum);
    CHECK(written < 1.4 * checksum);
    CHECK(written == Approx(6.4 * read).epsilon(0.1));
    // Without a server a shard is rebuilt beside the reading.
    CHECK(latency({{"OPERATION", "GET"}, {"FAILURE", "drive"}}) == Approx(read).epsilon(0.03));
    CHECK(latency({{"OPERATION", "GET"}, {"FAILURE", "server"}}) == Approx(read).epsilon(0.15));
}

TEST_CASE("where cables are full, a missing server costs the reads of the object store what its cable carried",
          "[accuracy]")
{
    const Settings full{{"OPERATION", "GET"}, {"DEPTH", "8"}};
    Settings without = full;
    without.emplace_back("FAILURE", "server");
    const auto whole = storeRun(full, "500 ms"), rest = storeRun(without, "500 ms");
    CHECK(resourceOf(whole, "servers-switch servers→switch").utilisationMax > 0.9);
    const double left = rest.operations.at("GET").bytesPerSecond / whole.operations.at("GET").bytesPerSecond;
    CHECK(left > 0.8);
    CHECK(left < 0.97);
    CHECK(rest.operations.at("GET").errors == 0);
}

TEST_CASE("more drives than there is parity cost the objects of their set", "[accuracy]")
{
    const auto summary = storeRun(
        {{"NODES", "4"}, {"CLIENTS", "4"}, {"CLIENT_NODES", "4"}, {"K", "15"}, {"M", "1"}, {"FAILURE", "server"}});
    CHECK(summary.operations.at("GET").count == 0);
    CHECK(summary.operations.at("GET").errors > 0);
}

TEST_CASE("a replaced drive gets all its shards back, at the price of twelve times their bytes", "[accuracy]")
{
    const auto summary = storeRun(
        {{"FAILURE", "drive"}, {"REPLACED_AFTER", "150 ms"}, {"DRIVE_OBJECTS", "60"}, {"OBJECT_SIZE", "16 MiB"}},
        "1 s");
    REQUIRE(summary.missingCopies.size() == 1);
    CHECK(summary.missingCopies[0].copies == 1);
    CHECK(summary.missingCopies[0].left == 0);
    CHECK(visitsOf(summary, "put-shard", "sync") == 60);
    CHECK(visitsOf(summary, "fetch-shard", "done") >= 12 * 60);
}

TEST_CASE("one server with four disks is an object store, with its clients beside it or on it", "[accuracy]")
{
    for (const char* on : {"client nodes", "storage nodes"}) {
        INFO(on);
        const auto summary = simulate("object-erasure",
                                      {{"NODES", "1"},
                                       {"K", "2"},
                                       {"M", "2"},
                                       {"DRIVE", "Seagate_Exos_X20_20TB"},
                                       {"CLIENTS", "1"},
                                       {"CLIENT_NODES", "1"},
                                       {"CLIENTS_ON", on},
                                       {"OBJECT_SIZE", "1 MiB"},
                                       {"WARM_UP", "500 ms"}},
                                      "3 s");
        CHECK(summary.operations.at("GET").count > 0);
        CHECK(summary.operations.at("GET").errors == 0);
        const bool beside = resourceOf(summary, "clients-switch switch→clients").bytesPerSecond > 1e6;
        CHECK(beside == (std::string(on) == "client nodes"));
    }
}

TEST_CASE("TLS costs the object store work for each byte, ten times as much without instructions for AES", "[accuracy]")
{
    const auto workOfServers = [](const Settings& further) {
        const auto summary = storeRun(further, "500 ms");
        const auto row = std::ranges::find_if(summary.resources, [](const auto& each) {
            return each.nodeGroup == "servers" && each.resource == "processor";
        });
        REQUIRE(row != summary.resources.end());
        return row->servedS;
    };
    for (const char* operation : {"GET", "PUT"}) {
        INFO(operation);
        const Settings plain{{"OPERATION", operation}, {"OBJECT_SIZE", "4 MiB"}, {"WARM_UP", "20 ms"}};
        Settings tls = plain;
        tls.emplace_back("TLS", "true");
        const double without = workOfServers(plain), with = workOfServers(tls);
        CHECK(with > without);
        tls.emplace_back("PROCESSOR", "Intel_Xeon_Processor_X5570"); // of 2009, without these instructions
        CHECK(workOfServers(tls) > 5 * with);
    }
}

TEST_CASE("a signed payload costs a lone write SHA-256 at both ends, and parts go side by side", "[accuracy]")
{
    const auto seconds = [](const Settings& further) {
        Settings settings{{"OPERATION", "PUT"}, {"CLIENTS", "1"}};
        settings.insert(settings.end(), further.begin(), further.end());
        const auto summary = storeRun(settings, "2500 ms");
        REQUIRE(summary.operations.at("PUT").count > 0);
        CHECK(summary.operations.at("PUT").errors == 0);
        return summary.operations.at("PUT").latency.meanMs / 1e3;
    };
    const double object = 64 * 1024 * 1024, whole = seconds({}), inParts = seconds({{"PART_SIZE", "16 MiB"}});
    CHECK(seconds({{"SIGNED", "true"}}) > whole + object * 2.7e-9 / 1.2); // its processors are a little faster
    CHECK(inParts < 0.5 * whole);
    CHECK(seconds({{"PART_SIZE", "64 MiB"}}) == whole); // not larger than a part
}
