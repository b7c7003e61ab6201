#include "accuracy/systems/ceph_gateway.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <stdexcept>

using namespace headroom::accuracy;

namespace {

const std::string largeRun = "1.4 s", smallRun = "600 ms"; // 400 ms and 200 ms after the warm-up

double busiestAt(const headroom::record::Summary& summary, const std::string& resource)
{
    double busiest = -1;
    for (const auto& row : summary.resources)
        if (row.nodeGroup == "storage" && row.resource == resource)
            busiest = std::max(busiest, row.utilisationMax);
    if (busiest < 0)
        throw std::logic_error(resource);
    return busiest;
}

double rateOf(const headroom::record::Summary& summary, const std::string& operation)
{
    return summary.operations.at(operation).perSecond;
}

Settings gatewayLoad(const std::string& operation, const std::string& size, Settings more = {})
{
    more.insert(more.end(), {{"OPERATION", operation}, {"OBJECT_SIZE", size}});
    return more;
}

} // namespace

TEST_CASE("S3 gateways of Ceph move objects of 4 MiB as fast as was measured, to within a tenth", "[accuracy][slow]")
{
    int compared = 0;
    for (const GatewayCase& each : publishedGatewayCases())
        if (each.study == 2025 && each.size == "4 MiB" && each.clients == 4) {
            const double simulated = figureOf(each, simulate("ceph-rgw", each.settings(), largeRun));
            CAPTURE(each.pool, each.operation, each.size, each.clients, simulated);
            CHECK(simulated == Approx(each.value).epsilon(0.12));
            ++compared;
        }
    CHECK(compared == 4);
}

TEST_CASE("large GETs through gateways fill the network, which erasure coding passes once more", "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "ceph-rgw", {gatewayLoad("GET", "4 MiB"), gatewayLoad("GET", "4 MiB", {{"POOL", "copies"}})}, largeRun);
    CHECK(busiestAt(runs[0], "network") > 0.95);
    CHECK(busiestAt(runs[1], "network") > 0.95);
    // A node sends 2.25 bytes for each that its clients get with 2 + 2 shards, and 1.75 with copies.
    CHECK(rateOf(runs[1], "GET") / rateOf(runs[0], "GET") == Approx(2.25 / 1.75).epsilon(0.05));
}

TEST_CASE("large PUTs through gateways fill the processors, mostly by the gateways' own work", "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "ceph-rgw", {gatewayLoad("PUT", "4 MiB"), gatewayLoad("PUT", "4 MiB", {{"PROCESSOR", "AMD_EPYC_9654"}})},
        largeRun);
    CHECK(busiestAt(runs[0], "processor") > 0.95);
    CHECK(rateOf(runs[1], "PUT") > 1.1 * rateOf(runs[0], "PUT"));
}

TEST_CASE("small PUTs wait for the shards of the index: more of them pay", "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "ceph-rgw", {gatewayLoad("PUT", "64 KiB"), gatewayLoad("PUT", "64 KiB", {{"INDEX_SHARDS", "101"}})}, smallRun);
    CHECK(busiestAt(runs[0], "slots omap") > 0.9);
    CHECK(rateOf(runs[1], "PUT") > 1.08 * rateOf(runs[0], "PUT"));
}

TEST_CASE("the changes of one shard of the index follow one another, each with a commit", "[accuracy][slow]")
{
    // One bucket with one shard: twice the requests under way store no more objects.
    const Settings one{{"CLIENTS", "1"}, {"CLIENT_NODES", "1"}, {"INDEX_SHARDS", "1"}};
    Settings few = one, many = one;
    few.emplace_back("DEPTH", "32");
    many.emplace_back("DEPTH", "64");
    const auto runs =
        simulateAll("ceph-rgw", {gatewayLoad("PUT", "64 KiB", few), gatewayLoad("PUT", "64 KiB", many)}, "800 ms");
    CHECK(rateOf(runs[1], "PUT") == Approx(rateOf(runs[0], "PUT")).epsilon(0.05));
    CHECK(busiestAt(runs[0], "slots omap") > 0.9);
    CHECK(busiestAt(runs[0], "processor") < 0.3);
}

TEST_CASE("a large object is stored and returned whole: each stripe of 4 MiB is a RADOS object", "[accuracy][slow]")
{
    for (const std::string operation : {"PUT", "GET"}) {
        const auto summary = simulate(
            "ceph-rgw", gatewayLoad(operation, "64 MiB", {{"CLIENTS", "1"}, {"CLIENT_NODES", "1"}, {"DEPTH", "1"}}),
            "12 s");
        const double objects = static_cast<double>(summary.operations.at(operation).count);
        double stripes = 0;
        for (const auto& row : summary.blocks)
            if (row.diagram == (operation == "PUT" ? "gateway/write/full" : "gateway/read/full") && row.block == "ask")
                stripes = static_cast<double>(row.visits);
        CAPTURE(operation, objects, stripes);
        CHECK(objects > 5);
        CHECK(stripes / objects == Approx(16).epsilon(0.15)); // those under way at the ends of the run count, too
    }
}

TEST_CASE("TLS costs gateways processor work and leaves large GETs at the rate of the network", "[accuracy][slow]")
{
    const auto runs = simulateAll(
        "ceph-rgw", {gatewayLoad("GET", "4 MiB", {{"TLS", "false"}}), gatewayLoad("GET", "4 MiB")}, largeRun);
    CHECK(busiestAt(runs[1], "processor") > 1.05 * busiestAt(runs[0], "processor"));
    CHECK(rateOf(runs[1], "GET") == Approx(rateOf(runs[0], "GET")).epsilon(0.03));
}

TEST_CASE("a listing asks every shard of the index", "[accuracy][slow]")
{
    const auto few = simulate("ceph-rgw", gatewayLoad("LIST", "4 MiB", {{"DEPTH", "1"}}), "1.2 s"),
               many = simulate("ceph-rgw", gatewayLoad("LIST", "4 MiB", {{"DEPTH", "1"}, {"INDEX_SHARDS", "101"}}),
                               "1.2 s");
    const auto asked = [](const headroom::record::Summary& summary) {
        for (const auto& row : summary.blocks)
            if (row.diagram == "object-daemon/list/full" && row.block == "work")
                return static_cast<double>(row.visits) / static_cast<double>(summary.operations.at("LIST").count);
        return 0.0;
    };
    CHECK(asked(few) == Approx(11).epsilon(0.03));
    CHECK(asked(many) == Approx(101).epsilon(0.03));
}
