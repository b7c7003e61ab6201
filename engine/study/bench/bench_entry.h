// A component of the libraries made from what a bench has measured.
#pragma once

#include "project/library/components.h"
#include "study/bench/bench_jobs.h"
#include "study/bench/bench_place.h"
#include "study/bench/fio_answer.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// A job with its answer.
using BenchResult = std::pair<BenchJob, FioAnswer>;

/// All that a bench knows of a drive.
struct BenchFindings
{
    DriveFacts drive;
    BenchScope scope;
    std::vector<BenchResult> results;
    double secondsOfJob = 0;
    std::uint64_t fileBytes = 0; ///< 0: all of a device
    std::string day;             ///< "2026-11-30"
};

/// The user's word where the system does not know it, or is wrong.
struct EntryWishes
{
    std::string id, kind;                   ///< empty: by the drive
    double turnsPerMinute = 0;              ///< of a disk
    std::optional<project::Component> like; ///< its figures stand where nothing was measured
};

/// The lowest depth at which random reads reach 95 % of the highest rate. Requires at least one.
std::uint32_t saturatedDepth(const std::vector<BenchResult>& reads);

/// An entry of the kind "disk", "ssd" or "nvme". Its notes name the job of each figure; what was not measured, or
/// follows only from a rule, is in the estimated fields. `remarks` gets sentences on what to doubt.
///
/// - IOPS are those at the saturated depth, latencies those of one request at a time, spreads the coefficient of
///   variation of these.
/// - Channels: random reads per second × the time of a lone one, by Little's law the requests that are under way at
///   once (estimated).
/// - Flush: the mean time of fdatasync after a write of 4 KiB less that of programming the page, 1 / (random writes per
///   second), since a run adds that. A flush that takes less than 20 us, the time of a command that does nothing,
///   stands for power-loss protection (estimated).
/// - Disk: its average seek is the time of a lone random read over all of it less half a turn and the transfer.
///
/// Throws std::runtime_error with a sentence if a figure that a run needs was neither measured nor given.
project::Component entryOf(const BenchFindings& found, const EntryWishes& wishes, std::vector<std::string>& remarks);

} // namespace headroom::study
