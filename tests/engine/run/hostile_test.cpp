// Models that nobody sane would draw: each ends with a fault or a clean stop and its reason; nothing hangs or crashes.
#include "run/model/limits.h"
#include "run_fixture.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// A write and a read of an object on the server's disk, over the network.
TinyProject storing(const std::string& bytes, const std::string& through = "direct")
{
    TinyProject tiny;
    tiny.asks(R"(, "request": "4 kB")");
    tiny.definition("server")["volumes"] = {"data"};
    tiny.devices("servers", 1);
    tiny.operation("server", "serve",
                   R"({"id": "w", "type": "write", "volume": "data", "bytes": ")" + bytes + R"(", "through": ")" +
                       through + R"(", "key": "request"},
                       {"id": "d", "type": "read", "volume": "data", "bytes": ")" +
                       bytes + R"(", "through": ")" + through +
                       R"(", "pattern": "metadata", "key": "request + 1"}, {"id": "r", "type": "reply", "bytes": ")" +
                       bytes + R"("})",
                   "start > w > d > r");
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    tiny.tree["run"]["max_wall_time"] = "1 s";
    return tiny;
}

/// The network takes no time at all: calls arrive when they are made.
TinyProject immediately(TinyProject tiny)
{
    tiny.tree["topology"]["fabrics"] = {{{"id", "net"},
                                         {"detail", "delay only"},
                                         {"latency", "0 s"},
                                         {"links", Json::array()},
                                         {"switches", Json::array()}}};
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    return tiny;
}

} // namespace

TEST_CASE("diagrams without anything in them are reported or end their requests")
{
    TinyProject nothing;
    nothing.asks().operation("server", "serve", "", "");
    CHECK_NOTHROW(fate(nothing.tree));
    TinyProject headless;
    headless.asks().operation("server", "serve", "", "");
    headless.definition("server")["operations"][0]["diagrams"][0]["blocks"] = Json::array();
    CHECK_THAT(fate(headless.tree), Contains("fault"));
    TinyProject bare;
    bare.asks();
    bare.definition("server")["operations"] = Json::array();
    CHECK_THAT(fate(bare.tree), Contains("fault"));
}

TEST_CASE("two roles that call each other for ever without delay are stopped")
{
    TinyProject tiny = immediately(TinyProject());
    tiny.asks();
    tiny.operation("client", "back",
                   R"({"id": "again", "type": "branch", "condition": "now >= 0"},
                      {"id": "call", "type": "call", "role": "server", "operation": "serve"}, )" +
                       answerBlock,
                   "start > again; again.yes > call > r; again.no > r");
    tiny.operation("server", "serve",
                   R"({"id": "call", "type": "call", "role": "client", "operation": "back"}, )" + answerBlock,
                   "start > call > r");
    CHECK_THAT(fate(tiny.tree), Contains("without time passing") || Contains("memory"));
}

TEST_CASE("messages that go round for ever without delay are stopped")
{
    TinyProject tiny = immediately(TinyProject());
    tiny.asks();
    tiny.operation("client", "back", R"({"id": "tell", "type": "send", "role": "server", "operation": "serve"})",
                   "start > tell");
    tiny.operation("server", "serve",
                   R"({"id": "tell", "type": "send", "role": "client", "operation": "back"}, )" + answerBlock,
                   "start > tell > r");
    CHECK_THAT(fate(tiny.tree), Contains("without time passing"));
}

TEST_CASE("objects of 10^18 bytes are under way when the run ends, however they are stored")
{
    const char* through = oneOf({"direct", "page cache"});
    const char* detail = oneOf({"flow", "packet", "delay only"});
    TinyProject tiny = storing("max(1, now) * 1e18", through); // no constant: the check would report it
    tiny.tree["topology"]["fabrics"][0]["detail"] = detail;
    INFO(through << ", " << detail);
    CHECK(fate(tiny.tree) == "ran");
}

TEST_CASE("requests of 10^18 bytes are under way when the run ends")
{
    const char* detail = oneOf({"flow", "packet", "delay only"});
    TinyProject tiny;
    tiny.asks(R"(, "request": "1e18 B")").operation("server", "serve", answerBlock, "start > r");
    tiny.tree["topology"]["fabrics"][0]["detail"] = detail;
    tiny.tree["run"]["max_wall_time"] = "1 s";
    INFO(detail);
    CHECK_THAT(fate(tiny.tree), Contains("ran") || Contains("real time"));
}

TEST_CASE("a stream of 10^18 bytes in chunks of one byte goes on until the run ends")
{
    TinyProject tiny;
    tiny.asks();
    tiny.definition("client")["operations"].clear();
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "1e18 B", "chunk": "1 B", "window": 1},
                      {"id": "sent", "type": "end"}, {"id": "good", "type": "reply"})",
                   "start > call > good; call.opened > send > sent");
    tiny.operation(
        "server", "serve",
        R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "1e18 B"}, )" +
            answerBlock,
        "start > take > r");
    tiny.tree["run"]["max_wall_time"] = "1 s";
    CHECK(fate(tiny.tree) == "ran");
}

TEST_CASE("a buffer of one byte at packet level is a fault, so is one that holds no packet; one packet will do")
{
    TinyProject tiny = storing("100 kB");
    auto& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric["detail"] = "packet";
    for (const char* tooSmall : {"1 B", "1000 B"}) {
        fabric["buffer"] = tooSmall;
        CHECK_THAT(fate(tiny.tree), Contains("fault") && Contains("buffer"));
    }
    fabric["buffer"] = "1538 B";
    CHECK(fate(tiny.tree) == "ran");
}

TEST_CASE("a receive window that holds no packet is a fault")
{
    TinyProject tiny = storing("100 kB");
    auto& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric["detail"] = "packet";
    fabric["receive_window"] = "1 B";
    CHECK_THAT(fate(tiny.tree), Contains("fault") && Contains("receive_window"));
}

TEST_CASE("page caches of nothing, of one byte and of one page carry what is written and read")
{
    const char* memory = oneOf({"0 B", "1 B", "4 KiB"});
    TinyProject tiny = storing("1 MB", "page cache");
    tiny.group("servers")["memory"] = memory;
    INFO(memory);
    CHECK(fate(tiny.tree) == "ran");
}

TEST_CASE("a queue that nobody reads takes messages without end if it has no bound, else it holds up who comes")
{
    TinyProject tiny =
        alone(R"({"id": "put", "type": "put", "state": "queue", "message": {"what": 1}})", "start > put > answer");
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    Json& queue = tiny.definition("client")["state"];
    queue = {{{"id", "queue"}, {"type", "queue"}, {"entries", 0}}};
    CHECK_THAT(fate(tiny.tree), Contains("one instant") || Contains("without time passing"));
    queue[0]["entries"] = 1;
    CHECK(fate(tiny.tree) == "ran");
}

TEST_CASE("slots of nothing are a fault, one slot goes from hand to hand")
{
    TinyProject tiny = alone(R"({"id": "take", "type": "acquire", "state": "lock"})", "start > take > answer");
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    tiny.tree["workloads"][0]["workers"] = 3;
    Json& lock = tiny.definition("client")["state"];
    lock = {{{"id", "lock"}, {"type", "slots"}, {"capacity", 0}}};
    CHECK_THAT(fate(tiny.tree), Contains("fault") && Contains("capacity"));
    lock[0]["capacity"] = 1;
    CHECK_THAT(fate(tiny.tree), Contains("one instant") || Contains("without time passing"));
}

TEST_CASE("more paths than can be drawn are a fault")
{
    TinyProject fork =
        alone(R"({"id": "f", "type": "fork", "paths": 1e18}, {"id": "wait", "type": "delay", "time": "10 ms"})",
              "start > f; f.path1 > wait > answer");
    CHECK_THAT(fate(fork.tree), Contains("fault") && Contains("paths"));
    Json& paths = fork.definition("client")["operations"][0]["diagrams"][0]["blocks"][1]["paths"];
    REQUIRE(paths == 1e18);
    paths = 65;
    CHECK_THAT(fate(fork.tree), Contains("fault") && Contains("65 is out of range"));
    paths = "1 + 1"; // its ways out are drawn
    CHECK_THAT(fate(fork.tree), Contains("fault") && Contains("not an expression"));
    paths = 1.0;
    CHECK(fate(fork.tree) == "ran");
}

TEST_CASE("a for each of more than a million paths at once is stopped with the reason")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "each", "type": "for each", "over": "count", "count": "1e9 + key"},
                      {"id": "wait", "type": "delay", "time": "1 ms"}, {"id": "all", "type": "join", "of": "each"}, )" +
                       answerBlock,
                   "start > each > wait > all > r", {"key"});
    tiny.operation("server", "serve", answerBlock, "start > r");
    CHECK_THAT(fate(tiny.tree), Contains("parallel paths at once"));
}

TEST_CASE("a role without workers is a fault")
{
    TinyProject tiny;
    tiny.asks().operation("server", "serve", answerBlock, "start > r");
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 0}});
    CHECK_THAT(fate(tiny.tree), Contains("fault") && Contains("count"));
}

TEST_CASE("a backlog of nothing refuses, and callers who ask again at once are stopped")
{
    TinyProject tiny = immediately(TinyProject());
    tiny.asks().operation("server", "serve", R"({"id": "w", "type": "delay", "time": "1 s"}, )" + answerBlock,
                          "start > w > r");
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}, {"backlog", 0}});
    tiny.tree["workloads"][0]["workers"] = 10;
    CHECK_THAT(fate(tiny.tree), Contains("one instant") || Contains("without time passing"));
}

TEST_CASE("a thousand million users, nodes or requests a second end with the reason")
{
    TinyProject users;
    users.asks().operation("server", "serve", R"({"id": "w", "type": "delay", "time": "1 s"}, )" + answerBlock,
                           "start > w > r");
    users.tree["run"]["max_wall_time"] = "1 s";
    TinyProject nodes = users, rate = users;
    users.tree["workloads"][0]["workers"] = 1000000000;
    users.tree["run"]["max_memory"] = 300e6 / static_cast<double>(run::availableMemory());
    CHECK_THAT(fate(users.tree), Contains("memory") || Contains("real time") || Contains("fault"));
    nodes.group("clients", 1000000000);
    CHECK_THAT(fate(nodes.tree), Contains("fault"));
    rate.tree["workloads"][0] = {{"id", "load"},
                                 {"role", "client"},
                                 {"type", "open loop"},
                                 {"rate", 1e9},
                                 {"operations", {{{"operation", "ask"}}}}};
    rate.tree["run"]["max_requests"] = 10000;
    CHECK_THAT(fate(rate.tree), Contains("requests under way"));
}
