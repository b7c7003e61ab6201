// Parallel regions, with none of the parts above them.
#include "../parts_alone.h"

using namespace headroom;
using namespace headroom::test;
using behaviour::nowhere;

namespace {

TinyProject twoPaths(const std::string& join = "")
{
    return alone(R"({"id": "fork", "type": "fork", "paths": 2}, {"id": "a", "type": "delay", "time": "1 s"},
                    {"id": "b", "type": "delay", "time": "1 s"}, {"id": "join", "type": "join", "of": "fork")" +
                     join + "}",
                 "start > fork > a > join > answer; fork.path2 > b > join");
}

/// Counts the requests that end.
struct Ends
{
    void count(std::uint32_t) { ++ended; }
    int ended = 0;
};

} // namespace

TEST_CASE("a fork makes one path for each way out ready, and ends the path that came")
{
    PartsAlone parts(twoPaths());
    const std::uint32_t request = parts.request();
    CHECK_FALSE(parts.enter(parts.core.requests[request].paths));
    const std::uint32_t first = parts.nextReady(), second = parts.nextReady();
    CHECK(parts.blockOf(first) == "a");
    CHECK(parts.blockOf(second) == "b");
    CHECK(parts.nextReady() == nowhere);
    CHECK(parts.core.requests[request].live == 2);
}

TEST_CASE("the last path that comes to a join is followed by one behind it, and the region ends")
{
    PartsAlone parts(twoPaths());
    const std::uint32_t request = parts.request();
    parts.enter(parts.core.requests[request].paths);
    const std::uint32_t first = parts.nextReady(), second = parts.nextReady();
    for (const std::uint32_t path : {first, second}) {
        CHECK(parts.nextReady() == nowhere);
        parts.leave(path);
        CHECK_FALSE(parts.enter(path));
    }
    const std::uint32_t behind = parts.nextReady();
    REQUIRE(behind != nowhere);
    CHECK(parts.blockOf(behind) == "answer");
    CHECK(parts.core.requests[request].live == 1);
    CHECK(parts.core.regions.inUse() == 0);
}

TEST_CASE("a request ends with the last of its parallel paths, also if no join has continued")
{
    PartsAlone parts(twoPaths());
    Ends ends;
    parts.requests.stateEnds.set<&Ends::count>(&ends);
    const std::uint32_t request = parts.request();
    parts.enter(parts.core.requests[request].paths);
    const std::uint32_t first = parts.nextReady(), second = parts.nextReady();
    parts.paths.cancel(first);
    CHECK(ends.ended == 0);
    parts.paths.cancel(second);
    CHECK(ends.ended == 1);
    CHECK(parts.core.paths.inUse() + parts.core.regions.inUse() + parts.core.requests.inUse() == 0);
    CHECK(parts.core.frames.inUse() == 0);
}

TEST_CASE("a join of any path cancels the rest of its region")
{
    PartsAlone parts(twoPaths(R"(, "mode": "any", "rest": "is cancelled")"));
    const std::uint32_t request = parts.request();
    parts.enter(parts.core.requests[request].paths);
    const std::uint32_t first = parts.nextReady(), second = parts.nextReady();
    const behaviour::Handle late = parts.core.paths.handle(second);
    parts.leave(first);
    parts.enter(first);
    CHECK_FALSE(parts.core.paths.holds(late));
    CHECK(parts.blockOf(parts.nextReady()) == "answer");
    CHECK(parts.core.requests[request].live == 1);
}
