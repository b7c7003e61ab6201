// Simulated SSDs under jobs like those of fio, against their data sheets.
#pragma once

#include "project/library/components.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::accuracy {

/// I/Os of one size over the whole drive, a number of them at a time.
struct DriveJob
{
    bool random = true;
    double readShare = 1;
    std::uint64_t bytes = 4096;
    std::uint32_t depth = 1;
};

/// Random and sequential; reads, writes and, at random, 70 % reads; 4 and 128 KiB; depths 1, 32 and 256.
std::vector<DriveJob> driveJobs();

/// The job as fio names it: "randread 4 KiB, depth 32".
std::string nameOf(const DriveJob& job);

/// I/Os per second that the component's entry states for the job, where its figure is not an estimate; 0: none. At
/// depth 1 and 4 KiB it is 1 / latency where that is below the IOPS; at depths from that of the entry on it is the IOPS
/// or, for 128 KiB in sequence, the rate divided by 128 KiB.
double statedRate(const project::Component& component, const DriveJob& job);

/// I/Os per second that the model of the component does.
double simulatedRate(const project::Component& component, const DriveJob& job);

/// All SSDs of the shipped libraries.
std::vector<project::Component> shippedDrives();

} // namespace headroom::accuracy
