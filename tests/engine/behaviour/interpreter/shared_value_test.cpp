// Values that requests share, and state that belongs to single requests.
#include "../tiny_project.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Each request adds x to the value "sum", and waits as many milliseconds as it is then.
TinyProject counting(const std::string& owner)
{
    TinyProject tiny = alone(R"({"id": "add", "type": "set", "assignments": {"sum": "sum + x"}},
                                {"id": "wait", "type": "delay", "time": "sum * 1 ms"})",
                             "start > add > wait > answer", {"x"});
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "sum", "type": "value", "value": 10, "owner": ")" + owner + "\"}]");
    return tiny;
}

std::vector<double> milliseconds(const std::vector<const TinyCluster::Answer*>& answers)
{
    std::vector<double> all;
    for (const auto* answer : answers)
        all.push_back(std::round(answer->took() * 1e6) / 1e3);
    return all;
}

} // namespace

TEST_CASE("a value is shared by the requests of its owner: what one sets, the next ones read")
{
    const auto waited = [](const TinyProject& tiny) {
        TinyCluster cluster(tiny);
        std::vector<const TinyCluster::Answer*> answers;
        for (const double x : {1.0, 2.0, 3.0})
            answers.push_back(&cluster.ask(x, {x}));
        cluster.run();
        return milliseconds(answers);
    };
    CHECK(waited(counting("cluster")) == std::vector<double>{11, 13, 16});
    CHECK(waited(counting("node")) == std::vector<double>{11, 13, 16});
    CHECK(waited(counting("request")) == std::vector<double>{11, 12, 13});
}

TEST_CASE("a value is read at the instant of each use, also after a wait")
{
    TinyProject tiny = alone(R"({"id": "long", "type": "delay", "time": "level < 5 ? 1 s : 0 s"},
                                {"id": "wait", "type": "delay", "time": "level * 1 ms"})",
                             "start > long > wait > answer");
    tiny.operation("client", "raise",
                   R"({"id": "set", "type": "set", "assignments": {"level": "7", "twice": "2 * level"}},
                      {"id": "again", "type": "set", "assignments": {"level": "twice"}}, {"id": "answer", "type": "reply"})",
                   "start > set > again > answer");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "level", "type": "value"}])");
    TinyCluster cluster(tiny);
    const auto& early = cluster.ask(0);
    cluster.ask(0.5, {}, "raise");
    const auto& late = cluster.ask(2);
    cluster.run();
    CHECK(early.took() == Approx(1.014)); // it was 0 when the long wait began, and 14 when that ended
    CHECK(late.took() == Approx(0.014));
}

TEST_CASE("a path that needs no variables after a call goes on where its role has values")
{
    TinyProject tiny = alone(R"({"id": "add", "type": "set", "assignments": {"sum": "sum + x"}},
                                {"id": "call", "type": "call", "role": "client", "operation": "rest", "selector": "here"})",
                             "start > add > call > answer", {"x"});
    tiny.operation("client", "rest",
                   R"({"id": "wait", "type": "delay", "time": "sum * 1 ms"}, {"id": "answer", "type": "reply"})",
                   "start > wait > answer");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "sum", "type": "value"}])");
    TinyCluster cluster(tiny);
    const auto& asked = cluster.ask(0, {5});
    cluster.run();
    CHECK(asked.took() == Approx(0.005));
}

TEST_CASE("a failed node's values are those of the start again, the cluster's stay")
{
    const auto after = [](const std::string& owner) {
        TinyCluster cluster(counting(owner));
        cluster.ask(0, {5});
        cluster.run(1);
        cluster.machine->failNode(0);
        cluster.machine->returnNode(0);
        const auto& answer = cluster.ask(2, {1});
        cluster.run();
        return milliseconds({&answer}).front();
    };
    CHECK(after("node") == 11);
    CHECK(after("cluster") == 16);
}

TEST_CASE("the paths of a request share what it owns, and other requests have their own")
{
    // Two paths of 10 ms each take the lock of their request: 20 ms, however many requests there are.
    TinyProject tiny = alone(R"({"id": "fork", "type": "fork", "paths": 2},
                                {"id": "a", "type": "acquire", "state": "lock"},
                                {"id": "wait-a", "type": "delay", "time": "10 ms"},
                                {"id": "b", "type": "acquire", "state": "lock"},
                                {"id": "wait-b", "type": "delay", "time": "10 ms"},
                                {"id": "join", "type": "join", "of": "fork"})",
                             "start > fork > a > wait-a > join > answer; fork.path2 > b > wait-b > join");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "lock", "type": "slots", "owner": "request"}])");
    TinyCluster cluster(tiny);
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < 3; ++i)
        answers.push_back(&cluster.ask());
    cluster.run();
    CHECK(milliseconds(answers) == std::vector<double>{20, 20, 20});
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("messages between the paths of a request do not reach others, and are gone with it")
{
    // One path puts two numbers, the other gets one of them: the second one is left over.
    TinyProject tiny = alone(R"({"id": "fork", "type": "fork", "paths": 2},
                                {"id": "get", "type": "get", "state": "box", "values": {"y": "n"}},
                                {"id": "wait", "type": "delay", "time": "y * 1 ms"},
                                {"id": "put", "type": "put", "state": "box", "message": {"n": "x"}},
                                {"id": "more", "type": "put", "state": "box", "message": {"n": "100 * x"}},
                                {"id": "join", "type": "join", "of": "fork"})",
                             "start > fork > get > wait > join > answer; fork.path2 > put > more > join", {"x"});
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "box", "type": "queue", "owner": "request"}])");
    TinyCluster cluster(tiny);
    std::vector<const TinyCluster::Answer*> answers;
    for (const double x : {5.0, 3.0, 4.0})
        answers.push_back(&cluster.ask(0, {x}));
    cluster.run();
    CHECK(milliseconds(answers) == std::vector<double>{5, 3, 4});
    CHECK(cluster.machine->recordsInUse() == 0);
    CHECK(cluster.machine->states()[0].used.maximum() <= 6);
}

TEST_CASE("a cache and a token bucket of a request begin anew with each request")
{
    TinyProject tiny = alone(R"({"id": "look", "type": "cache", "state": "seen", "key": 1},
                                {"id": "slow", "type": "delay", "time": "10 ms"},
                                {"id": "again", "type": "cache", "state": "seen", "key": 1},
                                {"id": "slower", "type": "delay", "time": "100 ms"},
                                {"id": "take", "type": "acquire", "state": "limit"},
                                {"id": "take-more", "type": "acquire", "state": "limit"})",
                             "start > look; look.miss > slow > again; look.hit > again; again.miss > slower > take; "
                             "again.hit > take > take-more > answer");
    tiny.definition("client")["state"] = Json::parse(
        R"([{"id": "seen", "type": "cache", "entries": 5, "owner": "request"},
            {"id": "limit", "type": "token bucket", "rate": "1000 1/s", "burst": 1, "owner": "request"}])");
    TinyCluster cluster(tiny);
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < 3; ++i)
        answers.push_back(&cluster.ask());
    cluster.run();
    CHECK(milliseconds(answers) == std::vector<double>{11, 11, 11}); // a miss, a hit, and a token after 1 ms
}
