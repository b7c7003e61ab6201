// Queues by locality: slots of a cluster that prefer the node with the data (delay scheduling).
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

/// The start of the server's last operation.
Json& startOf(TinyProject& tiny)
{
    return tiny.definition("server")["operations"].back()["diagrams"][0]["blocks"][0];
}

/// Servers with one disk and one slot each, and a ring of one replica. A task takes 10 s in a slot; "ask" submits one
/// about a key and is answered when the task has ended.
TinyProject slotsOf(int servers, const std::string& patience,
                    const std::string& data = R"("ring": "ring", "data": "n")")
{
    TinyProject tiny;
    tiny.group("servers", servers);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.definition("server")["state"] = {
        {{"id", "tasks"}, {"type", "queue"}, {"owner", "cluster"}, {"order", "locality"}, {"patience", patience}},
        {{"id", "ended"}, {"type", "queue"}, {"owner", "cluster"}, {"keyed", true}}};
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 1}, {"partition_power", 8}}};
    tiny.operation("server", "serve",
                   R"({"id": "put", "type": "put", "state": "tasks", "message": {"task": "request"}, )" + data +
                       R"(}, {"id": "wait", "type": "get", "state": "ended", "key": "request"},
                      {"id": "answer", "type": "reply"})",
                   "start > put > wait > answer", {"n"});
    tiny.operation("server", "run",
                   R"({"id": "work", "type": "delay", "time": "10 s"},
                      {"id": "tell", "type": "put", "state": "ended", "key": "task"}, {"id": "end", "type": "end"})",
                   "start > work > tell > end", {"task"});
    startOf(tiny)["queue"] = "tasks";
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "index",
                       "index": 0, "arguments": {"n": "n"}}, {"id": "answer", "type": "reply"})",
                   "start > call > answer", {"n"});
    return tiny;
}

/// The first keys whose data are on the server with this number.
std::vector<double> keysOn(const TinyCluster& cluster, std::uint32_t server, std::size_t count)
{
    const mapping::Ring& ring = cluster.software.rings.front();
    const std::uint32_t node = cluster.placement->nodesOf("server")[server];
    std::vector<double> keys;
    for (std::uint64_t key = 0; keys.size() < count; ++key)
        if (cluster.cluster.devices[ring.devicesOf(ring.partitionOf(key)).front()].node == node)
            keys.push_back(static_cast<double>(key));
    return keys;
}

const behaviour::StateMonitor& tasksOf(const TinyCluster& cluster)
{
    const auto& states = cluster.software.states;
    const auto tasks =
        std::find_if(states.begin(), states.end(), [](const auto& state) { return state.name == "tasks"; });
    return cluster.machine->states()[static_cast<std::size_t>(tasks - states.begin())];
}

Approx nearly(double seconds)
{
    return Approx(seconds).margin(0.05);
}

} // namespace

TEST_CASE("a task waits for a slot where its data are, and after the patience takes one in the same rack")
{
    // Two tasks about data of server 0, and server 1 is idle: both are at one switch, which is a rack.
    struct Case
    {
        const char* patience;
        double secondEnds; ///< patience + 10 s elsewhere, or 20 s in the slot with the data
        double local;
    };
    const Case of = oneOf<Case>({{"0 s", 10, 0.5}, {"3 s", 13, 0.5}, {"9.9 s", 19.9, 0.5}, {"12 s", 20, 1}});
    TinyCluster cluster(slotsOf(2, of.patience));
    const auto keys = keysOn(cluster, 0, 2);
    const auto& first = cluster.ask(0, {keys[0]});
    const auto& second = cluster.ask(0, {keys[1]});
    cluster.run();
    CHECK(first.at == nearly(10));
    CHECK(second.at == nearly(of.secondEnds));
    CHECK(tasksOf(cluster).lookUps == 2);
    CHECK(tasksOf(cluster).hitRatio() == of.local);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a slot in another rack takes a task only after twice the patience")
{
    TinyProject tiny = slotsOf(1, "3 s");
    for (Json& group : tiny.tree["topology"]["groups"])
        if (group["id"] == "servers") {
            group["rack"] = "a";
            Json other = group;
            other["id"] = "others";
            other["rack"] = "b";
            tiny.tree["topology"]["groups"].push_back(other);
            Json link = tiny.tree["topology"]["fabrics"][0]["links"].back();
            link["id"] = "others-switch";
            link["from"] = "others";
            tiny.tree["topology"]["fabrics"][0]["links"].push_back(link);
            break;
        }
    TinyCluster cluster(tiny);
    const auto keys = keysOn(cluster, 0, 2);
    cluster.ask(0, {keys[0]});
    const auto& second = cluster.ask(0, {keys[1]});
    cluster.run();
    CHECK(second.at == nearly(16));
}

TEST_CASE("a slot that becomes free takes the first task about its own data, and passes over earlier ones")
{
    // Server 0 has data of a1, a2 and a3, server 1 of b1 and b2; nobody is patient enough to go elsewhere.
    TinyCluster cluster(slotsOf(2, "100 s"));
    const auto a = keysOn(cluster, 0, 3), b = keysOn(cluster, 1, 2);
    std::vector<const TinyCluster::Answer*> answers;
    for (const double key : {a[0], a[1], a[2], b[0], b[1]})
        answers.push_back(&cluster.ask(0, {key}));
    cluster.run();
    const std::vector<double> ends{10, 20, 30, 10, 20};
    for (std::size_t i = 0; i < ends.size(); ++i)
        CHECK(answers[i]->at == nearly(ends[i]));
    CHECK(tasksOf(cluster).hitRatio() == 1);
}

TEST_CASE("a slot that becomes free while tasks are impatient already takes the earliest of them")
{
    // Server 1 works on b1 until 10 s. By then a2 and a3 have waited longer than the patience; a2 came first.
    TinyCluster cluster(slotsOf(2, "1 s"));
    const auto a = keysOn(cluster, 0, 3), b = keysOn(cluster, 1, 1);
    cluster.ask(0, {b[0]});
    cluster.ask(0.1, {a[0]});
    const auto& second = cluster.ask(0.2, {a[1]});
    const auto& third = cluster.ask(0.3, {a[2]});
    cluster.run();
    CHECK(second.at == nearly(20)); // server 1 is free first
    CHECK(third.at == nearly(20.1));
}

TEST_CASE("a message says how near its data are")
{
    // The task takes longer by an hour for each step of distance.
    TinyProject tiny = slotsOf(2, "3 s");
    startOf(tiny)["nearness"] = "nearness";
    tiny.definition("server")["operations"].back()["diagrams"][0]["blocks"][1]["time"] = "10 s + nearness * 1 h";
    TinyCluster cluster(tiny);
    const auto keys = keysOn(cluster, 0, 2);
    const auto& first = cluster.ask(0, {keys[0]});
    const auto& second = cluster.ask(0, {keys[1]});
    cluster.run(10000);
    CHECK(first.at == nearly(10));
    CHECK(second.at == nearly(13 + 3600));
}

TEST_CASE("nearness of a queue that does not look at data is reported")
{
    TinyProject tiny = slotsOf(2, "3 s", R"("bytes": 0)");
    startOf(tiny)["nearness"] = "nearness";
    tiny.definition("server")["state"][0]["order"] = "first come first served";
    CHECK(faultsOf(tiny) == std::vector<std::string>{"gather.no-locality"});
}

TEST_CASE("a task without data is right anywhere, at once")
{
    TinyCluster cluster(slotsOf(2, "100 s", R"("bytes": 0)"));
    std::vector<const TinyCluster::Answer*> answers;
    for (int i = 0; i < 3; ++i)
        answers.push_back(&cluster.ask(0, {0}));
    cluster.run();
    CHECK(answers[1]->at == nearly(10));
    CHECK(answers[2]->at == nearly(20));
    CHECK(tasksOf(cluster).lookUps == 0);
}

TEST_CASE("a task whose only node with data is down is done elsewhere after the patience")
{
    TinyCluster cluster(slotsOf(2, "3 s"));
    const auto keys = keysOn(cluster, 1, 1);
    cluster.machine->failNode(cluster.placement->nodesOf("server")[1]);
    const auto& answer = cluster.ask(0, {keys[0]});
    cluster.run();
    CHECK(answer.at == nearly(13));
}

TEST_CASE("tasks that a failed node had queued are gone, and the next ones are served")
{
    TinyProject tiny = slotsOf(1, "100 s");
    tiny.definition("server")["state"][0]["owner"] = "node";
    tiny.definition("server")["state"][1]["owner"] = "node";
    TinyCluster cluster(tiny);
    const std::uint32_t node = cluster.placement->nodesOf("server")[0];
    cluster.ask(0, {0});
    cluster.ask(0, {1});
    cluster.run(5);
    cluster.machine->failNode(node);
    cluster.machine->returnNode(node);
    const auto& answer = cluster.ask(6, {2});
    cluster.run();
    CHECK(answer.at == nearly(16));
}

TEST_CASE("several tasks taken at once are all about data of the node")
{
    TinyProject tiny = slotsOf(2, "100 s");
    Json& operations = tiny.definition("server")["operations"];
    operations.erase(std::find_if(operations.begin(), operations.end(),
                                  [](const Json& operation) { return operation["id"] == "run"; }));
    tiny.operation("server", "run",
                   R"({"id": "work", "type": "delay", "time": "10 s"},
                      {"id": "each", "type": "for each", "over": "list", "list": "task", "value_variable": "one"},
                      {"id": "tell", "type": "put", "state": "ended", "key": "one"}, {"id": "end", "type": "end"})",
                   "start > work > each > tell > end", {"task"});
    startOf(tiny).update({{"queue", "tasks"}, {"at_most", 4}, {"together", {{"task", "list"}}}});
    TinyCluster cluster(tiny);
    const auto a = keysOn(cluster, 0, 3), b = keysOn(cluster, 1, 3);
    std::vector<const TinyCluster::Answer*> answers;
    for (const double key : {a[0], b[0], a[1], b[1], a[2], b[2]})
        answers.push_back(&cluster.ask(0, {key}));
    cluster.run();
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(answers[i]->at == nearly(i < 2 ? 10 : 20)); // the first ones alone, the others together
    CHECK(tasksOf(cluster).hitRatio() == 1);
}

TEST_CASE("data of a message in a queue that does not look at them are reported")
{
    TinyProject tiny = slotsOf(2, "3 s");
    tiny.definition("server")["state"][0]["order"] = "priority";
    CHECK(faultsOf(tiny) == std::vector<std::string>{"put.no-locality"});
}

TEST_CASE("data of a message need the ring that places them")
{
    CHECK(faultsOf(slotsOf(2, "3 s", R"("data": "n")")) == std::vector<std::string>{"ring.unknown"});
}
