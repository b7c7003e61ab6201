// The sentence on what limits a run.
#include "record/figures/figures.h"

#include <catch2/catch.hpp>

using namespace headroom::record;

namespace {

Summary limitedBy(Bottleneck limit)
{
    Summary summary;
    summary.bottleneck = std::move(limit);
    summary.resources = {{.nodeGroup = "storage", .resource = "processor", .utilisationMax = 0.4},
                         {.nodeGroup = "storage", .resource = "disk data", .utilisationMax = 0.95}};
    return summary;
}

} // namespace

TEST_CASE("a limit is named with its use, the time that requests spend there, and what is next")
{
    Bottleneck limit{"storage.disk data", 0.95, "storage.processor", 0.4};
    limit.timeShare = 0.78;
    CHECK(limitInWords(limitedBy(limit)) == "Limit: storage disks (data), 95 % used. Requests spend 78 % of their "
                                            "time there. Next, when that is gone: storage processors, 40 % used.");
}

TEST_CASE("what is hardly used is next only where requests spend their time there")
{
    Bottleneck limit{"storage.disk data", 0.95, "storage.processor", 0.04};
    CHECK(limitInWords(limitedBy(limit)) == "Limit: storage disks (data), 95 % used. Nothing else is near its limit.");
    limit.timeShare = 0.01;
    CHECK(limitInWords(limitedBy(limit)) == "Limit: storage disks (data), 95 % used. Next, when that is gone: the time "
                                            "that requests spend at storage processors (4 % used).");
}

TEST_CASE("slots are a setting of the software")
{
    Bottleneck limit{"storage.slots gate", 1};
    limit.timeShare = 0.5;
    Summary summary = limitedBy(limit);
    summary.resources.pop_back();
    CHECK(limitInWords(summary) == "Limit: storage slots (gate), a setting of the software, 100 % taken. "
                                   "Requests spend 50 % of their time waiting for it.");
}

TEST_CASE("two resources that are one limit are said to be one")
{
    Bottleneck limit{"storage.slots gate", 1, "storage.disk data", 0.95};
    limit.sameAs = "storage.disk data";
    CHECK(limitInWords(limitedBy(limit)) ==
          "Limit: storage slots (gate), a setting of the software, 100 % taken. It is held mostly while storage disks "
          "(data) serve: both are one limit.");
    limit = {"storage.disk data", 0.95, "storage.processor", 0.4};
    limit.sameAs = "storage.slots gate";
    CHECK(limitInWords(limitedBy(limit)) ==
          "Limit: storage disks (data), 95 % used. Meanwhile storage slots (gate) are taken: both are one limit. Next, "
          "when that is gone: storage processors, 40 % used.");
}

TEST_CASE("where nothing is near its limit and requests come by themselves, the most used resource is named")
{
    Summary summary = limitedBy({"storage.processor", 0.4});
    summary.resources.pop_back();
    CHECK(limitInWords(summary) == "Nothing is near its limit. Most used: storage processors, 40 %.");
    summary.resources.front().utilisationMax = 0.29;
    CHECK(limitInWords(summary) == "Nothing is near its limit.");
    summary.resources.clear();
    CHECK(limitInWords(summary) == "Nothing is near its limit.");
}
