// Simulates what would help a system: each of its resources made faster, one at a time, against the present system.
#pragma once

#include "study/advice/advice.h"
#include "study/execute/search.h"
#include "study/measure/gain.h"
#include "study/measure/measure.h"
#include "study/measure/rate_search.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// The runs to simulate, and the wanted precision.
struct Question
{
    child::Simulation simulation; ///< the present system; its seed and duration are those of the first runs, or empty
    std::vector<std::string> resources; ///< to be scaled; empty: those that the first run shows to be used (candidates)
    /// Instead of resources: values of generic parameters, as NAME=VALUE, with what is known of each without a run.
    std::vector<std::pair<std::string, Figures>> values;
    Figures present; ///< figures of the present system that need no run
    double factor = 2;
    double throughputWithin = 0.03, p99Within = 0.1; ///< wanted half width of the intervals, relative
    std::uint64_t fewestRuns = 3, mostRuns = 30;     ///< of each system
    /// Operations that a run has to complete, so that its p99 is not one of a few values. A shorter run is made longer,
    /// at most 16 times.
    std::uint64_t fewestOperations = 1000;
    /// Events that the first runs of all systems may take together (some 5 million take a second of a core). Above it
    /// their measured time becomes shorter, down to 20 times `fewestOperations`, if the present system gives the same
    /// figures in it.
    std::uint64_t mostEvents = 300'000'000;
};

/// Asks for several runs: of the present system, then of each resource's. Every system is run with the same
/// seeds, three of them at first. Where the gain is not known well enough, two more follow, until `mostRuns`; then the
/// answer is "not yet known". If the arrivals are given, the highest rate that still settles is then searched for in
/// every system, with three seeds, or five. take() throws std::runtime_error if the present system cannot be run.
class Advisor : public Search
{
public:
    /// Called after each run with all that is known so far.
    using Changed = std::function<void(const Advice& advice)>;

    explicit Advisor(Question question, Changed changed = {});

    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override;
    Progress progress() const override { return {.runs = advice_.runsPlanned, .runsDone = advice_.runsDone}; }
    /// All that is known; `ended` says whether the search has come to its end.
    const Advice& answer(bool ended);

private:
    /// The present system, or one with a scaled resource or another value.
    struct System
    {
        std::string resource; ///< empty: the present one
        std::uint64_t planned = 0;
        std::map<std::uint64_t, Measure> measures; ///< by number of the run
        bool decided = false;
        Figures figures;
        std::vector<RateSearch> rates; ///< one for each seed
        std::uint64_t rateRuns = 0, ratesPlanned = 0;
        std::string problem;
    };
    struct Job
    {
        std::size_t system;
        std::uint64_t number; ///< of the run
        double load = 0;      ///< factor of the arrivals in the search for the highest rate; 0: a run of a pair
    };
    enum class Phase
    {
        first,   ///< the present system, as long as the project says
        longer,  ///< the same, longer
        shorter, ///< the same, shorter: to see whether that is enough
        pairs,   ///< all systems
        rates    ///< all systems, the highest rate that settles
    };

    child::Simulation simulationOf(const System& system, std::uint64_t number) const;
    void addSystem(const std::string& resource, const Figures& figures);
    void plan(std::size_t system, std::uint64_t runs);
    void askFor(const Job& job, child::Simulation simulation);
    void takeRun(const Job& job, const RunOutcome& outcome);
    void takeFirst(const record::Summary& summary);
    bool lengthen(const record::Summary& first);
    bool shorten(const record::Summary& first);
    std::vector<std::string> resourcesOf(const record::Summary& first) const;
    void tryAgain(Phase phase, double durationS);
    void begin(const record::Summary& first);
    void decide();
    void seekRates();
    void seekRate(std::size_t system, std::uint64_t seeds);
    void takeRate(const Job& job, const RunOutcome& outcome);
    double highestRate(const System& system) const;
    Pairs ratePairs(const System& system) const;
    void fill(WhatIf& what, const System& system) const;
    static Goals goalsOver(const System& system);
    Pairs pairs(const System& system, double Measure::*figure) const;
    void publish(bool complete);

    Question question_;
    Changed changed_;
    Advice advice_;
    std::vector<System> systems_; ///< the present one first
    std::vector<Job> jobs_;
    Phase phase_ = Phase::first;
    record::Summary whole_;        ///< of the present system, not shortened
    std::string wholeDuration_;    ///< as an argument
    std::deque<WantedRun> wanted_; ///< and not yet begun
};

} // namespace headroom::study
