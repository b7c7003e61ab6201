// A run's load: offered, served, refused, and the growth of the number in flight.
#include "../run_fixture.h"
#include "record/structure/summary_json.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// A server of 100 requests a second (10 ms each, one at a time), and a source at constant intervals.
record::Summary offered(double perSecond, int limit = 1'000'000)
{
    TinyProject tiny =
        alone(R"({"id": "serve", "type": "black box", "time": "10 ms", "stations": 1})", "start > serve > answer");
    tiny.tree["run"]["duration"] = "20 s";
    tiny.tree["run"]["warm_up"] = "10 s";
    tiny.tree["workloads"] = Json::parse(R"([{"id": "load", "role": "client", "type": "open loop",
        "arrivals": "constant", "operations": [{"operation": "ask"}]}])");
    tiny.tree["workloads"][0]["rate"] = perSecond;
    tiny.tree["workloads"][0]["limit"] = limit;
    return simulate(tiny.tree);
}

} // namespace

TEST_CASE("a load above what can be served grows the number in flight by the difference")
{
    const record::Summary summary = offered(250);
    const auto loads = record::servedLoads(summary);
    REQUIRE(loads.size() == 1);
    CHECK(loads[0].offeredPerS == Approx(250).margin(0.2));
    CHECK(loads[0].servedPerS == Approx(100).margin(0.2));
    CHECK(loads[0].growthPerS == Approx(150).margin(0.2));
    CHECK_FALSE(loads[0].settles);
    REQUIRE(record::loadTroubles(summary).size() == 1);
    CHECK(record::loadTroubles(summary)[0] ==
          "Overload: the workload \"load\" does not settle. Of 250 requests a second 100 are served, and the number in "
          "flight grows by 150 a second.");
    CHECK(toJson(summary)["load"][0]["growth_per_s"].get<double>() == Approx(150).margin(0.2));
}

TEST_CASE("a load that is served settles and has no trouble")
{
    const record::Summary summary = offered(80);
    CHECK(record::servedLoads(summary)[0].settles);
    CHECK(record::servedLoads(summary)[0].growthPerS == Approx(0).margin(0.2));
    CHECK(record::loadTroubles(summary).empty());
}

TEST_CASE("a rush is found at its time, and its course has few points however often the run is sampled")
{
    TinyProject tiny =
        alone(R"({"id": "serve", "type": "black box", "time": "10 ms", "stations": 1})", "start > serve > answer");
    tiny.tree["run"]["duration"] = "60 s";
    tiny.tree["run"]["warm_up"] = "10 s";
    tiny.tree["workloads"] = Json::parse(R"([{"id": "load", "role": "client", "type": "open loop",
        "arrivals": "constant", "operations": [{"operation": "ask"}], "stages": [{"duration": "20 s", "rate": "50 /s"},
        {"duration": "10 s", "rate": "150 /s"}, {"duration": "30 s", "rate": "50 /s"}]}])");
    const char* interval = GENERATE("1 s", "0.1 s");
    tiny.tree["run"]["sampling_interval"] = interval;
    const record::Summary summary = simulate(tiny.tree);
    const record::ServedLoad load = record::servedLoads(summary)[0];
    CHECK(load.settles);
    REQUIRE(load.rushes.size() == 1);
    CHECK(load.rushes[0].fromS == Approx(20).margin(2));
    CHECK(load.rushes[0].untilS == Approx(30).margin(2));
    CHECK(load.rushes[0].drainedS.value() == Approx(40).margin(2));
    CHECK(load.rushes[0].mostInFlight == Approx(500).margin(10));
    CHECK_THAT(record::loadTroubles(summary)[0], Contains("more requests of the workload \"load\" arrived"));

    REQUIRE(summary.loadCourses.size() == 1);
    const auto& points = summary.loadCourses[0].points;
    CHECK(points.size() > 30);
    CHECK(points.size() <= record::mostLoadPoints);
    CHECK(points.front().atS == 10);
    CHECK(points.back().atS == 60);
    std::uint64_t offered = 0, done = 0;
    for (const record::LoadPoint& point : points) {
        offered += point.offered;
        done += point.done;
    }
    CHECK(offered == summary.requests[0].started);
    CHECK(done == summary.requests[0].done);
}

TEST_CASE("the users of a closed loop are measured for as many rounds as mean latencies fit into the run")
{
    TinyProject tiny =
        alone(R"({"id": "serve", "type": "black box", "time": "10 ms", "stations": 1})", "start > serve > answer");
    tiny.tree["run"]["duration"] = "3 s";
    tiny.tree["run"]["warm_up"] = "1 s";
    tiny.tree["workloads"] = Json::parse(R"([{"id": "load", "role": "client", "type": "closed loop",
        "operations": [{"operation": "ask"}]}])");
    tiny.tree["workloads"][0]["workers"] = 100; // each of which waits for 1 s
    const record::Summary summary = simulate(tiny.tree);
    REQUIRE(record::loadTroubles(summary).size() == 1);
    CHECK_THAT(record::loadTroubles(summary)[0], Contains("its measured 2 s are only 2.01 mean latencies"));
    tiny.tree["run"]["duration"] = "7 s";
    CHECK(record::loadTroubles(simulate(tiny.tree)).empty());
}

TEST_CASE("requests refused above a limit are part of the offered load")
{
    const record::Summary summary = offered(250, 20); // full before the window begins
    const record::ServedLoad load = record::servedLoads(summary)[0];
    CHECK(load.servedPerS == Approx(100).margin(0.2));
    CHECK(load.refusedPerS == Approx(150).margin(0.2));
    CHECK(load.offeredPerS == Approx(load.servedPerS + load.failedPerS + load.refusedPerS + load.growthPerS));
    CHECK(load.settles);
    CHECK(record::loadTroubles(summary)[0] == "60 % of the arriving requests of the workload \"load\" were refused.");
}
