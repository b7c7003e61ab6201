// Links and switches in the results: their rows, their series, their place in the bottleneck.
#include "../run_fixture.h"

#include "record/stream/series.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Ten clients stream to ten servers behind another switch; one cable as fast as a node's joins the two switches.
TinyProject behindAnUplink(int cables = 1)
{
    TinyProject tiny;
    tiny.group("clients", 10);
    tiny.group("servers", 10);
    Json& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric["switches"].push_back({{"id", "far"}, {"component", "switch"}});
    fabric["links"][1]["to"] = "far";
    fabric["links"].push_back(
        {{"id", "uplink"}, {"from", "switch"}, {"to", "far"}, {"rate", "8 Gb/s"}, {"count", cables}});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "good", "type": "reply"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "10 MB", "chunk": "320 KB"}, {"id": "sent", "type": "end"})",
                   "start > call > good; call.opened > send > sent");
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "10 MB"},
                      {"id": "answer", "type": "reply"})",
                   "start > take > answer");
    tiny.tree["workloads"][0]["workers"] = 40;
    tiny.tree["run"]["duration"] = "2 s";
    tiny.tree["run"]["warm_up"] = "0.5 s";
    return tiny;
}

const record::ResourceSummary* rowOf(const record::Summary& summary, const std::string& kind, const std::string& name)
{
    const auto found = std::find_if(summary.resources.begin(), summary.resources.end(),
                                    [&](const auto& row) { return row.nodeGroup == kind && row.resource == name; });
    return found == summary.resources.end() ? nullptr : &*found;
}

struct Series : Listener
{
    std::vector<record::SeriesInfo> series;
    std::vector<double> last;
    void started(const record::Header& header) override { series = header.series; }
    void sampled(const record::Sample& sample) override { last = sample.values; }
};

} // namespace

TEST_CASE("a full link between switches is the bottleneck")
{
    const auto summary = simulate(behindAnUplink().tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "link.uplink switch→far");
    CHECK(summary.bottleneck->utilisation == Approx(1).margin(0.01));
    CHECK(summary.bottleneck->next.ends_with(".network"));
    const auto* there = rowOf(summary, "link", "uplink switch→far");
    const auto* back = rowOf(summary, "link", "uplink far→switch");
    REQUIRE(there);
    REQUIRE(back);
    CHECK(there->bytesPerSecond == Approx(linkRate).epsilon(0.01));
    CHECK(back->utilisationMax < 0.01);
    CHECK_FALSE(there->powerW);
}

TEST_CASE("the row of a link with several cables has the mean and the busiest one")
{
    const auto summary = simulate(behindAnUplink(3).tree);
    const auto* there = rowOf(summary, "link", "uplink switch→far");
    REQUIRE(there);
    // Small messages keep a cable busy for their headers too, and there are few of them.
    CHECK(there->utilisationMean * 3 * linkRate == Approx(there->bytesPerSecond).epsilon(1e-4));
    CHECK(there->utilisationMax > there->utilisationMean);
    CHECK(there->utilisationMax <= 1 + 1e-9);
}

TEST_CASE("cables of nodes have rows, but limit as the network of their node group")
{
    TinyProject tiny = behindAnUplink(8);
    tiny.group("servers", 1);
    const auto summary = simulate(tiny.tree);
    const auto* cable = rowOf(summary, "link", "servers-cable far→servers");
    REQUIRE(cable);
    CHECK(cable->utilisationMax == Approx(1).margin(0.01));
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.network");
    CHECK_FALSE(summary.bottleneck->next.starts_with("link.servers-cable"));
}

TEST_CASE("a switch that forwards less than its cables bring is a resource")
{
    TinyProject tiny = behindAnUplink(10);
    tiny.tree["topology"]["fabrics"][0]["switches"][1]["rate"] = "16 Gb/s";
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "switch.far");
    CHECK(rowOf(summary, "switch", "far"));
    CHECK_FALSE(rowOf(summary, "switch", "switch"));
}

TEST_CASE("each direction of a link has a series of its cables' mean and of the busiest one")
{
    Series series;
    simulate(behindAnUplink().tree, {}, &series);
    REQUIRE(series.last.size() == series.series.size());
    int found = 0;
    for (std::size_t i = 0; i < series.series.size(); ++i) {
        const std::string name = seriesName(series.series[i]);
        if (name != "link · uplink switch→far · mean" && name != "link · uplink switch→far · busiest")
            continue;
        ++found;
        CHECK(series.series[i].unit == "share");
        CHECK(series.last[i] == Approx(1).margin(0.02));
    }
    CHECK(found == 2);
}

TEST_CASE("the uplinks of a generated fabric are one resource for each direction between two tiers")
{
    TinyProject tiny = behindAnUplink();
    Json& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric = {{"id", "clos"}, {"nic", "nic"}, {"generate", "leaf-spine"}, {"leaf_switch", "switch"}, {"leaf_nodes", 10},
              {"spines", 1},  {"uplinks", 1}, {"uplink_rate", "8 Gb/s"},  {"spine_switch", "switch"}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    const bool named = summary.bottleneck->resource == "link.clos leaf→spine" ||
                       summary.bottleneck->resource == "link.clos spine→leaf";
    INFO(summary.bottleneck->resource);
    CHECK(named);
    const auto* up = rowOf(summary, "link", "clos leaf→spine");
    REQUIRE(up);
    CHECK(up->utilisationMax == Approx(1).margin(0.02));    // of the clients' leaf
    CHECK(up->utilisationMean == Approx(0.5).margin(0.02)); // the servers' leaf only answers
    CHECK(rowOf(summary, "link", "clos clients→leaf"));
}

TEST_CASE("ports that share a rate are the bottleneck where their sum is below that of their cables")
{
    const auto ofTwoCables = [](double totalBps) {
        TinyProject tiny = behindAnUplink(4);
        tiny.tree["topology"]["fabrics"][0]["links"][1]["count"] = 2;
        Json& nic = componentOf(tiny, "nic");
        nic["ports"] = 2;
        nic["total_rate_bps"] = totalBps;
        tiny.tree["topology"]["groups"][1]["count"] = 1;
        return simulate(tiny.tree);
    };
    const double line = 8e9; // of a cable of the fixture
    const auto bound = ofTwoCables(1.25 * line), free = ofTwoCables(2 * line);
    REQUIRE(bound.bottleneck);
    CHECK(bound.bottleneck->resource == "servers.adapter");
    const record::ResourceSummary* const row = rowOf(bound, "servers", "adapter");
    REQUIRE(row);
    CHECK(row->utilisationMax > 0.95);
    CHECK(rowOf(free, "servers", "adapter") == nullptr);
    CHECK(bound.operations.at("ask").perSecond / free.operations.at("ask").perSecond == Approx(1.25 / 2).epsilon(0.1));
}
