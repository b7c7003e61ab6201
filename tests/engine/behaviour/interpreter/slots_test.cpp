// Slots that are acquired and released: locks, counts, keys, and what a path gives back when it ends.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Takes `slots` for 10 ms. The state's fields and the fields of both blocks are given.
TinyProject locked(Json state, const std::string& fields, int nodes = 1)
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "slots")" + fields +
                                 R"(}, {"id": "hold", "type": "delay", "time": "10 ms"},
                                {"id": "give", "type": "release", "state": "slots")" +
                                 fields + "}",
                             "start > take > hold > give > answer", {"n"});
    state["id"] = "slots";
    tiny.group("clients", nodes);
    tiny.definition("client")["state"] = Json::array({state});
    return tiny;
}

std::vector<double> waits(TinyCluster& cluster, const std::vector<double>& arguments)
{
    for (const double argument : arguments)
        cluster.ask(0, {argument});
    cluster.run();
    std::vector<double> times;
    for (const auto& answer : cluster.answers)
        times.push_back(answer.at);
    CHECK(cluster.machine->recordsInUse() == 0);
    return times;
}

} // namespace

TEST_CASE("a lock excludes, first come first served")
{
    TinyCluster cluster(locked({{"capacity", 1}}, ""));
    const auto times = waits(cluster, {0, 0, 0});
    CHECK(times[0] == Approx(10e-3));
    CHECK(times[1] == Approx(20e-3));
    CHECK(times[2] == Approx(30e-3));
}

TEST_CASE("as many as there are slots hold them at once")
{
    TinyCluster cluster(locked({{"capacity", 2}}, ""));
    CHECK(waits(cluster, {0, 0, 0}) == std::vector<double>{10e-3, 10e-3, 20e-3});
}

TEST_CASE("locks of different keys do not interfere")
{
    TinyCluster cluster(locked({{"capacity", 1}, {"keyed", true}}, R"(, "key": "n")"));
    CHECK(waits(cluster, {1, 2, 1}) == std::vector<double>{10e-3, 10e-3, 20e-3});
}

TEST_CASE("a request for many slots is not overtaken by one for few")
{
    TinyCluster cluster(locked({{"capacity", 3}}, R"(, "amount": "n")"));
    CHECK(waits(cluster, {2, 3, 1}) == std::vector<double>{10e-3, 20e-3, 30e-3});
}

TEST_CASE("a request for more slots than there are ends the run with the reason")
{
    TinyCluster cluster(locked({{"capacity", 3}}, R"(, "amount": "n")"));
    cluster.ask(0, {3});
    const auto& tooMany = cluster.ask(1, {4});
    CHECK_THROWS_WITH(cluster.run(), Catch::Contains("4 of the 3 slots of \"slots\" (client/ask/full)"));
    CHECK(tooMany.at < 0);
}

TEST_CASE("every node has slots of its own, or the cluster has one set")
{
    const char* owner = oneOf({"node", "cluster"});
    TinyCluster cluster(locked({{"capacity", 1}, {"owner", owner}}, "", 2));
    cluster.ask(0, {0});
    cluster.ask(0, {0});
    cluster.answers.back().node = cluster.placement->nodesOf("client")[1];
    cluster.run();
    CHECK(cluster.answers[1].at == Approx(std::string(owner) == "node" ? 10e-3 : 20e-3));
}

TEST_CASE("every thread has slots of its own, also one that serves a workload's request")
{
    TinyCluster cluster(locked({{"capacity", 1}, {"owner", "worker"}}, ""));
    CHECK(waits(cluster, {0, 0}) == std::vector<double>{10e-3, 10e-3});
}

TEST_CASE("slots of a hash set are given round and round, in an order that says nothing of who came first", "[theory]")
{
    // One is given back, and one more waits, every 10 ms, and sixteen wait on average. A round gives all who were there
    // at its beginning one, and half of those who came meanwhile: it has twice as many, and a wait is anything up to
    // it.
    constexpr int backlog = 16, asked = 4000;
    TinyCluster cluster(locked({{"capacity", 1}, {"waiting", "hash set"}}, ""));
    for (int i = 0; i < asked; ++i)
        cluster.ask(std::max(0, i - backlog) * 10e-3);
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    double sum = 0, squares = 0, longest = 0;
    constexpr int from = 10 * backlog, until = asked - 3 * backlog;
    for (int i = from; i < until; ++i) {
        const double turns = cluster.answers[static_cast<std::size_t>(i)].took() / 10e-3 - 1;
        sum += turns;
        squares += turns * turns;
        longest = std::max(longest, turns);
    }
    const double mean = sum / (until - from), deviation = std::sqrt(squares / (until - from) - mean * mean);
    CHECK(mean == Approx(backlog).epsilon(0.05));
    CHECK(deviation ==
          Approx(2 * backlog / std::sqrt(12)).epsilon(0.15)); // first come first served: 0; any of them: 16
    CHECK(longest < 3.5 * backlog);
}

TEST_CASE("slots that a path holds are given back when it ends")
{
    TinyProject tiny = alone(
        R"({"id": "take", "type": "acquire", "state": "slots"}, {"id": "hold", "type": "delay", "time": "10 ms"})",
        "start > take > hold > answer");
    tiny.definition("client")["state"] = {{{"id", "slots"}, {"type", "slots"}, {"capacity", 1}}};
    TinyCluster cluster(tiny);
    CHECK(waits(cluster, {0, 0}) == std::vector<double>{10e-3, 20e-3});
}

namespace {

/// Two slots of four, then one more; `give` after 10 ms, an answer after 10 ms more. "ask" needs `n` slots at 1 ms.
double waitFor(double n, const std::string& give)
{
    TinyProject tiny = locked({{"capacity", 4}}, R"(, "amount": "n")");
    tiny.operation(
        "client", "hold",
        R"({"id": "two", "type": "acquire", "state": "slots", "amount": 2}, {"id": "one", "type": "acquire", "state": "slots"},
                      {"id": "hold", "type": "delay", "time": "10 ms"}, {"id": "give", "type": "release", "state": "slots")" +
            give + R"(}, {"id": "on", "type": "delay", "time": "10 ms"}, {"id": "answer", "type": "reply"})",
        "start > two > one > hold > give > on > answer");
    TinyCluster cluster(tiny);
    cluster.ask(0, {}, "hold");
    cluster.ask(1e-3, {n});
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    return cluster.answers[1].at - 10e-3; // it holds them for so long
}

} // namespace

TEST_CASE("a release gives back what was acquired last, or as much as it says")
{
    CHECK(waitFor(1, "") == Approx(1e-3));
    CHECK(waitFor(2, "") == Approx(10e-3)); // the one
    CHECK(waitFor(3, "") == Approx(20e-3)); // not the two before it
    const std::string two = R"(, "amount": 2)";
    CHECK(waitFor(3, two) == Approx(10e-3)); // the one, and one of the two before it
    CHECK(waitFor(4, two) == Approx(20e-3));
    CHECK(waitFor(4, R"(, "amount": 4)") == Approx(10e-3)); // more than it holds: all of it
}

namespace {

/// One lock. "ask" takes it and goes on with the given blocks; "hold" keeps it for 20 ms.
TinyProject oneLock(const std::string& blocks, const std::string& wires)
{
    TinyProject tiny =
        alone(R"({"id": "take", "type": "acquire", "state": "lock"}, )" + blocks, "start > take > " + wires);
    tiny.definition("client")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"capacity", 1}}};
    tiny.operation("client", "hold",
                   R"({"id": "take", "type": "acquire", "state": "lock"},
                      {"id": "long", "type": "delay", "time": "20 ms"}, {"id": "answer", "type": "reply"})",
                   "start > take > long > answer");
    return tiny;
}

/// When three that hold it one after another are through, behind an "ask" before them.
std::vector<double> throughWith(const TinyProject& tiny)
{
    TinyCluster cluster(tiny);
    cluster.ask();
    for (const double at : {1e-3, 2e-3, 3e-3})
        cluster.ask(at, {}, "hold");
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    std::vector<double> ends;
    for (std::size_t i = 1; i < 4; ++i)
        ends.push_back(cluster.answers[i].at);
    return ends;
}

void checkEnds(const std::vector<double>& ends, const std::vector<double>& expected)
{
    REQUIRE(ends.size() == expected.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
        CHECK(ends[i] == Approx(expected[i]));
}

} // namespace

TEST_CASE("a parallel path gives back what was acquired before the fork, once for all of them")
{
    // The other path finds it gone at 15 ms, and so does who comes behind the join at 35 ms.
    checkEnds(
        throughWith(oneLock(
            R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "short", "type": "delay", "time": "5 ms"},
                   {"id": "first", "type": "release", "state": "lock"}, {"id": "rest", "type": "delay", "time": "20 ms"},
                   {"id": "long", "type": "delay", "time": "15 ms"}, {"id": "second", "type": "release", "state": "lock"},
                   {"id": "last", "type": "delay", "time": "20 ms"}, {"id": "join", "type": "join", "of": "fork"},
                   {"id": "third", "type": "release", "state": "lock"}, {"id": "on", "type": "delay", "time": "1 s"})",
            "fork > short > first > rest > join > third > on > answer; fork.path2 > long > second > last > join")),
        {25e-3, 45e-3, 65e-3});
}

TEST_CASE("a release reaches what was acquired before the outer one of two forks")
{
    checkEnds(throughWith(oneLock(
                  R"({"id": "outer", "type": "for each", "count": 2}, {"id": "inner", "type": "for each", "count": 2},
                   {"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "give", "type": "release", "state": "lock"},
                   {"id": "on", "type": "delay", "time": "1 s"}, {"id": "in", "type": "join", "of": "inner"},
                   {"id": "out", "type": "join", "of": "outer"})",
                  "outer > inner > wait > give > on > in > out > answer")),
              {30e-3, 50e-3, 70e-3});
}

TEST_CASE("a parallel path gives back its own slots before those acquired ahead of the fork")
{
    TinyProject tiny = oneLock(
        R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "more", "type": "acquire", "state": "lock"},
           {"id": "short", "type": "delay", "time": "5 ms"}, {"id": "give", "type": "release", "state": "lock"},
           {"id": "rest", "type": "delay", "time": "20 ms"}, {"id": "join", "type": "join", "of": "fork"})",
        "fork > more > short > give > rest > join > answer; fork.path2 > join");
    tiny.definition("client")["state"][0]["capacity"] = 2;
    checkEnds(throughWith(tiny), {25e-3, 45e-3, 45e-3}); // one place from 5 ms on, both from 25 ms on
}

TEST_CASE("the path of a chunk gives back what was acquired before the transfer")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "take", "type": "transfer", "direction": "receive", "over": "call", "bytes": 4000000,
                       "chunk": 1000000}, {"id": "taken", "type": "end"}, {"id": "answer", "type": "reply"})",
                   "start > call > answer; call.opened > take > taken");
    tiny.operation("server", "serve",
                   R"({"id": "lock", "type": "acquire", "state": "lock"},
                      {"id": "give", "type": "transfer", "over": "caller", "bytes": 4000000, "chunk": 1000000},
                      {"id": "free", "type": "release", "state": "lock"}, {"id": "wait", "type": "delay", "time": "1 s"},
                      {"id": "answer", "type": "reply"})",
                   "start > lock > give > wait > answer; give.chunk > free");
    tiny.definition("server")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"capacity", 1}}};
    TinyCluster cluster(tiny);
    cluster.ask();
    cluster.ask();
    cluster.run();
    CHECK(cluster.answers[0].took() < 1.1);
    CHECK(cluster.answers[1].took() < 1.1); // else it would begin when the first one has ended
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("when who waits first is cancelled, the next one goes on")
{
    TinyProject tiny = alone(
        R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "many", "type": "acquire", "state": "slots", "amount": 2},
           {"id": "short", "type": "delay", "time": "5 ms"}, {"id": "join", "type": "join", "of": "fork", "mode": "any", "rest": "is cancelled"})",
        "start > fork > many > join > answer; fork.path2 > short > join");
    tiny.definition("client")["state"] = {{{"id", "slots"}, {"type", "slots"}, {"capacity", 2}}};
    tiny.operation(
        "client", "hold",
        R"({"id": "take", "type": "acquire", "state": "slots"}, {"id": "long", "type": "delay", "time": "20 ms"}, {"id": "answer", "type": "reply"})",
        "start > take > long > answer");
    TinyCluster cluster(tiny);
    cluster.ask(0, {}, "hold");                        // holds one of two until 20 ms
    cluster.ask(1e-3);                                 // waits for two, gives up at 6 ms
    const auto& third = cluster.ask(2e-3, {}, "hold"); // behind it
    cluster.run();
    CHECK(third.at == Approx(26e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("keys below zero are keys of their own")
{
    TinyCluster cluster(locked({{"capacity", 1}, {"keyed", true}}, R"(, "key": "n")"));
    CHECK(waits(cluster, {-1, -2, 0, 1}) == std::vector<double>(4, 10e-3));
}

TEST_CASE("keys so large that neighbours would be one stop the run, and hash makes one of several numbers")
{
    TinyCluster large(locked({{"capacity", 1}, {"keyed", true}}, R"(, "key": "n * 4096")"));
    large.ask(0, {0x1p45});
    CHECK_THROWS_WITH(large.calendar.runUntil(kernel::fromSeconds(1)),
                      Catch::Contains("\"take\"") && Catch::Contains("hash(a, b)"));
    TinyCluster hashed(locked({{"capacity", 1}, {"keyed", true}}, R"--(, "key": "hash(n, 1)")--"));
    CHECK(waits(hashed, {0x1p52, 0x1p52 - 1, 7}) == std::vector<double>(3, 10e-3));
}
