// Simulates what would help a system: each change of it, one at a time, against the present system.
#pragma once

#include "study/advice/advice.h"
#include "study/advice/offers.h"
#include "study/execute/search.h"
#include "study/measure/gain.h"
#include "study/measure/measure.h"
#include "study/measure/rate_search.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// The runs to simulate, and the wanted precision.
struct Question
{
    /// The length of a run of the project; NaN as a warm-up: the run finds it.
    struct Course
    {
        double durationS = 0, warmUpS = 0;
    };

    child::Simulation simulation; ///< the present system; its seed and duration are those of the first runs, or empty
    std::vector<std::string> resources; ///< to be scaled; empty: those that the first run shows to be used (candidates)
    /// Instead of resources: values of generic parameters, as NAME=VALUE, with what is known of each without a run.
    std::vector<std::pair<std::string, Figures>> values;
    std::vector<Offer> offers; ///< besides the resources: those that concern a resource in use, as far as effort allows
    Figures present;           ///< figures of the present system that need no run
    double factor = 2;
    double throughputWithin = 0.03, p99Within = 0.1; ///< wanted half width of the intervals, relative
    std::uint64_t fewestRuns = 3, mostRuns = 30;     ///< of each system
    /// Operations that a run has to complete, so that its p99 is not one of a few values. A shorter run is made longer,
    /// at most 16 times, as far as the effort allows.
    std::uint64_t fewestOperations = 1000;
    /// Processor time that all runs may take together, seconds. One or two pairs of each system are made in any case.
    double effortS = 24;
    /// Where all load is jobs, whose gains take two pairs of runs: the seed after that of the simulation. Its run of
    /// the present system then begins at once.
    std::optional<std::uint64_t> secondSeed;
    /// The course of a run that may be shorter than the project says, since its load and its parts do not change over
    /// time. Empty: all runs have the whole length.
    std::optional<Course> course;
};

/// Asks for several runs. A short one of the present system, the probe, shows what is used, how much processor time a
/// simulated second takes and when the warm-up is over; from it follows the length of the runs. Then each system is run
/// with the first seed; where that takes too much of the effort, those are left out that promise least. Further seeds
/// follow where the order of the first ones is undecided, and while there is effort left where a gain is not known well
/// enough. If the runs are shorter than the project's, a longer one of the present system shows the error that this
/// makes, which widens all intervals. If the arrivals are given, the highest rate that still settles is then searched
/// for, with half as much effort again. take() throws std::runtime_error if the present system cannot be run.
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
        WhatIf::Kind kind = WhatIf::Kind::resource;
        std::string words;
        std::vector<std::string> settings;
        std::uint64_t planned = 0;
        std::map<std::uint64_t, Measure> measures; ///< by number of the run
        bool decided = false;
        double use = 0; ///< of the scaled resource in the present system
        Figures figures;
        std::vector<RateSearch> rates; ///< one for each seed
        std::uint64_t rateRuns = 0, ratesPlanned = 0;
        double processorS = 0; ///< of its runs
        double shorter = 1;    ///< its window is so much shorter than that of the present system
        std::string problem;
    };
    enum class Purpose
    {
        probe, ///< the present system alone, until the length of the runs is known
        pair,
        check, ///< the present system, whole: to see what shorter runs get wrong
        rate   ///< in the search for the highest rate
    };
    struct Job
    {
        Purpose purpose;
        std::size_t system;
        std::uint64_t number; ///< of the run
        double load = 1;      ///< factor of the arrivals
    };
    /// Logarithms of the figures of short runs over those of a whole one.
    struct Bias
    {
        double throughput, latency;
    };

    child::Simulation simulationOf(const System& system, std::uint64_t number) const;
    void addSystem(const std::string& resource, const Figures& figures);
    void plan(std::size_t system, std::uint64_t runs);
    void askFor(const Job& job, child::Simulation simulation);
    void askForWhole();
    void askForProbe(double durationS);
    void takePair(const Job& job, const RunOutcome& outcome, const std::string& problem);
    void takeProbe(const record::Summary& summary, double processorS);
    void takeCheck(const record::Summary& summary);
    bool lengthen(const record::Summary& first, double processorS);
    void chooseLength(const record::Summary& probe, double processorS);
    std::vector<std::string> resourcesOf(const record::Summary& first) const;
    void begin(const record::Summary& first);
    void addResources(const record::Summary& summary);
    void keepMostPromising(std::size_t systems);
    void askForCheck();
    std::vector<const Offer*> offersFor(const record::Summary& summary) const;
    void decide();
    bool planMore(const std::vector<WhatIf>& known);
    void seekRates();
    void seekRate(std::size_t system);
    void planRates();
    void takeRate(const Job& job, const RunOutcome& outcome);
    double costOf(const System& system) const;
    Gain rateGain(const System& system) const;
    double highestRate(const System& system) const;
    void fill(WhatIf& what, const System& system) const;
    std::vector<WhatIf> whatIfs() const;
    static Goals goalsOver(const System& system);
    Pairs throughputs(const System& system) const;
    Pairs meanLatencies(const System& system) const;
    Pairs p99s(const System& system) const;
    void publish(bool complete);

    Question question_;
    Changed changed_;
    Advice advice_;
    std::vector<System> systems_; ///< the present one first
    std::vector<Job> jobs_;
    std::deque<WantedRun> wanted_; ///< and not yet begun
    child::Simulation whole_;      ///< the present system as the question has it
    std::size_t underWay_ = 0;     ///< pairs and runs of rates that are wanted or begun
    double spentS_ = 0, plannedS_ = 0;
    bool lengthened_ = false, shortened_ = false, began_ = false, checks_ = false, seeksRates_ = false;
    double wholeCostS_ = 0, runCostS_ = 0; ///< processor time of a whole run and of one of a pair, estimated
    std::optional<Bias> bias_;
    std::uint64_t probes_ = 0;
    std::set<std::string> considered_; ///< resources in use, whether they are simulated or not
    double lengthS_ = 0, warmUpS_ = 0; ///< of the runs of pairs, if the course is known; the warm-up may be NaN
    double ratesS_ = 0;                ///< processor time of runs in searches for highest rates
    std::uint64_t rateRuns_ = 0;
};

} // namespace headroom::study
