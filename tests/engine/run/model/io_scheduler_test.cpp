// From the field of a project to what a disk does.
#include "../run_fixture.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// 4 KiB random reads a second of 64 who read from the one disk, whose fields are given.
double randomReads(const Json& fields)
{
    TinyProject tiny = alone(
        R"({"id": "read", "type": "read", "volume": "data", "bytes": "4 KiB", "through": "direct", "key": "request"})",
        "start > read > answer; read.error > none");
    tiny.tree["components"].push_back(component("drive", "disk",
                                                {{"interface", "SATA 6Gb/s"},
                                                 {"capacity_B", 1e12},
                                                 {"rpm", 7200},
                                                 {"seq_read_Bps", 1.8e8},
                                                 {"seq_write_Bps", 1.8e8},
                                                 {"avg_seek_read_ms", 4.6},
                                                 {"track_to_track_seek_ms", 0.8},
                                                 {"saturation_queue_depth", 32}}));
    tiny.definition("client")["volumes"] = {"data"};
    Json& group = tiny.group("clients");
    group["devices"] = {{{"id", "data"}, {"component", "drive"}}};
    group["devices"][0].update(fields);
    group["volumes"] = {{{"volume", "data"}, {"devices", "data"}, {"used", 1}}};
    tiny.tree["workloads"][0]["workers"] = 64;
    tiny.tree["run"]["warm_up"] = "5 s";
    tiny.tree["run"]["duration"] = "65 s";
    return simulate(tiny.tree).operations.at("ask").perSecond;
}

} // namespace

TEST_CASE("the scheduler that a project gives its disks orders what waits for them")
{
    const double none = randomReads(Json::object());
    CHECK(randomReads({{"scheduler", "none"}}) == none);
    const double ordered = randomReads({{"scheduler", "deadline"}});
    CHECK(ordered > 1.03 * none);
    CHECK(randomReads({{"scheduler", "deadline"}, {"nr_requests", 64}}) == ordered);  // twice the drive's queue
    CHECK(randomReads({{"scheduler", "deadline"}, {"nr_requests", 32}}) == none);     // all of them in the drive
    CHECK(randomReads({{"scheduler", "deadline"}, {"nr_requests", 8}}) < 0.9 * none); // the drive has but eight
}
