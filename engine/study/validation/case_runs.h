// Runs the cases of a measurement.
#pragma once

#include "record/figures/figures.h"
#include "record/summary/summary.h"
#include "study/execute/search.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// Plan for the runs of all cases.
struct CasePlan
{
    child::Simulation simulation; ///< with the settings that all cases share; its seed is left empty
    /// The same for every case, so that cases, and the same case with other values of fitted parameters, see the same
    /// demands (common random numbers, Law, Simulation Modeling and Analysis, 11.2).
    std::vector<std::uint64_t> seeds;
    std::vector<std::vector<std::string>> settings; ///< of each case, NAME=VALUE; they count after the shared ones
};

/// The runs of one case.
struct CaseOutcome
{
    std::vector<record::Summary> runs; ///< in the order of the seeds; those that failed are left out
    std::string problem;               ///< of the first run that failed; completes "the run"
    std::vector<std::string> remarks;  ///< warnings that this case has
    double processorS = 0;             ///< of all its runs

    /// The figure over all runs, in its base unit, with its 95 % interval; nothing, and `why`, if a run failed or one
    /// does not have it.
    std::optional<record::Figure> figure(const std::string& name, std::string& why) const;
};

/// Runs each case with each seed: the first seed of all cases first, so that all cases are soon known roughly.
class CaseRuns : public Search
{
public:
    /// Called after each run.
    using Changed = std::function<void(const Progress& progress)>;

    explicit CaseRuns(CasePlan plan, Changed changed = {});

    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override;
    Progress progress() const override { return progress_; }
    void passed(double seconds) override { progress_.elapsedS += seconds; }

    /// By case. Cases of which runs were not made have fewer of them than seeds.
    const std::vector<CaseOutcome>& outcomes();

private:
    CasePlan plan_;
    Changed changed_;
    Progress progress_;
    std::uint64_t begun_ = 0;
    std::map<std::uint64_t, record::Summary> summaries_; ///< by number of the run
    std::vector<CaseOutcome> outcomes_;
};

} // namespace headroom::study
