// Calls that the caller's own worker executes on the spot.
#include "../../run/run_fixture.h"
#include "tests/one_of.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

/// A client whose operation calls a role on its own node; `lower` is what that does, `workers` are its workers.
TinyProject stacked(const std::string& selector, const std::string& lower, const std::string& wires,
                    Json workers = {{"kind", "thread per request"}})
{
    TinyProject tiny;
    tiny.role("low", "clients", std::move(workers));
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "low", "operation": "do", "selector": ")" + selector +
                       R"("}, {"id": "good", "type": "reply"})",
                   "start > call > good");
    tiny.operation("low", "do", lower, wires);
    return tiny;
}

const std::string shortDelay = R"({"id": "wait", "type": "delay", "time": "1 ms"}, {"id": "done", "type": "reply"})";
const std::string oneMillisecond =
    R"({"id": "work", "type": "compute", "work": "1 ms"}, {"id": "done", "type": "reply"})";

} // namespace

TEST_CASE("an operation called here costs no time of its own")
{
    CHECK(answerOf(stacked("here", shortDelay, "start > wait > done")) == Approx(1e-3).epsilon(1e-12));
}

TEST_CASE("an operation called here waits for no worker of the called role")
{
    TinyProject tiny = stacked("here", shortDelay, "start > wait > done", {{"kind", "threads"}, {"count", 1}});
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0);
    const auto& second = cluster.ask(0);
    cluster.run();
    CHECK(first.took() == Approx(1e-3));
    CHECK(second.took() == Approx(1e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("an operation called here runs on the event loop of its caller")
{
    const bool traced = oneOf({false, true});
    TinyProject tiny = stacked("here", oneMillisecond, "start > work > done");
    tiny.role("client", "clients", {{"kind", "event loop"}, {"count", 1}});
    tiny.tree["workloads"][0]["workers"] = 2;
    tiny.tree["run"]["trace_share"] = traced ? 1 : 0;
    const auto summary = simulate(tiny.tree);
    // One loop works for both: a millisecond for each request on one of eight cores.
    CHECK(summary.operations.at("ask").perSecond == Approx(1000).epsilon(1e-3));
    const auto loop = std::find_if(summary.resources.begin(), summary.resources.end(),
                                   [](const auto& row) { return row.resource == "workers client"; });
    REQUIRE(loop != summary.resources.end());
    CHECK(loop->utilisationMean == Approx(1).margin(1e-3));
}

TEST_CASE("parallel paths of what is called here share the thread of its caller")
{
    TinyProject tiny = stacked("here",
                               R"({"id": "two", "type": "for each", "count": 2},
                                  {"id": "work", "type": "compute", "work": "1 ms"},
                                  {"id": "both", "type": "join", "of": "two"}, {"id": "done", "type": "reply"})",
                               "start > two > work > both > done");
    tiny.role("client", "clients", {{"kind", "threads"}, {"count", 1}});
    CHECK(answerOf(tiny) == Approx(2e-3));
}

TEST_CASE("a thread wakes up after a wait of what is called here")
{
    const auto took = [](const char* wakeUp) {
        TinyProject tiny = stacked("here", shortDelay, "start > wait > done");
        tiny.role("client", "clients", {{"kind", "threads"}, {"count", 1}, {"wake_up", wakeUp}});
        return answerOf(tiny);
    };
    // Once as it begins, once after the delay.
    CHECK(took("1 ms") - took("0 s") == Approx(2e-3));
}

TEST_CASE("while what is called here waits, the event loop serves others")
{
    TinyProject tiny = stacked("here", shortDelay, "start > wait > done");
    tiny.role("client", "clients", {{"kind", "event loop"}, {"count", 1}});
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0);
    const auto& second = cluster.ask(0);
    cluster.run();
    CHECK(first.took() == Approx(1e-3));
    CHECK(second.took() == Approx(1e-3));
}

TEST_CASE("an operation called here may fork, and answer before it is done")
{
    TinyProject tiny =
        stacked("here",
                R"({"id": "two", "type": "for each", "count": 2}, {"id": "work", "type": "compute", "work": "1 ms"},
           {"id": "both", "type": "join", "of": "two"}, {"id": "done", "type": "reply"},
           {"id": "after", "type": "compute", "work": "1 ms"}, {"id": "end", "type": "end"})",
                "start > two > work > both > done > after > end");
    const bool loop = oneOf({false, true});
    if (loop)
        tiny.role("client", "clients", {{"kind", "event loop"}, {"count", 1}});
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0);
    cluster.run();
    CHECK(answer.took() == Approx(loop ? 2e-3 : 1e-3));
    CHECK(cluster.visits("low/do", "after") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("within a node without links a call takes the loopback's time, not that of the way to others")
{
    TinyProject tiny = stacked("same node", shortDelay, "start > wait > done");
    tiny.tree["topology"]["fabrics"][0] = {{"id", "ideal"}, {"detail", "delay only"}, {"latency", "5 ms"}};
    tiny.tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1]["connection"] = "kept";
    const double time = answerOf(tiny);
    CHECK(time > 1e-3);
    CHECK(time < 1.1e-3);
}

TEST_CASE("a call that is executed here has no deadline, no stream, and stays on its node")
{
    TinyProject tiny = stacked("here", shortDelay, "start > wait > done");
    const auto keys = [&] {
        auto components = shippedComponents();
        project::Findings findings;
        components.add(tiny.tree["components"], "/components", findings);
        const auto loaded =
            project::parseProject(tiny.tree.dump(), components, {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
        std::vector<std::string> errors;
        for (const auto& finding : loaded.findings)
            if (finding.severity == project::Severity::error)
                errors.push_back(finding.key);
        return errors;
    };
    using Keys = std::vector<std::string>;
    Json& call = tiny.tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1];
    REQUIRE(call["id"] == "call");
    SECTION("as it is")
    {
        CHECK(keys() == Keys());
    }
    SECTION("a deadline")
    {
        call["deadline"] = "1 s";
        CHECK(keys() == Keys{"call.not-here"});
    }
    SECTION("a stream")
    {
        tiny.tree["behaviours"][2]["definition"]["operations"][0]["diagrams"][0]["blocks"].push_back(
            {{"id", "take"}, {"type", "transfer"}, {"direction", "receive"}, {"over", "caller"}, {"bytes", 1}});
        const Keys found = keys();
        CHECK(std::count(found.begin(), found.end(), "call.not-here") == 1);
    }
    SECTION("a role that is elsewhere")
    {
        for (Json& group : tiny.tree["topology"]["groups"])
            group["roles"] = group["id"] == "clients" ? Json{"client"} : Json{"server", "low"};
        CHECK(keys() == Keys{"call.not-on-node"});
    }
}
