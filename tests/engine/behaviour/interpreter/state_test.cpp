// Caches, queues and barriers as blocks: whose they are, who waits, what is handed on.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

TinyProject with(TinyProject tiny, Json item, const std::string& role = "client")
{
    tiny.definition(role)["state"].push_back(std::move(item));
    return tiny;
}

/// A hit takes 1 ms, a miss 10 ms.
TinyProject cached(Json item, const std::string& fields, const std::vector<std::string>& arguments = {"key"})
{
    item["id"] = "cache";
    item["type"] = "cache";
    return with(
        alone(
            R"({"id": "look", "type": "cache", "state": "cache", "key": "key")" + fields +
                R"(}, {"id": "short", "type": "delay", "time": "1 ms"}, {"id": "long", "type": "delay", "time": "10 ms"})",
            "start > look > short > answer; look.miss > long > answer", arguments),
        std::move(item));
}

/// Hit or miss of each request, one after the other.
std::vector<bool> hits(TinyCluster& cluster, const std::vector<std::vector<double>>& requests)
{
    std::vector<bool> result;
    for (const auto& arguments : requests)
        result.push_back(cluster.alone(arguments) == Approx(1e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
    return result;
}

using Hits = std::vector<bool>;

} // namespace

TEST_CASE("a miss inserts, the least recently used makes room")
{
    TinyCluster cluster(cached({{"entries", 2}}, ""));
    CHECK(hits(cluster, {{1}, {1}, {2}, {1}, {3}, {1}, {2}}) == Hits{false, true, false, true, false, true, false});
    CHECK(cluster.machine->states()[0].lookUps == 7);
    CHECK(cluster.machine->states()[0].hits == 3);
}

TEST_CASE("with insertion by hand a look-up leaves nothing behind")
{
    TinyCluster cluster(cached({{"entries", 2}}, R"(, "insert": "by hand")"));
    CHECK(hits(cluster, {{1}, {1}}) == Hits{false, false});
}

TEST_CASE("blocks insert and invalidate")
{
    const char* action = oneOf({"insert", "invalidate"});
    TinyProject tiny = cached({{"entries", 2}}, R"(, "insert": "by hand")");
    tiny.operation("client", "do",
                   R"({"id": "do", "type": "cache", "state": "cache", "key": 5, "action": ")" + std::string(action) +
                       R"("}, {"id": "answer", "type": "reply"})",
                   "start > do > answer");
    TinyCluster cluster(tiny);
    cluster.ask(0, {}, "do");
    cluster.run();
    CHECK(hits(cluster, {{5}}) == Hits{std::string(action) == "insert"});
    const auto& again = cluster.ask(5000, {}, "do"); // the other way round it leaves by its only way too
    cluster.run(6000);
    CHECK(again.ok);
}

TEST_CASE("a cache of pieces hits when every piece of the range is there, and says how much is missing")
{
    TinyProject tiny = cached({{"bytes", "1 MiB"}, {"piece", "64 KiB"}},
                              R"(, "bytes": "size", "offset": "at", "missing": "gap")", {"key", "at", "size"});
    const double kib = 1024;
    TinyCluster cluster(tiny);
    CHECK(hits(cluster, {{1, 0, 128 * kib},
                         {1, 64 * kib, 64 * kib},
                         {1, 10, 100},
                         {1, 100 * kib, 64 * kib}, // its second half is new
                         {1, 128 * kib, 1},
                         {2, 0, 1}}) == Hits{false, true, true, false, true, false});
    tiny = cached({{"bytes", "1 MiB"}, {"piece", "64 KiB"}}, R"(, "bytes": "size", "offset": "at", "missing": "gap")",
                  {"key", "at", "size"});
    tiny.definition("client")["operations"][0]["diagrams"][0]["blocks"][3]["time"] = "gap * 1 us";
    TinyCluster gaps(tiny);
    CHECK(gaps.alone({1, 0, 64 * kib}) == Approx(65536e-6));
    CHECK(gaps.alone({1, 0, 256 * kib}) == Approx(3 * 65536e-6));
    CHECK(gaps.alone({2, 60 * kib, 10 * kib}) == Approx(10240e-6)); // of the range, not of the pieces it touches
    CHECK(gaps.alone({2, 100 * kib, 64 * kib}) == Approx(36 * 1024e-6));
}

TEST_CASE("every node has a cache of its own, or the cluster has one; a node that fails forgets")
{
    const char* owner = oneOf({"node", "cluster"});
    const bool own = std::string(owner) == "node";
    TinyProject tiny = cached({{"entries", 10}, {"owner", owner}}, "");
    tiny.group("clients", 2);
    TinyCluster cluster(tiny);
    const auto& nodes = cluster.placement->nodesOf("client");
    const auto hit = [&](std::size_t node, double at) {
        cluster.ask(at, {1});
        cluster.answers.back().node = nodes[node];
        cluster.run(at + 1);
        return cluster.answers.back().took() == Approx(1e-3);
    };
    CHECK_FALSE(hit(0, 0));
    CHECK(hit(0, 2));
    CHECK(hit(1, 4) != own);
    cluster.machine->forgetNode(nodes[0]);
    CHECK(hit(0, 6) != own);
    CHECK(hit(1, 8));
}

TEST_CASE("a cache starts warm")
{
    TinyCluster cluster(cached({{"entries", 2}, {"start", "warm"}}, ""));
    CHECK(hits(cluster, {{1}, {2}, {3}, {2}}) == Hits{true, true, false, true});
}

TEST_CASE("a cache that has started warm is empty when its node returns")
{
    TinyCluster cluster(cached({{"entries", 2}, {"start", "warm"}}, ""));
    CHECK(hits(cluster, {{1}}) == Hits{true});
    const std::uint32_t node = cluster.placement->nodesOf("client").front();
    cluster.machine->failNode(node);
    cluster.machine->returnNode(node);
    CHECK(hits(cluster, {{1}, {2}, {1}, {3}}) == Hits{false, false, true, false});
}

namespace {

Json queue(Json fields = Json::object())
{
    fields["id"] = "queue";
    fields["type"] = "queue";
    return fields;
}

/// "ask" puts n and goes on; "take" gets one, waits n ms and answers.
TinyProject queued(Json item, const std::string& put = "", const std::string& get = "")
{
    TinyProject tiny = alone(R"({"id": "put", "type": "put", "state": "queue", "message": {"what": "n"})" + put + "}",
                             "start > put > answer", {"n"});
    tiny.operation("client", "take",
                   R"({"id": "get", "type": "get", "state": "queue", "values": {"x": "what"})" + get +
                       R"(}, {"id": "wait", "type": "delay", "time": "x * 1 ms"}, {"id": "answer", "type": "reply"},
                          {"id": "late", "type": "reply", "status": "error"})",
                   "start > get > wait > answer; get.timeout > late");
    return with(std::move(tiny), std::move(item));
}

} // namespace

TEST_CASE("a message waits for who gets it, and who gets it waits for a message")
{
    TinyCluster cluster(queued(queue()));
    const auto& put = cluster.ask(0, {7});
    const auto& early = cluster.ask(1, {}, "take");
    const auto& waits = cluster.ask(2, {}, "take");
    cluster.ask(3, {20});
    cluster.run();
    CHECK(put.at == 0);
    CHECK(early.took() == Approx(7e-3));
    CHECK(waits.took() == Approx(1 + 20e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("messages are taken first come first served, or by priority")
{
    const bool byPriority = oneOf({false, true});
    TinyCluster cluster(
        queued(queue({{"order", byPriority ? "priority" : "first come first served"}}), R"(, "priority": "n")"));
    for (const double n : {10, 30, 20, 30})
        cluster.ask(0, {n});
    for (int i = 0; i < 4; ++i)
        cluster.ask(1, {}, "take");
    cluster.run();
    std::vector<double> took;
    for (std::size_t i = 4; i < 8; ++i)
        took.push_back(std::round(cluster.answers[i].took() * 1e3));
    CHECK(took == (byPriority ? std::vector<double>{30, 30, 20, 10} : std::vector<double>{10, 30, 20, 30}));
}

TEST_CASE("paths that wait for messages are served first come first served")
{
    TinyCluster cluster(queued(queue()));
    cluster.ask(0, {}, "take");
    cluster.ask(0, {}, "take");
    cluster.ask(1, {10});
    cluster.ask(1, {20});
    cluster.run();
    CHECK(cluster.answers[0].at == Approx(1 + 10e-3));
    CHECK(cluster.answers[1].at == Approx(1 + 20e-3));
}

TEST_CASE("a full queue blocks the sender until there is room")
{
    const bool byBytes = oneOf({false, true});
    TinyCluster cluster(
        queued(byBytes ? queue({{"bytes", "100 B"}}) : queue({{"entries", 2}}), R"(, "bytes": "50 B")"));
    for (int i = 0; i < 4; ++i)
        cluster.ask(0, {0});
    for (int i = 1; i <= 4; ++i)
        cluster.ask(i, {}, "take");
    cluster.run();
    CHECK(cluster.answers[0].at == 0);
    CHECK(cluster.answers[1].at == 0);
    CHECK(cluster.answers[2].at == 1);
    CHECK(cluster.answers[3].at == 2);
    CHECK(cluster.answers[7].ok);
    CHECK(cluster.machine->states()[0].used.maximum() == 2);
    CHECK(cluster.machine->states()[0].waiting.maximum() == 2);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a message larger than the queue goes in when it is empty")
{
    TinyCluster cluster(queued(queue({{"bytes", "100 B"}}), R"(, "bytes": "1 KiB")"));
    cluster.ask(0, {1});
    cluster.ask(0, {2});
    cluster.ask(1, {}, "take");
    cluster.ask(2, {}, "take");
    cluster.run();
    CHECK(cluster.answers[0].at == 0);
    CHECK(cluster.answers[1].at == 1);
    CHECK(cluster.answers[3].took() == Approx(2e-3));
}

TEST_CASE("a path that has waited long enough for a message goes on without, and takes none")
{
    TinyCluster cluster(queued(queue(), "", R"(, "patience": "1 s")"));
    const auto& late = cluster.ask(0, {}, "take");
    cluster.ask(2, {5});
    const auto& good = cluster.ask(3, {}, "take");
    cluster.run();
    CHECK_FALSE(late.ok);
    CHECK(late.at == 1);
    CHECK(good.took() == Approx(5e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a cancelled sender's message never comes; the one behind it does")
{
    TinyProject tiny = queued(queue({{"entries", 1}}));
    tiny.operation(
        "client", "try",
        R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "put", "type": "put", "state": "queue", "message": {"what": 500}},
           {"id": "short", "type": "delay", "time": "5 ms"}, {"id": "answer", "type": "reply"},
           {"id": "join", "type": "join", "of": "fork", "mode": "any", "rest": "is cancelled"})",
        "start > fork > put > join > answer; fork.path2 > short > join");
    TinyCluster cluster(tiny);
    cluster.ask(0, {10});
    cluster.ask(1e-3, {}, "try"); // gives up at 6 ms
    const auto& behind = cluster.ask(2e-3, {20});
    cluster.ask(1, {}, "take");
    const auto& second = cluster.ask(2, {}, "take");
    cluster.run();
    CHECK(behind.at == 1);
    CHECK(second.took() == Approx(20e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a cancelled getter takes no message")
{
    TinyProject tiny = queued(queue());
    tiny.operation("client", "try",
                   R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "get", "type": "get", "state": "queue"},
           {"id": "short", "type": "delay", "time": "5 ms"}, {"id": "answer", "type": "reply"},
           {"id": "join", "type": "join", "of": "fork", "mode": "any", "rest": "is cancelled"})",
                   "start > fork > get > join > answer; fork.path2 > short > join");
    TinyCluster cluster(tiny);
    cluster.ask(0, {}, "try");
    cluster.ask(1, {30});
    const auto& taken = cluster.ask(2, {}, "take");
    cluster.run();
    CHECK(taken.took() == Approx(30e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

namespace {

/// Each message starts "work", which takes its n in ms; the last answers whoever asked "ask" after that time.
TinyProject consumed(Json item, int consumers, int nodes = 1)
{
    TinyProject tiny = alone(R"({"id": "put", "type": "put", "state": "queue", "message": {"n": "n"}})",
                             "start > put > answer", {"n"});
    tiny.group("clients", nodes);
    tiny.operation("client", "work",
                   R"({"id": "wait", "type": "delay", "time": "n * 1 ms"}, {"id": "end", "type": "end"})",
                   "start > wait > end", {"n"});
    Json& start = tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0];
    start["queue"] = "queue";
    start["consumers"] = consumers;
    return with(std::move(tiny), std::move(item));
}

} // namespace

TEST_CASE("messages start operations, as many at a time as there are consumers")
{
    const int consumers = oneOf({1, 2});
    TinyCluster cluster(consumed(queue(), consumers));
    for (int i = 0; i < 4; ++i)
        cluster.ask(0, {10});
    cluster.run(25e-3);
    CHECK(cluster.visits("client/work", "wait") == (consumers == 1 ? 2u : 4u));
    cluster.run(1);
    CHECK(cluster.visits("client/work", "wait") == 4);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("every consumer has slots of its own where the worker has")
{
    const char* owner = oneOf({"worker", "node"});
    TinyProject tiny =
        with(consumed(queue(), 2), Json{{"id", "slot"}, {"type", "slots"}, {"capacity", 1}, {"owner", owner}});
    Json& work = tiny.definition("client")["operations"][1]["diagrams"][0];
    work["blocks"].push_back({{"id", "take"}, {"type", "acquire"}, {"state", "slot"}});
    work["wires"][0] = {"start.next", "take.in"};
    work["wires"].push_back({"take.next", "wait.in"});
    TinyCluster cluster(tiny);
    for (int i = 0; i < 4; ++i)
        cluster.ask(0, {10});
    cluster.run(25e-3);
    CHECK(cluster.visits("client/work", "wait") == (std::string(owner) == "worker" ? 4u : 2u));
    CHECK(cluster.software.serversOf(cluster.software.findRole("client")) == 1 + 2);
}

TEST_CASE("consumers of all nodes share the cluster's queue; a node's queue has the node's own")
{
    const char* owner = oneOf({"cluster", "node"});
    TinyCluster cluster(consumed(queue({{"owner", owner}}), 1, 3));
    for (int i = 0; i < 6; ++i)
        cluster.ask(0, {10}); // all from one node
    cluster.run(15e-3);
    CHECK(cluster.visits("client/work", "wait") == (std::string(owner) == "cluster" ? 3u : 1u));
    cluster.run(1);
    CHECK(cluster.visits("client/work", "wait") == 6);
}

TEST_CASE("few messages of the cluster's queue go to as many nodes")
{
    TinyProject tiny = with(consumed(queue({{"owner", "cluster"}}), 2, 3),
                            Json{{"id", "slot"}, {"type", "slots"}, {"capacity", 1}, {"owner", "node"}});
    Json& work = tiny.definition("client")["operations"][1]["diagrams"][0];
    work["blocks"].push_back({{"id", "take"}, {"type", "acquire"}, {"state", "slot"}}); // held to the end
    work["wires"][0] = {"start.next", "take.in"};
    work["wires"].push_back({"take.next", "wait.in"});
    TinyCluster cluster(tiny);
    for (int i = 0; i < 3; ++i)
        cluster.ask(0, {10});
    cluster.run(15e-3);
    CHECK(cluster.visits("client/work", "wait") == 3);
}

TEST_CASE("a bounded queue before slow consumers slows its senders down")
{
    TinyCluster cluster(consumed(queue({{"entries", 1}}), 1));
    for (int i = 0; i < 4; ++i)
        cluster.ask(0, {10});
    cluster.run();
    // One is worked on, one waits; the others get in as the work goes on.
    CHECK(cluster.answers[1].at == 0);
    CHECK(cluster.answers[2].at == Approx(10e-3));
    CHECK(cluster.answers[3].at == Approx(20e-3));
}

TEST_CASE("messages in a failed node's queue are lost")
{
    TinyCluster cluster(queued(queue()));
    cluster.ask(0, {10});
    cluster.run(1);
    cluster.machine->forgetNode(cluster.placement->nodesOf("client").front());
    CHECK(cluster.machine->recordsInUse() == 0);
    const auto& taken = cluster.ask(2, {}, "take");
    cluster.ask(3, {20});
    cluster.run();
    CHECK(taken.took() == Approx(1 + 20e-3));
}

namespace {

TinyProject meeting(const std::string& fields, Json item = Json::object())
{
    item["id"] = "meet";
    item["type"] = "barrier";
    if (!item.contains("owner"))
        item["owner"] = "cluster";
    return with(alone(R"({"id": "meet", "type": "barrier", "state": "meet", "ranks": "ranks")" + fields + "}",
                      "start > meet > answer; meet.timeout > none", {"ranks"}),
                std::move(item));
}

} // namespace

TEST_CASE("a barrier opens for all when the last has come, and closes behind them")
{
    TinyCluster cluster(meeting(""));
    for (int i = 0; i < 6; ++i)
        cluster.ask(i, {3});
    cluster.run();
    for (int i = 0; i < 6; ++i)
        CHECK(cluster.answers[static_cast<std::size_t>(i)].at == (i < 3 ? 2 : 5));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a rank that loses patience at a barrier no longer counts")
{
    TinyCluster cluster(meeting(R"(, "patience": "1.5 s")"));
    const auto& first = cluster.ask(0, {2});
    const auto& second = cluster.ask(2, {2});
    const auto& third = cluster.ask(3, {2});
    cluster.run();
    CHECK_FALSE(first.ok);
    CHECK(first.at == 1.5);
    CHECK(second.at == 3);
    CHECK(third.at == 3);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("every job has a barrier of its own, and what it asks for belongs to it")
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation(
        "server", "serve",
        R"({"id": "meet", "type": "barrier", "state": "meet", "ranks": 2}, {"id": "answer", "type": "reply"})",
        "start > meet > answer");
    TinyCluster cluster(with(tiny, {{"id", "meet"}, {"type", "barrier"}, {"owner", "job"}}, "server"));
    struct Seen final : behaviour::OperationClient
    {
        int answered = 0;
        void operationDone(const behaviour::OperationTicket&, bool) override { ++answered; }
    } seen;
    const std::uint32_t operation = cluster.software.findOperation("client", "ask");
    const std::uint32_t node = cluster.placement->nodesOf("client").front();
    std::uint64_t key = 0;
    const auto start = [&](std::uint64_t job) {
        ++key;
        cluster.machine->start(operation, {node}, key, {}, {&seen, key, 0, 0, 0, 0}, job);
        cluster.run(static_cast<double>(key));
    };
    start(1);
    start(2);
    CHECK(seen.answered == 0);
    start(2);
    CHECK(seen.answered == 2);
    start(1);
    CHECK(seen.answered == 4);
    CHECK(cluster.machine->recordsInUse() == 0);
}
