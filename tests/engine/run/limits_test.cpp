// Models that run away end with a reason; nothing hangs, nothing crashes.
#include "run/limits.h"
#include "run_fixture.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

TinyProject serving(const std::string& blocks, const std::string& wires)
{
    TinyProject tiny;
    tiny.asks().operation("server", "serve", blocks, wires);
    return tiny;
}

} // namespace

TEST_CASE("a wire in a circle without time passing is stopped")
{
    TinyProject tiny = serving(
        R"({"id": "again", "type": "loop", "while": "1"}, {"id": "n", "type": "set", "assignments": {"x": 1}}, )" +
            answerBlock,
        "start > again > n > again.again; again.done > r");
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    const auto summary = simulate(tiny.tree);
    CHECK_THAT(summary.limit, Contains("without time passing"));
    CHECK(summary.stopped);
}

TEST_CASE("events that never let time pass are stopped")
{
    TinyProject tiny = serving(
        R"({"id": "again", "type": "loop", "while": "1"}, {"id": "n", "type": "delay", "time": "0 s"}, )" + answerBlock,
        "start > again > n > again.again; again.done > r");
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    CHECK_THAT(simulate(tiny.tree).limit, Contains("events at one instant"));
}

TEST_CASE("more requests than may be under way stop the run")
{
    TinyProject tiny = serving(R"({"id": "w", "type": "delay", "time": "1 s"}, )" + answerBlock, "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 30000;
    tiny.tree["run"]["max_requests"] = 1000;
    CHECK_THAT(simulate(tiny.tree).limit, Contains("requests under way"));
}

TEST_CASE("a run that takes too long by the clock on the wall is stopped")
{
    TinyProject tiny = serving(R"({"id": "w", "type": "delay", "time": "1 ms"}, )" + answerBlock, "start > w > r");
    tiny.tree["run"]["duration"] = "1e6 s";
    tiny.tree["run"]["max_wall_time"] = "50 ms";
    CHECK_THAT(simulate(tiny.tree).limit, Contains("real time"));
}

TEST_CASE("ten million users at once end with a result or a reason, within the memory allowed")
{
    TinyProject tiny = serving(R"({"id": "w", "type": "delay", "time": "1 s"}, )" + answerBlock, "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 10000000;
    tiny.tree["workloads"][0]["ramp_up"] = "0 s";
    // Who waits for their turn take some 400 MB, a second or two; with room for all, some GB, it would take ten times
    // that.
    tiny.tree["run"]["max_memory"] = 600e6 / static_cast<double>(run::availableMemory());
    CHECK_THAT(simulate(tiny.tree).limit, Contains("memory"));
}

TEST_CASE("an operation that does nothing at all answers")
{
    const auto summary = simulate(serving(answerBlock, "start > r").tree);
    CHECK(summary.limit.empty());
    CHECK(summary.operations.at("ask").count > 0);
}

TEST_CASE("an operation without an answer fails, and every request is accounted for")
{
    const auto summary = simulate(serving(R"({"id": "e", "type": "end"})", "start > e").tree);
    const auto& count = summary.requests.at(0);
    CHECK(count.failed > 0);
    CHECK(count.carried + count.started == count.done + count.failed + count.inFlight);
}

TEST_CASE("objects of 10^18 bytes and buffers of one byte are carried as far as they come")
{
    TinyProject tiny = serving(R"({"id": "r", "type": "reply", "bytes": "1e18 B"})", "start > r");
    CHECK(simulate(tiny.tree).operations.at("ask").count == 0);
    tiny.devices("servers", 1);
    TinyProject disk;
    disk.asks();
    disk.definition("server")["volumes"] = {"data"};
    disk.devices("servers", 1);
    disk.operation(
        "server", "serve",
        R"({"id": "w", "type": "write", "volume": "data", "bytes": "1 B", "through": "direct", "key": "request"}, )" +
            answerBlock,
        "start > w > r");
    disk.group("servers")["memory"] = "1 B";
    CHECK(simulate(disk.tree).operations.at("ask").count > 0);
}
