// Measures a drive with fio: runs its jobs one after another and collects their answers.
#pragma once

#include "study/bench/bench_entry.h"
#include "study/bench/bench_jobs.h"
#include "study/bench/bench_place.h"
#include "study/execute/search.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace headroom::study {

struct BenchOptions
{
    bool quick = false;
    bool writes = true;       ///< also measures writes, to all of the place
    double secondsOfJob = 10; ///< that are counted
    std::string kind;         ///< "disk", "ssd", "nvme"; empty: as the system says
    std::string day;          ///< "2026-11-30"
};

/// How far a bench is.
struct BenchProgress
{
    std::string job; ///< under way, in words
    std::size_t done = 0, jobs = 0;
};

/// The path of fio in $PATH. Throws std::runtime_error with what to do if there is none.
std::string fioProgram();

/// Runs all jobs; a file is written once before. Nothing if it was stopped. Throws std::runtime_error with a sentence
/// if fio fails, with what it said.
std::optional<BenchFindings> measureDrive(const BenchPlace& place, const BenchOptions& options, const std::string& fio,
                                          const std::function<void(const BenchProgress&)>& progress,
                                          const AskWish& wish);

} // namespace headroom::study
