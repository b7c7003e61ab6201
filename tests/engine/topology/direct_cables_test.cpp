// Cables between nodes without a switch, and adapters that node groups name.
#include "topology/link_groups.h"
#include "topology/racks.h"
#include "topology/routes.h"
#include "topology_fixture.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::test;
using Names = std::vector<std::string>;

namespace {

project::NodeGroup withAdapter(const std::string& id, int count, const std::string& nic)
{
    project::NodeGroup result = group(id, count);
    result.fields["nic"] = nic;
    return result;
}

} // namespace

TEST_CASE("two nodes talk over the cable between them, at the rate of the slower adapter")
{
    Cluster cluster({withAdapter("a", 1, "nic25"), group("b", 1)},
                    {fabric("f", {}, {cable("a", "b", {{"latency", 1e-6}})})});
    const auto topology = cluster.expand();
    CHECK_FALSE(cluster.found("topology.unreachable"));
    CHECK(cluster.found("link.adapter-faster")); // the faster adapter is reported
    CHECK(topology.switches().empty());
    CHECK(topology.links().size() == 2);
    CHECK(route(topology, 0, 1) == Names{"a → b"});
    CHECK(route(topology, 1, 0) == Names{"b → a"});
    CHECK(topology.links()[0].lineRate == Approx(10e9 / 8));
    CHECK(latency(topology, 0, 1) == Approx(9e-6 + 12e-6 + 1e-6)); // half of each adapter's, and the cable's
}

TEST_CASE("each with each joins two groups, and one group with itself is a full mesh")
{
    Cluster cluster({group("a", 2), group("b", 3)},
                    {fabric("f", {}, {cable("a", "b"), cable("b", "b"), cable("a", "a")})});
    const auto topology = cluster.expand();
    CHECK(cluster.findings.empty());
    CHECK(topology.links().size() == 2 * (2 * 3 + 3 + 1));
    for (std::uint32_t from = 0; from < 5; ++from)
        for (std::uint32_t to = 0; to < 5; ++to)
            CHECK(route(topology, from, to).size() == (from == to ? 0 : 1));
    // Each node of a has a port for each node of b, and one for the other of a.
    CHECK(topology.groups()[0].adapters.at(0).cables == 4);
    CHECK(topology.groups()[1].adapters.at(0).cables == 4);
}

TEST_CASE("one to one joins the first with the first; others cannot be reached, which is said once for each group")
{
    Cluster cluster({group("a", 2), group("b", 2)}, {fabric("f", {}, {cable("a", "b", {{"pairing", "one to one"}})})});
    const auto topology = cluster.expand();
    CHECK(route(topology, 1, 3) == Names{"a-2 → b-2"});
    CHECK(route(topology, 0, 3).empty());
    REQUIRE(cluster.found("topology.unreachable"));
    for (const auto& finding : cluster.findings)
        CHECK(finding.severity == project::Severity::warning);
    CHECK(cluster.findings.size() == 2);

    Cluster uneven({group("a", 2), group("b", 3)}, {fabric("f", {}, {cable("a", "b", {{"pairing", "one to one"}})})});
    uneven.expand();
    REQUIRE(uneven.found("link.no-pairs"));
    CHECK(uneven.findings.front().problem == "\"a\" has 2 nodes and \"b\" 3: they cannot be joined one to one.");
}

TEST_CASE("a direct cable comes before the way over switches, which remains when it is cut")
{
    Cluster cluster(
        {group("a", 1), group("b", 1)},
        {fabric("f", {switchOf("s", "tor")}, {cable("a", "s"), cable("b", "s"), cable("a", "b", {{"count", 2}})})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    CHECK(routes(topology, 0, 1) == std::set<Names>{{"a → b #1"}, {"a → b #2"}});
    topology::Routes now(topology);
    std::vector<std::uint32_t> links;
    const auto& node = topology.nodes()[0];
    for (std::size_t cable = 0; cable < node.transmitLinks.size(); ++cable)
        if (node.switches[cable] == topology::LinkInfo::none)
            now.setUsable(node.transmitLinks[cable], false);
    REQUIRE(now.route(0, 1, 7, links));
    CHECK(links.size() == 2);
    CHECK(topology.links()[links[0]].name == "a → s");
}

TEST_CASE("cables without a switch have rows and no rack of their own")
{
    Cluster cluster({group("a", 2), group("b", 1)},
                    {fabric("f", {switchOf("s", "tor")}, {cable("a", "b"), cable("a", "s"), cable("b", "s")})});
    const auto topology = cluster.expand();
    Names names;
    for (const auto& links : topology::linkGroups(topology))
        names.push_back(links.name);
    CHECK(names == Names{"a-b a→b", "a-b b→a", "a-s a→s", "a-s s→a", "b-s b→s", "b-s s→b"});
    CHECK(topology::racksOf(topology) == std::vector<std::uint32_t>{0, 0, 0}); // at the same switch
}

TEST_CASE("a node group's adapter is that of its cables, unless a link names another")
{
    Cluster cluster({withAdapter("fast", 1, "nic25"), group("usual", 1), withAdapter("mixed", 1, "nic25")},
                    {fabric("f", {switchOf("s", "any")},
                            {cable("fast", "s"), cable("usual", "s"), cable("mixed", "s", {{"nic", "ib"}})})});
    const auto topology = cluster.expand();
    CHECK(topology.groups()[0].nic->id == "nic25");
    CHECK(topology.groups()[1].nic->id == "nic10");
    CHECK(topology.groups()[2].nic->id == "ib");
    CHECK(topology.links()[0].lineRate == Approx(25e9 / 8));
}

TEST_CASE("in a generated fabric the groups' adapters set the rates, and what is oversubscribed follows from them")
{
    project::Fabric made = fabric("f", {}, {});
    made.fields.update(Json{
        {"generate", "leaf-spine"}, {"leaf_switch", "any"}, {"spine_switch", "any"}, {"leaf_nodes", 8}, {"spines", 1}});
    Cluster cluster({withAdapter("storage", 4, "nic25"), group("client", 4)}, {made});
    const auto topology = cluster.expand();
    const auto rateOf = [&](std::uint32_t node) {
        return topology.links()[topology.nodes()[node].transmitLinks[0]].lineRate * 8;
    };
    CHECK(rateOf(0) == Approx(25e9));
    CHECK(rateOf(4) == Approx(10e9));
    CHECK(topology.groups()[0].nic->id == "nic25");
    CHECK(topology.groups()[1].nic->id == "nic10");
    CHECK(topology.switches().at(0).oversubscription() == Approx((4 * 25 + 4 * 10) / 100.0));
    // Every group has its own: the fabric needs none.
    made.fields.erase("nic");
    Cluster own({withAdapter("storage", 4, "nic25"), withAdapter("client", 4, "nic10")}, {made});
    own.expand();
    CHECK_FALSE(own.found("link.no-adapter"));
    Cluster lacking({withAdapter("storage", 4, "nic25"), group("client", 4)}, {made});
    lacking.expand();
    CHECK(lacking.found("link.no-adapter"));
}
