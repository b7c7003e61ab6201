#include "run/stages/stage_watch.h"

#include "run/results/limits/path_times.h"
#include "run/results/rows/resource_rows.h"

#include <algorithm>
#include <utility>

namespace headroom::run {

namespace {

constexpr double leastStageS = 1e-12;

/// The growth of each row; `before` and `after` are in the same order, and either may lack some.
std::vector<ResourceRow> grownRows(const std::vector<ResourceRow>& before, double beforeS,
                                   const std::vector<ResourceRow>& after)
{
    std::vector<ResourceRow> rows;
    std::size_t next = 0;
    for (const ResourceRow& row : after) {
        std::size_t same = next;
        while (same < before.size() && !before[same].isSameAs(row))
            ++same;
        const bool known = same < before.size();
        if (auto grown = row.since(known ? before[same] : row.unused(beforeS)))
            rows.push_back(std::move(*grown));
        next = known ? same + 1 : next;
    }
    return rows;
}

} // namespace

StageWatch::StageWatch(Model& model) : model_(model)
{
    std::size_t stages = 0;
    for (const auto& workload : model.workloads)
        stages += workload->stages();
    ofWorkloads_ = stages > mostStages;
}

void StageWatch::begun(const Workload& workload)
{
    if (workload.background())
        return;
    for (const double turnS : workload.turns())
        if (const kernel::Time time = kernel::fromSeconds(turnS); time >= model_.calendar.now())
            model_.calendar.scheduleBackground(time, &StageWatch::onTurn, this);
}

void StageWatch::onTurn(void* self, std::uint64_t)
{
    static_cast<StageWatch*>(self)->turn();
}

void StageWatch::windowBegins()
{
    measuring_ = true;
    stages_.clear();
    windowS_ = kernel::toSeconds(model_.calendar.now());
    last_ = read();
}

StageWatch::Reading StageWatch::read() const
{
    model_.settle();
    const double now = kernel::toSeconds(model_.calendar.now());
    return {now, totalsOf(model_), resourceRows(model_, std::max(leastStageS, now - windowS_))};
}

StageWatch::Stage StageWatch::between(Reading from, const Reading& to) const
{
    const double fromS = from.atS, spanS = to.atS - fromS, middleS = (fromS + to.atS) / 2;
    Stage stage;
    record::StageSummary& summary = stage.summary;
    summary.fromS = fromS;
    summary.toS = to.atS;
    std::vector<char> active;
    for (const auto& workload : model_.workloads) {
        active.push_back(!workload->background() && workload->loadedS(fromS, to.atS) > spanS / 2);
        if (!active.back())
            continue;
        summary.workloads.push_back(workload->id());
        summary.stage += (summary.stage.empty() ? "" : " + ") + workload->id();
        if (workload->stages() > 1 && !ofWorkloads_)
            summary.stage +=
                ' ' + std::to_string(workload->stageAt(middleS) + 1) + '/' + std::to_string(workload->stages());
    }
    const Served served(model_, fromS, to.atS, from.totals, to.totals, active);
    summary.perSecond = served.users.throughput;
    summary.latencyS = served.users.meanS;
    for (const ResourceRow& row : grownRows(from.rows, std::max(leastStageS, fromS - windowS_), to.rows))
        row.finish(served, false, summary.resources, stage.demands);
    stage.users = served.users;
    stage.from = std::move(from);
    return stage;
}

void StageWatch::turn()
{
    if (!measuring_)
        return;
    Reading now = read();
    if (now.atS - last_.atS <= leastStageS) {
        last_ = std::move(now); // counts of a workload's own warm-up may have been set to 0
        return;
    }
    Stage stage = between(std::move(last_), now);
    if (!stages_.empty() && stages_.back().summary.stage == stage.summary.stage &&
        stages_.back().summary.toS == stage.summary.fromS) {
        stage = between(std::move(stages_.back().from), now);
        stages_.pop_back();
    }
    if (!stage.summary.workloads.empty())
        stages_.push_back(std::move(stage));
    last_ = std::move(now);
}

std::vector<record::StageSummary> StageWatch::stages(const record::Summary& summary) const
{
    record::Summary all = summary;
    for (const Stage& stage : stages_)
        all.stages.push_back(stage.summary);
    const bool whole = stages_.size() == 1 && all.stages[0].fromS <= windowS_ + leastStageS &&
                       all.stages[0].toS >= summary.simulatedS - leastStageS;
    if (whole)
        return {};
    for (std::size_t s = 0; s < stages_.size(); ++s)
        all.stages[s].bottleneck =
            findBottleneck(stages_[s].demands, stages_[s].users, pathTimes(record::ofStage(all, all.stages[s])));
    return all.stages;
}

} // namespace headroom::run
