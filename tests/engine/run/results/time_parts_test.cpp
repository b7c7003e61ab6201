// The time of requests divided by what they wait for, against arithmetic and queueing theory.
#include "../run_fixture.h"
#include "record/figures/figures.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

std::string box(const std::string& id, const std::string& time, const std::string& more = "")
{
    return R"({"id": ")" + id + R"(", "type": "black box", "time": ")" + time + '"' + more + "}";
}

/// Users of a closed loop that start at once.
TinyProject used(TinyProject tiny, int users, const char* think = "0 s")
{
    Json& load = tiny.tree["workloads"][0];
    load["workers"] = users;
    load["think_time"] = think;
    load["ramp_up"] = "0 s";
    tiny.tree["run"]["duration"] = "11 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    return tiny;
}

record::TimePart partOf(const record::Summary& summary, const std::string& resource, const std::string& group = "")
{
    record::TimePart sum;
    for (const record::TimePart& part : summary.timeParts)
        if (part.resource == resource && (group.empty() || part.nodeGroup == group)) {
            sum.servedS += part.servedS;
            sum.waitingS = sum.waitingS.value_or(0) + part.waitingS.value_or(0);
        }
    return sum;
}

double timeOf(const record::Summary& summary, const std::string& resource, const std::string& group = "")
{
    return partOf(summary, resource, group).seconds();
}

/// Runs it with all laws checked: the parts of each followed request are exactly its latency.
record::Summary divided(const TinyProject& tiny)
{
    record::Summary summary = simulate(tiny.tree);
    double sumS = 0, atBlocksS = 0;
    for (const record::TimePart& part : summary.timeParts)
        sumS += part.seconds();
    for (const record::TimeAtBlock& part : summary.timeAtBlocks)
        atBlocksS += part.seconds();
    CHECK(sumS * 1e3 == Approx(summary.operations.at("ask").latency.meanMs).epsilon(1e-9));
    CHECK(atBlocksS == Approx(sumS).epsilon(1e-9));
    return summary;
}

double timeAt(const record::Summary& summary, const std::string& block)
{
    double seconds = 0;
    for (const record::TimeAtBlock& part : summary.timeAtBlocks)
        if (part.block == block)
            seconds += part.seconds();
    return seconds;
}

/// Each request sends 10 MB in chunks of 1 MB to the server, which does `work` for each of them.
TinyProject upload(const std::string& work = "", const std::string& window = "2")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept"},
                      {"id": "answer", "type": "reply"}, {"id": "none", "type": "reply", "status": "error"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "10 MB", "chunk": "1 MB", "window": )" +
                       window + R"(}, {"id": "sent", "type": "end"})",
                   "start > call > answer; call.opened > send > sent; call.error > none; call.timeout > none");
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "10 MB"},
                      {"id": "r", "type": "reply"})" +
                       (work.empty() ? "" : ", " + work + R"(, {"id": "done", "type": "end"})"),
                   work.empty() ? "start > take > r" : "start > take > r; take.chunk > work > done");
    return tiny;
}

} // namespace

TEST_CASE("a user alone never waits: its time is the service at each station")
{
    const char* think = oneOf({"0 s", "5 ms"});
    const auto summary = divided(
        used(alone(box("first", "2 ms") + ", " + box("second", "3 ms"), "start > first > second > answer"), 1, think));
    for (const auto& [station, seconds] : {std::pair("first", 0.002), std::pair("second", 0.003)}) {
        const record::TimePart part = partOf(summary, std::string("stage client ask ") + station);
        CHECK(part.servedS == Approx(seconds));
        CHECK(part.waitingS.value() == Approx(0).margin(1e-9));
    }
}

TEST_CASE("a saturated server serves each of its users once and lets it wait for all others", "[theory]")
{
    const auto summary = divided(used(alone(box("only", "2 ms"), "start > only > answer"), 5));
    const record::TimePart part = partOf(summary, "stage client ask only");
    CHECK(part.servedS == Approx(0.002).epsilon(0.001));
    CHECK(part.waitingS.value() == Approx(0.008).epsilon(0.001));
}

TEST_CASE("of parallel paths the one that the join waits for counts")
{
    const auto summary = divided(
        used(alone(R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "join", "type": "join", "of": "fork"}, )" +
                       box("short", "1 ms") + ", " + box("long", "3 ms"),
                   "start > fork > short > join > answer; fork.path2 > long > join; join.failed > none"),
             1));
    CHECK(timeOf(summary, "stage client ask long") == Approx(0.003));
    CHECK(timeOf(summary, "stage client ask short") == 0);
}

TEST_CASE("the first of two answers counts where the join needs one")
{
    const auto summary = divided(used(
        alone(R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "join", "type": "join", "of": "fork", "mode": "any",
                  "rest": "is cancelled"}, )" +
                  box("short", "1 ms") + ", " + box("long", "3 ms"),
              "start > fork > short > join > answer; fork.path2 > long > join; join.failed > none"),
        1));
    CHECK(timeOf(summary, "stage client ask short") == Approx(0.001));
    CHECK(timeOf(summary, "stage client ask long") == 0);
}

TEST_CASE("rounds of a for each count one after the other, or the slowest if they are parallel")
{
    const bool inTurn = oneOf({true, false});
    const auto summary = divided(
        used(alone(R"({"id": "each", "type": "for each", "count": 3, "at_once": )" + std::string(inTurn ? "1" : "0") +
                       R"(}, {"id": "over", "type": "end"}, {"id": "join", "type": "join", "of": "each"}, )" +
                       box("piece", "2 ms", R"(, "concurrency": 3)"),
                   "start > each > piece > join > answer; join.failed > none; each.done > over"),
             1));
    CHECK(timeOf(summary, "stage client ask piece") == Approx(inTurn ? 0.006 : 0.002));
}

TEST_CASE("a call takes the network there and back, and the time of what it calls")
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation("server", "serve", box("work", "4 ms") + R"(, {"id": "r", "type": "reply"})", "start > work > r");
    const auto summary = divided(used(tiny, 1));
    CHECK(timeOf(summary, "network") == Approx(roundTrip).epsilon(0.01));
    CHECK(timeOf(summary, "stage server serve work", "servers") == Approx(0.004));
}

TEST_CASE("of calls at the same time the slower one counts, with its network")
{
    TinyProject tiny;
    for (const auto& [name, time] : {std::pair("quick", "1 ms"), std::pair("slow", "6 ms")})
        tiny.operation("server", name, box("work", time) + R"(, {"id": "r", "type": "reply"})", "start > work > r");
    tiny.operation("client", "ask",
                   R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "join", "type": "join", "of": "fork"},
                      {"id": "a", "type": "call", "role": "server", "operation": "quick", "connection": "kept"},
                      {"id": "b", "type": "call", "role": "server", "operation": "slow", "connection": "kept"},
                      {"id": "answer", "type": "reply"}, {"id": "none", "type": "reply", "status": "error"})",
                   "start > fork > a > join > answer; fork.path2 > b > join; join.failed > none");
    const auto summary = divided(used(tiny, 1));
    CHECK(timeOf(summary, "stage server slow work") == Approx(0.006));
    CHECK(timeOf(summary, "stage server quick work") == 0);
    CHECK(timeOf(summary, "network") == Approx(roundTrip).epsilon(0.01));
}

TEST_CASE("the time for which others hold a lock is waiting for it")
{
    TinyProject tiny = alone(R"({"id": "hold", "type": "acquire", "state": "lock"},
                                {"id": "work", "type": "delay", "time": "2 ms"},
                                {"id": "free", "type": "release", "state": "lock"})",
                             "start > hold > work > free > answer");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "lock", "type": "slots"}])");
    const auto summary = divided(used(tiny, 4));
    CHECK(timeOf(summary, "delay") == Approx(0.002).epsilon(0.001));
    CHECK(partOf(summary, "slots lock").waitingS.value() == Approx(0.006).epsilon(0.001));
    CHECK(partOf(summary, "slots lock").servedS == 0);
}

TEST_CASE("a stream takes the time of its wire, if nothing is slower")
{
    const auto summary = divided(used(upload("", "100"), 1));
    CHECK(timeOf(summary, "network") == Approx(10e6 / linkRate + roundTrip).epsilon(0.02));
    CHECK(timeOf(summary, "stream") == 0);
}

TEST_CASE("a stream takes the time of its receiver, if that is slower than the wire")
{
    const char* window = oneOf({"2", "100"});
    const auto summary = divided(used(upload(box("work", "5 ms"), window), 1));
    CHECK(timeOf(summary, "stage server serve work", "servers") == Approx(0.05));
    CHECK(timeOf(summary, "network") < 0.01);
    CHECK(timeOf(summary, "stream") == 0);
    CHECK(timeAt(summary, "work") == Approx(0.05));
}

TEST_CASE("a stream takes the time of the processor that works on its packets, if that is the slowest")
{
    TinyProject tiny = upload();
    for (Json& each : tiny.tree["components"])
        if (each["id"] == "nic")
            each["parameters"]["cpu_per_byte_offload_ns"] = 4;
    tiny.tree["components"].push_back(processor("quick", 4, 100));
    tiny.group("clients")["processor"] = "quick";
    const auto summary = divided(used(tiny, 1));
    CHECK(timeOf(summary, "processor", "servers") > 0.02);
    CHECK(timeOf(summary, "processor", "clients") < 0.002);
    CHECK(timeOf(summary, "stream") == 0);
}

TEST_CASE("a small window waits for the way there and back of each of its chunks")
{
    const auto summary = divided(used(upload("", "1"), 1));
    CHECK(timeOf(summary, "network") == Approx(10e6 / linkRate + 10 * roundTrip).epsilon(0.02));
    CHECK(timeOf(summary, "stream") == 0);
}

TEST_CASE("who waits for a message waits for what is done until it is put")
{
    TinyProject tiny = alone(R"({"id": "put", "type": "put", "state": "log", "message": {"waiter": "request"}},
                                {"id": "wait", "type": "get", "state": "flushed", "key": "request"})",
                             "start > put > wait > answer");
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "log", "type": "queue"}, {"id": "flushed", "type": "queue", "keyed": true}])");
    tiny.operation("client", "work",
                   R"({"id": "flush", "type": "delay", "time": "10 ms"},
                      {"id": "wake", "type": "put", "state": "flushed", "key": "waiter"}, {"id": "end", "type": "end"})",
                   "start > flush > wake > end", {"waiter"});
    tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0]["queue"] = "log";
    const int users = oneOf({1, 3});
    const auto summary = divided(used(tiny, users));
    CHECK(timeOf(summary, "delay") == Approx(0.01 * users).epsilon(0.001)); // a message waits while others are flushed
    CHECK(timeOf(summary, "queue log") == Approx(0).margin(1e-6));
    CHECK(timeOf(summary, "queue flushed") == 0);
}

TEST_CASE("who waits for room in a queue waits for what is done until another one leaves it")
{
    TinyProject tiny =
        alone(R"({"id": "enter", "type": "put", "state": "window"}, {"id": "both", "type": "fork", "paths": 2},
                 {"id": "write", "type": "delay", "time": "10 ms"}, {"id": "leave", "type": "get", "state": "window"},
                 {"id": "end", "type": "end"})",
              "start > enter > both > answer; both.path2 > write > leave > end");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "window", "type": "queue", "entries": 4}])");
    const auto summary = divided(used(tiny, oneOf({1, 2})));
    CHECK(summary.operations.at("ask").perSecond == Approx(400).epsilon(0.01)); // four at a time
    CHECK(timeOf(summary, "delay") * 1e3 == Approx(summary.operations.at("ask").latency.meanMs).epsilon(0.01));
    CHECK(timeOf(summary, "queue window") == Approx(0).margin(1e-6));
    CHECK(timeAt(summary, "write") > 0);
}

TEST_CASE("who waits for room waits for what the consumer does with the messages before")
{
    TinyProject tiny = alone(R"({"id": "put", "type": "put", "state": "log"})", "start > put > answer");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "log", "type": "queue", "entries": 1}])");
    tiny.operation("client", "work",
                   R"({"id": "flush", "type": "delay", "time": "10 ms"}, {"id": "end", "type": "end"})",
                   "start > flush > end");
    tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0]["queue"] = "log";
    const int users = oneOf({1, 3});
    const auto summary = divided(used(tiny, users));
    CHECK(timeOf(summary, "delay") == Approx(0.01 * users).epsilon(0.01));
    CHECK(timeOf(summary, "queue log") == Approx(0).margin(1e-6));
}

TEST_CASE("who waits for a process that fetches, works and fetches again waits for what that does")
{
    // A request is acknowledged by the next fetch of a copier on another node, as by a follower of a log.
    TinyProject tiny;
    tiny.asks();
    tiny.definition("server")["state"] =
        Json::parse(R"([{"id": "log", "type": "queue"}, {"id": "copied", "type": "queue", "keyed": true}])");
    tiny.operation("server", "serve",
                   R"({"id": "put", "type": "put", "state": "log", "message": {"waiter": "request"}},
                      {"id": "wait", "type": "get", "state": "copied", "key": "request"}, {"id": "r", "type": "reply"})",
                   "start > put > wait > r");
    tiny.operation("server", "fetch",
                   R"({"id": "any", "type": "branch", "condition": "before > 0"},
                      {"id": "wake", "type": "put", "state": "copied", "key": "before"},
                      {"id": "next", "type": "get", "state": "log", "values": {"waiter": "waiter"}},
                      {"id": "r", "type": "reply", "results": {"waiter": "waiter"}})",
                   "start > any; any.yes > wake > next; any.no > next; next > r", {"before"}, {"waiter"});
    tiny.group("copiers");
    tiny.role("copier", "copiers");
    tiny.operation("copier", "copy",
                   R"({"id": "none", "type": "set", "assignments": {"waiter": "0"}},
                      {"id": "rounds", "type": "loop", "while": "1"},
                      {"id": "fetch", "type": "call", "role": "server", "operation": "fetch", "connection": "kept",
                       "arguments": {"before": "waiter"}, "results": {"waiter": "waiter"}},
                      {"id": "write", "type": "delay", "time": "10 ms"}, {"id": "end", "type": "end"})",
                   "start > none > rounds; rounds.body > fetch > write > rounds.again; rounds.done > end");
    tiny.tree["workloads"].push_back(Json::parse(R"({"id": "copies", "role": "copier", "type": "timer",
        "period": "100 s", "operations": [{"operation": "copy"}]})"));
    const int users = oneOf({1, 3});
    const auto summary = divided(used(tiny, users));
    // With three, each comes 1 ms after the copier has begun to write for another one.
    const double delayS = users == 1 ? 0.010 : 0.029, networkS = users == 1 ? 2 * roundTrip : 0.007;
    CHECK(timeOf(summary, "delay") == Approx(delayS).epsilon(0.02));
    CHECK(timeOf(summary, "network") == Approx(networkS).epsilon(0.05));
    CHECK(timeOf(summary, "queue log") == Approx(0).margin(1e-5));
    CHECK(timeOf(summary, "queue copied") == 0);
    CHECK(timeAt(summary, "write") == Approx(delayS).epsilon(0.02));
}

TEST_CASE("where nothing is done until the message comes, the time stays with the queue")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "get", "state": "ticks"})", "start > take > answer");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "ticks", "type": "queue"}])");
    tiny.operation("client", "tick", R"({"id": "put", "type": "put", "state": "ticks"}, {"id": "end", "type": "end"})",
                   "start > put > end");
    tiny.tree["workloads"].push_back(Json::parse(R"({"id": "timer", "role": "client", "type": "timer",
        "period": "10 ms", "operations": [{"operation": "tick"}]})"));
    const auto summary = divided(used(tiny, 1));
    CHECK(timeOf(summary, "queue ticks") == Approx(0.01).epsilon(0.01));
}

TEST_CASE("a flush stands apart from the reads and writes of its device")
{
    TinyProject tiny = alone(R"({"id": "put", "type": "write", "volume": "data", "bytes": "4 KiB", "key": "request",
                                 "through": "direct"}, {"id": "sync", "type": "flush", "volume": "data", "key": "request"})",
                             "start > put > sync > answer");
    tiny.definition("client")["volumes"] = {"data"};
    tiny.devices("clients", 1);
    const auto summary = divided(used(tiny, 1));
    double flushS = 0;
    for (const record::TimePart& part : summary.timeParts)
        if (part.activity == "flush")
            flushS += part.seconds();
    CHECK(flushS >= 0.001); // the device's own flush
    CHECK(timeOf(summary, "disk data") > flushS);
}

TEST_CASE("many requests are represented by some hundred")
{
    const auto summary = divided(used(
        alone(box("only", "1 ms", R"(, "distribution": "exponential", "concurrency": 64)"), "start > only > answer"),
        32));
    REQUIRE(summary.timeParts.size() == 1);
    CHECK(summary.operations.at("ask").count > 100'000);
    CHECK(summary.timeParts[0].followed > 120);
    CHECK(summary.timeParts[0].followed < 400);
}

TEST_CASE("a run that merely waits says what its requests wait for")
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation("server", "serve",
                   box("work", "8 ms", R"(, "concurrency": 64)") + R"(, {"id": "r", "type": "reply"})",
                   "start > work > r");
    const auto summary = simulate(used(tiny, 16).tree);
    CHECK(
        record::nothingNearLimit(summary) ==
        "Each of the 16 requests of \"load\" waits for the one before: 10 ms, of which 80 % servers black box (server "
        "serve work) and 20 % network between clients and servers; more requests at a time would bring more.");
    CHECK(record::nothingNearLimit(simulate(used(tiny, 1, "5 ms").tree))
              .starts_with("The one user of \"load\" thinks for 5 ms and then waits for the answer: 10 ms"));
}

TEST_CASE("slots that hold all tasks of a job are no limit, since no task waits for them")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "places"},
                                {"id": "work", "type": "compute", "work": "2 s"},
                                {"id": "idle", "type": "delay", "time": "1 s"},
                                {"id": "give", "type": "release", "state": "places"})",
                             "start > take > work > idle > give > answer");
    tiny.definition("client")["state"] = Json::parse(R"([{"id": "places", "type": "slots", "capacity": 4}])");
    tiny.tree["workloads"][0] = Json::parse(
        R"({"id": "sort", "role": "client", "type": "jobs", "tasks": 4, "operations": [{"operation": "ask"}]})");
    tiny.tree["run"] = {{"duration", "1 min"}, {"warm_up", "0 s"}, {"until", "jobs are done"}};
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.bottleneck);
    CHECK(summary.bottleneck->resource == "clients.processor");
    CHECK(timeOf(summary, "slots places") == 0);
    CHECK(timeOf(summary, "delay") == Approx(1));
}

TEST_CASE("where requests wait for what is shared, more of them are not promised to bring more")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "limit"})", "start > take > answer");
    tiny.definition("client")["state"] =
        Json::parse(R"([{"id": "limit", "type": "token bucket", "rate": "100 1/s", "burst": 1}])");
    const std::string sentence = record::waitingChain(simulate(used(tiny, 8).tree));
    CHECK(sentence ==
          "Each of the 8 requests of \"load\" waits for the one before: 80 ms, of which 100 % clients tokens "
          "(limit).");
}
