// Loads of other programs, taken over into shipped projects and onto the shipped cluster, and simulated there.
#include "tests/engine/cli/engine_process.h"

#include "tests/one_of.h"

#include <catch2/catch.hpp>

using namespace headroom::cli::test;

namespace {

/// A copy of a shipped project, to be changed.
std::string copyOf(const Folder& folder, const std::string& name)
{
    fs::copy(fs::path(HEADROOM_SOURCE_DIR) / "projects" / name, folder.path / name, fs::copy_options::recursive);
    return "'" + (folder.path / name).string() + "'";
}

/// The workload that users wait for.
nlohmann::ordered_json usersLoad(const nlohmann::ordered_json& result)
{
    for (const auto& workload : result["workloads"])
        if (!workload["background"].get<bool>())
            return workload;
    FAIL("no workload of users");
    return {};
}

} // namespace

TEST_CASE("a fio job of a cluster's clients fills the shipped Ceph projects, which run with its load")
{
    const auto project = headroom::test::oneOf<std::string>({"ceph-nvme", "ceph-hdd"});
    const auto engine = headroom::test::oneOf<std::string>({"rbd", "rados"});
    const Folder folder;
    const std::string into = copyOf(folder, project);
    const fs::path job = folder.write("job.fio", "[global]\nioengine=" + engine +
                                                     "\nclientname=admin\npool=bench\nrw=randrw\nrwmixread=70\n"
                                                     "bs=16k\nrate_iops=50\n[vm]\nnumjobs=2\niodepth=8\n");
    const Output imported = folder.run("import '" + job.string() + "' --into " + into);
    INFO(imported.err);
    REQUIRE(imported.status == 0);
    CHECK_THAT(imported.out, Catch::Matchers::Contains("CLIENTS = 2") && Catch::Matchers::Contains("DEPTH = 8") &&
                                 Catch::Matchers::Contains("BLOCK_SIZE = 16384") &&
                                 Catch::Matchers::Contains("rate_iops=50: the clients ask as fast as"));
    CHECK(imported.out.find("no such option") == std::string::npos);
    const auto result = printed(folder.run("simulate " + into + " --json --duration 0.3 --warm-up 0.1"));
    CHECK(usersLoad(result)["in_flight_mean"].get<double>() == Approx(16).epsilon(0.02));
    const double reads = result["operations"]["read"]["per_s"], writes = result["operations"]["write"]["per_s"];
    CHECK(writes > 0);
    CHECK(reads / (reads + writes) == Approx(0.7).margin(0.1));
    CHECK(result["operations"]["read"]["bytes_per_s"].get<double>() == Approx(reads * 16384));
}

TEST_CASE("all operations of a COSBench workload run on the shipped Swift cluster")
{
    const Folder folder;
    const fs::path file = fs::path(HEADROOM_SOURCE_DIR) / "tests" / "data" / "imports" / "cosbench";
    const std::string project = "'" + (folder.path / "load.headroom").string() + "'";
    const Output imported = folder.run("import '" + (file / "all-operations.xml").string() + "' --out " + project);
    INFO(imported.err);
    REQUIRE(imported.status == 0);
    CHECK(imported.out.find("Not carried over") == std::string::npos);
    const auto result = printed(folder.run("simulate " + project + " --json --duration 6 --warm-up 1"));
    double all = 0;
    for (const auto& operation : result["operations"])
        all += operation["per_s"].get<double>();
    const std::pair<const char*, double> ratios[] = {
        {"GET", 0.2}, {"PUT", 0.3}, {"DELETE", 0.3}, {"LIST", 0.1}, {"HEAD", 0.1}};
    for (const auto& [operation, ratio] : ratios) {
        INFO(operation);
        CHECK(result["operations"][operation]["per_s"].get<double>() / all == Approx(ratio).margin(0.06));
        CHECK(result["operations"][operation]["errors"] == 0);
    }
    // A list is of the container servers alone; a deletion is written by the object servers, too.
    CHECK(result["operations"]["LIST"]["bytes_per_s"] == 0);
    CHECK(result["operations"]["DELETE"]["latency_ms"]["mean"] > result["operations"]["HEAD"]["latency_ms"]["mean"]);
}
