// Windows of streams: when a sender may go on.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

/// The client sends a stream of `size` bytes to the server, which works for a while on each chunk.
struct Windowed
{
    double chunk = 65536;
    int window = 10;
    double workS = 0;
    double oneWayS = 1e-3;
    const char* detail = "flow";

    TinyProject project() const
    {
        const std::string sizes =
            R"("chunk": ")" + std::to_string(std::int64_t(chunk)) + R"( B", "window": )" + std::to_string(window);
        TinyProject tiny;
        tiny.operation("client", "ask",
                       R"({"id": "call", "type": "call", "role": "server", "operation": "serve",
                           "arguments": {"size": "size"}, "connection": "kept"},
                          {"id": "answer", "type": "reply"}, {"id": "sent", "type": "end"},
                          {"id": "send", "type": "transfer", "over": "call", "bytes": "size", )" +
                           sizes + "}",
                       "start > call > answer; call.opened > send > sent", {"size"});
        tiny.operation("server", "serve",
                       R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "size"},
                          {"id": "work", "type": "delay", "time": ")" +
                           std::to_string(workS * 1e6) + R"( us * chunk_count"}, {"id": "taken", "type": "end"},
                          {"id": "answer", "type": "reply"})",
                       "start > take > answer; take.chunk > work > taken", {"size"});
        Json& fabric = tiny.tree["topology"]["fabrics"][0];
        fabric["detail"] = detail;
        for (Json& link : fabric["links"])
            link["latency"] = std::to_string(oneWayS / 2 * 1e6) + " us";
        return tiny;
    }

    /// Until the server has taken the last one of `chunks`: each leaves when the one before it has, and when the sender
    /// knows that the one a window before it was taken, by an acknowledgement of 90 bytes.
    double taken(int chunks) const
    {
        const double back = oneWayS + 90 / 1e9;
        std::vector<double> takenAt;
        double left = 0;
        for (int i = 0; i < chunks; ++i) {
            if (i >= window)
                left = std::max(left, takenAt[static_cast<std::size_t>(i - window)] + back);
            left += chunk / linkRate;
            takenAt.push_back(std::max(left + oneWayS, i > 0 ? takenAt.back() : 0.0) + workS);
        }
        return takenAt.back();
    }
};

/// Connecting, asking, being told that it may send, the answer's way.
double waysBefore(double oneWayS)
{
    return 5 * oneWayS;
}

} // namespace

TEST_CASE("a sender goes on when it knows that a chunk of its window was taken")
{
    Windowed stream;
    stream.chunk = 1024 * oneOf({16.0, 64.0, 1024.0});
    stream.window = oneOf({1, 2, 4, 8});
    stream.workS = oneOf({0.0, 0.3e-3});
    stream.oneWayS = oneOf({20e-6, 1e-3});
    stream.detail = oneOf({"flow", "message", "delay only"});
    CAPTURE(stream.chunk, stream.window, stream.workS, stream.oneWayS, stream.detail);
    const int chunks = 40;
    CHECK(TinyCluster(stream.project()).alone({chunks * stream.chunk}) ==
          Approx(waysBefore(stream.oneWayS) + stream.taken(chunks)).epsilon(1e-4).margin(3e-6));
}

TEST_CASE("with packets a window waits for its acknowledgements too")
{
    Windowed stream;
    stream.window = oneOf({1, 2, 4});
    stream.workS = oneOf({0.0, 0.3e-3});
    stream.detail = "packet";
    CAPTURE(stream.window, stream.workS);
    const int chunks = 200;
    const double took = TinyCluster(stream.project()).alone({chunks * stream.chunk});
    const double expected = waysBefore(stream.oneWayS) + stream.taken(chunks);
    const double slowStart = std::log2(stream.window * stream.chunk / 14480) * 2 * stream.oneWayS;
    CHECK(took > expected);
    CHECK(took < 1.01 * expected + slowStart);
}

TEST_CASE("an acknowledgement's way back takes as long as what waits at the ports, with packets")
{
    // Its way back leads through the client's port at the switch, which another server keeps busy.
    Windowed stream;
    stream.window = 1;
    stream.oneWayS = 20e-6;
    stream.detail = "packet";
    TinyProject tiny = stream.project();
    tiny.group("others");
    for (Json& link : tiny.tree["topology"]["fabrics"][0]["links"])
        if (link["id"] == "others-cable")
            link["latency"] = "10 us";
    TinyCluster cluster(tiny);
    auto& network = *cluster.cluster.network;
    const resources::StreamId idle = network.open(0, 1, 0);
    const kernel::Time alone = network.wayBack(idle);
    CHECK(kernel::toSeconds(alone) == Approx(20e-6 + 2 * 90 / 1e9));
    network.message(1, 0, 14480, 0, {});
    network.message(2, 0, 14480, 0, {}); // twenty packets reach a port that sends ten of them meanwhile
    cluster.calendar.runUntil(kernel::fromSeconds(10e-6 + 10.5 * 1538 / 1e9));
    CHECK(kernel::toSeconds(network.wayBack(idle) - alone) == Approx(10 * 1538 / 1e9).epsilon(0.2));
}

TEST_CASE("a window that never fills costs no event")
{
    const auto events = [](int window) {
        Windowed stream;
        stream.window = window;
        stream.oneWayS = 20e-6; // a round trip is less than a chunk of 64 KiB takes
        TinyCluster cluster(stream.project());
        const double took = cluster.alone({100 * 65536.0});
        return std::pair(took, cluster.calendar.eventsRun());
    };
    CHECK(events(100) == events(1'000'000));
    // Chunks wait in the node here, not for room: the sender offers them one after another.
    const auto few = events(3);
    CHECK(few.first == events(100).first);
    CHECK(few.second <= events(100).second + 100);
}

TEST_CASE("within a node there is no way back to wait for")
{
    TinyProject tiny;
    tiny.role("neighbour", "clients");
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "neighbour", "operation": "serve"},
                      {"id": "answer", "type": "reply"}, {"id": "sent", "type": "end"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "100 KB", "chunk": "1 KB",
                       "window": 1})",
                   "start > call > answer; call.opened > send > sent");
    tiny.operation("neighbour", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "100 KB"},
                      {"id": "answer", "type": "reply"})",
                   "start > take > answer");
    const double loopback = 10e-6, rate = 5e9;
    CHECK(TinyCluster(tiny).alone() == Approx(100 * (loopback + 1e3 / rate) + 5 * loopback).epsilon(0.01));
}

TEST_CASE("a relay's two windows each wait for their own acknowledgements")
{
    const int first = oneOf({1, 2}), second = oneOf({1, 4});
    TinyProject tiny;
    tiny.group("backs");
    tiny.role("back", "backs");
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "answer", "type": "reply"}, {"id": "sent", "type": "end"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "5 MB", "chunk": "100 KB", "window": )" +
                       std::to_string(first) + "}",
                   "start > call > answer; call.opened > send > sent");
    tiny.operation("server", "serve",
                   R"({"id": "store", "type": "call", "role": "back", "operation": "store"},
                      {"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "5 MB"},
                      {"id": "all", "type": "end"}, {"id": "on", "type": "end"}, {"id": "answer", "type": "reply"},
                      {"id": "relay", "type": "transfer", "over": "store", "bytes": "chunk_bytes", "chunk": "100 KB",
                       "window": )" +
                       std::to_string(second) + "}",
                   "start > store > answer; store.opened > take > all; take.chunk > relay > on");
    tiny.operation("back", "store",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "5 MB"},
                      {"id": "answer", "type": "reply"})",
                   "start > take > answer");
    // The server takes a chunk when there is room for it on its own way on.
    const double round = (roundTrip + 100e3 / linkRate) / std::min(first, second);
    CHECK(TinyCluster(tiny).alone() == Approx(50 * round + 4 * roundTrip).epsilon(0.03));
}
