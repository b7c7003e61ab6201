// Data placed by their writer: the first copy on its node, and the others where the ring puts them.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Four servers with a disk each that keep three copies. "ask" places data number n and shows the device of copy number
/// c by the hours that pass.
TinyProject placing(const std::string& place, bool clientsKeepData = false)
{
    TinyProject tiny;
    tiny.group("servers", 4);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    if (clientsKeepData) {
        tiny.group("servers", 4)["roles"] = {"server", "client"};
        tiny.group("clients")["roles"] = Json::array();
    }
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 3}, {"partition_power", 6}}};
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation("client", "ask",
                   R"({"id": "place", "type": "place", "variable": "block", "ring": "ring", "number": "n")" + place +
                       R"(}, {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "ring",
                           "ring": "ring", "key": "block", "candidate": "c"},
                       {"id": "show", "type": "delay", "time": "device * 1 h"}, {"id": "answer", "type": "reply"})",
                   "start > place > call > show > answer", {"n", "c"});
    return tiny;
}

/// The devices of the first copies of many data.
std::set<int> firstCopies(TinyCluster& cluster)
{
    std::vector<const TinyCluster::Answer*> answers;
    for (int n = 0; n < 40; ++n)
        answers.push_back(&cluster.ask(0, {static_cast<double>(n), 0}));
    cluster.run(1e5);
    std::set<int> devices;
    for (const auto* answer : answers) {
        REQUIRE(answer->ok);
        devices.insert(static_cast<int>(answer->took() / 3600));
    }
    return devices;
}

} // namespace

TEST_CASE("data are placed with the first copy at the node that is named")
{
    const int at = oneOf({0, 2, 3});
    TinyCluster cluster(placing(", \"at\": " + std::to_string(at)));
    CHECK(firstCopies(cluster) == std::set<int>{at});
}

TEST_CASE("a writer that keeps data itself has the first copy, one that does not has it anywhere")
{
    const bool keeps = oneOf({true, false});
    TinyCluster cluster(placing("", keeps));
    CHECK(firstCopies(cluster).size() == (keeps ? 1 : 4)); // all are asked at one node
}

TEST_CASE("a number below 0 places anywhere, even where the writer could keep the data")
{
    TinyCluster cluster(placing(R"(, "at": -1)", true));
    CHECK(firstCopies(cluster) == std::set<int>{0, 1, 2, 3});
}

TEST_CASE("the same number at the same node is the same data: its copies are found again")
{
    TinyCluster cluster(placing(R"(, "at": 1)"));
    std::set<int> devices;
    for (int time = 0; time < 2; ++time)
        for (int copy = 0; copy < 3; ++copy) {
            const double now = kernel::toSeconds(cluster.calendar.now());
            const auto& answer = cluster.ask(now, {5, static_cast<double>(copy)});
            cluster.run(now + 1e5);
            REQUIRE(answer.ok);
            devices.insert(static_cast<int>(answer.took() / 3600));
        }
    CHECK(devices.size() == 3);
    CHECK(devices.count(1) == 1);
}

TEST_CASE("a ring with fewer partitions than nodes stops the run where a node has no first copy")
{
    TinyProject tiny = placing(R"(, "at": "n")");
    tiny.tree["selectors"][0]["partition_power"] = 0;
    TinyCluster cluster(tiny);
    for (int n = 0; n < 4; ++n)
        cluster.ask(0, {static_cast<double>(n), 0});
    CHECK_THROWS_WITH(cluster.run(),
                      Catch::Contains("\"place\" of client/ask") && Catch::Contains("too few partitions"));
}

TEST_CASE("data without a number are new data for each request")
{
    TinyProject tiny = placing(R"(, "at": -1)");
    tiny.definition("client")["operations"][0]["diagrams"][0]["blocks"][1].erase("number");
    TinyCluster cluster(tiny);
    CHECK(firstCopies(cluster).size() == 4);
}
