// Variables that an expression uses on a way on which nothing has set them: a run would take them for 0.
#include "../projects.h"

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

constexpr const char* servedDiagram = "/behaviours/1/definition/operations/0/diagrams/0";

using Ends = std::vector<std::pair<std::string, std::string>>;

/// The server of the first queue with these blocks, besides its start and its answer, and these wires.
Findings serving(const std::vector<Json>& blocks, const Ends& ends)
{
    Json tree = shipped("first-queue");
    Json& drawn = tree[Json::json_pointer(servedDiagram)];
    drawn["blocks"] = Json::array({{{"id", "start"}, {"type", "start"}}, {{"id", "answer"}, {"type", "reply"}}});
    drawn["wires"] = Json::array();
    for (const Json& block : blocks)
        drawn["blocks"].push_back(block);
    for (const auto& [from, to] : ends)
        drawn["wires"].push_back(Json::array({from, to}));
    Findings findings = parse(tree).findings;
    std::erase_if(findings, [](const Finding& each) { return each.key.ends_with(".unused"); }); // of the former blocks
    return findings;
}

Json setting(const char* id, const Json& assignments)
{
    return {{"id", id}, {"type", "set"}, {"assignments", assignments}};
}

Json waiting(const char* expression)
{
    return {{"id", "work"}, {"type", "delay"}, {"time", expression}};
}

Json choosing(const char* condition)
{
    return {{"id", "either"}, {"type", "branch"}, {"condition", condition}};
}

/// The two ways of a branch, of which one sets the variable and both come to the work.
Ends setOnOneWay()
{
    return {{"start.next", "either.in"},
            {"either.yes", "known.in"},
            {"either.no", "work.in"},
            {"known.next", "work.in"},
            {"work.next", "answer.in"}};
}

std::string servedPlace(int block, const char* field)
{
    return servedDiagram + ("/blocks/" + std::to_string(block)) + '/' + field;
}

} // namespace

TEST_CASE("a variable that is set behind its only use is an error")
{
    const Findings findings =
        serving({waiting("pause"), setting("known", {{"pause", "1 ms"}})},
                {{"start.next", "work.in"}, {"work.next", "known.in"}, {"known.next", "answer.in"}});
    const Finding* found = find(findings, "variable.never-set", servedPlace(2, "time"));
    REQUIRE(found);
    CHECK(found->severity == Severity::error);
    CHECK_THAT(found->problem, Contains("\"pause\""));
    CHECK(serving({waiting("pause"), setting("known", {{"pause", "1 ms"}})},
                  {{"start.next", "known.in"}, {"known.next", "work.in"}, {"work.next", "answer.in"}})
              .empty());
}

TEST_CASE("a parameter that a variable of another part of the diagram hides is reported to be hidden")
{
    Json tree = shipped("first-queue");
    const std::string parameter = tree["behaviours"][1]["definition"]["parameters"][0]["name"];
    Json& drawn = tree[Json::json_pointer(servedDiagram)];
    for (Json& block : drawn["blocks"])
        if (block["type"] == "compute")
            block["work"] = block["work"].get<std::string>() + " * (" + parameter + " > 0 ? 1 : 2)";
    CHECK(parse(tree).findings.empty());
    drawn["blocks"].push_back(setting("later", {{parameter, "1 ms"}}));
    drawn["wires"][1] = Json::array({drawn["wires"][1][0], "later.in"});
    drawn["wires"].push_back(Json::array({"later.next", "answer.in"}));
    std::swap(drawn["wires"][1], drawn["wires"][2]);
    const Findings findings = parse(tree).findings;
    const Finding* found = find(findings, "variable.never-set", servedPlace(1, "work"));
    INFO(lines(findings));
    REQUIRE(found);
    CHECK_THAT(found->remedy, Contains("another name"));
}

TEST_CASE("a variable that only one of the ways to its use sets is warned of")
{
    const Findings findings =
        serving({choosing("request > 10"), setting("known", {{"pause", "1 ms"}}), waiting("pause")}, setOnOneWay());
    const Finding* found = find(findings, "variable.sometimes-set", servedPlace(4, "time"));
    REQUIRE(found);
    CHECK(found->severity == Severity::warning);
    CHECK(findings.size() == 1);
}

TEST_CASE("a way that no request goes with the present parameters needs to set nothing")
{
    CHECK(
        serving({choosing("nodes(server) > 0"), setting("known", {{"pause", "1 ms"}}), waiting("pause")}, setOnOneWay())
            .empty());
}

TEST_CASE("the assignments of a set see what those before them have set, and nothing of those behind")
{
    const Ends ends = {{"start.next", "known.in"}, {"known.next", "work.in"}, {"work.next", "answer.in"}};
    CHECK(serving({setting("known", {{"a", "1 ms"}, {"b", "2 * a"}}), waiting("b")}, ends).empty());
    const Findings findings = serving({setting("known", {{"b", "2 * a"}, {"a", "1 ms"}}), waiting("b")}, ends);
    CHECK(find(findings, "variable.never-set", servedPlace(2, "assignments/b")));
}

TEST_CASE("a variable that a path sets is behind its join only if that hands it on")
{
    const auto forked = [](const Json& handedOn) {
        return serving({{{"id", "both"}, {"type", "fork"}},
                        setting("one", {{"pause", "1 ms"}}),
                        setting("other", {{"pause", "2 ms"}}),
                        {{"id", "met"}, {"type", "join"}, {"of", "both"}, {"hand_on", handedOn}},
                        waiting("pause")},
                       {{"start.next", "both.in"},
                        {"both.path1", "one.in"},
                        {"both.path2", "other.in"},
                        {"one.next", "met.in"},
                        {"other.next", "met.in"},
                        {"met.next", "work.in"},
                        {"work.next", "answer.in"}});
    };
    CHECK(forked({{"pause", "max"}}).empty());
    const Finding* found = nullptr;
    const Findings findings = forked(Json::object());
    REQUIRE((found = find(findings, "variable.never-set", servedPlace(6, "time"))));
    CHECK_THAT(found->remedy, Contains("Let the join \"met\" hand it on"));
}

TEST_CASE("the variables of an iteration are not there when all are done")
{
    const auto counting = [](const char* pause) {
        return serving({{{"id", "three"}, {"type", "for each"}, {"count", 3}},
                        {{"id", "wait"}, {"type", "delay"}, {"time", "index * 1 ms"}},
                        waiting(pause)},
                       {{"start.next", "three.in"},
                        {"three.each", "wait.in"},
                        {"three.done", "work.in"},
                        {"work.next", "answer.in"}});
    };
    CHECK(counting("1 ms").empty());
    CHECK(find(counting("index * 1 ms"), "variable.never-set", servedPlace(4, "time")));
}

TEST_CASE("variables that each round of a loop sets begin at 0, and a warning names those that only some rounds set")
{
    const auto looped = [](const std::vector<Json>& body, const Ends& ends) {
        std::vector<Json> blocks = {{{"id", "rounds"}, {"type", "loop"}, {"count", "mod(request, 3)"}},
                                    waiting("pause")};
        Ends all = {{"start.next", "rounds.in"}, {"rounds.done", "work.in"}, {"work.next", "answer.in"}};
        blocks.insert(blocks.end(), body.begin(), body.end());
        all.insert(all.end(), ends.begin(), ends.end());
        return serving(blocks, all);
    };
    const Json longer = setting("longer", {{"pause", "pause + 1 ms"}});
    CHECK(looped({longer}, {{"rounds.body", "longer.in"}, {"longer.next", "rounds.again"}}).empty());
    const Findings findings = looped({longer, choosing("request > 10")}, {{"rounds.body", "either.in"},
                                                                          {"either.yes", "longer.in"},
                                                                          {"either.no", "rounds.again"},
                                                                          {"longer.next", "rounds.again"}});
    CHECK(find(findings, "variable.sometimes-set", servedPlace(3, "time")));
}

TEST_CASE("a variable is set inside a group for the blocks behind it, and the use inside is reported there")
{
    const auto grouped = [](const Json& before, const char* inside) {
        const Json inner = {{"blocks", Json::array({{{"id", "in"}, {"type", "way in"}},
                                                    setting("known", {{"pause", inside}}),
                                                    {{"id", "out"}, {"type", "way out"}}})},
                            {"wires", Json::array({{"in.next", "known.in"}, {"known.next", "out.in"}})}};
        return serving({before, {{"id", "stage"}, {"type", "group"}, {"inner", inner}}, waiting("pause")},
                       {{"start.next", "stage.in"},
                        {"stage.next", "work.in"},
                        {"work.next", "before.in"},
                        {"before.next", "answer.in"}});
    };
    CHECK(grouped(setting("before", {{"more", "1 ms"}}), "1 ms").empty());
    CHECK(find(grouped(setting("before", {{"more", "1 ms"}}), "more"), "variable.never-set",
               servedPlace(3, "inner/blocks/1/assignments/pause")));
}

TEST_CASE("the results of a call are there behind its reply, and not where none came in time")
{
    Json tree = shipped("first-queue");
    tree["behaviours"][1]["definition"]["operations"][0]["results"] = Json::array({{{"name", "found"}}});
    for (Json& block : tree[Json::json_pointer(servedDiagram)]["blocks"])
        if (block["type"] == "reply")
            block["results"] = {{"found", "1"}};
    Json& asking = tree["behaviours"][0]["definition"]["operations"][0]["diagrams"][0];
    for (Json& block : asking["blocks"])
        if (block["type"] == "call")
            block["results"] = {{"found", "found"}};
    asking["blocks"].push_back({{"id", "pause"}, {"type", "delay"}, {"time", "found * 1 ms"}});
    const std::string call = asking["wires"][0][1].get<std::string>();
    const std::string id = call.substr(0, call.find('.'));
    asking["wires"][1] = {id + ".reply", "pause.in"};
    asking["wires"].push_back({"pause.next", asking["blocks"][2]["id"].get<std::string>() + ".in"});
    CHECK(parse(tree).findings.empty());
    asking["wires"].push_back({id + ".timeout", "pause.in"});
    const Findings findings = parse(tree).findings;
    INFO(lines(findings));
    REQUIRE(findings.size() == 1);
    CHECK(findings.front().key == "variable.sometimes-set");
}
