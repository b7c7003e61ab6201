// Copying in memory and holding it.
#include "../tiny_project.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Copies n bytes at 1 GB/s per thread on a node whose memory carries 4 GB/s: two copies at full speed.
TinyProject copies()
{
    TinyProject tiny = alone(R"({"id": "copy", "type": "copy", "bytes": "n"})", "start > copy > answer", {"n"});
    Json& clients = tiny.group("clients");
    clients["memory_bandwidth"] = "1 GB/s";
    clients["memory_bus"] = "4 GB/s";
    return tiny;
}

/// Takes n bytes of 1000 for a second.
TinyProject holders(const std::string& fields = "", const std::string& after = "")
{
    TinyProject tiny =
        alone(R"({"id": "take", "type": "allocate", "bytes": "n")" + fields +
                  R"(}, {"id": "wait", "type": "delay", "time": "1 s"}, {"id": "later", "type": "delay", "time": "1 s"},
                                 {"id": "free", "type": "free")" +
                  after + "}",
              "start > take > wait > free > later > answer; take.full > none", {"n"});
    tiny.group("clients")["memory"] = "1000 B";
    return tiny;
}

std::vector<double> timesOf(TinyCluster& cluster, const std::vector<double>& requests)
{
    for (const double bytes : requests)
        cluster.ask(0, {bytes});
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    std::vector<double> times;
    for (const auto& answer : cluster.answers)
        times.push_back(answer.ok ? answer.at : -1 - answer.at);
    return times;
}

} // namespace

TEST_CASE("a copy takes the time in which one thread moves the bytes")
{
    TinyCluster cluster(copies());
    CHECK(cluster.alone({1e6}) == Approx(1e-3));
    CHECK(cluster.alone({0}) == 0);
    CHECK(cluster.cluster.nodes[0].memory->trafficBytes() == Approx(2e6)); // read and written
}

TEST_CASE("many copies share the memory's bandwidth")
{
    TinyCluster two(copies()), four(copies());
    for (const double time : timesOf(two, {1e6, 1e6}))
        CHECK(time == Approx(1e-3));
    for (const double time : timesOf(four, {1e6, 1e6, 1e6, 1e6}))
        CHECK(time == Approx(2e-3));
    auto& memory = *four.cluster.nodes[0].memory;
    memory.settle();
    CHECK(memory.utilisation() == Approx(2e-3 / 1000));
}

TEST_CASE("a short copy leaves its share to the long ones")
{
    TinyCluster cluster(copies());
    const auto times = timesOf(cluster, {1e6, 1e6, 3e6, 3e6});
    // Four at 0.5 GB/s for 2 ms, then two at 1 GB/s for 2 ms.
    CHECK(times[0] == Approx(2e-3));
    CHECK(times[2] == Approx(4e-3));
}

TEST_CASE("a faster processor copies faster, as far as the memory goes")
{
    TinyProject tiny = copies();
    tiny.group("clients")["processor"] = "fast";
    TinyCluster one(tiny), two(tiny);
    CHECK(one.alone({1e6}) == Approx(0.5e-3));
    for (const double time : timesOf(two, {1e6, 1e6}))
        CHECK(time == Approx(1e-3));
}

TEST_CASE("the memory's bandwidth is the processors' figure where the node states none")
{
    TinyProject tiny = copies();
    tiny.group("clients").erase("memory_bus");
    tiny.group("clients")["sockets"] = 2;
    tiny.tree["components"][0]["parameters"]["memory_bandwidth_Bps"] = 1e9;
    CHECK(TinyCluster(tiny).alone({1e6}) == Approx(1e-3));
    TinyCluster two(tiny);
    for (const double time : timesOf(two, {1e6, 1e6}))
        CHECK(time == Approx(2e-3));
}

TEST_CASE("work that moves bytes past the caches is slowed down by the memory's bandwidth, not by other work")
{
    TinyProject tiny = alone(R"({"id": "work", "type": "compute", "work": "10 ms", "memory_traffic": "n"})",
                             "start > work > answer", {"n"});
    tiny.group("clients")["memory_bandwidth"] = "1 GB/s";
    tiny.group("clients")["memory_bus"] = "4 GB/s";
    TinyCluster four(tiny), eight(tiny), none(tiny);
    for (const double time : timesOf(four, std::vector<double>(4, 10e6)))
        CHECK(time == Approx(10e-3));
    CHECK(four.cluster.nodes[0].memory->trafficBytes() == Approx(40e6));
    for (const double time : timesOf(eight, std::vector<double>(8, 10e6)))
        CHECK(time == Approx(20e-3));
    for (const double time : timesOf(none, std::vector<double>(8, 0)))
        CHECK(time == Approx(10e-3));
}

TEST_CASE("requests that find no memory wait in turn until there is enough")
{
    TinyCluster cluster(holders());
    // The third would fit beside the first, but does not overtake the second.
    const auto times = timesOf(cluster, {600, 600, 300});
    CHECK(times == std::vector<double>{2, 3, 3});
}

TEST_CASE("a request that finds no memory leaves by full where it says so, and always when there can never be enough")
{
    TinyCluster cluster(holders(R"(, "without_room": "leaves by full")"));
    CHECK(timesOf(cluster, {600, 600, 300}) == std::vector<double>{2, -1, 2});
    TinyCluster waiting(holders());
    CHECK(timesOf(waiting, {1001, 1000}) == std::vector<double>{-1, 2});
}

TEST_CASE("memory that is not freed is given back when the operation ends")
{
    TinyCluster cluster(holders("", R"(, "bytes": 400)"));
    // 600 are held for a second, 200 for another one.
    CHECK(timesOf(cluster, {600, 800, 801}) == std::vector<double>{2, 3, 5});
    CHECK(cluster.cluster.nodes[0].memory->heldBytes() == 0);
    CHECK(cluster.cluster.nodes[0].memory->held().maximum() == 1000);
}

TEST_CASE("a cancelled wait for memory lets those behind it go on")
{
    TinyProject tiny = holders();
    tiny.operation("client", "try",
                   R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "take", "type": "allocate", "bytes": 900},
           {"id": "short", "type": "delay", "time": "0.5 s"}, {"id": "answer", "type": "reply"},
           {"id": "join", "type": "join", "of": "fork", "mode": "any", "rest": "is cancelled"})",
                   "start > fork > take > join > answer; fork.path2 > short > join");
    TinyCluster cluster(tiny);
    cluster.ask(0, {600});
    cluster.ask(0.1, {}, "try");
    const auto& behind = cluster.ask(0.2, {400});
    cluster.run();
    CHECK(behind.at == Approx(2.6));
    CHECK(cluster.machine->recordsInUse() == 0);
}
