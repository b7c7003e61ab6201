// Runs a simulation in a child process: SystemC elaborates once in a process, and some commands need several runs.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "record/summary/summary.h"
#include "run/run.h"

#include <optional>
#include <set>
#include <string>

namespace headroom::cli {

/// The operation whose requests are timed one by one, from arrival at their node to the answer (or the end of all
/// paths).
struct Followed
{
    std::string role, operation;
    std::set<std::string> replies; ///< ids of the blocks that reply
};

/// Times of the requests of one operation.
struct ServiceTimes
{
    std::uint64_t count = 0;
    double meanS = 0;
    double variation = 0; ///< coefficient of variation: standard deviation over mean
    double perSecond = 0; ///< on each node that has the operation
};

/// The result of a run in a child process.
struct ChildRun
{
    record::Summary summary;
    ServiceTimes times; ///< of the followed operation
};

/// Simulates the project in a child and waits for it; this process must not have run a simulation itself. Throws
/// std::runtime_error with the child's error message.
ChildRun runInChild(const project::Project& project, const project::ComponentLibrary& components,
                    const run::Options& options, const std::optional<Followed>& followed = {});

} // namespace headroom::cli
