// Settings whose assumptions a run did not meet.
#include "../run_fixture.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// Writes directly to disks whose caches start full.
std::vector<std::string> warningsOfWrites(const std::string& bytes, const Json& declared, const Json& more = {})
{
    TinyProject tiny =
        alone(R"({"id": "w", "type": "write", "volume": "data", "key": "request", "through": "direct", "bytes": )" +
                  bytes + "}",
              "start > w > answer");
    tiny.tree["components"].push_back(component("disk", "disk",
                                                {{"capacity_B", 1e12},
                                                 {"rpm", 7200},
                                                 {"seq_read_Bps", 138e6},
                                                 {"seq_write_Bps", 138e6},
                                                 {"cache_B", 67108864},
                                                 {"write_cache_enabled", true}}));
    tiny.definition("client")["volumes"] = {"data"};
    tiny.devices("clients", 2);
    tiny.group("clients")["devices"][0]["component"] = "disk";
    if (!declared.is_null())
        tiny.group("clients")["devices"][0]["cache_full_of"] = declared;
    if (!more.is_null())
        tiny.group("clients")["devices"][0].update(more);
    tiny.tree["run"]["duration"] = "300 ms";
    NoteListener messages;
    simulate(tiny.tree, {}, &messages);
    return messages.texts;
}

} // namespace

TEST_CASE("a cache that started full of writes unlike those of the run is reported, with both sizes")
{
    const auto small = warningsOfWrites(R"("16 KiB")", "64 KiB");
    REQUIRE(small.size() == 1);
    CHECK_THAT(small[0], Contains("\"data\" of clients") && Contains("65.5 KB") && Contains("16.4 KB"));
    CHECK(warningsOfWrites(R"("256 KiB")", "64 KiB").size() == 1);
}

TEST_CASE("a cache that started full of writes like those of the run, or empty, is no matter")
{
    CHECK(warningsOfWrites(R"("64 KiB")", "64 KiB").empty());
    CHECK(warningsOfWrites(R"("40 KiB")", "64 KiB").empty());
    CHECK(warningsOfWrites(R"("16 KiB")", nullptr).empty());
}

TEST_CASE("a cache that starts full before a RAID set is compared with the writes to the set, not to its members")
{
    const Json raid = {{"raid", "RAID 5"}, {"count", 4}, {"battery_cache", "8 MiB"}};
    CHECK(warningsOfWrites(R"("256 KiB")", "256 KiB", raid).empty());
    const auto small = warningsOfWrites(R"("64 KiB")", "256 KiB", raid);
    REQUIRE(small.size() == 1);
    CHECK_THAT(small[0], Contains("262 KB") && Contains("65.5 KB"));
}

TEST_CASE("a relay that passes on larger pieces than its own chunks is reported")
{
    const auto warningsOf = [](const std::string& chunk) {
        TinyProject tiny;
        tiny.group("backs");
        tiny.role("back", "backs");
        tiny.operation("client", "ask",
                       R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                          {"id": "good", "type": "reply"}, {"id": "sent", "type": "end"},
                          {"id": "send", "type": "transfer", "over": "call", "bytes": "8 MiB", "chunk": "1 MiB"})",
                       "start > call > good; call.opened > send > sent");
        tiny.operation("server", "serve",
                       R"({"id": "store", "type": "call", "role": "back", "operation": "store"},
                          {"id": "take", "type": "transfer", "direction": "receive", "over": "caller",
                           "bytes": "8 MiB"},
                          {"id": "all", "type": "end"}, {"id": "on", "type": "end"}, {"id": "answer", "type": "reply"},
                          {"id": "relay", "type": "transfer", "over": "store", "bytes": "chunk_bytes", "window": 100,
                           "chunk": ")" +
                           chunk + "\"}",
                       "start > store > answer; store.opened > take > all; take.chunk > relay > on");
        tiny.operation("back", "store",
                       R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller",
                           "bytes": "8 MiB"},
                          {"id": "answer", "type": "reply"})",
                       "start > take > answer");
        tiny.tree["run"]["duration"] = "300 ms";
        NoteListener messages;
        simulate(tiny.tree, {}, &messages);
        return messages.texts;
    };
    const auto coarser = warningsOf("64 KiB");
    REQUIRE(coarser.size() == 1);
    CHECK_THAT(coarser[0], Contains("larger pieces") && Contains("block \"relay\" of server/serve/full"));
    CHECK(warningsOf("1 MiB").empty());
}

TEST_CASE("a queue that grows because its consumers cannot keep up is reported, and no other")
{
    const auto warningsAt = [](const char* rate, int entries) {
        TinyProject tiny = consumedQueue(rate, 2);
        tiny.definition("client")["state"][0]["entries"] = entries;
        tiny.tree["workloads"][0]["limit"] = 100;
        tiny.tree["run"]["duration"] = "20 s";
        tiny.tree["run"]["warm_up"] = "5 s";
        NoteListener messages;
        simulate(tiny.tree, {}, &messages);
        std::erase_if(messages.texts, [](const std::string& text) { return text.find("queue") == std::string::npos; });
        return messages.texts;
    };
    const auto growing = warningsAt("25 1/s", 0);
    REQUIRE(growing.size() == 1);
    CHECK_THAT(growing[0], Contains("\"queue\" of client grows: "));
    CHECK(warningsAt("19 1/s", 0).empty());
    CHECK(warningsAt("25 1/s", 10).empty()); // full all the time: the requests wait
}

TEST_CASE("reads and writes beyond the end of a device are reported with their block and number")
{
    const std::string type = oneOf({"read", "write"}), through = oneOf({"direct", "page cache"});
    const auto warningsOf = [&](const std::string& range) {
        NoteListener messages;
        TinyProject tiny = alone(R"({"id": "x", "type": ")" + type + R"(", "volume": "data", "key": 0, "through": ")" +
                                     through + R"(", )" + range + "}",
                                 "start > x > answer");
        tiny.definition("client")["volumes"] = {"data"};
        tiny.devices("clients", 1); // 100 GB
        tiny.tree["run"]["duration"] = "1 ms";
        simulate(tiny.tree, {}, &messages);
        std::erase_if(messages.texts,
                      [](const std::string& text) { return text.find("beyond the end") == std::string::npos; });
        return messages.texts;
    };
    const auto told = warningsOf(
        oneOf({R"("bytes": "(request + 1) * 1 TB")", R"("offset": "(request + 1) * 100 GB", "bytes": "4 KiB")"}));
    REQUIRE(told.size() == 1);
    CHECK_THAT(told[0], Contains("block \"x\" of client/ask/full asked ") && Contains("beyond the end"));
    CHECK(warningsOf(R"("offset": "99 GB + request - request", "bytes": "4 KiB")").empty());
}

TEST_CASE("times and sizes that are negative or not a number count as 0, and the run names the block")
{
    const auto warningsOf = [](const std::string& block) {
        NoteListener messages;
        TinyProject tiny =
            alone(block + R"(, {"id": "pause", "type": "delay", "time": "1 ms"})", "start > x > pause > answer");
        tiny.definition("client")["volumes"] = {"data"};
        tiny.devices("clients", 1);
        tiny.tree["run"]["duration"] = "100 ms";
        simulate(tiny.tree, {}, &messages);
        return messages.texts;
    };
    const char* block = oneOf({R"({"id": "x", "type": "compute", "work": "(5 - request - 10) * 1 ms"})",
                               R"({"id": "x", "type": "delay", "time": "0 / (request - request) * 1 s"})",
                               R"({"id": "x", "type": "read", "volume": "data", "key": 0, "bytes": "0 - request"})",
                               R"({"id": "x", "type": "allocate", "bytes": "sqrt(0 - request) + 0"})"});
    const auto told = warningsOf(block);
    REQUIRE(told.size() == 1);
    CHECK_THAT(told[0], Contains("block \"x\" of client/ask/full") && Contains("counted as 0"));
    CHECK(warningsOf(R"({"id": "x", "type": "set", "assignments": {"debt": "0 - request"}})").empty());
}

TEST_CASE("at packet level losses are reported, with the place of most of them and the timeouts")
{
    const auto lossesWith = [](const char* buffer, const Json& disturbance = nullptr) {
        TinyProject tiny;
        tiny.group("servers", 8);
        tiny.operation("server", "serve", R"({"id": "answer", "type": "reply", "bytes": "1 MB"})", "start > answer");
        tiny.operation("client", "ask",
                       R"({"id": "each", "type": "for each", "count": 8},
                          {"id": "call", "type": "call", "role": "server", "operation": "serve"},
                          {"id": "all", "type": "join", "of": "each"}, {"id": "answer", "type": "reply"})",
                       "start > each; each.each > call > all > answer");
        Json& fabric = tiny.tree["topology"]["fabrics"][0];
        fabric.update({{"detail", "packet"}, {"buffer", buffer}});
        if (!disturbance.is_null())
            tiny.tree["disturbances"] = Json::array({disturbance});
        tiny.tree["run"]["duration"] = "1 s";
        NoteListener messages;
        simulate(tiny.tree, {}, &messages);
        std::erase_if(messages.texts, [](const std::string& text) { return text.find("lost") == std::string::npos; });
        return messages.texts;
    };
    const auto repaired = lossesWith("64 KiB");
    REQUIRE(repaired.size() == 1);
    CHECK_THAT(repaired[0], Contains("in front of link clients-cable switch→clients") && Contains("without a timeout"));
    const auto waited = lossesWith("4 KiB");
    REQUIRE(waited.size() == 1);
    CHECK_THAT(waited[0], Contains("times for a timeout"));
    CHECK_THAT(waited[0], Contains("A larger buffer"));
    const auto cut = lossesWith(
        "16 MiB",
        {{"id", "cut"}, {"what", "link"}, {"target", "clients-cable"}, {"at", "100 ms"}, {"until", "110 ms"}});
    REQUIRE(cut.size() == 1);
    CHECK_THAT(cut[0], Contains("while it was cut") && !Contains("buffer"));
    CHECK(lossesWith("16 MiB").empty());
}
