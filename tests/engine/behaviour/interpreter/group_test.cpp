// Groups, and block types that a file adds: what lies inside runs as if it were drawn in their place.
#include "../tiny_project.h"
#include "project/block_library.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace headroom;
using namespace headroom::test;

namespace {

/// A delay within a group, with a way in and a way out.
std::string delayGroup(const std::string& id, const std::string& time, const std::string& more = "")
{
    return R"({"id": ")" + id + R"(", "type": "group")" + more +
           R"(, "inner": {"blocks": [{"id": "in", "type": "way in"}, {"id": "wait", "type": "delay", "time": ")" +
           time +
           R"("}, {"id": "out", "type": "way out"}], "wires": [["in.next", "wait.in"], ["wait.next", "out.in"]]}})";
}

const char* nested = R"({"id": "outer", "type": "group", "inner": {
    "blocks": [{"id": "in", "type": "way in"}, {"id": "wait", "type": "delay", "time": "1 ms"},
               {"id": "inner", "type": "group", "inner": {
                   "blocks": [{"id": "in", "type": "way in", "way": "enter"}, {"id": "wait", "type": "delay", "time": "2 ms"},
                              {"id": "choose", "type": "branch", "condition": "key > 5"},
                              {"id": "large", "type": "way out", "way": "large"},
                              {"id": "small", "type": "way out", "way": "small"}],
                   "wires": [["in.next", "wait.in"], ["wait.next", "choose.in"], ["choose.yes", "large.in"],
                             ["choose.no", "small.in"]]}},
               {"id": "longer", "type": "delay", "time": "4 ms"}, {"id": "out", "type": "way out"},
               {"id": "also", "type": "way out"}],
    "wires": [["in.next", "wait.in"], ["wait.next", "inner.enter"], ["inner.large", "longer.in"],
              ["longer.next", "out.in"], ["inner.small", "also.in"]]}})";

} // namespace

TEST_CASE("a group takes as long as the blocks in it, and equal groups are apart")
{
    CHECK(answerOf(alone(delayGroup("a", "3 ms"), "start > a; a.next > answer")) == about(3e-3));
    CHECK(answerOf(alone(delayGroup("a", "3 ms") + "," + delayGroup("b", "2 ms"),
                         "start > a; a.next > b; b.next > answer")) == about(5e-3));
}

TEST_CASE("control leaves groups in groups by the way that was taken")
{
    const TinyProject tiny = alone(nested, "start > outer; outer.next > answer", {"key"});
    CHECK(answerOf(tiny, {9}) == about(7e-3));
    CHECK(answerOf(tiny, {1}) == about(3e-3));
}

TEST_CASE("a way out that leads nowhere ends the path")
{
    TinyCluster cluster(alone(delayGroup("a", "3 ms") + R"(, {"id": "both", "type": "fork"})",
                              "start > both > a; both.path2 > answer"));
    CHECK(cluster.alone() == about(0));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a group inside a loop is entered each time")
{
    TinyCluster cluster(alone(R"({"id": "loop", "type": "loop", "count": 3},)" + delayGroup("a", "2 ms"),
                              "start > loop > a; a.next > loop.again; loop.done > answer"));
    CHECK(cluster.alone() == about(6e-3));
    CHECK(cluster.visits("client/ask", "a.in") == 3);
    CHECK(cluster.visits("client/ask", "a.wait") == 3);
}

TEST_CASE("blocks folded into a group draw the same random numbers as before")
{
    const std::string blocks = R"({"id": "wait", "type": "delay", "time": "3 ms", "distribution": "exponential"},
                                  {"id": "draw", "type": "delay", "time": "1 ms", "distribution": "exponential"})";
    const auto folded = [&](const std::string& more) {
        return R"({"id": "group1", "type": "group")" + more +
               R"(, "inner": {"blocks": [{"id": "in", "type": "way in"}, )" + blocks +
               R"(, {"id": "out", "type": "way out"}],
               "wires": [["in.next", "wait.in"], ["wait.next", "draw.in"], ["draw.next", "out.in"]]}})";
    };
    const double asDrawn = answerOf(alone(blocks, "start > wait > draw > answer"));
    CHECK(answerOf(alone(folded(R"(, "folded": true)"), "start > group1; group1.next > answer")) == asDrawn);
    CHECK(answerOf(alone(folded(""), "start > group1; group1.next > answer")) != asDrawn);
    // A copy of it draws numbers of its own.
    std::string copy = folded(R"(, "folded": true)");
    copy.replace(copy.find("group1"), 6, "group2");
    CHECK(answerOf(alone(folded(R"(, "folded": true)") + "," + copy,
                         "start > group1; group1.next > group2; group2.next > answer")) != Approx(2 * asDrawn));
}

TEST_CASE("names of blocks in a group are the group's own")
{
    const std::string group =
        R"({"id": "GROUP", "type": "group", "inner": {"blocks": [{"id": "in", "type": "way in"}, {"id": "fork", "type": "fork"},
            {"id": "short", "type": "delay", "time": "1 ms"}, {"id": "long", "type": "delay", "time": "5 ms"},
            {"id": "join", "type": "join", "of": "fork", "mode": "MODE"}, {"id": "out", "type": "way out"}],
            "wires": [["in.next", "fork.in"], ["fork.path1", "short.in"], ["fork.path2", "long.in"], ["short.next", "join.in"],
                      ["long.next", "join.in"], ["join.next", "out.in"]]}})";
    const auto with = [&](const std::string& id, const std::string& mode) {
        std::string text = group;
        text.replace(text.find("GROUP"), 5, id);
        return text.replace(text.find("MODE"), 4, mode);
    };
    TinyCluster cluster(alone(with("a", "all") + "," + with("b", "any"), "start > a; a.next > b; b.next > answer"));
    CHECK(cluster.alone() == about(6e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a group's parameters stand for values and for expressions over the request's variables")
{
    CHECK(answerOf(alone(delayGroup("a", "time", R"(, "parameters": {"time": "4 ms"})"),
                         "start > a; a.next > answer")) == about(4e-3));
    CHECK(answerOf(alone(delayGroup("a", "2 * time", R"(, "parameters": {"time": "key * 1 ms + 1 ms"})"),
                         "start > a; a.next > answer", {"key"}),
                   {2}) == about(6e-3));
    // A value may be called as another parameter is: it means what stands outside.
    CHECK(answerOf(alone(delayGroup("a", "key + time", R"(, "parameters": {"time": "key", "key": "1 ms"})"),
                         "start > a; a.next > answer", {"key"}),
                   {3e-3}) == about(4e-3));
}

TEST_CASE("a group is reported block by block and as a whole")
{
    const TinyCluster cluster(alone(nested, "start > outer; outer.next > answer", {"key"}));
    REQUIRE(cluster.software.groups.size() == 2);
    CHECK(cluster.software.groups[0].block == "outer");
    CHECK(cluster.software.groups[1].block == "outer.inner");
    const auto names = [&](const std::vector<std::uint32_t>& monitors) {
        std::vector<std::string> result;
        for (const std::uint32_t monitor : monitors)
            result.push_back(cluster.software.blocks[monitor].block);
        return result;
    };
    CHECK(names(cluster.software.groups[0].entries) == std::vector<std::string>{"outer.in"});
    CHECK(names(cluster.software.groups[1].members) ==
          std::vector<std::string>{"outer.inner.in", "outer.inner.wait", "outer.inner.choose"});
    CHECK(names(cluster.software.groups[0].members).size() == 6);
}

TEST_CASE("one file adds a block type, which runs with its fields")
{
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("headroom-blocks-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "blocks");
    std::ofstream(folder / "blocks/retry.json") << R"({
        "format": "headroom-block", "version": 1, "name": "patient wait", "meaning": "Waits several times.",
        "fields": [{"name": "times", "type": "integer", "default": 2, "minimum": 1, "meaning": "How often."},
                   {"name": "pause", "type": "quantity", "unit": "s", "required": true, "meaning": "How long each time."}],
        "inner": {"blocks": [{"id": "in", "type": "way in"}, {"id": "loop", "type": "loop", "count": "times"},
                             {"id": "wait", "type": "delay", "time": "pause / 2"}, {"id": "done", "type": "way out"}],
                  "wires": [["in.next", "loop.in"], ["loop.body", "wait.in"], ["wait.next", "loop.again"], ["loop.done", "done.in"]]}})";
    libraryFolders().push_back(folder);
    const TinyProject tiny = alone(R"({"id": "a", "type": "patient wait", "pause": "key * 2 ms", "times": 3},
                                      {"id": "b", "type": "patient wait", "pause": "1 ms"})",
                                   "start > a > b > answer", {"key"});
    CHECK(answerOf(tiny, {4}) == about(3 * 4e-3 + 2 * 0.5e-3));
    std::filesystem::remove_all(folder);
}

TEST_CASE("blocks of an added type run in the level of detail that each of them chooses")
{
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("headroom-levels-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "blocks");
    std::ofstream(folder / "blocks/step.json") << R"({
        "format": "headroom-block", "version": 1, "name": "two steps", "meaning": "Waits twice.",
        "fields": [{"name": "detail", "type": "choice", "choices": ["full", "coarse"], "default": "full", "meaning": "How."}],
        "level": "detail",
        "diagrams": [
            {"id": "full", "blocks": [{"id": "in", "type": "way in"}, {"id": "one", "type": "delay", "time": "1 ms"},
                                      {"id": "two", "type": "delay", "time": "2 ms"}, {"id": "done", "type": "way out"}],
             "wires": [["in.next", "one.in"], ["one.next", "two.in"], ["two.next", "done.in"]]},
            {"id": "coarse", "blocks": [{"id": "in", "type": "way in"}, {"id": "both", "type": "delay", "time": "10 ms"},
                                        {"id": "done", "type": "way out"}],
             "wires": [["in.next", "both.in"], ["both.next", "done.in"]]}]})";
    libraryFolders().push_back(folder);
    const TinyProject tiny = alone(R"({"id": "a", "type": "two steps"},
                                      {"id": "b", "type": "two steps", "detail": "coarse"})",
                                   "start > a > b > answer", {"key"});
    CHECK(answerOf(tiny, {4}) == about(13e-3));
    std::filesystem::remove_all(folder);
}

TEST_CASE("the library's mirrored write takes two disks: it is written once both, or the first, have taken it")
{
    const auto seconds = [](const std::string& more) {
        TinyProject tiny = alone(R"({"id": "both", "type": "mirrored write", "first": "data", "second": "mirror",
                                     "bytes": "1 MB", "object": "key", "through": "direct")" +
                                     more + "}",
                                 "start > both > answer", {"key"});
        tiny.devices("clients", 1);
        Json& group = tiny.group("clients");
        group["devices"].push_back({{"id", "mirror"}, {"component", "device"}, {"count", 1}});
        group["volumes"].push_back({{"volume", "mirror"}, {"devices", "mirror"}});
        tiny.definition("client")["volumes"] = {"data", "mirror"};
        TinyCluster cluster(tiny);
        const double taken = cluster.alone({1});
        CHECK(cluster.visits("client/ask", "both.write-first") == 1);
        CHECK(cluster.visits("client/ask", "both.write-second") == 1);
        CHECK(cluster.machine->recordsInUse() == 0);
        return taken;
    };
    const double both = seconds(""), first = seconds(R"(, "wait_for": "any")");
    CHECK(first > 1e6 / 5e8);
    CHECK(both >= first);
}
