// Results about copies that were missing after failures.
#include "../run_fixture.h"
#include "record/structure/summary_json.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// Five servers that keep two copies of 64 partitions; the first one dies after 10 s, and after 5 s more its copies are
/// made elsewhere, in 100 ms each.
Json rebuilding(const std::string& duration)
{
    TinyProject tiny;
    tiny.group("servers", 5);
    tiny.devices("servers", 1);
    Json& server = tiny.definition("server");
    server["volumes"] = {"data"};
    server["state"] = {{{"id", "missing"}, {"type", "queue"}, {"owner", "cluster"}, {"missing_of", "ring"}}};
    tiny.tree["selectors"] = {{{"id", "ring"},
                               {"role", "server"},
                               {"volume", "data"},
                               {"replicas", 2},
                               {"partition_power", 6},
                               {"noticed_after", "5 s"},
                               {"out_after", "5 s"}}};
    tiny.operation("server", "rebuild",
                   R"({"id": "copy", "type": "delay", "time": "100 ms"}, {"id": "end", "type": "end"})",
                   "start > copy > end");
    server["operations"][0]["diagrams"][0]["blocks"][0]["queue"] = "missing";
    tiny.operation("client", "ask", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.tree["disturbances"] = {{{"id", "dies"}, {"target", "servers"}, {"number", 1}, {"at", "10 s"}}};
    tiny.tree["workloads"][0] = {{"id", "load"},
                                 {"role", "client"},
                                 {"type", "open loop"},
                                 {"rate", "1 1/s"},
                                 {"operations", {{{"operation", "ask"}}}}};
    tiny.tree["run"]["duration"] = duration;
    tiny.tree["results"] = {{{"name", "time to healthy"}, {"value", "5 s + rings.ring.incomplete"}, {"unit", "s"}}};
    tiny.tree["goals"] = {{{"id", "soon"}, {"metric", "rings.ring.incomplete"}, {"at_most", "1 s"}}};
    return tiny.tree;
}

} // namespace

TEST_CASE("the results say how many copies were missing, for how long, and what that makes of goals and formulas")
{
    const auto summary = simulate(rebuilding("60 s"));
    REQUIRE(summary.missingCopies.size() == 1);
    const auto& missing = summary.missingCopies.front();
    CHECK(missing.ring == "ring");
    CHECK(missing.role == "server");
    CHECK(missing.state == "missing");
    CHECK(std::abs(static_cast<double>(missing.copies) - 64.0 * 2 / 5) <= 1);     // its share of all copies
    const double work = 0.1 * std::ceil(static_cast<double>(missing.copies) / 4); // four servers share it
    CHECK(missing.incompleteS == Approx(work));
    CHECK(missing.left + missing.forgotten + missing.withoutSource == 0);
    CHECK(*summary.results.front().value == Approx(5 + work));
    CHECK(summary.goals.front().verdict == "met");
    CHECK(record::loadTroubles(summary).empty());
    const auto again = record::summaryFromJson(record::toJson(summary));
    REQUIRE(again.missingCopies.size() == 1);
    CHECK(again.missingCopies.front().copies == missing.copies);
    CHECK(again.missingCopies.front().incompleteS == missing.incompleteS);
}

TEST_CASE("a run that ends while copies are missing says so")
{
    const auto summary = simulate(rebuilding("15.25 s"));
    const auto& missing = summary.missingCopies.front();
    CHECK(missing.left > 0);
    CHECK(missing.left < missing.copies);
    REQUIRE(record::loadTroubles(summary).size() == 1);
    CHECK_THAT(record::loadTroubles(summary).front(),
               Contains("the ring \"ring\" lacked") &&
                   Contains(std::to_string(missing.left) + " are not made by the end of the run"));
}
