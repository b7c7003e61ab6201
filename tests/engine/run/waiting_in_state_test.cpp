// Slots by priority, tokens at a rate, and caches whose entries expire, against formulas and arithmetic.
#include "run_fixture.h"

#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

Json stated(const TinyProject& tiny, const std::string& state, const std::string& workloads, const char* duration)
{
    Json tree = tiny.tree;
    for (Json& behaviour : tree["behaviours"])
        if (behaviour["role"] == "client")
            behaviour["definition"]["state"] = Json::parse(state);
    tree["workloads"] = Json::parse(workloads);
    tree["run"] = {{"duration", duration}, {"warm_up", "0 s"}, {"seed", 7}};
    return tree;
}

/// Two classes of requests for one server, each with exponential times of 10 ms; "urgent" has the priority `first`.
Json twoClasses(const std::string& first, const std::string& second)
{
    const auto blocks = [](const std::string& priority) {
        return R"({"id": "hold", "type": "acquire", "state": "server", "priority": )" + priority +
               R"(}, {"id": "work", "type": "delay", "time": "10 ms", "distribution": "exponential"},
                  {"id": "free", "type": "release", "state": "server"})";
    };
    TinyProject tiny = alone(blocks(first), "start > hold > work > free > answer");
    tiny.operation("client", "later", blocks(second) + R"(, {"id": "answer", "type": "reply"})",
                   "start > hold > work > free > answer");
    return stated(tiny, R"([{"id": "server", "type": "slots"}])",
                  R"([{"id": "urgent", "role": "client", "type": "open loop", "rate": "30",
                       "operations": [{"operation": "ask"}]},
                      {"id": "other", "role": "client", "type": "open loop", "rate": "40",
                       "operations": [{"operation": "later"}]}])",
                  "20000 s");
}

/// A path takes tokens and answers at once.
Json limited(const std::string& bucket, const std::string& take, const std::string& workload, const char* duration)
{
    return stated(alone(R"({"id": "take", "type": "acquire", "state": "limit")" + take + "}", "start > take > answer"),
                  R"([{"id": "limit", "type": "token bucket", )" + bucket + "}]", "[" + workload + "]", duration);
}

} // namespace

TEST_CASE("two classes with priorities wait as Cobham's formula says, nothing being interrupted", "[theory]")
{
    // Cobham, "Priority assignment in waiting line problems", 1954: with mean residual work R = ρ E[S] and σ the load
    // of a class and those before it, class k waits R / ((1 - σ of those before) (1 - σ)).
    const double service = 0.010, urgent = 0.3, all = 0.7, residual = all * service;
    const auto summary = simulate(twoClasses("2", "1"));
    const double first = service + residual / (1 - urgent);
    const double second = service + residual / ((1 - urgent) * (1 - all));
    CHECK(summary.operations.at("ask").latency.meanMs == Approx(first * 1e3).epsilon(0.02));
    CHECK(summary.operations.at("later").latency.meanMs == Approx(second * 1e3).epsilon(0.03));
}

TEST_CASE("with equal priorities all wait alike, first come first served", "[theory]")
{
    const auto summary = simulate(twoClasses("5", "5"));
    const double mean = 0.010 / (1 - 0.7) * 1e3; // M/M/1
    CHECK(summary.operations.at("ask").latency.meanMs == Approx(mean).epsilon(0.03));
    CHECK(summary.operations.at("later").latency.meanMs == Approx(mean).epsilon(0.03));
}

TEST_CASE("a priority may be an expression over the request's variables")
{
    // The server is held until 10 ms; who comes with the largest x goes first then.
    TinyProject tiny = alone(R"({"id": "hold", "type": "acquire", "state": "server", "priority": "-x"},
                                {"id": "work", "type": "delay", "time": "10 ms"},
                                {"id": "free", "type": "release", "state": "server"})",
                             "start > hold > work > free > answer", {"x"});
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "server", "type": "slots"}])");
    TinyCluster cluster(tiny);
    std::vector<const TinyCluster::Answer*> answers;
    for (const double x : {9.0, 3.0, 1.0, 2.0, 1.0})
        answers.push_back(&cluster.ask(x == 9 ? 0 : 0.001 * static_cast<double>(answers.size()), {x}));
    cluster.run();
    std::vector<double> at;
    for (const auto* answer : answers)
        at.push_back(std::round(answer->at * 1e3));
    CHECK(at == std::vector<double>{10, 50, 20, 40, 30}); // equals come in their order
}

TEST_CASE("a path that is cancelled while it waits takes no slot and no token, and the next one goes on")
{
    // "ask" waits for 5 ms at most; "hog" is what it waits behind.
    const auto tiny = [](const std::string& state, const std::string& more, const std::string& free) {
        const std::string wires = free.empty() ? "" : " > free";
        TinyProject project = alone(
            R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "hold", "type": "acquire", "state": "it")" + more +
                R"(}, {"id": "short", "type": "delay", "time": "5 ms"},
                {"id": "join", "type": "join", "of": "fork", "mode": "any", "rest": "is cancelled"})",
            "start > fork > hold > join > answer; fork.path2 > short > join");
        project.operation("client", "hog",
                          R"({"id": "hold", "type": "acquire", "state": "it"},
                             {"id": "work", "type": "delay", "time": "10 ms"})" +
                              free + R"(, {"id": "answer", "type": "reply"})",
                          "start > hold > work" + wires + " > answer");
        project.definition("client")["state"] = Json::parse("[" + state + "]");
        return project;
    };
    const auto last = [](const TinyProject& project) {
        TinyCluster cluster(project);
        cluster.ask(0, {}, "hog");
        cluster.ask(0.001);
        const auto& next = cluster.ask(0.002, {}, "hog");
        cluster.run();
        CHECK(cluster.machine->recordsInUse() == 0);
        return next.at;
    };
    CHECK(last(tiny(R"({"id": "it", "type": "slots"})", R"(, "priority": 9)",
                    R"(, {"id": "free", "type": "release", "state": "it"})")) == Approx(0.020));
    // 2 tokens, 100 in a second. "ask" wants two, which are there at 10 ms; when it gives up at 6 ms, one is there.
    CHECK(last(tiny(R"({"id": "it", "type": "token bucket", "rate": "100 1/s", "burst": 2})", R"(, "amount": 2)",
                    "")) == Approx(0.016));
}

TEST_CASE("a token bucket lets a burst pass, and then its rate")
{
    // 10 tokens at first, then 5 in a second: of 30 requests at once the n-th goes at (n - 10) / 5 s.
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "limit"})", "start > take > answer");
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "limit", "type": "token bucket", "rate": "5 1/s", "burst": 10}])");
    TinyCluster cluster(tiny);
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < 30; ++i)
        answers.push_back(&cluster.ask());
    // It is full again 2 s after it was empty; half a second brings 2.5 tokens.
    answers.push_back(&cluster.ask(100));
    for (int i = 0; i < 10; ++i)
        answers.push_back(&cluster.ask(100));
    cluster.run();
    for (int i = 0; i < 30; ++i)
        CHECK(answers[static_cast<std::size_t>(i)]->took() == Approx(std::max(0, i - 9) / 5.0).margin(1e-9));
    CHECK(answers[39]->took() == Approx(0).margin(1e-9));
    CHECK(answers[40]->took() == Approx(0.2));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("tokens may be bytes, and who wants many is not overtaken")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "limit", "amount": "size"})",
                             "start > take > answer", {"size"});
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "limit", "type": "token bucket", "rate": "1 MB/s", "burst": "1 MB"}])");
    TinyCluster cluster(tiny);
    const auto& all = cluster.ask(0, {1e6});
    const auto& half = cluster.ask(0.001, {500e3});
    const auto& little = cluster.ask(0.002, {1e3});
    cluster.run();
    CHECK(all.took() == Approx(0).margin(1e-9));
    CHECK(half.at == Approx(0.5));
    CHECK(little.at == Approx(0.501));
}

TEST_CASE("who wants more tokens than a bucket holds passes when it is full, and the rate holds")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "limit", "amount": "size"})",
                             "start > take > answer", {"size"});
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "limit", "type": "token bucket", "rate": "1 MB/s", "burst": "1 MB"}])");
    TinyCluster cluster(tiny);
    const auto& first = cluster.ask(0, {4e6});
    const auto& second = cluster.ask(0.001, {4e6});
    const auto& little = cluster.ask(0.002, {1e3});
    cluster.run();
    CHECK(first.took() == Approx(0).margin(1e-9));
    // 3 MB are owed; the bucket is full again 1 MB later.
    CHECK(second.at == Approx(4));
    CHECK(little.at == Approx(7.001));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("every key has a token bucket of its own, and every node")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "limit", "key": "user"})",
                             "start > take > answer", {"user"});
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "limit", "type": "token bucket", "rate": "1 1/s", "burst": 1, "keyed": true}])");
    TinyCluster cluster(tiny);
    for (int user = 0; user < 3000; ++user) // more than are kept when they are full again
        cluster.ask(0.01 * user, {static_cast<double>(user)});
    const auto& again = cluster.ask(29.995, {2999});
    const auto& other = cluster.ask(29.995, {1});
    cluster.run();
    CHECK(again.at == Approx(29.99 + 1));
    CHECK(other.took() == Approx(0).margin(1e-9));
}

TEST_CASE("over a long time no more gets through a token bucket than its rate, and its use is reported")
{
    const auto busy = simulate(limited(R"("rate": "20 1/s", "burst": 5)", "",
                                       R"({"id": "load", "role": "client", "type": "closed loop", "workers": 4,
                                           "operations": [{"operation": "ask"}]})",
                                       "1000 s"));
    CHECK(busy.operations.at("ask").count == 20 * 1000 + 5);
    REQUIRE(busy.states.size() == 1);
    CHECK(busy.states[0].type == "token bucket");
    CHECK(busy.states[0].utilisation == Approx(1).epsilon(1e-3));
    const auto idle = simulate(limited(R"("rate": "20 1/s", "burst": 5)", R"(, "amount": 2)",
                                       R"({"id": "load", "role": "client", "type": "open loop", "rate": "5",
                                           "arrivals": "constant", "operations": [{"operation": "ask"}]})",
                                       "1000 s"));
    CHECK(idle.states[0].utilisation == Approx(0.5).epsilon(1e-2)); // 2 · 5 of 20
    CHECK(idle.operations.at("ask").latency.maxMs == Approx(0).margin(1e-3));
}

TEST_CASE("an entry of a cache that expires is found for so long after it was put in", "[theory]")
{
    // Poisson requests of one key: each miss begins a time T in which the others hit, λ T of them on average.
    const double rate = 4, lifetime = 0.5;
    Json tree = stated(alone(R"({"id": "look", "type": "cache", "state": "copies", "key": 1})",
                             "start > look; look.hit > answer; look.miss > answer"),
                       R"([{"id": "copies", "type": "cache", "entries": 10, "expires": "500 ms"}])",
                       R"([{"id": "load", "role": "client", "type": "open loop", "rate": "4",
                            "operations": [{"operation": "ask"}]}])",
                       "50000 s");
    const auto summary = simulate(tree);
    CHECK(summary.states.at(0).hitRatio == Approx(rate * lifetime / (1 + rate * lifetime)).epsilon(0.01));
}

TEST_CASE("a look-up does not prolong the life of an entry, an insertion does")
{
    TinyProject tiny = alone(R"({"id": "look", "type": "cache", "state": "copies", "key": 1},
                                {"id": "late", "type": "delay", "time": "1 s"})",
                             "start > look; look.hit > answer; look.miss > late > answer");
    tiny.operation("client", "refresh",
                   R"({"id": "put", "type": "cache", "state": "copies", "key": 1, "action": "insert"},
                      {"id": "answer", "type": "reply"})",
                   "start > put; put.hit > answer; put.miss > answer");
    for (const char* const policy : {"LRU", "FIFO", "CLOCK", "random"}) {
        tiny.definition("client")["state"] =
            Json::parse(R"([{"id": "copies", "type": "cache", "entries": 10, "expires": "10 s", "policy": ")" +
                        std::string(policy) + "\"}]");
        TinyCluster cluster(tiny);
        std::vector<const TinyCluster::Answer*> answers;
        for (const double at : {0.0, 6.0, 9.9, 10.0, 12.0})
            answers.push_back(&cluster.ask(at));
        cluster.ask(19, {}, "refresh");
        for (const double at : {28.9, 29.1})
            answers.push_back(&cluster.ask(at));
        cluster.run();
        std::vector<bool> missed;
        for (const auto* answer : answers)
            missed.push_back(answer->took() > 0.5);
        CHECK(missed == std::vector<bool>{true, false, false, true, false, false, true});
    }
}
