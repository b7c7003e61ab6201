// Rows of the results for requests that wait for workers and consumers.
#include "../run_fixture.h"
#include "tests/one_of.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

const record::ResourceSummary& rowOf(const record::Summary& summary, const std::string& name)
{
    const auto found = std::find_if(summary.resources.begin(), summary.resources.end(),
                                    [&](const auto& row) { return row.resource == name; });
    REQUIRE(found != summary.resources.end());
    return *found;
}

} // namespace

TEST_CASE("calls that wait to be accepted are in the queue of the workers' row, whatever kind of workers they are")
{
    const char* kind = oneOf({"threads", "event loop"});
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", kind}, {"count", 1}});
    if (std::string(kind) == "event loop")
        tiny.definition("server")["workers"]["clients"] = 1;
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "50 ms"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    tiny.tree["workloads"][0]["workers"] = 10;
    tiny.tree["workloads"][0]["ramp_up"] = "0 s";
    tiny.tree["run"]["duration"] = "10 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    const auto summary = simulate(tiny.tree);
    // One of ten is served; an answer and the next request take two ways of a millisecond.
    CHECK(rowOf(summary, "workers server").queueMean == Approx(9).margin(0.1));
}

TEST_CASE("consumers of a queue have a row: how busy they are, and what waits for them")
{
    TinyProject tiny = consumedQueue("20 1/s", 4);
    tiny.tree["run"]["duration"] = "11 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    const auto summary = simulate(tiny.tree);
    const auto& row = rowOf(summary, "consumers client work");
    CHECK(row.nodeGroup == "clients");
    CHECK(row.utilisationMean == Approx(0.5).margin(0.02)); // 20 a second of 0.1 s each on four
    CHECK(row.queueMean == Approx(0).margin(1e-9));
}

TEST_CASE("a token bucket has a row: what was taken of its rate, and who waits for it", "[theory]")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "take", "type": "acquire", "state": "bucket", "amount": 2}, {"id": "done", "type": "reply"})",
        "start > take > done");
    tiny.definition("client")["state"] = {
        {{"id", "bucket"}, {"type", "token bucket"}, {"owner", "cluster"}, {"rate", "100 1/s"}, {"burst", 2}}};
    tiny.tree["workloads"][0] = {{"id", "load"},
                                 {"role", "client"},
                                 {"type", "closed loop"},
                                 {"workers", 5},
                                 {"operations", {{{"operation", "ask"}}}}};
    tiny.tree["run"]["duration"] = "11 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    const double factor = oneOf({1.0, 2.0, 0.5});
    run::Options options;
    options.scale["clients.tokens bucket"] = factor;
    const auto summary = simulate(tiny.tree, options);
    const auto row = rowOf(summary, "tokens bucket");
    CHECK(summary.operations.at("ask").perSecond == Approx(50 * factor).epsilon(0.01)); // two tokens each
    CHECK(row.utilisationMean == Approx(1).margin(0.01));
    CHECK(row.queueMean == Approx(5).margin(0.1));
    CHECK(row.waitingS.value() == Approx(5 / (50 * factor)).epsilon(0.02)); // Little's law
}

TEST_CASE("a token bucket of which less is taken than comes is used by that share", "[theory]")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "take", "type": "acquire", "state": "bucket"}, {"id": "done", "type": "reply"})",
                   "start > take > done");
    tiny.definition("client")["state"] = {{{"id", "bucket"}, {"type", "token bucket"}, {"rate", "100 1/s"}}};
    tiny.tree["workloads"][0] = {{"id", "load"},           {"role", "client"},
                                 {"type", "open loop"},    {"rate", "30 1/s"},
                                 {"arrivals", "constant"}, {"operations", {{{"operation", "ask"}}}}};
    tiny.tree["run"]["duration"] = "11 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    CHECK(rowOf(simulate(tiny.tree), "tokens bucket").utilisationMean == Approx(0.3).margin(0.005));
}

TEST_CASE("helper threads that are all busy have a row, are named as the limit, and more of them serve more")
{
    TinyProject tiny = alone(R"({"id": "group", "type": "group", "waits": "aside", "inner": {
        "blocks": [{"id": "in", "type": "way in"}, {"id": "work", "type": "compute", "work": "10 ms"},
                   {"id": "out", "type": "way out"}],
        "wires": [["in.next", "work.in"], ["work.next", "out.in"]]}})",
                             "start > group; group.next > answer");
    const bool loop = oneOf({true, false});
    tiny.role("client", "clients",
              {{"kind", loop ? "event loop" : "thread per request"}, {"count", 1}, {"helper_threads", 3}});
    tiny.tree["workloads"][0]["workers"] = 10;
    tiny.tree["run"]["duration"] = "11 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    const auto summary = simulate(tiny.tree);
    const auto& row = rowOf(summary, "helpers client");
    CHECK(row.nodeGroup == "clients");
    CHECK(row.utilisationMean == Approx(1).margin(0.01));
    CHECK(row.queueMean == Approx(7).margin(0.01)); // three of ten are served
    CHECK(row.servedS == Approx(10e-3).epsilon(0.01));
    CHECK(row.waitingS.value() == Approx(7 / 300.0).epsilon(0.01)); // Little's law
    CHECK(summary.bottleneck->resource == "clients.helpers client");
    run::Options options;
    options.scale["clients.helpers client"] = 2;
    CHECK(simulate(tiny.tree, options).operations.at("ask").perSecond == Approx(600).epsilon(0.01));
}

TEST_CASE("a role of which nothing waits aside has no row of helper threads")
{
    const auto summary =
        simulate(alone(R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer").tree);
    CHECK(
        std::ranges::none_of(summary.resources, [](const auto& row) { return row.resource.starts_with("helpers "); }));
}
