// Expressions that ask where and when: "node" and "now".
#include "../tiny_project.h"

using namespace headroom;
using namespace headroom::test;

TEST_CASE("now is the simulated time at which the expression is evaluated")
{
    // It begins at 0 and after each step waits as long as has passed.
    TinyCluster cluster(alone(R"({"id": "first", "type": "delay", "time": "3"},
                                 {"id": "second", "type": "delay", "time": "now"},
                                 {"id": "third", "type": "delay", "time": "now"})",
                              "start > first > second > third > answer"));
    cluster.ask();
    cluster.run();
    CHECK(cluster.answers.at(0).took() == 12);
}

TEST_CASE("node is the number of the node among those of its role, also in what a caller executes inline")
{
    TinyProject project;
    project.group("clients");
    project.group("servers", 3);
    project.role("client", "clients");
    project.role("server", "servers");
    project.operation("server", "serve",
                      R"({"id": "work", "type": "delay", "time": "10 * node"},
                          {"id": "answer", "type": "reply", "bytes": "0 B"})",
                      "start > work > answer");
    project.asks(R"(, "selector": "round robin")");
    TinyCluster cluster(project);
    for (int i = 0; i < 3; ++i)
        cluster.ask();
    cluster.run();
    std::vector<double> took;
    for (const auto& answer : cluster.answers)
        took.push_back(answer.took() - roundTrip);
    std::sort(took.begin(), took.end());
    REQUIRE(took.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(took[i] == Approx(10.0 * static_cast<double>(i)).margin(0.01));
}

TEST_CASE("the branches of a for each that are executed inline know their node")
{
    TinyProject project;
    project.group("clients");
    project.group("servers", 3);
    project.role("client", "clients");
    project.role("server", "servers");
    project.operation("server", "serve",
                      R"({"id": "work", "type": "delay", "time": "x + 10 * node"},
                          {"id": "answer", "type": "reply", "bytes": "0 B"})",
                      "start > work > answer", {"x"});
    project.operation(
        "client", "ask",
        R"({"id": "each", "type": "for each", "over": "nodes", "role": "server", "node_variable": "which"},
                         {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "index",
                          "index": "which", "arguments": {"x": "node + 5"}},
                         {"id": "all", "type": "join", "of": "each"}, {"id": "answer", "type": "reply"})",
        "start > each > call > all > answer");
    TinyCluster cluster(project);
    cluster.ask();
    cluster.run();
    CHECK(cluster.answers.at(0).took() == Approx(25).margin(0.01)); // the third server, and 5 s from client 0
}

TEST_CASE("a diagram's own variables node and now are its own")
{
    TinyCluster cluster(alone(R"({"id": "set", "type": "set", "assignments": {"now": "4", "node": "now + 3"}},
                                 {"id": "wait", "type": "delay", "time": "node"})",
                              "start > set > wait > answer"));
    cluster.ask();
    cluster.run();
    CHECK(cluster.answers.at(0).took() == 7);
}

TEST_CASE("beside a for each over something else than nodes, node is the request's own")
{
    TinyProject project;
    project.group("clients", 3);
    project.role("client", "clients");
    project.operation("client", "ask",
                      R"({"id": "each", "type": "for each", "count": 2}, {"id": "all", "type": "join", "of": "each"},
                         {"id": "wait", "type": "delay", "time": "10 * node"}, {"id": "answer", "type": "reply"})",
                      "start > each > all > wait > answer");
    TinyCluster cluster(project);
    for (int i = 0; i < 3; ++i)
        cluster.ask(0, {}, "ask", static_cast<std::uint64_t>(i));
    cluster.run();
    for (const auto& answer : cluster.answers)
        CHECK(answer.took() == Approx(10.0 * answer.node));
}
