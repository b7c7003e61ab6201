// Makes a black box of an operation: a stage with the service time and concurrency that the full behaviour shows.
#pragma once

#include "cli/commands/child_run.h"
#include "project/document/document.h"

#include <string>

namespace headroom::cli {

struct BlackBox
{
    double timeS = 0;     ///< mean service time: of a request that has the operation for itself
    double variation = 0; ///< its coefficient of variation
    unsigned atOnce = 1;  ///< requests that each node serves at a time
    ServiceTimes alone;   ///< what was measured at low load
    ServiceTimes full;    ///< and as the project says, waiting included
    double boxMeanS = 0;  ///< mean time of the black box at the project's load
};

/// Adds a level "black box" to an operation of the project, and a parameter to choose the level if there is none; the
/// level that held goes on holding. Runs the project: at low load (one worker in each closed loop, one slot in each
/// job, what comes by itself twenty times more slowly) for the time and its variation, as it is for the load, and with
/// the black box for the concurrency at which it takes as long. Throws std::runtime_error, naming the reason, where the
/// operation does not fit.
BlackBox addBlackBox(project::Project& project, const project::ComponentLibrary& components,
                     const run::Options& options, const std::string& role, const std::string& operation);

/// The diagram of the operation that holds; null if there is none.
const project::Diagram* heldLevel(const project::Project& project, const project::Operation& operation);

} // namespace headroom::cli
