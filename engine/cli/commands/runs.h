// All runs of one `simulate`: the one in this process, its replications, and those under the conditions of goals.
#pragma once

#include "child/simulation.h"
#include "cli/commands/further_runs.h"
#include "cli/stream/run_observer.h"
#include "record/summary/summary.h"
#include "run/run.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headroom::cli {

/// The first run is in this process, the others are in child processes.
class Runs
{
public:
    /// `child` is a further run without its seed. `count` runs have seeds derived from that of `simulation`; with
    /// `child.single` there is one run.
    Runs(run::Simulation& simulation, const child::Simulation& child, std::uint64_t count, bool single);

    std::uint64_t count() const { return count_; }
    /// Takes and starts child processes; never waits.
    void meanwhile() { further_.poll(); }

    /// Throws std::runtime_error if a run failed. A failed run under the conditions of a goal leaves the goal not yet
    /// known.
    record::Summary run(RunObserver& observer);
    /// The summaries of the replications, if there were several.
    std::vector<record::Summary> all() const { return runs_.size() > 1 ? runs_ : std::vector<record::Summary>(); }

private:
    /// The runs under the conditions of goals that are equal.
    struct Conditions
    {
        std::map<std::uint64_t, record::Summary> summaries; ///< by number
        std::string problem;                                ///< of the first that failed
    };

    void addReplication();
    void addConditions();
    void addUnder(const std::string& goal, Conditions& conditions);
    void gather(const record::Summary& first);
    record::Summary replicated(const record::Summary& first);
    record::Summary replicateUntilPrecise(const record::Summary& first);
    record::Summary together() const;
    void judgeUnderConditions(record::Summary& summary) const;

    run::Simulation& simulation_;
    child::Simulation child_;
    bool single_;
    std::uint64_t count_;
    std::uint64_t seeds_ = 1;                               ///< used so far; the first is this process's own
    std::map<std::uint64_t, record::Summary> replications_; ///< by number, without the first
    std::map<std::string, Conditions> conditions_;          ///< by their words
    FurtherRuns further_;
    std::vector<record::Summary> runs_;
};

} // namespace headroom::cli
