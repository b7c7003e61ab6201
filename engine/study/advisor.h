// Simulates what would help a system: each of its resources made faster, one at a time, against the present system.
#pragma once

#include "child/process_queue.h"
#include "child/simulation.h"
#include "study/advice.h"
#include "study/gain.h"
#include "study/measure.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// What to simulate, and how precisely it has to be known.
struct Question
{
    std::string engine = "/proc/self/exe"; ///< path of `headroom-engine`
    child::Simulation simulation; ///< the present system; its seed and duration are those of the first runs, or empty
    std::vector<std::string> resources; ///< to be scaled; empty: those that the first run shows to be used (candidates)
    double factor = 2;
    std::size_t atOnce = 1;                          ///< processes
    double throughputWithin = 0.03, p99Within = 0.1; ///< wanted half width of the intervals, relative
    std::uint64_t fewestRuns = 3, mostRuns = 12;     ///< of each system
    /// Operations that a run has to complete, so that its p99 is not one of a few values. A shorter run is made longer,
    /// at most 16 times.
    std::uint64_t fewestOperations = 1000;
};

/// Runs `headroom-engine` several times: the present system, then each resource's. Every system is run with the same
/// seeds, three of them at first. Where the gain is not known well enough, two more follow, until `mostRuns`; then the
/// answer is "not yet known". Throws std::runtime_error if the present system cannot be run.
class Advisor
{
public:
    /// Called after each run with all that is known so far.
    using Changed = std::function<void(const Advice& advice)>;

    Advisor(Question question, Changed changed = {});

    /// Runs until all is known, or until `interrupted` returns true; `complete` of the answer tells which.
    Advice run(const std::function<bool()>& interrupted = {});

private:
    /// The present system, or one with a scaled resource.
    struct System
    {
        std::string resource; ///< empty: the present one
        std::uint64_t planned = 0;
        std::map<std::uint64_t, Measure> measures; ///< by number of the run
        bool decided = false;
        std::string problem;
    };
    struct Job
    {
        std::size_t system;
        std::uint64_t number; ///< of the run
        std::uint64_t round;  ///< duration in use when it was planned
    };

    void plan(std::size_t system, std::uint64_t runs);
    void takeIn(std::size_t job, const child::Ending& ending);
    void begin(const record::Summary& first);
    bool lengthen(const record::Summary& first);
    void decide();
    void fill(WhatIf& what, const System& system) const;
    Pairs pairs(const System& system, double Measure::*figure) const;
    void publish(bool complete);

    Question question_;
    Changed changed_;
    Advice advice_;
    std::vector<System> systems_; ///< the present one first
    std::vector<Job> jobs_;
    std::uint64_t round_ = 0;
    bool begun_ = false; ///< the first run has told seed and resources
    child::ProcessQueue queue_;
};

} // namespace headroom::study
