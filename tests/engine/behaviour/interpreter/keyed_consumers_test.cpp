// Consumers of keyed queues: a set of its own for each key.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// "ask" puts a message for a key; "work" takes it and works for 10 ms. Two nodes carry the role.
TinyProject keyed(int consumers, const std::string& owner = "node", const Json& more = Json::object())
{
    TinyProject tiny = alone(R"({"id": "put", "type": "put", "state": "queue", "key": "k", "message": {"k": "k"}})",
                             "start > put > answer", {"k"});
    tiny.group("clients", 2);
    tiny.definition("client")["state"] = {{{"id", "queue"}, {"type", "queue"}, {"keyed", true}, {"owner", owner}}};
    tiny.operation("client", "work",
                   R"({"id": "serve", "type": "delay", "time": "10 ms"}, {"id": "end", "type": "end"})",
                   "start > serve > end", {"k"});
    Json& start = tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0];
    start["queue"] = "queue";
    start["consumers"] = consumers;
    start.update(more);
    return tiny;
}

std::uint64_t servedAt(TinyCluster& cluster, double seconds)
{
    cluster.run(seconds);
    return cluster.visits("client/work", "serve");
}

} // namespace

TEST_CASE("messages of one key are served in order by its consumer, those of other keys beside them")
{
    TinyCluster cluster(keyed(1));
    for (const double key : {1, 1, 1, 2, 2, 3})
        cluster.ask(0, {key});
    CHECK(servedAt(cluster, 0.0105) == 3); // one of each key
    CHECK(servedAt(cluster, 0.0205) == 5);
    CHECK(servedAt(cluster, 0.0305) == 6);
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a key has as many consumers as the start says, on each node")
{
    TinyCluster cluster(keyed(2));
    for (int i = 0; i < 5; ++i)
        cluster.ask(0, {7});
    CHECK(servedAt(cluster, 0.0105) == 2);
    CHECK(servedAt(cluster, 0.0205) == 4);
    CHECK(servedAt(cluster, 0.0305) == 5);
}

TEST_CASE("the consumers of all nodes take from the key's queue of the cluster")
{
    TinyCluster cluster(keyed(1, "cluster"));
    for (int i = 0; i < 5; ++i)
        cluster.ask(0, {7});
    CHECK(servedAt(cluster, 0.0105) == 2);
    CHECK(servedAt(cluster, 0.0305) == 5);
}

TEST_CASE("a key whose messages linger is served together, and nothing is left of it afterwards")
{
    TinyCluster cluster(keyed(1, "node", {{"at_most", 10}, {"linger", "50 ms"}, {"together", {{"k", "max"}}}}));
    for (int i = 0; i < 4; ++i)
        cluster.ask(0.01 * i, {7});
    cluster.ask(0.02, {8});
    CHECK(servedAt(cluster, 0.0605) == 1); // 50 ms after the first, and 10 ms of work
    CHECK(servedAt(cluster, 0.0805) == 2);
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a great many keys that come and go leave no consumer behind")
{
    TinyCluster cluster(keyed(1));
    for (int i = 0; i < 20'000; ++i)
        cluster.ask(1e-3 * i, {static_cast<double>(i)});
    cluster.run();
    CHECK(cluster.visits("client/work", "serve") == 20'000);
    CHECK(cluster.machine->recordsInUse() == 0);
    CHECK(cluster.machine->consumersBusy()[1].present() == 0);
}

TEST_CASE("a node that dies takes its keys' messages with it, those of the cluster are served by the others")
{
    const std::string owner = oneOf({"node", "cluster"});
    TinyCluster cluster(keyed(1, owner));
    for (int i = 0; i < 6; ++i)
        cluster.ask(0, {7});
    cluster.run(0.005); // all asked on the first node
    cluster.machine->failNode(cluster.placement->nodesOf("client")[0]);
    CHECK(servedAt(cluster, 1) == (owner == "node" ? 0 : 5));
    cluster.machine->returnNode(cluster.placement->nodesOf("client")[0]);
    cluster.ask(2, {7});
    CHECK(servedAt(cluster, 3) == (owner == "node" ? 1 : 6));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("messages that wait at a queue of the cluster when nobody is up are served when one returns")
{
    TinyProject tiny = keyed(1, "cluster");
    TinyCluster cluster(tiny);
    for (int i = 0; i < 3; ++i)
        cluster.ask(0, {7});
    cluster.run(0.005);
    for (const std::uint32_t node : cluster.placement->nodesOf("client"))
        cluster.machine->failNode(node);
    CHECK(servedAt(cluster, 1) == 0);
    cluster.machine->returnNode(cluster.placement->nodesOf("client")[1]);
    CHECK(servedAt(cluster, 2) == 1); // the two that were in work are lost
}
