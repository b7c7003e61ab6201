#include "study/bench/bench_jobs.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

constexpr std::uint64_t small = 4096;
constexpr std::uint64_t large = 131072;

BenchJob job(bool random, double readShare, std::uint64_t bytes, std::uint32_t depth)
{
    BenchJob made;
    made.random = random;
    made.readShare = readShare;
    made.bytes = bytes;
    made.depth = depth;
    const std::string direction = readShare == 1 ? "read" : readShare == 0 ? "write" : "mix 70/30";
    made.id = std::string(random ? "random " : "sequential ") + direction + " " + std::to_string(bytes / 1024) +
              "k depth " + std::to_string(depth);
    return made;
}

std::string milliseconds(double seconds)
{
    return std::to_string(std::lround(1000 * seconds)) + "ms";
}

std::vector<std::string> onFile(const std::string& file)
{
    return {"--name=job",           "--filename=" + file, "--allow_file_create=0", "--direct=1",
            "--output-format=json", "--eta=never",        "--norandommap",         "--refill_buffers"};
}

} // namespace

std::string inWords(const BenchJob& job)
{
    std::string text = job.random ? "random " : "sequential ";
    text += job.readShare == 1 ? "reads" : job.readShare == 0 ? "writes" : "I/Os, 70 % of them reads,";
    text += " of " + std::to_string(job.bytes / 1024) + " KiB, ";
    text += job.flushes ? "each with fdatasync" : "depth " + std::to_string(job.depth);
    if (job.part != BenchJob::Part::whole)
        text += job.part == BenchJob::Part::first ? ", at the beginning" : ", at the end";
    return text;
}

std::vector<BenchJob> depthJobs(const BenchScope& scope)
{
    std::vector<BenchJob> jobs;
    const std::vector<std::uint32_t> depths = scope.rotates ? std::vector<std::uint32_t>{1, 32}
                                              : scope.quick ? std::vector<std::uint32_t>{1, 8, 32, 128}
                                                            : std::vector<std::uint32_t>{1, 4, 8, 16, 32, 64, 128, 256};
    for (const std::uint32_t depth : depths)
        jobs.push_back(job(true, 1, small, depth));
    return jobs;
}

std::vector<BenchJob> furtherJobs(const BenchScope& scope, std::uint32_t saturated)
{
    std::vector<BenchJob> jobs;
    if (scope.rotates) {
        for (const auto part : {BenchJob::Part::first, BenchJob::Part::last}) {
            jobs.push_back(job(false, 1, large, 8));
            jobs.back().part = part;
            jobs.back().id += part == BenchJob::Part::first ? " first" : " last";
        }
        if (scope.writes) {
            jobs.push_back(job(false, 0, large, 8));
            jobs.back().part = BenchJob::Part::first;
            jobs.push_back(job(true, 0, small, 1));
            jobs.back().flushes = true;
            jobs.back().id = "random write 4k fdatasync";
        }
        return jobs;
    }
    jobs.push_back(job(true, 1, 2 * small, saturated));
    jobs.push_back(job(false, 1, large, 32));
    jobs.push_back(job(false, 1, small, 1));
    if (!scope.writes)
        return jobs;
    jobs.push_back(job(false, 0, large, 32));
    jobs.push_back(job(false, 0, small, 1));
    jobs.push_back(job(true, 0, small, 1));
    jobs.push_back(job(true, 0, small, 1));
    jobs.back().flushes = true;
    jobs.back().id = "random write 4k fdatasync";
    jobs.push_back(job(true, 0, small, saturated));
    jobs.push_back(job(true, 0, 2 * small, saturated));
    jobs.push_back(job(true, 0.7, small, saturated));
    return jobs;
}

std::vector<std::string> argumentsOf(const BenchJob& job, const std::string& file, std::uint64_t size, double seconds)
{
    std::vector<std::string> arguments = onFile(file);
    const char* direction = job.readShare == 1 ? "read" : job.readShare == 0 ? "write" : "rw";
    arguments.push_back(std::string("--rw=") + (job.random ? "rand" : "") + direction);
    if (job.reads() && job.writes())
        arguments.push_back("--rwmixread=" + std::to_string(std::lround(100 * job.readShare)));
    arguments.push_back("--bs=" + std::to_string(job.bytes));
    arguments.push_back("--iodepth=" + std::to_string(job.depth));
    // fio waits for an answer before it flushes only if the engine is one without a queue.
    arguments.push_back(job.flushes ? "--ioengine=psync" : "--ioengine=libaio");
    if (job.flushes)
        arguments.push_back("--fdatasync=1");
    if (job.part != BenchJob::Part::whole) {
        arguments.push_back(job.part == BenchJob::Part::first ? "--offset=0" : "--offset=94%");
        arguments.push_back("--size=6%");
    } else if (size > 0)
        arguments.push_back("--size=" + std::to_string(size));
    arguments.push_back("--time_based");
    arguments.push_back("--runtime=" + milliseconds(seconds));
    arguments.push_back("--ramp_time=" + milliseconds(std::max(0.1, seconds / 20)));
    if (!job.writes())
        arguments.push_back("--readonly");
    return arguments;
}

std::vector<std::string> fillArguments(const std::string& file, std::uint64_t size)
{
    std::vector<std::string> arguments = onFile(file);
    for (const char* each : {"--rw=write", "--bs=1m", "--iodepth=8", "--ioengine=libaio", "--end_fsync=1"})
        arguments.emplace_back(each);
    arguments.push_back("--size=" + std::to_string(size));
    return arguments;
}

} // namespace headroom::study
