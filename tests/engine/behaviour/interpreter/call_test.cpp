// Calls: connecting, answers, deadlines, selectors.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <cmath>
#include <map>
#include <set>

using namespace headroom;
using namespace headroom::test;

namespace {

void replies(TinyProject& tiny, const std::string& delay = "0 s", const std::string& status = "ok")
{
    tiny.operation("server", "serve",
                   R"({"id": "wait", "type": "delay", "time": ")" + delay +
                       R"("}, {"id": "answer", "type": "reply", "status": ")" + status + R"("})",
                   "start > wait > answer");
}

/// The first answer takes 100 ms, the others none.
void firstAnswerIsLate(TinyProject& tiny)
{
    tiny.operation("server", "serve",
                   R"({"id": "look", "type": "cache", "state": "seen", "key": 1},
                      {"id": "long", "type": "delay", "time": "100 ms"}, {"id": "answer", "type": "reply"})",
                   "start > look > answer; look.miss > long > answer");
    tiny.definition("server")["state"] = {{{"id", "seen"}, {"type", "cache"}, {"entries", 1}}};
}

} // namespace

TEST_CASE("a new connection costs a round trip more than a kept one")
{
    const bool kept = oneOf({true, false});
    const char* kind = oneOf({"event loop", "threads", "thread per request"});
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", kind}});
    tiny.asks(kept ? "" : R"(, "connection": "new")");
    replies(tiny);
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0, {}, "ask", 7);
    const auto& second = cluster.ask(1, {}, "ask", 7);
    const auto& stranger = cluster.ask(2, {}, "ask", 8);
    cluster.run();
    CHECK(first.took() == about(2 * roundTrip));
    CHECK(second.took() == about(kept ? roundTrip : 2 * roundTrip));
    CHECK(stranger.took() == about(2 * roundTrip));
}

TEST_CASE("threads keep their connections from one request to the next")
{
    TinyProject tiny;
    tiny.group("backs");
    tiny.role("back", "backs");
    tiny.operation("back", "dig", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.asks().operation(
        "server", "serve",
        R"({"id": "call", "type": "call", "role": "back", "operation": "dig", "connection": "kept"}, {"id": "answer", "type": "reply"})",
        "start > call > answer");
    TinyCluster cluster(tiny);
    cluster.ask(0, {}, "ask", 1);
    const auto& second = cluster.ask(1, {}, "ask", 1);
    cluster.run();
    CHECK(second.took() == about(2 * roundTrip));
}

TEST_CASE("a kept connection stays with the worker that accepted it")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 4}})["state"] = {
        {{"id", "seen"}, {"type", "cache"}, {"owner", "worker"}, {"entries", 1}}};
    tiny.asks().operation("server", "serve",
                          R"({"id": "look", "type": "cache", "state": "seen", "key": 1},
                             {"id": "work", "type": "compute", "work": "10 ms"}, {"id": "answer", "type": "reply"})",
                          "start > look > answer; look.miss > work > answer");
    TinyCluster cluster(tiny);
    for (int i = 0; i < 20; ++i)
        cluster.ask(i, {}, "ask", 7);
    cluster.run();
    CHECK(cluster.answers[0].took() == about(2 * roundTrip + 10e-3));
    for (std::size_t i = 1; i < 20; ++i)
        CHECK(cluster.answers[i].took() == about(roundTrip)); // only that worker has seen it
}

TEST_CASE("while a kept connection is busy, a further call opens another one, which is kept as well")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "each", "type": "for each", "count": 3},
                      {"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept"},
                      {"id": "join", "type": "join", "of": "each"}, {"id": "good", "type": "reply"})",
                   "start > each > call > join > good");
    replies(tiny, "10 ms");
    TinyCluster cluster(tiny);
    const auto& one = cluster.ask(0, {}, "ask", 7);
    const auto& two = cluster.ask(1, {}, "ask", 7);
    const auto& overlapping = cluster.ask(2, {}, "ask", 7);
    const auto& beside = cluster.ask(2 + 5e-3, {}, "ask", 7); // all three are busy
    cluster.run();
    CHECK(one.took() == about(2 * roundTrip + 10e-3));
    CHECK(two.took() == about(roundTrip + 10e-3));
    CHECK(overlapping.took() == about(roundTrip + 10e-3));
    CHECK(beside.took() == about(2 * roundTrip + 10e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("calls that are under way together over kept connections are accepted by whoever is free")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 2}});
    tiny.asks().operation("server", "serve",
                          R"({"id": "work", "type": "compute", "work": "10 ms"}, {"id": "answer", "type": "reply"})",
                          "start > work > answer");
    TinyCluster cluster(tiny);
    cluster.ask(0, {}, "ask", 7);
    const auto& first = cluster.ask(1, {}, "ask", 7);
    const auto& second = cluster.ask(1 + 3e-3, {}, "ask", 7);
    cluster.run();
    CHECK(first.took() == about(roundTrip + 10e-3));
    CHECK(second.took() == about(2 * roundTrip + 10e-3)); // by the other worker, over a connection of its own
}

TEST_CASE("the same seed spreads kept connections over the workers alike, whoever calls first")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 8}});
    tiny.asks().operation("server", "serve",
                          R"({"id": "work", "type": "compute", "work": "10 ms"}, {"id": "answer", "type": "reply"})",
                          "start > work > answer");
    constexpr int sessions = 16;
    // All ask at once, each over the connection that it opened before: who shares a worker waits for the others.
    const auto together = [&](bool reversed) {
        TinyCluster cluster(tiny);
        for (int i = 0; i < sessions; ++i)
            cluster.ask(i, {}, "ask", static_cast<std::uint64_t>(reversed ? sessions - i : i + 1));
        for (int i = 0; i < sessions; ++i)
            cluster.ask(100, {}, "ask", static_cast<std::uint64_t>(i + 1));
        cluster.run();
        std::vector<double> took;
        for (int i = 0; i < sessions; ++i)
            took.push_back(std::round(1e3 * cluster.answers[static_cast<std::size_t>(sessions + i)].took()));
        return took;
    };
    CHECK(together(false) == together(true));
}

TEST_CASE("a call that was given up closes its kept connection: the next one makes it anew")
{
    TinyProject tiny;
    tiny.asks(R"(, "deadline": "20 ms")");
    firstAnswerIsLate(tiny);
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0, {}, "ask", 7);
    const auto& second = cluster.ask(1, {}, "ask", 7);
    const auto& third = cluster.ask(2, {}, "ask", 7);
    cluster.run();
    CHECK(first.took() == 20e-3);
    CHECK(second.took() == about(2 * roundTrip));
    CHECK(third.took() == about(roundTrip));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("calls over a shared connection, of whichever session, open it once and do not wait for one another")
{
    TinyProject tiny;
    tiny.asks(R"(, "connection": "shared")");
    replies(tiny, "10 ms");
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0, {}, "ask", 7);
    const auto& second = cluster.ask(1, {}, "ask", 8);
    const auto& beside = cluster.ask(1 + 5e-3, {}, "ask", 9);
    cluster.run();
    CHECK(first.took() == about(2 * roundTrip + 10e-3));
    CHECK(second.took() == about(roundTrip + 10e-3));
    CHECK(beside.took() == about(roundTrip + 10e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("small messages over a shared connection have the share of one stream, over connections of their own of many")
{
    const bool shared = oneOf({true, false});
    const bool answers = oneOf({true, false}); // which carry the bytes: answers, or requests
    const double total = linkRate / 10;        // what a cable carries in 100 ms
    const std::string small = std::to_string(total / 1000), large = std::to_string(total);
    const auto sizes = [&](const std::string& bytes) {
        return R"("request": )" + (answers ? "0" : bytes) + R"(, "arguments": {"size": )" + (answers ? bytes : "0") +
               "}";
    };
    TinyProject tiny;
    tiny.group("clients", 2);
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply", "bytes": "size"})", "start > answer",
                   {"size"});
    tiny.operation("client", "take",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept", )" +
                       sizes(large) + R"(}, {"id": "good", "type": "reply"})",
                   "start > call > good");
    tiny.operation("client", "ask",
                   R"({"id": "each", "type": "for each", "count": 1000},
                      {"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": ")" +
                       std::string(shared ? "shared" : "kept") + R"(", )" + sizes(small) +
                       R"(}, {"id": "join", "type": "join", "of": "each"}, {"id": "good", "type": "reply"})",
                   "start > each > call > join > good");
    TinyCluster cluster(tiny);
    const auto& many = cluster.ask();
    const auto& one = cluster.ask(0, {}, "take");
    cluster.answers.back().node = cluster.placement->nodesOf("client").back();
    REQUIRE(one.node != many.node);
    cluster.run();
    // Both have a half of the server's cable until both are done, or what is alone in it has nearly all.
    CHECK(many.took() == Approx(shared ? 0.2 : 0.1).epsilon(0.2));
    CHECK(one.took() == Approx(0.2).epsilon(0.05));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a call over a shared connection that is given up leaves it open for the others")
{
    TinyProject tiny;
    tiny.asks(R"(, "connection": "shared", "deadline": "20 ms")");
    firstAnswerIsLate(tiny);
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0);
    const auto& second = cluster.ask(1);
    cluster.run();
    CHECK(first.took() == 20e-3);
    CHECK(second.took() == about(roundTrip));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("an error answer leaves by the port error")
{
    TinyProject tiny;
    tiny.asks();
    replies(tiny, "1 ms", "error");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK(answer.at == about(2 * roundTrip + 1e-3));
    CHECK_FALSE(answer.ok);
    CHECK(cluster.visits("client/ask", "bad") == 1);
}

TEST_CASE("a request whose paths all end without an answer is an error for the caller")
{
    TinyProject tiny;
    tiny.asks().operation("server", "serve",
                          R"({"id": "wait", "type": "delay", "time": "1 ms"}, {"id": "over", "type": "end"})",
                          "start > wait > over");
    TinyCluster cluster(tiny);
    cluster.ask();
    cluster.run();
    CHECK(cluster.visits("client/ask", "bad") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("the deadline leaves by the port timeout at exactly its time, and the late answer is dropped")
{
    TinyProject tiny;
    tiny.asks(R"(, "deadline": "20 ms")");
    replies(tiny, "1 s");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0.5);
    cluster.run(0.9);
    CHECK(answer.at == 0.52);
    CHECK(cluster.visits("client/ask", "late") == 1);
    cluster.run();
    CHECK(answer.at == 0.52);
    CHECK(cluster.visits("client/ask", "good") == 0);
    CHECK(cluster.visits("server/serve", "answer") == 1); // the server does not know
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("an answer within the deadline takes the deadline away")
{
    TinyProject tiny;
    tiny.asks(R"(, "deadline": "20 ms")");
    replies(tiny);
    TinyCluster cluster(tiny);
    CHECK(cluster.alone() == about(2 * roundTrip));
    CHECK(cluster.calendar.pending() == 0);
}

TEST_CASE("a request that waits to be accepted is taken out at the deadline")
{
    const char* kind = oneOf({"event loop", "threads"});
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", kind}, {"count", 1}, {"backlog", 1}});
    tiny.asks(R"(, "deadline": "50 ms")")
        .operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "100 ms"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    TinyCluster cluster(tiny);
    cluster.ask(0);
    cluster.ask(1e-3);  // waits, gives up at 51 ms
    cluster.ask(60e-3); // finds its place in the backlog free, gives up at 110 ms: served from 104 ms
    cluster.run();
    CHECK(cluster.visits("client/ask", "late") == 3);
    CHECK(cluster.visits("client/ask", "closed") == 0);
    CHECK(cluster.visits("server/serve", "work") == 2);
    CHECK(cluster.machine->recordsInUse() == 0);
    for (const auto& role : cluster.machine->roles())
        CHECK(role.meter.present() == 0);
}

TEST_CASE("arguments come in by the call, results go out by the reply")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "arguments": {"a": "x + 1"}, "results": {"y": "twice"}},
                      {"id": "wait", "type": "delay", "time": "y"}, {"id": "answer", "type": "reply"})",
        "start > call > wait > answer", {"x"});
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply", "results": {"twice": "2 * a"}})",
                   "start > answer", {"a"}, {"twice"});
    CHECK(TinyCluster(tiny).alone({4}) == about(2 * roundTrip + 10));
}

TEST_CASE("arguments of equal names are passed by a list of them")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "arguments": ["y", "x"], "results": {"z": "digits"}},
                      {"id": "wait", "type": "delay", "time": "z"}, {"id": "answer", "type": "reply"})",
        "start > call > wait > answer", {"x", "y"});
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply", "results": {"digits": "10 * x + y"}})",
                   "start > answer", {"x", "y"}, {"digits"});
    CHECK(TinyCluster(tiny).alone({3, 4}) == about(2 * roundTrip + 34));
}

TEST_CASE("send does not wait")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "tell", "type": "send", "role": "server", "operation": "serve"}, {"id": "answer", "type": "reply"})",
        "start > tell > answer");
    replies(tiny, "1 s");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK(answer.at == 0);
    CHECK(cluster.visits("server/serve", "answer") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("selectors: round robin takes turns, same node stays, at device goes where the device is")
{
    TinyProject tiny;
    tiny.group("servers", 3);
    tiny.devices("servers", 2);
    tiny.definition("server")["volumes"] = {"data"};
    replies(tiny);
    SECTION("round robin")
    {
        tiny.asks(R"(, "selector": "round robin")");
        TinyCluster cluster(tiny);
        for (int i = 0; i < 6; ++i)
            cluster.ask(i);
        cluster.run(2.0011); // the third has just arrived
        for (const auto& role : cluster.machine->roles())
            CHECK(cluster.machine->inFlight(role) <= 1);
    }
    SECTION("round robin: each caller takes turns by itself, and begins elsewhere than the others")
    {
        tiny.group("clients", 3);
        tiny.asks(R"(, "selector": "round robin")").definition("server")["operations"].clear();
        replies(tiny, "1 s");
        TinyCluster cluster(tiny);
        const auto calledBy = [&](int client) {
            const double now = kernel::toSeconds(cluster.calendar.now());
            cluster.ask(now);
            cluster.answers.back().node = cluster.placement->nodesOf("client")[client];
            cluster.run(now + 0.5);
            std::vector<std::uint32_t> nodes;
            for (const auto& role : cluster.machine->roles())
                if (cluster.software.roles[role.role].id == "server" && cluster.machine->inFlight(role) > 0)
                    nodes.push_back(role.node);
            cluster.run(now + 2);
            REQUIRE(nodes.size() == 1);
            return nodes.front();
        };
        std::map<int, std::set<std::uint32_t>> called; // always in the same order of the clients
        std::set<std::uint32_t> calledFirst;
        for (int round = 0; round < 3; ++round)
            for (int client = 0; client < 3; ++client) {
                const std::uint32_t node = calledBy(client);
                called[client].insert(node);
                if (round == 0)
                    calledFirst.insert(node);
            }
        CHECK(calledFirst.size() == 3);
        for (const auto& [client, nodes] : called)
            CHECK(nodes.size() == 3);
    }
    SECTION("same node: over the loopback")
    {
        tiny.role("server", "clients");
        for (Json& group : tiny.tree["topology"]["groups"])
            group["roles"] = group["id"] == "clients" ? Json{"client", "server"} : Json::array();
        tiny.definition("server")["volumes"] = Json::array();
        tiny.asks(R"(, "selector": "same node")");
        CHECK(TinyCluster(tiny).alone() < 100e-6);
    }
    SECTION("at device")
    {
        tiny.asks(R"(, "selector": "at device", "device": 3)").definition("server")["workers"] = {{"kind", "threads"},
                                                                                                  {"count", 1}};
        TinyCluster cluster(tiny);
        cluster.ask();
        cluster.run();
        const std::uint32_t node = cluster.topology->devices()[3].node;
        for (const auto& role : cluster.machine->roles())
            CHECK((role.meter.arrivals() == 1) == (role.node == node));
    }
}
