// Runs a project in a process of its own: the arguments of `headroom-engine simulate`, and its answer.
#pragma once

#include "child/process.h"
#include "record/summary/summary.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::child {

/// The options of one run of `headroom-engine simulate`.
struct Simulation
{
    enum class Answer
    {
        summary, ///< at the end
        stream   ///< records during the run; it reads commands
    };

    std::string project;
    std::vector<std::string> settings;  ///< of generic parameters: NAME=VALUE
    std::vector<std::string> scale;     ///< of resources: RESOURCE=FACTOR
    std::string beside, duration, seed; ///< empty: as in the project
    std::string warmUp;                 ///< the same
    std::uint64_t windowParts = 0;      ///< parts of the measured window to report; 0: none
    std::string under;                  ///< id of the goal under whose conditions it runs; empty: of none
    std::string out;                    ///< path of the result file; empty: none
    std::string pace;                   ///< simulated seconds in a real one; empty: no limit
    bool checkLaws = false;
    bool single = false;     ///< one run, even if the project asks for replications
    bool traceSome = false;  ///< spans of some hundred requests, even if the project asks for none
    bool spanRecords = true; ///< a stream contains the spans; the result file always does
    Answer answer = Answer::summary;
};

/// The arguments of `headroom-engine` for this run.
std::vector<std::string> argumentsOf(const Simulation& simulation);

/// The summary that a run has printed, also one that was stopped before its end. Throws std::runtime_error if it
/// printed none; what() completes "the run", as in "failed: The project has no workload." or "was ended by signal 9".
record::Summary summaryOf(const Ending& ending);

} // namespace headroom::child
