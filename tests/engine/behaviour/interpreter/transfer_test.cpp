// Streams over open calls.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// The client sends `bytes` to the server, which answers when it has taken all of it.
TinyProject upload(const std::string& sender, const std::string& taking = "", const std::string& wires = "")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "arguments": {"size": "size"}, "connection": "kept"},
                      {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"},
                      {"id": "send", "type": "transfer", "over": "call", "bytes": "size")" +
            sender + R"(}, {"id": "sent", "type": "end"})",
        "start > call > good; call.opened > send > sent; call.error > bad; call.timeout > bad", {"size"});
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "size"},
                      {"id": "answer", "type": "reply"})" +
                       taking,
                   "start > take > answer" + wires, {"size"});
    return tiny;
}

/// Connecting, asking, being told that it may send, the last byte's way and the answer's.
constexpr double exchanges = 3 * roundTrip;

} // namespace

TEST_CASE("one stream runs at the link's rate")
{
    CHECK(TinyCluster(upload(R"(, "chunk": "1 MB", "window": 100)")).alone({100e6}) ==
          Approx(exchanges + 100e6 / linkRate).epsilon(1e-3));
}

TEST_CASE("a window of one chunk waits for each chunk's way and its acknowledgement's way back")
{
    const double time = TinyCluster(upload(R"(, "chunk": "100 KB", "window": 1)")).alone({1e6});
    // Each of the ten leaves when the sender knows that the one before it was taken.
    CHECK(time == Approx(exchanges + 1e6 / linkRate + 9 * roundTrip).epsilon(1e-3));
}

TEST_CASE("a long stream waits for its window as often as it has chunks")
{
    const TinyProject tiny = upload(R"(, "chunk": "100 KB", "window": 1)");
    CHECK(TinyCluster(tiny).alone({10e6}) == Approx(exchanges + 10e6 / linkRate + 99 * roundTrip).epsilon(1e-3));
}

TEST_CASE("a stream takes as long as the slowest of its wire and the two processors that work on its packets")
{
    const double size = 100e6, segment = 65536;
    const double perByte = oneOf({0.0, 0.5, 1.0, 2.0, 4.0}) * 1e-9; // to receive it; half of it to send it
    const double speed = oneOf({1.0, 0.25});                        // of the sender
    const double chunk = oneOf({64.0, 256.0, 1024.0}) * 1024;
    const int window = oneOf({1, 100});
    TinyProject tiny =
        upload(R"(, "chunk": ")" + std::to_string(int(chunk)) + R"( B", "window": )" + std::to_string(window));
    for (Json& each : tiny.tree["components"])
        if (each["id"] == "nic")
            each["parameters"]["cpu_per_byte_offload_ns"] = perByte * 1e9;
    tiny.tree["components"].push_back(processor("slow", 4, speed));
    tiny.group("clients")["processor"] = "slow";
    CAPTURE(perByte, speed, chunk, window);
    const double sending = 0.5 * perByte / speed, wire = 1 / linkRate;
    const double slowest = std::max({wire, sending, perByte});
    const double each = sending + wire + perByte; // what a byte alone takes
    const double time = TinyCluster(tiny).alone({size}) - exchanges;
    if (window > 1) {
        CHECK(time == Approx(size * slowest).epsilon(0.01));
    } else { // Each chunk waits for the one before it: one segment of it takes the way, the others overlap.
        const double oneChunk = segment * each + (chunk - segment) * slowest + roundTrip;
        CHECK(time == Approx(size / chunk * oneChunk).epsilon(0.01));
    }
}

TEST_CASE("a slow receiver stalls the sender: it is done no sooner than all but a window has been taken")
{
    const TinyProject tiny =
        upload(R"(, "chunk": "100 KB", "window": 2)",
               R"(, {"id": "slow", "type": "delay", "time": "10 ms"}, {"id": "taken", "type": "end"})",
               "; take.chunk > slow > taken");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0, {1e6});
    cluster.run(80e-3);
    CHECK(cluster.visits("client/ask", "send") == 0);
    cluster.run();
    CHECK(answer.took() == Approx(exchanges + 100e3 / linkRate + 10 * 10e-3).epsilon(1e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("the chunks' bytes and counts add up, their offsets follow each other")
{
    TinyProject tiny =
        upload(R"(, "chunk": "64 KiB", "window": 64)",
               R"(, {"id": "each", "type": "send", "role": "server", "operation": "count", "selector": "same node",
                                     "arguments": {"bytes": "chunk_bytes", "count": "chunk_count", "offset": "chunk_offset"}}, {"id": "taken", "type": "end"})",
               "; take.chunk > each > taken");
    // Waits as many nanoseconds as the chunk says: the blocks' times are the sums.
    tiny.operation(
        "server", "count",
        R"({"id": "bytes", "type": "delay", "time": "bytes * 1 ns"}, {"id": "count", "type": "delay", "time": "count * 1 us"},
                      {"id": "end", "type": "end"})",
        "start > bytes > count > end", {"bytes", "count", "offset"});
    TinyCluster cluster(tiny);
    cluster.ask(0, {5'000'001});
    cluster.run();
    const auto time = [&](const std::string& block) {
        for (std::size_t b = 0; b < cluster.software.blocks.size(); ++b)
            if (cluster.software.blocks[b].diagram == "server/count/full" && cluster.software.blocks[b].block == block)
                return static_cast<double>(cluster.machine->blocks()[b].timePs);
        return -1.0;
    };
    CHECK(time("bytes") == 5'000'001 * 1e3);
    CHECK(time("count") == 77 * 1e6); // ceil(5000001 / 65536)
    CHECK(cluster.visits("server/count", "end") == 77);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("what is done for each chunk of a stream is done as often as it has chunks")
{
    const std::string time =
        oneOf({"1 ms", "1 ms * chunk_count", "0.2 ms + 0.8 ms * chunk_count", "chunk_bytes / 65536 * 1 ms"});
    TinyProject tiny =
        upload(R"(, "chunk": "64 KiB")",
               R"(, {"id": "each", "type": "delay", "time": ")" + time + R"("}, {"id": "taken", "type": "end"})",
               "; take.chunk > each > taken");
    if (oneOf({true, false}))
        tiny.definition("server")["operations"][0]["diagrams"][0]["blocks"][1]["chunk"] = "64 KiB";
    CHECK(TinyCluster(tiny).alone({200 * 65536.0}) == Approx(exchanges + 0.2).epsilon(0.01));
}

TEST_CASE("what is done for each chunk before it is sent is done as often as the stream has chunks")
{
    TinyProject tiny = upload(R"(, "chunk": "64 KiB")");
    Json& diagram = tiny.definition("client")["operations"][0]["diagrams"][0];
    diagram["blocks"].push_back({{"id", "each"}, {"type", "compute"}, {"work", oneOf({"1 ms", "1 ms * chunk_count"})}});
    diagram["blocks"].push_back({{"id", "read"}, {"type", "end"}});
    diagram["wires"].push_back({"send.chunk", "each.in"});
    diagram["wires"].push_back({"each.next", "read.in"});
    CHECK(TinyCluster(tiny).alone({200 * 65536.0}) == Approx(exchanges + 0.2).epsilon(0.02));
}

TEST_CASE("a receiver collects chunks of its own size, whatever the sender's")
{
    struct Sizes
    {
        const char *sent, *taken;
        double chunks;
        double waits = 0; ///< A window holds less than a chunk of 1 MiB: the rest of each chunk is sent once the chunk
                          ///< before it is consumed.
    };
    const Sizes sizes = oneOf({Sizes{"64 KiB", "1 MiB", 8, 7}, Sizes{"1 MiB", "64 KiB", 128},
                               Sizes{"48 KiB", "64 KiB", 128}, Sizes{"1 MiB", "3 MiB", 3}, Sizes{"1 MiB", "1 MiB", 8}});
    TinyProject tiny =
        upload(std::string(R"(, "chunk": ")") + sizes.sent + "\"",
               R"(, {"id": "cost", "type": "delay", "time": "100 ms * chunk_count"}, {"id": "taken", "type": "end"})",
               "; take.chunk > cost > taken");
    for (Json& block : tiny.definition("server")["operations"][0]["diagrams"][0]["blocks"])
        if (block["id"] == "take")
            block["chunk"] = sizes.taken;
    const double size = 8 * 1048576.0, first = 3 * 1048576.0; // the first chunk has to come before it costs anything
    TinyCluster cluster(tiny);
    INFO(sizes.sent << " to " << sizes.taken);
    const double took = cluster.alone({size});
    CHECK(took >= exchanges + sizes.chunks * 0.1);
    CHECK(took <= exchanges + sizes.chunks * 0.1 + first / linkRate + 2 * roundTrip +
                      sizes.waits * (size / 8 / linkRate + roundTrip));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a caller takes what it has collected of a chunk when the callee has sent less than it expects")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve"}, {"id": "good", "type": "reply"},
           {"id": "take", "type": "transfer", "direction": "receive", "over": "call", "bytes": "10 MB", "chunk": "3 MB"},
           {"id": "over", "type": "end"}, {"id": "each", "type": "delay", "time": "1 ms"}, {"id": "taken", "type": "end"})",
        "start > call > good; call.opened > take > over; take.chunk > each > taken");
    tiny.operation(
        "server", "serve",
        R"({"id": "send", "type": "transfer", "over": "caller", "bytes": "4 MB", "chunk": "100 KB"}, {"id": "answer", "type": "reply"})",
        "start > send > answer");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK(answer.ok);
    CHECK(cluster.visits("client/ask", "taken") == 2);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a relay passes chunks on while the next ones come")
{
    TinyProject tiny = upload(R"(, "chunk": "100 KB", "window": 50)", R"(, {"id": "none", "type": "end"})");
    tiny.group("backs", 3);
    tiny.role("back", "backs");
    tiny.operation(
        "back", "store",
        R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "size"}, {"id": "answer", "type": "reply"})",
        "start > take > answer", {"size"});
    tiny.definition("server")["operations"] = Json::array();
    const int copies = oneOf({1, 3});
    tiny.operation(
        "server", "serve",
        R"({"id": "each", "type": "for each", "count": )" + std::to_string(copies) +
            R"(}, {"id": "store", "type": "call", "role": "back", "operation": "store", "arguments": {"size": "size"}},
                      {"id": "stored", "type": "join", "of": "each"}, {"id": "open", "type": "join", "of": "each"},
                      {"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "size"}, {"id": "all", "type": "end"},
                      {"id": "relay", "type": "transfer", "over": "store", "bytes": "chunk_bytes", "chunk": "100 KB", "window": 50}, {"id": "on", "type": "end"},
                      {"id": "answer", "type": "reply"})",
        "start > each > store > stored > answer; store.opened > open > take > all; take.chunk > relay > on", {"size"});
    const double time = TinyCluster(tiny).alone({10e6});
    // Two connections, requests and answers, the last piece's way; one after another it would be a stream's time more.
    // Three copies share the relay's own cable.
    CHECK(time == Approx(5 * roundTrip + 10e6 * copies / linkRate).epsilon(1e-3));
}

TEST_CASE("a download: the reply is taken when the stream has been")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve"}, {"id": "good", "type": "reply"},
                      {"id": "take", "type": "transfer", "direction": "receive", "over": "call", "bytes": "1 MB", "chunk": "100 KB"},
                      {"id": "slow", "type": "delay", "time": "10 ms"}, {"id": "taken", "type": "end"}, {"id": "over", "type": "end"})",
        "start > call > good; call.opened > take > over; take.chunk > slow > taken");
    tiny.operation(
        "server", "serve",
        R"({"id": "send", "type": "transfer", "over": "caller", "bytes": "1 MB", "chunk": "100 KB"}, {"id": "answer", "type": "reply"})",
        "start > send > answer");
    CHECK(TinyCluster(tiny).alone() == Approx(2 * roundTrip + 100e3 / linkRate + 10 * 10e-3).epsilon(1e-3));
}

TEST_CASE("a caller that waits for more than is sent goes on when the callee has ended")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve"}, {"id": "good", "type": "reply"},
                      {"id": "take", "type": "transfer", "direction": "receive", "over": "call", "bytes": "2 MB"}, {"id": "over", "type": "end"})",
        "start > call > good; call.opened > take > over");
    tiny.operation(
        "server", "serve",
        R"({"id": "send", "type": "transfer", "over": "caller", "bytes": "1 MB", "window": 20}, {"id": "answer", "type": "reply"})",
        "start > send > answer");
    TinyCluster cluster(tiny);
    CHECK(cluster.alone() == Approx(2 * roundTrip + 1e6 / linkRate).margin(oneWay));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("two transfers over one call at once both end")
{
    TinyProject tiny;
    tiny.operation(
        "client", "ask",
        R"({"id": "call", "type": "call", "role": "server", "operation": "serve"}, {"id": "good", "type": "reply"},
                      {"id": "both", "type": "fork", "paths": 2}, {"id": "a", "type": "transfer", "over": "call", "bytes": "1 MiB", "window": 2},
                      {"id": "b", "type": "transfer", "over": "call", "bytes": "1 MiB", "window": 2}, {"id": "over", "type": "end"}, {"id": "too", "type": "end"})",
        "start > call > good; call.opened > both; both.path1 > a > over; both.path2 > b > too");
    tiny.operation(
        "server", "serve",
        R"({"id": "both", "type": "fork", "paths": 2}, {"id": "x", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "1 MiB"},
                      {"id": "y", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "1 MiB"},
                      {"id": "join", "type": "join", "of": "both"}, {"id": "answer", "type": "reply"})",
        "start > both; both.path1 > x > join; both.path2 > y > join; join > answer");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run(10);
    CHECK(answer.ok);
    CHECK(cluster.visits("client/ask", "over") == 1);
    CHECK(cluster.visits("client/ask", "too") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a deadline stops the stream in mid-way and ends the paths that wait for it")
{
    TinyProject tiny = upload(R"(, "chunk": "1 MB", "window": 4)");
    for (Json& block : tiny.definition("client")["operations"][0]["diagrams"][0]["blocks"])
        if (block["id"] == "call")
            block["deadline"] = "50 ms";
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0, {1e9});
    cluster.run();
    CHECK(answer.at == Approx(50e-3));
    CHECK(cluster.calendar.pending() == 0);
    CHECK(cluster.machine->recordsInUse() == 0);
}

namespace {

/// The upload over cables of the given latency, the whole fabric at one level of detail.
TinyProject uploadAt(const char* detail, const char* cable, const char* congestionControl = "CUBIC")
{
    TinyProject tiny = upload(R"(, "chunk": "1 MB", "window": 100)");
    Json& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric["detail"] = detail;
    fabric["congestion_control"] = congestionControl;
    for (Json& link : fabric["links"])
        link["latency"] = cable;
    return tiny;
}

} // namespace

TEST_CASE("without congestion the levels of detail of the network agree")
{
    const char* control = oneOf({"CUBIC", "NewReno"});
    const double flow = TinyCluster(uploadAt("flow", "1 us")).alone({20e6});
    CHECK(TinyCluster(uploadAt("delay only", "1 us")).alone({20e6}) == Approx(flow).epsilon(1e-3));
    CHECK(TinyCluster(uploadAt("packet", "1 us", control)).alone({20e6}) == Approx(flow).epsilon(0.01));
    // Over a long way slow start shows: the window doubles from 10 packets to the 2 MB of a round trip.
    const double far = TinyCluster(uploadAt("flow", "0.5 ms")).alone({100e6});
    const double slowStart = std::log2(roundTrip * linkRate / 14480) * roundTrip;
    const double packets = TinyCluster(uploadAt("packet", "0.5 ms", control)).alone({100e6});
    CHECK(packets > far + 0.5 * slowStart);
    CHECK(packets < far + 1.5 * slowStart);
}

TEST_CASE("a stream goes by packets as soon as one link of its way is at packet level")
{
    TinyProject tiny = uploadAt("flow", "1 us");
    tiny.group("bystanders");
    tiny.tree["topology"]["fabrics"][0]["links"][1]["detail"] = "packet"; // the servers' cable
    TinyCluster cluster(tiny);
    REQUIRE(cluster.cluster.network->packets());
    const double took = cluster.alone({20e6});
    CHECK(took == Approx(TinyCluster(uploadAt("flow", "1 us")).alone({20e6})).epsilon(0.01));
    const auto conservation = cluster.cluster.network->packets()->conservation();
    CHECK(conservation.holds());
    CHECK(conservation.arrived.wireBytes > 20e6 * 1538 / 1448);
    CHECK(conservation.dropped.packets == 0);

    // Between the others nothing is cut into packets, and a node's way to itself never is.
    struct Count
    {
        static void delivered(void* self, std::uint64_t) { ++*static_cast<int*>(self); }
    };
    int arrived = 0;
    const std::uint32_t client = 0, bystander = 2;
    cluster.cluster.network->message(client, bystander, 1'000'000, 0, {&Count::delivered, &arrived, 0});
    cluster.cluster.network->message(client, client, 1'000'000, 0, {&Count::delivered, &arrived, 0});
    cluster.run(2000);
    CHECK(arrived == 2);
    CHECK(cluster.cluster.network->packets()->conservation().sent == conservation.sent);
    CHECK_FALSE(TinyCluster(uploadAt("flow", "1 us")).cluster.network->packets());
}

TEST_CASE("a fabric's latency and rate of a stream hold at packet level too")
{
    TinyProject tiny = uploadAt("packet", "1 us");
    Json& fabric = tiny.tree["topology"]["fabrics"][0];
    fabric["latency"] = "100 us";
    fabric["rate"] = "200 MB/s";
    const double packets = TinyCluster(tiny).alone({20e6});
    fabric["detail"] = "flow";
    CHECK(packets == Approx(TinyCluster(tiny).alone({20e6})).epsilon(0.01));
    CHECK(packets > 0.1);
}
