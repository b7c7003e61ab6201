#include "topology/routes.h"
#include "topology_fixture.h"

#include <catch2/catch.hpp>

#include <map>

using namespace headroom;
using namespace headroom::test;
using Names = std::vector<std::string>;

namespace {

std::uint32_t linkNamed(const topology::ExpandedTopology& topology, const std::string& name)
{
    for (std::uint32_t l = 0; l < topology.links().size(); ++l)
        if (topology.links()[l].name == name)
            return l;
    FAIL("no link " << name);
    return 0;
}

Names over(const topology::ExpandedTopology& topology, const topology::Routes& routes, std::uint32_t from,
           std::uint32_t to, std::uint64_t flow)
{
    std::vector<std::uint32_t> links;
    const bool reached = routes.route(from, to, flow, links);
    CHECK(reached == !links.empty());
    Names names;
    for (const std::uint32_t l : links) {
        CHECK(routes.usable(l));
        names.push_back(topology.links()[l].name);
    }
    return names;
}

std::set<Names> allOver(const topology::ExpandedTopology& topology, const topology::Routes& routes, std::uint32_t from,
                        std::uint32_t to)
{
    std::set<Names> all;
    for (std::uint64_t flow = 0; flow < 200; ++flow)
        all.insert(over(topology, routes, from, to, flow));
    return all;
}

Cluster leafSpine(int nodes, int leaves, int spines)
{
    project::Fabric made = fabric("f", {}, {});
    made.fields.update({{"generate", "leaf-spine"},
                        {"leaf_switch", "tor"},
                        {"spine_switch", "spine"},
                        {"leaves", leaves},
                        {"spines", spines}});
    return Cluster({group("node", nodes)}, {made});
}

Cluster fatTree(int radix)
{
    project::Fabric made = fabric("f", {}, {});
    made.fields.update({{"generate", "fat tree"}, {"leaf_switch", "spine"}, {"radix", radix}});
    return Cluster({group("node", radix * radix * radix / 4)}, {made});
}

/// A server with a cable to each of two switches, another with one to each as well, and one that hangs on the second.
Cluster multiHomed(const std::string& bonding)
{
    project::NodeGroup dual = group("dual", 1);
    dual.fields["bonding"] = bonding;
    return Cluster({dual, group("peer", 1), group("single", 1)},
                   {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")},
                           {cable("dual", "s"), cable("dual", "t"), cable("peer", "s"), cable("peer", "t"),
                            cable("single", "t"), cable("s", "t")})});
}

} // namespace

TEST_CASE("with everything working, routes are those of the topology")
{
    Cluster cluster = fatTree(4);
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    for (std::uint64_t flow = 0; flow < 20; ++flow)
        CHECK(over(topology, routes, 0, 15, flow) == route(topology, 0, 15, flow));
    std::vector<std::uint32_t> links;
    CHECK(routes.route(3, 3, 0, links));
    CHECK(links.empty());
}

TEST_CASE("routes asked for again stay those of the topology, and a cut between is noticed")
{
    Cluster cluster = leafSpine(4, 2, 3);
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    const auto asBuilt = [&] {
        for (std::uint32_t from = 0; from < 4; ++from)
            for (std::uint32_t to = 0; to < 4; ++to)
                for (std::uint64_t flow = 0; from != to && flow < 50; ++flow)
                    for (int again = 0; again < 2; ++again)
                        if (over(topology, routes, from, to, flow) != route(topology, from, to, flow))
                            return false;
        return true;
    };
    const std::uint32_t cable = linkNamed(topology, "leaf-1 → spine-2");
    CHECK(asBuilt());
    routes.setUsable(cable, false);
    CHECK_FALSE(asBuilt());
    routes.setUsable(cable, true);
    CHECK(asBuilt());
}

TEST_CASE("routes that are searched for are those that are calculated, to the link")
{
    for (Cluster cluster : {fatTree(4), leafSpine(12, 4, 3)}) {
        const auto topology = cluster.expand();
        REQUIRE(cluster.findings.empty());
        topology::Routes routes(topology);
        const auto last = static_cast<std::uint32_t>(topology.nodes().size() - 1);
        routes.setUsable(topology.nodes()[last].transmitLinks[0], false); // concerns nobody else
        for (std::uint32_t from = 0; from < last; ++from)
            for (std::uint32_t to = 0; to < last; ++to)
                if (from != to)
                    REQUIRE(over(topology, routes, from, to, from) == route(topology, from, to, from));
    }
}

TEST_CASE("a cut cable is gone both ways; flows take the other spines, and come back when it is mended")
{
    Cluster cluster = leafSpine(4, 2, 3);
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    routes.setUsable(linkNamed(topology, "leaf-1 → spine-2"), false);
    CHECK_FALSE(routes.usable(linkNamed(topology, "spine-2 → leaf-1")));
    for (const auto& [from, to] : {std::pair{0U, 3U}, {3U, 0U}}) {
        const auto ways = allOver(topology, routes, from, to);
        CHECK(ways.size() == 2);
        for (const Names& way : ways)
            CHECK(way[1].find("spine-2") == std::string::npos);
    }
    routes.setUsable(linkNamed(topology, "spine-2 → leaf-1"), true);
    CHECK(allOver(topology, routes, 0, 3) == test::routes(topology, 0, 3));
}

TEST_CASE("where no short way is left flows take a longer one; where none is, nodes are unreachable")
{
    Cluster cluster = leafSpine(6, 3, 2);
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    routes.setUsable(linkNamed(topology, "leaf-1 → spine-1"), false);
    routes.setUsable(linkNamed(topology, "leaf-3 → spine-2"), false);
    // From leaf 1 only spine 2 is left, which reaches leaf 3 by way of leaf 2 and spine 1.
    CHECK(over(topology, routes, 0, 5, 1) == Names{"node-1 → leaf-1", "leaf-1 → spine-2", "spine-2 → leaf-2",
                                                   "leaf-2 → spine-1", "spine-1 → leaf-3", "leaf-3 → node-6"});
    routes.setUsable(linkNamed(topology, "leaf-1 → spine-2"), false);
    CHECK(over(topology, routes, 0, 5, 1).empty());
    CHECK(over(topology, routes, 5, 0, 1).empty());
    CHECK(over(topology, routes, 0, 1, 1) == Names{"node-1 → leaf-1", "leaf-1 → node-2"}); // within the leaf
    routes.setUsable(topology.nodes()[1].receiveLinks[0], false);
    CHECK(over(topology, routes, 0, 1, 1).empty());
}

TEST_CASE("a switch that is down takes its cables with it, and gives back those that were not cut besides")
{
    Cluster cluster = leafSpine(4, 2, 2);
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    const std::uint32_t spine1 = 2;
    REQUIRE(topology.switches()[spine1].id == "spine-1");
    routes.setSwitchUsable(spine1, false);
    CHECK(allOver(topology, routes, 0, 3).size() == 1);
    CHECK_FALSE(routes.usable(linkNamed(topology, "spine-1 → leaf-2")));
    routes.setUsable(linkNamed(topology, "spine-1 → leaf-2"), false);
    routes.setSwitchUsable(spine1, true);
    CHECK_FALSE(routes.usable(linkNamed(topology, "spine-1 → leaf-2")));
    CHECK(routes.usable(linkNamed(topology, "spine-1 → leaf-1")));
    CHECK(allOver(topology, routes, 0, 3).size() == 1);
    routes.setSwitchUsable(0, false); // their leaf
    CHECK(over(topology, routes, 0, 3, 1).empty());
    CHECK(over(topology, routes, 0, 1, 1).empty());
}

TEST_CASE("in a drawn fabric flows get round a cut too")
{
    Cluster cluster({group("a", 1), group("b", 1)},
                    {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor"), switchOf("u", "tor")},
                            {cable("a", "s"), cable("b", "t"), cable("s", "t"), cable("s", "u"), cable("u", "t")})});
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    CHECK(allOver(topology, routes, 0, 1) == std::set<Names>{{"a → s", "s → t", "t → b"}});
    routes.setUsable(linkNamed(topology, "s → t"), false);
    CHECK(allOver(topology, routes, 0, 1) == std::set<Names>{{"a → s", "s → u", "u → t", "t → b"}});
    CHECK(topology.links()[linkNamed(topology, "u → t")].drawnAs == 4);
}

TEST_CASE("a node on two switches uses both by the flow's hash; when one cable is cut the other carries all")
{
    Cluster cluster = multiHomed("layer 3+4");
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    topology::Routes routes(topology);
    int first = 0;
    for (std::uint64_t flow = 0; flow < 2000; ++flow)
        first += over(topology, routes, 0, 1, flow).front() == "dual → s";
    CHECK(first == Approx(1000).margin(90)); // four standard errors
    CHECK(allOver(topology, routes, 0, 2) == std::set<Names>{{"dual → t", "t → single"}});

    routes.setUsable(linkNamed(topology, "dual → t"), false);
    CHECK(allOver(topology, routes, 0, 1) == std::set<Names>{{"dual → s", "s → peer"}});
    CHECK(allOver(topology, routes, 0, 2) == std::set<Names>{{"dual → s", "s → t", "t → single"}});
    CHECK(allOver(topology, routes, 2, 0) == std::set<Names>{{"single → t", "t → s", "s → dual"}});
    routes.setUsable(linkNamed(topology, "dual → s"), false);
    CHECK(over(topology, routes, 0, 1, 0).empty());
}

TEST_CASE("layer 2+3 keeps all flows to one node on one cable, and spreads nodes over the cables")
{
    project::NodeGroup source = group("source", 1);
    source.fields["bonding"] = "layer 2+3";
    Cluster cluster({source, group("sink", 40)}, {fabric("f", {switchOf("s", "spine")},
                                                         {cable("source", "s", {{"count", 2}}), cable("sink", "s")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    std::map<std::string, int> used;
    for (std::uint32_t sink = 1; sink <= 40; ++sink) {
        CHECK(routes(topology, 0, sink).size() == 1);
        ++used[route(topology, 0, sink).front()];
    }
    CHECK(used.size() == 2);
    CHECK(used.begin()->second == Approx(20).margin(13)); // four standard errors
}

TEST_CASE("active backup uses the first cable that works, in both directions")
{
    Cluster cluster = multiHomed("active backup");
    const auto topology = cluster.expand();
    topology::Routes routes(topology);
    CHECK(allOver(topology, routes, 0, 1) == std::set<Names>{{"dual → s", "s → peer"}});
    CHECK(allOver(topology, routes, 2, 0) == std::set<Names>{{"single → t", "t → s", "s → dual"}});
    routes.setUsable(linkNamed(topology, "s → dual"), false);
    CHECK(allOver(topology, routes, 0, 1) == std::set<Names>{{"dual → t", "t → peer"}});
}

TEST_CASE("a router costs its own latency and passes what its own rate allows")
{
    project::Switch router = switchOf("r", "tor");
    router.fields.update({{"kind", "router"}, {"latency", "20 us"}, {"rate", "8 Gb/s"}});
    Cluster cluster({group("a", 1), group("b", 1)},
                    {fabric("f", {switchOf("s", "tor"), router, switchOf("t", "tor")},
                            {cable("a", "s"), cable("s", "r"), cable("r", "t"), cable("b", "t")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    CHECK(route(topology, 0, 1) == Names{"a → s", "s → r", "r", "r → t", "t → b"});
    CHECK(latency(topology, 0, 1) == Approx(12e-6 + 2e-6 + 20e-6 + 2e-6 + 12e-6));
    CHECK(topology.links()[linkNamed(topology, "r")].lineRate == Approx(1e9));
    topology::Routes routes(topology);
    routes.setUsable(linkNamed(topology, "r"), false);
    CHECK(over(topology, routes, 0, 1, 0).empty());
}

TEST_CASE("the run takes the least MTU of all links")
{
    for (const char* kind : {"router", "switch"}) {
        project::Switch middle = switchOf("m", "tor");
        middle.fields["kind"] = kind;
        Cluster cluster({group("a", 1), group("b", 1)},
                        {fabric("f", {switchOf("s", "tor"), middle, switchOf("t", "tor")},
                                {cable("a", "s", {{"mtu", 9000}}), cable("s", "m", {{"mtu", 9000}}), cable("m", "t"),
                                 cable("b", "t")})});
        CHECK(cluster.expand().mtu() == 1500);
    }
}

TEST_CASE("the fabric's MTU holds for links without one of their own, and bounds no other")
{
    Cluster cluster(
        {group("a", 1), group("b", 1)},
        {fabric("f", {switchOf("s", "tor")}, {cable("a", "s", {{"mtu", 9000}}), cable("b", "s", {{"mtu", 4000}})})});
    CHECK(cluster.expand().mtu() == 4000);
    cluster.project.topology.fabrics[0].links[1].fields.erase("mtu");
    CHECK(cluster.expand().mtu() == 1500);
    cluster.project.topology.fabrics[0].fields["mtu"] = 65000;
    CHECK(cluster.expand().mtu() == 9000);
}

TEST_CASE("a rate that no port has is found; the cable runs as fast as there are ports")
{
    Cluster cluster({group("a", 2)}, {fabric("f", {switchOf("s", "tor")}, {cable("a", "s", {{"rate", "25 Gb/s"}})})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.size() == 1);
    CHECK(cluster.findings[0].key == "link.rate-no-port");
    CHECK(cluster.findings[0].pointer == "/topology/fabrics/0/links/0/rate");
    CHECK(topology.links()[0].lineRate == Approx(10e9 / 8));
}

TEST_CASE("a cable that is stated to be slower than its ends is meant, a faster one is not")
{
    const auto warned = [](const std::string& nic, Json fields) {
        Cluster cluster({group("a", 2)},
                        {fabric("f", {switchOf("s", "tor")}, {cable("a", "s", std::move(fields))}, nic)});
        cluster.project.topology.fabrics[0].switches[0].fields["component"] = "any"; // has ports of 100 Gb/s
        cluster.expand();
        REQUIRE(cluster.findings.size() <= 1);
        return cluster.findings.empty() ? "" : cluster.findings[0].key + " " + cluster.findings[0].pointer;
    };
    CHECK(warned("nic25", {{"rate", "10 Gb/s"}}) == "");
    CHECK(warned("nic25", Json::object()) == "");
    CHECK(warned("nic10", {{"rate", "10 Gb/s"}}) == "");
    CHECK(warned("nic10", {{"rate", "25 Gb/s"}}) == "link.rate-no-port /topology/fabrics/0/links/0/rate");
}

TEST_CASE("an adapter that no port of its switch can follow is found")
{
    Cluster cluster({group("a", 2)}, {fabric("f", {switchOf("s", "narrow")}, {cable("a", "s")}, "nic25")});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.size() == 1);
    CHECK(cluster.findings[0].key == "link.adapter-faster");
    CHECK(topology.links()[0].lineRate == Approx(10e9 / 8));
}
