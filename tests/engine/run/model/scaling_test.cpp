// A resource that is scaled behaves as one whose figures are those of a part so much faster.
#include "../run_fixture.h"
#include "record/structure/summary_json.h"
#include "tests/one_of.h"

#include <functional>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Clients that ask for something that takes processor, device, slots, a black box and the network.
TinyProject useOfEverything()
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 6}});
    tiny.definition("server")["volumes"] = {"data"};
    tiny.definition("server")["state"] = {{{"id", "gate"}, {"type", "slots"}, {"owner", "node"}, {"capacity", 4}}};
    tiny.devices("servers", 1);
    tiny.operation(
        "server", "serve",
        R"({"id": "get", "type": "read", "volume": "data", "bytes": "4 KiB", "key": "request", "through": "direct"},
                      {"id": "lock", "type": "acquire", "state": "gate"},
                      {"id": "work", "type": "compute", "work": "1 ms"},
                      {"id": "open", "type": "release", "state": "gate"},
                      {"id": "box", "type": "black box", "time": "0.2 ms"},
                      {"id": "r", "type": "reply", "bytes": "100 kB"})",
        "start > get > lock > work > open > box > r");
    tiny.tree["workloads"][0]["workers"] = 16;
    return tiny;
}

Json& block(TinyProject& tiny, const std::string& id)
{
    for (Json& each : tiny.definition("server")["operations"][0]["diagrams"][0]["blocks"])
        if (each["id"] == id)
            return each;
    throw std::logic_error("no block " + id);
}

Json& cableOfServers(TinyProject& tiny)
{
    return tiny.tree["topology"]["fabrics"][0]["links"][1];
}

/// The same change by the factor 2 and by the figures in the project.
struct Change
{
    std::string resource;
    std::function<void(TinyProject&)> byFigures;
};

std::vector<Change> changes()
{
    return {{"servers.processor", [](TinyProject& tiny) { tiny.group("servers")["processor"] = "fast"; }},
            {"servers.disk data",
             [](TinyProject& tiny) {
                 Json& device = componentOf(tiny, "device");
                 multiply(device, {"rand_read_4k_iops", "rand_write_4k_iops", "seq_read_Bps", "seq_write_Bps"}, 2);
                 multiply(device, {"read_latency_us", "write_latency_us", "flush_latency_us"}, 0.5);
                 device["interface"] = "SAS 12Gb/s";
             }},
            {"servers.workers server", [](TinyProject& tiny) { tiny.definition("server")["workers"]["count"] = 12; }},
            {"servers.slots gate", [](TinyProject& tiny) { tiny.definition("server")["state"][0]["capacity"] = 8; }},
            {"servers.stage server serve box", [](TinyProject& tiny) { block(tiny, "box")["time"] = "0.1 ms"; }},
            {"servers.network", [](TinyProject& tiny) { cableOfServers(tiny)["rate"] = "8 Gb/s"; }}};
}

run::Options scaled(const std::string& resource, double factor)
{
    run::Options options;
    options.scale = {{resource, factor}};
    return options;
}

std::string findingsWhenScaled(const Json& tree, const std::map<std::string, double>& scale)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tree["components"], "/components", findings);
    run::Options options;
    options.scale = scale;
    std::string text;
    const run::Simulation simulation(parsed(tree, components), components, options);
    for (const project::Finding& finding : simulation.findings())
        text += project::toLine(finding) + '\n';
    return text;
}

/// Results of a run, without the resource's own use.
std::vector<double> outcome(const record::Summary& summary)
{
    const record::OperationSummary& ask = summary.operations.at("ask");
    return {static_cast<double>(summary.events), ask.perSecond, ask.latency.meanMs, ask.latency.p99Ms,
            ask.latency.maxMs};
}

} // namespace

TEST_CASE("a scaled resource is one with twice its figures, bit for bit")
{
    const std::size_t number = oneOf({0, 1, 2, 3, 4, 5});
    const Change change = changes()[number];
    INFO(change.resource);
    TinyProject tiny = useOfEverything();
    cableOfServers(tiny)["rate"] = "4 Gb/s"; // half of what the ports allow
    const auto before = simulate(tiny.tree), byFactor = simulate(tiny.tree, scaled(change.resource, 2));
    change.byFigures(tiny);
    CHECK(outcome(byFactor) == outcome(simulate(tiny.tree)));
    CHECK(outcome(byFactor) != outcome(before));
    CHECK(before.scaled.empty());
    CHECK(byFactor.scaled == std::map<std::string, double>{{change.resource, 2}});
    CHECK(record::summaryFromJson(record::toJson(byFactor)).scaled == byFactor.scaled);
}

TEST_CASE("a scaled disk turns, seeks and transfers so much faster")
{
    const auto spec = [] {
        resources::HardDiskSpec disk;
        disk.averageSeekReadS = 8e-3;
        disk.interfaceRateBps = 6e8;
        disk.outerRateBps = 2e8;
        return disk;
    };
    resources::HardDiskSpec disk = spec();
    run::makeFaster(disk, 4);
    CHECK(disk.revolutionsPerMinute == 4 * spec().revolutionsPerMinute);
    CHECK(disk.averageSeekReadS == spec().averageSeekReadS / 4);
    CHECK(disk.averageSeekWriteS == spec().averageSeekWriteS / 4);
    CHECK(disk.trackToTrackSeekS == spec().trackToTrackSeekS / 4);
    CHECK(disk.outerRateBps == 4 * spec().outerRateBps);
    CHECK(disk.interfaceRateBps == 4 * spec().interfaceRateBps);
    CHECK(disk.cacheBytes == spec().cacheBytes);
}

TEST_CASE("a factor of one changes nothing, and one below makes a resource slower")
{
    const Json tree = useOfEverything().tree;
    const auto before = simulate(tree);
    CHECK(outcome(simulate(tree, scaled("servers.processor", 1))) == outcome(before));
    CHECK(simulate(tree, scaled("servers.processor", 0.25)).operations.at("ask").perSecond <
          0.9 * before.operations.at("ask").perSecond);
}

TEST_CASE("scaled arrivals are those of rates so much higher, bit for bit")
{
    TinyProject tiny = useOfEverything();
    const std::string field = oneOf({"rate", "rates", "stages"});
    const auto load = [&](int rate) -> Json& {
        Json& workload = tiny.tree["workloads"][0];
        workload.erase("workers");
        workload["type"] = "open loop";
        workload[field] = field == "rate"    ? Json(rate)
                          : field == "rates" ? Json({{0, rate}, {0.5, 2 * rate}})
                                             : Json({{{"duration", "0.4 s"}, {"rate", rate}, {"ramp", "0.2 s"}}});
        return workload;
    };
    load(200);
    const auto byFactor = simulate(tiny.tree, scaled("arrivals", 1.5)), before = simulate(tiny.tree);
    load(300);
    CHECK(outcome(byFactor) == outcome(simulate(tiny.tree)));
    CHECK(outcome(byFactor) != outcome(before));
    CHECK(byFactor.scaled.at("arrivals") == 1.5);
}

TEST_CASE("where all load waits for answers there are no arrivals to be scaled")
{
    CHECK_THAT(findingsWhenScaled(useOfEverything().tree, {{"arrivals", 2}}), Catch::Contains("no such resource"));
}

TEST_CASE("every resource that a summary names can be scaled")
{
    TinyProject tiny = useOfEverything();
    Json& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric["switches"].push_back({{"id", "far"}, {"component", "switch"}});
    fabric["links"][1]["to"] = "far";
    fabric["links"].push_back({{"id", "uplink"}, {"from", "switch"}, {"to", "far"}, {"rate", "8 Gb/s"}});
    std::map<std::string, double> all;
    for (const record::ResourceSummary& row : simulate(tiny.tree).resources)
        all[row.nodeGroup + '.' + row.resource] = 1;
    CHECK(all.count("servers.disk data") == 1);
    CHECK(all.count("link.uplink far→switch") == 1);
    CHECK(findingsWhenScaled(tiny.tree, all).empty());
}

TEST_CASE("a resource may be named shortly, with an ASCII arrow, but not wrongly")
{
    TinyProject tiny = useOfEverything();
    CHECK(simulate(tiny.tree, scaled("servers.disk", 2)).scaled ==
          std::map<std::string, double>{{"servers.disk data", 2}});
    CHECK(simulate(tiny.tree, scaled("link.servers-cable servers->switch", 2)).scaled ==
          std::map<std::string, double>{{"link.servers-cable servers→switch", 2}});
    const std::string unknown = findingsWhenScaled(tiny.tree, {{"servers.dusk", 2}});
    CHECK_THAT(unknown, Catch::Contains("no such resource") && Catch::Contains("servers.disk data") &&
                            Catch::Contains("clients.processor"));
    Json& group = tiny.group("servers");
    group["devices"].push_back({{"id", "journal"}, {"component", "device"}, {"count", 1}});
    const std::string several = findingsWhenScaled(tiny.tree, {{"servers.disk", 2}});
    CHECK_THAT(several, Catch::Contains("servers.disk data, servers.disk journal"));
}
