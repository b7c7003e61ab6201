// Runs in which nothing can happen any more.
#include "../run_fixture.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// Each request waits 2 ms and then at a barrier for `ranks`.
TinyProject meeting(int ranks)
{
    TinyProject tiny = alone(R"({"id": "come", "type": "delay", "time": "2 ms"},
                                {"id": "meet", "type": "barrier", "state": "all", "ranks": )" +
                                 std::to_string(ranks) + "}",
                             "start > come > meet > answer");
    tiny.definition("client")["state"] = {{{"id", "all"}, {"type", "barrier"}}};
    tiny.tree["workloads"][0]["workers"] = 3;
    tiny.tree["workloads"][0]["ramp_up"] = "0 s";
    return tiny;
}

} // namespace

TEST_CASE("a run in which everybody waits for one who never comes is stuck, and says where and since when")
{
    const auto summary = simulate(meeting(4).tree);
    REQUIRE(summary.stuck);
    CHECK(summary.stuck->sinceS == Approx(2e-3));
    CHECK(summary.stuck->requests == 3);
    REQUIRE(summary.stuck->waiting.size() == 1);
    CHECK(summary.stuck->waiting[0].place == "client/ask/full meet");
    CHECK(summary.stuck->waiting[0].count == 3);
    CHECK_THAT(record::sentenceOf(*summary.stuck), Contains("since 0.002 s: 3 requests") && Contains("meet"));
    const record::Json json = record::toJson(summary);
    CHECK(json["status"] == "stuck");
    CHECK(record::toJson(record::summaryFromJson(json)) == json);
}

TEST_CASE("a run in which something still happens, or nobody waits, is not stuck")
{
    CHECK_FALSE(simulate(meeting(3).tree).stuck);
    TinyProject jobs = alone(R"({"id": "work", "type": "delay", "time": "2 ms"})", "start > work > answer");
    jobs.tree["workloads"][0].update(Json{{"type", "jobs"}, {"jobs", 1}, {"tasks", 2}});
    CHECK_FALSE(simulate(jobs.tree).stuck);
}

TEST_CASE("who waits for an answer of those that are stuck is told after them")
{
    TinyProject tiny = meeting(4);
    Json operations = tiny.definition("client")["operations"];
    tiny.definition("server")["state"] = {{{"id", "all"}, {"type", "barrier"}}};
    tiny.definition("client")["operations"] = Json::array();
    tiny.definition("server")["operations"] = Json::array();
    operations[0]["id"] = "serve";
    tiny.definition("server")["operations"].push_back(operations[0]);
    tiny.asks();
    const auto summary = simulate(tiny.tree);
    REQUIRE(summary.stuck);
    REQUIRE(summary.stuck->waiting.size() == 2);
    CHECK(summary.stuck->waiting[0].place == "server/serve/full meet");
    CHECK(summary.stuck->waiting[1].place == "client/ask/full call");
}
