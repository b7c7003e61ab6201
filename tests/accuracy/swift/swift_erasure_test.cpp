// Claims of the page of projects/swift-erasure.
#include "accuracy/engine_child.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

record::Summary codedRun(const Settings& settings, const std::string& duration = "5 s")
{
    return simulate("swift-erasure", settings, duration);
}

record::Summary replicatedRun(Settings settings, const std::string& duration = "5 s")
{
    settings.emplace_back("POOL", "copies");
    return codedRun(settings, duration);
}

double bytesThrough(const record::Summary& summary, const std::string& link)
{
    return std::find_if(summary.resources.begin(), summary.resources.end(),
                        [&](const auto& row) { return row.resource == link; })
        ->bytesPerSecond;
}

double timesThrough(const record::Summary& summary, const std::string& diagram, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == diagram + "/full" && row.block == block)
            return static_cast<double>(row.visits);
    return 0;
}

double meanLatencyMs(const record::Summary& summary, const std::string& operation)
{
    REQUIRE(summary.operations.at(operation).errors == 0);
    REQUIRE(summary.operations.at(operation).count > 0);
    return summary.operations.at(operation).latency.meanMs;
}

} // namespace

TEST_CASE("ten fragments of data of fourteen leave 15/7 of the capacity that three replicas do", "[accuracy]")
{
    const double usable = *codedRun({{"CLIENTS", "1"}}, "2500 ms").usableBytes;
    CHECK(usable == Approx(*replicatedRun({{"CLIENTS", "1"}}, "2500 ms").usableBytes * 15 / 7)
                        .epsilon(0.001)); // and the containers
}

TEST_CASE("a proxy sends 1.4 times a coded object to the nodes, and three times a replicated one", "[accuracy]")
{
    for (const bool code : {true, false}) {
        const Settings large{{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 MB"}, {"CLIENTS", "16"}};
        const auto summary = code ? codedRun(large) : replicatedRun(large);
        CHECK(bytesThrough(summary, "storage-switch switch→storage") /
                  bytesThrough(summary, "clients-switch clients→switch") ==
              Approx(code ? 1.4 : 3).epsilon(0.02));
    }
}

TEST_CASE("a coded object is written in two phases, and some of its nodes tell the container", "[accuracy]")
{
    const auto summary = codedRun({{"OPERATION", "PUT"}, {"OBJECT_SIZE", "1 MB"}, {"CLIENTS", "4"}});
    const double puts = timesThrough(summary, "proxy-server/PUT", "created");
    REQUIRE(puts > 50);
    CHECK(timesThrough(summary, "object-server/PUT-fragment", "written") == Approx(14 * puts).epsilon(0.05));
    CHECK(timesThrough(summary, "object-server/commit", "durable") == Approx(14 * puts).epsilon(0.05));
    // Two for the quorum of the container, and one for each of the three nodes that may lack the fragment.
    CHECK(timesThrough(summary, "container-server/PUT", "append") == Approx(5 * puts).epsilon(0.05));
    CHECK(timesThrough(summary, "object-server/PUT", "accept") == 0);
}

TEST_CASE("a coded object is read from as many nodes as there are fragments of data", "[accuracy]")
{
    const auto summary = codedRun({{"OBJECT_SIZE", "1 MB"}, {"CLIENTS", "4"}});
    const double gets = timesThrough(summary, "proxy-server/GET", "done");
    REQUIRE(gets > 50);
    CHECK(timesThrough(summary, "object-server/GET", "accept") == Approx(10 * gets).epsilon(0.05));
    CHECK(bytesThrough(summary, "storage-switch storage→switch") /
              bytesThrough(summary, "clients-switch switch→clients") ==
          Approx(1).epsilon(0.02));
}

TEST_CASE("small coded objects cost more than replicated ones, a large one alone is read faster", "[accuracy]")
{
    const auto rate = [](const record::Summary& summary, const char* operation) {
        return summary.operations.at(operation).perSecond;
    };
    const Settings small{{"OBJECT_SIZE", "16 KB"}};
    CHECK(rate(codedRun(small), "GET") < 0.3 * rate(replicatedRun(small), "GET"));
    const Settings written{{"OBJECT_SIZE", "16 KB"}, {"OPERATION", "PUT"}};
    CHECK(rate(codedRun(written), "PUT") < 0.5 * rate(replicatedRun(written), "PUT"));
    const Settings alone{{"OBJECT_SIZE", "16 MB"}, {"CLIENTS", "1"}};
    CHECK(meanLatencyMs(codedRun(alone, "8 s"), "GET") < 0.7 * meanLatencyMs(replicatedRun(alone, "8 s"), "GET"));
}

TEST_CASE("every size of a coded object is written and read to its end", "[accuracy]")
{
    // Streams of more than 64 chunks are moved in merged ones; fragments and segments have to stay in step.
    for (const char* size : {"1 B", "104857 B", "1 MiB", "1048577 B", "67 MB", "128 MB", "200000001 B"})
        for (const char* operation : {"GET", "PUT"}) {
            INFO(operation << " of " << size);
            CHECK(meanLatencyMs(codedRun({{"OBJECT_SIZE", size}, {"OPERATION", operation}, {"CLIENTS", "1"}}, "8 s"),
                                operation) > 0);
        }
}

TEST_CASE("without vector instructions the code takes longer than MD5", "[accuracy]")
{
    const Settings isa{{"OPERATION", "PUT"}, {"CLIENTS", "1"}};
    Settings plain = isa;
    plain.emplace_back("EC_TYPE", "liberasurecode_rs_vand");
    // Milliseconds: four fragments of parity at 1.1 instead of 0.06 ns for each byte of 16 MB.
    CHECK(meanLatencyMs(codedRun(plain, "15 s"), "PUT") - meanLatencyMs(codedRun(isa, "15 s"), "PUT") ==
          Approx(16e6 * 4 * 1.04e-6).epsilon(0.15));
}

TEST_CASE("no request fails while storage servers are down, but each waits for them", "[accuracy]")
{
    for (const std::string operation : {"GET", "PUT"}) {
        const Settings all{{"OPERATION", operation}, {"OBJECT_SIZE", "1 MB"}, {"CLIENTS", "16"}};
        Settings few = all;
        few.emplace_back("FAILED_NODES", "2");
        CHECK(meanLatencyMs(codedRun(few), operation) > 2 * meanLatencyMs(codedRun(all), operation));
    }
}

TEST_CASE("auditors keep to their files and bytes in a second", "[accuracy]")
{
    const auto audited = [](const char* size, const std::string& auditor) {
        const auto summary = codedRun({{"AUDITORS", "true"},
                                       {"AUDIT_BYTES", "1 MB/s"},
                                       {"OBJECT_SIZE", size},
                                       {"POOL", "copies"},
                                       {"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"},
                                       {"CLIENTS", "1"}},
                                      "8 s");
        return timesThrough(summary, auditor + "/audit", "open") / 6; // seconds after the warm-up
    };
    // Sixteen servers: 20 files each, or 1 MB/s over objects of 1 MB.
    CHECK(audited("1 KB", "object-auditor") == Approx(16 * 20).epsilon(0.01));
    CHECK(audited("1 MB", "object-auditor") == Approx(16).epsilon(0.02));
    CHECK(audited("1 MB", "zero-byte-auditor") == Approx(16 * 50).epsilon(0.01));
}

TEST_CASE("the auditors of a server load one or two of its disks, and keep all writers waiting", "[accuracy]")
{
    Settings settings{{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 KB"}};
    const auto without = codedRun(settings, "8 s").operations.at("PUT");
    settings.emplace_back("AUDITORS", "true");
    const auto with = codedRun(settings, "8 s").operations.at("PUT");
    CHECK(with.perSecond < 0.85 * without.perSecond);
    CHECK(with.latency.p99Ms > 1.3 * without.latency.p99Ms);

    settings.emplace_back("CLIENTS", "1");
    const auto alone = codedRun(settings);
    for (const auto& row : alone.resources)
        if (row.resource == "disk data") {
            CHECK(row.utilisationMax > 0.7);
            CHECK(row.utilisationMean < 0.25);
        }
}

TEST_CASE("an expirer deletes every replica, and takes the task from the queue, tasks_per_second times a second",
          "[accuracy]")
{
    for (const bool code : {true, false}) {
        const Settings few{{"EXPIRERS", "true"}, {"EXPIRER_TASKS", "5"}, {"OBJECT_SIZE", "16 KB"}, {"CLIENTS", "1"}};
        const auto summary = code ? codedRun(few, "8 s") : replicatedRun(few, "8 s");
        const double tasks = timesThrough(summary, "object-expirer/expire", "pipeline");
        CHECK(tasks == Approx(4 * 5 * 6).epsilon(0.02)); // four proxies, for the six seconds after the warm-up
        CHECK(timesThrough(summary, "object-server/DELETE", "rename") == Approx((code ? 14 : 3) * tasks).epsilon(0.05));
        // If 14 nodes delete, five tell a container; of three, each does; and three replicas have the queue's entry.
        CHECK(timesThrough(summary, "container-server/PUT", "append") == Approx((code ? 8 : 6) * tasks).epsilon(0.05));
    }
}

TEST_CASE("expirers cost writers little, since they fall behind", "[accuracy]")
{
    Settings settings{{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 KB"}};
    const double without = replicatedRun(settings, "8 s").operations.at("PUT").perSecond;
    settings.emplace_back("EXPIRERS", "true");
    const auto with = replicatedRun(settings, "8 s");
    CHECK(with.operations.at("PUT").perSecond > 0.95 * without);
    CHECK(timesThrough(with, "object-expirer/expire", "pipeline") / 6 < 0.25 * 4 * 50);
}

TEST_CASE("TLS of Swift is work of clients and of the proxies' workers for each byte", "[accuracy]")
{
    const auto work = [](const std::string& group, const char* tls) {
        const auto summary = codedRun({{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 MB"}, {"CLIENTS", "4"}, {"TLS", tls}});
        const auto row = std::ranges::find_if(summary.resources, [&](const auto& each) {
            return each.nodeGroup == group && each.resource == "processor";
        });
        REQUIRE(row != summary.resources.end());
        return row->servedS;
    };
    const double each = 16e6 * 0.45e-9; // of an object, with instructions for AES
    CHECK(work("clients", "true") - work("clients", "false") == Approx(each).epsilon(0.1));
    CHECK(work("proxies", "true") - work("proxies", "false") == Approx(each).epsilon(0.5)); // beside much other work
}
