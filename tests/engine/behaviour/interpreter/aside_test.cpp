// Work that helper threads do while the worker serves others; paths that share a thread; workers that wake up.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// When the answers of the server to requests that all came at once arrived, less the way there and back.
std::vector<double> servedAt(const Json& workers, const std::string& blocks, const std::string& wires, int requests)
{
    TinyProject tiny;
    tiny.devices("servers", 1);
    tiny.role("server", "servers", workers);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.asks().operation("server", "serve", blocks + R"(, {"id": "answer", "type": "reply"})", wires);
    TinyCluster cluster(tiny);
    for (int i = 0; i < requests; ++i)
        cluster.ask();
    cluster.run();
    std::vector<double> times;
    for (const auto& answer : cluster.answers) {
        REQUIRE(answer.ok);
        times.push_back(answer.at - 2 * roundTrip); // connecting, asking
    }
    std::sort(times.begin(), times.end());
    REQUIRE(cluster.machine->recordsInUse() == 0);
    return times;
}

Json loopWith(int helperThreads = 20)
{
    return {{"kind", "event loop"}, {"count", 1}, {"helper_threads", helperThreads}};
}

std::string readWaiting(const char* waits)
{
    return std::string(R"({"id": "read", "type": "read", "volume": "data", "bytes": "4 KiB", "through": "direct",
                           "waits": ")") +
           waits + R"("})";
}

/// A group of `blocks` in a row that helper threads execute.
std::string asideGroup(const std::string& blocks, const std::string& wires)
{
    return R"({"id": "group", "type": "group", "waits": "aside", "inner": {"blocks": [{"id": "in", "type": "way in"},
               {"id": "out", "type": "way out"}, )" +
           blocks + R"(], "wires": [)" + wires + "]}}";
}

const std::string tenMs = R"({"id": "work", "type": "compute", "work": "10 ms"})";
const std::string asideWork = asideGroup(tenMs, R"(["in.next", "work.in"], ["work.next", "out.in"])");

} // namespace

TEST_CASE("reads of two requests at one event loop overlap if they wait aside, else they are done one after another")
{
    const double alone = servedAt(loopWith(), readWaiting("worker"), "start > read > answer", 1)[0];
    CHECK(servedAt(loopWith(), readWaiting("aside"), "start > read > answer", 1)[0] == about(alone));
    CHECK(servedAt(loopWith(), readWaiting("worker"), "start > read > answer", 2)[1] == about(2 * alone));
    CHECK(servedAt(loopWith(), readWaiting("aside"), "start > read > answer", 2)[1] < 1.3 * alone);
}

TEST_CASE("a write and a flush that wait aside leave their worker to others, as a read does")
{
    // The first request is at the disk while the second one computes for 10 ms.
    const auto second = [](const std::string& storage, const std::string& waits) {
        TinyProject tiny;
        tiny.devices("servers", 1);
        tiny.role("server", "servers", loopWith());
        tiny.definition("server")["volumes"] = {"data"};
        tiny.operation("server", "serve",
                       R"({"id": "which", "type": "branch", "condition": "x"},
                          {"id": "work", "type": "compute", "work": "10 ms"},
                          {"id": "disk", "volume": "data", "waits": ")" +
                           waits + "\", " + storage + R"(}, {"id": "answer", "type": "reply"})",
                       "start > which > work > answer; which.no > disk > answer", {"x"});
        tiny.operation("client", "ask",
                       R"({"id": "call", "type": "call", "role": "server", "operation": "serve",
                           "arguments": {"x": "x"}}, {"id": "answer", "type": "reply"})",
                       "start > call > answer", {"x"});
        TinyCluster cluster(tiny);
        cluster.ask(0, {0});
        const auto& answer = cluster.ask(0, {1});
        cluster.run();
        return answer.at - 2 * roundTrip;
    };
    for (const std::string storage :
         {R"("type": "read", "bytes": "4 KiB", "through": "direct")",
          R"("type": "write", "bytes": "4 KiB", "through": "direct")", R"("type": "flush")"}) {
        INFO(storage);
        CHECK(second(storage, "aside") == about(10e-3));
        CHECK(second(storage, "worker") > 10.04e-3);
    }
}

TEST_CASE("no more helper threads of an event loop wait aside than there are")
{
    const double alone = servedAt(loopWith(), readWaiting("worker"), "start > read > answer", 1)[0];
    CHECK(servedAt(loopWith(1), readWaiting("aside"), "start > read > answer", 2)[1] == about(2 * alone));
}

TEST_CASE("work in a group that waits aside uses a core but not the worker")
{
    const auto times = servedAt(loopWith(2), asideWork, "start > group; group.next > answer", 5);
    const double expected[] = {10e-3, 10e-3, 20e-3, 20e-3, 30e-3};
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(times[i] == about(expected[i]));
}

TEST_CASE("after what waited aside a request takes its worker again")
{
    const std::string blocks = asideWork + R"(, {"id": "last", "type": "compute", "work": "4 ms"})";
    const auto times = servedAt(loopWith(), blocks, "start > group; group.next > last > answer", 3);
    CHECK(times[0] == about(14e-3));
    CHECK(times[1] == about(18e-3));
    CHECK(times[2] == about(22e-3));
}

TEST_CASE("a worker that waits aside is let go for others at once")
{
    const std::string blocks = R"({"id": "first", "type": "compute", "work": "4 ms"}, )" + asideWork;
    const auto times = servedAt(loopWith(), blocks, "start > first > group; group.next > answer", 3);
    CHECK(times[0] == about(14e-3));
    CHECK(times[1] == about(18e-3));
    CHECK(times[2] == about(22e-3));
}

TEST_CASE("a path that is cancelled while it waits for a helper thread takes none")
{
    const std::string each = R"({"id": "each", "type": "for each", "count": 3},)" +
                             asideGroup(R"({"id": "work", "type": "compute", "work": "(index + 1) * 10 ms"})",
                                        R"(["in.next", "work.in"], ["work.next", "out.in"])") +
                             R"(, {"id": "first", "type": "join", "of": "each", "mode": "any", "rest": "is cancelled"},
            {"id": "last", "type": "compute", "work": "5 ms"})";
    CHECK(servedAt(loopWith(1), each, "start > each > group; group.next > first > last > answer", 1)[0] ==
          about(15e-3));
}

TEST_CASE("parallel paths of a request share its thread, unless they wait aside")
{
    const Json threads = {{"kind", "threads"}, {"count", 4}};
    const auto forked = [](const std::string& blocks, const std::string& first) {
        return std::pair(blocks + R"(, {"id": "all", "type": "join", "of": "each"},
                                      {"id": "each", "type": "for each", "count": 2})",
                         "start > each > " + first + " > all > answer");
    };
    const auto [plain, plainWires] = forked(tenMs, "work");
    const auto [besides, besidesWires] = forked(asideWork, "group; group.next");
    CHECK(servedAt(threads, plain, plainWires, 1)[0] == about(20e-3));
    CHECK(servedAt(threads, plain, plainWires, 4)[3] == about(20e-3)); // each has a thread of its own
    CHECK(servedAt(threads, besides, besidesWires, 1)[0] == about(10e-3));
    CHECK(servedAt({{"kind", "thread per request"}}, plain, plainWires, 1)[0] == about(10e-3));
}

TEST_CASE("a path that shares a thread lets it go while it waits for something other than work")
{
    const std::string blocks =
        R"({"id": "each", "type": "for each", "count": 2}, {"id": "wait", "type": "delay", "time": "10 ms"}, )" +
        tenMs + R"(, {"id": "all", "type": "join", "of": "each"})";
    CHECK(servedAt({{"kind", "threads"}, {"count", 1}}, blocks, "start > each > wait > work > all > answer", 1)[0] ==
          about(30e-3));
}

TEST_CASE("a worker that slept costs a wake-up, one that is busy does not")
{
    const char* kind = oneOf({"event loop", "threads"});
    const Json workers = {{"kind", kind}, {"count", 1}, {"wake_up", "1 ms"}};
    const auto times = servedAt(workers, tenMs, "start > work > answer", 3);
    CHECK(times[0] == about(11e-3));
    CHECK(times[1] == about(21e-3));
    CHECK(times[2] == about(31e-3));
}

TEST_CASE("a worker that waits for something else meanwhile has slept")
{
    const char* kind = oneOf({"event loop", "threads"});
    const Json workers = {{"kind", kind}, {"count", 1}, {"wake_up", "1 ms"}};
    const std::string blocks = tenMs + R"(, {"id": "wait", "type": "delay", "time": "5 ms"},
                                           {"id": "again", "type": "compute", "work": "2 ms"})";
    CHECK(servedAt(workers, blocks, "start > work > wait > again > answer", 1)[0] == about(19e-3));
}
