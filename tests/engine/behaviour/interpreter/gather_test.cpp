// Several messages taken at once: what becomes of their values, and group commit.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

/// "ask" puts n with n bytes and goes on; "take" gets several, waits x ms and answers.
TinyProject gathering(const std::string& get)
{
    TinyProject tiny =
        alone(R"({"id": "put", "type": "put", "state": "queue", "message": {"what": "n"}, "bytes": "n"})",
              "start > put > answer", {"n"});
    tiny.definition("client")["state"].push_back({{"id", "queue"}, {"type", "queue"}});
    tiny.operation("client", "take",
                   R"({"id": "get", "type": "get", "state": "queue", "values": {"x": "what"})" + get +
                       R"(}, {"id": "wait", "type": "delay", "time": "x * 1 ms"}, {"id": "answer", "type": "reply"})",
                   "start > get > wait > answer");
    return tiny;
}

/// Wait of each "take", in ms, when 10, 20, 30 ... 60 were there.
std::vector<double> taken(const std::string& get, int takes)
{
    TinyCluster cluster(gathering(get));
    for (int i = 1; i <= 6; ++i)
        cluster.ask(0, {10.0 * i});
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < takes; ++i)
        answers.push_back(&cluster.ask(1 + i, {}, "take"));
    cluster.run();
    std::vector<double> waited;
    for (const auto* answer : answers)
        waited.push_back(std::round(answer->took() * 1e6) / 1e3);
    return waited;
}

/// Writes share flushes of 10 ms: "ask" hands its number to "work" and waits until that has flushed it.
TinyProject groupCommit(int atMost)
{
    TinyProject tiny = alone(R"({"id": "put", "type": "put", "state": "log", "message": {"waiter": "request"}},
                                {"id": "wait", "type": "get", "state": "flushed", "key": "request"})",
                             "start > put > wait > answer");
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "log", "type": "queue"}, {"id": "flushed", "type": "queue", "keyed": true}])");
    tiny.operation("client", "work",
                   R"({"id": "flush", "type": "delay", "time": "10 ms"},
                      {"id": "all", "type": "for each", "over": "list", "list": "waiter", "value_variable": "who"},
                      {"id": "wake", "type": "put", "state": "flushed", "key": "who"}, {"id": "end", "type": "end"})",
                   "start > flush > all > wake > end", {"waiter"});
    Json& start = tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0];
    start["queue"] = "log";
    start["at_most"] = atMost;
    start["together"] = {{"waiter", "list"}};
    return tiny;
}

} // namespace

TEST_CASE("a get takes what is there, up to so many messages, and folds their values")
{
    CHECK(taken("", 2) == std::vector<double>{10, 20});
    CHECK(taken(R"(, "at_most": 4, "together": {"x": "sum"})", 2) == std::vector<double>{100, 110});
    CHECK(taken(R"(, "at_most": 100, "together": {"x": "max"})", 1) == std::vector<double>{60});
    CHECK(taken(R"(, "at_most": 3, "together": {"x": "min"})", 2) == std::vector<double>{10, 40});
    CHECK(taken(R"(, "at_most": 3)", 2) == std::vector<double>{10, 40});
}

TEST_CASE("a get takes no more bytes than it may, but always one message")
{
    CHECK(taken(R"(, "at_most": 9, "at_most_bytes": "60 B", "together": {"x": "sum"})", 3) ==
          std::vector<double>{60, 40, 50});
    CHECK(taken(R"(, "at_most": 9, "at_most_bytes": "1 B", "together": {"x": "sum"})", 2) ==
          std::vector<double>{10, 20});
}

TEST_CASE("a get that waits is given the first message that comes; the count says how many were taken")
{
    TinyProject tiny = gathering(R"(, "at_most": 4, "count": "n_taken", "together": {"x": "sum"})");
    for (Json& block : tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"])
        if (block["id"] == "wait")
            block["time"] = "n_taken";
    TinyCluster cluster(tiny);
    const auto& early = cluster.ask(0, {}, "take");
    for (int i = 0; i < 3; ++i)
        cluster.ask(1, {5});
    const auto& late = cluster.ask(2, {}, "take");
    cluster.run();
    CHECK(early.took() == about(1 + 1));
    CHECK(late.took() == about(2));
}

TEST_CASE("group commit: whoever comes during a flush shares the next one")
{
    // Eight come at once: the first is flushed alone, since the consumer takes it at once.
    const int atMost = oneOf({64, 4});
    TinyCluster cluster(groupCommit(atMost));
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < 8; ++i)
        answers.push_back(&cluster.ask(0));
    cluster.run();
    std::vector<double> took;
    for (const auto* answer : answers)
        took.push_back(std::round(answer->took() * 1e6) / 1e3);
    std::sort(took.begin(), took.end());
    CHECK(took == (atMost == 64 ? std::vector<double>{10, 20, 20, 20, 20, 20, 20, 20}
                                : std::vector<double>{10, 20, 20, 20, 20, 30, 30, 30}));
    CHECK(cluster.visits("client/work", "flush") == (atMost == 64 ? 2 : 3));
}

TEST_CASE("messages linger for others, until enough are there or the first has waited long enough")
{
    struct Case
    {
        const char* what;
        int atMost;
        std::vector<double> askedMs, tookMs;
    };
    const Case of = oneOf<Case>({{"all come at once", 64, {0, 0, 0}, {15, 15, 15}},
                                 {"enough are there", 3, {0, 0, 0}, {10, 10, 10}},
                                 {"the rest has waited already", 2, {0, 0, 0}, {10, 10, 20}},
                                 {"one comes meanwhile", 64, {0, 3}, {15, 12}},
                                 {"one comes too late", 64, {0, 6}, {15, 19}},
                                 {"the last completes the group", 2, {0, 4}, {14, 10}}});
    INFO(of.what);
    TinyProject tiny = groupCommit(of.atMost);
    tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0]["linger"] = "5 ms";
    TinyCluster cluster(tiny);
    std::vector<const TinyCluster::Answer*> answers;
    for (const double at : of.askedMs)
        answers.push_back(&cluster.ask(at / 1e3));
    cluster.run();
    std::vector<double> took;
    for (const auto* answer : answers)
        took.push_back(std::round(answer->took() * 1e6) / 1e3);
    std::sort(took.begin(), took.end());
    std::vector<double> expected = of.tookMs;
    std::sort(expected.begin(), expected.end());
    CHECK(took == expected);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a get lets messages linger, and what its patience ends with is what is there")
{
    // Two messages come at 1 s and 3 s; the get at 0 s takes what is there 10 s after the first, or when it must.
    const bool impatient = oneOf({true, false});
    TinyProject tiny = gathering(std::string(R"(, "at_most": 9, "together": {"x": "sum"}, "linger": "10 s")") +
                                 (impatient ? R"(, "patience": "5 s")" : ""));
    TinyCluster cluster(tiny);
    const auto& get = cluster.ask(0, {}, "take");
    cluster.ask(1, {10});
    cluster.ask(3, {20});
    cluster.run();
    CHECK(get.took() == about((impatient ? 5 : 11) + 0.03));
}

TEST_CASE("messages linger only where several are taken, and not in a queue by locality")
{
    TinyProject one = groupCommit(1);
    one.definition("client")["operations"][1]["diagrams"][0]["blocks"][0]["linger"] = "5 ms";
    CHECK(faultsOf(one) == std::vector<std::string>{"gather.one-lingers"});
    TinyProject local = groupCommit(4);
    local.definition("client")["operations"][1]["diagrams"][0]["blocks"][0]["linger"] = "5 ms";
    local.definition("client")["state"][0]["order"] = "locality";
    CHECK(faultsOf(local) == std::vector<std::string>{"gather.local-lingers"});
}

TEST_CASE("a list of gathered values is no number, and what a start without a queue would take is refused")
{
    CHECK(faultsOf(gathering(R"(, "at_most": 4, "together": {"x": "list"})")) ==
          std::vector<std::string>{"list.in-expression"});
    TinyProject tiny = groupCommit(8);
    tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0].erase("queue");
    tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0]["count"] = "n";
    const auto faults = faultsOf(tiny);
    CHECK(std::count(faults.begin(), faults.end(), "start.no-queue") == 3); // at most, together, count
    CHECK(faultsOf(gathering(R"(, "at_most": 4, "count": "y", "together": {"y": "sum"})")) ==
          std::vector<std::string>{"gather.no-value"});
}
