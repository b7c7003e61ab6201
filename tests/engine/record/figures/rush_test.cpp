// The times in which more requests arrived than were served.
#include "record/figures/figures.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace headroom::record;

namespace {

/// One point a second: `arrivals` each second, of which a server takes at most 100 a second.
LoadCourse served(const std::vector<std::uint64_t>& arrivals)
{
    LoadCourse course{"users", {{}}};
    std::uint64_t inFlight = 0;
    for (const std::uint64_t offered : arrivals) {
        const std::uint64_t done = std::min<std::uint64_t>(100, inFlight + offered);
        inFlight += offered - done;
        course.points.push_back({course.points.back().atS + 1, offered, done, inFlight, inFlight});
    }
    return course;
}

} // namespace

TEST_CASE("a rush begins with the surplus, ends with it, and has drained when the number in flight is as before")
{
    const auto rushes = rushesOf(served({50, 50, 50, 180, 180, 180, 50, 50, 50, 50, 50, 50}));
    REQUIRE(rushes.size() == 1);
    CHECK(rushes[0].fromS == 3);
    CHECK(rushes[0].untilS == 6);
    CHECK(rushes[0].mostInFlight == 240);
    CHECK(rushes[0].drainedS == 11.); // 240 drain at 50 a second
}

TEST_CASE("two rushes are distinguished if the first has drained before the second")
{
    const auto rushes = rushesOf(served({50, 200, 50, 50, 50, 50, 250, 50, 50, 50, 50, 50, 50}));
    REQUIRE(rushes.size() == 2);
    CHECK(rushes[0].fromS == 1);
    CHECK(rushes[0].mostInFlight == 100);
    CHECK(rushes[1].fromS == 6);
    CHECK(rushes[1].mostInFlight == 150);
    const auto one = rushesOf(served({50, 200, 50, 250, 50, 50, 50, 50, 50, 50}));
    REQUIRE(one.size() == 1);
    CHECK(one[0].fromS == 1);
    CHECK(one[0].untilS == 4);
    CHECK(one[0].drainedS == 8.);
}

TEST_CASE("a rush that has not drained by the end says so")
{
    const auto rushes = rushesOf(served({50, 50, 300, 50, 50}));
    REQUIRE(rushes.size() == 1);
    CHECK_FALSE(rushes[0].drainedS);
    CHECK(rushes[0].untilS == 3);
}

TEST_CASE("a rise that chance explains is no rush")
{
    CHECK(rushesOf(served({90, 110, 90, 110, 90, 110, 90})).empty());
    // 45 more than the 10 000 of each step are under a standard deviation.
    LoadCourse course{"users", {{0, 0, 0, 20, 20}, {1, 10000, 9955, 65, 65}, {2, 10000, 10045, 20, 65}}};
    CHECK(rushesOf(course).empty());
    // 1000 are ten deviations and a tenth of the arrivals.
    course.points = {{0, 0, 0, 20, 20}, {1, 10000, 9000, 1020, 1020}, {2, 10000, 11000, 20, 1020}};
    CHECK(rushesOf(course).size() == 1);
    // 400 are a twenty-fifth of them.
    course.points = {{0, 0, 0, 20, 20}, {1, 10000, 9600, 420, 420}, {2, 10000, 10400, 20, 420}};
    CHECK(rushesOf(course).empty());
}

TEST_CASE("a course without points has no rush")
{
    CHECK(rushesOf({}).empty());
    CHECK(rushesOf({"users", {{}}}).empty());
}

TEST_CASE("the sentence on quiet resources agrees with that on the load")
{
    Summary summary;
    summary.simulatedS = 12;
    summary.workloads["users"] = {.type = "open loop", .count = 990};
    summary.requests = {{"users", 0, 990, 990, 0, 0}};
    summary.loadCourses = {served({50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50})};
    CHECK(nothingNearLimit(summary) == "Nothing is near its limit.");

    summary.loadCourses = {served({50, 50, 50, 180, 180, 180, 50, 50, 50, 50, 50, 50})};
    CHECK(nothingNearLimit(summary) == "On average over the run nothing is near its limit, but look at the load during "
                                       "the rush, from 3 s to 11 s.");
    summary.loadCourses = {served({50, 50, 50, 180, 180, 180, 50, 50, 50, 50})}; // it has not drained by the end
    summary.simulatedS = 10;
    CHECK(nothingNearLimit(summary).ends_with("from 3 s to 10 s."));

    summary.requests = {{"users", 0, 990, 500, 0, 490}};
    CHECK(nothingNearLimit(summary).starts_with("No resource is near its limit on average, although more arrives"));
}

TEST_CASE("slots that are full while the devices are not are reported")
{
    Summary summary;
    summary.bottleneck = Bottleneck{"storage.processor", 0.6};
    summary.resources = {
        {.nodeGroup = "storage", .resource = "processor", .utilisationMax = 0.6},
        {.nodeGroup = "storage", .resource = "slots messenger", .utilisationMax = 0.983, .queueMean = 184}};
    const std::string full = "98 % of storage slots (messenger) are taken, with 184 waiting on average.";
    CHECK(fullPool(summary) == full);
    CHECK(nothingNearLimit(summary) == "No device is near its limit. " + full);

    summary.bottleneck->utilisation = 0.99; // the device is what limits
    CHECK(fullPool(summary).empty());
    summary.bottleneck = Bottleneck{"storage.slots messenger", 0.983}; // the limit is not told twice
    CHECK(fullPool(summary).empty());
    summary.bottleneck = Bottleneck{"storage.processor", 0.6};
    summary.resources[1].queueMean = 0; // nobody waits for them
    CHECK(fullPool(summary).empty());
    CHECK(nothingNearLimit(summary) == "Nothing is near its limit.");
}

TEST_CASE("disks that are busy behind caches are reported beside what limits")
{
    Summary summary;
    summary.bottleneck = Bottleneck{"storage.processor", 0.8, "storage.network", 0.3};
    summary.resources = {{.nodeGroup = "storage", .resource = "processor", .utilisationMax = 0.8},
                         {.nodeGroup = "storage", .resource = "disk data", .utilisationMax = 0.75}};
    const std::string busy =
        "For 75 % of the time storage disks (data) are busy, but requests hardly wait for what they do.";
    CHECK(busyBehindCaches(summary) == busy);
    CHECK(besideTheLimit(summary) == busy);

    summary.resources.push_back(
        {.nodeGroup = "storage", .resource = "slots gate", .utilisationMax = 0.9, .queueMean = 3});
    CHECK(besideTheLimit(summary) == "90 % of storage slots (gate) are taken, with 3 waiting on average. " + busy);
    summary.resources.pop_back();

    summary.bottleneck->utilisation = 0.5;
    CHECK(nothingNearLimit(summary) == "No device that requests wait for is near its limit. " + busy);
    summary.bottleneck->next = "storage.disk data"; // then they were not passed over
    CHECK(busyBehindCaches(summary).empty());
    summary.bottleneck = Bottleneck{"storage.disk data", 0.75, "storage.network", 0.3};
    CHECK(besideTheLimit(summary).empty());
    CHECK(nothingNearLimit(summary) == "Nothing is near its limit.");

    // Beside disks that limit, those of another group are told.
    summary.resources.push_back({.nodeGroup = "index", .resource = "disk log", .utilisationMax = 0.72});
    CHECK(busyBehindCaches(summary) ==
          "For 72 % of the time index disks (log) are busy, but requests hardly wait for what they do.");
}
