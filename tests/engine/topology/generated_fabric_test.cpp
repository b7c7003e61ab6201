#include "tests/one_of.h"
#include "topology/routes.h"
#include "topology_fixture.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>

using namespace headroom;
using namespace headroom::test;
using Names = std::vector<std::string>;

namespace {

project::Fabric generated(const std::string& shape, Json numbers, const std::string& leaf = "tor",
                          const std::string& spine = "spine")
{
    project::Fabric result = fabric("f", {}, {});
    result.fields["generate"] = shape;
    result.fields["leaf_switch"] = leaf;
    result.fields["spine_switch"] = spine;
    result.fields.update(numbers);
    return result;
}

/// Figures of a fabric.
struct FabricNumbers
{
    std::uint32_t switches = 0;
    std::uint32_t nodeCables = 0;
    std::uint32_t switchCables = 0;
    double oversubscription = 0; ///< the worst among the switches that nodes hang on; 0 if there is but one switch
};

FabricNumbers numbersOf(const topology::ExpandedTopology& topology)
{
    using topology::LinkInfo;
    FabricNumbers result;
    result.switches = static_cast<std::uint32_t>(topology.switches().size());
    for (const LinkInfo& link : topology.links()) {
        result.nodeCables += link.fromSwitch == LinkInfo::none;
        result.switchCables +=
            link.fromSwitch != LinkInfo::none && link.fromSwitch < link.toSwitch && link.toSwitch != LinkInfo::none;
    }
    for (const topology::SwitchInfo& each : topology.switches())
        result.oversubscription = std::max(result.oversubscription, each.oversubscription());
    return result;
}

project::NodeGroup inRack(const std::string& id, int count, const std::string& rack)
{
    project::NodeGroup result = group(id, count);
    result.fields["rack"] = rack;
    return result;
}

std::string leafOf(const topology::ExpandedTopology& topology, std::uint32_t node)
{
    return topology.switches()[topology.nodes()[node].switches.at(0)].id;
}

/// Flows on each of the links, of so many flows from node to node.
std::map<std::string, int> loads(const topology::ExpandedTopology& topology, std::uint32_t from, std::uint32_t to,
                                 std::uint64_t flows)
{
    std::map<std::string, int> result;
    for (std::uint64_t flow = 0; flow < flows; ++flow)
        for (const std::string& name : route(topology, from, to, flow))
            ++result[name];
    return result;
}

/// Pearson's chi-square of equal shares over its degrees of freedom: about 1, with a spread of √(2/degrees).
double chiSquare(const std::map<std::string, int>& counts, const std::string& prefix, std::size_t ways, double flows)
{
    double sum = 0;
    std::size_t seen = 0;
    for (const auto& [name, count] : counts)
        if (name.starts_with(prefix)) {
            ++seen;
            sum += (count - flows / ways) * (count - flows / ways) / (flows / ways);
        }
    CHECK(seen == ways);
    return sum / (ways - 1);
}

} // namespace

TEST_CASE("a generated star is one switch, like the drawn one")
{
    Cluster made({group("node", 3)}, {generated("star", Json::object())});
    const auto topology = made.expand();
    REQUIRE(made.findings.empty());
    CHECK(route(topology, 0, 2) == Names{"node-1 → switch", "switch → node-3"});
    CHECK(latency(topology, 0, 2) == Approx(26e-6));
    CHECK(numbersOf(topology).switches == 1);
    CHECK(numbersOf(topology).nodeCables == 3);
    CHECK(numbersOf(topology).oversubscription == 0);
}

TEST_CASE("a generated leaf-spine fabric is the one that would be drawn")
{
    Cluster made({group("a", 2), group("b", 2)},
                 {generated("leaf-spine", {{"leaves", 2}, {"spines", 2}, {"cable_latency", "50 ns"}})});
    Cluster drawn(
        {group("a", 2), group("b", 2)},
        {fabric("f",
                {switchOf("leaf-1", "tor"), switchOf("leaf-2", "tor"), switchOf("spine-1", "spine"),
                 switchOf("spine-2", "spine")},
                {cable("a", "leaf-1", {{"latency", "50 ns"}}), cable("b", "leaf-2", {{"latency", "50 ns"}}),
                 cable("leaf-1", "spine-1", {{"latency", "50 ns"}}), cable("leaf-1", "spine-2", {{"latency", "50 ns"}}),
                 cable("leaf-2", "spine-1", {{"latency", "50 ns"}}),
                 cable("leaf-2", "spine-2", {{"latency", "50 ns"}})})});
    const auto one = made.expand();
    const auto other = drawn.expand();
    REQUIRE(made.findings.empty());
    REQUIRE(one.links().size() == other.links().size());
    for (std::size_t l = 0; l < one.links().size(); ++l) {
        CHECK(one.links()[l].name == other.links()[l].name);
        CHECK(one.links()[l].lineRate == other.links()[l].lineRate);
        CHECK(one.links()[l].latencyS == Approx(other.links()[l].latencyS));
    }
    for (std::uint64_t flow = 0; flow < 50; ++flow)
        CHECK(route(one, 0, 3, flow) == route(other, 0, 3, flow));
}

TEST_CASE("the oversubscription of a leaf-spine fabric is a number, or a wish that the least uplinks keep")
{
    const auto numbers = [](Json fields) {
        fields.update({{"leaves", 4}, {"spines", 2}, {"leaf_nodes", 8}, {"uplink_rate", "10 Gb/s"}});
        Cluster made({group("node", 32)}, {generated("leaf-spine", fields)});
        const auto topology = made.expand();
        CHECK(made.findings.empty());
        return numbersOf(topology);
    };
    CHECK(numbers(Json::object()).oversubscription == Approx(4)); // 8 nodes over a cable to each of two spines
    CHECK(numbers({{"uplinks", 4}}).oversubscription == Approx(2));
    CHECK(numbers({{"uplinks", 4}}).switchCables == 16);
    CHECK(numbers({{"oversubscription", 2}}).oversubscription == Approx(2));
    CHECK(numbers({{"oversubscription", 3}}).oversubscription == Approx(2)); // 8/3 uplinks: 4, evenly over two spines
    CHECK(numbers({{"oversubscription", 1}}).switchCables == 32);
    CHECK(numbers({{"oversubscription", 1}}).switches == 6);
}

TEST_CASE("nodes take their places in the order of the groups, a rack at leaves of its own")
{
    Cluster made(
        {group("client", 3), inRack("a", 2, "east"), inRack("b", 3, "west"), inRack("c", 3, "east"), group("late", 2)},
        {generated("leaf-spine", {{"leaf_nodes", 4}, {"spines", 1}})});
    const auto topology = made.expand();
    REQUIRE(made.findings.empty());
    // clients; east: a, then c over two leaves; west; the rest
    CHECK(leafOf(topology, 2) == "leaf-1");
    CHECK(leafOf(topology, 3) == "leaf-2");
    CHECK(leafOf(topology, 8) == "leaf-2");
    CHECK(leafOf(topology, 10) == "leaf-3");
    CHECK(leafOf(topology, 5) == "leaf-4");
    CHECK(leafOf(topology, 12) == "leaf-5");
    CHECK(numbersOf(topology).switches == 6);
    CHECK(topology.groups()[1].rack == "east");
}

TEST_CASE("a fat tree of radix k: k³/4 places, 5k²/4 switches, nothing oversubscribed, (k/2)² ways between pods")
{
    const int k = oneOf({4, 6});
    const int hosts = k * k * k / 4;
    Cluster made({group("node", hosts)}, {generated("fat tree", {{"radix", k}, {"uplink_rate", "10 Gb/s"}})});
    const auto topology = made.expand();
    REQUIRE(made.findings.empty());
    const auto numbers = numbersOf(topology);
    CHECK(numbers.switches == static_cast<std::uint32_t>(5 * k * k / 4));
    CHECK(numbers.switchCables == static_cast<std::uint32_t>(k * k * k / 2));
    CHECK(numbers.oversubscription == Approx(1));
    const auto last = static_cast<std::uint32_t>(hosts - 1);
    CHECK(routes(topology, 0, 1).size() == 1);
    CHECK(route(topology, 0, 1).size() == 2);
    CHECK(routes(topology, 0, static_cast<std::uint32_t>(k / 2)).size() == static_cast<std::size_t>(k / 2));
    CHECK(routes(topology, 0, last).size() == static_cast<std::size_t>(k * k / 4));
    CHECK(route(topology, 0, last).size() == 6);
}

TEST_CASE("links of a route lead on from where the last one ended, in every shape")
{
    const auto fabrics = std::vector<project::Fabric>{
        generated("leaf-spine", {{"leaves", 6}, {"spines", 3}, {"uplinks", 6}, {"uplink_rate", "10 Gb/s"}}),
        generated("fat tree", {{"radix", 4}}),
        generated("clos", {{"leaf_nodes", 3}, {"spines", 5}, {"leaves", 6}, {"uplink_rate", "10 Gb/s"}}),
    };
    for (const auto& each : fabrics) {
        Cluster made({group("node", 16)}, {each});
        const auto topology = made.expand();
        REQUIRE(made.findings.empty());
        for (std::uint32_t from = 0; from < 16; ++from)
            for (std::uint32_t to = 0; to < 16; ++to) {
                std::vector<std::uint32_t> links;
                REQUIRE(topology.route(from, to, from * to, links));
                REQUIRE(links.empty() == (from == to));
                for (std::size_t i = 1; i < links.size(); ++i)
                    REQUIRE(topology.links()[links[i - 1]].toSwitch == topology.links()[links[i]].fromSwitch);
                if (from == to)
                    continue;
                REQUIRE(links.front() == topology.nodes()[from].transmitLinks[0]);
                REQUIRE(links.back() == topology.nodes()[to].receiveLinks[0]);
            }
    }
}

TEST_CASE("equal ways carry equal shares of the flows, parallel cables and later tiers too")
{
    constexpr int flows = 20000;
    Cluster spines({group("node", 4)}, {generated("leaf-spine", {{"leaves", 2}, {"spines", 8}, {"uplinks", 16}})});
    const auto flat = loads(spines.expand(), 0, 3, flows);
    CHECK(chiSquare(flat, "leaf-1 →", 16, flows) == Approx(1).margin(4 * std::sqrt(2.0 / 15)));
    CHECK(chiSquare(flat, "spine-3 → leaf-2", 2, flat.at("spine-3 → leaf-2 #1") + flat.at("spine-3 → leaf-2 #2")) < 10);

    Cluster tree({group("node", 128)}, {generated("fat tree", {{"radix", 8}})});
    const auto tall = loads(tree.expand(), 0, 127, flows);
    CHECK(chiSquare(tall, "edge-1-1 →", 4, flows) == Approx(1).margin(4 * std::sqrt(2.0 / 3)));
    CHECK(chiSquare(tall, "core-", 16, flows) == Approx(1).margin(4 * std::sqrt(2.0 / 15)));
}

TEST_CASE("many pairs of nodes load the spines evenly, whatever the flow's number")
{
    Cluster made({group("node", 64)}, {generated("leaf-spine", {{"leaf_nodes", 8}, {"spines", 4}})});
    const auto topology = made.expand();
    std::map<std::string, int> used;
    int flows = 0;
    for (std::uint32_t from = 0; from < 64; ++from)
        for (std::uint32_t to = 0; to < 64; ++to)
            if (const Names names = route(topology, from, to, 7); names.size() == 4) {
                ++used[names[1].substr(names[1].find("spine"))];
                ++flows;
            }
    CHECK(chiSquare(used, "spine", 4, flows) == Approx(1).margin(4 * std::sqrt(2.0 / 3)));
}

TEST_CASE("a generated fabric's faults are reported at the fields that cause them")
{
    const auto finding = [](Json numbers, const std::string& shape = "leaf-spine", int nodes = 16) {
        Cluster made({group("node", nodes)}, {generated(shape, numbers)});
        made.expand();
        INFO(shape << " " << numbers);
        REQUIRE(made.findings.size() == 1);
        CHECK_FALSE(made.findings[0].remedy.empty());
        return made.findings[0].key + " " + made.findings[0].pointer.substr(std::string("/topology/fabrics/0/").size());
    };
    CHECK(finding({{"leaves", 2}, {"leaf_nodes", 7}, {"spines", 2}}) == "fabric.too-many-nodes generate");
    CHECK(finding({{"radix", 4}}, "fat tree", 17) == "fabric.too-many-nodes generate");
    CHECK(finding({{"radix", 5}}, "fat tree") == "fabric.odd-radix radix");
    CHECK(finding({{"radix", 2000}}, "fat tree") == "fabric.too-large radix");
    CHECK(finding({{"leaves", 2}, {"spines", 2}, {"uplinks", 3}}) == "fabric.uneven-uplinks uplinks");
    CHECK(finding({{"spines", 2}}) == "fabric.incomplete generate");
    CHECK(finding({{"spines", 2}, {"leaves", 4}}, "clos") == "fabric.incomplete generate");
    CHECK(finding({{"leaves", 1}, {"spines", 1}}, "leaf-spine", 20) == "switch.too-few-ports leaf_switch");
    CHECK(finding({{"leaves", 2}, {"spines", 1}, {"node_rate", "25 Gb/s"}}) == "link.rate-no-port node_rate");
    CHECK(finding({{"leaves", 2}, {"spines", 1}, {"uplink_rate", "100 Gb/s"}}) == "link.rate-no-port uplink_rate");
    CHECK(finding({{"leaf_switch", nullptr}}, "star", 2) == "fabric.no-switch leaf_switch");
    CHECK(finding({{"nic", nullptr}}, "star", 2) == "link.no-adapter nic");
}

TEST_CASE("the numbers of a generated fabric can be expressions over parameters")
{
    Cluster made({group("node", 12)}, {generated("leaf-spine", {{"leaves", "RACKS"}, {"spines", "RACKS - 1"}})});
    project::Parameter racks;
    racks.name = "RACKS";
    racks.type = project::ParameterType::integer;
    racks.value = 3;
    made.project.parameters = {racks};
    CHECK(made.expand().switches().size() == 5);
    CHECK(leafOf(made.expand(), 4) == "leaf-2"); // four at each
}

TEST_CASE("ten thousand nodes on a generated fabric have their routes without tables")
{
    const auto fabrics = std::vector<project::Fabric>{
        generated("leaf-spine", {{"leaf_nodes", 40}, {"spines", 8}}, "any", "any"),
        generated("fat tree", {{"radix", 36}}, "any", "any"),
    };
    for (const auto& each : fabrics) {
        Cluster made({group("node", 10000)}, {each});
        const auto topology = made.expand();
        REQUIRE_FALSE(project::hasErrors(made.findings));
        std::vector<std::uint32_t> links;
        for (std::uint32_t from = 0; from < 10000; ++from) {
            links.clear();
            REQUIRE(topology.route(from, (from * 7919 + 1) % 10000, from, links));
            REQUIRE(links.size() <= 6);
        }
    }
}
