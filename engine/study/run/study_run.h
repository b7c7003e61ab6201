// Runs the points of a study and fills its table.
#pragma once

#include "study/execute/executor.h"
#include "study/run/baselines.h"
#include "study/run/point_runs.h"
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

    std::uint64_t runsOfPoint() const { return seeds.size() * (1 + under.size()); }
};

/// Where a study stands.
struct Progress
{
    std::size_t points = 0, done = 0, failed = 0;
    std::uint64_t runs = 0, runsDone = 0; ///< of this call; points that were finished before are not counted
    double elapsedS = 0;                  ///< real time, without pauses
    double leftS = 0;                     ///< estimated from the runs that have ended; infinite before the first has
    double processorS = 0;                ///< of all runs that have ended
};

class StudyRun
{
public:
    /// Called when a point is finished, and now and then between; `row` is null if none has been finished.
    using Changed = std::function<void(const Progress& progress, const Row* row)>;
    /// Wish of the user; asked between runs.
    enum class Wish
    {
        goOn,
        pause,
        stop
    };

    /// Points of `table` that are not waiting are not run again. Baselines are run before the points, as far as their
    /// runs are missing. `file` may be null.
    StudyRun(RunPlan plan, Table& table, Executor& executor, StudyFile* file, Changed changed = {});

    /// Runs until all points are finished; false if it was stopped before. Throws std::runtime_error if results cannot
    /// be kept or runs cannot be executed at all.
    bool run(const std::function<Wish()>& wish = {});
    /// The same with these points only, in this order; those that are not waiting are left out.
    bool run(const std::vector<std::uint64_t>& points, const std::function<Wish()>& wish = {});
    const Progress& progress() const { return progress_; }

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
        PointRuns runs;
    };

    void beginBaselines();
    bool execute(const std::function<Wish()>& wish);
    void feed();
    void begin(Row& row);
    void takeIn(std::uint64_t job, RunOutcome outcome);
    void finish(std::uint64_t point);
    void tell(const Row* row);

    RunPlan plan_;
    Table& table_;
    Executor& executor_;
    StudyFile* file_;
    Changed changed_;
    Progress progress_;
    std::deque<std::uint64_t> toBegin_; ///< points, in this order
    std::uint64_t jobs_ = 0;
    std::map<std::uint64_t, Job> underWay_;
    std::map<std::uint64_t, Baselines::Run> baselinesUnderWay_;
    std::map<std::uint64_t, Open> open_;
};

} // namespace headroom::study
