// Models that run away end with a reason; nothing hangs, nothing crashes.
#include "../run_fixture.h"
#include "run/model/limits.h"

#include <chrono>
#include <thread>

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

TEST_CASE("a run can be stopped while its model is being built")
{
    TinyProject tiny = serving(answerBlock, "start > r");
    tiny.group("servers", 50000);
    componentOf(tiny, "switch")["ports"][0]["count"] = 65000;
    const auto components = [&] {
        auto all = shippedComponents();
        project::Findings findings;
        all.add(tiny.tree["components"], "/components", findings);
        return all;
    }();
    const project::Project project = parsed(tiny.tree, components);
    int asked = 0;
    run::Options options;
    options.stopAsked = [&] { return ++asked > 1; };
    const run::Simulation simulation(project, components, options);
    CHECK(asked == 2);
    REQUIRE(simulation.findings().size() == 1);
    CHECK(simulation.findings()[0].key == "run.stopped");
}

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

TEST_CASE("a run ends at the event that brings one request too many under way")
{
    TinyProject tiny = alone(R"({"id": "w", "type": "delay", "time": "10 s"})", "start > w > answer");
    tiny.tree["workloads"][0].update(Json{{"type", "open loop"}, {"arrivals", "constant"}, {"rate", 1000}});
    tiny.tree["run"]["duration"] = "5 s";
    tiny.tree["run"]["max_requests"] = 1000;
    const auto summary = simulate(tiny.tree);
    CHECK_THAT(summary.limit, Contains("more than 1000 requests under way"));
    CHECK(summary.simulatedS == Approx(1.001));
    CHECK(summary.workloads.at("load").inFlightMax == 1001);
}

TEST_CASE("a run stops soon when asked, also where events take long")
{
    struct Impatient : Listener
    {
        void spanned(const record::Span&) override { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }
        Wish betweenEvents(double, std::uint64_t events) override
        {
            seen = events;
            return Wish::stop;
        }
        std::uint64_t seen = 0;
    } impatient;
    TinyProject tiny = serving(R"({"id": "w", "type": "delay", "time": "1 ms"}, )" + answerBlock, "start > w > r");
    tiny.tree["run"]["trace_share"] = 1;
    CHECK(simulate(tiny.tree, {}, &impatient).stopped);
    CHECK(impatient.seen > 0);
    CHECK(impatient.seen <= 1000);
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
    // Users who wait for their turn take some 400 MB, a second or two; with room for all, some GB, it would take ten
    // times that.
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

TEST_CASE("a model that takes too long to build is refused with the number that is too large")
{
    TinyProject tiny = serving(answerBlock, "start > r");
    tiny.tree["run"]["max_wall_time"] = "1 ns";
    tiny.devices("servers", 5000);
    CHECK_THAT(fate(tiny.tree), Contains("model is too large") && Contains("nodes and devices"));
}

TEST_CASE("limits and requests to stop count before the first event")
{
    TinyProject tiny = serving(R"({"id": "w", "type": "delay", "time": "1 s"}, )" + answerBlock, "start > w > r");
    tiny.tree["workloads"][0]["workers"] = 10'000;
    struct Stopping : Listener
    {
        Wish betweenEvents(double, std::uint64_t) override { return Wish::stop; }
    } stopping;
    const auto summary = simulate(tiny.tree, {}, &stopping);
    CHECK(summary.stopped);
    CHECK(summary.limit.empty());
    CHECK(summary.events == 0);

    tiny.tree["run"]["max_wall_time"] = "1 ns";
    CHECK_THAT(fate(tiny.tree), Contains("longer than") && Contains("workers of a closed loop"));
}

TEST_CASE("requests that take no time are named as what lets no time pass")
{
    TinyProject tiny;
    tiny.operation("client", "ask", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.tree["run"]["max_events_at_instant"] = 100'000;
    CHECK_THAT(simulate(tiny.tree).limit, Contains("requests of the workload \"load\" take no time"));
}
