// What waits for workers and for consumers is in the rows of the results.
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
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "put", "type": "put", "state": "queue"}, {"id": "done", "type": "reply"})",
                   "start > put > done");
    tiny.operation("client", "work",
                   R"({"id": "wait", "type": "delay", "time": "0.1 s"}, {"id": "end", "type": "end"})",
                   "start > wait > end");
    tiny.definition("client")["state"] = {{{"id", "queue"}, {"type", "queue"}}};
    Json& start = tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0];
    start["queue"] = "queue";
    start["consumers"] = 4;
    tiny.tree["workloads"][0] = {{"id", "load"},           {"role", "client"},
                                 {"type", "open loop"},    {"rate", "20 1/s"},
                                 {"arrivals", "constant"}, {"operations", {{{"operation", "ask"}}}}};
    tiny.tree["run"]["duration"] = "11 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    const auto summary = simulate(tiny.tree);
    const auto& row = rowOf(summary, "consumers client work");
    CHECK(row.nodeGroup == "clients");
    CHECK(row.utilisationMean == Approx(0.5).margin(0.02)); // 20 a second of 0.1 s each on four
    CHECK(row.queueMean == Approx(0).margin(1e-9));
}
