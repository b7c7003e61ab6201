// Runs the points of a study and fills its table.
#pragma once

#include "study/execute/search.h"
#include "study/run/baselines.h"
#include "study/run/point_runs.h"
#include "study/run/run_costs.h"
#include "study/run/run_times.h"
#include "study/table/study_file.h"
#include "study/table/study_table.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom::study {

/// Plan for the runs of each point.
struct RunPlan
{
    child::Simulation simulation; ///< with the settings that all points share; its seed is left empty
    /// Seeds of the replications, the same for every point: so that both runs of a pair see the same demands (common
    /// random numbers, Law, Simulation Modeling and Analysis, 11.2).
    std::vector<std::uint64_t> seeds;
    /// Goals with conditions that need runs of their own: one id for each of the different conditions, with the ids of
    /// all goals that have the same.
    std::map<std::string, std::vector<std::string>> under;

    /// Baselines of goals that are relative to one; null without such goals. The copies of a plan share it.
    std::shared_ptr<Baselines> baselines;

    /// Length of these runs over those of the points that are finished, to expect their times.
    double longer = 1;

    std::uint64_t runsOfPoint() const { return seeds.size() * (1 + under.size()); }
};

class StudyRun : public Search
{
public:
    /// Called when a point is finished, and now and then between; `row` is null if none has been finished.
    using Changed = std::function<void(const Progress& progress, const Row* row)>;

    /// Points of `table` that are not waiting are not run again. Baselines are run before the points, as far as their
    /// runs are missing. `file` may be null.
    ///
    /// Points are run in an order that spreads them over the space, so that what is known of the time soon holds for
    /// all.
    StudyRun(RunPlan plan, Table& table, StudyFile* file, Changed changed = {});

    /// Chooses the points to run, in this order; those that are not waiting are left out. Without it all are run.
    void choose(const std::vector<std::uint64_t>& points);
    bool over() const { return toBegin_.empty() && open_.empty() && baselinesUnderWay_.empty(); }

    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override;
    Progress progress() const override { return progress_; }
    void running(const std::vector<std::uint64_t>& runs) override { times_.running(runs, progress_.elapsedS); }
    void passed(double seconds) override;

private:
    struct Job
    {
        std::uint64_t point;
        std::size_t seed;
        std::string under;
    };
    /// The runs of a point that is under way.
    struct Open
    {
        std::uint64_t left = 0; ///< runs that have not ended
        double processorS = 0;  ///< of those that have
        PointRuns runs;
    };

    std::vector<WantedRun> baselineRuns();
    void begin(Row& row, std::vector<WantedRun>& runs);
    void finish(std::uint64_t point);
    void tell(const Row* row);
    double leftS() const;
    double runS(std::uint64_t point) const;
    double expectedS(const std::deque<std::uint64_t>& points) const;

    RunPlan plan_;
    Table& table_;
    StudyFile* file_;
    Changed changed_;
    Progress progress_;
    RunCosts costs_;
    RunTimes times_;
    double waitingS_ = 0;               ///< expected processor time of the points to begin
    bool chosen_ = false;               ///< the points to run are chosen, and the baselines not yet asked for
    double untoldS_ = 0;                ///< since the progress was reported
    std::deque<std::uint64_t> toBegin_; ///< points, in this order
    std::uint64_t jobs_ = 0;
    std::map<std::uint64_t, Job> underWay_;
    std::map<std::uint64_t, Baselines::Run> baselinesUnderWay_;
    std::map<std::uint64_t, Open> open_;
};

} // namespace headroom::study
