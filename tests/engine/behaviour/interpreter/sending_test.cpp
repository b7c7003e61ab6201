// Work of the processors of two nodes for a message, and the paths that wait for it.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Adapters that cost the processor so much for each packet and each byte received; sending costs half.
TinyProject costing(TinyProject tiny, double perPacketUs, double perByteNs = 0)
{
    for (Json& component : tiny.tree["components"])
        if (component["id"] == "nic") {
            component["parameters"]["cpu_per_packet_offload_us"] = perPacketUs;
            component["parameters"]["cpu_per_byte_offload_ns"] = perByteNs;
        }
    return tiny;
}

const std::string answerOnly = R"({"id": "answer", "type": "reply"})";
constexpr double connecting = roundTrip; ///< of each client anew
constexpr double packetUs = 1000;        ///< work for a packet received
constexpr double receive = packetUs * 1e-6, send = receive / 2;

/// A client that asks a server whose threads ask so many backends at once.
TinyProject fanOut(int calls, const Json& workers)
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation(
        "server", "serve",
        R"({"id": "each", "type": "for each", "count": )" + std::to_string(calls) +
            R"(}, {"id": "call", "type": "call", "role": "backend", "operation": "hold", "connection": "kept"},
                          {"id": "join", "type": "join", "of": "each"}, {"id": "over", "type": "end"},
                          {"id": "answer", "type": "reply"}, {"id": "failed", "type": "reply", "status": "error"})",
        "start > each > call > join > answer; each.done > over; join.failed > failed; call.error > failed");
    tiny.role("server", "servers", workers);
    tiny.group("backends");
    tiny.role("backend", "backends");
    tiny.operation("backend", "hold",
                   R"({"id": "w", "type": "delay", "time": "100 ms"}, {"id": "answer", "type": "reply"})",
                   "start > w > answer");
    return tiny;
}

} // namespace

TEST_CASE("a message waits for its sender's processor and then for its receiver's")
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation("server", "serve", answerOnly, "start > answer");
    TinyCluster cluster(costing(tiny, packetUs));
    CHECK(cluster.alone() == about(connecting + roundTrip + 2 * (send + receive)));
}

TEST_CASE("a path that answers continues when its processor has sent the answer")
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation("server", "serve",
                   R"({"id": "answer", "type": "reply"}, {"id": "after", "type": "compute", "work": "1 ms"})",
                   "start > answer > after");
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    TinyCluster cluster(costing(tiny, packetUs));
    const auto& first = cluster.ask();
    const auto& second = cluster.ask();
    cluster.run();
    CHECK(first.took() == about(connecting + roundTrip + 2 * (send + receive)));
    // The only thread is free again after its answer and the work behind it.
    CHECK(second.took() == about(first.took() + send + 1e-3));
}

TEST_CASE("a path that sends without waiting for an answer continues when its processor has sent")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "tell", "type": "send", "role": "server", "operation": "serve"}, {"id": "answer", "type": "reply"})",
        "start > tell > answer");
    tiny.operation("server", "serve", R"({"id": "w", "type": "compute", "work": "1 ms"})", "start > w");
    TinyCluster cluster(costing(tiny, packetUs));
    CHECK(cluster.alone() == about(send));
    CHECK(cluster.visits("server/serve", "w") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a thread and an event loop send one message after the other, threads of their own all at once")
{
    const auto took = [](const Json& workers) {
        TinyCluster cluster(costing(fanOut(4, workers), packetUs));
        cluster.alone();
        return cluster.alone();
    };
    // To the server and back, to the backend and back; four answers come at the same time and are received on four
    // cores.
    const double alone = connecting + 2 * roundTrip + 4 * (send + receive) + 100e-3;
    CHECK(took({{"kind", "thread per request"}}) == about(alone));
    CHECK(took({{"kind", "threads"}, {"count", 1}}) == about(alone + 3 * send));
    CHECK(took({{"kind", "event loop"}}) == about(alone + 3 * send));
}

TEST_CASE("a large message takes as long as the slowest of its wire and the two processors that work on its packets")
{
    TinyProject tiny;
    tiny.asks(R"(, "request": "size")").definition("client")["operations"][0]["arguments"] = {
        {{"name", "size"}, {"type", "number"}, {"default", 0}}};
    tiny.operation("server", "serve", answerOnly, "start > answer");
    const double size = oneOf({40e3, 100e3, 300e3, 100e6}), segment = std::min(size, 65536.0);
    const double perByte = oneOf({0.0, 0.5, 1.0, 2.0, 4.0}) * 1e-9; // to receive it; half of it to send it
    const double speed = oneOf({1.0, 0.25});                        // of the sender
    tiny.tree["components"].push_back(processor("slow", 4, speed));
    tiny.group("clients")["processor"] = "slow";
    CAPTURE(size, perByte, speed);
    const double sending = 0.5 * perByte / speed, wire = 1 / linkRate;
    const double slowest = std::max({wire, sending, perByte});
    const double each = sending + wire + perByte; // what a byte alone takes
    CHECK(TinyCluster(costing(tiny, 0, perByte * 1e9)).alone({size}) ==
          about(connecting + roundTrip + segment * each + (size - segment) * slowest));
}

TEST_CASE("one core at a time works on the pieces of a connection, on each side")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept"},
           {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"},
           {"id": "send", "type": "transfer", "over": "call", "bytes": "10 MB", "chunk": "100 KB", "window": 100},
           {"id": "sent", "type": "end"})",
                   "start > call > good; call.opened > send > sent; call.error > bad; call.timeout > bad");
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "10 MB"},
                      {"id": "answer", "type": "reply"})",
                   "start > take > answer");
    const double slow = 40e-9; // s/byte received: 400 ms for all, where the wire takes ten
    CHECK(TinyCluster(costing(tiny, 0, slow * 1e9)).alone() == Approx(10e6 * slow).epsilon(0.03));
}

TEST_CASE("a caller that gives up while it still sends leaves nothing behind")
{
    TinyProject tiny;
    tiny.asks(R"(, "deadline": "0.2 ms")");
    tiny.operation("server", "serve", answerOnly, "start > answer");
    CHECK(answerOf(costing(tiny, packetUs)) == about(-0.2e-3));
}
