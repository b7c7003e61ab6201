// Operations that a workload starts at a role with so many workers.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Ten milliseconds of work, then ten in which the worker is free.
TinyProject limited(const Json& workers)
{
    TinyProject tiny = alone(R"({"id": "work", "type": "compute", "work": "10 ms"},
                                {"id": "pause", "type": "delay", "time": "10 ms"})",
                             "start > work > pause > answer");
    tiny.role("client", "clients", workers);
    return tiny;
}

std::vector<double> times(const TinyProject& tiny, int count)
{
    TinyCluster cluster(tiny);
    for (int i = 0; i < count; ++i)
        cluster.ask();
    cluster.run();
    std::vector<double> result;
    for (const auto& answer : cluster.answers) {
        CHECK(answer.ok);
        result.push_back(answer.took());
    }
    std::sort(result.begin(), result.end());
    CHECK(cluster.machine->recordsInUse() == 0);
    return result;
}

void compare(const std::vector<double>& took, const std::vector<double>& expected)
{
    REQUIRE(took.size() == expected.size());
    for (std::size_t i = 0; i < took.size(); ++i)
        CHECK(took[i] == Approx(expected[i]));
}

} // namespace

TEST_CASE("as many as come are served at the same time by a thread per request")
{
    compare(times(limited({{"kind", "thread per request"}}), 4), {20e-3, 20e-3, 20e-3, 20e-3});
}

TEST_CASE("a thread serves one operation from its acceptance to its end")
{
    compare(times(limited({{"kind", "threads"}, {"count", 2}}), 4), {20e-3, 20e-3, 40e-3, 40e-3});
}

TEST_CASE("an event loop works for one operation at a time and goes on with others while one waits")
{
    // The first one is ready again after 20 ms, but the third one has waited longer, and works until 30 ms.
    compare(times(limited({{"kind", "event loop"}}), 3), {30e-3, 30e-3, 40e-3});
    compare(times(limited({{"kind", "event loop"}, {"clients", 1}}), 3), {20e-3, 40e-3, 60e-3});
}

TEST_CASE("a role is full when its workers are busy and its backlog is")
{
    const char* kind = oneOf({"threads", "event loop"});
    TinyCluster cluster(limited({{"kind", kind}, {"clients", 1}, {"backlog", 1}}));
    const std::uint32_t operation = cluster.software.findOperation("client", "ask");
    const std::uint32_t node = cluster.placement->nodesOf("client").front();
    const auto full = [&] { return cluster.machine->full(operation, {node}); };
    CHECK_FALSE(full());
    cluster.ask(0);
    cluster.run(5e-3);
    CHECK_FALSE(full());
    cluster.ask(5e-3);
    cluster.run(15e-3);
    CHECK(full());
    std::uint64_t told = 0;
    cluster.machine->awaitRoom(operation, {node},
                               {[](void* seen, std::uint64_t) { ++*static_cast<std::uint64_t*>(seen); }, &told, 0});
    cluster.run(19e-3);
    CHECK(told == 0);
    cluster.run(21e-3); // the second one is being served
    CHECK(told == 1);
    CHECK_FALSE(full());
    cluster.run();
    CHECK(told == 1);
}

TEST_CASE("operations that wait for a worker fail with their node, and their records go")
{
    TinyCluster cluster(limited({{"kind", "threads"}}));
    for (int i = 0; i < 3; ++i)
        cluster.ask();
    cluster.run(5e-3);
    CHECK(cluster.machine->requestsInFlight() == 3);
    cluster.machine->failNode(cluster.placement->nodesOf("client").front());
    cluster.run();
    for (const auto& answer : cluster.answers) {
        CHECK(answer.at == Approx(5e-3));
        CHECK_FALSE(answer.ok);
    }
    CHECK(cluster.machine->requestsInFlight() == 0);
    CHECK(cluster.machine->recordsInUse() == 0);
}
