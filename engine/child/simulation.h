// Running a project in a process of its own: what `headroom-engine simulate` is given, and what it answers.
#pragma once

#include "child/process.h"
#include "record/summary.h"

#include <string>
#include <vector>

namespace headroom::child {

struct Simulation
{
    enum class Answer
    {
        summary, ///< at the end
        stream   ///< records as the run goes on; it reads commands
    };

    std::string project;
    std::vector<std::string> settings;  ///< of generic parameters: NAME=VALUE
    std::string beside, duration, seed; ///< empty: as the project says
    std::string out;                    ///< path of the result file; empty: none
    std::string pace;                   ///< simulated seconds in a real one; empty: no limit
    bool checkLaws = false;
    bool single = false;    ///< one run, even if the project asks for replications
    bool traceSome = false; ///< spans of some hundred requests, even if the project asks for none
    Answer answer = Answer::summary;
};

std::vector<std::string> argumentsOf(const Simulation& simulation);

/// What a run that answers with its summary has printed: also one that was stopped before its end. Throws
/// std::runtime_error if it printed none; what() completes "the run", as in "failed: The project has no workload." or
/// "was ended by signal 9".
record::Summary summaryOf(const Ending& ending);

} // namespace headroom::child
