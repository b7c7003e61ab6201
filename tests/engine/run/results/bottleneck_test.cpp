// The limiting resource is found, and doubling it really gives what was promised.
#include "../run_fixture.h"
#include "record/figures/figures.h"
#include "run/results/limits/bottleneck.h"
#include "tests/one_of.h"

#include <algorithm>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Clients that ask a server without thinking; `blocks` and `wires` are what the server does.
TinyProject loaded(const std::string& blocks, const std::string& wires, int users,
                   Json workers = {{"kind", "thread per request"}})
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", std::move(workers));
    tiny.definition("server")["volumes"] = {"data"};
    tiny.devices("servers", 1);
    tiny.operation("server", "serve", blocks, wires);
    tiny.tree["workloads"][0]["workers"] = users;
    tiny.tree["workloads"][0]["ramp_up"] = "0 s";
    tiny.tree["run"]["duration"] = "6 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    return tiny;
}

void checkPromise(const record::Summary& before, const record::Summary& after, const std::string& limit,
                  const std::string& operation = "ask")
{
    REQUIRE(before.bottleneck);
    const auto& promise = *before.bottleneck;
    const auto& was = before.operations.at(operation);
    const auto& is = after.operations.at(operation);
    const double speedup = is.perSecond / was.perSecond;
    const double noise = was.ci95Relative + is.ci95Relative;
    INFO(promise.resource << " " << promise.utilisation << ", next " << promise.next << " " << promise.nextUtilisation
                          << ": " << promise.speedupLow << " … " << promise.speedupHigh << ", it was " << speedup);
    CHECK(promise.resource == limit);
    CHECK(speedup >= promise.speedupLow * (1 - noise));
    CHECK(speedup <= promise.speedupHigh * (1 + noise));
    CHECK(speedup > 1.2);
}

/// Work, and small writes that a hard disk takes into its cache.
TinyProject destaging()
{
    TinyProject tiny = loaded(R"({"id": "work", "type": "compute", "work": "4 ms", "distribution": "exponential"},
        {"id": "put", "type": "write", "volume": "data", "bytes": "4 KiB", "key": "request", "through": "direct",
         "pattern": "metadata"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
                              "start > work > put > r", 64);
    tiny.group("servers")["devices"][0]["component"] = "Seagate_Constellation_ES3_ST4000NM0033_4TB";
    return tiny;
}

const std::string random4k =
    R"({"id": "get", "type": "read", "volume": "data", "bytes": "4 KiB", "key": "request", "through": "direct"})";

} // namespace

TEST_CASE("a disk that limits: one that is twice as fast keeps the promise")
{
    TinyProject tiny = loaded(
        random4k +
            R"(, {"id": "work", "type": "compute", "work": "20 us"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
        "start > get > work > r", 64);
    componentOf(tiny, "device")["rand_read_4k_iops"] = 4000;
    const auto before = simulate(tiny.tree);
    multiply(componentOf(tiny, "device"), {"rand_read_4k_iops", "seq_read_Bps"}, 2);
    multiply(componentOf(tiny, "device"), {"read_latency_us"}, 0.5);
    checkPromise(before, simulate(tiny.tree), "servers.disk data");
}

TEST_CASE("a processor that limits: one that is twice as fast keeps the promise")
{
    TinyProject tiny = loaded(
        random4k +
            R"(, {"id": "work", "type": "compute", "work": "4 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
        "start > get > work > r", 32);
    const auto before = simulate(tiny.tree);
    tiny.group("servers")["processor"] = "fast";
    checkPromise(before, simulate(tiny.tree), "servers.processor");
}

TEST_CASE("a network that limits: one that is twice as fast keeps the promise")
{
    TinyProject tiny = loaded(R"({"id": "r", "type": "reply", "bytes": "1 MB"})", "start > r", 16);
    tiny.group("servers", 3); // the clients' end of the cables carries what the servers' ends share
    tiny.tree["workloads"][0]["ramp_up"] =
        "0.5 s"; // users who begin at once stay in step, and the cable idles in between
    const auto before = simulate(tiny.tree);
    multiply(componentOf(tiny, "nic"), {"link_rate_bps", "data_rate_bps"}, 2);
    for (Json& port : componentOf(tiny, "switch")["ports"])
        port["rate_bps"] = 16e9;
    const auto after = simulate(tiny.tree);
    REQUIRE(before.bottleneck);
    CHECK(before.bottleneck->resource.ends_with(".network"));
    CHECK(before.bottleneck->utilisation > 0.99);
    checkPromise(before, after, before.bottleneck->resource);
}

TEST_CASE("workers that limit: twice as many keep the promise")
{
    const std::string blocks = random4k + R"(, {"id": "r", "type": "reply", "bytes": "100 B"})";
    const auto workers = [](int count) { return Json{{"kind", "threads"}, {"count", count}}; };
    TinyProject tiny = loaded(R"({"id": "wait", "type": "delay", "time": "2 ms"}, )" + blocks, "start > wait > get > r",
                              32, workers(4));
    const auto before = simulate(tiny.tree);
    tiny.role("server", "servers", workers(8));
    checkPromise(before, simulate(tiny.tree), "servers.workers server");
}

TEST_CASE("a lock that limits: two of it keep the promise")
{
    TinyProject tiny =
        loaded(R"({"id": "lock", "type": "acquire", "state": "gate"}, {"id": "work", "type": "compute", "work": "1 ms"},
        {"id": "open", "type": "release", "state": "gate"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
               "start > lock > work > open > r", 16);
    tiny.definition("server")["state"] = {{{"id", "gate"}, {"type", "slots"}, {"owner", "node"}, {"capacity", 1}}};
    const auto before = simulate(tiny.tree);
    tiny.definition("server")["state"][0]["capacity"] = 2;
    checkPromise(before, simulate(tiny.tree), "servers.slots gate");
}

TEST_CASE("a lock that limits beside a busy processor: two of it keep the promise")
{
    // The processor works before the lock is taken: a faster one would not shorten the holding.
    TinyProject tiny = loaded(R"({"id": "work", "type": "compute", "work": "12 ms", "distribution": "exponential"},
        {"id": "lock", "type": "acquire", "state": "gate"}, {"id": "held", "type": "delay", "time": "2 ms"},
        {"id": "open", "type": "release", "state": "gate"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
                              "start > work > lock > held > open > r", 64);
    tiny.definition("server")["state"] = {{{"id", "gate"}, {"type", "slots"}, {"owner", "node"}, {"capacity", 1}}};
    const auto before = simulate(tiny.tree);
    REQUIRE(before.bottleneck);
    CHECK(before.bottleneck->next == "servers.processor");
    CHECK(before.bottleneck->nextUtilisation > 0.7);
    tiny.definition("server")["state"][0]["capacity"] = 2;
    checkPromise(before, simulate(tiny.tree), "servers.slots gate");
}

TEST_CASE("a lock that is held while a busy processor works: the processor is named")
{
    const std::string held = oneOf({R"({"id": "held", "type": "compute", "work": "9 ms"})",
                                    R"({"id": "held", "type": "call", "role": "other", "operation": "work"})"});
    TinyProject tiny =
        loaded(R"({"id": "lock", "type": "acquire", "state": "gate"}, )" + held +
                   R"(, {"id": "open", "type": "release", "state": "gate"}, {"id": "r", "type": "reply"})",
               "start > lock > held > open > r", 64);
    tiny.role("other", "servers");
    tiny.operation("other", "work",
                   R"({"id": "held", "type": "compute", "work": "9 ms"}, {"id": "r", "type": "reply"})",
                   "start > held > r");
    tiny.definition("server")["state"] = {{{"id", "gate"}, {"type", "slots"}, {"owner", "node"}, {"capacity", 7}}};
    const auto before = simulate(tiny.tree);
    REQUIRE(before.bottleneck);
    CHECK(before.bottleneck->resource == "servers.processor");
}

TEST_CASE("a disk that destages behind its cache is busy, but does not limit")
{
    TinyProject tiny = destaging();
    const auto before = simulate(tiny.tree);
    const auto disk = std::ranges::find(before.resources, "disk data", &record::ResourceSummary::resource);
    REQUIRE(disk != before.resources.end());
    CHECK(disk->utilisationMax > 0.99);
    CHECK(record::busyBehindCaches(before).starts_with("For 100 % of the time servers disks (data) are busy"));
    tiny.group("servers")["processor"] = "fast";
    checkPromise(before, simulate(tiny.tree), "servers.processor");
}

TEST_CASE("a disk that destages behind its cache does not limit an open loop either")
{
    TinyProject tiny = destaging();
    tiny.tree["workloads"][0] = {{"id", "load"},
                                 {"role", "client"},
                                 {"type", "open loop"},
                                 {"rate", 1000},
                                 {"operations", {{{"operation", "ask"}}}}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.processor");
    CHECK(record::nothingNearLimit(summary).starts_with("No device that requests wait for is near its limit."));
}

TEST_CASE("threads that are as many as the users do not limit")
{
    TinyProject tiny =
        loaded(R"({"id": "work", "type": "compute", "work": "5 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
               "start > work > r", 4, Json{{"kind", "threads"}, {"count", 4}});
    tiny.group("clients")["count"] = 1;
    for (Json& block : tiny.definition("client")["operations"][0]["diagrams"][0]["blocks"])
        if (block["type"] == "call")
            block["connection"] = "kept";
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.processor");
    CHECK(record::nothingNearLimit(summary).ends_with(
        "more requests at a time would bring more if there were more workers of the server, of which 71 % are taken."));
}

TEST_CASE("tokens that limit beside threads that wait for them: twice the rate keeps the promise")
{
    TinyProject tiny = loaded(R"({"id": "may", "type": "acquire", "state": "bucket"},
        {"id": "work", "type": "compute", "work": "5 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
                              "start > may > work > r", 64, Json{{"kind", "threads"}, {"count", 8}});
    tiny.definition("server")["state"] = {{{"id", "bucket"}, {"type", "token bucket"}, {"rate", 300}, {"burst", 10}}};
    const auto before = simulate(tiny.tree);
    tiny.definition("server")["state"][0]["rate"] = 600;
    checkPromise(before, simulate(tiny.tree), "servers.tokens bucket");
}

TEST_CASE("consumers that limit beside threads that wait for room in their queue: twice as many keep the promise")
{
    const int room = oneOf({1, 8});
    TinyProject tiny = loaded(R"({"id": "hand", "type": "put", "state": "jobs"},
        {"id": "r", "type": "reply", "bytes": "100 B"})",
                              "start > hand > r", 64, Json{{"kind", "threads"}, {"count", 8}});
    tiny.operation("server", "eat",
                   R"({"id": "time", "type": "delay", "time": "4 ms", "distribution": "exponential"},
                      {"id": "e", "type": "end"})",
                   "start > time > e");
    Json& start = tiny.definition("server")["operations"][1]["diagrams"][0]["blocks"][0];
    start["queue"] = "jobs";
    start["consumers"] = 2;
    tiny.definition("server")["state"] = {{{"id", "jobs"}, {"type", "queue"}, {"entries", room}}};
    const auto before = simulate(tiny.tree);
    tiny.definition("server")["operations"][1]["diagrams"][0]["blocks"][0]["consumers"] = 4;
    checkPromise(before, simulate(tiny.tree), "servers.consumers server eat");
}

TEST_CASE("an event loop that limits beside a busy black box: two of it keep the promise")
{
    // The loop is free while a request is in the box: a faster one would not free it sooner.
    TinyProject tiny = loaded(R"({"id": "work", "type": "compute", "work": "3 ms"},
        {"id": "box", "type": "black box", "time": "2.2 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
                              "start > work > box > r", 6, Json{{"kind", "event loop"}, {"count", 1}});
    const auto before = simulate(tiny.tree);
    tiny.role("server", "servers", Json{{"kind", "event loop"}, {"count", 2}});
    const auto after = simulate(tiny.tree);
    REQUIRE(before.bottleneck);
    CHECK(before.bottleneck->nextUtilisation > 0.6);
    checkPromise(before, after, "servers.workers server");
}

TEST_CASE("where each request has a thread and each thread its slots, nobody knows how many of them there are")
{
    const char* kind = oneOf({"thread per request", "threads"});
    const bool known = std::string(kind) == "threads";
    TinyProject tiny = loaded(
        R"({"id": "take", "type": "acquire", "state": "buffer"}, {"id": "work", "type": "delay", "time": "1 ms"},
           {"id": "r", "type": "reply", "bytes": "100 B"})",
        "start > take > work > r", 16, {{"kind", kind}, {"count", 4}});
    tiny.definition("server")["state"] = {{{"id", "buffer"}, {"type", "slots"}, {"owner", "worker"}}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.states.size() == 1);
    CHECK(std::isnan(summary.states[0].utilisation) != known);
    CHECK(std::any_of(summary.resources.begin(), summary.resources.end(),
                      [](const record::ResourceSummary& row) { return row.resource == "slots buffer"; }) == known);
    if (known)
        CHECK(summary.states[0].utilisation <= 1);
}

TEST_CASE("the disks of the Swift rack: twice as fast ones keep the promise")
{
    const std::string root = HEADROOM_SOURCE_DIR;
    const std::string disk = "Standard_SATA_Drive_7200RPM_2TB";
    const auto rack = [&](double factor) {
        project::Findings findings;
        auto components = project::ComponentLibrary::load({root + "/libraries"}, findings);
        Json figures = components.find(disk)->parameters;
        multiply(figures, {"rpm", "seq_read_Bps", "seq_write_Bps", "media_rate_outer_Bps", "media_rate_inner_Bps"},
                 factor);
        multiply(figures, {"avg_seek_read_ms", "avg_seek_write_ms", "track_to_track_seek_ms"}, 1 / factor);
        Json faster = component(disk.c_str(), "disk", figures);
        components.add(Json::array({faster}), "/components", findings);
        auto loaded = project::loadProject(root + "/projects/swift-rack", components, {root + "/libraries"});
        REQUIRE(loaded.project);
        project::Project project = project::withOverrides(
            *loaded.project, {{"OPERATION", "PUT"}, {"DRIVE", disk}, {"RAMP_UP", "0.2 s"}, {"WORKERS", "512"}},
            components, findings);
        project.run["warm_up"] = "1 s";
        run::Options options;
        options.durationS = 2.5;
        options.checkLaws = true;
        run::Simulation simulation(project, components, options);
        INFO(told(simulation.findings()));
        REQUIRE_FALSE(project::hasErrors(simulation.findings()));
        Listener quiet;
        return simulation.run(quiet);
    };
    const auto before = rack(1), after = rack(2);
    REQUIRE(before.bottleneck);
    CHECK_THAT(before.bottleneck->resource, Catch::Contains("disk"));
    checkPromise(before, after, before.bottleneck->resource, before.operations.begin()->first);
}

TEST_CASE("what takes the time of requests is named, and not what is used most beside it")
{
    // Eight users: 10 ms in a box with room for all of them, and a disk that is used for most of the time.
    TinyProject tiny = loaded(random4k + R"(, {"id": "box", "type": "black box", "time": "10 ms", "concurrency": 8},
        {"id": "r", "type": "reply", "bytes": "100 B"})",
                              "start > get > box > r", 8);
    componentOf(tiny, "device")["rand_read_4k_iops"] = 1000;
    const auto summary = simulate(tiny.tree);
    const auto disk = std::ranges::find(summary.resources, "disk data", &record::ResourceSummary::resource);
    REQUIRE(disk != summary.resources.end());
    CHECK(disk->utilisationMax > 0.6);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.stage server serve box");
    CHECK(summary.bottleneck->timeShare.value() > 0.8);
    CHECK(summary.bottleneck->next == "servers.disk data");
}

TEST_CASE("tokens for which nobody waits are what limits next if the limit takes all of the time")
{
    TinyProject tiny = loaded(R"({"id": "tokens", "type": "acquire", "state": "bucket"},
        {"id": "work", "type": "compute", "work": "9 ms"}, {"id": "r", "type": "reply"})",
                              "start > tokens > work > r", 64);
    tiny.definition("server")["state"] = {{{"id", "bucket"}, {"type", "token bucket"}, {"rate", 1000}, {"burst", 20}}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.processor");
    CHECK(summary.bottleneck->next == "servers.tokens bucket");
}

TEST_CASE("slots that are held while a resource serves are the same limit as that")
{
    TinyProject tiny =
        loaded(R"({"id": "lock", "type": "acquire", "state": "gate"}, {"id": "held", "type": "compute", "work": "9 ms"},
        {"id": "open", "type": "release", "state": "gate"}, {"id": "r", "type": "reply"})",
               "start > lock > held > open > r", 64);
    tiny.definition("server")["state"] = {{{"id", "gate"}, {"type", "slots"}, {"owner", "node"}, {"capacity", 7}}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.processor");
    CHECK(summary.bottleneck->sameAs == "servers.slots gate");
}

TEST_CASE("where nobody asks for more, a faster resource promises little")
{
    TinyProject tiny =
        loaded(R"({"id": "work", "type": "compute", "work": "1 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
               "start > work > r", 1);
    tiny.tree["workloads"][0]["think_time"] = "100 ms";
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->speedupHigh < 1.05);
    CHECK(summary.bottleneck->usersLimit < 1.05);
}

TEST_CASE("a resource that hardly works promises little, however few users there are")
{
    const TinyProject tiny = loaded(
        R"({"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "work", "type": "compute", "work": "10 us"}, )" +
            answerBlock,
        "start > wait > work > r", 1);
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->speedupHigh < 1.005);
}

TEST_CASE("nothing makes more of what arrives and is served")
{
    TinyProject tiny =
        loaded(R"({"id": "work", "type": "compute", "work": "8 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
               "start > work > r", 1, {{"kind", "threads"}, {"count", 1}});
    Json& workload = tiny.tree["workloads"][0];
    workload.erase("workers");
    workload["type"] = "open loop";
    workload["rate"] = 100;
    const auto served = simulate(tiny.tree);
    REQUIRE(served.bottleneck);
    CHECK(served.bottleneck->speedupHigh < 1.05);
    workload["rate"] = 1000;
    tiny.tree["run"]["duration"] = "2 s";
    const auto overloaded = simulate(tiny.tree);
    REQUIRE(overloaded.bottleneck);
    CHECK(overloaded.bottleneck->speedupHigh > 1.5);
}

TEST_CASE("one part twice as fast never promises more than everything twice as fast")
{
    // Ten seconds of work, then nothing is asked for.
    TinyProject tiny =
        loaded(R"({"id": "work", "type": "compute", "work": "10 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
               "start > work > r", 8);
    tiny.tree["workloads"][0].erase("workers");
    tiny.tree["workloads"][0]["stages"] = {{{"duration", "1 s"}, {"workers", 8}},
                                           {{"duration", "10 s"}, {"workers", 0}}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->speedupHigh <= 2);
    // A job that has ended long before the run: its disk was hardly used in the mean.
    const run::Users job{0.002, std::numeric_limits<double>::infinity(), 0, 24, false};
    const auto found =
        run::findBottleneck({{.resource = "disk", .utilisation = 0.012, .busyS = 6, .presenceS = 6}}, job);
    REQUIRE(found);
    CHECK(found->speedupHigh == Approx(2));
}

TEST_CASE("the users' limit is that of the users there were while it was measured, and nothing where nobody waits")
{
    TinyProject tiny =
        loaded(R"({"id": "work", "type": "compute", "work": "1 ms"}, {"id": "r", "type": "reply", "bytes": "100 B"})",
               "start > work > r", 1);
    const auto limit = [&] {
        const auto summary = simulate(tiny.tree);
        REQUIRE(summary.bottleneck);
        return summary.bottleneck->usersLimit;
    };
    const double one = limit();
    Json& workload = tiny.tree["workloads"][0];
    workload.erase("workers");
    workload["stages"] = {{{"duration", "500 ms"}, {"workers", 50}}, {{"duration", "10 s"}, {"workers", 1}}};
    tiny.tree["run"]["duration"] = "2 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    CHECK(limit() == Approx(one).epsilon(0.05));
    workload.erase("stages");
    workload["type"] = "open loop";
    workload["rate"] = 10;
    CHECK(std::isnan(limit()));
}

TEST_CASE("the bounds of a balanced closed network hold its exact throughput", "[theory]")
{
    // Two equal exponential stations, n users, no thinking: X = n / ((n + 1) D); Zahorjan's balanced job bounds.
    const double demand = 0.01;
    for (const int n : {1, 2, 5, 20, 100}) {
        const double present = n / ((n + 1) * demand);
        const double use = present * demand;
        const run::Users users{present, static_cast<double>(n), 0, n / present, false};
        const double presence = n / present / 2;
        const auto found =
            run::findBottleneck({{.resource = "a", .utilisation = use, .busyS = demand, .presenceS = presence},
                                 {.resource = "b", .utilisation = use, .busyS = demand, .presenceS = presence}},
                                users);
        REQUIRE(found);
        // With one station twice as fast: the normalising constants of Buzen's algorithm for D/2 and D.
        double below = 0, sum = 0;
        for (int k = 0; k <= n; ++k)
            sum += std::pow(0.5, k);
        for (int k = 0; k < n; ++k)
            below += std::pow(0.5, k);
        const double speedup = below / sum / demand / present;
        INFO(n << " users: " << found->speedupLow << " … " << found->speedupHigh << ", exact " << speedup);
        CHECK(found->speedupLow <= speedup * (1 + 1e-12));
        CHECK(found->speedupHigh >= speedup * (1 - 1e-12));
        CHECK(found->headroom == Approx(1));
    }
}

TEST_CASE("a keyed lock that is always held is what limits, and its busiest key is named")
{
    TinyProject tiny = loaded(R"({"id": "take", "type": "acquire", "state": "lock", "key": "request > 4e15 ? 5 : 9"},
                                 {"id": "hold", "type": "delay", "time": "10 ms"},
                                 {"id": "give", "type": "release", "state": "lock",
                                  "key": "request > 4e15 ? 5 : 9"}, )" +
                                  answerBlock,
                              "start > take > hold > give > r", 50);
    tiny.definition("server")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"keyed", true}}};
    const auto summary = simulate(tiny.tree);
    const auto row = std::find_if(summary.resources.begin(), summary.resources.end(),
                                  [](const auto& resource) { return resource.resource == "slots lock"; });
    REQUIRE(row != summary.resources.end());
    // Nine of ten requests have key 9.
    CHECK(row->busiest == "key 9 on servers");
    CHECK(row->utilisationMax == Approx(1).epsilon(0.01));
    CHECK(row->queueMean > 40);
    REQUIRE(row->waitingS);
    CHECK(*row->waitingS > 0.3);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "servers.slots lock");
}

TEST_CASE("a lock that rests in between was held for the share of time that it was held")
{
    TinyProject tiny = loaded(R"({"id": "take", "type": "acquire", "state": "lock", "key": "17"},
                                 {"id": "hold", "type": "delay", "time": "10 ms"},
                                 {"id": "give", "type": "release", "state": "lock", "key": "17"}, )" +
                                  answerBlock,
                              "start > take > hold > give > r", 1);
    tiny.definition("server")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"keyed", true}}};
    tiny.tree["workloads"][0]["think_time"] = "28 ms";
    const auto summary = simulate(tiny.tree);
    for (const auto& resource : summary.resources)
        if (resource.resource == "slots lock")
            CHECK(resource.utilisationMax == Approx(10.0 / (10 + 28 + 2)).epsilon(0.01));
}
