// When an event loop, a thread or a helper thread turns to a path, and to which one.
#include "../tiny_project.h"

#include <string>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Requests to one server, which do different things: each is asked for as `thing`, at a time of its own.
class Server
{
public:
    Server(const Json& workers, const std::string& blocks, const std::string& wires)
    {
        tiny_.role("server", "servers", workers);
        tiny_.definition("server")["state"] = {{{"id", "gate"}, {"type", "slots"}, {"capacity", 1}}};
        tiny_.operation("server", "serve",
                        R"({"id": "works", "type": "branch", "condition": "thing == 0"},
                           {"id": "long", "type": "compute", "work": "10 ms"}, )" +
                            blocks + R"(, {"id": "answer", "type": "reply"})",
                        "start > works > long > answer; works.no > " + wires, {"thing"});
        tiny_.operation("client", "ask",
                        R"({"id": "call", "type": "call", "role": "server", "operation": "serve",
                            "arguments": {"thing": "thing"}}, {"id": "answer", "type": "reply"})",
                        "start > call > answer", {"thing"});
        cluster_.emplace(tiny_);
    }

    /// `at`: when the server has it.
    const TinyCluster::Answer& ask(double at, double thing) { return cluster_->ask(at, {thing}); }
    void run()
    {
        cluster_->run();
        REQUIRE(cluster_->machine->recordsInUse() == 0);
    }
    static double answered(const TinyCluster::Answer& answer)
    {
        REQUIRE(answer.ok);
        return answer.at - 2 * roundTrip; // connecting, asking
    }

private:
    TinyProject tiny_;
    std::optional<TinyCluster> cluster_;
};

constexpr double works = 0, other = 1;

Json oneLoop()
{
    return {{"kind", "event loop"}, {"count", 1}};
}

std::string aside(const std::string& id, const std::string& block)
{
    return R"({"id": ")" + id + R"(", "type": "group", "waits": "aside", "inner": {"blocks": [
               {"id": "in", "type": "way in"}, {"id": "out", "type": "way out"}, )" +
           block + R"(], "wires": [["in.next", "it.in"], ["it.next", "out.in"]]}})";
}

const std::string wait = R"({"id": "wait", "type": "delay", "time": "4 ms"})";
const std::string guarded = R"({"id": "take", "type": "acquire", "state": "gate"},
                               {"id": "give", "type": "release", "state": "gate"}, )" +
                            wait;

} // namespace

TEST_CASE("an event loop that works for another request lets one that has waited go on only afterwards")
{
    Server server(oneLoop(), wait, "wait > answer");
    const auto& waiting = server.ask(0, other);
    const auto& working = server.ask(0, works);
    server.run();
    CHECK(Server::answered(working) == about(10e-3));
    CHECK(Server::answered(waiting) == about(10e-3)); // not after 4 ms
}

TEST_CASE("a thread of its own lets a request go on at once")
{
    Server server({{"kind", "threads"}, {"count", 2}}, wait, "wait > answer");
    const auto& waiting = server.ask(0, other);
    server.ask(0, works);
    server.run();
    CHECK(Server::answered(waiting) == about(4e-3));
}

TEST_CASE("slots held over a wait are given back when the event loop turns to their request")
{
    Server server(oneLoop(), guarded, "take > wait > give > answer");
    server.ask(0, other);
    server.ask(0, works);
    const auto& second = server.ask(0, other); // may take the slot after 10 ms
    server.run();
    CHECK(Server::answered(second) == about(14e-3));
}

TEST_CASE("a request that waits to be accepted comes before one that is ready later")
{
    // The second one has its slot when the first one is done, after 20 ms; a third request waits since 15 ms.
    Server server(oneLoop(), guarded, "take > wait > give > answer");
    const auto& first = server.ask(0, other);
    const auto& second = server.ask(0, other);
    server.ask(0, works);
    server.ask(0, works);
    const auto& third = server.ask(15e-3, works);
    server.run();
    CHECK(Server::answered(first) == about(20e-3));
    CHECK(Server::answered(third) == about(30e-3));
    CHECK(Server::answered(second) == about(34e-3));
}

TEST_CASE("a helper thread is free again when its part is done, whoever goes on with the request")
{
    const std::string blocks = aside("part", R"({"id": "it", "type": "compute", "work": "1 ms"})") +
                               R"(, {"id": "rest", "type": "compute", "work": "10 ms"})";
    const char* kind = GENERATE("threads", "thread per request");
    Server server({{"kind", kind}, {"count", 8}, {"helper_threads", 1}}, blocks, "part; part.next > rest > answer");
    server.ask(0, other);
    const auto& second = server.ask(0, other);
    server.run();
    CHECK(Server::answered(second) == about(12e-3)); // not after 22 ms
}

TEST_CASE("between two parts that wait aside a request comes back to its event loop for what is not aside")
{
    const auto answered = [&](const std::string& between, const std::string& wires) {
        const std::string parts = aside("one", R"({"id": "it", "type": "compute", "work": "1 ms"})") + ", " +
                                  aside("two", R"({"id": "it", "type": "compute", "work": "3 ms"})");
        Server server(oneLoop(), parts + between, wires);
        const auto& request = server.ask(0, other);
        server.ask(0, works);
        server.run();
        return Server::answered(request);
    };
    // The reply is the loop's, after 10 ms. So is a lock between the parts: then the second one begins after 10 ms.
    CHECK(answered("", "one; one.next > two; two.next > answer") == about(10e-3));
    CHECK(answered(R"(, {"id": "note", "type": "set", "assignments": {"x": "1"}})",
                   "one; one.next > note > two; two.next > answer") == about(10e-3));
    CHECK(answered(R"(, {"id": "take", "type": "acquire", "state": "gate"})",
                   "one; one.next > take > two; two.next > answer") == about(13e-3));
}

TEST_CASE("an event loop has to turn to a request before a helper thread can do something for it")
{
    const std::string blocks = wait + ", " + aside("part", R"({"id": "it", "type": "compute", "work": "1 ms"})");
    Server server(oneLoop(), blocks, "wait > part; part.next > answer");
    const auto& part = server.ask(0, other);
    server.ask(0, works);
    server.run();
    CHECK(Server::answered(part) == about(11e-3)); // not after 10 ms
}

TEST_CASE("a request cancelled while it waits for its event loop gives back the slot that it has just got")
{
    const std::string blocks = guarded + R"(, {"id": "each", "type": "for each", "count": 2},
                      {"id": "first", "type": "join", "of": "each", "mode": "any", "rest": "is cancelled"},
                      {"id": "brief", "type": "compute", "work": "1 ms"})";
    Server server(oneLoop(), blocks, "each > take > wait > give > first > brief > answer");
    const auto& answer = server.ask(0, other);
    server.ask(0, works);
    const auto& next = server.ask(12e-3, other);
    server.run();
    CHECK(Server::answered(answer) == about(11e-3));
    CHECK(Server::answered(next) == about(17e-3));
}

TEST_CASE("two requests that come together take one of two idle event loops each")
{
    for (int at = 0; at < 8; ++at) { // which of the loops takes the first one is drawn
        Server server({{"kind", "event loop"}, {"count", 2}}, wait, "wait > answer");
        const auto& one = server.ask(at, works);
        const auto& two = server.ask(at, works);
        server.run();
        CHECK(Server::answered(one) == about(at + 10e-3));
        CHECK(Server::answered(two) == about(at + 10e-3));
    }
}

TEST_CASE("a request over a connection that is kept waits for the event loop whose connection it is")
{
    TinyProject tiny;
    tiny.role("server", "servers", oneLoop());
    tiny.asks(R"(, "connection": "kept")")
        .operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": "10 ms"}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    TinyCluster cluster(tiny);
    for (int client = 1; client <= 2; ++client)
        cluster.ask(0, {}, "ask", client);
    const auto& first = cluster.ask(1, {}, "ask", 1);
    const auto& second = cluster.ask(1, {}, "ask", 2);
    cluster.run();
    CHECK(first.took() == about(10e-3 + roundTrip));
    CHECK(second.took() == about(20e-3 + roundTrip));
}

namespace {

/// When an event loop has taken two streams of four chunks, each of which is 10 ms of work, after the first chunk came.
std::vector<double> streamsTaken(int chunksATurn)
{
    TinyProject tiny;
    tiny.role("server", "servers", oneLoop());
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "answer", "type": "reply"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "4 KB", "chunk": "1 KB"},
                      {"id": "sent", "type": "end"})",
                   "start > call > answer; call.opened > send > sent");
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "4 KB",
                       "chunk": "1 KB", "chunks_a_turn": )" +
                       std::to_string(chunksATurn) +
                       R"(}, {"id": "answer", "type": "reply"}, {"id": "work", "type": "compute", "work": "10 ms"},
                      {"id": "taken", "type": "end"})",
                   "start > take > answer; take.chunk > work > taken");
    TinyCluster cluster(tiny);
    cluster.ask();
    cluster.ask(1e-3);
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    std::vector<double> taken;
    for (const auto& answer : cluster.answers)
        taken.push_back(answer.at - 3 * roundTrip);
    return taken;
}

} // namespace

TEST_CASE("an event loop turns to others after each chunk of a stream, or goes on while the next one is there")
{
    const auto each = streamsTaken(1), two = streamsTaken(2), all = streamsTaken(0);
    CHECK(each[0] == about(80e-3)); // its answer waits behind the last chunk of the other one
    CHECK(two[0] == about(60e-3));
    CHECK(all[0] == about(40e-3));
    for (const auto& taken : {each, two, all})
        CHECK(taken[1] == about(80e-3));
}
