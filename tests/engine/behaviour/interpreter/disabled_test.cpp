// Blocks that are switched off: requests go through them as if they were not there.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

std::string delay(const std::string& id, const std::string& time, bool disabled = false)
{
    return R"({"id": ")" + id + R"(", "type": "delay", "time": ")" + time + '"' +
           (disabled ? R"(, "disabled": true})" : "}");
}

} // namespace

TEST_CASE("a disabled block takes no time, and what lies before and behind it does")
{
    const std::string blocks = delay("a", "1 ms") + "," + delay("b", "2 ms", true) + "," + delay("c", "4 ms");
    TinyCluster cluster(alone(blocks, "start > a > b > c > answer"));
    CHECK(cluster.alone() == about(5e-3));
    CHECK(cluster.visits("client/ask", "c") == 1);
}

TEST_CASE("several disabled blocks in a row are passed")
{
    const std::string blocks = delay("a", "1 ms", true) + "," + delay("b", "2 ms", true) + "," + delay("c", "4 ms");
    CHECK(answerOf(alone(blocks, "start > a > b > c > answer")) == about(4e-3));
}

TEST_CASE("requests leave a disabled block by its first way out only")
{
    const std::string blocks = R"({"id": "choose", "type": "branch", "condition": "0", "disabled": true},)" +
                               delay("yes", "3 ms") + "," + delay("no", "5 ms");
    CHECK(answerOf(alone(blocks, "start > choose; choose.yes > yes > answer; choose.no > no > answer")) == about(3e-3));
}

TEST_CASE("a disabled group is passed with all that lies in it")
{
    const std::string group =
        R"({"id": "group", "type": "group", "disabled": true, "inner": {"blocks": [{"id": "in", "type": "way in"},)" +
        delay("wait", "9 ms") +
        R"(, {"id": "out", "type": "way out"}], "wires": [["in.next", "wait.in"], ["wait.next", "out.in"]]}})";
    CHECK(answerOf(alone(group + "," + delay("after", "1 ms"), "start > group; group.next > after > answer")) ==
          about(1e-3));
}

namespace {

/// A translator: requests pass it on their way down and on their way back.
std::string translator(const std::string& id, const std::string& down, const std::string& back, bool disabled = false)
{
    return R"({"id": ")" + id + R"(", "type": "group")" + (disabled ? R"(, "disabled": true)" : "") +
           R"(, "inner": {"blocks": [{"id": "in", "type": "way in"}, )" + delay("wind", down) +
           R"(, {"id": "down", "type": "way out", "way": "down"}, {"id": "back", "type": "way in", "way": "back"}, )" +
           delay("unwind", back) +
           R"(, {"id": "up", "type": "way out", "way": "up"}],
               "wires": [["in.next", "wind.in"], ["wind.next", "down.in"],
                         ["back.next", "unwind.in"], ["unwind.next", "up.in"]]}})";
}

/// Three in a row above a disk of 100 ms.
TinyProject row(bool first, bool second, bool third)
{
    return alone(
        translator("a", "1 ms", "2 ms", !first) + "," + translator("b", "4 ms", "8 ms", !second) + "," +
            translator("c", "16 ms", "32 ms", !third) + "," + delay("disk", "100 ms"),
        "start > a; a.down > b; b.down > c; c.down > disk > c.back; c.up > b.back; b.up > a.back; a.up > answer");
}

} // namespace

TEST_CASE("translators in a row are passed down and back, and a disabled one is passed both ways")
{
    const int on = oneOf({0, 1, 2, 3, 4, 5, 6, 7});
    const bool first = on & 1, second = on & 2, third = on & 4;
    const double expected = 0.1 + first * 3e-3 + second * 12e-3 + third * 48e-3;
    CHECK(answerOf(row(first, second, third)) == about(expected));
}

TEST_CASE("translators that lead in a circle are reported, disabled or not")
{
    const bool enabled = oneOf({true, false});
    const TinyProject tiny = alone(translator("a", "1 ms", "2 ms", !enabled) + "," + translator("b", "4 ms", "8 ms"),
                                   "start > a; a.down > b; b.down > a.back; a.up > b.back; b.up > a.in");
    std::vector<std::string> keys;
    for (const auto& finding : project::parseProject(tiny.tree.dump(), shippedComponents(), {}).findings)
        keys.push_back(finding.key);
    CHECK(std::count(keys.begin(), keys.end(), "diagram.cycle") == 1);
}

TEST_CASE("a parameter of the role disables a block, by its binding or else by its default")
{
    const bool bound = oneOf({true, false});
    TinyProject tiny =
        alone(R"({"id": "wait", "type": "delay", "time": "9 ms", "disabled": "!with_wait"})", "start > wait > answer");
    tiny.definition("client")["parameters"] = {{{"name", "with_wait"}, {"value", 1}}};
    if (bound) {
        tiny.tree["parameters"] = {{{"name", "WAIT"}, {"type", "switch"}, {"value", false}}};
        tiny.tree["behaviours"][0]["bindings"] = {{"with_wait", "WAIT"}};
    }
    CHECK(answerOf(tiny) == about(bound ? 0 : 9e-3));
}

TEST_CASE("a disabled block inside a group is passed")
{
    const std::string group =
        R"({"id": "group", "type": "group", "inner": {"blocks": [{"id": "in", "type": "way in"},)" +
        delay("wait", "9 ms", true) + "," + delay("rest", "2 ms") +
        R"(, {"id": "out", "type": "way out"}],
           "wires": [["in.next", "wait.in"], ["wait.next", "rest.in"], ["rest.next", "out.in"]]}})";
    CHECK(answerOf(alone(group, "start > group; group.next > answer")) == about(2e-3));
}

TEST_CASE("the body of a loop goes round past a disabled block")
{
    const std::string blocks =
        R"({"id": "loop", "type": "loop", "count": 3},)" + delay("a", "1 ms") + "," + delay("b", "7 ms", true);
    CHECK(answerOf(alone(blocks, "start > loop > a > b > loop.again; loop.done > answer")) == about(3e-3));
}

TEST_CASE("a path that ends at a disabled block ends there")
{
    TinyCluster cluster(
        alone(R"({"id": "both", "type": "fork"},)" + delay("a", "3 ms") + "," + delay("b", "1 ms", true),
              "start > both > a > b; both.path2 > answer"));
    CHECK(cluster.alone() == about(0));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("switching a block off draws the same random numbers elsewhere")
{
    const auto took = [](bool disabled) {
        const std::string blocks = R"({"id": "a", "type": "delay", "time": "1 ms", "distribution": "exponential"},)" +
                                   delay("b", "2 ms", disabled);
        return answerOf(alone(blocks, "start > a > b > answer"));
    };
    CHECK(took(false) == about(took(true) + 2e-3));
}

TEST_CASE("a stream over a call that is disabled is reported")
{
    TinyProject tiny;
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "disabled": true},
                      {"id": "stream", "type": "transfer", "over": "call", "bytes": 1000},
                      {"id": "answer", "type": "reply"})",
                   "start > call > stream > answer");
    const auto loaded = project::parseProject(tiny.tree.dump(), shippedComponents(), {});
    const auto isTold = [](const project::Finding& finding) { return finding.key == "block.disabled-partner"; };
    CHECK(std::count_if(loaded.findings.begin(), loaded.findings.end(), isTold) == 1);
    CHECK_FALSE(loaded.project);
}

TEST_CASE("an expression over the project's parameters disables a block")
{
    TinyProject tiny =
        alone(R"({"id": "a", "type": "delay", "time": "1 ms", "disabled": "STEPS < 2"})", "start > a > answer");
    tiny.tree["workloads"][0]["workers"] = 1;
    for (const int steps : {1, 2}) {
        tiny.tree["parameters"] = {{{"name", "STEPS"}, {"type", "integer"}, {"value", steps}}};
        tiny.tree["run"]["max_events_at_instant"] = 10000;
        auto components = shippedComponents();
        project::Findings findings;
        components.add(tiny.tree["components"], "/components", findings);
        run::Simulation simulation(parsed(tiny.tree, components), components, {});
        run::Observer quiet;
        // Without the block a request takes no time, which ends the run.
        CHECK(simulation.run(quiet).limit.empty() == (steps == 2));
    }
}
