// Energy, price and capacity are the components' figures times what runs, and nothing unknown counts as nothing.
#include "../run_fixture.h"
#include "record/structure/summary_json.h"

using namespace headroom;
using namespace headroom::test;

namespace {

TinyProject storing()
{
    TinyProject tiny;
    tiny.asks().operation("server", "serve",
                          R"({"id": "w", "type": "compute", "work": "1 ms"}, {"id": "r", "type": "reply"})",
                          "start > w > r");
    tiny.group("servers", 3);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.devices("servers", 2);
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"type", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 3}}};
    return tiny;
}

const record::GroupCost& costOf(const record::Summary& summary, const std::string& group)
{
    for (const auto& cost : summary.costs)
        if (cost.nodeGroup == group)
            return cost;
    throw std::logic_error("no cost of " + group);
}

/// Place and problem of the warning about devices of different sizes; empty if there is none.
std::string unevenDevices(const TinyProject& tiny)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tiny.tree["components"], "/components", findings);
    const run::Simulation simulation(parsed(tiny.tree, components), components, {});
    for (const project::Finding& finding : simulation.findings())
        if (finding.key == "volume.uneven-devices")
            return finding.pointer + ": " + finding.problem;
    return {};
}

} // namespace

TEST_CASE("raw capacity counts the devices, usable capacity the copies, the fill limit and the file system")
{
    TinyProject tiny = storing();
    auto summary = simulate(tiny.tree);
    CHECK(summary.rawBytes == Approx(3 * 2 * 1e11));
    CHECK(summary.usableBytes == Approx(3 * 2 * 1e11 * 0.85 * (1 - 0.016) / 3));
    tiny.group("servers", 3)["volumes"][0]["fill_limit"] = 0.5;
    tiny.group("servers", 3)["volumes"][0]["overhead"] = 0;
    tiny.tree["selectors"][0]["replicas"] = 2;
    summary = simulate(tiny.tree);
    CHECK(summary.usableBytes == Approx(3 * 2 * 1e11 * 0.5 / 2));
}

TEST_CASE("a volume on several device groups fills the devices of all")
{
    TinyProject tiny = storing();
    Json& servers = tiny.group("servers", 3);
    servers["devices"].push_back({{"id", "shelf"}, {"component", "device"}, {"count", 4}});
    servers["volumes"][0]["more_devices"] = {"shelf"};
    const auto summary = simulate(tiny.tree);
    CHECK(summary.rawBytes == Approx(3 * 6 * 1e11));
    CHECK(summary.usableBytes == Approx(3 * 6 * 1e11 * 0.85 * (1 - 0.016) / 3));
}

TEST_CASE("devices of different sizes hold as much as the smallest each, and a warning says so")
{
    TinyProject tiny = storing();
    Json big = componentOf(tiny, "device");
    Json& servers = tiny.group("servers", 3);
    tiny.tree["components"].push_back(component("big", "ssd", big));
    tiny.tree["components"].back()["parameters"]["capacity_B"] = 4e11;
    servers["devices"].push_back({{"id", "shelf"}, {"component", "big"}, {"count", 4}});
    servers["volumes"][0]["more_devices"] = {"shelf"};
    const auto usable = [&] {
        const auto summary = simulate(tiny.tree);
        CHECK(summary.rawBytes == Approx(3 * (2 * 1e11 + 4 * 4e11)));
        return *summary.usableBytes / (0.85 * (1 - 0.016));
    };
    // The ring deals equal shares to all devices.
    CHECK(usable() == Approx(3 * 6 * 1e11 / 3));
    CHECK_THAT(unevenDevices(tiny), Catch::Contains("shelf") && Catch::Contains("volumes/0"));
    // Without a ring the keys do.
    tiny.tree["selectors"] = Json::array();
    CHECK(usable() == Approx(3 * 6 * 1e11));
    CHECK_FALSE(unevenDevices(tiny).empty());
    // Devices of one size are alike, whatever they are called.
    componentOf(tiny, "big")["capacity_B"] = 1e11;
    CHECK(unevenDevices(tiny).empty());
}

TEST_CASE("a ring over node groups with disks of different sizes fills them alike")
{
    TinyProject tiny = storing();
    tiny.tree["components"].push_back(component("big", "ssd", componentOf(tiny, "device")));
    tiny.tree["components"].back()["parameters"]["capacity_B"] = 4e11;
    tiny.group("large", 3) = [&] {
        Json group = tiny.group("servers", 3);
        group["id"] = group["name"] = "large";
        group["devices"][0]["component"] = "big";
        return group;
    }();
    const auto summary = simulate(tiny.tree);
    CHECK(summary.rawBytes == Approx(3 * 2 * (1e11 + 4e11)));
    CHECK(summary.usableBytes == Approx(2 * 3 * 2 * 1e11 * 0.85 * (1 - 0.016) / 3));
    CHECK_THAT(unevenDevices(tiny), Catch::Contains("large"));
}

TEST_CASE("where the least loaded device is chosen, nothing is known of the shares: the sizes add up")
{
    TinyProject tiny = storing();
    tiny.tree["selectors"] = Json::array();
    tiny.tree["components"].push_back(component("big", "ssd", componentOf(tiny, "device")));
    tiny.tree["components"].back()["parameters"]["capacity_B"] = 4e11;
    Json& servers = tiny.group("servers", 3);
    servers["devices"].push_back({{"id", "shelf"}, {"component", "big"}, {"count", 4}});
    servers["volumes"][0]["more_devices"] = {"shelf"};
    tiny.operation("server", "store",
                   R"({"id": "w", "type": "write", "volume": "data", "bytes": "1 MB", "key": 1,
                       "choose": "least loaded", "through": "direct", "device_variable": "place"}, {"id": "r", "type": "reply"})",
                   "start > w > r");
    CHECK(simulate(tiny.tree).usableBytes == Approx(3 * (2 * 1e11 + 4 * 4e11) * 0.85 * (1 - 0.016)));
    CHECK(unevenDevices(tiny).empty());
}

TEST_CASE("users may fill a RAID set but for its copies and parities")
{
    TinyProject tiny = storing();
    const auto usableShare = [&](const char* raid, int devices, int sets = 1) {
        tiny.devices("servers", devices);
        tiny.group("servers", 3)["devices"][0].update({{"raid", raid}, {"sets", sets}});
        const auto summary = simulate(tiny.tree);
        return *summary.usableBytes / *summary.rawBytes / (0.85 * (1 - 0.016) / 3);
    };
    CHECK(usableShare("RAID 0", 3) == Approx(1));
    CHECK(usableShare("RAID 1", 2) == Approx(0.5));
    CHECK(usableShare("RAID 1", 3) == Approx(1.0 / 3));
    CHECK(usableShare("RAID 10", 4) == Approx(0.5));
    CHECK(usableShare("RAID 5", 4) == Approx(0.75));
    CHECK(usableShare("RAID 6", 6) == Approx(4.0 / 6));
    CHECK(usableShare("RAID 5", 6, 2) == Approx(4.0 / 6));
    CHECK(usableShare("RAID 1", 4, 2) == Approx(0.5));
}

TEST_CASE("the cables of a node share adapters as far as their ports reach, kind by kind")
{
    TinyProject tiny = storing();
    Json& links = tiny.tree["topology"]["fabrics"][0]["links"];
    Json& cable = links[1];
    REQUIRE(cable["from"] == "servers");
    cable["count"] = 3;
    Json& adapter = componentOf(tiny, "nic");
    adapter["price_usd"] = 100;
    adapter["power_W"] = 5;
    const auto powerOf = [](const record::Summary& summary) {
        for (const auto& row : summary.resources)
            if (row.nodeGroup == "servers" && row.resource == "network")
                return row.powerW;
        throw std::logic_error("no network");
    };
    const auto usd = [&] { return costOf(simulate(tiny.tree), "servers").usd; };
    CHECK(usd() == Approx(3 * 3 * 100)); // nobody says how many ports one has
    adapter["ports"] = 2;
    CHECK(usd() == Approx(3 * 2 * 100));
    CHECK(*powerOf(simulate(tiny.tree)) == Approx(3 * 2 * 5));
    Json other = cable;
    other["id"] = "other";
    other["nic"] = "dear";
    other["count"] = 1;
    links.push_back(other);
    tiny.tree["components"].push_back(
        component("dear", "nic", {{"link_rate_bps", 8e9}, {"price_usd", 1000}, {"power_W", 7}}));
    CHECK(usd() == Approx(3 * (2 * 100 + 1000)));
    CHECK(*powerOf(simulate(tiny.tree)) == Approx(3 * (2 * 5 + 7)));
}

TEST_CASE("controllers and expanders are paid for, and draw power or are named")
{
    TinyProject tiny = storing();
    tiny.tree["components"].push_back(component(
        "adapter", "controller", {{"ports", 8}, {"interface", "PCIe 3.0 x8"}, {"price_usd", 400}, {"power_W", 10}}));
    tiny.tree["components"].push_back(component("shelf", "expander", {{"ports", 24}, {"interface", "SAS 12Gb/s"}}));
    Json& servers = tiny.group("servers", 3);
    servers["controllers"] = {{{"id", "adapter"}, {"component", "adapter"}},
                              {{"id", "shelf"}, {"component", "shelf"}, {"behind", "adapter"}}};
    servers["devices"][0]["controller"] = "shelf";
    const auto summary = simulate(tiny.tree);
    const auto& cost = costOf(summary, "servers");
    CHECK(cost.usd == Approx(3 * 400));
    CHECK(std::count(cost.unknown.begin(), cost.unknown.end(), "shelf") == 1);
    CHECK(summary.energy->powerW == Approx(3 * 10));
    const auto& unknown = summary.energy->unknown;
    CHECK(std::count(unknown.begin(), unknown.end(), "servers.controller shelf") == 1);
    CHECK(std::count(unknown.begin(), unknown.end(), "servers.controller adapter") == 0);
}

TEST_CASE("a node group that is not ours has neither price nor power")
{
    TinyProject tiny = storing();
    componentOf(tiny, "plain")["tdp_W"] = 100;
    componentOf(tiny, "plain")["price_usd"] = 500;
    const auto all = simulate(tiny.tree);
    tiny.group("servers", 3)["ours"] = false;
    const auto others = simulate(tiny.tree);
    CHECK(costOf(all, "servers").usd > 0);
    CHECK(std::none_of(others.costs.begin(), others.costs.end(),
                       [](const record::GroupCost& cost) { return cost.nodeGroup == "servers"; }));
    CHECK(others.energy->powerW < all.energy->powerW);
    CHECK(std::none_of(others.energy->unknown.begin(), others.energy->unknown.end(),
                       [](const std::string& part) { return part.starts_with("servers."); }));
}

TEST_CASE("power lies between idle and full in proportion to the use")
{
    TinyProject tiny = storing();
    componentOf(tiny, "plain")["tdp_W"] = 100;
    componentOf(tiny, "device")["idle_power_W"] = 2;
    componentOf(tiny, "device")["active_power_W"] = 6;
    const auto summary = simulate(tiny.tree);
    bool processor = false;
    for (const auto& row : summary.resources) {
        if (row.nodeGroup == "servers" && row.resource == "processor") {
            processor = true;
            REQUIRE(row.powerW);
            CHECK(*row.powerW == Approx(3 * (30 + 70 * row.utilisationMean)));
            CHECK(*row.energyJ == Approx(*row.powerW * summary.simulatedS));
        }
        if (row.resource == "disk data")
            CHECK(*row.powerW == Approx(6 * 2)); // nobody reads or writes
        if (row.resource == "network")
            CHECK_FALSE(row.powerW); // the adapter has no figure
    }
    CHECK(processor);
    REQUIRE(summary.energy);
    const auto& unknown = summary.energy->unknown;
    CHECK(std::count(unknown.begin(), unknown.end(), "servers.network") == 1);
}

TEST_CASE("a node that is down draws no power until it returns, in the measured window")
{
    TinyProject tiny = storing();
    componentOf(tiny, "plain")["tdp_W"] = 100;
    componentOf(tiny, "device")["idle_power_W"] = 2;
    componentOf(tiny, "device")["active_power_W"] = 6;
    componentOf(tiny, "nic")["power_W"] = 5;
    tiny.tree["run"]["duration"] = "20 s";
    tiny.tree["run"]["warm_up"] = "10 s";
    // Down in the window's 3 × 10 s: 2 s of one node, which fails in the warm-up, and 4 s of another, which stays down.
    tiny.tree["disturbances"] = Json::parse(
        R"([{"id": "one", "what": "node", "target": "servers", "number": 1, "at": "5 s", "until": "12 s"},
            {"id": "two", "what": "node", "target": "servers", "number": 2, "at": "16 s"}])");
    const auto summary = simulate(tiny.tree);
    const double up = 3 - 0.6;
    int rows = 0;
    for (const auto& row : summary.resources) {
        if (row.nodeGroup != "servers" || !row.powerW)
            continue;
        ++rows;
        if (row.resource == "processor")
            CHECK(*row.powerW == Approx(30 * up + 3 * 70 * row.utilisationMean));
        else
            CHECK(*row.powerW == Approx((row.resource == "network" ? 5 : 2 * 2) * up));
        CHECK(*row.energyJ == Approx(*row.powerW * 10));
    }
    CHECK(rows == 3);
}

namespace {

/// Three nodes with four modules of 16 GB, a chassis with a power supply, and two power supplies.
TinyProject wholeSystems()
{
    TinyProject tiny = storing();
    Json& components = tiny.tree["components"];
    components.push_back(component(
        "module", "memory",
        {{"bandwidth_per_channel_Bps", 2e10}, {"capacity_B", 16e9}, {"price_usd_per_GB", 3}, {"power_W", 4}}));
    components.push_back(component("case", "chassis", {{"drive_bays", 12}, {"price_usd", 2000}, {"power_W", 50}}));
    components.push_back(
        component("supply", "power supply",
                  {{"rated_power_W", 500},
                   {"price_usd", 150},
                   {"efficiency", {{{"load", 0.1}, {"efficiency", 0.8}}, {{"load", 0.5}, {"efficiency", 0.9}}}}}));
    componentOf(tiny, "plain")["tdp_W"] = 100;
    componentOf(tiny, "plain")["idle_power_W"] = 100; // a processor that always draws the same
    componentOf(tiny, "plain")["price_usd"] = 1000;
    componentOf(tiny, "device").update({{"power_W", 5}, {"price_usd", 50}});
    componentOf(tiny, "nic").update({{"power_W", 4}, {"price_usd", 100}});
    tiny.group("servers", 3)
        .update({{"memory", "64 GB"}, {"memory_module", "module"}, {"chassis", "case"}, {"power_supply", "supply"}});
    return tiny;
}

/// Power of the whole cluster without the parts of the clients and the switch, which are in every run.
double powerOfServers(TinyProject& tiny)
{
    const auto summary = simulate(tiny.tree);
    double others = 0;
    for (const auto& row : summary.resources)
        if (row.nodeGroup != "servers")
            others += row.powerW.value_or(0);
    return summary.energy->powerW - others;
}

} // namespace

TEST_CASE("a node group that names chassis, memory and power supplies has the price of whole systems")
{
    TinyProject tiny = wholeSystems();
    const double parts = 3 * (1000 + 2 * 50 + 100);
    const auto cost = costOf(simulate(tiny.tree), "servers");
    CHECK(cost.unknown.empty());
    CHECK(cost.usd == Approx(parts + 3 * (64e9 / (1u << 30) * 3 + 2000 + 2 * 150)));
    // Modules with a price of their own, and a chassis that comes with one of the power supplies.
    componentOf(tiny, "module")["price_usd"] = 60;
    componentOf(tiny, "case")["power_supplies"] = 1;
    CHECK(costOf(simulate(tiny.tree), "servers").usd == Approx(parts + 3 * (4 * 60 + 2000 + 150)));
    // Without a kind of power supply those of the chassis count, or are named.
    tiny.group("servers", 3).erase("power_supply");
    CHECK(costOf(simulate(tiny.tree), "servers").unknown.empty());
    componentOf(tiny, "case").erase("power_supplies");
    CHECK(costOf(simulate(tiny.tree), "servers").unknown == std::vector<std::string>{"power supply"});
}

TEST_CASE("memory and chassis draw power, and power supplies lose some of it, by their load")
{
    TinyProject tiny = wholeSystems();
    // A node has a processor, two devices, adapter, four modules, chassis: 180 W, or 18 % of two supplies of 500 W.
    // From 80 % efficiency at 10 % load to 90 % at 50 % that is 82 %.
    const double node = 100 + 2 * 5 + 4 + 4 * 4 + 50;
    CHECK(powerOfServers(tiny) == Approx(3 * node / 0.82));
    const auto unknown = simulate(tiny.tree).energy->unknown;
    CHECK(std::none_of(unknown.begin(), unknown.end(), [](const auto& part) { return part.starts_with("servers"); }));
    tiny.group("servers", 3)["power_supplies"] = 1;
    CHECK(powerOfServers(tiny) == Approx(3 * node / 0.865));
    tiny.group("servers", 3).erase("power_supplies");
    tiny.group("servers", 3).erase("power_supply");
    CHECK(powerOfServers(tiny) == Approx(3 * node));
}

TEST_CASE("a node that is down draws no power through its power supplies")
{
    TinyProject tiny = wholeSystems();
    tiny.tree["run"]["warm_up"] = "0 s";
    const double all = powerOfServers(tiny);
    tiny.tree["disturbances"] =
        Json::parse(R"([{"id": "one", "what": "node", "target": "servers", "number": 1, "at": "0 s"}])");
    CHECK(powerOfServers(tiny) == Approx(all * 2 / 3).epsilon(1e-3));
}

TEST_CASE("the bill says what each price rests on, and how much of the whole is estimated")
{
    TinyProject tiny = storing();
    componentOf(tiny, "plain").update({{"price_usd", 1000}, {"price_basis", "list price, 2026"}});
    componentOf(tiny, "device").update({{"price_usd", 50}, {"price_basis", "as another"}});
    for (Json& each : tiny.tree["components"])
        if (each["id"] == "device")
            each["estimated_fields"] = {"price_usd"};
    const auto summary = simulate(tiny.tree);
    const auto lineOf = [&](const std::string& part) {
        for (const record::BillLine& line : costOf(summary, "servers").lines)
            if (line.part == part)
                return line;
        throw std::logic_error("no line of " + part);
    };
    CHECK_FALSE(lineOf("plain").estimated);
    CHECK(record::priceBasisInWords(lineOf("plain")) == "list price, 2026");
    CHECK(lineOf("device").estimated);
    CHECK(record::priceBasisInWords(lineOf("device")) == "estimated: as another");
    CHECK_FALSE(lineOf("nic").estimated);
    CHECK(record::priceOf(summary.costs).estimatedUsd == Approx(6 * 50));
    CHECK(record::toJson(summary)["cost"]["estimated_usd"] == 300);
}

TEST_CASE("parts without a price are named, not taken as free")
{
    TinyProject tiny = storing();
    componentOf(tiny, "plain")["price_usd"] = 1000;
    componentOf(tiny, "device")["price_usd"] = 50;
    const auto summary = simulate(tiny.tree);
    const auto& servers = costOf(summary, "servers");
    CHECK(servers.usd == Approx(3 * 1000 + 6 * 50));
    CHECK(std::count(servers.unknown.begin(), servers.unknown.end(), "nic") == 1);
    CHECK(std::count(servers.unknown.begin(), servers.unknown.end(), "plain") == 0);
    CHECK(costOf(summary, "switches").unknown == std::vector<std::string>{"switch"});
    CHECK(record::toJson(summary)["cost"]["complete"] == false);
}
