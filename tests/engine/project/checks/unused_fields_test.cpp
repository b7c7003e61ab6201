// Fields that a project states and no run uses are reported at their places: otherwise the author takes them for a part
// of the result.
#include "../projects.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

using Keys = std::vector<std::string>;

/// The keys of what is found that are not those of the shipped project, with their places.
Keys told(const Json& tree)
{
    Keys keys;
    for (const Finding& finding : parse(tree).findings)
        keys.push_back(finding.key + ' ' + finding.pointer);
    return keys;
}

Json queueTree()
{
    return shipped("first-queue");
}

/// Findings if this field of the element is set so, and nothing else is changed.
Keys toldIf(Json tree, const char* element, const char* field, const Json& value)
{
    tree[Json::json_pointer(element)][field] = value;
    return told(tree);
}

constexpr const char* serverDiagram = "/behaviours/1/definition/operations/0/diagrams/0";

/// The server's diagram with these blocks between its work and its answer, each wired to the next one.
Json serving(const std::vector<Json>& blocks)
{
    Json tree = queueTree();
    Json& diagram = tree[Json::json_pointer(serverDiagram)];
    std::string from = "work.next";
    diagram["wires"].erase(1);
    for (const Json& block : blocks) {
        const std::string id = block["id"].get<std::string>();
        diagram["blocks"].push_back(block);
        diagram["wires"].push_back({from, id + ".in"});
        from = id + ".next";
    }
    diagram["wires"].push_back({from, "answer.in"});
    return tree;
}

/// Findings if this field of the first of the blocks is set so.
Keys toldIfFirst(const std::vector<Json>& blocks, const char* field, const Json& value)
{
    return toldIf(serving(blocks), (std::string(serverDiagram) + "/blocks/3").c_str(), field, value);
}

Keys blockField(const char* key, const char* field)
{
    return {key + (' ' + (serverDiagram + ("/blocks/3/" + std::string(field))))};
}

} // namespace

TEST_CASE("the numbers of a generated fabric are reported as unused by one that is drawn, or of another shape")
{
    const char* const fabric = "/topology/fabrics/0";
    const std::vector<std::pair<const char*, Json>> numbers = {{"leaf_switch", "Force10_S4810"},
                                                               {"spine_switch", "Force10_S4810"},
                                                               {"leaves", 2},
                                                               {"leaf_nodes", 4},
                                                               {"spines", 2},
                                                               {"uplinks", 2},
                                                               {"oversubscription", 3},
                                                               {"radix", 4},
                                                               {"node_rate", "1 Gb/s"},
                                                               {"uplink_rate", "1 Gb/s"},
                                                               {"cable_latency", "1 us"}};
    CHECK(told(queueTree()).empty());
    for (const auto& [field, value] : numbers)
        CHECK(toldIf(queueTree(), fabric, field, value) ==
              Keys{std::string("fabric.field-unused /topology/fabrics/0/") + field});

    Json spines = queueTree();
    spines["topology"]["fabrics"][0] = {{"id", "network"},
                                        {"nic", "Intel_X520_DA2_10GbE"},
                                        {"leaves", 2},
                                        {"leaf_switch", "Force10_S4810"},
                                        {"spines", 2},
                                        {"generate", "leaf-spine"},
                                        {"switches", Json::array()},
                                        {"links", Json::array()}};
    CHECK(told(spines).empty());
    CHECK(toldIf(spines, fabric, "cable_latency", "1 us").empty());
    CHECK(toldIf(spines, fabric, "radix", 4) == Keys{"fabric.field-unused /topology/fabrics/0/radix"});
}

TEST_CASE("a quantum is reported as unused by processors that do not slice time")
{
    const char* const group = "/topology/groups/1";
    CHECK(toldIf(queueTree(), group, "quantum", "6 ms") == Keys{"group.field-unused /topology/groups/1/quantum"});
    CHECK(toldIf(queueTree(), group, "context_switch", "1 us") ==
          Keys{"group.field-unused /topology/groups/1/context_switch"});
    Json slices = queueTree();
    slices["topology"]["groups"][1]["scheduling"] = "time slice";
    CHECK(toldIf(slices, group, "quantum", "6 ms").empty());
}

TEST_CASE("fields of RAID and caches are reported as unused by devices that have neither")
{
    const char* const devices = "/topology/groups/1/devices/0";
    const std::string place = std::string("device.field-unused ") + devices + '/';
    Json tree = queueTree();
    tree["topology"]["groups"][1]["devices"] = {
        {{"id", "data"}, {"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}, {"count", 4}},
        {{"id", "fast"}, {"component", "Intel_SSD_DC_S3700_Series_800GB"}}};
    CHECK(told(tree).empty());
    CHECK(toldIf(tree, devices, "stripe", "1 MiB") == Keys{place + "stripe"});
    CHECK(toldIf(tree, devices, "sets", 2) == Keys{place + "sets"});
    CHECK(toldIf(tree, devices, "cache_mode", "write-back") == Keys{place + "cache_mode"});
    CHECK(toldIf(tree, devices, "cache_size", "1 GiB") == Keys{place + "cache_size"});
    CHECK(toldIf(tree, devices, "cache_start", "warm") == Keys{place + "cache_start"});
    CHECK(toldIf(tree, devices, "sequential_cutoff", 0) == Keys{place + "sequential_cutoff"});

    Json cached = tree;
    cached["topology"]["groups"][1]["devices"][0]["cache_device"] = "fast";
    CHECK(toldIf(cached, devices, "cache_mode", "write-back").empty());
    Json mirrored = tree;
    mirrored["topology"]["groups"][1]["devices"][0]["raid"] = "RAID 1";
    CHECK(toldIf(mirrored, devices, "sets", 2).empty());
    CHECK(toldIf(mirrored, devices, "stripe", "1 MiB") == Keys{place + "stripe"});
}

TEST_CASE("fields of another distribution are reported as unused in a draw")
{
    const Json uniform = {{"id", "draw"}, {"type", "draw"}, {"variable", "number"}, {"to", 9}};
    Json normal = uniform;
    normal.erase("to");
    normal["distribution"] = "normal";
    CHECK(told(serving({uniform})).empty());
    CHECK(toldIfFirst({uniform}, "mean", 5) == blockField("block.field-unused", "mean"));
    CHECK(toldIfFirst({uniform}, "deviation", 5) == blockField("block.field-unused", "deviation"));
    CHECK(toldIfFirst({normal}, "mean", 5).empty());
    CHECK(toldIfFirst({normal}, "from", 5) == blockField("block.field-unused", "from"));
}

TEST_CASE("if one of two fields replaces the other, the one without an effect is reported")
{
    Json loop = queueTree();
    Json& diagram = loop[Json::json_pointer(serverDiagram)];
    diagram["blocks"].push_back({{"id", "loop"}, {"type", "loop"}, {"while", "now < 1"}});
    diagram["blocks"].push_back({{"id", "wait"}, {"type", "delay"}, {"time", "1 ms"}});
    diagram["wires"] = Json::array({{"start.next", "loop.in"},
                                    {"loop.body", "wait.in"},
                                    {"wait.next", "loop.again"},
                                    {"loop.done", "work.in"},
                                    {"work.next", "answer.in"}});
    const std::string place = std::string(serverDiagram) + "/blocks/3";
    CHECK(told(loop).empty());
    CHECK(toldIf(loop, place.c_str(), "count", 5) == blockField("block.field-unused", "count"));

    Json branch = queueTree();
    Json& ways = branch[Json::json_pointer(serverDiagram)];
    ways["blocks"].push_back({{"id", "branch"}, {"type", "branch"}, {"condition", "now > 1"}});
    ways["blocks"].push_back({{"id", "no"}, {"type", "reply"}});
    ways["wires"] = Json::array(
        {{"start.next", "branch.in"}, {"branch.yes", "work.in"}, {"branch.no", "no.in"}, {"work.next", "answer.in"}});
    CHECK(told(branch).empty());
    CHECK(toldIf(branch, place.c_str(), "probability", 0.1) == blockField("block.field-unused", "probability"));
}

TEST_CASE("iterations that all start at once have no next one, and a join of all paths has no rest to wait for")
{
    Json tree = queueTree();
    Json& diagram = tree[Json::json_pointer(serverDiagram)];
    diagram["blocks"].push_back({{"id", "each"}, {"type", "for each"}, {"count", 4}});
    diagram["blocks"].push_back({{"id", "join"}, {"type", "join"}, {"of", "each"}});
    diagram["wires"] = Json::array(
        {{"start.next", "each.in"}, {"each.each", "work.in"}, {"work.next", "join.in"}, {"join.next", "answer.in"}});
    const std::string each = std::string(serverDiagram) + "/blocks/3", join = std::string(serverDiagram) + "/blocks/4";
    CHECK(told(tree).empty());
    CHECK(toldIf(tree, each.c_str(), "next_after", "20 ms") == Keys{"block.field-unused " + each + "/next_after"});
    CHECK(toldIf(tree, join.c_str(), "grace", "20 ms") == Keys{"block.field-unused " + join + "/grace"});
    tree[Json::json_pointer(each)]["at_once"] = 2;
    tree[Json::json_pointer(join)]["mode"] = "any";
    CHECK(toldIf(tree, each.c_str(), "next_after", "20 ms").empty());
    CHECK(toldIf(tree, join.c_str(), "grace", "20 ms").empty());
}

TEST_CASE("the metric and the longest duration of a run are reported as unused without a precision")
{
    CHECK(toldIf(queueTree(), "/run", "metric", "p99") == Keys{"run.field-unused /run/metric"});
    CHECK(toldIf(queueTree(), "/run", "max_duration", "9 s") == Keys{"run.field-unused /run/max_duration"});
    Json precise = queueTree();
    precise["run"]["precision"] = 0.02;
    CHECK(toldIf(precise, "/run", "metric", "p99").empty());
}

TEST_CASE("a share is not more than all")
{
    CHECK(toldIf(queueTree(), "/topology/groups/1", "second_thread", 25) ==
          Keys{"value.out-of-range /topology/groups/1/second_thread"});
    CHECK(toldIf(queueTree(), "/run", "trace_share", 5) == Keys{"value.out-of-range /run/trace_share"});
    CHECK(toldIf(queueTree(), "/run", "max_memory", 80) == Keys{"value.out-of-range /run/max_memory"});
}

TEST_CASE("switches that do not see packets have no use for buffers, and cables to a switch no pairs")
{
    const char* const fabric = "/topology/fabrics/0";
    for (const auto& [field, value] : std::vector<std::pair<const char*, Json>>{{"buffer", "256 KiB"},
                                                                                {"forwarding", "cut through"},
                                                                                {"congestion_control", "NewReno"},
                                                                                {"receive_window", "64 KiB"},
                                                                                {"loss_detection", "RACK-TLP"},
                                                                                {"initial_window", 3}})
        CHECK(toldIf(queueTree(), fabric, field, value) ==
              Keys{std::string("fabric.no-packets /topology/fabrics/0/") + field});
    Json packets = queueTree();
    packets["topology"]["fabrics"][0]["links"][0]["detail"] = "packet";
    CHECK(toldIf(packets, fabric, "receive_window", "64 KiB").empty());

    CHECK(toldIf(queueTree(), "/topology/fabrics/0/links/1", "pairing", "one to one") ==
          Keys{"link.no-pairs /topology/fabrics/0/links/1/pairing"});
}

TEST_CASE("sizes and keys of a workload that its operations do not get have no effect, and are reported")
{
    const char* const workload = "/workloads/0";
    CHECK(toldIf(queueTree(), workload, "size", "1 MiB") == Keys{"sizes.not-given /workloads/0/size"});
    CHECK(toldIf(queueTree(), workload, "keys", 500) == Keys{"keys.not-given /workloads/0/keys"});
    CHECK(toldIf(queueTree(), "/workloads/0/operations/0", "size", "1 MiB") ==
          Keys{"sizes.not-given /workloads/0/operations/0/size"});

    Json tree = queueTree();
    tree["workloads"][0]["operations"][0]["payload"] = "size";
    CHECK(toldIf(tree, workload, "size", "1 MiB").empty());
    tree["behaviours"][0]["definition"]["operations"][0]["arguments"] = {{{"name", "item"}, {"type", "number"}}};
    tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1]["request"] = "item";
    tree["workloads"][0]["operations"][0]["arguments"] = {{"item", "2 * key"}};
    CHECK(toldIf(tree, workload, "keys", 500).empty());
}

TEST_CASE("a result that no reply gives is reported, as its callers get 0")
{
    Json tree = queueTree();
    tree["behaviours"][1]["definition"]["operations"][0]["results"] = {{{"name", "length"}, {"type", "number"}}};
    CHECK(told(tree) == Keys{std::string("result.not-given ") + serverDiagram});
    tree[Json::json_pointer(serverDiagram)]["blocks"][2]["results"] = {{"length", "5"}};
    CHECK(told(tree).empty());
}

namespace {

/// The server puts a message into a queue, and an operation of its own takes it, with an argument "item".
Json queued(const Json& put, const Json& state = Json::object())
{
    Json block = put;
    block["id"] = "put";
    block["type"] = "put";
    block["state"] = "inbox";
    Json tree = serving({block});
    Json& role = tree["behaviours"][1]["definition"];
    role["state"] = Json::array({state});
    role["state"][0]["id"] = "inbox";
    role["state"][0]["type"] = "queue";
    Json taking = {{"id", "full"}};
    taking["blocks"] = {{{"id", "start"}, {"type", "start"}, {"queue", "inbox"}},
                        {{"id", "end"}, {"type", "delay"}, {"time", "item * 1 us"}}};
    taking["wires"] = Json::array({Json::array({"start.next", "end.in"})});
    role["operations"].push_back(
        {{"id", "take"}, {"arguments", {{{"name", "item"}, {"type", "number"}}}}, {"diagrams", Json::array({taking})}});
    return tree;
}

} // namespace

TEST_CASE("a value that one side of a queue gives or takes and the other does not is reported")
{
    CHECK(told(queued({{"message", {{"item", "3"}}}})).empty());
    const std::string start = "/behaviours/1/definition/operations/1/diagrams/0/blocks/0/queue";
    CHECK(told(queued(Json::object())) == Keys{"message.lacks-argument " + start});
    const Keys both = told(queued({{"message", {{"itm", "3"}}}}));
    CHECK(both == Keys{std::string("message.value-unused ") + serverDiagram + "/blocks/3/message/itm",
                       "message.lacks-argument " + start});
}

TEST_CASE("a priority is reported as unused in a queue that takes messages as they come")
{
    const Json put = {{"message", {{"item", "3"}}}, {"priority", 2}};
    CHECK(told(queued(put)) == blockField("put.no-priority", "priority"));
    CHECK(told(queued(put, {{"order", "priority"}})).empty());
}

TEST_CASE("messages that count against a limit in bytes say how many they have")
{
    const std::string block = std::string(serverDiagram) + "/blocks/3";
    const Json message = {{"item", "3"}};
    CHECK(told(queued({{"message", message}}, {{"bytes", "1 MiB"}})) == Keys{"queue.no-bytes " + block});
    CHECK(told(queued({{"message", message}, {"bytes", 100}}, {{"bytes", "1 MiB"}})).empty());

    Json cache = serving({{{"id", "cache"}, {"type", "cache"}, {"action", "insert"}, {"state", "kept"}, {"key", "0"}}});
    cache[Json::json_pointer(serverDiagram)]["wires"][2] = {"cache.hit", "answer.in"};
    cache["behaviours"][1]["definition"]["state"] = {{{"id", "kept"}, {"type", "cache"}, {"bytes", "1 MiB"}}};
    CHECK(told(cache) == Keys{"cache.no-bytes " + block});
    CHECK(toldIf(cache, block.c_str(), "bytes", "64 KiB").empty());

    Json tokens = serving({{{"id", "token"}, {"type", "acquire"}, {"state", "bandwidth"}}});
    tokens["behaviours"][1]["definition"]["state"] = {
        {{"id", "bandwidth"}, {"type", "token bucket"}, {"rate", "100 MB/s"}, {"burst", "1 MB"}}};
    CHECK(told(tokens) == Keys{"bucket.no-amount " + block});
    CHECK(toldIf(tokens, block.c_str(), "amount", 1000).empty());
}

TEST_CASE("a limit in bytes for messages from a queue is reported if those put there have no bytes")
{
    Json tree = queued({{"message", {{"item", "3"}}}});
    const std::string put = std::string(serverDiagram) + "/blocks/3";
    const std::string start = "/behaviours/1/definition/operations/1/diagrams/0/blocks/0";
    const Keys noBytes{"gather.no-bytes " + start + "/at_most_bytes"};
    CHECK(toldIf(tree, start.c_str(), "at_most", 8).empty());
    tree[Json::json_pointer(start)].update({{"at_most", 8}, {"at_most_bytes", "1 MiB"}});
    CHECK(told(tree) == noBytes);
    CHECK(toldIf(tree, put.c_str(), "bytes", "4 KiB").empty());

    tree[Json::json_pointer(start)] = {{"id", "start"}, {"type", "start"}};
    Json& diagram = tree[Json::json_pointer("/behaviours/1/definition/operations/1/diagrams/0")];
    diagram["blocks"].push_back({{"id", "get"},
                                 {"type", "get"},
                                 {"state", "inbox"},
                                 {"values", {{"got", "item"}}},
                                 {"at_most", 8},
                                 {"at_most_bytes", "1 MiB"}});
    diagram["wires"] = Json::array({{"start.next", "get.in"}, {"get.next", "end.in"}});
    const Keys ofGet{"gather.no-bytes /behaviours/1/definition/operations/1/diagrams/0/blocks/2/at_most_bytes"};
    CHECK(told(tree) == ofGet);
    CHECK(toldIf(tree, put.c_str(), "bytes", "4 KiB").empty());
    CHECK(std::ranges::count(toldIf(tree, put.c_str(), "disabled", true), ofGet[0]) == 0);

    tree[Json::json_pointer(put)]["bytes"] = "4 KiB"; // and messages of missing copies have none
    const Keys missing = toldIf(tree, "/behaviours/1/definition/state/0", "missing_of", "copies");
    CHECK(std::ranges::count(missing, ofGet[0]) == 1);
}

TEST_CASE("a key of an item that has one for all keys is reported")
{
    Json tree = serving({{{"id", "lock"}, {"type", "acquire"}, {"state", "locks"}, {"key", "request"}}});
    tree["behaviours"][1]["definition"]["state"] = {{{"id", "locks"}, {"type", "slots"}}};
    CHECK(told(tree) == blockField("key.unused", "key"));
    CHECK(toldIf(tree, (std::string(serverDiagram) + "/blocks/3").c_str(), "key", 0).empty());
    tree["behaviours"][1]["definition"]["state"][0]["keyed"] = true;
    CHECK(told(tree).empty());
}
