// The stages of a run: which workloads were active when, and what was used meanwhile. Internal to run/.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"
#include "run/results/limits/bottleneck.h"
#include "run/results/rows/resource_row.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::run {

/// Reads all meters whenever the load changes. A stage ends when a workload begins or ends, or goes from one of its own
/// stages to the next. A project with more than mostStages of them has stages of the run by its workloads only.
class StageWatch
{
public:
    static constexpr std::size_t mostStages = 100;

    explicit StageWatch(Model& model);

    /// Watches a workload that has begun.
    void begun(const Workload& workload);
    /// The measured window begins now: what came before is forgotten.
    void windowBegins();
    /// The load has changed, or the run has ended.
    void turn();
    /// The stages up to the last turn, for a summary that has everything else; none if the whole window is one.
    std::vector<record::StageSummary> stages(const record::Summary& summary) const;

private:
    /// All meters at one time of the window.
    struct Reading
    {
        double atS = 0;
        std::vector<WorkloadTotals> totals;
        std::vector<ResourceRow> rows;
    };
    struct Stage
    {
        Reading from;
        record::StageSummary summary;
        std::vector<ResourceDemand> demands;
        Users users;
    };

    static void onTurn(void* self, std::uint64_t);
    Reading read() const;
    Stage between(Reading from, const Reading& to) const;

    Model& model_;
    bool ofWorkloads_ = false; ///< own stages of workloads do not count
    bool measuring_ = false;   ///< the window has begun
    double windowS_ = 0;       ///< its beginning
    Reading last_;
    std::vector<Stage> stages_;
};

} // namespace headroom::run
