// Faults between a caller and the called, and of wires that lead through groups.
#include "../projects.h"

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

constexpr const char* customers = "/behaviours/0/definition/operations/0/diagrams/0";

/// The first queue, whose customer asks the server; the fields of the server's operation are added.
Json asking(const Json& operation)
{
    Json tree = shipped("first-queue");
    tree["behaviours"][1]["definition"]["operations"][0].update(operation);
    return tree;
}

Json& blockOf(Json& diagram, const std::string& type)
{
    for (Json& block : diagram["blocks"])
        if (block["type"] == type)
            return block;
    throw std::logic_error("no block of type " + type);
}

std::size_t count(const Findings& findings, const std::string& key)
{
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(), [&](const Finding& finding) { return finding.key == key; }));
}

Json wires(const std::vector<std::pair<std::string, std::string>>& ends)
{
    Json list = Json::array();
    for (const auto& [from, to] : ends)
        list.push_back(Json::array({from, to}));
    return list;
}

/// A path through two groups, twice each: first of one, first of two, second of one, second of two. With `back` it
/// leads to the first again.
Json windUnwind(bool back)
{
    const auto group = [](const char* id) {
        const auto way = [](const char* name, const char* type, const char* of) {
            return Json{{"id", name}, {"type", type}, {"way", of}};
        };
        const auto work = [](const char* name) { return Json{{"id", name}, {"type", "delay"}, {"time", "1 ms"}}; };
        Json inner;
        inner["blocks"] =
            Json::array({way("in1", "way in", "in"), way("in2", "way in", "again_in"), way("out1", "way out", "next"),
                         way("out2", "way out", "done"), work("first"), work("second")});
        inner["wires"] = wires({{"in1.next", "first.in"},
                                {"first.next", "out1.in"},
                                {"in2.next", "second.in"},
                                {"second.next", "out2.in"}});
        return Json{{"id", id}, {"type", "group"}, {"inner", inner}};
    };
    Json tree = shipped("first-queue");
    Json& diagram = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    diagram["blocks"] = Json::array({Json{{"id", "start"}, {"type", "start"}}, group("one"), group("two"),
                                     Json{{"id", "answer"}, {"type", "reply"}}});
    diagram["wires"] = wires({{"start.next", "one.in"},
                              {"one.next", "two.in"},
                              {"two.next", "one.again_in"},
                              {"one.done", "two.again_in"},
                              {"two.done", back ? "one.in" : "answer.in"}});
    return tree;
}

} // namespace

TEST_CASE("an argument that a call or a workload does not give is an error, unless it has a default")
{
    const Json argument = {{"name", "size"}, {"type", "bytes"}};
    Json without = argument;
    without["default"] = "4 KiB";
    const std::string call = std::string(customers) + "/blocks/1/arguments";
    CHECK(find(parse(asking({{"arguments", Json::array({argument})}})).findings, "argument.missing", call));
    CHECK(count(parse(asking({{"arguments", Json::array({without})}})).findings, "argument.missing") == 0);

    Json tree = shipped("first-queue");
    tree["behaviours"][0]["definition"]["operations"][0]["arguments"] = Json::array({argument});
    CHECK(find(parse(tree).findings, "argument.missing", "/workloads/0/operations/0/arguments"));

    without["default"] = "4 KiBB";
    CHECK(find(parse(asking({{"arguments", Json::array({without})}})).findings, "expression.faulty",
               "/behaviours/1/definition/operations/0/arguments/0/default"));
}

TEST_CASE("an operation that needs a role is left out of a project without it, unless something uses it")
{
    Json report = shipped("first-queue")["behaviours"][1]["definition"]["operations"][0];
    report["id"] = "report";
    report["needs"] = {"archive"};
    report["diagrams"][0]["blocks"] = {{{"id", "start"}, {"type", "start"}},
                                       {{"id", "ask"}, {"type", "call"}, {"role", "archive"}, {"operation", "store"}},
                                       {{"id", "answer"}, {"type", "reply"}}};
    report["diagrams"][0]["wires"] = wires({{"start.next", "ask.in"}, {"ask.reply", "answer.in"}});
    Json tree = shipped("first-queue");
    tree["behaviours"][1]["definition"]["operations"].push_back(report);
    CHECK(lines(parse(tree).findings).empty());

    Json& call = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1];
    call["operation"] = "report";
    call.erase("arguments");
    const auto used = parse(tree).findings;
    const Finding* fault = find(used, "operation.needs-role", std::string(customers) + "/blocks/1/operation");
    REQUIRE(fault);
    CHECK(fault->problem == "The operation \"report\" needs the role \"archive\", which the project does not have.");

    // The operations that follow it keep their places.
    Json& operations = tree["behaviours"][1]["definition"]["operations"];
    Json faulty = operations[0];
    faulty["id"] = "faulty";
    faulty["diagrams"][0]["blocks"][0]["type"] = "no such type";
    operations.push_back(faulty);
    CHECK(find(parse(tree).findings, "block.unknown-type",
               "/behaviours/1/definition/operations/2/diagrams/0/blocks/0/type"));
    operations.erase(2);

    operations.back().erase("needs");
    const auto faults = parse(tree).findings;
    CHECK(count(faults, "role.unknown") == 1);
}

TEST_CASE("arguments of equal names are passed by a list of them, which is checked as if each were written out")
{
    const Json operation = {{"arguments", {{{"name", "request"}}, {{"name", "now"}}}}};
    const auto faultsOf = [&](const Json& arguments) {
        Json tree = asking(operation);
        tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1]["arguments"] = arguments;
        blockOf(tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0], "reply")["bytes"] =
            "request + now";
        return parse(tree).findings;
    };
    const std::string call = std::string(customers) + "/blocks/1/arguments";
    CHECK(lines(faultsOf({"request", "now"})).empty());
    CHECK(find(faultsOf({"request"}), "argument.missing", call));
    CHECK(find(faultsOf({"request", "now", "node"}), "argument.unknown", call + "/2"));
    CHECK(find(faultsOf({"request", "now", "now"}), "id.duplicate", call + "/2"));
    CHECK(find(faultsOf({"request", "now", "anybody"}), "expression.faulty", call + "/2"));
    CHECK(find(faultsOf({"request", 3}), "schema.type", call + "/1"));

    Json tree = shipped("first-queue");
    tree["behaviours"][0]["definition"]["operations"][0]["arguments"] = {{{"name", "size"}}, {{"name", "key"}}};
    tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0]["blocks"][1]["request"] = "size + key";
    Json& given = tree["workloads"][0]["operations"][0]["arguments"];
    given = {"size", "key"};
    CHECK(lines(parse(tree).findings).empty());
    CHECK(toJson(open(tree))["workloads"][0]["operations"][0]["arguments"] == Json({"size", "key"}));
    given = {"size", "kez"};
    CHECK(find(parse(tree).findings, "argument.unknown", "/workloads/0/operations/0/arguments/1"));
}

TEST_CASE("a field of a block without an effect beside another is reported, and the project opens")
{
    Json tree = asking(Json::object());
    Json& call = blockOf(tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0], "call");
    const std::string place = std::string(customers) + "/blocks/1";
    call["index"] = 1;
    const LoadResult opened = parse(tree);
    CHECK(find(opened.findings, "block.field-unused", place + "/index"));
    CHECK(opened.project);
    call["selector"] = "index";
    CHECK(count(parse(tree).findings, "block.field-unused") == 0);
}

TEST_CASE("groups whose wires form a ring are refused only if control comes back once they are put in place")
{
    CHECK(count(parse(windUnwind(false)).findings, "diagram.cycle") == 0);
    CHECK(count(parse(windUnwind(true)).findings, "diagram.cycle") == 1);
}

TEST_CASE("a transfer that the other side does not take part in is reported")
{
    Json tree = shipped("first-queue");
    CHECK(count(parse(tree).findings, "transfer.one-sided") == 0);
    Json& diagram = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0];
    const std::string call = blockOf(diagram, "call")["id"];
    diagram["blocks"].push_back({{"id", "body"}, {"type", "transfer"}, {"over", call}, {"bytes", "1 MB"}});
    diagram["wires"].push_back({call + ".opened", "body.in"});
    CHECK(find(parse(tree).findings, "transfer.one-sided", std::string(customers) + "/blocks/1"));
    Json& served = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    served["blocks"].push_back(
        {{"id", "body"}, {"type", "transfer"}, {"over", "caller"}, {"direction", "receive"}, {"bytes", "1 MB"}});
    served["wires"] = wires({{"start.next", "body.in"}, {"body.next", "work.in"}, {"work.next", "answer.in"}});
    CHECK(count(parse(tree).findings, "transfer.one-sided") == 0);
}

TEST_CASE(
    "the window of a transfer is that of the sender, and chunks are a receiver's only if it does something with each")
{
    Json tree = shipped("first-queue");
    Json& diagram = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0];
    const std::string call = blockOf(diagram, "call")["id"];
    diagram["blocks"].push_back(
        {{"id", "body"}, {"type", "transfer"}, {"over", call}, {"bytes", "1 MB"}, {"chunk", "8 KiB"}, {"window", 4}});
    diagram["wires"].push_back({call + ".opened", "body.in"});
    Json& served = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    served["blocks"].push_back(
        {{"id", "body"}, {"type", "transfer"}, {"over", "caller"}, {"direction", "receive"}, {"bytes", "1 MB"}});
    served["wires"] = wires({{"start.next", "body.in"}, {"body.next", "work.in"}, {"work.next", "answer.in"}});
    CHECK(parse(tree).findings.empty());
    served["blocks"].back().update({{"chunk", "8 KiB"}, {"window", 4}});
    const std::string receiver = "/behaviours/1/definition/operations/0/diagrams/0/blocks/3";
    CHECK(find(parse(tree).findings, "block.field-unused", receiver + "/window"));
    CHECK(find(parse(tree).findings, "transfer.chunk-idle", receiver + "/chunk"));
    served["blocks"].push_back({{"id", "taken"}, {"type", "end"}});
    served["wires"].push_back({"body.chunk", "taken.in"});
    CHECK(count(parse(tree).findings, "transfer.chunk-idle") == 0);
}

TEST_CASE("an operation of which every request calls it again is refused, also by way of another one")
{
    // The server works and then asks the customer's operation that asks the server.
    Json tree = shipped("first-queue");
    const std::string role = tree["behaviours"][0]["role"],
                      operation = tree["behaviours"][0]["definition"]["operations"][0]["id"];
    Json& served = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    const auto withCall = [&](const Json& call, const std::vector<std::pair<std::string, std::string>>& ends) {
        Json changed = tree;
        Json& diagram = changed["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
        diagram["blocks"].push_back(call);
        diagram["blocks"].push_back({{"id", "again"}, {"type", "branch"}, {"probability", 0.5}});
        diagram["wires"] = wires(ends);
        return parse(changed).findings;
    };
    REQUIRE(served["blocks"].size() == 3);
    const std::vector<std::pair<std::string, std::string>> always = {
        {"start.next", "work.in"}, {"work.next", "ask.in"}, {"ask.reply", "answer.in"}};
    const std::vector<std::pair<std::string, std::string>> sometimes = {{"start.next", "work.in"},
                                                                        {"work.next", "again.in"},
                                                                        {"again.yes", "ask.in"},
                                                                        {"again.no", "answer.in"},
                                                                        {"ask.reply", "answer.in"}};
    Json call = {{"id", "ask"}, {"type", "call"}, {"role", role}, {"operation", operation}};
    CHECK(find(withCall(call, always), "call.endless", "/behaviours/1/definition/operations/0/diagrams/0/blocks/3"));
    CHECK(count(withCall(call, sometimes), "call.endless") == 0);
    call["deadline"] = "1 s";
    CHECK(count(withCall(call, always), "call.endless") == 0);
    call.erase("deadline");
    call["disabled"] = true;
    CHECK(count(withCall(call, always), "call.endless") == 0);
    CHECK(count(parse(tree).findings, "call.endless") == 0);
}

TEST_CASE("a volume that no volume list declares is to be declared, not removed")
{
    Json tree = shipped("first-queue");
    Json& diagram = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    blockOf(diagram, "compute") = {{"id", "work"}, {"type", "read"}, {"volume", "data"}, {"bytes", "4 KiB"}};
    const LoadResult result = parse(tree);
    const auto finding = std::find_if(result.findings.begin(), result.findings.end(),
                                      [](const Finding& each) { return each.key == "volume.unknown"; });
    REQUIRE(finding != result.findings.end());
    CHECK_THAT(finding->remedy, Contains("Add it to the volumes of the role"));
}

TEST_CASE("a block that an expression disables is checked with the parameters' values")
{
    Json tree = shipped("first-queue");
    tree["parameters"].push_back({{"name", "OFF"}, {"type", "switch"}, {"value", true}});
    Json& work = blockOf(tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0], "compute");
    work["work"] = "nothing_known";
    work["disabled"] = "OFF";
    CHECK(parse(tree).project);
    tree["parameters"].back()["value"] = false;
    CHECK(count(parse(tree).findings, "expression.faulty") == 1);
    work["disabled"] = "OF";
    CHECK(count(parse(tree).findings, "expression.faulty") == 2);
}

TEST_CASE("a path that ends without the reply that its caller waits for is reported, and no other")
{
    const std::string serving = "/behaviours/1/definition/operations/0/diagrams/0";
    Json tree = shipped("first-queue");
    Json& drawn = tree[Json::json_pointer(serving)];
    const auto told = [&](std::size_t block) {
        return find(parse(tree).findings, "reply.missing", serving + "/blocks/" + std::to_string(block)) != nullptr;
    };
    const auto toldAtAll = [&] { return count(parse(tree).findings, "reply.missing") > 0; };
    CHECK_FALSE(toldAtAll());
    drawn["blocks"].push_back({{"id", "often"}, {"type", "branch"}});
    drawn["blocks"].push_back({{"id", "late"}, {"type", "delay"}, {"time", "1 ms"}});
    drawn["wires"] = wires(
        {{"start.next", "work.in"}, {"work.next", "often.in"}, {"often.yes", "answer.in"}, {"often.no", "late.in"}});
    CHECK(told(4));
    const LoadResult result = parse(tree);
    REQUIRE(result.project); // a warning: what is not finished yet can be looked at
    CHECK(find(result.findings, "reply.missing", serving + "/blocks/4")->remedy.find("\"next\"") != std::string::npos);

    drawn["wires"].push_back({"late.next", "answer.in"});
    CHECK_FALSE(toldAtAll());
    drawn["wires"].erase(4);
    drawn["blocks"].push_back({{"id", "over"}, {"type", "end"}}); // ended on purpose
    drawn["wires"].push_back({"late.next", "over.in"});
    CHECK_FALSE(toldAtAll());
    drawn["wires"].erase(4);
    drawn["blocks"][4] = {{"id", "late"}, {"type", "fork"}, {"paths", 2}}; // one of its paths may reply
    CHECK(count(parse(tree).findings, "reply.missing") == 0);
}

TEST_CASE("an operation without any reply, such as that of a message, is not asked for one")
{
    Json tree = shipped("first-queue");
    Json& drawn = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    drawn["blocks"].erase(2);
    drawn["wires"].erase(1);
    CHECK(count(parse(tree).findings, "reply.missing") == 0);
}

TEST_CASE("an argument has the unit in which its operation uses it")
{
    Json tree = asking({{"arguments", {{{"name", "length"}}}}});
    Json& call = blockOf(tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0], "call");
    Json& answer = blockOf(tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0], "reply");
    answer["bytes"] = "length";
    const std::string place = std::string(customers) + "/blocks/1/arguments/length";
    const auto told = [&](const Json& value) {
        call["arguments"] = {{"length", value}};
        const Findings findings = parse(tree).findings;
        return find(findings, "unit.mismatch", place) != nullptr;
    };
    CHECK_FALSE(told("4 KiB"));
    CHECK_FALSE(told(4096));
    CHECK_FALSE(told("2 * now"));
    CHECK(told("5 ms"));
    CHECK(told("SERVICE_TIME"));
    answer["bytes"] = "2 * length"; // as what is not followed
    CHECK_FALSE(told("5 ms"));
    tree["behaviours"][1]["definition"]["operations"][0]["arguments"][0]["type"] = "bytes";
    CHECK(told("5 ms"));
}

TEST_CASE("an argument of an operation is not used as a time here and as bytes there")
{
    Json tree = asking({{"arguments", {{{"name", "length"}, {"type", "bytes"}, {"default", 1}}}}});
    Json& served = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
    blockOf(served, "reply")["bytes"] = "length";
    CHECK(parse(tree).findings.empty());
    served["blocks"].push_back({{"id", "pause"}, {"type", "delay"}, {"time", "length"}});
    served["wires"] = wires({{"start.next", "work.in"}, {"work.next", "pause.in"}, {"pause.next", "answer.in"}});
    CHECK(
        find(parse(tree).findings, "unit.mismatch", "/behaviours/1/definition/operations/0/diagrams/0/blocks/3/time"));
}

TEST_CASE("the size of a workload is given for bytes, and not for a time")
{
    Json tree = shipped("first-queue");
    Json& asked = tree["behaviours"][0]["definition"]["operations"][0];
    asked["arguments"] = Json::array({{{"name", "much"}}});
    Json& call = blockOf(asked["diagrams"][0], "call");
    tree["workloads"][0]["operations"][0]["arguments"] = {{"much", "size"}};
    call["request"] = "much";
    CHECK(parse(tree).findings.empty());
    call.erase("request");
    call["deadline"] = "much";
    CHECK(find(parse(tree).findings, "unit.mismatch", "/workloads/0/operations/0/arguments/much"));
}

TEST_CASE("a join of more paths than there are is an error, whether they are drawn or counted")
{
    const auto joined = [](const Json& opening, const Json& k, const std::string& way) {
        Json tree = shipped("first-queue");
        Json& served = tree["behaviours"][1]["definition"]["operations"][0]["diagrams"][0];
        served["blocks"].push_back(opening);
        served["blocks"].push_back({{"id", "met"}, {"type", "join"}, {"of", "opened"}, {"mode", "k"}, {"k", k}});
        served["wires"] = wires({{"start.next", "work.in"}, {"work.next", "opened.in"}, {"met.next", "answer.in"}});
        served["wires"].push_back({"opened." + way, "met.in"});
        if (way == "path1")
            served["wires"].push_back({"opened.path2", "met.in"});
        return count(parse(tree).findings, "join.too-many");
    };
    const Json fork = {{"id", "opened"}, {"type", "fork"}};
    const Json counted = {{"id", "opened"}, {"type", "for each"}, {"count", "CUSTOMERS"}};
    CHECK(joined(fork, 2, "path1") == 0);
    CHECK(joined(fork, 3, "path1") == 1);
    CHECK(joined(fork, "1 + mod(request, 9)", "path1") == 0);
    CHECK(joined(counted, "CUSTOMERS", "each") == 0);
    CHECK(joined(counted, "CUSTOMERS + 1", "each") == 1);
}
