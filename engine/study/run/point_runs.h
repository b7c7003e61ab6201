// The runs of one point, and the figures that they give together.
#pragma once

#include "study/execute/executor.h"
#include "study/run/baselines.h"
#include "study/table/study_file.h"
#include "study/table/study_table.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headroom::study {

/// One run of a point: which of the seeds it has, and under the conditions of which goal it was made.
struct PointRun
{
    std::size_t seedNumber = 0; ///< counts from 0
    std::uint64_t seed = 0;
    std::string under; ///< id of the goal; empty: as the project is
};

class PointRuns
{
public:
    /// A run that came to no end of its own (stuck, stopped by a limit) counts as failed.
    void add(const Table& table, std::uint64_t point, const PointRun& run, RunOutcome outcome);

    /// Fills the state, the figures, the goals and the reason of the row. `under` has, for each of the conditions, all
    /// goals that hold under them (RunPlan). `baselines` may be null.
    void fill(const Table& table, const std::map<std::string, std::vector<std::string>>& under,
              const Baselines* baselines, Row& row) const;
    const std::vector<RunRecord>& records() const { return records_; }
    /// The summaries as the project is, by the number of the seed.
    const std::map<std::size_t, record::Summary>& summaries() const;
    bool failed() const { return !problem_.empty(); }

private:
    GoalCell judged(const GoalColumn& goal, const std::string& under, const Baselines* baselines) const;

    /// By condition, then by number of the seed.
    std::map<std::string, std::map<std::size_t, record::Summary>> summaries_;
    std::vector<RunRecord> records_;
    std::vector<std::string> remarks_;
    std::string problem_; ///< of the first run that failed
    std::map<std::string, std::string> conditionProblems_;
    double processorS_ = 0;
};

} // namespace headroom::study
