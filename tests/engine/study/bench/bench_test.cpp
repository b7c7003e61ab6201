#include "project/library/own_components.h"
#include "study/bench/bench_entry.h"
#include "study/bench/bench_jobs.h"
#include "study/bench/bench_place.h"
#include "study/bench/fio_answer.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using namespace headroom;
using namespace headroom::study;
using Catch::Matchers::Contains;

namespace {

std::string recorded(const char* name)
{
    std::ifstream file(std::string(HEADROOM_SOURCE_DIR) + "/tests/data/measure/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

FioAnswer rate(double reads, double writes, std::uint64_t bytes, double meanUs)
{
    FioAnswer answer;
    answer.version = "fio-3.33";
    answer.reads = {reads, reads * static_cast<double>(bytes), meanUs, meanUs / 5};
    answer.writes = {writes, writes * static_cast<double>(bytes), meanUs, meanUs / 5};
    return answer;
}

/// A drive of 100,000 reads and 40,000 writes a second with 16 channels, whose lone read takes 160 us.
BenchFindings solidState(bool writes = true)
{
    BenchFindings found;
    found.drive.device = "sdx";
    found.drive.vendor = "ACME";
    found.drive.model = "Fast 1 TB";
    found.drive.capacityBytes = 1000000000000;
    found.scope.writes = writes;
    found.secondsOfJob = 10;
    found.fileBytes = writes ? 4294967296 : 0;
    found.day = "2026-11-30";
    for (const BenchJob& job : depthJobs(found.scope))
        found.results.emplace_back(job, rate(std::min(100000.0, job.depth / 160e-6), 0, 4096, 160));
    for (const BenchJob& job : furtherJobs(found.scope, saturatedDepth(found.results))) {
        const double share = 4096.0 / static_cast<double>(job.bytes);
        const double mixed = job.reads() && job.writes() ? 60000 : 0;
        FioAnswer answer = mixed > 0            ? rate(0.7 * mixed, 0.3 * mixed, job.bytes, 500)
                           : !job.random        ? rate(job.reads() ? 5000 : 0, job.reads() ? 0 : 4000, job.bytes, 50)
                           : job.readShare == 1 ? rate(100000 * share, 0, job.bytes, 160)
                                                : rate(0, 40000 * share, job.bytes, 70);
        if (job.flushes)
            answer.flushMeanUs = answer.flushMedianUs = 525;
        found.results.emplace_back(job, answer);
    }
    return found;
}

bool estimates(const project::Component& component, const std::string& figure)
{
    return std::ranges::find(component.estimatedFields, figure) != component.estimatedFields.end();
}

} // namespace

TEST_CASE("the answer of fio to a job with flushes says how long each write and each flush took")
{
    const FioAnswer answer = readFio("fio: a warning\n" + recorded("fio-3.33-fdatasync.json"));
    CHECK(answer.version == "fio-3.33");
    CHECK(answer.writes.perSecond == Approx(619.38).epsilon(0.001));
    CHECK(answer.writes.meanUs == Approx(418.4).epsilon(0.001));
    CHECK(answer.flushMeanUs == Approx(1191.9).epsilon(0.001));
    CHECK(answer.flushMedianUs == Approx(276.5).epsilon(0.001));
    CHECK(answer.reads.perSecond == 0);
}

TEST_CASE("what is no answer of fio is refused with the place in it")
{
    CHECK_THROWS_WITH(readFio("fio: pid=3, err=28/file:filesetup.c"), Contains("no answer in JSON"));
    CHECK_THROWS_WITH(readFio("{\"jobs\": [}"), Contains("no answer that is JSON"));
    CHECK_THROWS_WITH(readFio("{\"jobs\": []}"), Contains("not that of one job"));
    CHECK_THROWS_WITH(readFio("{\"jobs\": [{\"error\": 5}]}"), Contains("error 5"));
    CHECK_THROWS_WITH(readFio("{\"jobs\": [{\"error\": 0, \"read\": {\"iops\": 3}}]}"), Contains("/read/bw_bytes"));
    std::string text = recorded("fio-3.33-fdatasync.json");
    text.replace(text.find("619.380619"), 10, "0.0");
    CHECK_THROWS_WITH(readFio(text), Contains("finished no request"));
}

TEST_CASE("a drive is saturated at the lowest depth with 95 % of its highest rate")
{
    const BenchFindings found = solidState();
    const std::vector<BenchResult> reads(found.results.begin(), found.results.begin() + 8);
    CHECK(saturatedDepth(reads) == 16);
}

TEST_CASE("the entry of an SSD has every figure that a run uses, with the job that it is from")
{
    std::vector<std::string> remarks;
    const project::Component ssd = entryOf(solidState(), {}, remarks);
    CHECK(ssd.id == "Measured_ACME_Fast_1_TB");
    CHECK(ssd.kind == "ssd");
    CHECK(ssd.confidence == "measured");
    CHECK(ssd.figure("capacity_B") == 1e12);
    CHECK(ssd.figure("rand_read_4k_iops") == 100000);
    CHECK(ssd.figure("rand_write_4k_iops") == 40000);
    CHECK(ssd.figure("rand_read_8k_iops") == 50000);
    CHECK(ssd.figure("rand_mixed_70_30_iops") == 60000);
    CHECK(ssd.figure("iops_queue_depth") == 16);
    CHECK(ssd.figure("read_latency_us") == 160);
    CHECK(ssd.figure("read_latency_cv") == 0.2);
    CHECK(ssd.figure("seq_read_Bps") == Approx(5000 * 131072.0).epsilon(0.01));
    CHECK(ssd.figure("parallel_channels") == 16);
    CHECK(ssd.figure("flush_latency_us") == 500); // 525 us less the page's 1 / 40,000 s
    CHECK(ssd.parameters["power_loss_protection"] == false);
    CHECK(ssd.estimatedFields == std::vector<std::string>{"parallel_channels"});
    CHECK_THAT(ssd.notes, Contains("rand_read_4k_iops: random reads of 4 KiB, depth 16"));
    CHECK_THAT(ssd.source, Contains("fio-3.33 on 2026-11-30"));
    CHECK(remarks.empty());
    CHECK(project::faultsOf(ssd).empty());
}

TEST_CASE("a device that was only read has estimates for writes, or the figures of a like part")
{
    std::vector<std::string> remarks;
    const project::Component alone = entryOf(solidState(false), {}, remarks);
    CHECK(estimates(alone, "rand_write_4k_iops"));
    REQUIRE(remarks.size() == 1);
    CHECK_THAT(remarks[0], Contains("Nothing was written"));

    EntryWishes wishes;
    wishes.like.emplace();
    wishes.like->id = "ACME_Fast";
    wishes.like->parameters = {{"rand_write_4k_iops", 33000}, {"seq_write_Bps", 500000000}, {"rand_read_4k_iops", 9}};
    const project::Component like = entryOf(solidState(false), wishes, remarks);
    CHECK(like.figure("rand_write_4k_iops") == 33000);
    CHECK(like.figure("rand_read_4k_iops") == 100000);
    CHECK_THAT(like.notes, Contains("As of ACME_Fast: rand_write_4k_iops, seq_write_Bps."));
}

TEST_CASE("flushes that take next to nothing stand for power-loss protection, uneven ones are doubted")
{
    std::vector<std::string> remarks;
    BenchFindings found = solidState();
    const auto flushed =
        std::ranges::find_if(found.results, [](const BenchResult& each) { return each.first.flushes; });
    flushed->second.flushMeanUs = flushed->second.flushMedianUs = 8;
    const project::Component protectedDrive = entryOf(found, {}, remarks);
    CHECK(protectedDrive.parameters["power_loss_protection"] == true);
    CHECK(estimates(protectedDrive, "power_loss_protection"));
    flushed->second.flushMeanUs = 900;
    flushed->second.flushMedianUs = 200;
    entryOf(found, {}, remarks);
    REQUIRE(remarks.size() == 1);
    CHECK_THAT(remarks[0], Contains("idle"));
}

TEST_CASE("the average seek of a disk is its lone read less half a turn and the transfer")
{
    BenchFindings found;
    found.drive.model = "Spinner";
    found.drive.capacityBytes = 4000000000000;
    found.drive.rotates = found.scope.rotates = found.scope.wholeDrive = true;
    found.scope.writes = false;
    for (const BenchJob& job : depthJobs(found.scope))
        found.results.emplace_back(job, rate(job.depth == 1 ? 78 : 200, 0, 4096, 12700));
    for (const BenchJob& job : furtherJobs(found.scope, 1))
        found.results.emplace_back(job, rate(job.part == BenchJob::Part::first ? 1500 : 750, 0, job.bytes, 700));
    std::vector<std::string> remarks;
    CHECK_THROWS_WITH(entryOf(found, {}, remarks), Contains("--rpm"));
    EntryWishes wishes;
    wishes.turnsPerMinute = 7200;
    const project::Component disk = entryOf(found, wishes, remarks);
    CHECK(disk.kind == "disk");
    CHECK(disk.figure("avg_seek_read_ms") == Approx(12.7 - 60000.0 / 7200 / 2 - 0.02).epsilon(0.01));
    CHECK(disk.figure("media_rate_inner_Bps") == Approx(disk.figure("media_rate_outer_Bps") / 2).epsilon(0.01));
    CHECK(estimates(disk, "avg_seek_write_ms"));
    CHECK(project::faultsOf(disk).empty());
    wishes.turnsPerMinute = 1000; // half a turn would take longer than a whole read
    CHECK_THROWS_WITH(entryOf(found, wishes, remarks), Contains("--rpm is wrong"));
    found.scope.wholeDrive = false;
    wishes.turnsPerMinute = 7200;
    CHECK_THROWS_WITH(entryOf(found, wishes, remarks), Contains("/dev/sda"));
}

TEST_CASE("a device is only opened for reading by fio unless writes were asked for")
{
    BenchScope scope;
    scope.writes = false;
    std::vector<BenchJob> jobs = depthJobs(scope);
    for (const BenchJob& job : furtherJobs(scope, 32))
        jobs.push_back(job);
    std::set<std::string> ids;
    for (const BenchJob& job : jobs) {
        CHECK(!job.writes());
        CHECK(ids.insert(job.id).second);
        const auto arguments = argumentsOf(job, "/dev/sdx", 0, 1);
        CHECK(std::ranges::find(arguments, "--readonly") != arguments.end());
        CHECK(std::ranges::none_of(arguments, [](const auto& each) { return each.starts_with("--size"); }));
    }
}

TEST_CASE("the file of a bench has no name, so nothing is left behind however the program ends")
{
    const auto folder = std::filesystem::temp_directory_path() / "headroom-bench-test";
    std::filesystem::create_directories(folder);
    {
        const BenchPlace place = BenchPlace::inFolder(folder, 1 << 20);
        CHECK(std::filesystem::is_empty(folder));
        CHECK(std::filesystem::file_size(place.path()) == 1 << 20);
        CHECK_FALSE(place.isDevice());
    }
    CHECK_THROWS_WITH(BenchPlace::inFolder(folder / "none", 1 << 20), Contains("neither a folder nor a block device"));
    CHECK_THROWS_WITH(BenchPlace::inFolder(folder, 1ULL << 60), Contains("--size"));
    CHECK_THROWS_WITH(BenchPlace::onDevice(folder, false), Contains("no block device"));
    std::filesystem::remove_all(folder);
}
