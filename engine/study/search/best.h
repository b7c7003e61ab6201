// Finds out which of a few points is best by one figure, with runs where they decide.
#pragma once

#include "study/run/point_runs.h"
#include "study/run/study_run.h"
#include "study/table/load_cases.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace headroom::study {

struct BestLimits
{
    double probability = 0.95; ///< wanted, that the point named is the best
    double within = 0.01;      ///< a point that is worse by less counts as good as the best
    std::uint64_t fewest = 3;  ///< runs of each point
    std::uint64_t most = 40;   ///< runs of each point, at most
};

/// The answer so far, for one load.
struct Best
{
    std::uint64_t point = 0;
    bool known = false; ///< at least two points have a figure
    /// Probability that no other point is better by more than `within`: at least 1 − Σ P(it is better), by Bonferroni's
    /// inequality over paired differences.
    double probability = 0;
    std::vector<std::uint64_t> alike; ///< points that may be better, or are worse by less than `within`
    std::uint64_t runs = 0;
    bool complete = false; ///< the wanted probability was reached
};

/// The answer for each load that the study varies, in the order of loadCases(), as far as the search has come: a point
/// is compared with those of the same load only (load_cases.h).
using BestOfLoads = std::vector<Best>;

/// The best of the last load of which anything is known, the largest as a rule; null if there is none.
const Best* lastKnown(const BestOfLoads& best);

/// All points are run with the same seeds (common random numbers), so that the differences between two of them vary
/// less than their figures. Further runs go where they tell most: in proportion to (σ / δ)², the spread of the
/// difference from the best over its mean, and to the best itself with the root of the sum of the squares: optimal
/// computing budget allocation (Chen et al., "Simulation Budget Allocation for Further Enhancing the Efficiency of
/// Ordinal Optimization", Discrete Event Dynamic Systems 10, 2000), with the variances of paired differences.
class BestSearch : public Search
{
public:
    /// `row` is a point with one more run, or null: the answer was judged anew.
    using Changed = std::function<void(const BestOfLoads& best, const Progress& progress, const Row* row)>;

    /// `figure` is the number of a figure of the table with a better and a worse. The plan has a seed for each run that
    /// a point may have. Runs are shared out in rounds of `atOnce`. Throws std::invalid_argument if the figure has no
    /// better.
    BestSearch(RunPlan plan, Table& table, std::size_t figure, std::size_t atOnce, StudyFile* file, BestLimits limits,
               Changed changed = {});

    /// One load after the other.
    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override;
    Progress progress() const override { return progress_; }
    void passed(double seconds) override { progress_.elapsedS += seconds; }
    const BestOfLoads& answer() const { return found_; }

private:
    bool goOn();
    bool beginLoad();
    void plan(const std::map<std::uint64_t, std::uint64_t>& wanted);
    WantedRun begin(std::uint64_t seed, std::uint64_t point);
    std::map<std::uint64_t, std::uint64_t> shares() const;
    void judge();
    std::vector<double> values(std::uint64_t point) const;
    std::vector<double> differences(std::uint64_t better, std::uint64_t worse) const;

    RunPlan plan_;
    Table& table_;
    std::size_t figure_;
    bool larger_;
    std::size_t atOnce_;
    StudyFile* file_;
    BestLimits limits_;
    Changed changed_;
    std::vector<LoadCase> loads_;
    BestOfLoads found_;                 ///< the last one is being sought
    std::vector<std::uint64_t> points_; ///< of its load
    Progress progress_;
    std::vector<PointRuns> runs_;
    std::vector<std::uint64_t> begun_;                            ///< runs of each point
    std::deque<std::pair<std::uint64_t, std::uint64_t>> toBegin_; ///< number of the seed and point
    std::map<std::uint64_t, std::pair<std::uint64_t, PointRun>> underWay_;
    std::uint64_t jobs_ = 0;
};

} // namespace headroom::study
