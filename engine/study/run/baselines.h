// The systems that goals are relative to, and the verdicts of these goals.
#pragma once

#include "child/simulation.h"
#include "study/execute/executor.h"
#include "study/table/study_table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// A goal whose limits are multiples of what its figure is in another system.
struct RelativeGoal
{
    std::string id;
    std::string metric;
    std::optional<double> atMostTimes, atLeastTimes;
    std::vector<std::string> settings = {}; ///< NAME=VALUE: what its baseline has besides what all points share
    std::string under = {};                 ///< id of the goal under whose conditions both are run; empty: of none
};

/// Baselines are run once with each seed. A point is compared with the run of the baseline that has the same seed: both
/// see the same demands, so that their ratio varies less than their figures.
class Baselines
{
public:
    /// A run of a baseline.
    struct Run
    {
        std::string system; ///< distinguishes baselines
        std::uint64_t seed = 0;
        child::Simulation simulation;
    };

    void add(RelativeGoal goal);
    bool has(const std::string& goal) const { return goals_.contains(goal); }
    bool empty() const { return goals_.empty(); }

    /// The runs with these seeds that were not yet made. `shared` is the run of a point without what distinguishes it.
    std::vector<Run> missing(const child::Simulation& shared, const std::vector<std::uint64_t>& seeds) const;
    void take(const Run& run, RunOutcome outcome);

    /// The goal at a point, by the point's runs under the conditions of the goal. The limits are multiples of the mean
    /// figure of the baseline. The ratio of both figures decides: with several seeds by its interval over the pairs
    /// (Student's t over the logarithms), with a single one by the intervals of both runs as if all of both errors met.
    GoalCell judged(const std::string& goal, const std::map<std::size_t, record::Summary>& runs) const;

private:
    struct Ended
    {
        std::optional<record::Summary> summary;
        std::string problem;
    };
    struct Comparison;

    static std::string systemOf(const RelativeGoal& goal);
    Comparison compare(const RelativeGoal& goal, const std::map<std::size_t, record::Summary>& runs) const;

    std::map<std::string, RelativeGoal> goals_;                   ///< by id
    std::map<std::string, std::map<std::uint64_t, Ended>> ended_; ///< by system, then by seed
};

} // namespace headroom::study
