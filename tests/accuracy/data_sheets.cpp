#include "accuracy/data_sheets.h"

#include "engine/libraries/shipped.h"
#include "engine/resources/storage/load.h"
#include "run/model/hardware.h"

#include <algorithm>
#include <cstdio>

namespace headroom::accuracy {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t large = 131072;

/// 0 if the figure is missing or an estimate.
double figureOf(const project::Component& component, const std::string& name)
{
    const auto& estimated = component.estimatedFields;
    return std::find(estimated.begin(), estimated.end(), name) == estimated.end() ? component.figure(name) : 0;
}

double statedAlone(const project::Component& component, const DriveJob& job)
{
    const bool read = job.readShare == 1;
    const std::string direction = read ? "read" : "write";
    const double latencyUs = figureOf(component, (job.random ? "" : "seq_") + direction + "_latency_us");
    const double atDepth = component.figure("rand_" + direction + "_4k_iops");
    return latencyUs > 0 && 1e6 / latencyUs < atDepth ? 1e6 / latencyUs : 0;
}

double statedAtDepth(const project::Component& component, const DriveJob& job)
{
    const std::string direction = job.readShare == 1 ? "read" : "write";
    if (!job.random)
        return job.bytes == large ? figureOf(component, "seq_" + direction + "_Bps") / large : 0;
    if (job.bytes != page)
        return 0;
    const bool mixed = job.readShare > 0 && job.readShare < 1;
    return figureOf(component, mixed ? "rand_mixed_70_30_iops" : "rand_" + direction + "_4k_iops");
}

} // namespace

std::vector<DriveJob> driveJobs()
{
    std::vector<DriveJob> jobs;
    for (const bool random : {true, false})
        for (const double readShare : {1.0, 0.0, 0.7})
            for (const std::uint64_t bytes : {page, large})
                for (const std::uint32_t depth : {1U, 32U, 256U})
                    if (random || readShare != 0.7)
                        jobs.push_back({random, readShare, bytes, depth});
    return jobs;
}

std::string nameOf(const DriveJob& job)
{
    const std::string pattern = job.random ? "rand" : "";
    const std::string direction = job.readShare == 1 ? "read" : job.readShare == 0 ? "write" : "rw 70/30";
    return pattern + direction + " " + std::to_string(job.bytes / 1024) + " KiB, depth " + std::to_string(job.depth);
}

double statedRate(const project::Component& component, const DriveJob& job)
{
    const bool mixed = job.readShare > 0 && job.readShare < 1;
    if (job.depth == 1)
        return job.bytes == page && !mixed ? statedAlone(component, job) : 0;
    const double rated = job.random ? component.figure("iops_queue_depth") : 32;
    return job.depth >= rated ? statedAtDepth(component, job) : 0;
}

double simulatedRate(const project::Component& component, const DriveJob& job)
{
    using namespace resources::testing;
    const resources::SolidStateSpec spec = run::solidStateSpec(component);
    Calendar calendar;
    const auto device = resources::makeSolidState(calendar, spec, 1);
    const auto next =
        job.random ? randomAccess(*device, job.bytes, job.readShare) : sequentialAccess(job.readShare == 0, job.bytes);
    // Long enough to fill the buffer first, then for some ten thousand I/Os.
    const double fastest = std::max(spec.readIops, spec.writeIops) * page / static_cast<double>(job.bytes);
    const double warmUpS = 0.02 + 8 * spec.programTimeS;
    return rateOf(calendar, *device, next, job.depth, warmUpS, std::max(0.1, 20000 / fastest)).perSecond;
}

std::vector<project::Component> shippedDrives()
{
    project::Findings findings;
    const auto library = test::shippedComponents(findings);
    std::vector<project::Component> drives;
    for (const project::Component* each : library.ofKinds({"ssd", "nvme"}))
        drives.push_back(*each);
    return drives;
}

} // namespace headroom::accuracy
