#include "../records.h"
#include "record/structure/summary_json.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::record;

TEST_CASE("a summary has the documented keys")
{
    const Json json = toJson(example::summary());
    CHECK(json["project"] == "Swift \"rack\" · ä");
    CHECK(json["simulated_s"] == 60.0);
    CHECK(json["operations"]["PUT"]["count"] == 120000);
    CHECK(json["operations"]["PUT"]["errors"] == 3);
    CHECK(json["operations"]["PUT"]["per_s"] == 2000.1);
    CHECK(json["operations"]["PUT"]["bytes_per_s"] == 3.2e7);
    CHECK(json["operations"]["PUT"]["latency_ms"]["p99"] == 4.0);
    CHECK(json["operations"]["PUT"]["ci95_rel"] == 0.01);
    CHECK(json["operations"]["PUT"]["latency_buckets_ms"] == Json::parse("[[0.5,0.53125,7],[1.0,1.0625,119993]]"));
    CHECK(json["operations"]["GET"]["latency_buckets_ms"].empty());
    CHECK(json["resources"][0]["waiting_s"] == 0.0007);
    CHECK(json["resources"][1]["waiting_s"].is_null());
    CHECK(json["resources"][0]["node_group"] == "storage");
    CHECK(json["resources"][0]["resource"] == "disk data");
    CHECK(json["resources"][0]["utilisation_mean"] == 0.93);
    CHECK(json["resources"][0]["utilisation_max"] == 0.97);
    CHECK(json["resources"][0]["queue_mean"] == 3.1);
    CHECK(json["nodes"][0]["disk"][1] == 0.97);
    CHECK(json["nodes"][0]["network"][1].is_null());
    CHECK(json["bottleneck"]["resource"] == "storage.disk data");
    CHECK(json["capacity"]["raw_bytes"] == 4.48e14);
    CHECK(json["wear"][0]["written_most_per_s"] == 4e6);
    CHECK(json["wear"][0]["endurance_bytes"] == 1.46e16);
    CHECK(json["wear"][1]["endurance_bytes"].is_null());
    CHECK(json["blocks"][0]["mean_s"] == 0.00031);
    CHECK(json["stretches"]["proxy-server PUT commit"]["count"] == 41);
    CHECK(json["stretches"]["proxy-server PUT commit"]["duration_ms"]["p95"] == 4.0);
    CHECK(json["states"][0]["hit_ratio"] == 0.87);
    CHECK(json["states"][0]["look_ups"] == 900);
    CHECK(json["states"][1]["state"] == "lock");
    CHECK(json["states"][1]["used_mean"] == 0.5);
    CHECK(json["states"][1]["waiting_max"] == 7);
    CHECK(json["laws"][0]["left"] == "123456789012345678901234567890");
    CHECK(json["parameters"]["WORKERS"] == "64");
    CHECK(json["load_course"][0]["workload"] == "load");
    CHECK(json["load_course"][0]["points"][1] == Json::parse("[30.25, 70000, 69000, 1003, 1100]"));
}

TEST_CASE("a summary reads back equal from its text")
{
    const Json json = toJson(example::summary());
    CHECK(toJson(summaryFromJson(Json::parse(json.dump()))) == json);
}

TEST_CASE("the stages of a run read back with their resources and limits")
{
    Summary summary = example::summary();
    summary.stages = {
        {"read + write 2/3", {"read", "write"}, 5, 35.5, 1234.5, 0.02, summary.resources, summary.bottleneck},
        {"write 3/3", {"write"}, 40, 50, 0, 0, {}, {}}};
    const Json json = toJson(summary);
    CHECK(json["stages"][0]["stage"] == "read + write 2/3");
    CHECK(json["stages"][0]["to_s"] == 35.5);
    CHECK(json["stages"][0]["resources"][0]["utilisation_max"] == 0.97);
    CHECK(json["stages"][0]["bottleneck"]["resource"] == "storage.disk data");
    CHECK_FALSE(json["stages"][1].contains("bottleneck"));
    const Summary read = summaryFromJson(Json::parse(json.dump()));
    CHECK(toJson(read) == json);
    CHECK(read.stages[1].workloads == std::vector<std::string>{"write"});
}

TEST_CASE("unknown figures are left out of a summary")
{
    const Json json = toJson(Summary{});
    CHECK_FALSE(json.contains("bottleneck"));
    CHECK_FALSE(json.contains("capacity"));
    CHECK_FALSE(json.contains("stretches"));
    CHECK_FALSE(json.contains("states"));
    const Summary back = summaryFromJson(json);
    CHECK_FALSE(back.bottleneck);
    CHECK_FALSE(back.rawBytes);
    CHECK_FALSE(back.usableBytes);
}

TEST_CASE("a number that is not defined is null and reads back so")
{
    Summary summary;
    summary.operations["PUT"].ci95Relative = std::nan("");
    const Json json = Json::parse(toJson(summary).dump());
    CHECK(json["operations"]["PUT"]["ci95_rel"].is_null());
    CHECK(std::isnan(summaryFromJson(json).operations.at("PUT").ci95Relative));
}

TEST_CASE("a missing or wrong key of a summary is named")
{
    using Catch::Contains;
    const Json good = toJson(example::summary());
    for (const char* key : {"project", "seed", "simulated_s", "warm_up_s", "wall_s", "events", "stopped", "parameters",
                            "operations", "resources", "blocks", "laws"}) {
        Json json = good;
        json.erase(key);
        CHECK_THROWS_WITH(summaryFromJson(json), Contains(std::string("\"") + key + "\" is missing"));
        json[key] = std::string(key) == "project" ? Json(1) : Json("text");
        CHECK_THROWS_WITH(summaryFromJson(json), Contains(std::string("\"") + key + "\" is not"));
    }
    Json json = good;
    json["operations"]["PUT"]["latency_ms"].erase("p95");
    CHECK_THROWS_WITH(summaryFromJson(json), Contains("\"operations.PUT.latency_ms.p95\" is missing"));
    json = good;
    json["operations"]["PUT"]["latency_buckets_ms"] = Json::parse("[[1, 2]]");
    CHECK_THROWS_WITH(summaryFromJson(json), Contains("\"operations.PUT.latency_buckets_ms\" is not"));
    json = good;
    json["operations"]["PUT"] = 3;
    CHECK_THROWS_WITH(summaryFromJson(json), Contains("\"operations.PUT\" is not an object"));
    json = good;
    json["parameters"]["WORKERS"] = 64;
    CHECK_THROWS_WITH(summaryFromJson(json), Contains("\"parameters.WORKERS\" is not a text"));
}
