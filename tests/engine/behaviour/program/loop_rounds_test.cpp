// Event loops that poll, serve what was ready in any order, and poll again.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr int together = 16;
constexpr double ready = 0.1; ///< when all of them go on; each then takes the loop for a millisecond

/// Requests that wait until `ready`, or for `laterS` longer if they carry 1.
TinyProject meeting(bool rounds, double laterS = 0, const std::string& call = "")
{
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}, {"rounds", rounds}});
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "arguments": {"late": "late"})" +
            call + R"(}, {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"})",
        "start > call > good; call.timeout > bad; call.error > bad", {"late"});
    tiny.operation(
        "server", "serve",
        R"({"id": "wait", "type": "delay", "time": "100 ms + late * )" + std::to_string(laterS) +
            R"( - now"}, {"id": "work", "type": "compute", "work": "1 ms"}, {"id": "answer", "type": "reply"})",
        "start > wait > work > answer", {"late"});
    return tiny;
}

/// When the server had answered each of the requests, after `ready`.
std::vector<double> turnsOf(TinyCluster& cluster)
{
    cluster.run();
    REQUIRE(cluster.machine->recordsInUse() == 0);
    std::vector<double> turns;
    for (const auto& answer : cluster.answers)
        turns.push_back(answer.ok ? answer.at - oneWay - ready : -1);
    return turns;
}

std::vector<double> turnsOf(const TinyProject& tiny)
{
    TinyCluster cluster(tiny);
    for (int i = 0; i < together; ++i)
        cluster.ask(i * 1e-3);
    return turnsOf(cluster);
}

} // namespace

TEST_CASE("a request that ends makes way for what has waited longest, a new connection too")
{
    // The loop lets go of the first request for 50 ms. Meanwhile the second keeps it for 100 ms, and a third one comes.
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}, {"clients", oneOf({2, 1000})}});
    const auto calls = [&](const std::string& asked, const std::string& called) {
        tiny.operation("client", asked,
                       R"({"id": "call", "type": "call", "role": "server", "operation": ")" + called +
                           R"(", "arguments": {"work": "work"}}, {"id": "answer", "type": "reply"})",
                       "start > call > answer", {"work"});
    };
    calls("ask", "serve");
    calls("pause", "pause");
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "work"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer", {"work"});
    tiny.operation(
        "server", "pause",
        R"({"id": "pause", "type": "delay", "time": "50 ms"}, {"id": "work", "type": "compute", "work": "work"},
                      {"id": "answer", "type": "reply"})",
        "start > pause > work > answer", {"work"});
    TinyCluster cluster(tiny);
    const auto& paused = cluster.ask(0, {10e-3}, "pause");
    const auto& working = cluster.ask(1e-3, {100e-3});
    const auto& fresh = cluster.ask(2e-3, {10e-3});
    cluster.run();
    CHECK(fresh.at - working.at == about(10e-3));
    CHECK(paused.at - working.at == about(20e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("requests that are ready in a round of an event loop are served in any order, and take as long together")
{
    std::vector<double> turns = turnsOf(meeting(true));
    CHECK(turns == turnsOf(meeting(true))); // the order is drawn, and the same in each run
    CHECK_FALSE(std::is_sorted(turns.begin(), turns.end()));
    std::sort(turns.begin(), turns.end());
    const std::vector<double> inOrder = turnsOf(meeting(false));
    for (int i = 0; i < together; ++i) {
        CHECK(turns[static_cast<std::size_t>(i)] == about((i + 1) * 1e-3));
        CHECK(inOrder[static_cast<std::size_t>(i)] == about((i + 1) * 1e-3));
    }
}

TEST_CASE("whoever is ready in a round, each turn of it is as likely", "[theory]")
{
    // They meet again every second. The first one takes the idle loop at once; of the others, each comes after seven on
    // average.
    constexpr int meetings = 1000;
    TinyCluster cluster(meeting(true, 1));
    for (int m = 0; m < meetings; ++m)
        for (int i = 0; i < together; ++i)
            cluster.ask(m + i * 1e-3, {static_cast<double>(m)});
    cluster.run(meetings + 1);
    std::array<double, together> mean = {};
    for (std::size_t i = 0; i < cluster.answers.size(); ++i)
        mean.at(i % together) +=
            (cluster.answers[i].at - oneWay - ready - cluster.answers[i].arguments.front()) / meetings;
    CHECK(mean[0] == about(1e-3));
    for (std::size_t i = 1; i < together; ++i) // turns 2 to 16, whose deviation is 4.32
        CHECK(mean[i] == Approx(9e-3).margin(3.5 * 4.32e-3 / std::sqrt(meetings)));
}

TEST_CASE("requests that become ready during a round wait for the next one")
{
    TinyCluster cluster(meeting(true, 3.5e-3));
    for (int i = 0; i < together; ++i)
        cluster.ask(i * 1e-3, {i % 2 ? 1.0 : 0.0});
    const std::vector<double> turns = turnsOf(cluster);
    for (std::size_t i = 0; i < together; ++i) {
        CHECK((turns[i] < 8.5e-3) == (i % 2 == 0));
        CHECK(turns[i] < 16.5e-3);
    }
}

TEST_CASE("a request that is given up while it waits for its turn in a round takes none")
{
    TinyProject tiny = meeting(true, 0, R"(, "deadline": "105500 us - now")");
    const std::vector<double> turns = turnsOf(tiny);
    CHECK(std::count(turns.begin(), turns.end(), -1) == together - 4);
    for (const double turn : turns)
        CHECK((turn < 0 || turn < 4.5e-3));
}

TEST_CASE("new requests over open connections take their turns in a round among those that are ready")
{
    // Each client has asked before, so that its connection is open. While the loop works for the first one, the others
    // ask again.
    TinyProject tiny;
    tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}, {"rounds", true}});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept",
                       "arguments": {"work": "work"}}, {"id": "answer", "type": "reply"})",
                   "start > call > answer", {"work"});
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "work"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer", {"work"});
    TinyCluster cluster(tiny);
    for (int i = 0; i <= together; ++i)
        cluster.ask(0, {1e-3}, "ask", static_cast<std::uint64_t>(i + 1));
    const auto& working = cluster.ask(1, {50e-3}, "ask", 1);
    for (int i = 0; i < together; ++i)
        cluster.ask(1.001 + i * 1e-3, {1e-3}, "ask", static_cast<std::uint64_t>(i + 2));
    cluster.run();
    std::vector<double> turns;
    for (std::size_t i = together + 2; i < cluster.answers.size(); ++i)
        turns.push_back(cluster.answers[i].at - working.at);
    CHECK_FALSE(std::is_sorted(turns.begin(), turns.end()));
    std::sort(turns.begin(), turns.end());
    for (int i = 0; i < together; ++i)
        CHECK(turns[static_cast<std::size_t>(i)] == about((i + 1) * 1e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}
