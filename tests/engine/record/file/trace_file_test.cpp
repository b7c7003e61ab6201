#include "record/file/trace_file.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace headroom::record;
namespace fs = std::filesystem;

namespace {

Span request(std::uint64_t id, const std::string& node, double begin, double end)
{
    Span span;
    span.id = id;
    span.trace = 1;
    span.kind = "request";
    span.name = span.operation = "PUT";
    span.role = "proxy";
    span.node = node;
    span.beginS = begin;
    span.endS = end;
    return span;
}

} // namespace

TEST_CASE("a trace file is the event format's array: named nodes and rows, spans in microseconds, a flow for each call")
{
    const fs::path path = fs::temp_directory_path() / ("headroom-trace-" + std::to_string(::getpid()) + ".json");
    {
        TraceFile file(path);
        Span called = request(2, "storage-1", 0.5, 0.75);
        called.parent = 1;
        called.callerNode = "proxy-1";
        called.callerLane = 3;
        called.calledS = 0.25;
        file.add(called);
        file.add(request(1, "proxy-1", 0, 1));
        CHECK_FALSE(fs::exists(path));
        file.finish();
    }
    std::ifstream stream(path);
    const auto events = nlohmann::json::parse(stream);
    fs::remove(path);
    std::map<std::string, int> phases;
    for (const auto& event : events)
        ++phases[event["ph"]];
    CHECK(phases == std::map<std::string, int>{{"M", 4}, {"X", 2}, {"s", 1}, {"f", 1}});
    for (const auto& event : events) {
        if (event["ph"] == "X" && event["args"]["span"] == 2) {
            CHECK(event["ts"] == 500000.0);
            CHECK(event["dur"] == 250000.0);
            CHECK(event["tid"] == 1);
        }
        if (event["ph"] == "s") {
            CHECK(event["tid"] == 4);
            CHECK(event["ts"] == 250000.0);
            CHECK(event["id"] == 2);
        }
    }
}

TEST_CASE("a trace that is not finished leaves nothing behind")
{
    const fs::path folder = fs::temp_directory_path() / ("headroom-traces-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    {
        TraceFile file(folder / "t.json");
        file.add(request(1, "n", 0, 1));
    }
    CHECK(fs::is_empty(folder));
    fs::remove_all(folder);
}

TEST_CASE("samples of a series are a counter beside the nodes")
{
    const fs::path path = fs::temp_directory_path() / ("headroom-counter-" + std::to_string(::getpid()) + ".json");
    {
        TraceFile file(path);
        const SeriesInfo series{3, {"operation", "PUT", "throughput"}, "1/s"};
        file.add(series, 0.5, 1200);
        file.add(series, 1.0, 1300);
        file.finish();
    }
    std::ifstream stream(path);
    const auto events = nlohmann::json::parse(stream);
    fs::remove(path);
    REQUIRE(events.size() == 3);
    CHECK(events[0]["args"]["name"] == "series");
    CHECK(events[1]["ph"] == "C");
    CHECK(events[1]["ts"] == 500000.0);
    CHECK(events[2]["args"]["1/s"] == 1300.0);
    CHECK(events[1]["pid"] == events[0]["pid"]);
}

TEST_CASE("the time of the mean request is a row for each operation, the longest part first")
{
    const fs::path path = fs::temp_directory_path() / ("headroom-times-" + std::to_string(::getpid()) + ".json");
    Summary summary;
    summary.timeParts = {{"load", "PUT", "storage", "processor", "", 0.001, 0.002, 9},
                         {"load", "PUT", "storage", "disk data", "flush", 0.007, {}, 9}};
    summary.timeAtBlocks = {{"load", "PUT", "store/PUT/full", "sync", 0.01}};
    {
        TraceFile file(path);
        file.addTimes(summary);
        file.finish();
    }
    std::ifstream stream(path);
    const auto events = nlohmann::json::parse(stream);
    fs::remove(path);
    std::vector<std::tuple<std::string, int, double, double>> slices;
    for (const auto& event : events)
        if (event["ph"] == "X")
            slices.emplace_back(event["name"], event["tid"], event["ts"], event["dur"]);
    CHECK(slices == std::vector<std::tuple<std::string, int, double, double>>{{"storage disk data (flush)", 1, 0, 7000},
                                                                              {"storage processor", 1, 7000, 3000},
                                                                              {"store/PUT/full sync", 2, 0, 10000}});
}
