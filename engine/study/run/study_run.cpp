#include "study/run/study_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::study {

StudyRun::StudyRun(RunPlan plan, Table& table, StudyFile* file, Changed changed)
    : plan_(std::move(plan)), table_(table), file_(file), changed_(std::move(changed)), costs_(table)
{
    for (const Row& row : table_.rows)
        if (row.state == PointState::done && row.runs == plan_.runsOfPoint())
            costs_.add(row, row.processorS * plan_.longer);
    choose(spreadOrder(table_.rows.size()));
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
    waitingS_ = 0;
    if (costs_.known() > 0) {
        costs_.refit();
        waitingS_ = expectedS(toBegin_);
    }
    chosen_ = true;
}

/// Processor time of these points.
double StudyRun::expectedS(const std::deque<std::uint64_t>& points) const
{
    double sum = 0;
    for (const std::uint64_t point : points)
        sum += costs_.expected(table_.rows[point]);
    return sum;
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
    if (costs_.known() > 0)
        waitingS_ -= costs_.expected(row);
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
    times_.ended(number, progress_.elapsedS, outcome.processorS);
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
    open.processorS += outcome.processorS;
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
    costs_.add(row, open.processorS);
    if (costs_.refit())
        waitingS_ = expectedS(toBegin_);
    if (file_)
        file_->add(row, open.runs.records());
    open_.erase(point);
    tell(&row);
}

void StudyRun::tell(const Row* row)
{
    untoldS_ = row ? untoldS_ : 0;
    // Not for each point: there may be thousands a second.
    if (progress_.runsDone > 0 && (!row || !std::isfinite(progress_.leftS)))
        progress_.leftS = leftS();
    if (changed_)
        changed_(progress_, row);
}

/// Expected processor time of one run of a point.
double StudyRun::runS(std::uint64_t point) const
{
    return costs_.expected(table_.rows[point]) / static_cast<double>(plan_.runsOfPoint());
}

/// When the last run would end if each takes the time that is expected and begins where one ends first. What runs has
/// the place that it has; of what waits only the last runs matter one by one. The points that are known are those that
/// ended first, hence cheap ones: what those that run have taken so far corrects what is expected of the others. Until
/// a point is known, all runs are taken as alike.
double StudyRun::leftS() const
{
    constexpr std::size_t oneByOne = 8; // runs for each place
    if (over())
        return 0;
    const std::map<std::uint64_t, double> ages = times_.ages(progress_.elapsedS);
    const double real = times_.realOfProcessor();
    std::vector<double> free(std::max<std::size_t>(1, ages.size()), 0.0);
    if (costs_.known() == 0 || real <= 0) {
        const double mean = times_.meanS(progress_.elapsedS);
        return mean * static_cast<double>(progress_.runs - progress_.runsDone) / static_cast<double>(free.size());
    }
    std::size_t place = 0;
    std::vector<double> asked, last;
    double expected = costs_.knownS(), seen = costs_.knownS();
    for (const auto& [number, job] : underWay_) {
        const double whole = runS(job.point);
        if (const auto age = ages.find(number); age != ages.end()) {
            free[place] = costs_.expectedLeft(whole, age->second / real);
            expected += whole;
            seen += age->second / real + free[place++];
        } else {
            asked.push_back(whole);
        }
    }
    const std::uint64_t runs = plan_.runsOfPoint();
    const std::size_t points = std::min(toBegin_.size(), oneByOne * free.size() / runs + 1);
    double early = waitingS_;
    for (auto point = toBegin_.end() - static_cast<std::ptrdiff_t>(points); point != toBegin_.end(); ++point) {
        last.insert(last.end(), runs, runS(*point));
        early -= costs_.expected(table_.rows[*point]);
    }
    if (points < toBegin_.size())
        for (const double run : asked)
            early += run;
    else
        last.insert(last.begin(), asked.begin(), asked.end());
    const double dearer = seen / expected;
    for (double& run : last)
        run *= dearer;
    return real * allEnd(std::move(free), std::max(0.0, dearer * early), last);
}

} // namespace headroom::study
