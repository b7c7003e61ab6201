#include "project/document/long_work.h"
#include "topology_fixture.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>

using namespace headroom;
using namespace headroom::test;
using Names = std::vector<std::string>;

TEST_CASE("groups become nodes and devices, numbered through")
{
    project::NodeGroup storage = group("storage", 3);
    storage.devices = {{.id = "os", .fields = {{"component", "ssd"}}},
                       {.id = "data", .fields = {{"component", "hdd"}, {"count", 4}}}};
    storage.volumes = {{.volume = "objects", .devices = "data", .fields = {{"barriers", false}, {"used", 0.25}}}};
    storage.roles = {"object-server"};
    Cluster cluster({group("client", 1), storage},
                    {fabric("f", {switchOf("sw", "tor")}, {cable("client", "sw"), cable("storage", "sw")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());

    REQUIRE(topology.nodes().size() == 4);
    CHECK(topology.nodes()[0].name == "client");
    CHECK(topology.nodes()[3].name == "storage-3");
    CHECK(topology.groups()[1].firstNode == 1);
    CHECK(topology.groups()[0].deviceCount == 0);
    CHECK(topology.groups()[1].firstDevice == 0);
    CHECK(topology.groups()[1].deviceCount == 15);
    REQUIRE(topology.devices().size() == 15);
    const auto& node = topology.nodes()[2];
    CHECK(node.firstDevice == 5);
    CHECK(node.deviceCount == 5);
    const auto& device = topology.devices()[9];
    CHECK(device.name == "storage-2 data-4");
    CHECK(device.node == 2);
    CHECK(device.deviceGroup == 1);
    CHECK(device.indexInGroup == 3);
    const auto& volume = topology.groups()[1].volumes.at(0);
    CHECK(volume.deviceGroups == std::vector<std::uint32_t>{1});
    CHECK_FALSE(volume.barriers);
    CHECK(volume.used == 0.25);
    CHECK(topology.groups()[1].roles == Names{"object-server"});
}

TEST_CASE("a group may have no nodes: its cables and devices are not there")
{
    project::NodeGroup gone = group("client", 0);
    gone.devices = {{.id = "os", .fields = {{"component", "ssd"}}}};
    Cluster cluster({gone, group("storage", 2)},
                    {fabric("f", {switchOf("sw", "tor")}, {cable("client", "sw"), cable("storage", "sw")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    CHECK(topology.nodes().size() == 2);
    CHECK(topology.devices().empty());
    CHECK(topology.links().size() == 4);
    CHECK(route(topology, 0, 1) == Names{"storage-1 → sw", "sw → storage-2"});
}

TEST_CASE("nodes run a role under its condition")
{
    project::NodeGroup storage = group("storage", 2);
    storage.roles = {"object-server", "proxy-server", "client"};
    storage.fields["roles_if"] = {{"proxy-server", "2 > 1"}, {"client", "1 > 2"}};
    Cluster cluster({storage}, {fabric("f", {switchOf("sw", "tor")}, {cable("storage", "sw")})});
    CHECK(cluster.expand().groups()[0].roles == Names{"object-server", "proxy-server"});
}

TEST_CASE("a star: out through the own cable, in through the other's")
{
    Cluster cluster({group("node", 3)}, {fabric("f", {switchOf("sw", "tor")}, {cable("node", "sw")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    CHECK(topology.links().size() == 6);
    CHECK(route(topology, 0, 2) == Names{"node-1 → sw", "sw → node-3"});
    CHECK(route(topology, 1, 1).empty());
    CHECK(topology.links()[topology.nodes()[0].transmitLinks[0]].lineRate == Approx(10e9 / 8));
    CHECK(topology.links()[topology.nodes()[2].receiveLinks[0]].name == "sw → node-3");
}

TEST_CASE("latencies add up: half an adapter's round trip at either end, the switches, the cables")
{
    Cluster cluster({group("a", 1), group("b", 1)},
                    {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")},
                            {cable("a", "s", {{"latency", 1e-6}}), cable("s", "t", {{"latency", 5e-6}}),
                             cable("b", "t", {{"nic", "nic25"}})})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    // 24/2 + 1 (cable) + 2 (switch s) + 5 (cable) + 2 (switch t) + 18/2
    CHECK(latency(topology, 0, 1) == Approx(31e-6));
    CHECK(latency(topology, 1, 0) == Approx(31e-6));
}

TEST_CASE("a cable is as fast as its slowest end, and as its own rate allows")
{
    Cluster cluster({group("fast", 1), group("slow", 1), group("limited", 1), group("ib", 1)},
                    {fabric("f", {switchOf("small", "narrow"), switchOf("big", "spine")},
                            {cable("fast", "small", {{"nic", "nic25"}}), cable("slow", "big", {{"rate", 0}}),
                             cable("limited", "big", {{"nic", "nic25"}, {"rate", 5e9 / 8}}),
                             cable("ib", "big", {{"nic", "ib"}}), cable("small", "big")})});
    const auto topology = cluster.expand();
    const auto gbps = [&](std::uint32_t node) {
        return topology.links()[topology.nodes()[node].transmitLinks[0]].lineRate * 8 / 1e9;
    };
    CHECK(gbps(0) == Approx(10)); // the switch has no faster port
    CHECK(gbps(1) == Approx(10)); // the adapter has no more, and a rate of 0 is none
    CHECK(gbps(2) == Approx(5));
    CHECK(gbps(3) == Approx(32)); // 40 Gb/s on the line carry 32 of data
}

TEST_CASE("two switches: oversubscription is what nodes can bring over what leads on")
{
    Cluster cluster({group("left", 6), group("right", 2)},
                    {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")},
                            {cable("left", "s"), cable("right", "t"), cable("s", "t", {{"rate", 20e9 / 8}})})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    CHECK(topology.switches()[0].downlink == Approx(60e9 / 8));
    CHECK(topology.switches()[0].uplink == Approx(20e9 / 8));
    CHECK(topology.switches()[0].oversubscription() == Approx(3));
    CHECK(topology.switches()[1].oversubscription() == Approx(1));
    CHECK(route(topology, 0, 6) == Names{"left-1 → s", "s → t", "t → right-1"});
    CHECK(route(topology, 0, 1) == Names{"left-1 → s", "s → left-2"});
}

TEST_CASE("between switches a cable without a rate runs at the fastest ports of both")
{
    Cluster cluster({group("a", 1), group("b", 1)}, {fabric("f", {switchOf("s", "tor"), switchOf("t", "spine")},
                                                            {cable("a", "s"), cable("s", "t"), cable("b", "t")})});
    const auto topology = cluster.expand();
    CHECK(topology.switches()[0].uplink == Approx(40e9 / 8));
}

TEST_CASE("parallel cables: every flow keeps to one, flows spread over all")
{
    Cluster cluster({group("a", 1), group("b", 1)},
                    {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")},
                            {cable("a", "s", {{"count", 2}}), cable("s", "t", {{"count", 2}}), cable("b", "t")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    CHECK(topology.nodes()[0].transmitLinks.size() == 2);
    CHECK(routes(topology, 0, 1).size() == 4); // two cables of the node times two between the switches
    CHECK(route(topology, 0, 1, 42) == route(topology, 0, 1, 42));
    CHECK(topology.switches()[0].uplink == Approx(80e9 / 8));
}

TEST_CASE("leaf and spine: flows between racks spread evenly over the spines, those within a rack stay there")
{
    Cluster cluster({group("a", 2), group("b", 2)},
                    {fabric("f",
                            {switchOf("leaf1", "tor"), switchOf("leaf2", "tor"), switchOf("spine1", "spine"),
                             switchOf("spine2", "spine")},
                            {cable("a", "leaf1"), cable("b", "leaf2"), cable("leaf1", "spine1"),
                             cable("leaf1", "spine2"), cable("leaf2", "spine1"), cable("leaf2", "spine2")})});
    const auto topology = cluster.expand();
    REQUIRE(cluster.findings.empty());
    std::map<std::string, int> used;
    for (std::uint64_t flow = 0; flow < 1000; ++flow) {
        const Names names = route(topology, 0, 2, flow);
        REQUIRE(names.size() == 4);
        ++used[names[1]];
    }
    CHECK(used.size() == 2);
    CHECK(used["leaf1 → spine1"] == Approx(500).margin(65)); // four standard errors
    CHECK(route(topology, 0, 1) == Names{"a-1 → leaf1", "leaf1 → a-2"});
}

TEST_CASE("a node with cables to two switches takes the nearer one")
{
    Cluster cluster({group("dual", 1), group("b", 1)},
                    {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")},
                            {cable("dual", "s"), cable("dual", "t"), cable("b", "t"), cable("s", "t")})});
    const auto topology = cluster.expand();
    CHECK(routes(topology, 0, 1) == std::set<Names>{{"dual → t", "t → b"}});
}

TEST_CASE("a switch's inside limits only where it carries less than its cables bring")
{
    const auto links = [](const char* component, int nodes) {
        Cluster cluster({group("node", nodes)}, {fabric("f", {switchOf("sw", component)}, {cable("node", "sw")})});
        const auto topology = cluster.expand();
        return route(topology, 0, 1);
    };
    // 40 Gb/s of switching capacity against ports of 80 Gb/s in all; the wide one has 160, both directions counted.
    CHECK(links("narrow", 8) == Names{"node-1 → sw", "sw", "sw → node-2"});
    CHECK(links("narrow", 4) == Names{"node-1 → sw", "sw → node-2"});
    CHECK(links("wide", 8) == Names{"node-1 → sw", "sw → node-2"});
}

TEST_CASE("nodes that nothing connects, or that cannot reach others, are found")
{
    Cluster lonely({group("a", 1), group("b", 2)}, {fabric("f", {switchOf("s", "tor")}, {cable("a", "s")})});
    lonely.expand();
    REQUIRE(lonely.found("topology.unconnected"));
    CHECK(lonely.findings.front().pointer == "/topology/groups/1");

    Cluster apart({group("a", 1), group("b", 1)},
                  {fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")}, {cable("a", "s"), cable("b", "t")})});
    const auto topology = apart.expand();
    CHECK(apart.found("topology.unreachable"));
    CHECK(route(topology, 0, 1).empty());

    Cluster none({group("a", 2)}, {});
    none.expand();
    CHECK(none.found("topology.no-fabric"));
}

TEST_CASE("adapters of a group that cost its processor differently are reported; the first of them counts")
{
    Cluster cluster({group("a", 2)},
                    {fabric("f", {switchOf("s", "tor")}, {cable("a", "s"), cable("a", "s", {{"nic", "nic25"}})})});
    CHECK(cluster.expand().groups()[0].adapters.size() == 2);
    CHECK_FALSE(cluster.found("link.adapters-differ"));
    cluster.library.add(Json::array({{{"id", "busy"},
                                      {"kind", "nic"},
                                      {"parameters", {{"link_rate_bps", 10e9}, {"cpu_per_packet_offload_us", 1}}}}}),
                        "/components", cluster.findings);
    cluster.project.topology.fabrics[0].links[1].fields["nic"] = "busy";
    CHECK(cluster.expand().groups()[0].nic->id == "nic10");
    CHECK(cluster.found("link.adapters-differ"));
}

TEST_CASE("one node alone needs no network")
{
    Cluster cluster({group("a", 1)}, {});
    const auto topology = cluster.expand();
    CHECK(cluster.findings.empty());
    CHECK(topology.links().empty());
    CHECK(route(topology, 0, 0).empty());
}

TEST_CASE("faults in the wiring are found with their place")
{
    Cluster ends({group("a", 1)}, {fabric("f", {switchOf("s", "tor")}, {cable("a", "s"), cable("a", "nowhere")})});
    ends.expand();
    REQUIRE(ends.found("link.bad-ends"));
    CHECK(ends.findings.front().pointer == "/topology/fabrics/0/links/1");

    Cluster adapter({group("a", 1)}, {fabric("f", {switchOf("s", "tor")}, {cable("a", "s")})});
    adapter.project.topology.fabrics[0].fields.erase("nic");
    adapter.expand();
    CHECK(adapter.found("link.no-adapter"));

    // A link that is drawn is not said to be missing because its adapter is.
    Cluster drawn({group("a", 2), group("b", 1)},
                  {fabric("f", {switchOf("s", "tor")}, {cable("a", "s"), cable("b", "s")})});
    drawn.project.topology.fabrics[0].fields.erase("nic");
    drawn.expand();
    CHECK(drawn.findings.size() == 2);
    CHECK_FALSE(drawn.found("topology.unconnected"));

    Cluster ports({group("a", 17)}, {fabric("f", {switchOf("s", "tor")}, {cable("a", "s")})});
    ports.expand();
    CHECK(ports.found("switch.too-few-ports")); // 8 and 2 × 4

    Cluster cables({group("a", 1)}, {fabric("f", {switchOf("s", "tor")}, {cable("a", "s", {{"count", 1025}})})});
    cables.expand();
    CHECK(cables.found("value.out-of-range"));

    project::NodeGroup storage = group("storage", 1);
    storage.volumes = {{.volume = "objects", .devices = "data"}};
    Cluster volume({storage}, {});
    volume.expand();
    CHECK(volume.found("volume.unknown-devices"));

    Cluster huge({group("a", 600'000), group("b", 600'000)}, {});
    huge.expand();
    CHECK(huge.found("topology.too-large"));
}

TEST_CASE("the active fabric is the named one, the one a parameter names, or the first")
{
    Cluster cluster({group("a", 2)}, {fabric("slow", {switchOf("s", "tor")}, {cable("a", "s")}),
                                      fabric("fast", {switchOf("big", "spine")}, {cable("a", "big")}, "nic25")});
    const auto rate = [&] { return cluster.expand().links().at(0).lineRate * 8 / 1e9; };
    CHECK(rate() == Approx(10));
    cluster.project.topology.fabric = "fast";
    CHECK(rate() == Approx(25));
    project::Parameter parameter;
    parameter.name = "FABRIC";
    parameter.type = project::ParameterType::choice;
    parameter.value = "fast";
    parameter.alternatives = {"slow", "fast"};
    cluster.project.parameters = {parameter};
    cluster.project.topology.fabric = "FABRIC";
    CHECK(rate() == Approx(25));
    cluster.project.topology.fabric = "gone";
    cluster.expand();
    CHECK(cluster.found("topology.unknown-fabric"));
}

TEST_CASE("ten thousand nodes in 250 racks: every pair has a route of at most four links")
{
    std::vector<project::NodeGroup> groups;
    std::vector<project::Switch> switches{switchOf("core1", "spine"), switchOf("core2", "spine")};
    std::vector<project::Link> links;
    for (int rack = 0; rack < 250; ++rack) {
        const std::string name = "rack" + std::to_string(rack);
        groups.push_back(group("n" + std::to_string(rack), 40));
        switches.push_back(switchOf(name, "tor"));
        links.push_back(cable(groups.back().id, name));
        links.push_back(cable(name, "core1"));
        links.push_back(cable(name, "core2"));
    }
    Cluster cluster(groups, {fabric("f", switches, links)});
    const auto topology = cluster.expand();
    REQUIRE(topology.nodes().size() == 10000);
    CHECK(topology.links().size() == 2 * 10000 + 4 * 250);
    std::vector<std::uint32_t> hops;
    for (std::uint32_t from = 0; from < 10000; from += 7) {
        const std::uint32_t to = (from * 31 + 4999) % 10000;
        hops.clear();
        topology.route(from, to, from, hops);
        REQUIRE(hops.size() == (from / 40 == to / 40 ? (from == to ? 0 : 2) : 4));
    }
}

TEST_CASE("an ideal network: a delay-only fabric without switches and links connects all nodes")
{
    project::Fabric ideal = fabric("f", {}, {});
    ideal.fields = {{"detail", "delay only"}, {"latency", 50e-6}, {"rate", 1e9}};
    Cluster cluster({group("a", 2), group("b", 1)}, {ideal});
    const auto topology = cluster.expand();
    CHECK(cluster.findings.empty());
    CHECK(topology.detail() == topology::NetworkDetail::delayOnly);
    CHECK(topology.latencyS() == 50e-6);
    CHECK(topology.streamRate() == 1e9);
    CHECK(topology.links().empty());
    CHECK(route(topology, 0, 2).empty());
    cluster.project.topology.fabrics[0].fields = {{"detail", "flow"}};
    cluster.expand();
    CHECK(cluster.found("topology.unconnected"));
}

TEST_CASE("a wired delay-only fabric needs no adapter and no kind of switch; what is known still bounds and delays")
{
    project::Fabric wired = fabric("f", {switchOf("s", "tor"), {.id = "t", .name = "t", .fields = Json::object()}},
                                   {cable("a", "s"), cable("b", "t", {{"latency", 3e-6}}), cable("s", "t"),
                                    cable("c", "t", {{"rate", 1e9}, {"detail", "shared"}})});
    wired.fields = {{"detail", "delay only"}};
    Cluster cluster({group("a", 1), group("b", 1), group("c", 1)}, {wired});
    const auto topology = cluster.expand();
    CHECK(cluster.findings.empty());
    const auto cableOf = [&](std::uint32_t node) { return topology.links()[topology.nodes()[node].transmitLinks[0]]; };
    CHECK(cableOf(0).lineRate == Approx(40e9 / 8)); // the switch's fastest port
    CHECK(cableOf(0).latencyS == Approx(2e-6));
    CHECK_FALSE(cableOf(0).shared);
    CHECK(std::isinf(cableOf(1).lineRate));
    CHECK(cableOf(1).latencyS == Approx(3e-6));
    CHECK(cableOf(2).shared);
    CHECK(cableOf(2).lineRate == 1e9);
    CHECK(route(topology, 0, 1) == Names{"a → s", "s → t", "t → b"});

    cluster.project.topology.fabrics[0].fields = {{"nic", "nic10"}};
    cluster.expand();
    CHECK(cluster.found("field.missing")); // at flow level the kind of switch must be known
}

TEST_CASE("a forwarding rate in a delay-only fabric is reported to have no effect")
{
    project::Switch slow = switchOf("s", "tor");
    slow.fields["rate"] = "1 Gb/s";
    Cluster cluster({group("a", 2)}, {fabric("f", {slow}, {cable("a", "s")})});
    cluster.expand();
    CHECK(cluster.findings.empty());
    cluster.project.topology.fabrics[0].fields["detail"] = "delay only";
    cluster.expand();
    REQUIRE(cluster.findings.size() == 1);
    CHECK(cluster.findings[0].key == "switch.rate-unused");
    CHECK(cluster.findings[0].pointer == "/topology/fabrics/0/switches/0/rate");
}

TEST_CASE("a single link can be taken out of the sharing")
{
    Cluster cluster(
        {group("a", 1), group("b", 1)},
        {fabric("f", {switchOf("s", "tor")}, {cable("a", "s", {{"detail", "delay only"}}), cable("b", "s")})});
    const auto topology = cluster.expand();
    CHECK(cluster.findings.empty());
    CHECK_FALSE(topology.links()[topology.nodes()[0].transmitLinks[0]].shared);
    CHECK(topology.links()[topology.nodes()[1].transmitLinks[0]].shared);
}

TEST_CASE("packet level: by the fabric or by the link, with the buffers and the forwarding of the switches")
{
    project::Fabric packets = fabric("f", {switchOf("s", "tor"), switchOf("t", "tor")},
                                     {cable("a", "s"), cable("b", "t", {{"detail", "shared"}}), cable("s", "t")});
    packets.fields["detail"] = "packet";
    Cluster cluster({group("a", 1), group("b", 1)}, {packets});
    const auto levels = [&] {
        std::map<std::string, topology::LinkInfo> links;
        const auto topology = cluster.expand();
        CHECK(cluster.findings.empty());
        for (const auto& link : topology.links())
            links[link.name] = link;
        return links;
    };
    auto links = levels();
    CHECK(links["a → s"].packets);
    CHECK(links["s → t"].packets);
    CHECK_FALSE(links["t → b"].packets);
    CHECK(links["t → b"].shared);
    CHECK(std::isinf(links["a → s"].bufferBytes));
    CHECK(links["s → a"].bufferBytes == 2e6); // half of the usual 4 MB: the component has no figure
    CHECK_FALSE(links["s → t"].cutThrough);

    auto& fields = cluster.project.topology.fabrics[0].fields;
    fields["buffer"] = 100e3;
    fields["forwarding"] = "cut through";
    links = levels();
    CHECK(links["s → a"].bufferBytes == 100e3);
    CHECK(links["s → t"].cutThrough);

    fields["mtu"] = 9000;
    fields["buffer"] = 9037;
    fields["receive_window"] = 17'999;
    cluster.expand();
    CHECK(cluster.found("fabric.small-buffer"));
    CHECK(cluster.found("fabric.small-window"));
    fields["buffer"] = 9038;
    fields["receive_window"] = 18'000;

    fields["detail"] = "flow";
    cluster.project.topology.fabrics[0].links[2].fields["detail"] = "packet";
    links = levels();
    CHECK_FALSE(links["a → s"].packets);
    CHECK(links["s → t"].packets);
}

TEST_CASE("large fabrics report while their links and routes are made, and can be stopped then")
{
    std::set<std::string> made;
    const auto note = [&](const project::LongWork::State& state) { made.insert(state.what); };

    project::Fabric tree = fabric("tree", {}, {});
    tree.fields.update({{"generate", "fat tree"}, {"radix", 32}, {"leaf_switch", "any"}});
    Cluster generated({group("node", 1)}, {tree});
    {
        const project::LongWork::Watching watching(note);
        CHECK(generated.expand().links().size() > 32'000);
    }
    CHECK(made.count("links") == 1);

    constexpr int length = 100;
    std::vector<project::NodeGroup> groups;
    std::vector<project::Switch> switches;
    std::vector<project::Link> cables;
    for (int i = 0; i < length; ++i) {
        const std::string number = std::to_string(i);
        groups.push_back(group("g" + number, 1));
        switches.push_back(switchOf("s" + number, "tor"));
        cables.push_back(cable("g" + number, "s" + number));
        if (i > 0)
            cables.push_back(cable("s" + std::to_string(i - 1), "s" + number));
    }
    Cluster chain(groups, {fabric("chain", switches, cables)});
    {
        const project::LongWork::Watching watching(note);
        CHECK(route(chain.expand(), 0, length - 1).size() == length + 1);
    }
    CHECK(made.count("routes between switches") == 1);
    CHECK(made.count("routes between node groups") == 1);

    struct Stop
    {
    };
    const project::LongWork::Watching watching([](const project::LongWork::State& state) {
        if (std::string(state.what) == "routes between switches")
            throw Stop();
    });
    CHECK_THROWS_AS(chain.expand(), Stop);
}

TEST_CASE("a volume whose devices are left away lies on the others that it names")
{
    for (const int logs : {0, 2}) {
        project::NodeGroup storage = group("storage", 2);
        storage.devices = {{.id = "data", .fields = {{"component", "hdd"}, {"count", 4}}},
                           {.id = "log", .fields = {{"component", "ssd"}, {"count", logs}}}};
        storage.volumes = {
            {.volume = "objects", .devices = "data", .fields = Json::object()},
            {.volume = "journal", .devices = "log", .fields = {{"otherwise", "data"}}},
        };
        Cluster cluster({storage}, {fabric("f", {switchOf("sw", "tor")}, {cable("storage", "sw")})});
        const auto topology = cluster.expand();
        REQUIRE(cluster.findings.empty());
        CHECK(topology.devices().size() == static_cast<std::size_t>(2 * (4 + logs)));
        CHECK(topology.groups()[0].volumes.at(0).deviceGroups == std::vector<std::uint32_t>{0});
        CHECK(topology.groups()[0].volumes.at(1).deviceGroups == std::vector<std::uint32_t>{logs > 0 ? 1U : 0U});
    }
}

TEST_CASE("a link without cables is not laid, and a switch without a cable is not there")
{
    for (const int cables : {0, 1}) {
        Cluster cluster({group("node", 3)},
                        {fabric("f", {switchOf("a", "tor"), switchOf("b", "tor"), switchOf("bare", "tor")},
                                {cable("node", "a", {{"rate", 0}}), cable("node", "b", {{"count", cables}})})});
        const auto topology = cluster.expand();
        REQUIRE(cluster.findings.empty());
        CHECK(topology.links().size() == static_cast<std::size_t>(6 * (1 + cables)));
        CHECK(topology.links()[0].lineRate == Approx(10e9 / 8)); // 0: as fast as the adapter
        Names switches;
        for (const auto& each : topology.switches())
            switches.push_back(each.id);
        // No link says that the last one is not there.
        CHECK(switches == (cables > 0 ? Names{"a", "b", "bare"} : Names{"a", "bare"}));
    }
}
