// Replaces an operation by a black box: a queueing station with the measured service time and concurrency.
#pragma once

#include "cli/commands/child_run.h"
#include "project/document/document.h"

#include <stdexcept>
#include <string>

namespace headroom::cli {

/// Says why an operation cannot be replaced by a black box.
class NoBlackBox : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// The measured figures of a black box.
struct BlackBox
{
    double timeS = 0;     ///< mean service time of a request that does not wait for others
    double variation = 0; ///< its coefficient of variation
    unsigned atOnce = 1;  ///< requests that each node serves at a time
    ServiceTimes alone;   ///< measured at low load
    ServiceTimes full;    ///< measured at the project's load, waiting included
    double boxMeanS = 0;  ///< mean time of the black box at the project's load
};

/// Adds a level "black box" to an operation of the project, and a parameter to choose the level if there is none; the
/// selected level stays selected. The function simulates the project as it is; at low load (one worker in each closed
/// loop, one slot in each job, open arrivals twenty times more slowly) for the service time and its variation; and with
/// the black box, to find the concurrency at which an operation takes as long. Throws NoBlackBox if the
/// operation cannot be replaced: a black box streams nothing and ends with its reply.
BlackBox addBlackBox(project::Project& project, const project::ComponentLibrary& components,
                     const run::Options& options, const std::string& role, const std::string& operation);

/// The diagram of the operation's selected level; null if there is none.
const project::Diagram* heldLevel(const project::Project& project, const project::Operation& operation);

} // namespace headroom::cli
