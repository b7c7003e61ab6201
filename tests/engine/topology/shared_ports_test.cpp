// Adapters whose ports share one rate.
#include "topology_fixture.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom;
using namespace headroom::test;
using Names = std::vector<std::string>;

namespace {

/// Two nodes with `cables` cables each to one switch; the ports of their adapter carry `total` bit/s together.
Cluster pairWith(int cables, double total)
{
    Cluster cluster({group("a", 1), group("b", 1)},
                    {fabric("f", {switchOf("s", "any")},
                            {cable("a", "s", {{"count", cables}}), cable("b", "s", {{"count", cables}})}, "dual")});
    cluster.project.components = Json::array({{{"id", "dual"},
                                               {"kind", "nic"},
                                               {"vendor", "test"},
                                               {"model", "dual"},
                                               {"source", "test"},
                                               {"confidence", "estimated"},
                                               {"parameters",
                                                {{"link_rate_bps", 40e9},
                                                 {"data_rate_bps", 40e9},
                                                 {"ports", 2},
                                                 {"total_rate_bps", total},
                                                 {"latency_64B_us", 2}}}}});
    cluster.library.add(cluster.project.components, "/components", cluster.findings);
    return cluster;
}

} // namespace

TEST_CASE("two cables of an adapter pass what its ports share, in each direction")
{
    Cluster cluster = pairWith(2, 63e9);
    const auto topology = cluster.expand();
    CHECK(cluster.findings.empty());
    for (const std::uint64_t flow : {1, 2, 3, 4}) {
        const Names links = route(topology, 0, 1, flow);
        REQUIRE(links.size() == 4);
        CHECK(links.front() == "a adapter out");
        CHECK(links.back() == "b adapter in");
    }
    const auto& node = topology.nodes()[0];
    REQUIRE(node.sharedBy.size() == 2);
    CHECK(node.sharedBy[0] == node.sharedBy[1]);
    CHECK(node.sharedPorts[0].out != node.sharedPorts[0].in);
    CHECK(topology.links()[node.sharedPorts[0].out].lineRate == Approx(63e9 / 8));
}

TEST_CASE("four cables need two adapters, each of which has its own rate")
{
    Cluster cluster = pairWith(4, 63e9);
    const auto topology = cluster.expand();
    const auto& node = topology.nodes()[1];
    REQUIRE(node.sharedBy.size() == 4);
    CHECK(node.sharedBy[0] == node.sharedBy[1]);
    CHECK(node.sharedBy[2] == node.sharedBy[3]);
    CHECK(node.sharedBy[0] != node.sharedBy[2]);
    CHECK(topology.groups()[1].adapters.front().count() == 2);
}

TEST_CASE("one cable, or ports with room for all, share nothing")
{
    for (Cluster cluster : {pairWith(1, 63e9), pairWith(2, 80e9)}) {
        const auto topology = cluster.expand();
        CHECK(cluster.findings.empty());
        CHECK(topology.nodes()[0].sharedPorts.empty());
        CHECK(route(topology, 0, 1).size() == 2);
    }
}

TEST_CASE("a second cable that brings nothing is told")
{
    Cluster cluster = pairWith(2, 40e9);
    cluster.expand();
    CHECK(cluster.found("link.adapter-shared"));
}

TEST_CASE("cables to two switches share the adapter too, which they are plugged into together")
{
    Cluster cluster = pairWith(1, 40e9);
    project::Fabric& fabric = cluster.project.topology.fabrics[0];
    fabric.switches.push_back(switchOf("t", "any"));
    fabric.links.push_back(cable("a", "t"));
    fabric.links.push_back(cable("b", "t"));
    const auto topology = cluster.expand();
    CHECK(cluster.found("link.adapter-shared"));
    CHECK(topology.groups()[0].adapters.front().count() == 1);
    const auto& node = topology.nodes()[0];
    REQUIRE(node.sharedBy.size() == 2);
    CHECK(node.sharedPorts.size() == 1);
    for (const std::uint64_t flow : {1, 2, 3, 4}) {
        const Names links = route(topology, 0, 1, flow);
        CHECK(links.front() == "a adapter out");
        CHECK(links.back() == "b adapter in");
    }
}
