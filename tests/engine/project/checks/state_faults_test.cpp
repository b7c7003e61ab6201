// Findings about state items and about blocks that use them in a way they cannot answer.
#include "../projects.h"
#include "tests/one_of.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

const std::string server = "/behaviours/1/definition";
const std::string servingDiagram = server + "/operations/0/diagrams/0";

/// The first queue's server with a state and one more block, after the work and before the answer.
LoadResult withBlock(Json state, Json block, const std::vector<std::string>& ways = {"next"})
{
    Json tree = shipped("first-queue");
    Json& role = tree[Json::json_pointer(server)];
    role["state"] = state.is_null() ? Json::array() : Json::array({std::move(state)});
    Json& drawn = role["operations"][0]["diagrams"][0];
    block["id"] = "block";
    drawn["blocks"].push_back(std::move(block));
    drawn["wires"][1] = {"work.next", "block.in"};
    for (const std::string& way : ways)
        drawn["wires"].push_back({"block." + way, "answer.in"});
    return parse(tree);
}

void requireFinding(const LoadResult& result, const std::string& key, const std::string& pointer)
{
    INFO(key << " at " << pointer << lines(result.findings));
    const Finding* finding = find(result.findings, key, pointer);
    REQUIRE(finding);
    CHECK(finding->severity == Severity::error);
    CHECK_FALSE(finding->place.empty());
    CHECK_FALSE(finding->remedy.empty());
    CHECK_FALSE(result.project);
    CHECK(result.findings.size() == 1);
}

const Json cache = {{"id", "item"}, {"type", "cache"}, {"entries", 10}};
const Json queueItem = {{"id", "item"}, {"type", "queue"}};
const Json barrier = {{"id", "item"}, {"type", "barrier"}};
const Json bucket = {{"id", "item"}, {"type", "token bucket"}, {"rate", "5 1/s"}, {"burst", 3}};

/// The first queue, whose server has a volume "data" on `devices` and does `block`, number 3 of its diagram, after its
/// work.
Json withStorage(const Json& devices, const Json& binding, Json block)
{
    Json tree = shipped("first-queue");
    Json& role = tree[Json::json_pointer(server)];
    role["volumes"] = {"data"};
    Json& group = tree["topology"]["groups"][1];
    group["devices"] = Json::array({devices});
    group["devices"][0]["id"] = "disks";
    group["devices"][0]["component"] = "Standard_SATA_Drive_7200RPM_2TB";
    group["volumes"] = Json::array({binding});
    group["volumes"][0]["volume"] = "data";
    group["volumes"][0]["devices"] = "disks";
    Json& drawn = role["operations"][0]["diagrams"][0];
    block["id"] = "block";
    block["volume"] = "data";
    drawn["blocks"].push_back(std::move(block));
    drawn["wires"][1] = {"work.next", "block.in"};
    drawn["wires"].push_back({"block.next", "answer.in"});
    return tree;
}

} // namespace

TEST_CASE("every block that works on state opens when it fits")
{
    const auto good = [](const Json& item, const Json& block, const std::vector<std::string>& ways = {"next"}) {
        LoadResult result = withBlock(item, block, ways);
        INFO(lines(result.findings));
        CHECK(result.project);
        std::erase_if(result.findings, // there is one block only
                      [](const Finding& finding) { return finding.key.starts_with("queue.never-"); });
        CHECK(result.findings.empty());
    };
    good(cache, {{"type", "cache"}, {"state", "item"}, {"key", "request"}, {"missing", "gap"}}, {"hit", "miss"});
    good(cache, {{"type", "cache"}, {"state", "item"}, {"key", "request"}, {"action", "insert"}}, {"hit"});
    good(queueItem, {{"type", "put"}, {"state", "item"}, {"message", {{"x", "request"}}}});
    good(queueItem, {{"type", "get"}, {"state", "item"}, {"patience", "1 s"}}, {"next", "timeout"});
    good(bucket, {{"type", "acquire"}, {"state", "item"}, {"amount", "request"}});
    good({{"id", "item"}}, {{"type", "acquire"}, {"state", "item"}, {"priority", "-request"}});
    good(barrier, {{"type", "barrier"}, {"state", "item"}, {"ranks", 4}});
    good({}, {{"type", "copy"}, {"bytes", "1 MiB"}});
    good({}, {{"type", "allocate"}, {"bytes", "1 MiB"}}, {"next", "full"});
    good({}, {{"type", "free"}});
    good({}, {{"type", "draw"}, {"variable", "x"}, {"from", "1 KiB"}, {"to", "4 ms"}});
}

TEST_CASE("a block names a state item of the type it works on")
{
    const std::string at = servingDiagram + "/blocks/3/state";
    requireFinding(withBlock(queueItem, {{"type", "cache"}, {"state", "item"}, {"key", "request"}}, {"hit", "miss"}),
                   "state.wrong-type", at);
    requireFinding(withBlock(cache, {{"type", "acquire"}, {"state", "item"}}), "state.wrong-type", at);
    requireFinding(withBlock(cache, {{"type", "put"}, {"state", "item"}}), "state.wrong-type", at);
    requireFinding(withBlock(barrier, {{"type", "get"}, {"state", "item"}}), "state.wrong-type", at);
    requireFinding(withBlock(queueItem, {{"type", "barrier"}, {"state", "item"}, {"ranks", 2}}), "state.wrong-type",
                   at);
    requireFinding(withBlock(queueItem, {{"type", "put"}, {"state", "itme"}}), "state.unknown", at);
}

TEST_CASE("a look-up leads somewhere when it misses")
{
    requireFinding(withBlock(cache, {{"type", "cache"}, {"state", "item"}, {"key", "request"}}, {"hit"}),
                   "wire.missing", servingDiagram + "/blocks/3");
}

TEST_CASE("a get keeps what some put has given")
{
    requireFinding(withBlock(queueItem, {{"type", "get"}, {"state", "item"}, {"values", {{"x", "what"}}}}),
                   "message.unknown-value", servingDiagram + "/blocks/3/values/x");
}

TEST_CASE("a cache has a size that can be followed")
{
    const Json block = {{"type", "cache"}, {"state", "item"}, {"key", "request"}, {"bytes", "4 KiB"}};
    const auto state = [&](const Json& fields) {
        Json item = {{"id", "item"}, {"type", "cache"}};
        item.update(fields);
        return withBlock(item, block, {"hit", "miss"});
    };
    requireFinding(state(Json::object()), "cache.no-size", server + "/state/0");
    requireFinding(state({{"entries", 2e7}, {"policy", "FIFO"}}), "cache.too-large", server + "/state/0/entries");
    requireFinding(state({{"bytes", "1 GB"}, {"start", "steady"}, {"held", 1.5}}), "value.out-of-range",
                   server + "/state/0/held");
    requireFinding(state({{"entries", 10}, {"start", "steady"}, {"popularity", "Zipf"}}), "cache.no-keys",
                   server + "/state/0/keys");
    CHECK(state({{"entries", 2e7}}).findings.empty());
}

TEST_CASE("consumers stand at a queue of their node or of the cluster")
{
    for (const Json& fields : {Json{{"owner", "worker"}}, Json{{"owner", "job"}}, Json{{"owner", "request"}}}) {
        Json tree = shipped("first-queue");
        Json& role = tree[Json::json_pointer(server)];
        Json item = queueItem;
        item.update(fields);
        role["state"] = Json::array({item});
        role["operations"][0]["diagrams"][0]["blocks"][0]["queue"] = "item";
        requireFinding(parse(tree), "start.queue-owner", servingDiagram + "/blocks/0/queue");
    }
}

TEST_CASE("a request for more slots than there are is reported")
{
    const Json slots = {{"id", "item"}, {"type", "slots"}, {"capacity", "2 + 1"}};
    const auto told = [&](const Json& amount) {
        const LoadResult result = withBlock(slots, {{"type", "acquire"}, {"state", "item"}, {"amount", amount}});
        const Finding* finding = find(result.findings, "acquire.too-many", servingDiagram + "/blocks/3/amount");
        CHECK(result.findings.size() == (finding ? 1u : 0u));
        return finding && finding->severity == Severity::error;
    };
    CHECK(told(4));
    CHECK_FALSE(told(3));
    CHECK_FALSE(told("request")); // known only when it runs
}

TEST_CASE("work that is constant is noted where the other work of its role varies")
{
    Json tree = shipped("first-queue");
    Json& work = tree[Json::json_pointer(servingDiagram + "/blocks/1")];
    Json& workers = tree["behaviours"][1]["definition"]["workers"];
    const auto told = [&] {
        const LoadResult result = parse(tree);
        INFO(lines(result.findings));
        const Finding* finding =
            find(result.findings, "distribution.not-as-role", servingDiagram + "/blocks/1/distribution");
        if (finding)
            CHECK(finding->severity == Severity::note);
        return finding != nullptr;
    };
    work["distribution"] = "constant";
    CHECK_FALSE(told());
    workers["work_variation"] = 0.3;
    CHECK(told());
    work["distribution"] = headroom::test::oneOf({"as the role", "exponential"});
    CHECK_FALSE(told());
    work.erase("distribution");
    CHECK_FALSE(told());
}

TEST_CASE("a uniform time cannot vary beyond zero, a hyperexponential one not too little")
{
    Json tree = shipped("first-queue");
    Json& work = tree[Json::json_pointer(servingDiagram + "/blocks/1")];
    work["distribution"] = "uniform";
    work["variation"] = 0.6;
    requireFinding(parse(tree), "distribution.too-wide", servingDiagram + "/blocks/1/variation");
    work["variation"] = "CUSTOMERS / 10"; // 1
    requireFinding(parse(tree), "distribution.too-wide", servingDiagram + "/blocks/1/variation");
    work["variation"] = 0.5;
    CHECK(parse(tree).findings.empty());
    work["distribution"] = "hyperexponential";
    requireFinding(parse(tree), "distribution.too-narrow", servingDiagram + "/blocks/1/variation");
    work["variation"] = 1.5;
    CHECK(parse(tree).findings.empty());
}

TEST_CASE("uses that a token bucket does not have are reported")
{
    const auto take = [](Json more) {
        more.update({{"type", "acquire"}, {"state", "item"}});
        return more;
    };
    const std::string block = servingDiagram + "/blocks/3";
    const LoadResult patient = withBlock(bucket, take({{"amount", 4}})); // the burst is 3
    CHECK_FALSE(find(patient.findings, "acquire.too-many", block + "/amount"));
    requireFinding(withBlock(bucket, take({{"priority", 4}})), "acquire.no-priority", block + "/priority");
    requireFinding(withBlock(bucket, {{"type", "release"}, {"state", "item"}}), "state.wrong-type", block + "/state");
    requireFinding(withBlock({{"id", "item"}, {"type", "token bucket"}}, take(Json::object())), "bucket.no-rate",
                   server + "/state/0");
}

TEST_CASE("a cache whose entries expire starts cold")
{
    Json item = cache;
    item["expires"] = "1 s";
    item["start"] = "warm";
    requireFinding(withBlock(item, {{"type", "cache"}, {"state", "item"}, {"key", "request"}}, {"hit", "miss"}),
                   "cache.expires-start", server + "/state/0/start");
}

TEST_CASE("fields that a value and an item of requests cannot have are reported")
{
    const Json value = {{"id", "level"}, {"type", "value"}};
    const auto with = [&](Json more, Json block = {{"type", "set"}, {"assignments", {{"level", "level + 1"}}}}) {
        Json item = value;
        item.update(more);
        return withBlock(item, std::move(block));
    };
    CHECK(lines(with({{"owner", "request"}}).findings) == "");
    requireFinding(with({{"keyed", true}}), "value.keyed", server + "/state/0/keyed");
    requireFinding(with(Json::object(), {{"type", "draw"}, {"variable", "level"}}), "value.hidden",
                   servingDiagram + "/blocks/3");
    const Json wait = {{"type", "delay"}, {"time", "1 ms"}};
    requireFinding(with({{"id", "a level"}}, wait), "name.invalid", server + "/state/0/id");
    requireFinding(with({{"id", "now"}}, wait), "value.hidden", server + "/state/0/id");
    requireFinding(with({{"id", "THREADS"}}, wait), "value.hidden", server + "/state/0/id");
    requireFinding(with({{"type", "queue"}, {"owner", "request"}, {"keyed", true}}, wait), "state.keyed-request",
                   server + "/state/0/keyed");
}

TEST_CASE("a queue of missing copies is one of the node or the cluster, without keys and without limits")
{
    Json ring = {{"id", "copies"}, {"type", "ring"}, {"role", "server"}, {"volume", "data"}};
    const auto with = [&](const Json& fields, const std::string& ringOf = "") {
        Json tree = shipped("first-queue");
        Json& role = tree[Json::json_pointer(server)];
        ring["role"] = ringOf.empty() ? tree["behaviours"][1]["role"] : Json(ringOf);
        tree["selectors"] = Json::array({ring});
        role["volumes"] = {"data"};
        tree["behaviours"][0]["definition"]["volumes"] = {"data"};
        Json item = {{"id", "item"}, {"type", "queue"}, {"missing_of", "copies"}};
        item.update(fields);
        role["state"] = Json::array({item});
        return parse(tree);
    };
    const std::string place = server + "/state/0/missing_of";
    const auto told = [&](const LoadResult& result, const char* key) {
        INFO(key << lines(result.findings));
        CHECK(find(result.findings, key, place));
        CHECK_FALSE(result.project);
    };
    CHECK_FALSE(find(with(Json::object()).findings, "missing.no-queue", place));
    told(with({{"type", "slots"}}), "missing.no-queue");
    for (const char* owner : {"worker", "job", "request"})
        told(with({{"owner", owner}}), "missing.owner");
    for (const Json& limited : {Json{{"entries", 5}}, Json{{"bytes", "1 MB"}}, Json{{"keyed", true}}})
        told(with(limited), "missing.limited");
    const Json other = shipped("first-queue")["behaviours"][0]["role"];
    told(with(Json::object(), other), "missing.other-role");
    CHECK_FALSE(find(with({{"owner", "cluster"}}, other).findings, "missing.other-role", place));
}

TEST_CASE("a block that leaves out the key of one of many is warned of, unless the key 0 is written")
{
    const auto keyMissing = [](const Json& item, Json block, const std::vector<std::string>& ways = {"next"}) {
        block["state"] = "item";
        const auto finding = [&] {
            const LoadResult result = withBlock(item, block, ways);
            INFO(lines(result.findings));
            REQUIRE(result.project); // it is only a warning
            return find(result.findings, "key.missing", servingDiagram + "/blocks/3") != nullptr;
        };
        const bool without = finding();
        block["key"] = 0;
        CHECK_FALSE(finding());
        block["key"] = "request";
        CHECK_FALSE(finding());
        return without;
    };
    const auto keyed = [](Json item) {
        item["keyed"] = true;
        return item;
    };
    const Json slots = {{"id", "item"}};
    CHECK(keyMissing(cache, {{"type", "cache"}}, {"hit", "miss"}));
    CHECK(keyMissing(keyed(slots), {{"type", "acquire"}}));
    CHECK(keyMissing(keyed(queueItem), {{"type", "put"}}));
    CHECK(keyMissing(keyed(barrier), {{"type", "barrier"}, {"ranks", 4}}));
    CHECK_FALSE(keyMissing(slots, {{"type", "acquire"}}));
    CHECK_FALSE(keyMissing(queueItem, {{"type", "put"}}));
}

TEST_CASE("a read without a key is warned of where its volume has several files")
{
    const auto warned = [](const Json& files, const Json& block) {
        const LoadResult result = parse(withStorage({{"count", 2}}, {{"files", files}, {"file_size", "1 MB"}}, block));
        INFO(lines(result.findings));
        return find(result.findings, "key.missing", servingDiagram + "/blocks/3") != nullptr;
    };
    const Json read = {{"type", "read"}, {"bytes", "4 KiB"}};
    CHECK(warned(1000, read));
    CHECK(warned("10 * 100", {{"type", "write"}, {"bytes", "4 KiB"}}));
    CHECK(warned(1000, {{"type", "flush"}}));
    CHECK_FALSE(warned(1, read));
    CHECK_FALSE(warned(1000, {{"type", "read"}, {"bytes", "4 KiB"}, {"key", 0}}));
    CHECK_FALSE(warned(1000, {{"type", "flush"}, {"of", "volume"}}));
}

TEST_CASE("random places that are the same for all requests are warned of")
{
    const auto warned = [](Json block) {
        block["bytes"] = "8 KiB";
        const LoadResult result = parse(withStorage({{"count", 2}}, Json::object(), std::move(block)));
        INFO(lines(result.findings));
        return find(result.findings, "storage.same-place", servingDiagram + "/blocks/3/offset") != nullptr;
    };
    CHECK(warned({{"type", "read"}, {"pattern", "random places"}}));
    CHECK(warned({{"type", "write"}, {"pattern", "random places"}, {"key", 7}, {"offset", "1 MiB"}}));
    CHECK_FALSE(warned({{"type", "read"}, {"pattern", "random places"}, {"key", "request"}}));
    CHECK_FALSE(warned({{"type", "read"}, {"pattern", "random places"}, {"offset", "request * 8 KiB"}}));
    CHECK_FALSE(warned({{"type", "read"}}));
    CHECK_FALSE(warned({{"type", "read"}, {"pattern", "metadata"}}));
}

TEST_CASE("a read or write of more bytes than any device of its volume has is an error")
{
    const auto told = [](const Json& devices, Json block) {
        block["key"] = 0;
        const LoadResult result = parse(withStorage(devices, Json::object(), std::move(block)));
        INFO(lines(result.findings));
        return find(result.findings, "storage.beyond-end", servingDiagram + "/blocks/3/bytes") != nullptr;
    };
    const auto direct = [](const char* bytes, const char* offset = "0 B") {
        return Json{{"type", "write"}, {"through", "direct"}, {"bytes", bytes}, {"offset", offset}};
    };
    const Json alone = {{"count", 4}};
    CHECK(told(alone, direct("3 TB")));
    CHECK(told(alone, {{"type", "read"}, {"through", "direct"}, {"bytes", "3 TB"}}));
    CHECK(told(alone, direct("1 TB", "1.5 TB")));
    CHECK(told({{"count", 4}, {"raid", "RAID 5"}}, direct("7 TB")));
    CHECK(told({{"count", 4}, {"raid", "RAID 10"}, {"sets", 2}}, direct("3 TB")));
    CHECK_FALSE(told(alone, direct("1 TB")));
    CHECK_FALSE(told(alone, direct("3 TB * request")));
    CHECK(told(alone, {{"type", "read"}, {"bytes", "3 TB"}})); // through the page cache
    CHECK_FALSE(told(alone, {{"type", "read"}, {"bytes", "1 TB"}}));
    CHECK_FALSE(told({{"count", 4}, {"raid", "RAID 5"}}, direct("5 TB")));
}
