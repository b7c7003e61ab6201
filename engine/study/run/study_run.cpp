#include "study/run/study_run.h"

#include <chrono>
#include <limits>
#include <utility>

namespace headroom::study {

StudyRun::StudyRun(RunPlan plan, Table& table, StudyFile* file, Changed changed)
    : plan_(std::move(plan)), table_(table), file_(file), changed_(std::move(changed))
{
    std::vector<std::uint64_t> all;
    for (const Row& row : table_.rows)
        all.push_back(row.number);
    choose(all);
}

void StudyRun::choose(const std::vector<std::uint64_t>& points)
{
    toBegin_.clear();
    for (const std::uint64_t point : points)
        if (table_.rows.at(point).state == PointState::waiting)
            toBegin_.push_back(point);
    progress_.points = table_.rows.size();
    progress_.done = table_.count(PointState::done);
    progress_.failed = table_.count(PointState::failed);
    progress_.runs = progress_.runsDone + toBegin_.size() * plan_.runsOfPoint();
    progress_.leftS = toBegin_.empty() ? 0 : std::numeric_limits<double>::infinity();
    chosen_ = true;
}

/// Without points that would be compared there is nothing to begin.
std::vector<WantedRun> StudyRun::baselineRuns()
{
    std::vector<WantedRun> runs;
    if (plan_.baselines && !toBegin_.empty())
        for (Baselines::Run& run : plan_.baselines->missing(plan_.simulation, plan_.seeds)) {
            runs.push_back({jobs_, run.simulation});
            baselinesUnderWay_.emplace(jobs_++, std::move(run));
            ++progress_.runs;
        }
    return runs;
}

/// Points are begun in their order, each with all of its runs.
std::vector<WantedRun> StudyRun::propose(std::size_t room)
{
    std::vector<WantedRun> runs;
    if (std::exchange(chosen_, false)) {
        runs = baselineRuns();
        tell(nullptr);
    }
    // A point is judged when its last run has ended: the baselines have to be known then.
    while (baselinesUnderWay_.empty() && runs.size() < room && !toBegin_.empty()) {
        begin(table_.rows[toBegin_.front()], runs);
        toBegin_.pop_front();
    }
    return runs;
}

void StudyRun::begin(Row& row, std::vector<WantedRun>& runs)
{
    row.state = PointState::running;
    open_[row.number].left = plan_.runsOfPoint();
    child::Simulation simulation = plan_.simulation;
    simulation.single = true;
    for (std::string& setting : settingsOf(table_, row))
        simulation.settings.push_back(std::move(setting));
    const auto add = [&](std::size_t seed, const std::string& under) {
        simulation.seed = std::to_string(plan_.seeds[seed]);
        simulation.under = under;
        underWay_[jobs_] = {row.number, seed, under};
        runs.push_back({jobs_++, simulation});
    };
    for (std::size_t seed = 0; seed < plan_.seeds.size(); ++seed) {
        add(seed, {});
        for (const auto& [goal, same] : plan_.under)
            add(seed, goal);
    }
}

void StudyRun::take(std::uint64_t number, RunOutcome outcome)
{
    progress_.processorS += outcome.processorS;
    ++progress_.runsDone;
    if (const auto baseline = baselinesUnderWay_.find(number); baseline != baselinesUnderWay_.end()) {
        plan_.baselines->take(baseline->second, std::move(outcome));
        baselinesUnderWay_.erase(baseline);
        return;
    }
    const Job job = underWay_.at(number);
    underWay_.erase(number);
    Open& open = open_.at(job.point);
    open.runs.add(table_, job.point, {job.seed, plan_.seeds[job.seed], job.under}, std::move(outcome));
    if (--open.left == 0)
        finish(job.point);
}

void StudyRun::passed(double seconds)
{
    progress_.elapsedS += seconds;
    untoldS_ += seconds;
    if (over() || untoldS_ >= std::chrono::duration<double>(Executor::betweenNews).count())
        tell(nullptr);
}

void StudyRun::finish(std::uint64_t point)
{
    const Open& open = open_.at(point);
    Row& row = table_.rows[point];
    open.runs.fill(table_, plan_.under, plan_.baselines.get(), row);
    ++(row.state == PointState::done ? progress_.done : progress_.failed);
    if (file_)
        file_->add(row, open.runs.records());
    open_.erase(point);
    tell(&row);
}

void StudyRun::tell(const Row* row)
{
    untoldS_ = row ? untoldS_ : 0;
    if (progress_.runsDone > 0)
        progress_.leftS = progress_.elapsedS / static_cast<double>(progress_.runsDone) *
                          static_cast<double>(progress_.runs - progress_.runsDone);
    if (changed_)
        changed_(progress_, row);
}

} // namespace headroom::study
