// Runs in which nothing can happen any more.
#include "../../effort.h"
#include "../run_fixture.h"
#include "record/structure/summary_json.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// Each request waits 2 ms and then at a barrier for `ranks`.
TinyProject meeting(int ranks)
{
    TinyProject tiny = alone(R"({"id": "come", "type": "delay", "time": "2 ms"},
                                {"id": "meet", "type": "barrier", "state": "all", "ranks": )" +
                                 std::to_string(ranks) + "}",
                             "start > come > meet > answer");
    tiny.definition("client")["state"] = {{{"id", "all"}, {"type", "barrier"}}};
    tiny.tree["workloads"][0]["workers"] = 3;
    tiny.tree["workloads"][0]["ramp_up"] = "0 s";
    return tiny;
}

/// One client takes the locks 1 and 2, another one 2 and 1: each waits for the other. `first` is before the locks.
TinyProject deadlock(const std::string& first)
{
    TinyProject tiny;
    tiny.devices("clients", 1);
    for (const auto& [id, one, two] : {std::tuple{"up", "1", "2"}, std::tuple{"down", "2", "1"}}) {
        const auto lock = [](const std::string& block, const std::string& key) {
            return R"({"id": ")" + block + R"(", "type": "acquire", "state": "locks", "key": )" + key + "}, ";
        };
        tiny.operation("client", id,
                       first + ", " + lock("one", one) + R"({"id": "between", "type": "delay", "time": "2 ms"}, )" +
                           lock("two", two) + answerBlock,
                       "start > first > one > between > two > r");
    }
    tiny.operation("server", "serve", answerBlock, "start > r");
    tiny.definition("client")["volumes"] = {"data"};
    tiny.definition("client")["state"] = {{{"id", "locks"}, {"capacity", 1}, {"keyed", true}}};
    tiny.tree["workloads"] = Json::array();
    for (const char* id : {"up", "down"})
        tiny.tree["workloads"].push_back({{"id", id},
                                          {"role", "client"},
                                          {"type", "closed loop"},
                                          {"workers", 1},
                                          {"ramp_up", "0 s"},
                                          {"operations", {{{"operation", id}}}}});
    return tiny;
}

const std::string buffered = R"({"id": "first", "type": "write", "volume": "data", "bytes": "1 MB", "key": 1})";
const std::string calling = R"({"id": "first", "type": "call", "role": "server", "operation": "serve"})";

/// Fires all the time, and has nothing to do with the locks.
void addTimer(TinyProject& tiny)
{
    tiny.operation("server", "tick", R"({"id": "work", "type": "delay", "time": "1 ms"}, )" + answerBlock,
                   "start > work > r");
    tiny.tree["workloads"].push_back({{"id", "clock"},
                                      {"role", "server"},
                                      {"type", "timer"},
                                      {"period", "10 ms"},
                                      {"operations", {{{"operation", "tick"}}}}});
}

} // namespace

TEST_CASE("a run in which everybody waits for one who never comes is stuck, and says where and since when")
{
    const auto summary = simulate(meeting(4).tree);
    REQUIRE(summary.stuck);
    CHECK(summary.stuck->sinceS == Approx(2e-3));
    CHECK(summary.stuck->requests == 3);
    REQUIRE(summary.stuck->waiting.size() == 1);
    CHECK(summary.stuck->waiting[0].place == "client/ask/full meet");
    CHECK(summary.stuck->waiting[0].count == 3);
    CHECK_THAT(record::sentenceOf(*summary.stuck), Contains("since 0.002 s: 3 requests") && Contains("meet"));
    const record::Json json = record::toJson(summary);
    CHECK(json["status"] == "stuck");
    CHECK(record::toJson(record::summaryFromJson(json)) == json);
}

TEST_CASE("a run in which something still happens, or nobody waits, is not stuck")
{
    CHECK_FALSE(simulate(meeting(3).tree).stuck);
    TinyProject jobs = alone(R"({"id": "work", "type": "delay", "time": "2 ms"})", "start > work > answer");
    jobs.tree["workloads"][0].update(Json{{"type", "jobs"}, {"jobs", 1}, {"tasks", 2}});
    CHECK_FALSE(simulate(jobs.tree).stuck);
}

TEST_CASE("requests that wait for an answer of stuck ones are reported after them")
{
    TinyProject tiny = meeting(4);
    Json operations = tiny.definition("client")["operations"];
    tiny.definition("server")["state"] = {{{"id", "all"}, {"type", "barrier"}}};
    tiny.definition("client")["operations"] = Json::array();
    tiny.definition("server")["operations"] = Json::array();
    operations[0]["id"] = "serve";
    tiny.definition("server")["operations"].push_back(operations[0]);
    tiny.asks();
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.stuck);
    REQUIRE(summary.stuck->waiting.size() == 2);
    CHECK(summary.stuck->waiting[0].place == "server/serve/full meet");
    CHECK(summary.stuck->waiting[1].place == "client/ask/full call");
}

TEST_CASE("a deadlock is stuck though dirty pages wait to be written back")
{
    // The write-back timer fires every 5 s, so it is pending when the run ends.
    const auto summary = simulate(deadlock(buffered).tree);
    REQUIRE(summary.stuck);
    CHECK(summary.stuck->requests == 2);
    REQUIRE(summary.stuck->waiting.size() == 2);
    CHECK(summary.stuck->waiting[0].waitsFor == "queue for slots");
    CHECK_THAT(summary.stuck->waiting[0].place, Contains("two"));
    CHECK(summary.standstills.empty());
}

TEST_CASE("a deadlock is stuck though the network still averages its small messages")
{
    TinyProject tiny = deadlock(calling);
    tiny.tree["run"]["duration"] = "9 ms"; // the rates of messages are averaged every 10 ms
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.stuck);
    CHECK(summary.stuck->requests == 2);
    CHECK(summary.stuck->sinceS < 9e-3);
}

TEST_CASE("a run whose warm-up lasts beyond its standstill is stuck")
{
    TinyProject tiny = deadlock(buffered);
    tiny.tree["run"]["warm_up"] = "auto";
    CHECK(simulate(tiny.tree).stuck);
}

TEST_CASE("workloads that stand still while a timer goes on are reported, with where and since when")
{
    TinyProject tiny = deadlock(buffered);
    addTimer(tiny);
    const auto summary = simulate(tiny.tree);
    CHECK_FALSE(summary.stuck);
    REQUIRE(summary.standstills.size() == 2);
    const record::Standstill& up = summary.standstills[0];
    CHECK(up.workload == "up");
    CHECK(up.requests == 1);
    CHECK(up.sinceS > 2e-3);
    CHECK(up.sinceS < 10e-3);
    REQUIRE(up.waiting.size() == 1);
    CHECK(up.waiting[0].place == "client/up/full two");
    CHECK_THAT(record::sentenceOf(up), Contains("\"up\"") && Contains("client/up/full two: queue for slots"));
    const record::Json json = record::toJson(summary);
    CHECK(json["status"] == "done");
    CHECK(record::toJson(record::summaryFromJson(json)) == json);
}

TEST_CASE("a standstill at the server is reported for the workload that called it")
{
    TinyProject tiny = meeting(4);
    Json operations = tiny.definition("client")["operations"];
    tiny.definition("server")["state"] = {{{"id", "all"}, {"type", "barrier"}}};
    tiny.definition("client")["operations"] = Json::array();
    tiny.definition("server")["operations"] = Json::array();
    operations[0]["id"] = "serve";
    tiny.definition("server")["operations"].push_back(operations[0]);
    tiny.asks();
    addTimer(tiny);
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.standstills.size() == 1);
    CHECK(summary.standstills[0].requests == 3);
    REQUIRE(summary.standstills[0].waiting.size() == 2);
    CHECK(summary.standstills[0].waiting[0].place == "server/serve/full meet");
}

TEST_CASE("a deadlock is stuck though a disturbance would come after the end of the run")
{
    TinyProject tiny = deadlock(buffered);
    tiny.tree["disturbances"] = Json::parse(
        R"([{"id": "late", "what": "node", "target": "servers", "number": 1, "at": "100 s", "until": "200 s"}])");
    CHECK(simulate(tiny.tree).stuck);
    tiny.tree["disturbances"][0].update({{"at", "1 ms"}, {"action", "slow"}, {"factor", 0.5}});
    CHECK(simulate(tiny.tree).stuck);
}

TEST_CASE("a standstill that begins in the second half of a run is reported")
{
    // From 0.6 s on, "down" takes the locks in the other order.
    TinyProject tiny = deadlock(buffered);
    Json& blocks = tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"];
    for (Json& block : blocks)
        if (block["type"] == "acquire")
            block["key"] = block["id"] == "one" ? "now < 0.6 ? 1 : 2" : "now < 0.6 ? 2 : 1";
    REQUIRE(tiny.definition("client")["operations"][1]["id"] == "down");
    addTimer(tiny);
    const auto summary = simulate(tiny.tree);
    CHECK(summary.operations.at("up").count > 20);
    REQUIRE(summary.standstills.size() == 2);
    CHECK(summary.standstills[0].sinceS == Approx(0.6).margin(0.02));
}

TEST_CASE("others that wait for one long piece of work late in a run do not stand still")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "lock"},
                                {"id": "work", "type": "delay", "time": "now < 0.6 ? 0.002 : 10"},
                                {"id": "give", "type": "release", "state": "lock"})",
                             "start > take > work > give > answer");
    tiny.definition("client")["state"] = {{{"id", "lock"}, {"capacity", 1}}};
    tiny.tree["workloads"][0]["workers"] = 3;
    addTimer(tiny);
    CHECK(simulate(tiny.tree).standstills.empty());
}

TEST_CASE("one long piece of work, or a wait that began late, is no standstill")
{
    TinyProject working = alone(R"({"id": "work", "type": "delay", "time": "10 s"})", "start > work > answer");
    addTimer(working);
    CHECK(simulate(working.tree).standstills.empty());
    TinyProject late = deadlock(R"({"id": "first", "type": "delay", "time": "600 ms"})");
    addTimer(late);
    CHECK(simulate(late.tree).standstills.empty());
}

TEST_CASE("a standstill behind calls that are nested very deeply is found without walking all of them for each")
{
    const int depth = effort(300'000);
    TinyProject tiny;
    tiny.operation("server", "serve",
                   R"({"id": "more", "type": "branch", "condition": "left > 0"},
                      {"id": "inner", "type": "call", "role": "server", "operation": "serve", "selector": "here",
                       "arguments": {"left": "left - 1"}},
                      {"id": "wait", "type": "get", "state": "nothing"}, )" +
                       answerBlock,
                   "start > more; more.yes > inner > r; more.no > wait > r", {"left"});
    tiny.definition("server")["state"] = {{{"id", "nothing"}, {"type", "queue"}}};
    tiny.asks(R"(, "arguments": {"left": )" + std::to_string(depth) + "}");
    addTimer(tiny);
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.standstills.size() == 1);
    CHECK(summary.standstills[0].requests == 1);
    REQUIRE_FALSE(summary.standstills[0].waiting.empty());
    CHECK(summary.standstills[0].waiting[0].place == "server/serve/full wait");
}
