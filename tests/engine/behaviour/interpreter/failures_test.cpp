// Nodes that die and return, devices that fail, ways that are cut: who hears what, and that nothing is left over.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <tuple>

using namespace headroom;
using namespace headroom::test;

namespace {

/// A cluster whose hardware is disturbed by hand, at a time.
class Disturbed : public TinyCluster
{
public:
    using TinyCluster::TinyCluster;

    void at(double seconds, std::function<void()> what)
    {
        things_.push_back(std::move(what));
        calendar.schedule(
            kernel::fromSeconds(seconds),
            [](void* self, std::uint64_t index) { static_cast<Disturbed*>(self)->things_[index](); }, this,
            things_.size() - 1);
    }
    std::uint32_t node(const std::string& group, std::size_t number = 0) const
    {
        std::vector<std::uint32_t> found;
        for (std::uint32_t n = 0; n < topology->nodes().size(); ++n)
            if (topology->groups()[topology->nodes()[n].group].id == group)
                found.push_back(n);
        return found.at(number);
    }
    void failAt(double seconds, std::uint32_t which)
    {
        at(seconds, [this, which] { machine->failNode(which); });
    }
    void returnAt(double seconds, std::uint32_t which)
    {
        at(seconds, [this, which] { machine->returnNode(which); });
    }
    void cutAt(double seconds, std::uint32_t which, bool cut)
    {
        at(seconds, [this, which, cut] {
            const std::uint32_t link = topology->nodes()[which].transmitLinks.front();
            routes->setUsable(link, !cut);
            for (const std::uint32_t direction : {link, topology->links()[link].reverse})
                cluster.network->setLinkRate(direction, cut ? 0.0 : 1.0);
        });
    }

private:
    std::deque<std::function<void()>> things_;
};

TinyProject serving(const std::string& work, const std::string& more = "")
{
    TinyProject tiny;
    tiny.asks(more);
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": ")" + work + R"("}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    return tiny;
}

} // namespace

TEST_CASE("callers who wait for a node that dies hear nothing until the deadline")
{
    Disturbed cluster(serving("500 ms", R"(, "deadline": "2 s")"));
    const auto& answer = cluster.ask();
    cluster.failAt(0.1, cluster.node("servers"));
    cluster.returnAt(0.2, cluster.node("servers"));
    cluster.run(1.9);
    CHECK(answer.at < 0);
    for (const auto& role : cluster.machine->roles())
        if (role.node == cluster.node("servers"))
            CHECK(cluster.machine->inFlight(role) == 0);
    cluster.run();
    CHECK(answer.at == Approx(2.0));
    CHECK_FALSE(answer.ok);
    CHECK(cluster.visits("client/ask", "late") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a call to a dead node is refused after its connect timeout, unless the deadline comes first")
{
    const auto [more, took, block] = oneOf<std::tuple<const char*, double, const char*>>(
        {{"", 3.0, "closed"},
         {R"(, "connect_timeout": "500 ms")", 0.5, "closed"},
         {R"(, "deadline": "1 s")", 1.0, "late"},
         {R"(, "connect_timeout": 0, "deadline": "9 s")", 9.0, "late"}});
    Disturbed cluster(serving("1 ms", more));
    cluster.failAt(0.5, cluster.node("servers"));
    const auto& answer = cluster.ask(1);
    cluster.run();
    CHECK_FALSE(answer.ok);
    CHECK(answer.took() == Approx(took));
    CHECK(cluster.visits("client/ask", block) == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a node that dies while it is being connected to is noticed by that")
{
    Disturbed cluster(serving("1 ms"));
    cluster.failAt(1 + oneWay / 2, cluster.node("servers"));
    const auto& answer = cluster.ask(1);
    cluster.run();
    CHECK(answer.took() == Approx(3.0));
    CHECK(cluster.visits("client/ask", "closed") == 1);
}

TEST_CASE("a node that has returned serves again, and kept connections to it are made anew")
{
    Disturbed cluster(serving("1 ms"));
    const auto& before = cluster.ask(0, {}, "ask", 7);
    const auto& kept = cluster.ask(1, {}, "ask", 7);
    cluster.failAt(2, cluster.node("servers"));
    cluster.returnAt(3, cluster.node("servers"));
    const auto& after = cluster.ask(4, {}, "ask", 7);
    cluster.run();
    CHECK(kept.took() < before.took() - oneWay);
    REQUIRE(after.ok);
    CHECK(after.took() == about(before.took()));
}

TEST_CASE("workers and waiting calls of a dead node are gone, whatever kind of workers they are")
{
    const Json workers = oneOf({Json{{"kind", "threads"}, {"count", 1}}, Json{{"kind", "event loop"}, {"count", 1}},
                                Json{{"kind", "thread per request"}}});
    TinyProject tiny = serving("1 s", R"(, "deadline": "5 s")");
    tiny.role("server", "servers", workers);
    Disturbed cluster(tiny);
    for (int i = 0; i < 4; ++i)
        cluster.ask(0.01 * i);
    cluster.failAt(0.5, cluster.node("servers"));
    cluster.returnAt(6, cluster.node("servers"));
    const auto& after = cluster.ask(7);
    cluster.run();
    for (std::size_t i = 0; i < 4; ++i)
        CHECK_FALSE(cluster.answers[i].ok);
    CHECK(after.ok);
    CHECK(after.took() < 1.1);
    CHECK(cluster.machine->recordsInUse() == 0);
    for (const auto& role : cluster.machine->roles()) {
        CHECK(cluster.machine->inFlight(role) == 0);
        CHECK(cluster.machine->waiting(role) == 0);
        CHECK(role.meter.present() == 0);
    }
}

TEST_CASE("a lock of the cluster that a dead node held goes to the next")
{
    TinyProject tiny;
    tiny.group("servers", 2);
    tiny.asks(R"(, "selector": "round robin", "deadline": "20 s")");
    tiny.definition("server")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"owner", "cluster"}, {"capacity", 1}}};
    tiny.operation(
        "server", "serve",
        R"({"id": "take", "type": "acquire", "state": "lock"}, {"id": "work", "type": "delay", "time": "10 s"},
                      {"id": "give", "type": "release", "state": "lock"}, {"id": "answer", "type": "reply"})",
        "start > take > work > give > answer");
    Disturbed cluster(tiny);
    const auto& first = cluster.ask(0);
    const auto& second = cluster.ask(0.1);
    cluster.failAt(1, cluster.node("servers", 0));
    cluster.run();
    CHECK_FALSE(first.ok);
    REQUIRE(second.ok);
    CHECK(second.at == Approx(11).margin(0.01));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("streams to and from a node that dies end, at whichever end it stands")
{
    const std::string dying = oneOf({"clients", "servers"});
    const std::string direction = oneOf({"send", "receive"});
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "deadline": "9 s"},
                      {"id": "move", "type": "transfer", "over": "call", "bytes": "4 GB", "direction": ")" +
                       direction +
                       R"("}, {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"})",
                   "start > call > good; call.opened > move; call.timeout > bad");
    tiny.operation("server", "serve",
                   R"({"id": "move", "type": "transfer", "over": "caller", "bytes": "4 GB", "direction": ")" +
                       std::string(direction == "send" ? "receive" : "send") +
                       R"("}, {"id": "answer", "type": "reply"})",
                   "start > move > answer");
    Disturbed cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.failAt(1, cluster.node(dying));
    cluster.run(1.5);
    for (std::uint32_t link = 0; link < cluster.cluster.network->linkCount(); ++link)
        CHECK(cluster.cluster.network->load(link, cluster.calendar.now()).activeStreams == 0);
    cluster.run();
    CHECK_FALSE(answer.ok);
    CHECK(answer.at == Approx(dying == "clients" ? 1.0 : 9.0));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("parallel paths, loops and stragglers of a dead node end, and none begins anew")
{
    TinyProject tiny;
    tiny.asks(R"(, "deadline": "5 s")");
    tiny.operation("server", "serve",
                   R"({"id": "each", "type": "for each", "over": "count", "count": 50, "at_once": 3},
                      {"id": "wait", "type": "delay", "time": "1 s"}, {"id": "any", "type": "join", "of": "each", "mode": "any"},
                      {"id": "answer", "type": "reply"}, {"id": "long", "type": "delay", "time": "100 s"})",
                   "start > each > wait > any > answer > long");
    Disturbed cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.failAt(2.5, cluster.node("servers"));
    cluster.run(2.6);
    CHECK(answer.ok);
    CHECK(cluster.machine->recordsInUse() == 0);
    const auto waits = cluster.visits("server/serve", "wait");
    cluster.run();
    CHECK(cluster.visits("server/serve", "wait") == waits);
}

TEST_CASE("the memory of a node is lost with it: its caches, its page cache, the messages of its queues")
{
    TinyProject tiny;
    tiny.devices("servers", 1);
    Json& server = tiny.definition("server");
    server["volumes"] = {"data"};
    server["state"] = {{{"id", "known"}, {"type", "cache"}, {"entries", 10}}};
    tiny.asks();
    tiny.operation("server", "serve",
                   R"({"id": "look", "type": "cache", "state": "known", "key": 1},
                      {"id": "read", "type": "read", "volume": "data", "bytes": "1 MB", "key": 1},
                      {"id": "answer", "type": "reply"})",
                   "start > look; look.hit > read; look.miss > read > answer");
    Disturbed cluster(tiny);
    const auto& cold = cluster.ask(0);
    const auto& warm = cluster.ask(1);
    cluster.failAt(2, cluster.node("servers"));
    cluster.at(2.5, [&] { CHECK(cluster.cluster.nodes[cluster.node("servers")].cache->cachedBytes() == 0); });
    cluster.returnAt(3, cluster.node("servers"));
    const auto& again = cluster.ask(4);
    cluster.run();
    CHECK(warm.took() < 0.8 * cold.took());
    CHECK(again.took() == Approx(cold.took()).epsilon(0.01));
    CHECK(cluster.machine->states()[0].hits == 1);
}

TEST_CASE("reads, writes and flushes of a failed device leave by their error, and end the path where it is not wired")
{
    const std::string type = oneOf({"read", "write", "flush"});
    const bool wired = oneOf({true, false});
    TinyProject tiny;
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.asks();
    tiny.operation("server", "serve",
                   R"({"id": "io", "type": ")" + type + R"(", "volume": "data", "key": 1)" +
                       (type == "flush" ? "" : R"(, "bytes": "1 MB", "through": "direct")") +
                       R"(}, {"id": "answer", "type": "reply"}, {"id": "mend", "type": "reply", "status": "error"})",
                   std::string("start > io > answer") + (wired ? "; io.error > mend" : ""));
    Disturbed cluster(tiny);
    cluster.at(1, [&] { cluster.machine->failDevice(0); });
    cluster.at(3, [&] { cluster.machine->restoreDevice(0); });
    const auto &before = cluster.ask(0), &during = cluster.ask(2), &after = cluster.ask(4);
    cluster.run();
    CHECK(before.ok);
    CHECK_FALSE(during.ok);
    CHECK(during.took() < 0.1);
    CHECK(after.ok);
    CHECK(cluster.visits("server/serve", "mend") == (wired ? 1 : 0));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a node that is cut off is silent as a dead one, and what it does goes on")
{
    Disturbed cluster(serving("2 s", R"(, "deadline": "5 s")"));
    const auto& before = cluster.ask(0); // its answer finds no way
    cluster.cutAt(1, cluster.node("servers"), true);
    const auto& during = cluster.ask(1.5);
    cluster.cutAt(6, cluster.node("servers"), false);
    const auto& after = cluster.ask(7);
    cluster.run();
    CHECK(before.took() == Approx(5.0));
    CHECK(during.took() == Approx(3.0));
    CHECK(cluster.visits("client/ask", "closed") == 1);
    CHECK(after.ok);
    CHECK(cluster.visits("server/serve", "answer") == 2);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("no processor works on the rest of a large answer that finds no way")
{
    TinyProject tiny;
    tiny.asks(R"(, "deadline": "5 s")");
    tiny.operation(
        "server", "serve",
        R"({"id": "work", "type": "compute", "work": "2 s"}, {"id": "answer", "type": "reply", "bytes": "100 MB"})",
        "start > work > answer");
    for (Json& component : tiny.tree["components"])
        if (component["id"] == "nic")
            component["parameters"]["cpu_per_byte_offload_ns"] = 10; // half of it to send: 0.5 s for all
    Disturbed cluster(tiny);
    cluster.ask(0);
    cluster.cutAt(1, cluster.node("servers"), true);
    cluster.run();
    CHECK(cluster.cluster.nodes[cluster.node("servers")].processor->workDone() == Approx(2).epsilon(0.001));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("operations of a queue's consumers end with their node, and begin anew when it returns")
{
    TinyProject tiny;
    tiny.definition("server")["state"] = {{{"id", "jobs"}, {"type", "queue"}, {"owner", "node"}}};
    tiny.asks();
    tiny.operation("server", "serve",
                   R"({"id": "put", "type": "put", "state": "jobs"}, {"id": "answer", "type": "reply"})",
                   "start > put > answer");
    tiny.operation("server", "work", R"({"id": "long", "type": "delay", "time": "10 s"})", "start > long");
    tiny.definition("server")["operations"][1]["diagrams"][0]["blocks"][0]["queue"] = "jobs";
    Disturbed cluster(tiny);
    for (int i = 0; i < 3; ++i)
        cluster.ask(0.1 * i);
    cluster.failAt(1, cluster.node("servers"));
    cluster.returnAt(2, cluster.node("servers"));
    cluster.ask(3);
    cluster.run(4);
    CHECK(cluster.visits("server/work", "long") == 0);
    cluster.run();
    CHECK(cluster.visits("server/work", "long") == 1); // those before were lost
    CHECK(cluster.machine->recordsInUse() == 0);
}
