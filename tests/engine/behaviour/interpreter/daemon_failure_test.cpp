// Daemons that crash while their node goes on: who is told, what is lost, and what is not.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Two servers with two disks each, and a daemon for every disk; daemons are numbered 0 to 3. `n` is the daemon that a
/// request asks.
TinyProject crashable(const std::string& served, const std::string& wires, const std::string& how = "",
                      const Json& workers = {{"kind", "threads"}, {"for_each", "data"}, {"count", 1}})
{
    TinyProject tiny;
    tiny.group("servers", 2);
    tiny.devices("servers", 2);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.definition("server")["workers"] = workers;
    tiny.operation("server", "serve", served, wires, {"n"});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "index",
                       "index": "n", "arguments": {"n": "n"}, "deadline": "50 s")" +
                       how +
                       R"(}, {"id": "good", "type": "reply"}, {"id": "refused", "type": "reply", "status": "error"},
                       {"id": "failed", "type": "reply", "status": "error"})",
                   "start > call > good; call.refused > refused; call.error > failed", {"n"});
    return tiny;
}

const char* const tenSeconds = R"({"id": "work", "type": "delay", "time": "10 s"}, {"id": "answer", "type": "reply"})";
const char* const workAndAnswer = "start > work > answer";

/// A cluster in which a daemon crashes and starts again by hand, at a time.
class Crashing : public TinyCluster
{
public:
    using TinyCluster::TinyCluster;

    void crash(double at, std::uint32_t daemon) { set(at, daemon, true); }
    void start(double at, std::uint32_t daemon) { set(at, daemon, false); }
    std::uint64_t refused() { return visits("client/ask", "refused"); }
    std::uint64_t failed() { return visits("client/ask", "failed"); }

private:
    void set(double at, std::uint32_t daemon, bool down)
    {
        const std::uint32_t role = software.findRole("server");
        const auto site = behaviour::sitesOf(software, role, *placement).at(daemon);
        things_.push_back([this, role, site, down] {
            down ? machine->failProcess(role, site) : machine->restoreProcess(role, site);
        });
        calendar.schedule(
            kernel::fromSeconds(at),
            [](void* self, std::uint64_t index) { static_cast<Crashing*>(self)->things_[index](); }, this,
            things_.size() - 1);
    }

    std::deque<std::function<void()>> things_;
};

} // namespace

TEST_CASE("callers of a daemon that crashes are notified at once, whether it works for them or has not accepted them")
{
    Crashing cluster(crashable(tenSeconds, workAndAnswer));
    const auto& served = cluster.ask(0, {0});
    const auto& waiting = cluster.ask(0.1, {0});
    cluster.crash(1, 0);
    cluster.run();
    CHECK(served.at == Approx(1 + oneWay));
    CHECK(waiting.at == Approx(1 + oneWay));
    CHECK(cluster.failed() == 1);
    CHECK(cluster.refused() == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("calls of a crashed daemon are refused within a round trip, and served again once it has started")
{
    Crashing cluster(crashable(tenSeconds, workAndAnswer));
    cluster.crash(1, 0);
    cluster.start(3, 0);
    const auto& during = cluster.ask(2, {0});
    const auto& after = cluster.ask(4, {0});
    cluster.run();
    CHECK_FALSE(during.ok);
    CHECK(during.took() == about(roundTrip));
    CHECK(cluster.refused() == 1);
    CHECK(after.ok);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("the other daemons of the node, and those of other nodes, go on")
{
    Crashing cluster(crashable(tenSeconds, workAndAnswer));
    std::vector<const TinyCluster::Answer*> others;
    for (const double n : {1, 2, 3})
        others.push_back(&cluster.ask(0, {n}));
    cluster.crash(1, 0);
    const auto& later = cluster.ask(2, {1});
    cluster.run();
    for (const auto* answer : others)
        CHECK(answer->ok);
    CHECK(later.ok);
}

TEST_CASE("a daemon loses its state, and neither that of its neighbour nor the pages of the kernel")
{
    TinyProject tiny = crashable(R"({"id": "look", "type": "cache", "state": "known", "key": 1},
                      {"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": 1},
                      {"id": "answer", "type": "reply"})",
                                 "start > look; look.hit > answer; look.miss > read > answer");
    tiny.definition("server")["state"] = {{{"id", "known"}, {"type", "cache"}, {"entries", 10}}};
    Crashing cluster(tiny);
    const auto& cold = cluster.ask(0, {0});
    cluster.ask(0, {1});
    cluster.crash(5, 0);
    cluster.start(6, 0);
    const auto& again = cluster.ask(7, {0});
    cluster.ask(8, {1});
    cluster.run();
    CHECK(again.ok);
    CHECK(again.took() < 0.8 * cold.took()); // from the page cache
    CHECK(cluster.visits("server/serve", "read") == 3);
    CHECK(cluster.machine->states()[0].hits == 1); // of the neighbour
}

TEST_CASE("data that a daemon wrote and the kernel has not yet written to the disk are not lost")
{
    TinyProject tiny = crashable(R"({"id": "write", "type": "write", "volume": "data", "bytes": "1 MB", "key": 1},
                                  {"id": "answer", "type": "reply"})",
                                 "start > write > answer");
    Crashing cluster(tiny);
    REQUIRE(cluster.ask(0, {0}).at < 0);
    cluster.crash(1, 0);
    cluster.run(0.9);
    const auto dirty = [&] {
        std::uint64_t bytes = 0;
        for (const auto& node : cluster.cluster.nodes)
            bytes += node.cache->dirtyBytes();
        return bytes;
    };
    const std::uint64_t before = dirty();
    CHECK(before > 0);
    cluster.run(1.1);
    CHECK(dirty() == before);
}

TEST_CASE("a connection kept to a daemon that crashed, or shared, is made anew")
{
    const std::string use = oneOf({R"("kept")", R"("shared")"});
    Crashing cluster(crashable(R"({"id": "answer", "type": "reply"})", "start > answer", R"(, "connection": )" + use));
    const auto& first = cluster.ask(0, {0}, "ask", 7);
    const auto& kept = cluster.ask(1, {0}, "ask", 7);
    cluster.crash(2, 0);
    cluster.start(3, 0);
    const auto& after = cluster.ask(4, {0}, "ask", 7);
    cluster.run();
    CHECK(kept.took() < first.took() - oneWay);
    CHECK(after.took() == Approx(first.took()));
}

TEST_CASE("a daemon stays down while its node is back, and while its process is back on a node that is down")
{
    Crashing cluster(
        crashable(R"({"id": "answer", "type": "reply"})", "start > answer", R"(, "connect_timeout": "100 ms")"));
    const bool nodeFirst = oneOf({true, false});
    cluster.crash(1, 0);
    const std::uint32_t node = cluster.placement->nodesOf("server").front();
    cluster.run(2);
    cluster.machine->failNode(node);
    nodeFirst ? cluster.machine->returnNode(node) : cluster.start(2.5, 0);
    const auto& half = cluster.ask(3, {0});
    cluster.run(4);
    CHECK_FALSE(half.ok);
    if (nodeFirst)
        cluster.start(4.5, 0);
    else
        cluster.machine->returnNode(node);
    const auto& back = cluster.ask(5, {0});
    cluster.run();
    CHECK(back.ok);
}

TEST_CASE("a ring leaves out the device of a daemon that has crashed, once that is noticed")
{
    TinyProject tiny = crashable(R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.tree["selectors"] = {{{"id", "ring"},
                               {"role", "server"},
                               {"volume", "data"},
                               {"replicas", 2},
                               {"partition_power", 2},
                               {"noticed_after", "5 s"}}};
    tiny.operation("client", "walk",
                   R"({"id": "each", "type": "for each", "over": "ring", "ring": "ring", "key": "n"},
                      {"id": "visit", "type": "delay", "time": "1 ms"}, {"id": "end", "type": "end"},
                      {"id": "answer", "type": "reply"})",
                   "start > each > visit > end; each.done > answer", {"n"});
    Crashing cluster(tiny);
    const mapping::Ring& ring = cluster.software.rings.front();
    const std::uint32_t device = ring.devicesOf(ring.partitionOf(7))[0];
    const auto daemon = static_cast<std::uint32_t>(device); // two disks on each of two nodes: numbered alike
    const auto visits = [&](double at) {
        const auto before = cluster.visits("client/walk", "visit");
        cluster.ask(at, {7}, "walk");
        cluster.run(at + 0.5);
        return cluster.visits("client/walk", "visit") - before;
    };
    CHECK(visits(0) == 2);
    cluster.crash(1, daemon);
    CHECK(visits(3) == 2);
    CHECK(visits(7) == 1);
    cluster.start(8, daemon);
    CHECK(visits(9) == 2);
}

TEST_CASE("an operation that another role executes in its own process outlives the daemon it was written for")
{
    TinyProject tiny;
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "delay", "time": "10 s"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    tiny.group("clients")["roles"].push_back("server");
    tiny.asks(R"(, "selector": "here")");
    Crashing cluster(tiny);
    const auto& answer = cluster.ask();
    const std::uint32_t role = cluster.software.findRole("server");
    const auto sites = behaviour::sitesOf(cluster.software, role, *cluster.placement);
    for (std::uint32_t s = 0; s < sites.size(); ++s)
        cluster.crash(1, s);
    cluster.run();
    CHECK(answer.ok);
}
