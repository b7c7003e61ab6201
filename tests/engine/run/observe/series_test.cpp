#include "../run_fixture.h"

#include "record/stream/series.h"

#include <algorithm>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// The series of a run and all their values.
struct Curves : Listener
{
    std::vector<record::SeriesInfo> series;
    std::vector<record::Sample> samples;
    void started(const record::Header& header) override { series = header.series; }
    void sampled(const record::Sample& sample) override { samples.push_back(sample); }

    bool has(const std::string& name) const
    {
        return std::any_of(series.begin(), series.end(), [&](const auto& one) { return seriesName(one) == name; });
    }
    std::vector<double> values(const std::string& name) const
    {
        INFO(name);
        for (std::size_t i = 0; i < series.size(); ++i)
            if (seriesName(series[i]) == name) {
                std::vector<double> values;
                for (const auto& sample : samples)
                    values.push_back(sample.values.at(i));
                return values;
            }
        FAIL("there is no such series");
        return {};
    }
    double mean(const std::string& name) const
    {
        double sum = 0;
        const auto all = values(name);
        for (const double value : all)
            sum += value;
        return sum / static_cast<double>(all.size());
    }
    /// Number of series of single nodes.
    auto ofNodes() const { return std::count_if(series.begin(), series.end(), record::ofSingleNode); }
};

/// Ten who write 1 MB each to the disks of the second of two servers.
TinyProject writers(const std::string& through = "direct")
{
    TinyProject tiny;
    tiny.group("servers", 2);
    tiny.devices("servers", 2);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.operation(
        "server", "serve",
        R"({"id": "store", "type": "write", "volume": "data", "bytes": "1 MB", "key": "request", "through": ")" +
            through + R"("}, {"id": "done", "type": "reply"})",
        "start > store > done");
    tiny.operation(
        "client", "ask",
        R"({"id": "serve", "type": "call", "role": "server", "operation": "serve", "selector": "index", "index": 1},
                      {"id": "done", "type": "reply"})",
        "start > serve > done");
    tiny.tree["workloads"][0]["workers"] = 10;
    return tiny;
}

} // namespace

TEST_CASE("curves go down to the devices of a small cluster, and no further than one wishes")
{
    TinyProject tiny = writers();
    Curves all, nodes, groups;
    simulate(tiny.tree, {}, &all);
    CHECK(all.has("node group · servers · disk data"));
    CHECK(all.has("node · servers-2 · disk data queue"));
    CHECK(all.has("node · servers-2 · disk data 1 · busy"));
    CHECK(all.has("node · clients · processor"));
    tiny.tree["run"]["series"] = "nodes";
    simulate(tiny.tree, {}, &nodes);
    CHECK(nodes.has("node · servers-2 · disk data"));
    CHECK_FALSE(nodes.has("node · servers-2 · disk data 1 · busy"));
    tiny.tree["run"]["series"] = "groups";
    simulate(tiny.tree, {}, &groups);
    CHECK(groups.ofNodes() == 0);
    CHECK(groups.has("node group · servers · disk data"));
    for (const auto& sample : groups.samples)
        REQUIRE(sample.values.size() == groups.series.size());
}

TEST_CASE("a cluster of very many nodes has curves of its groups only, unless set otherwise")
{
    TinyProject tiny = writers();
    tiny.group("servers", 3000);
    for (Json& component : tiny.tree["components"])
        if (component["id"] == "switch")
            component["parameters"]["ports"] = {{{"count", 4000}, {"rate_bps", 8e9}}};
    tiny.tree["run"]["duration"] = "0.1 s";
    Curves few;
    simulate(tiny.tree, {}, &few);
    CHECK(few.ofNodes() == 0);
}

TEST_CASE("the curve of a group is the mean of those of its nodes, that of a node the mean of those of its devices")
{
    Curves curves;
    simulate(writers().tree, {}, &curves);
    const auto group = curves.values("node group · servers · disk data");
    const auto first = curves.values("node · servers-1 · disk data");
    const auto second = curves.values("node · servers-2 · disk data");
    const auto one = curves.values("node · servers-2 · disk data 1 · busy");
    const auto two = curves.values("node · servers-2 · disk data 2 · busy");
    REQUIRE(group.size() == 10);
    for (std::size_t i = 0; i < group.size(); ++i) {
        CHECK(first[i] == 0);
        CHECK(group[i] == Approx((first[i] + second[i]) / 2));
        CHECK(second[i] == Approx((one[i] + two[i]) / 2));
    }
    CHECK(curves.mean("node · servers-2 · disk data") > 0.4); // one file, so one of the two disks
}

TEST_CASE("a block has curves of who leaves it and how many are at it")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "done", "type": "reply"})",
                   "start > wait > done");
    tiny.tree["workloads"][0]["workers"] = 5;
    Curves curves;
    const auto summary = simulate(tiny.tree, {}, &curves);
    const auto diagram = std::find_if(summary.blocks.begin(), summary.blocks.end(), [](const auto& block) {
                             return block.block == "wait";
                         })->diagram;
    CHECK(curves.mean("block · " + diagram + " · wait · visits") == Approx(500).epsilon(0.02));
    CHECK(curves.mean("block · " + diagram + " · wait · present") == Approx(5).epsilon(0.02));
    CHECK(curves.samples.back().requests == Approx(500).epsilon(0.02));
}

TEST_CASE("the load of a black box is a curve of its role")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "pause", "type": "delay", "time": "10 ms"},
                      {"id": "stage", "type": "black box", "time": "30 ms"}, {"id": "done", "type": "reply"})",
                   "start > pause > stage > done");
    tiny.tree["workloads"][0]["workers"] = 1;
    Curves curves;
    (void)simulate(tiny.tree, {}, &curves);
    CHECK(curves.mean("role · client · ask stage") == Approx(0.75).epsilon(0.02));
}

TEST_CASE("held locks and the requests that wait for them are curves of the role")
{
    TinyProject tiny;
    tiny.definition("client")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"capacity", 2}, {"owner", "cluster"}}};
    tiny.operation("client", "ask",
                   R"({"id": "take", "type": "acquire", "state": "lock"},
                      {"id": "hold", "type": "delay", "time": "10 ms"},
                      {"id": "give", "type": "release", "state": "lock"}, {"id": "done", "type": "reply"})",
                   "start > take > hold > give > done");
    tiny.tree["workloads"][0]["workers"] = 5;
    Curves curves;
    simulate(tiny.tree, {}, &curves);
    CHECK(curves.mean("role · client · lock used") == Approx(2));
    CHECK(curves.mean("role · client · lock waiting") == Approx(3));
}

TEST_CASE("errors have a curve of their own beside the throughput")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "wait", "type": "delay", "time": "1 ms"},
                      {"id": "some", "type": "branch", "probability": 0.25},
                      {"id": "bad", "type": "reply", "status": "error"}, {"id": "done", "type": "reply"})",
                   "start > wait > some > bad; some.no > done");
    Curves curves;
    const auto summary = simulate(tiny.tree, {}, &curves);
    CHECK(curves.mean("operation · ask · errors") == Approx(static_cast<double>(summary.operations.at("ask").errors)));
    CHECK(curves.mean("operation · ask · errors") == Approx(250).epsilon(0.2));
    CHECK(curves.mean("operation · ask · throughput") == Approx(750).epsilon(0.1));
}

TEST_CASE("dirty pages rise while nobody writes them back")
{
    TinyProject tiny = writers("page cache");
    tiny.tree["workloads"][0]["workers"] = 1;
    tiny.tree["run"]["duration"] = "0.2 s";
    Curves curves;
    simulate(tiny.tree, {}, &curves);
    const auto dirty = curves.values("node group · servers · dirty pages");
    REQUIRE(dirty.size() == 2);
    CHECK(dirty[0] > 10e6);
    CHECK(dirty[1] > 1.5 * dirty[0]);
}

TEST_CASE("curves of rates count I/Os and bytes of all devices of a group, and of a node")
{
    Curves curves;
    (void)simulate(writers().tree, {}, &curves);
    const auto group = curves.values("node group · servers · disk data writes");
    const auto first = curves.values("node · servers-1 · disk data writes");
    const auto second = curves.values("node · servers-2 · disk data writes");
    for (std::size_t i = 0; i < group.size(); ++i) {
        CHECK(first[i] == 0);
        CHECK(group[i] == Approx(second[i]));
        CHECK(group[i] > 0);
    }
    CHECK(curves.mean("node group · servers · disk data reads") == 0);
    const double written = curves.mean("node group · servers · disk data bytes");
    CHECK(written == Approx(curves.mean("operation · ask · throughput") * 1e6).epsilon(0.05));
    CHECK(curves.mean("node group · clients · network sent") > 0);
    CHECK(curves.mean("node group · servers · network received") ==
          Approx(curves.mean("node group · clients · network sent")).epsilon(0.05));
}

TEST_CASE("the curve of page cache hits is the share of the pages read that are in memory")
{
    TinyProject tiny;
    tiny.group("servers", 1);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.operation(
        "server", "serve",
        R"({"id": "first", "type": "read", "volume": "data", "through": "page cache", "bytes": "4 KiB", "key": "0"},
                      {"id": "other", "type": "read", "volume": "data", "through": "page cache", "bytes": "4 KiB",
                       "key": "1 + request"},
                      {"id": "done", "type": "reply"})",
        "start > first > other > done");
    tiny.operation("client", "ask",
                   R"({"id": "serve", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "done", "type": "reply"})",
                   "start > serve > done");
    Curves curves;
    simulate(tiny.tree, {}, &curves);
    CHECK(curves.values("node group · servers · page cache hits").back() == Approx(0.5).epsilon(0.02));
    CHECK_FALSE(curves.has("node group · clients · page cache hits"));
}
