// Paths that part and meet, branches, loops, variables, probes.
#include "../tiny_project.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// Three paths of 10, 20 and 30 ms and a join with the given fields.
TinyProject threePaths(const std::string& join, const std::string& more = "", const std::string& wires = "")
{
    return alone(R"({"id": "fork", "type": "fork", "paths": 3}, {"id": "a", "type": "delay", "time": "10 ms"},
                    {"id": "b", "type": "delay", "time": "20 ms"}, {"id": "c", "type": "delay", "time": "30 ms"},
                    {"id": "join", "type": "join", "of": "fork")" +
                     join + "}" + more,
                 "start > fork > a > join > answer; fork.path2 > b > join; fork.path3 > c > join; join.failed > none" +
                     wires);
}

} // namespace

TEST_CASE("a join waits for all paths, for any, or for k of them")
{
    CHECK(answerOf(threePaths("")) == Approx(30e-3));
    CHECK(answerOf(threePaths(R"(, "mode": "any")")) == Approx(10e-3));
    CHECK(answerOf(threePaths(R"(, "mode": "k", "k": 2)")) == Approx(20e-3));
}

TEST_CASE("after a quorum the grace waits for the rest, at most as long as it says")
{
    CHECK(answerOf(threePaths(R"(, "mode": "k", "k": 2, "grace": "500 ms")")) == Approx(30e-3));
    CHECK(answerOf(threePaths(R"(, "mode": "k", "k": 2, "grace": "4 ms")")) == Approx(24e-3));
}

TEST_CASE("the rest runs on")
{
    TinyCluster cluster(threePaths(R"(, "mode": "any")"));
    cluster.ask();
    cluster.run();
    CHECK(cluster.visits("client/ask", "c") == 1);
    CHECK(cluster.visits("client/ask", "answer") == 1);
}

TEST_CASE("or the rest is cancelled")
{
    TinyCluster cluster(threePaths(R"(, "mode": "any", "rest": "is cancelled")"));
    cluster.ask();
    cluster.run(15e-3);
    CHECK(cluster.machine->recordsInUse() == 0);
    CHECK(cluster.calendar.pending() == 0);
    CHECK(cluster.visits("client/ask", "b") == 0);
}

TEST_CASE("a quorum that cannot be reached any more leaves by the port failed")
{
    const auto lossy = [](const std::string& join) {
        return alone(
            R"({"id": "fork", "type": "fork", "paths": 3}, {"id": "a", "type": "delay", "time": "10 ms"},
                        {"id": "b", "type": "delay", "time": "20 ms"}, {"id": "c", "type": "delay", "time": "30 ms"},
                        {"id": "lost", "type": "end"}, {"id": "join", "type": "join", "of": "fork", "mode": "k", "k": 2)" +
                join + "}",
            "start > fork > a > lost; fork.path2 > b > lost; fork.path3 > c > join > answer; join.failed > none");
    };
    CHECK(answerOf(lossy("")) == Approx(-20e-3)); // the second loss decides
    CHECK(answerOf(lossy(R"(, "rest": "is cancelled")")) == Approx(-20e-3));
}

TEST_CASE("cancelled paths give back what they held, queue no more and stop computing")
{
    TinyProject tiny = alone(
        R"({"id": "fork", "type": "fork", "paths": 3}, {"id": "take", "type": "acquire", "state": "lock"},
           {"id": "long", "type": "delay", "time": "10 s"}, {"id": "wait", "type": "acquire", "state": "lock"},
           {"id": "short", "type": "delay", "time": "1 ms"}, {"id": "after", "type": "acquire", "state": "lock"},
           {"id": "join", "type": "join", "of": "fork", "mode": "any", "rest": "is cancelled"})",
        "start > fork > take > long > join > after > answer; fork.path2 > wait > join; fork.path3 > short > join");
    tiny.definition("client")["state"] = {{{"id", "lock"}, {"type", "slots"}, {"capacity", 1}}};
    CHECK(answerOf(tiny) == Approx(1e-3));
}

TEST_CASE("two joins on one for each: each goes on when its own paths have come")
{
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": 3}, {"id": "both", "type": "fork", "paths": 2},
           {"id": "wait", "type": "delay", "time": "(index + 1) * 10 ms"}, {"id": "early", "type": "join", "of": "each", "mode": "k", "k": 2},
           {"id": "more", "type": "delay", "time": "100 ms"}, {"id": "late", "type": "join", "of": "each"},
           {"id": "said", "type": "end"})",
        "start > each > wait > both; both.path1 > early > said; both.path2 > more > late > answer");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run(21e-3);
    CHECK(cluster.visits("client/ask", "said") == 1);
    cluster.run();
    CHECK(answer.took() == Approx(130e-3));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a join that cancels the rest fails the other join of the same for each, once")
{
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": 3, "at_once": 2}, {"id": "wait", "type": "delay", "time": "(index + 1) * 10 ms"},
           {"id": "first", "type": "join", "of": "each", "mode": "any", "rest": "is cancelled"},
           {"id": "all", "type": "join", "of": "each"}, {"id": "over", "type": "end"}, {"id": "off", "type": "end"}, {"id": "done", "type": "end"})",
        "start > each > wait > first > answer; all > over; all.failed > off; each.done > done");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK(answer.took() == Approx(10e-3));
    CHECK(cluster.visits("client/ask", "off") == 1);
    CHECK(cluster.visits("client/ask", "over") == 0);
    CHECK(cluster.visits("client/ask", "done") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("when a loss fails a join that cancels the rest, everything ends once")
{
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": 3}, {"id": "mine", "type": "branch", "condition": "index == 0"},
           {"id": "lost", "type": "delay", "time": "1 ms"}, {"id": "wait", "type": "delay", "time": "1 s"}, {"id": "end", "type": "end"},
           {"id": "join", "type": "join", "of": "each", "rest": "is cancelled"}, {"id": "done", "type": "end"})",
        "start > each > mine > lost > end; mine.no > wait > join > answer; join.failed > none; each.done > done");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK(answer.took() == Approx(1e-3));
    CHECK(cluster.visits("client/ask", "done") == 1);
    CHECK(cluster.visits("client/ask", "none") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("for each runs all at once, one by one, or some at a time")
{
    const auto each = [](int atOnce) {
        return alone(
            R"({"id": "each", "type": "for each", "count": 5, "at_once": )" + std::to_string(atOnce) +
                R"(}, {"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "join", "type": "join", "of": "each"})",
            "start > each > wait > join > answer");
    };
    CHECK(answerOf(each(0)) == Approx(10e-3));
    CHECK(answerOf(each(1)) == Approx(50e-3));
    CHECK(answerOf(each(2)) == Approx(30e-3));
    CHECK(answerOf(each(7)) == Approx(10e-3));
}

TEST_CASE("another iteration starts when one ends, or only when one fails")
{
    const auto asked = [](const char* startsNext, int failing) {
        TinyProject tiny = alone(
            R"({"id": "each", "type": "for each", "count": 11, "at_once": 8, "starts_next": ")" +
                std::string(startsNext) + R"("}, {"id": "wait", "type": "delay", "time": "(index + 1) * 1 ms"},
               {"id": "fails", "type": "branch", "condition": "index < )" +
                std::to_string(failing) + R"("}, {"id": "lost", "type": "end"},
               {"id": "eight", "type": "join", "of": "each", "mode": "k", "k": 8}, {"id": "done", "type": "end"})",
            "start > each > wait > fails > lost; fails.no > eight > answer; eight.failed > none; each.done > done");
        TinyCluster cluster(tiny);
        const auto& answer = cluster.ask();
        cluster.run();
        CHECK(answer.ok);
        CHECK(cluster.visits("client/ask", "done") == 1);
        CHECK(cluster.machine->recordsInUse() == 0);
        return std::pair(cluster.visits("client/ask", "wait"), answer.took());
    };
    CHECK(asked("when one ends", 0) == std::pair(std::uint64_t{11}, 8e-3));
    CHECK(asked("when one fails", 0) == std::pair(std::uint64_t{8}, 8e-3));
    // The first two fail after 1 and 2 ms; the ninth then takes until 10 ms, the tenth until 12 ms.
    const auto [waits, took] = asked("when one fails", 2);
    CHECK(waits == 10);
    CHECK(took == Approx(12e-3));
}

TEST_CASE("a hedged request asks the next one when the first has not answered after a delay")
{
    // Iteration i takes time i of three; the first answer counts. In ms, when it came.
    const auto took = [](const char* times, const char* more = "0") {
        TinyProject tiny = alone(
            R"({"id": "each", "type": "for each", "count": 3, "at_once": 1, "starts_next": "when one fails",
                "next_after": "10 ms"})"
            R"(, {"id": "ask", "type": "delay", "time": "table(index; )" +
                std::string(times) + R"() * 1 ms"},
               {"id": "fails", "type": "branch", "condition": "index == 0 && )" +
                std::string(more) + R"("}, {"id": "lost", "type": "end"},
               {"id": "first", "type": "join", "of": "each", "mode": "any", "rest": "is cancelled"})",
            "start > each > ask > fails > lost; fails.no > first > answer; first.failed > none");
        TinyCluster cluster(tiny);
        const auto& answer = cluster.ask();
        cluster.run();
        CHECK(cluster.machine->recordsInUse() == 0);
        CHECK(answer.ok);
        return std::round(answer.took() * 1e6) / 1e3;
    };
    CHECK(took("0: 8, 1: 1, 2: 1") == 8);         // in time: nobody else is asked
    CHECK(took("0: 100, 1: 3, 2: 1") == 13);      // the second one, asked at 10 ms
    CHECK(took("0: 100, 1: 100, 2: 4") == 24);    // the third one, asked at 20 ms
    CHECK(took("0: 15, 1: 7, 2: 1") == 15);       // the first one is late, but still before the second
    CHECK(took("0: 4, 1: 13, 2: 2", "1") == 16);  // it fails at 4 ms; the third is asked 10 ms after the second
    CHECK(took("0: 100, 1: 100, 2: 100") == 100); // there is no fourth
}

TEST_CASE("a for each starts one more each time a delay has passed, until the join has continued")
{
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": 10, "at_once": 2, "next_after": "10 ms"},
           {"id": "ask", "type": "delay", "time": "25 ms"},
           {"id": "three", "type": "join", "of": "each", "mode": "k", "k": 3}, {"id": "done", "type": "end"})",
        "start > each > ask > three > answer; three.failed > none; each.done > done");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    // Two start at 0, one more at 10 and 20 ms, so that four run from then on; the third one ends at 35 ms.
    CHECK(answer.took() == Approx(35e-3));
    CHECK(cluster.visits("client/ask", "ask") == 10);
    CHECK(cluster.visits("client/ask", "done") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a join fails when the iterations that it lacks never start, because none fails")
{
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": 3, "at_once": 2, "starts_next": "when one fails"},
           {"id": "wait", "type": "delay", "time": "(index + 1) * 10 ms"}, {"id": "all", "type": "join", "of": "each"},
           {"id": "done", "type": "end"})",
        "start > each > wait > all > answer; all.failed > none; each.done > done");
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask();
    cluster.run();
    CHECK_FALSE(answer.ok);
    CHECK(answer.took() == Approx(20e-3));
    CHECK(cluster.visits("client/ask", "done") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("for each without an iteration is done at once")
{
    const char* mode = oneOf({"all", "k"});
    const char* rest = oneOf({"runs on", "is cancelled"});
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": "n"}, {"id": "wait", "type": "delay", "time": "10 ms"},
                                {"id": "join", "type": "join", "of": "each", "mode": ")" +
            std::string(mode) + R"(", "k": 1, "rest": ")" + rest +
            R"("}, {"id": "other", "type": "join", "of": "each"}, {"id": "end", "type": "end"}, {"id": "done", "type": "end"})",
        "start > each > wait > join > answer; join.failed > none; other > end; each.done > done", {"n"});
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(0, {0});
    cluster.run();
    CHECK(answer.at == 0);
    CHECK(answer.ok == (std::string(mode) == "all")); // one of none cannot come
    CHECK(cluster.visits("client/ask", "done") == 1);
    CHECK(cluster.visits("client/ask", "end") == 1);
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("for each within for each")
{
    TinyProject tiny = alone(
        R"({"id": "outer", "type": "for each", "count": 3, "at_once": 1, "index": "i"}, {"id": "inner", "type": "for each", "count": "i + 1", "index": "j"},
           {"id": "wait", "type": "delay", "time": "(10 * i + j) * 1 ms"}, {"id": "in", "type": "join", "of": "inner"}, {"id": "out", "type": "join", "of": "outer"})",
        "start > outer > inner > wait > in > out > answer");
    CHECK(answerOf(tiny) == Approx(0 + 11e-3 + 22e-3));
}

TEST_CASE("done of a for each follows when every iteration has ended, whatever the join does")
{
    TinyProject tiny = alone(
        R"({"id": "each", "type": "for each", "count": 3}, {"id": "wait", "type": "delay", "time": "(index + 1) * 10 ms"},
                                {"id": "join", "type": "join", "of": "each", "mode": "any"}, {"id": "end", "type": "end"})",
        "start > each > wait > join > end; each.done > answer");
    CHECK(answerOf(tiny) == Approx(30e-3));
}

TEST_CASE("a join hands on first, min, max and sum; other variables are as they were at the fork")
{
    TinyProject tiny = alone(
        R"({"id": "before", "type": "set", "assignments": {"x": 7}}, {"id": "each", "type": "for each", "count": 3},
           {"id": "wait", "type": "delay", "time": "(3 - index) * 1 ms"},
           {"id": "set", "type": "set", "assignments": {"x": 100, "f": "index", "s": "index + 1", "lo": "index", "hi": "index"}},
           {"id": "join", "type": "join", "of": "each", "hand_on": {"f": "first", "s": "sum", "lo": "min", "hi": "max"}},
           {"id": "show", "type": "delay", "time": "x * 1 s + f * 0.1 s + s * 0.01 s + lo * 1 us + hi * 1 ms"})",
        "start > before > each > wait > set > join > show > answer");
    CHECK(answerOf(tiny) == Approx(3e-3 + 7 + 0.2 + 0.06 + 0 + 2e-3));
}

namespace {

/// Four paths of 4, 3, 2 and 1 ms that hand on 0, 10, 20 and 30 as the list x, and what comes behind the join.
TinyProject listOfFour(const std::string& join, const std::string& blocks, const std::string& wires)
{
    return alone(
        R"({"id": "first", "type": "set", "assignments": {"x": 0}}, {"id": "each", "type": "for each", "count": 4},
           {"id": "wait", "type": "delay", "time": "(4 - index) * 1 ms"},
           {"id": "put", "type": "set", "assignments": {"x": "10 * index"}},
           {"id": "join", "type": "join", "of": "each", "hand_on": {"x": "list"})" +
            join + "}, " + blocks,
        "start > first > each > wait > put > join > " + wires);
}

/// Goes through the list x one by one; the n-th value counts 100^n milliseconds more.
const std::string through =
    R"({"id": "over", "type": "for each", "over": "list", "list": "x", "value_variable": "v", "at_once": 1},
       {"id": "show", "type": "delay", "time": "v * 100 ^ index * 1 ms"}, {"id": "met", "type": "join", "of": "over"})";

} // namespace

TEST_CASE("a join hands on a list of the paths' values in the order in which they came; a for each goes through it")
{
    CHECK(answerOf(listOfFour("", through, "over > show > met > answer")) ==
          Approx(1e-3 * (4 + 30 + 20 * 1e2 + 10 * 1e4 + 0 * 1e6)));
    // Late paths are not in it.
    CHECK(answerOf(listOfFour(R"(, "mode": "k", "k": 2)", through, "over > show > met > answer")) ==
          Approx(1e-3 * (2 + 30 + 20 * 1e2)));
}

TEST_CASE("paths that part behind the join share the list, and can make another of it")
{
    const std::string again =
        R"({"id": "over", "type": "for each", "over": "list", "list": "x", "value_variable": "v"},
           {"id": "half", "type": "set", "assignments": {"x": "v / 2 + 1"}},
           {"id": "second", "type": "join", "of": "over", "hand_on": {"x": "list"}},
           {"id": "last", "type": "for each", "over": "list", "list": "x", "value_variable": "v", "at_once": 1},
           {"id": "show", "type": "delay", "time": "v * 1 s"}, {"id": "met", "type": "join", "of": "last"})";
    CHECK(answerOf(listOfFour("", again, "over > half > second > last > show > met > answer")) ==
          Approx(4e-3 + 30 + 4));
}

TEST_CASE("a list of no values is gone through at once, and one is made anew in each round of a loop")
{
    CHECK(answerOf(alone(R"({"id": "each", "type": "for each", "count": 0},
                            {"id": "join", "type": "join", "of": "each", "hand_on": {"index": "list"}},
                            {"id": "over", "type": "for each", "over": "list", "list": "index", "value_variable": "v"},
                            {"id": "wait", "type": "delay", "time": "1 s"}, {"id": "met", "type": "join", "of": "over"})",
                         "start > each > join > over > wait > met > answer")) == 0);
    CHECK(answerOf(alone(R"({"id": "loop", "type": "loop", "count": 3}, {"id": "each", "type": "for each", "count": 2},
                            {"id": "join", "type": "join", "of": "each", "hand_on": {"index": "list"}},
                            {"id": "over", "type": "for each", "over": "list", "list": "index", "value_variable": "v",
                             "at_once": 1},
                            {"id": "wait", "type": "delay", "time": "(v + 1) * 1 s"},
                            {"id": "met", "type": "join", "of": "over"})",
                         "start > loop > each > join > over > wait > met > loop.again; loop.done > answer")) ==
          Approx(3 * (1 + 2)));
}

TEST_CASE("the lists of requests under way are apart")
{
    const std::string mine =
        R"({"id": "each", "type": "for each", "count": 2}, {"id": "wait", "type": "delay", "time": "1 s"},
           {"id": "put", "type": "set", "assignments": {"x": "n + index"}},
           {"id": "join", "type": "join", "of": "each", "hand_on": {"x": "list"}},
           {"id": "pause", "type": "delay", "time": "1 s"},
           {"id": "over", "type": "for each", "over": "list", "list": "x", "value_variable": "v", "at_once": 1},
           {"id": "show", "type": "delay", "time": "v * 1 s"}, {"id": "met", "type": "join", "of": "over"})";
    TinyCluster cluster(alone(mine, "start > each > wait > put > join > pause > over > show > met > answer", {"n"}));
    for (int n = 0; n < 5; ++n)
        cluster.ask(0.3 * n, {10.0 * n});
    cluster.run();
    for (std::size_t n = 0; n < 5; ++n)
        CHECK(cluster.answers[n].took() == Approx(2 + 20.0 * static_cast<double>(n) + 1));
    CHECK(cluster.machine->recordsInUse() == 0);
}

TEST_CASE("a list is no number: reading it as one is reported, wherever a way brings it")
{
    using Keys = std::vector<std::string>;
    const std::string show = R"({"id": "show", "type": "delay", "time": "x * 1 s"})";
    CHECK(faultsOf(listOfFour("", show, "show > answer")) == Keys{"list.in-expression"});
    CHECK(faultsOf(listOfFour("", R"({"id": "copy", "type": "set", "assignments": {"y": "x"}})", "copy > answer")) ==
          Keys{"list.in-expression"});
    // A number again.
    CHECK(faultsOf(listOfFour("", R"({"id": "no", "type": "set", "assignments": {"x": 1}}, )" + show,
                              "no > show > answer")) == Keys{});
    // In the paths, and where the join has failed, it is what it was.
    CHECK(faultsOf(listOfFour("", R"({"id": "wrong", "type": "reply", "bytes": "x + 1"})",
                              "answer; join.failed > wrong")) == Keys{});
    CHECK(faultsOf(listOfFour("", R"({"id": "two", "type": "fork"}, {"id": "all", "type": "join", "of": "two",
                                      "hand_on": {"x": "max"}})",
                              "two > all > answer; two.path2 > all")) == Keys{"join.list-of-lists"});
}

TEST_CASE("a for each over a list finds one on every way that leads to it")
{
    using Keys = std::vector<std::string>;
    CHECK(faultsOf(alone(R"({"id": "no", "type": "set", "assignments": {"x": 3}}, )" + through,
                         "start > no > over > show > met > answer")) == Keys{"for-each.no-list"});
    CHECK(faultsOf(alone(R"({"id": "over", "type": "for each", "over": "list"})", "start > over > answer")) ==
          Keys{"for-each.no-list"});
    CHECK(faultsOf(listOfFour("", through + R"(, {"id": "way", "type": "branch"},
                                                 {"id": "no", "type": "set", "assignments": {"x": 3}})",
                              "way > over > show > met > answer; way.no > no > over")) == Keys{"for-each.no-list"});
}

TEST_CASE("loops go round a number of times, or while a condition holds")
{
    const auto loop = [](const std::string& fields) {
        return alone(R"({"id": "loop", "type": "loop", )" + fields +
                         R"(}, {"id": "wait", "type": "delay", "time": "10 ms"},
                        {"id": "up", "type": "set", "assignments": {"n": "n + 1"}})",
                     "start > loop > wait > up > loop.again; loop.done > answer");
    };
    CHECK(answerOf(loop(R"("count": 4)")) == Approx(40e-3));
    CHECK(answerOf(loop(R"("count": 0)")) == 0);
    CHECK(answerOf(loop(R"("while": "n < 3")")) == Approx(30e-3));
}

TEST_CASE("a loop within a loop starts anew each time")
{
    CHECK(
        answerOf(alone(
            R"({"id": "outer", "type": "loop", "count": 3}, {"id": "inner", "type": "loop", "count": 2}, {"id": "wait", "type": "delay", "time": "10 ms"})",
            "start > outer > inner > wait > inner.again; inner.done > outer.again; outer.done > answer")) ==
        Approx(60e-3));
}

TEST_CASE("a loop that is left from within its body begins anew when it is entered again")
{
    TinyCluster cluster(alone(
        R"({"id": "outer", "type": "loop", "count": 3}, {"id": "inner", "type": "loop", "count": 2},
           {"id": "wait", "type": "delay", "time": "10 ms"}, {"id": "enough", "type": "branch", "condition": "left"})",
        "start > outer > inner > wait > enough > outer.again; enough.no > inner.again; inner.done > outer.again; "
        "outer.done > answer",
        {"left"}));
    CHECK(cluster.alone({1}) == Approx(30e-3));
    CHECK(cluster.visits("client/ask", "inner") == 3); // each time by its way in
    CHECK(cluster.alone({0}) == Approx(60e-3));
    CHECK(cluster.visits("client/ask", "inner") == 3 + 9);
}

TEST_CASE("a branch by condition")
{
    const TinyProject tiny = alone(
        R"({"id": "big", "type": "branch", "condition": "size > 10"}, {"id": "long", "type": "delay", "time": "20 ms"})",
        "start > big > long > answer; big.no > answer", {"size"});
    CHECK(answerOf(tiny, {11}) == Approx(20e-3));
    CHECK(answerOf(tiny, {10}) == 0);
}

TEST_CASE("a branch by chance takes its share of the requests, the same ones each time")
{
    const TinyProject tiny =
        alone(R"({"id": "lucky", "type": "branch", "probability": 0.3}, {"id": "yes", "type": "end"})",
              "start > lucky > answer; lucky.no > none");
    std::vector<bool> first;
    for (int round = 0; round < 2; ++round) {
        TinyCluster cluster(tiny);
        for (int i = 0; i < 10000; ++i)
            cluster.ask(i * 1e-3);
        cluster.run();
        std::vector<bool> lucky;
        for (const auto& answer : cluster.answers)
            lucky.push_back(answer.ok);
        // Binomial: a deviation of 46; three of them
        CHECK(std::abs(std::count(lucky.begin(), lucky.end(), true) - 3000) < 138);
        if (round == 0)
            first = lucky;
        else
            CHECK(lucky == first);
    }
}

TEST_CASE("a probe measures a stretch of time")
{
    TinyCluster cluster(alone(
        R"({"id": "from", "type": "probe", "stretch": "wait", "edge": "begin"}, {"id": "wait", "type": "delay", "time": "size"},
                                 {"id": "to", "type": "probe", "stretch": "wait", "edge": "end"})",
        "start > from > wait > to > answer", {"size"}));
    cluster.ask(0, {0.010});
    cluster.ask(0, {0.030});
    cluster.run();
    REQUIRE(cluster.machine->stretches().size() == 1);
    CHECK(cluster.machine->stretches()[0].count() == 2);
    CHECK(cluster.machine->stretches()[0].mean() == Approx(20e9));
}
