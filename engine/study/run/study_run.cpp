#include "study/run/study_run.h"

#include <limits>

namespace headroom::study {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

StudyRun::StudyRun(RunPlan plan, Table& table, Executor& executor, StudyFile* file, Changed changed)
    : plan_(std::move(plan)), table_(table), executor_(executor), file_(file), changed_(std::move(changed))
{
}

bool StudyRun::run(const std::function<Wish()>& wish)
{
    std::vector<std::uint64_t> points;
    for (const Row& row : table_.rows)
        points.push_back(row.number);
    return run(points, wish);
}

bool StudyRun::run(const std::vector<std::uint64_t>& points, const std::function<Wish()>& wish)
{
    toBegin_.clear();
    for (const std::uint64_t point : points)
        if (table_.rows.at(point).state == PointState::waiting)
            toBegin_.push_back(point);
    progress_.points = table_.rows.size();
    progress_.done = table_.count(PointState::done);
    progress_.failed = table_.count(PointState::failed);
    progress_.runs = progress_.runsDone + toBegin_.size() * plan_.runsOfPoint();
    beginBaselines();
    progress_.leftS = toBegin_.empty() ? 0 : std::numeric_limits<double>::infinity();
    return execute(wish);
}

/// Without points that would be compared there is nothing to begin.
void StudyRun::beginBaselines()
{
    baselinesUnderWay_.clear();
    if (!plan_.baselines || toBegin_.empty())
        return;
    for (Baselines::Run& run : plan_.baselines->missing(plan_.simulation, plan_.seeds)) {
        executor_.add(jobs_, run.simulation);
        baselinesUnderWay_.emplace(jobs_++, std::move(run));
        ++progress_.runs;
    }
}

bool StudyRun::execute(const std::function<Wish()>& wish)
{
    Clock::time_point told = Clock::now();
    bool paused = false;
    tell(nullptr);
    while (!toBegin_.empty() || !open_.empty() || !baselinesUnderWay_.empty()) {
        const Clock::time_point began = Clock::now();
        const Wish wanted = wish ? wish() : Wish::goOn;
        if (wanted == Wish::stop) {
            executor_.cancel();
            return false;
        }
        if (paused != (wanted == Wish::pause)) {
            paused = wanted == Wish::pause;
            executor_.pause(paused);
        }
        if (!paused)
            feed();
        executor_.advance(Executor::betweenNews,
                          [this](std::uint64_t job, RunOutcome outcome) { takeIn(job, std::move(outcome)); });
        if (!paused)
            progress_.elapsedS += std::chrono::duration<double>(Clock::now() - began).count();
        if (Clock::now() - told >= Executor::betweenNews) {
            tell(nullptr);
            told = Clock::now();
        }
    }
    tell(nullptr);
    return true;
}

/// Points are begun in their order, each with all of its runs.
void StudyRun::feed()
{
    // A point is judged when its last run has ended: the baselines have to be known then.
    while (baselinesUnderWay_.empty() && executor_.room() > 0 && !toBegin_.empty()) {
        begin(table_.rows[toBegin_.front()]);
        toBegin_.pop_front();
    }
}

void StudyRun::begin(Row& row)
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
        executor_.add(jobs_++, simulation);
    };
    for (std::size_t seed = 0; seed < plan_.seeds.size(); ++seed) {
        add(seed, {});
        for (const auto& [goal, same] : plan_.under)
            add(seed, goal);
    }
}

void StudyRun::takeIn(std::uint64_t number, RunOutcome outcome)
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
    if (progress_.runsDone > 0)
        progress_.leftS = progress_.elapsedS / static_cast<double>(progress_.runsDone) *
                          static_cast<double>(progress_.runs - progress_.runsDone);
    if (changed_)
        changed_(progress_, row);
}

} // namespace headroom::study
