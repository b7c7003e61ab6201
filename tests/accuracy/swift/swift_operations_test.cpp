// Operations of Swift beside writing and reading objects: deletions, questions for metadata, listings, accounts,
// replicators.
#include "accuracy/engine_child.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

/// The media store on SSDs: a few workers for a second.
record::Summary mediaRun(Settings settings, const std::string& duration = "2500 ms")
{
    settings.insert(settings.end(),
                    {{"WARM_UP", "1500 ms"}, {"RAMP_UP", "500 ms"}, {"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"}});
    return simulate("swift-media-store", settings, duration);
}

record::Summary coldRun(Settings settings)
{
    settings.emplace_back("CLIENTS", "8");
    return simulate("swift-erasure", settings, "5 s");
}

double passes(const record::Summary& summary, const std::string& diagram, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == diagram + "/full" && row.block == block)
            return static_cast<double>(row.visits);
    return 0;
}

double linkBytes(const record::Summary& summary, const std::string& link)
{
    return std::find_if(summary.resources.begin(), summary.resources.end(),
                        [&](const auto& row) { return row.resource == link; })
        ->bytesPerSecond;
}

const record::OperationSummary& faultless(const record::Summary& summary, const std::string& operation)
{
    const auto& figures = summary.operations.at(operation);
    REQUIRE(figures.errors == 0);
    REQUIRE(figures.count > 20);
    return figures;
}

} // namespace

TEST_CASE("a deletion leaves a tombstone on each of three replicas, and each of them tells the container", "[accuracy]")
{
    const auto summary = mediaRun({{"OPERATION", "delete"}, {"WORKERS", "8"}});
    const double deletions = passes(summary, "proxy-server/DELETE", "done");
    CHECK(deletions >= static_cast<double>(faultless(summary, "DELETE").count));
    CHECK(passes(summary, "object-server/DELETE", "fsync") == Approx(3 * deletions).epsilon(0.03));
    CHECK(passes(summary, "container-server/PUT", "append") == Approx(3 * deletions).epsilon(0.03));
    CHECK(passes(summary, "object-server/PUT", "accept") == 0);
    CHECK(passes(summary, "proxy-server/DELETE", "next-node") == 0);
}

TEST_CASE("a coded object is deleted on all fourteen nodes, five of which tell the container", "[accuracy]")
{
    const auto summary = coldRun({{"OPERATION", "DELETE"}});
    const double deletions = passes(summary, "proxy-server/DELETE", "done");
    faultless(summary, "DELETE");
    CHECK(passes(summary, "object-server/DELETE", "accept") == Approx(14 * deletions).epsilon(0.1));
    CHECK(passes(summary, "container-server/PUT", "append") == Approx(5 * deletions).epsilon(0.1));
}

TEST_CASE("metadata come from one node, whatever the policy, and no object is read", "[accuracy]")
{
    for (const char* pool : {"copies", "erasure coded"}) {
        CAPTURE(pool);
        const auto summary = coldRun({{"OPERATION", "HEAD"}, {"POOL", pool}, {"OBJECT_SIZE", "128 MB"}});
        const auto asked = static_cast<double>(faultless(summary, "HEAD").count);
        CHECK(passes(summary, "object-server/HEAD", "accept") == Approx(asked).epsilon(0.03));
        CHECK(passes(summary, "object-server/HEAD", "inode") == Approx(asked).epsilon(0.03)); // all are cold
        CHECK(linkBytes(summary, "storage-switch storage→switch") < 2000 * asked / 3);
    }
}

TEST_CASE("while storage servers are down other nodes are asked, and each such request waits for a connection",
          "[accuracy]")
{
    const auto deleted = coldRun({{"OPERATION", "DELETE"}, {"POOL", "copies"}, {"FAILED_NODES", "2"}});
    faultless(deleted, "DELETE");
    CHECK(passes(deleted, "proxy-server/DELETE", "next-node") > 5);
    CHECK(passes(deleted, "proxy-server/DELETE", "lost") == 0);

    const auto known = coldRun({{"OPERATION", "HEAD"}, {"POOL", "copies"}, {"FAILED_NODES", "2"}});
    const auto& heads = faultless(known, "HEAD");
    CHECK(passes(known, "proxy-server/HEAD", "bad") > 5);
    CHECK(heads.latency.p99Ms > 500);
    CHECK(heads.latency.p50Ms < 100);
}

TEST_CASE("a listing brings its rows over both networks, from one replica of the container", "[accuracy]")
{
    const auto summary = mediaRun({{"OPERATION", "list"}, {"WORKERS", "8"}, {"LISTING_ROWS", "1000"}});
    const auto listings = static_cast<double>(faultless(summary, "LIST").count);
    CHECK(passes(summary, "container-server/LIST", "select") == Approx(listings).epsilon(0.1));
    const double measured = summary.operations.at("LIST").perSecond * 1000 * 179;
    CHECK(linkBytes(summary, "star switch→clients") == Approx(measured).epsilon(0.1));
    CHECK(linkBytes(summary, "star storage→switch") == Approx(measured).epsilon(0.1));
}

TEST_CASE("a container has no more rows than objects, and long listings take their time in the processors",
          "[accuracy]")
{
    const auto alone = [](const char* rows, const char* containers) {
        const auto summary = mediaRun({{"OPERATION", "list"},
                                       {"WORKERS", "1"},
                                       {"LISTING_ROWS", rows},
                                       {"CONTAINERS", containers},
                                       {"OBJECT_COUNT", "32000"}},
                                      "6 s");
        return faultless(summary, "LIST").latency.meanMs;
    };
    const double few = alone("100", "32");
    CHECK(alone("10000", "32") == Approx(alone("1000", "32")).epsilon(0.02));
    // 10.9 us a row on the reference processor, of which one busy core is faster.
    CHECK(alone("10000", "1") - few > 9900 * 0.0109 * 0.6);
    CHECK(alone("10000", "1") - few < 9900 * 0.0109 * 1.3);
}

TEST_CASE("listings beside updates merge what is pending, listings alone find nothing to merge", "[accuracy]")
{
    const auto alone = mediaRun({{"OPERATION", "list"}, {"WORKERS", "8"}, {"LISTING_ROWS", "100"}});
    CHECK(passes(alone, "container-server/LIST", "merge") == 0);
    CHECK(passes(alone, "container-server/LIST", "send") > 20);
    const auto mix = mediaRun({{"OPERATION", "mix"},
                               {"WORKERS", "32"},
                               {"DELETE_WEIGHT", "0.2"},
                               {"HEAD_WEIGHT", "0.5"},
                               {"LIST_WEIGHT", "0.1"},
                               {"LISTING_ROWS", "100"}});
    CHECK(passes(mix, "container-server/LIST", "commit") ==
          Approx(passes(mix, "container-server/LIST", "merge")).margin(2)); // one may be between them at each end
    CHECK(passes(mix, "container-server/LIST", "merge") > 20);
    const auto count = [&](const char* operation) { return static_cast<double>(faultless(mix, operation).count); };
    const double objects = count("GET") + count("PUT");
    CHECK(count("DELETE") / objects == Approx(0.2).epsilon(0.2));
    CHECK(count("HEAD") / objects == Approx(0.5).epsilon(0.15));
    CHECK(count("LIST") / objects == Approx(0.1).epsilon(0.25));
}

TEST_CASE("a replicator asks both other nodes of each partition, and its jobs bring visits", "[accuracy]")
{
    const auto visits = [](const char* jobs) {
        const auto summary = simulate("swift-erasure",
                                      {{"OPERATION", "HEAD"},
                                       {"POOL", "copies"},
                                       {"CLIENTS", "1"},
                                       {"REPLICATORS", "true"},
                                       {"REPLICATION_JOBS", jobs}},
                                      "5 s");
        const double seen = passes(summary, "object-replicator/replicate", "own-hashes.known");
        CHECK(passes(summary, "object-server/REPLICATE", "accept") == Approx(2 * seen).epsilon(0.05));
        CHECK(passes(summary, "object-replicator/replicate", "own-hashes.sync") ==
              Approx((0.1 + 0.9 * 0.025) * seen).epsilon(0.3));
        return seen;
    };
    // Nine reads one after another on disks that nobody else uses: some nine visits in a second on each of 16 nodes.
    const double one = visits("1");
    CHECK(one == Approx(3 * 16 * 9.5).epsilon(0.15));
    CHECK(visits("4") > 3.3 * one);
}

TEST_CASE("a replicator of one job costs writers little, twelve jobs cost them a third", "[accuracy]")
{
    const Settings settings{{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 KB"}, {"POOL", "copies"}};
    const auto puts = [&](Settings further) {
        further.insert(further.end(), settings.begin(), settings.end());
        return faultless(simulate("swift-erasure", further, "5 s"), "PUT");
    };
    const auto without = puts({});
    const auto one = puts({{"REPLICATORS", "true"}});
    CHECK(one.perSecond < 0.99 * without.perSecond);
    CHECK(one.perSecond > 0.88 * without.perSecond);
    const auto twelve = puts({{"REPLICATORS", "true"}, {"REPLICATION_JOBS", "12"}});
    CHECK(twelve.perSecond < 0.7 * without.perSecond);
    CHECK(twelve.latency.p99Ms > 1.5 * without.latency.p99Ms);
}

TEST_CASE("a new container is made on three nodes, each of which tells another replica of the account", "[accuracy]")
{
    const auto summary = coldRun({{"OPERATION", "PUT-container"}});
    const auto created = static_cast<double>(faultless(summary, "PUT-container").count);
    CHECK(passes(summary, "container-server/PUT-container", "commit") == Approx(3 * created).epsilon(0.03));
    CHECK(passes(summary, "account-server/PUT", "append") == Approx(3 * created).epsilon(0.03));
    CHECK(passes(summary, "container-updater/sweep", "mark") == 0);
    // 131072 bytes hold 1351 rows, which one update in as many has to merge.
    CHECK(passes(summary, "account-server/PUT", "merge") == Approx(3 * created / 1351).epsilon(0.7).margin(2));
}

TEST_CASE("new containers of one account wait for one another where its rows are merged", "[accuracy]")
{
    const auto created = [](const char* workers) {
        return faultless(simulate("swift-erasure", {{"OPERATION", "PUT-container"}, {"CLIENTS", workers}}, "5 s"),
                         "PUT-container");
    };
    const auto few = created("8");
    const auto many = created("64");
    CHECK(few.latency.p99Ms > 5 * few.latency.p50Ms); // 1351 rows at 68 us
    CHECK(many.perSecond < 6 * few.perSecond);
    CHECK(many.latency.p95Ms > 3 * few.latency.p95Ms);
}

TEST_CASE("the listing of an account brings its rows from one replica", "[accuracy]")
{
    const auto summary = coldRun({{"OPERATION", "LIST-account"}, {"CONTAINERS", "1000"}});
    const auto& listings = faultless(summary, "LIST-account");
    const auto listed = static_cast<double>(listings.count);
    CHECK(passes(summary, "account-server/LIST", "select") == Approx(listed).epsilon(0.1));
    CHECK(passes(summary, "container-server/LIST", "select") == 0);
    CHECK(linkBytes(summary, "clients-switch switch→clients") == Approx(listings.perSecond * 1000 * 108).epsilon(0.1));
}

TEST_CASE("a container-updater reports what has changed, once for each replica of a container and each sweep",
          "[accuracy]")
{
    const auto reports = [](const char* interval) {
        const auto summary = simulate("swift-erasure",
                                      {{"OPERATION", "PUT"},
                                       {"OBJECT_SIZE", "16 KB"},
                                       {"POOL", "copies"},
                                       {"UPDATERS", "true"},
                                       {"UPDATE_INTERVAL", interval}},
                                      "6 s");
        faultless(summary, "PUT");
        const double told = passes(summary, "container-updater/sweep", "report.info");
        CHECK(passes(summary, "container-server/report", "merge") == told);
        CHECK(passes(summary, "account-server/PUT", "append") == Approx(3 * told).epsilon(0.02));
        CHECK(passes(summary, "container-updater/sweep", "report.reported") == Approx(told).epsilon(0.02));
        CHECK(passes(summary, "container-updater/sweep", "report.again") == 0);
        return told;
    };
    // 32 containers with three replicas each, of which all have changed within a second: 96 reports a sweep.
    CHECK(reports("1 s") == Approx(96 * 4).epsilon(0.1));
    CHECK(reports("2 s") == Approx(96 * 2).epsilon(0.1));
}

TEST_CASE("a report that two of three replicas of the account take is a report", "[accuracy]")
{
    const auto summary = simulate("swift-erasure",
                                  {{"OPERATION", "PUT"},
                                   {"OBJECT_SIZE", "16 KB"},
                                   {"POOL", "copies"},
                                   {"UPDATERS", "true"},
                                   {"UPDATE_INTERVAL", "1 s"},
                                   {"FAILED_NODES", "2"}},
                                  "6 s"); // one of the dead nodes has the account
    const double told = passes(summary, "container-updater/sweep", "report.info");
    CHECK(told > 96);
    CHECK(passes(summary, "account-server/PUT", "append") == Approx(2 * told).epsilon(0.02));
    CHECK(passes(summary, "container-updater/sweep", "report.reported") == Approx(told).epsilon(0.02));
}

TEST_CASE("container-updaters cost writers next to nothing", "[accuracy]")
{
    const auto puts = [](Settings settings) {
        settings.insert(settings.end(),
                        {{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 KB"}, {"POOL", "copies"}, {"CONTAINERS", "10000"}});
        return faultless(simulate("swift-erasure", settings, "8 s"), "PUT");
    };
    const auto without = puts({});
    const auto with = puts({{"UPDATERS", "true"}, {"UPDATE_INTERVAL", "2 s"}});
    CHECK(with.perSecond == Approx(without.perSecond).epsilon(0.03));
    CHECK(with.latency.p99Ms < 1.1 * without.latency.p99Ms);
}
