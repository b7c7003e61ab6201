// Processor work, workers, and what lets them go.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

const Json eventLoop = {{"kind", "event loop"}, {"count", 1}};

Json workers(const char* kind, int count, int backlog = 4096)
{
    return {{"kind", kind}, {"count", count}, {"backlog", backlog}};
}

/// When the answers to requests that all came at once arrived, less the way there and back.
std::vector<double> answersOf(TinyCluster& cluster, int requests)
{
    for (int i = 0; i < requests; ++i)
        cluster.ask();
    cluster.run();
    std::vector<double> times;
    for (const auto& answer : cluster.answers)
        times.push_back(answer.ok ? answer.at - 2 * roundTrip : -1); // connecting, asking
    std::sort(times.begin(), times.end());
    REQUIRE(cluster.machine->recordsInUse() == 0);
    return times;
}

void serves(TinyProject& tiny, const std::string& blocks, const std::string& wires)
{
    tiny.asks().operation("server", "serve", blocks + R"(, {"id": "answer", "type": "reply"})", wires);
}

} // namespace

TEST_CASE("compute takes its work on the reference processor, less on a faster one")
{
    TinyProject tiny;
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    CHECK(TinyCluster(tiny).alone() == about(2 * roundTrip + 10e-3));
    tiny.group("servers")["processor"] = "fast";
    CHECK(TinyCluster(tiny).alone() == about(2 * roundTrip + 5e-3));
}

TEST_CASE("compute can be stated for another processor")
{
    TinyProject tiny;
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms", "reference": "fast"})", "start > work > answer");
    CHECK(TinyCluster(tiny).alone() == about(2 * roundTrip + 20e-3));
}

TEST_CASE("compute may take other work on a processor without instructions for AES")
{
    const bool instructions = oneOf({true, false});
    const char* without = oneOf({"", R"(, "work_without_aes": "10 * n")"});
    TinyProject tiny;
    tiny.tree["components"].push_back(processor("old", 1));
    tiny.tree["components"].back()["parameters"]["aes_instructions"] = false;
    tiny.group("servers")["processor"] = instructions ? "plain" : "old";
    tiny.asks(R"(, "arguments": {"n": "3 ms"})")
        .operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "n")" + std::string(without) +
                       R"(}, {"id": "answer", "type": "reply"})",
                   "start > work > answer", {"n"});
    CHECK(TinyCluster(tiny).alone() == about(2 * roundTrip + (instructions || !*without ? 3e-3 : 30e-3)));
}

TEST_CASE("a role can state its work for another processor, and a block for yet another")
{
    // "fast" takes half of the time of the reference processor, on which the servers run.
    TinyProject tiny;
    tiny.role("server", "servers", Json{{"reference", "fast"}});
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    CHECK(TinyCluster(tiny).alone() == about(2 * roundTrip + 20e-3));
    tiny.group("servers")["processor"] = "fast";
    CHECK(TinyCluster(tiny).alone() == about(2 * roundTrip + 10e-3));

    TinyProject own;
    own.role("server", "servers", Json{{"reference", "fast"}});
    serves(own, R"({"id": "work", "type": "compute", "work": "10 ms", "reference": "Intel_Xeon_Processor_E5_2695_v3"})",
           "start > work > answer");
    CHECK(TinyCluster(own).alone() == about(2 * roundTrip + 10e-3));
}

TEST_CASE("the wake-up of a role's workers is stated for its processor, too")
{
    TinyProject tiny;
    Json loop = eventLoop;
    loop["wake_up"] = "1 ms";
    loop["reference"] = "fast";
    tiny.role("server", "servers", loop);
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    TinyCluster cluster(tiny);
    CHECK(answersOf(cluster, 1)[0] == about(22e-3)); // both take twice as long
}

TEST_CASE("an event loop works on one request after another")
{
    TinyProject tiny;
    tiny.role("server", "servers", eventLoop);
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 3);
    CHECK(times[0] == about(10e-3));
    CHECK(times[1] == about(20e-3));
    CHECK(times[2] == about(30e-3));
}

TEST_CASE("a delay lets the event loop go")
{
    TinyProject tiny;
    tiny.role("server", "servers", eventLoop);
    serves(tiny, R"({"id": "wait", "type": "delay", "time": "10 ms"})", "start > wait > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 3);
    CHECK(times[2] == about(10e-3));
}

TEST_CASE("a call lets the event loop go")
{
    TinyProject tiny;
    tiny.role("server", "servers", eventLoop);
    tiny.group("backs");
    tiny.role("back", "backs");
    tiny.operation("back", "dig",
                   R"({"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "answer", "type": "reply"})",
                   "start > wait > answer");
    serves(tiny, R"({"id": "call", "type": "call", "role": "back", "operation": "dig"})", "start > call > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 3);
    CHECK(times[0] == about(10e-3 + 2 * roundTrip));
    CHECK(times[2] == about(10e-3 + 2 * roundTrip));
}

TEST_CASE("a join lets the event loop go while its paths wait")
{
    TinyProject tiny;
    tiny.role("server", "servers", eventLoop);
    serves(tiny,
           R"({"id": "both", "type": "fork", "paths": 2}, {"id": "a", "type": "delay", "time": "10 ms"},
              {"id": "b", "type": "delay", "time": "5 ms"}, {"id": "meet", "type": "join", "of": "both"})",
           "start > both; both.path1 > a > meet; both.path2 > b > meet; meet > answer");
    TinyCluster cluster(tiny);
    CHECK(answersOf(cluster, 4).back() == about(10e-3));
}

TEST_CASE("a request that comes back to its event loop waits behind what was ready before")
{
    TinyProject tiny;
    tiny.role("server", "servers", eventLoop);
    serves(tiny,
           R"({"id": "before", "type": "compute", "work": "10 ms"}, {"id": "wait", "type": "delay", "time": "5 ms"},
              {"id": "after", "type": "compute", "work": "10 ms"})",
           "start > before > wait > after > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 2);
    // First: 0-10, waits to 15, the second works to 20, first again to 30; second again to 40.
    CHECK(times[0] == about(30e-3));
    CHECK(times[1] == about(40e-3));
}

TEST_CASE("as many requests are worked on at once as there are workers")
{
    const char* kind = oneOf({"event loop", "threads"});
    TinyProject tiny;
    tiny.role("server", "servers", workers(kind, 2));
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 5);
    const double most[] = {10e-3, 10e-3, 20e-3, 20e-3, 30e-3};
    for (int i = 0; i < 5; ++i)
        CHECK(times[static_cast<std::size_t>(i)] == about(most[i]));
}

TEST_CASE("a thread is held for the whole request, also while it waits")
{
    TinyProject tiny;
    tiny.role("server", "servers", workers("threads", 1));
    serves(tiny, R"({"id": "wait", "type": "delay", "time": "10 ms"})", "start > wait > answer");
    TinyCluster cluster(tiny);
    CHECK(answersOf(cluster, 3).back() == about(30e-3));
}

TEST_CASE("a thread for each request sets no limit but the cores")
{
    TinyProject tiny;
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    TinyCluster cluster(tiny);
    CHECK(answersOf(cluster, 8).back() == about(10e-3));
    TinyCluster again(tiny);
    CHECK(answersOf(again, 16).back() == about(20e-3));
}

TEST_CASE("a request beyond the backlog is refused")
{
    const char* kind = oneOf({"event loop", "threads"});
    TinyProject tiny;
    tiny.role("server", "servers", workers(kind, 1, 2));
    serves(tiny, R"({"id": "work", "type": "compute", "work": "10 ms"})", "start > work > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 5); // one works, two wait
    CHECK(std::count(times.begin(), times.end(), -1.0) == 2);
    CHECK(cluster.visits("client/ask", "closed") == 2);
}

TEST_CASE("an event loop accepts as many clients as it may, the others wait")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}, {"clients", 2}});
    serves(tiny, R"({"id": "wait", "type": "delay", "time": "10 ms"})", "start > wait > answer");
    TinyCluster cluster(tiny);
    const auto times = answersOf(cluster, 4);
    CHECK(times[1] == about(10e-3));
    CHECK(times[3] == about(20e-3));
}

TEST_CASE("an event loop accepts no more requests over connections that are kept than it may")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 2}, {"clients", 1}});
    serves(tiny, R"({"id": "wait", "type": "delay", "time": "10 ms"})", "start > wait > answer");
    TinyCluster cluster(tiny);
    const bool sameAgain = oneOf({true, false}); // those who have a connection ask again, or others beside them
    for (int i = 0; i < 6; ++i)
        cluster.ask(0, {}, "ask", i + 1);
    for (int i = 0; i < 6; ++i)
        cluster.ask(1, {}, "ask", sameAgain || i < 3 ? i + 1 : i + 7);
    cluster.run();
    std::vector<double> times;
    for (int i = 6; i < 12; ++i)
        times.push_back(cluster.answers[i].took());
    std::sort(times.begin(), times.end());
    CHECK(cluster.machine->recordsInUse() == 0);
    // Two at a time, of which no connection changes its event loop; new connections take a round trip more.
    if (sameAgain) {
        CHECK(times[0] == about(10e-3 + roundTrip));
        CHECK(times[5] >= 30e-3);
    }
    CHECK(times[2] >= 20e-3);
    CHECK(times[4] >= 30e-3);
}

TEST_CASE("a call over a kept connection that is given up while its event loop has no room is not served")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}, {"clients", 1}});
    tiny.asks(R"(, "deadline": "x > 5 ? 1 s : 8 ms")")
        .operation("server", "serve", R"({"id": "wait", "type": "delay", "time": "x * 1 ms"},
                                         {"id": "answer", "type": "reply"})",
                   "start > wait > answer", {"x"});
    tiny.tree["behaviours"][0]["definition"]["operations"][0]["arguments"] = {{{"name", "x"}, {"default", 0}}};
    tiny.tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1]["arguments"] = {{"x", "x"}};
    TinyCluster cluster(tiny);
    cluster.ask(0, {1}, "ask", 1);
    cluster.ask(0.1, {1}, "ask", 2); // both have a connection
    const auto& first = cluster.ask(1, {10}, "ask", 1);
    const auto& second = cluster.ask(1, {5}, "ask", 2);
    cluster.run();
    CHECK(first.ok);
    CHECK_FALSE(second.ok);
    CHECK(cluster.visits("server/serve", "answer") == 3);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("blocking file I/O holds the worker but frees the core")
{
    TinyProject tiny;
    tiny.devices("servers", 1);
    tiny.tree["components"].push_back(processor("single", 1));
    tiny.group("servers")["processor"] = "single";
    tiny.role("server", "servers", workers("event loop", 1));
    tiny.definition("server")["volumes"] = {"data"};
    serves(tiny, R"({"id": "read", "type": "read", "volume": "data", "bytes": "4 MB", "through": "direct"})",
           "start > read > answer");
    TinyCluster one(tiny);
    const double single = answersOf(one, 1)[0];
    CHECK(single > 4e6 / 5e8);
    TinyCluster two(tiny);
    CHECK(answersOf(two, 2)[1] == about(2 * single)); // one after another: the worker waits for the device

    // Another role on the same core computes meanwhile as if nothing were there.
    tiny.role("other", "servers");
    tiny.operation("other", "serve",
                   R"({"id": "work", "type": "compute", "work": "5 ms"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    tiny.operation(
        "client", "beside",
        R"({"id": "call", "type": "call", "role": "other", "operation": "serve"}, {"id": "answer", "type": "reply"})",
        "start > call > answer");
    TinyCluster both(tiny);
    both.ask();
    const auto& beside = both.ask(0, {}, "beside");
    both.run();
    CHECK(beside.took() == about(2 * roundTrip + 5e-3));
}

TEST_CASE("the utilisation law holds for the workers of an event loop", "[theory]")
{
    TinyProject tiny;
    tiny.role("server", "servers", workers("event loop", 2));
    serves(tiny, R"({"id": "work", "type": "compute", "work": "3 ms", "distribution": "exponential"})",
           "start > work > answer");
    TinyCluster cluster(tiny);
    for (int i = 0; i < 50; ++i)
        cluster.ask(i * 1e-3);
    cluster.run(20e-3); // in mid-work
    cluster.machine->resetMonitors();
    cluster.run(40e-3);
    cluster.machine->settle();
    for (const auto& role : cluster.machine->roles())
        CHECK(role.meter.busyTime() == cluster.machine->heldTime(role));
}
