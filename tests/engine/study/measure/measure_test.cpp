// Figures that a study reads from the summary of a run: the load of users, whether it settles, the resources worth
// trying.
#include "study/advice/candidates.h"
#include "study/measure/measure.h"

#include <catch2/catch.hpp>

using namespace headroom;
using record::Summary;

namespace {

record::OperationSummary operation(double perSecond, double ms)
{
    record::OperationSummary result;
    result.count = static_cast<std::uint64_t>(perSecond * 10);
    result.perSecond = perSecond;
    result.latency = {ms, ms, ms, ms, ms};
    result.buckets = {{ms * 0.9, ms * 1.1, result.count}};
    return result;
}

Summary loaded(const char* type)
{
    Summary summary;
    summary.workloads["load"] = {.type = type, .count = 1000, .perSecond = 100};
    summary.requests = {{"load", 10, 1000, 1000, 0, 10}};
    summary.operations["PUT"] = operation(100, 8);
    return summary;
}

void addRow(Summary& summary, const char* group, const char* resource, double utilisation, double servedS = 0)
{
    record::ResourceSummary row;
    row.nodeGroup = group;
    row.resource = resource;
    row.utilisationMean = row.utilisationMax = utilisation;
    row.servedS = servedS;
    summary.resources.push_back(row);
}

} // namespace

TEST_CASE("all operations of users count together, those in the background do not")
{
    Summary summary = loaded("closed loop");
    summary.operations["GET"] = operation(300, 4);
    summary.workloads["scrub"].background = true;
    summary.operations["scrub: PUT"] = operation(1000, 900);
    const study::Measure measure = study::measureOf(summary);
    CHECK(measure.perSecond == Approx(400));
    CHECK(measure.meanMs == Approx(5));
    CHECK(measure.completed == 4000);
    CHECK_FALSE(measure.arrivalsGiven);
}

TEST_CASE("p99 is read from the distribution of all operations")
{
    Summary summary = loaded("closed loop");
    summary.operations["PUT"].buckets = {{1, 2, 900}, {2, 4, 100}};
    CHECK(study::measureOf(summary).p99Ms == Approx(2 + 2 * 0.9));
    summary.operations["GET"] = operation(100, 1);
    summary.operations["GET"].buckets = {{1, 2, 1000}}; // the same bucket again
    CHECK(study::measureOf(summary).p99Ms == Approx(2 + 2 * 0.8));
}

TEST_CASE("where all load is jobs, they are what is done in a second")
{
    Summary summary = loaded("jobs");
    summary.jobs["load"] = {4, 0, 20, 25};
    CHECK(study::measureOf(summary).perSecond == Approx(0.05));
    summary.workloads["users"].type = "closed loop";
    CHECK(study::measureOf(summary).perSecond == Approx(100));
}

TEST_CASE("an open loop settles unless its requests pile up or fail")
{
    Summary summary = loaded("open loop");
    CHECK(study::measureOf(summary).arrivalsGiven);
    CHECK(study::measureOf(summary).settles);
    summary.requests[0].inFlight = 200;
    CHECK_FALSE(study::measureOf(summary).settles);
    summary = loaded("open loop");
    summary.workloads["load"].errors = 200;
    CHECK_FALSE(study::measureOf(summary).settles);
    summary = loaded("closed loop");
    summary.requests[0].inFlight = 200; // its users wait: there are no more than they are
    CHECK(study::measureOf(summary).settles);
}

TEST_CASE("resources in use or in the way of requests are tried, the most promising first")
{
    Summary summary = loaded("closed loop"); // 8 ms
    addRow(summary, "servers", "processor", 0.04, 0.001);
    addRow(summary, "servers", "disk data", 0.7, 0.004);
    addRow(summary, "servers", "memory", 0.05);
    addRow(summary, "servers", "network", 0.3);
    addRow(summary, "link", "cable servers→switch", 0.3);
    addRow(summary, "link", "uplink switch→core", 0.9);
    CHECK(study::candidates(summary) == std::vector<std::string>{"link.uplink switch→core", "servers.disk data",
                                                                 "servers.processor", "servers.network"});
}
