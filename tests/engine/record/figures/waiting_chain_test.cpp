// The sentence on a closed loop that merely waits.
#include "record/figures/figures.h"

#include <catch2/catch.hpp>

using namespace headroom::record;

namespace {

/// Users who write 1000 times a second, 16 at a time.
Summary writing()
{
    Summary summary;
    summary.workloads["load"] = {.type = "closed loop", .count = 1000, .perSecond = 1000, .users = 16, .thinkS = 0};
    summary.operations["write"].count = 1000;
    summary.timeParts = {{"load", "write", "storage", "processor", "", 0.004, 0.001, 250},
                         {"load", "write", "storage", "disk data", "", 0.006, {}, 250},
                         {"load", "write", "storage", "disk data", "flush", 0.004, {}, 250},
                         {"load", "write", "storage", "network", "from clients", 0.001, {}, 250}};
    return summary;
}

} // namespace

TEST_CASE("data and flushes that alternate on one device are one thing to wait for")
{
    CHECK(waitingChain(writing()) ==
          "Each of the 16 requests of \"load\" waits for the one before: 16 ms, of which 63 % "
          "storage disks (data) (flushes: 25 %), 31 % storage processors and 6 % network between clients and storage; "
          "more requests at a time would bring more.");
}

TEST_CASE("small parts are told together")
{
    Summary summary = writing();
    summary.timeParts[2].servedS = 0;
    summary.timeParts[3].servedS = 0.0002;
    CHECK(waitingChain(summary).find("55 % storage disks (data), 45 % storage processors") == std::string::npos);
    CHECK(waitingChain(summary).find("54 % storage disks (data), 45 % storage processors and 2 % other things") !=
          std::string::npos);
}

TEST_CASE("requests of several operations count by their number")
{
    Summary summary = writing();
    summary.operations["read"].count = 3000;
    summary.timeParts.push_back({"load", "read", "storage", "disk data", "", 0.004, {}, 250});
    CHECK(waitingChain(summary).find("before: 7 ms, of which 79 % storage disks (data)") != std::string::npos);
}

TEST_CASE("nothing is said of arrivals that do not wait, nor by results without the parts")
{
    Summary summary = writing();
    summary.workloads["stream"] = {.type = "open loop", .count = 10};
    CHECK(waitingChain(summary).empty());
    summary = writing();
    summary.timeParts.clear();
    CHECK(waitingChain(summary).empty());
}

TEST_CASE("the first thing that would be full is named, if it is not far from that")
{
    Summary summary = writing();
    summary.resources = {{.nodeGroup = "storage", .resource = "disk data", .utilisationMax = 0.45},
                         {.nodeGroup = "storage", .resource = "disk log", .utilisationMax = 0.6},
                         {.nodeGroup = "clients", .resource = "network", .utilisationMax = 0.2}};
    CHECK(waitingChain(summary).ends_with(
        "more requests at a time would bring more until storage disks (data) are full, of which 45 % are used now."));
    summary.resources[2].utilisationMax = 0.5; // messages come from there
    CHECK(waitingChain(summary).ends_with("until clients network are full, of which 50 % are used now."));
    summary.resources.clear();
    CHECK(waitingChain(summary).ends_with("more requests at a time would bring more."));
}
