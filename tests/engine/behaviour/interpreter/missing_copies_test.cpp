// Rebuilding after an outage: the missing copies, the queues that receive them, and the time for which any is missing.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr int partitions = 64;

/// Five servers with a disk each, and a ring of three copies: outages are noticed after 5 s, and others take the place
/// after 20 s. The queue of missing copies is the server's; "rebuild" takes 100 ms for a copy.
TinyProject rebuilding(const std::string& owner = "node", const Json& more = Json::object())
{
    TinyProject tiny;
    tiny.group("servers", 5);
    tiny.devices("servers", 1);
    Json& server = tiny.definition("server");
    server["volumes"] = {"data"};
    server["state"] = {{{"id", "missing"}, {"type", "queue"}, {"owner", owner}, {"missing_of", "ring"}}};
    server["state"][0].update(more);
    tiny.tree["selectors"] = {{{"id", "ring"},
                               {"role", "server"},
                               {"volume", "data"},
                               {"replicas", 3},
                               {"partition_power", 6},
                               {"noticed_after", "5 s"},
                               {"out_after", "20 s"}}};
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation("server", "rebuild",
                   R"({"id": "which", "type": "branch", "condition": "whole"},
                      {"id": "all", "type": "delay", "time": "100 ms"},
                      {"id": "changes", "type": "delay", "time": "missed * 1 ms"},
                      {"id": "end", "type": "end"})",
                   "start > which > all > end; which.no > changes > end",
                   {"partition", "source", "target", "whole", "missed"});
    server["operations"][1]["diagrams"][0]["blocks"][0]["queue"] = "missing";
    tiny.operation("client", "ask", R"({"id": "answer", "type": "reply"})", "start > answer");
    return tiny;
}

/// How many partitions have a copy on the node.
std::uint64_t copiesOn(const TinyCluster& cluster, std::uint32_t node)
{
    const mapping::Ring& ring = cluster.software.rings.front();
    std::uint64_t copies = 0;
    for (std::uint64_t partition = 0; partition < ring.partitions(); ++partition)
        for (const std::uint32_t device : ring.devicesOf(partition))
            copies += cluster.cluster.devices[device].node == node;
    return copies;
}

std::uint32_t server(const TinyCluster& cluster, std::size_t number)
{
    return cluster.placement->nodesOf("server")[number];
}

std::uint32_t deviceOf(const TinyCluster& cluster, std::uint32_t node)
{
    for (std::uint32_t device = 0; device < cluster.cluster.devices.size(); ++device)
        if (cluster.cluster.devices[device].node == node)
            return device;
    throw std::logic_error("no device");
}

const behaviour::StateMonitor& queue(const TinyCluster& cluster)
{
    return cluster.machine->states().front();
}

std::uint64_t whole(const TinyCluster& cluster)
{
    return cluster.visits("server/rebuild", "all");
}

std::uint64_t changes(const TinyCluster& cluster)
{
    return cluster.visits("server/rebuild", "changes");
}

double incompleteFor(TinyCluster& cluster)
{
    cluster.machine->settle();
    return kernel::toSeconds(static_cast<kernel::Time>(queue(cluster).incomplete.area()));
}

} // namespace

TEST_CASE("nothing is missing while all is up, nor before others take the place of what is down")
{
    TinyCluster cluster(rebuilding());
    cluster.run(10);
    cluster.machine->failNode(server(cluster, 0));
    cluster.run(29.9);
    CHECK(queue(cluster).missing == 0);
    CHECK(whole(cluster) == 0);
}

TEST_CASE("each copy of a node that is out is made anew, by the consumers where the sources are")
{
    TinyCluster cluster(rebuilding());
    const std::uint64_t lost = copiesOn(cluster, server(cluster, 0));
    cluster.run(10);
    cluster.machine->failNode(server(cluster, 0));
    cluster.run(100);
    CHECK(queue(cluster).missing == lost);
    CHECK(whole(cluster) == lost);
    CHECK(changes(cluster) == 0);
    CHECK(queue(cluster).withoutSource == 0);
    // Four sources work beside each other: no faster than a quarter of the whole work.
    CHECK(incompleteFor(cluster) >= Approx(0.1 * static_cast<double>(lost) / 4));
    CHECK(incompleteFor(cluster) < 0.1 * static_cast<double>(lost));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a queue of the cluster with one consumer on each node shares the work among all of them")
{
    TinyCluster cluster(rebuilding("cluster"));
    const std::uint64_t lost = copiesOn(cluster, server(cluster, 0));
    cluster.machine->failNode(server(cluster, 0));
    cluster.run(100);
    CHECK(whole(cluster) == lost);
    CHECK(incompleteFor(cluster) == Approx(0.1 * std::ceil(static_cast<double>(lost) / 4)).epsilon(0.001));
}

TEST_CASE("a node that returns needs what it has missed, for as long as it was away")
{
    TinyCluster cluster(rebuilding());
    const std::uint32_t node = server(cluster, 0);
    cluster.run(10);
    cluster.machine->failNode(node);
    cluster.run(18);
    cluster.machine->returnNode(node);
    cluster.run(100);
    CHECK(queue(cluster).missing == copiesOn(cluster, node));
    CHECK(changes(cluster) == copiesOn(cluster, node)); // 8 ms each: 8 s away
    CHECK(whole(cluster) == 0);
    CHECK(incompleteFor(cluster) >= Approx(0.008 * static_cast<double>(copiesOn(cluster, node)) / 4));
    CHECK(incompleteFor(cluster) <= Approx(0.008 * static_cast<double>(copiesOn(cluster, node))));
}

TEST_CASE("a device that has failed itself is a new one: it needs everything when it returns")
{
    TinyCluster cluster(rebuilding());
    const std::uint32_t node = server(cluster, 0);
    cluster.run(10);
    cluster.machine->failDevice(deviceOf(cluster, node));
    cluster.run(12);
    cluster.machine->restoreDevice(deviceOf(cluster, node));
    cluster.run(100);
    CHECK(whole(cluster) == copiesOn(cluster, node));
    CHECK(changes(cluster) == 0);
}

TEST_CASE("after an outage that was long enough the copies are made twice: elsewhere, and again on what returns")
{
    TinyCluster cluster(rebuilding());
    const std::uint32_t node = server(cluster, 0);
    const std::uint64_t copies = copiesOn(cluster, node);
    cluster.machine->failNode(node);
    cluster.run(60);
    CHECK(whole(cluster) == copies);
    cluster.machine->returnNode(node);
    cluster.run(200);
    CHECK(whole(cluster) == copies);
    CHECK(changes(cluster) == copies);
}

TEST_CASE("copies of which no source is up are counted, and no message asks for them")
{
    TinyCluster cluster(rebuilding());
    for (std::size_t number = 0; number < 4; ++number)
        cluster.machine->failNode(server(cluster, number));
    cluster.run(100);
    // One server is left: it becomes the hand-off of every partition that it does not have itself.
    CHECK(queue(cluster).withoutSource == partitions - copiesOn(cluster, server(cluster, 4)));
    CHECK(queue(cluster).missing == 0);
}

TEST_CASE("copies that a failure interrupts, and those waiting on a node that fails, are forgotten and reported")
{
    TinyCluster cluster(rebuilding());
    cluster.machine->failNode(server(cluster, 0));
    cluster.run(20.05); // the first copies are being made
    const std::uint64_t missing = queue(cluster).missing;
    for (std::size_t number = 1; number < 5; ++number)
        cluster.machine->failNode(server(cluster, number));
    cluster.run(21);
    CHECK(missing > 0);
    CHECK(queue(cluster).forgotten == missing);
    CHECK(queue(cluster).outstanding == 0);
}

TEST_CASE("copies that are not made by the end are left")
{
    TinyCluster cluster(rebuilding());
    cluster.machine->failNode(server(cluster, 0));
    cluster.run(20.15); // one round of four is done
    CHECK(queue(cluster).outstanding == queue(cluster).missing - whole(cluster));
    CHECK(queue(cluster).outstanding > 0);
    CHECK(incompleteFor(cluster) == Approx(0.15));
}
