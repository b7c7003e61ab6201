// Offered, served, failed and refused requests, from the counts of a summary.
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <catch2/catch.hpp>

using namespace headroom::record;

namespace {

/// 20 s of an open loop: 40 000 arrive, 6 460 are served, 13 480 fail, and 20 060 more are in flight at the end.
Summary overloaded()
{
    Summary summary;
    summary.simulatedS = 25;
    summary.warmUpS = 5;
    summary.workloads["users"] = {.type = "open loop", .count = 6460, .errors = 13480};
    summary.requests = {{"users", 1000, 40000, 6460, 13480, 21060}};
    return summary;
}

} // namespace

TEST_CASE("offered requests are served, fail, are refused, or stay in flight")
{
    const auto loads = servedLoads(overloaded());
    REQUIRE(loads.size() == 1);
    CHECK(loads[0].offeredPerS == Approx(2000));
    CHECK(loads[0].servedPerS == Approx(323));
    CHECK(loads[0].failedPerS == Approx(674));
    CHECK(loads[0].growthPerS == Approx(1003));
    CHECK(loads[0].failedShare == Approx(13480.0 / 19940));
    CHECK_FALSE(loads[0].settles);
    CHECK(troubleOf(loads[0]) == "Overload: the workload \"users\" does not settle. Of 2000 requests a second 323 are "
                                 "served, 674 fail, and the number in flight grows by 1003 a second.");
}

TEST_CASE("counts of several runs are sums, rates those of one")
{
    Summary summary = overloaded();
    summary.replications = Replications{{1, 2}, {}};
    CHECK(servedLoads(summary)[0].offeredPerS == Approx(1000));
}

TEST_CASE("the number in flight may grow by a twentieth of the arrivals")
{
    Summary summary = overloaded();
    summary.requests = {{"users", 0, 40000, 38000, 0, 2000}};
    CHECK(servedLoads(summary)[0].settles);
    CHECK(loadTroubles(summary).empty());
    summary.requests = {{"users", 0, 40000, 37999, 0, 2001}};
    CHECK_FALSE(servedLoads(summary)[0].settles);
}

TEST_CASE("users that wait for their answers cannot pile up, but their requests can fail")
{
    Summary summary = overloaded();
    summary.workloads["users"].type = "closed loop";
    summary.workloads["users"].refused = 50; // they ask again
    CHECK(servedLoads(summary)[0].settles);
    CHECK(loadTroubles(summary) ==
          std::vector<std::string>{"68 % of the ended requests of the workload \"users\" failed."});
    summary.requests = {{"users", 0, 40000, 39999, 1, 0}};
    CHECK(loadTroubles(summary) ==
          std::vector<std::string>{"Less than 0.1 % of the ended requests of the workload \"users\" failed."});
}

TEST_CASE("a rush that has drained by the end is a trouble, though the load settles")
{
    Summary summary = overloaded();
    summary.requests = {{"users", 5, 40000, 39995, 0, 10}};
    summary.loadCourses = {{"users",
                            {{5, 0, 0, 5, 5},
                             {10, 5000, 5002, 3, 12},
                             {15, 20000, 15003, 5000, 5210},
                             {20, 10000, 14992, 8, 5000},
                             {25, 5000, 4998, 10, 14}}}};
    CHECK(servedLoads(summary)[0].settles);
    CHECK(
        loadTroubles(summary) ==
        std::vector<std::string>{"From 10 s to 15 s more requests of the workload \"users\" arrived than were served; "
                                 "up to 5210 were in flight, and they had drained at 20 s."});
    const Json load = toJson(summary)["load"][0];
    CHECK(load["rushes"][0]["from_s"] == 10);
    CHECK(load["rushes"][0]["drained_s"] == 20);

    // Rising until the end, it does not settle: that says all.
    summary.requests = {{"users", 5, 40000, 25005, 0, 15000}};
    CHECK(servedLoads(summary)[0].rushes.empty());
}

TEST_CASE("a closed loop measured for less than five mean latencies makes the run short")
{
    Summary summary;
    summary.simulatedS = 1;
    summary.warmUpS = 0.1;
    summary.workloads["users"] = {.type = "closed loop", .count = 880, .inFlightMean = 1024};
    summary.requests = {{"users", 1024, 880, 880, 0, 1024}};
    CHECK(loadTroubles(summary) ==
          std::vector<std::string>{"The run is short: its measured 0.9 s are only 0.859 mean latencies of the workload "
                                   "\"users\", whose figures still depend on how long it lasts. Give it a longer "
                                   "duration: 5.3 s or more after the warm-up."});

    SECTION("five are enough")
    {
        summary.requests = {{"users", 1024, 5120, 5120, 0, 1024}};
        CHECK(loadTroubles(summary).empty());
    }
    SECTION("each of several runs has to be long enough")
    {
        summary.requests = {{"users", 2048, 8192, 8192, 0, 2048}};
        CHECK(loadTroubles(summary).empty());
        summary.replications = Replications{{1, 2}, {}};
        CHECK(loadTroubles(summary).size() == 1);
    }
    SECTION("one in which nothing ends says so")
    {
        summary.requests = {{"users", 1024, 0, 0, 0, 1024}};
        CHECK(loadTroubles(summary) ==
              std::vector<std::string>{"The run is short: its measured 0.9 s are over before any request of the "
                                       "workload \"users\" has ended. Give it a longer duration."});
    }
    SECTION("but one that is stuck would end no more if it were longer")
    {
        summary.stuck = Stuck{};
        CHECK(loadTroubles(summary).empty());
    }
    SECTION("a loop that has asked all it had to ask was measured whole")
    {
        summary.requests = {{"users", 0, 1024, 1024, 0, 0}};
        CHECK(loadTroubles(summary).empty());
    }
    SECTION("nobody waits for work in the background")
    {
        summary.workloads["users"].background = true;
        CHECK(loadTroubles(summary).empty());
    }
}

TEST_CASE("an older result without counts has no loads")
{
    Summary summary = overloaded();
    summary.requests.clear();
    CHECK(servedLoads(summary).empty());
}
