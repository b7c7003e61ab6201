// Calls between roles over a network that takes no time: they are carried out by the caller's path, and nothing but the
// time they take to compute shows it.
#include "../tiny_project.h"
#include "behaviour/tracing/tracer.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// The client asks the server, the server its back, on nodes of their own; messages take no time.
TinyProject chain(const std::string& server, const std::string& serverWires, const std::string& back,
                  const std::string& backWires, const std::string& client = "", const std::string& clientWires = "")
{
    TinyProject tiny;
    tiny.group("backs", 2);
    tiny.role("back", "backs");
    tiny.tree["topology"]["fabrics"] = {{{"id", "net"},
                                         {"detail", "delay only"},
                                         {"latency", "0 s"},
                                         {"links", Json::array()},
                                         {"switches", Json::array()}}};
    tiny.operation("back", "dig", back, backWires, {"depth"}, {"found", "steps"});
    tiny.operation("server", "serve", server, serverWires, {}, {"sum"});
    if (client.empty())
        tiny.operation(
            "client", "ask",
            R"({"id": "call", "type": "call", "role": "server", "operation": "serve"}, {"id": "good", "type": "reply"},
                          {"id": "bad", "type": "reply", "status": "error"})",
            "start > call > good; call.error > bad");
    else
        tiny.operation("client", "ask", client, clientWires);
    return tiny;
}

const std::string dig =
    R"({"id": "dig", "type": "call", "role": "back", "operation": "dig", "arguments": {"depth": "2"},
                            "results": {"found": "found"}})";
const std::string answer = R"({"id": "answer", "type": "reply"})";
const std::string work = R"({"id": "work", "type": "compute", "work": "10 ms"})";

/// Results of three requests, the second while the first is under way, and the counts of every block.
std::string told(const TinyProject& tiny, bool followed, const std::function<void(TinyCluster&)>& disturb = {})
{
    TinyCluster cluster(tiny);
    behaviour::Tracer tracer(cluster.calendar, cluster.software, {.share = 1}, [](const behaviour::TraceSpan&) {});
    if (followed)
        cluster.machine->traceWith(&tracer); // then each request is walked by paths of its own
    for (const double at : {0.0, 0.004, 1.0})
        cluster.ask(at);
    if (disturb)
        disturb(cluster);
    cluster.run();
    std::ostringstream text;
    for (const auto& asked : cluster.answers)
        text << asked.at << (asked.ok ? " good; " : " bad; ");
    for (std::size_t b = 0; b < cluster.software.blocks.size(); ++b)
        text << cluster.software.blocks[b].block << ' ' << cluster.machine->blocks()[b].visits << ' '
             << cluster.machine->blocks()[b].timePs << ", ";
    text << cluster.machine->recordsInUse() << " left";
    return text.str();
}

double after(TinyCluster& cluster, double seconds, void (*act)(TinyCluster&))
{
    cluster.calendar.schedule(
        kernel::fromSeconds(seconds),
        [](void* self, std::uint64_t function) {
            reinterpret_cast<void (*)(TinyCluster&)>(function)(*static_cast<TinyCluster*>(self));
        },
        &cluster, reinterpret_cast<std::uintptr_t>(act));
    return seconds;
}

/// The node of the callee dies while it is at work, that of the caller, that of its caller.
constexpr void (*deaths[])(TinyCluster&) = {
    [](TinyCluster& c) {
        after(c, 0.005, [](TinyCluster& t) { t.machine->failNode(t.placement->nodesOf("back")[0]); });
    },
    [](TinyCluster& c) {
        after(c, 0.005, [](TinyCluster& t) { t.machine->failNode(t.placement->nodesOf("server")[0]); });
    },
    [](TinyCluster& c) {
        after(c, 0.005, [](TinyCluster& t) { t.machine->failNode(t.placement->nodesOf("client")[0]); });
    }};

} // namespace

TEST_CASE("a call that takes no time takes what its work takes")
{
    const TinyProject tiny = chain(dig + "," + work + "," + answer, "start > dig > work > answer", work + "," + answer,
                                   "start > work > answer");
    CHECK(answerOf(tiny) == about(0.020));
}

TEST_CASE("it brings back results, those that are not given as 0")
{
    const TinyProject tiny = chain(
        dig + R"(, {"id": "wait", "type": "delay", "time": "found * 1 ms"},)" + answer, "start > dig > wait > answer",
        R"({"id": "answer", "type": "reply", "results": {"found": "depth + 5"}})", "start > answer");
    CHECK(answerOf(tiny) == about(0.007));
    const TinyProject silent =
        chain(dig + R"(, {"id": "wait", "type": "delay", "time": "1 ms + found * 1 s"},)" + answer,
              "start > dig > wait > answer", answer, "start > answer");
    CHECK(answerOf(silent) == about(0.001));
}

TEST_CASE("a callee that ends without an answer, or answers with an error, has failed")
{
    const std::string server = dig + "," + answer + R"(, {"id": "bad", "type": "reply", "status": "error"})";
    const std::string wires = "start > dig > answer; dig.error > bad";
    CHECK(answerOf(chain(server, wires, work, "start > work")) == about(-0.010));
    CHECK(answerOf(chain(server, wires, R"({"id": "no", "type": "reply", "status": "error"})", "start > no")) ==
          about(0));
}

TEST_CASE("work of a callee behind its answer keeps nobody waiting")
{
    const TinyProject tiny =
        chain(dig + "," + answer, "start > dig > answer", answer + "," + work, "start > answer > work");
    CHECK(answerOf(tiny) == about(0));
}

TEST_CASE("a caller keeps its variables for as long as something behind the call looks at them")
{
    const std::string set = R"({"id": "set", "type": "set", "assignments": {"w": "3"}},)";
    const std::string go = R"({"id": "go", "type": "call", "role": "back", "operation": "dig"},)";
    const std::string wait = R"({"id": "wait", "type": "delay", "time": "w * 1 ms"},)";
    const std::string back = work + "," + answer;
    SECTION("right behind it")
    {
        CHECK(answerOf(chain(set + go + wait + answer, "start > set > go > wait > answer", back,
                             "start > work > answer")) == about(0.013));
    }
    SECTION("behind a second call")
    {
        const std::string again = R"({"id": "again", "type": "call", "role": "back", "operation": "dig"},)";
        CHECK(answerOf(chain(set + go + again + wait + answer, "start > set > go > again > wait > answer", back,
                             "start > work > answer")) == about(0.023));
    }
    SECTION("where the call has failed")
    {
        CHECK(answerOf(chain(set + go + wait + answer, "start > set > go > answer; go.error > wait > answer", work,
                             "start > work")) == about(0.013));
    }
    SECTION("in the next round of a loop")
    {
        const std::string loop = R"({"id": "loop", "type": "loop", "count": 2},)";
        CHECK(answerOf(chain(set + loop + wait + go + answer,
                             "start > set > loop > wait > go > loop.again; loop.done > answer", back,
                             "start > work > answer")) == about(0.026));
    }
    SECTION("in what the join of a parallel path hands on")
    {
        const std::string each = R"({"id": "each", "type": "for each", "count": 2, "index": "w"},)";
        const std::string join = R"({"id": "join", "type": "join", "of": "each", "hand_on": {"w": "max"}},)";
        CHECK(answerOf(chain(each + go + join + wait + answer, "start > each > go > join > wait > answer", back,
                             "start > work > answer")) == about(0.011));
    }
    SECTION("behind the join of a parallel path, which itself needs none")
    {
        const std::string each = R"({"id": "each", "type": "for each", "count": 2},)";
        const std::string join = R"({"id": "join", "type": "join", "of": "each"},)";
        CHECK(answerOf(chain(set + each + go + join + wait + answer, "start > set > each > go > join > wait > answer",
                             back, "start > work > answer")) == about(0.013));
    }
    SECTION("in its answer")
    {
        CHECK(
            answerOf(chain(
                set + go + R"({"id": "answer", "type": "reply", "results": {"sum": "w"}})", "start > set > go > answer",
                back, "start > work > answer",
                R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "results": {"w": "sum"}},)" +
                    wait + answer,
                "start > call > wait > answer")) == about(0.013));
    }
}

TEST_CASE("calls without delay come to the same whoever walks the callee's diagram")
{
    const std::string serve = dig + "," + work + "," + answer;
    const std::string straight = "start > dig > work > answer";
    const std::string forking =
        R"({"id": "each", "type": "for each", "over": "count", "count": 3, "index": "i"},
           {"id": "wait", "type": "delay", "time": "(i + 1) * 3 ms"}, {"id": "two", "type": "join", "of": "each", "mode": "k", "k": 2})";
    SECTION("one after another")
    {
        const auto tiny = chain(serve, straight, work + "," + answer, "start > work > answer");
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("with work behind the answer")
    {
        const auto tiny = chain(serve, straight, answer + "," + work, "start > answer > work");
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("with parallel paths in the callee, of which some run on")
    {
        const auto tiny = chain(serve, straight, forking + "," + answer, "start > each > wait > two > answer");
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("called from parallel paths, the rest of which is cancelled")
    {
        const auto tiny = chain(
            R"({"id": "each", "type": "for each", "over": "count", "count": 3, "index": "i"},
               {"id": "dig", "type": "call", "role": "back", "operation": "dig", "arguments": {"depth": "i"}},
               {"id": "one", "type": "join", "of": "each", "mode": "any", "rest": "is cancelled"},)" +
                answer,
            "start > each > dig > one > answer",
            R"({"id": "wait", "type": "delay", "time": "(depth + 1) * 2 ms"}, {"id": "work", "type": "compute", "work": "1 ms"},)" +
                answer,
            "start > wait > work > answer");
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("by a black box, without any variable")
    {
        auto tiny =
            chain(R"({"id": "seek", "type": "call", "role": "back", "operation": "seek"},)" + work + "," + answer,
                  "start > seek > work > answer", work + "," + answer, "start > work > answer");
        tiny.operation("back", "seek",
                       R"({"id": "disks", "type": "black box", "time": "6 ms", "stations": 2, "choose": "random",
                           "distribution": "exponential"},)" +
                           answer,
                       "start > disks > answer");
        tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}});
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("by threads, of which there are not enough")
    {
        auto tiny = chain(serve, straight, work + "," + answer, "start > work > answer");
        tiny.role("back", "backs", {{"kind", "threads"}, {"count", 1}});
        tiny.role("server", "servers", {{"kind", "event loop"}, {"count", 1}});
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("with locks that are given up with the path")
    {
        auto tiny = chain(R"({"id": "lock", "type": "acquire", "state": "lock"},)" + serve,
                          "start > lock > dig > work > answer", work + "," + answer, "start > work > answer");
        tiny.definition("server")["state"] = {{{"id", "lock"}, {"kind", "slots"}, {"capacity", 1}}};
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("when the node of the callee dies, or of the caller, or of its caller")
    {
        const auto tiny = chain(serve, straight, work + "," + answer, "start > work > answer");
        const auto disturb = deaths[oneOf({0, 1, 2})];
        CHECK(told(tiny, false, disturb) == told(tiny, true, disturb));
    }
}

TEST_CASE("parallel paths that only call come to the same whoever walks the callee's diagram")
{
    const std::string each = R"({"id": "each", "type": "for each", "over": "count", "count": 3, "index": "i"},)";
    const std::string go =
        R"({"id": "go", "type": "call", "role": "back", "operation": "dig", "selector": "index", "index": "i",
            "arguments": {"depth": "i"}},)";
    const auto join = [](const std::string& fields) {
        return R"({"id": "join", "type": "join", "of": "each")" + fields + "},";
    };
    const std::string quorum = join(R"(, "mode": "k", "k": 2)");
    const std::string later = R"({"id": "later", "type": "delay", "time": "(depth + 1) * 2 ms"},)";
    const std::string wires = "start > each > go > join > answer", back = "start > later > work > answer";
    SECTION("two of three, the last of which goes on")
    {
        const auto tiny = chain(each + go + quorum + answer, wires, later + work + "," + answer, back);
        CHECK(told(tiny, false) == told(tiny, true));
        CHECK(answerOf(tiny) == about(0.014));
    }
    SECTION("without any variable")
    {
        const auto tiny = chain(each + go + quorum + answer, wires, work + "," + answer, "start > work > answer");
        CHECK(told(tiny, false) == told(tiny, true));
        CHECK(answerOf(tiny) == about(0.010));
    }
    SECTION("a few at a time")
    {
        const std::string few =
            R"({"id": "each", "type": "for each", "over": "count", "count": 3, "at_once": 2, "index": "i"},)";
        const auto tiny = chain(few + go + join("") + answer, wires, work + "," + answer, "start > work > answer");
        CHECK(told(tiny, false) == told(tiny, true));
        CHECK(answerOf(tiny) == about(0.020));
    }
    SECTION("as the ways of a fork")
    {
        const auto way = [](const std::string& id, const std::string& place) {
            return R"({"id": ")" + id + R"(", "type": "call", "role": "back", "operation": "dig", "selector": "index",
                       "index": ")" +
                   place + R"(", "arguments": {"depth": ")" + place + R"( * 4"}},)";
        };
        const auto tiny =
            chain(R"({"id": "each", "type": "fork"},)" + way("one", "0") + way("other", "1") + join("") + answer,
                  "start > each; each.path1 > one > join > answer; each.path2 > other > join",
                  later + work + "," + answer, back);
        CHECK(told(tiny, false) == told(tiny, true));
        CHECK(answerOf(tiny) == about(0.020));
    }
    SECTION("the rest of which is cancelled")
    {
        const auto tiny = chain(each + go + join(R"(, "mode": "any", "rest": "is cancelled")") + answer, wires,
                                later + work + "," + answer, back);
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("the rest of which is cancelled, and nobody is answered")
    {
        const std::string any = R"(, "mode": "any", "rest": "is cancelled")";
        const auto grace = oneOf({std::string(), std::string(R"(, "grace": "3 ms")")});
        const auto tiny = chain(each + go + join(any + grace) + R"({"id": "over", "type": "end"})",
                                "start > each > go > join > over", later + work + "," + answer, back);
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("that the join waits for a while longer")
    {
        const auto tiny = chain(each + go + join(R"(, "mode": "any", "grace": "3 ms")") + answer, wires,
                                later + work + "," + answer, back);
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("some of which fail")
    {
        const std::string some = R"({"id": "some", "type": "branch", "condition": "depth == 1"},
                                    {"id": "no", "type": "reply", "status": "error"},)";
        const std::string failing = "start > later > some; some.yes > no; some.no > work > answer";
        const auto all = chain(each + go + join("") + answer, wires, later + some + work + "," + answer, failing);
        CHECK(told(all, false) == told(all, true));
        CHECK(answerOf(all) == about(-0.016));
        const auto two = chain(each + go + quorum + answer, wires, later + some + work + "," + answer, failing);
        CHECK(told(two, false) == told(two, true));
        const auto again = chain(each + go + join("") + R"({"id": "rest", "type": "delay", "time": "9 ms"},)" + answer,
                                 "start > each > go > join > answer; go.error > rest > join",
                                 later + some + work + "," + answer, failing);
        CHECK(told(again, false) == told(again, true));
        CHECK(answerOf(again) == about(0.016));
    }
    SECTION("that take no time, or begin with what takes none")
    {
        const std::string set = R"({"id": "set", "type": "set", "assignments": {"depth": "depth * 2"}},)";
        const auto none = chain(each + go + quorum + answer, wires, answer, "start > answer");
        CHECK(told(none, false) == told(none, true));
        CHECK(answerOf(none) == about(0));
        const auto first =
            chain(each + go + quorum + answer, wires, set + later + answer, "start > set > later > answer");
        CHECK(told(first, false) == told(first, true));
        CHECK(answerOf(first) == about(0.006));
    }
    SECTION("inside others that go on behind the join")
    {
        const std::string outer = R"({"id": "outer", "type": "for each", "over": "count", "count": 2, "index": "o"},)";
        const std::string all = R"({"id": "all", "type": "join", "of": "outer"},)";
        const auto tiny =
            chain(outer + each + go + quorum + work + "," + all + answer,
                  "start > outer > each > go > join > work > all > answer", later + answer, "start > later > answer");
        CHECK(told(tiny, false) == told(tiny, true));
    }
    SECTION("inside others that answer behind the join")
    {
        const std::string outer = R"({"id": "outer", "type": "for each", "over": "count", "count": 2, "index": "o"},)";
        const auto tiny = chain(outer + each + go + quorum + answer, "start > outer > each > go > join > answer",
                                later + answer, "start > later > answer");
        CHECK(told(tiny, false) == told(tiny, true));
        CHECK(answerOf(tiny) == about(0.004));
    }
    SECTION("when the node of a callee dies, or of the caller, or of its caller")
    {
        const auto tiny = chain(each + go + quorum + answer, wires, later + work + "," + answer, back);
        const auto disturb = deaths[oneOf({0, 1, 2})];
        CHECK(told(tiny, false, disturb) == told(tiny, true, disturb));
    }
}
