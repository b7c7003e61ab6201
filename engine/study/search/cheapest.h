// Searches the cheapest point that meets all goals, with far fewer runs than all points take.
#pragma once

#include "study/run/study_run.h"
#include "study/search/surrogate.h"
#include "study/table/load_cases.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// Facts about a point that need no run.
struct KnownBefore
{
    /// The figure that is to be low: the price or the rack units; NaN if only a run shows it, as the power.
    double cost = std::numeric_limits<double>::quiet_NaN();
    bool partsMissing = false; ///< some parts have no figure; they are not in the cost
    /// The goal that it misses most whatever it does, "capacity.usable is 96 TB for at least 400 TB"; empty: none.
    std::string misses;
    double lack = 0;      ///< how far the figure of that goal is from its limit, over the limit
    std::string problem;  ///< why it cannot be run; empty: it can
    double durationS = 0; ///< simulated time of a run; 0: a longer one would tell nothing more
};

struct SearchLimits
{
    double risk = 0.05;       ///< wanted: probability that a point that was not run is cheaper and meets all goals
    double within = 0.01;     ///< a cost that is lower by less does not count as cheaper
    std::string by = "price"; ///< the figure that is to be low: price, rack_units or power
    std::uint64_t most = 0;   ///< points to run, at most; 0: all
    std::uint64_t seeds = 1;  ///< runs of a point at first
    /// Length of the runs of a point that is not decided, or is the answer but not surely, at most, over that of
    /// others. It grows fourfold.
    double mostLength = 16;
    /// Runs of such a point, at most. Their number grows fourfold, once they cannot be longer.
    std::uint64_t mostSeeds = 16;
    /// Wanted: probability that the named point misses a goal.
    double doubt = 0.01;
};

/// The runs that a point has had.
struct Effort
{
    std::uint64_t seeds = 0;
    double length = 1; ///< of each, over that of the other points
};

/// The answer of a search so far.
struct Cheapest
{
    /// The cheapest that is known to meet all goals; where the load is varied, that of the load that costs most.
    std::optional<std::uint64_t> point;
    std::vector<std::optional<std::uint64_t>> ofLoads; ///< the cheapest of each load, in the order of loadCases()
    /// Probability that a point is cheaper by more than `within` than the cheapest of its load and meets all goals;
    /// without a point that meets them, that any does. Of points that were run it follows from the intervals of their
    /// figures, also of those that miss a goal narrowly; of others from the surrogate, by the rule of succession.
    double risk = 1;
    /// Probability that one of the points that are named misses a goal all the same, by the intervals of their figures;
    /// 0 if none is named.
    double doubt = 0;
    std::uint64_t unrun = 0;              ///< cheaper points that were not run, and need not miss a goal
    std::vector<std::uint64_t> undecided; ///< cheaper points that no run has decided, from the cheapest on
    std::uint64_t discarded = 0;          ///< points that miss a goal, or cannot be run, whatever a run would give
    /// The discarded point that lacks least, and what it misses; none without a goal that is missed.
    std::optional<std::uint64_t> nearestDiscarded;
    std::string nearestMisses;
    std::uint64_t run = 0;     ///< points that were run
    bool complete = false;     ///< the wanted risk was reached, or all points that matter were run
    bool partsMissing = false; ///< as in KnownBefore, of any point
};

/// First some points spread over the space are run. Then, by turns: for each goal a surrogate learns how far points are
/// on either side of its limit, as the logarithm of figure over limit; of the points not yet run, those are run that
/// promise most: the share of the cost that they would save times the probability that they meet all goals; while none
/// is known to meet them, those that most probably do. It ends when the probability that it has missed a cheaper one is
/// below the wanted risk, but not before so many were run that one wrong prediction in 1 / risk would have shown
/// (Laplace's rule of succession: after n runs the chance of the next kind is 1 / (n + 2)).
///
/// Points that are cheaper than the answer and neither meet nor miss the goals are run again for longer, and with more
/// seeds where they cannot be longer: one long run has the bias of its beginning and of its few requests once, many
/// short ones have it each, and no mean of them is rid of it (Whitt, "The efficiency of one long run versus independent
/// replications in steady-state simulation", Management Science 37, 1991). The answer itself is run again in the same
/// way while it may miss a goal: it was chosen among many, of which one may seem to meet them by chance. So are cheaper
/// points that miss one narrowly. Last the answer is confirmed by runs with other seeds. A cost that
/// only a run tells is expected by a surrogate as well. Where the load is varied, the cheapest of each load is sought
/// (load_cases.h).
///
/// Dearer points are expected to miss goals by less, though not always: the cost is a coordinate of the surrogate
/// beside those of the parameters. Without it, cheap points that no run is near to are taken for average ones, and the
/// probability that one of them meets the goals is said too high.
///
/// Points are not taken as independent: those that resemble each other meet the goals together or not at all (joint
/// draws of the surrogate), and as all have the same seeds their figures err to the same side.
///
/// The method is Bayesian optimisation with unknown constraints (Gardner et al., "Bayesian Optimization with Inequality
/// Constraints", ICML 2014), with an objective that is known but for the power. The probability rests on the surrogate:
/// it holds as far as figures change smoothly over the space.
class CheapestSearch : public Search
{
public:
    /// Called when a point is finished and now and then between.
    using Changed = std::function<void(const Cheapest& cheapest, const Progress& progress, const Row* row)>;

    /// `known` has one entry for each row of `table`. Rows that are done already are used. At most `atOnce` points are
    /// chosen at a time. Throws std::invalid_argument if no point can have a cost or the table has no goals.
    CheapestSearch(RunPlan plan, Table& table, std::vector<KnownBefore> known, std::size_t atOnce, StudyFile* file,
                   SearchLimits limits, Surrogate surrogate, Changed changed = {});

    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override { points_->take(number, std::move(outcome)); }
    Progress progress() const override { return points_ ? points_->progress() : Progress(); }
    void running(const std::vector<std::uint64_t>& runs) override { points_->running(runs); }
    void passed(double seconds) override { points_->passed(seconds); }
    const Cheapest& answer() const { return cheapest_; }

private:
    bool goOn();
    double costOf(std::uint64_t point) const;
    std::optional<std::uint64_t> bestFor(std::uint64_t point) const;
    bool isCheaper(std::uint64_t point) const;
    bool isOpen(std::uint64_t point) const;
    std::vector<std::uint64_t> openPoints() const;
    std::vector<std::uint64_t> firstPoints() const;
    std::vector<std::uint64_t> nextPoints();
    void judge();
    std::vector<Expectation> expectedCosts(const std::vector<std::uint64_t>& points) const;
    using Misses = std::optional<Prediction>; ///< of a goal; nothing if too little is known
    Misses missesOf(std::size_t goal, const std::vector<std::uint64_t>& points, std::size_t draws) const;
    std::vector<Misses> missesOf(const std::vector<std::uint64_t>& points, std::size_t draws) const;
    std::vector<double> costChances(const std::vector<std::uint64_t>& points) const;
    /// Probability that any of the open points meets all goals, and that any of these or of those that were run does.
    struct Chance
    {
        double open = 0, either = 0;
    };
    Chance chanceOfAny(const std::vector<std::uint64_t>& points, const std::vector<Misses>& misses,
                       const std::vector<char>& runMeets) const;
    Chance chanceOfAny(const std::vector<std::uint64_t>& points, const std::vector<double>& chances,
                       const std::vector<char>& runMeets) const;
    std::vector<Observation> observationsOf(std::size_t goal) const;
    std::vector<std::uint64_t> undecided() const;
    std::optional<Effort> moreFor(std::uint64_t point) const;
    std::vector<const Row*> mayMeet(double chance) const;
    std::vector<char> runMeets() const;
    double doubtOf(std::uint64_t point) const;
    std::vector<std::uint64_t> doubtful() const;
    bool runMore(const std::vector<std::uint64_t>& points);
    bool confirm();
    std::vector<double> placeOf(std::uint64_t point) const;
    Places placesAt(const std::vector<std::uint64_t>& points) const;
    void begin(const std::vector<std::uint64_t>& points, const Effort& effort);

    RunPlan plan_;
    Table& table_;
    std::vector<KnownBefore> known_;
    Places places_;                           ///< without the cost
    double leastCost_ = NAN, mostCost_ = NAN; ///< of all points, if they are known without a run
    std::vector<LoadCase> loads_;
    std::vector<std::size_t> loadOf_; ///< of each point, its place in `loads_`
    std::size_t atOnce_;
    StudyFile* file_;
    SearchLimits limits_;
    Surrogate surrogate_;
    Changed changed_;
    std::size_t figure_ = 0; ///< column of the cost
    Cheapest cheapest_;
    std::vector<Effort> efforts_;      ///< of each point
    std::unique_ptr<StudyRun> points_; ///< those that are under way
};

} // namespace headroom::study
