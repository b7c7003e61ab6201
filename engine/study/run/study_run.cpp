#include "study/run/study_run.h"

#include "record/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace headroom::study {

namespace {

using Clock = std::chrono::steady_clock;
using record::Figure;
using record::Summary;

constexpr auto betweenNews = std::chrono::milliseconds(200);

Cell cellOf(const std::optional<Figure>& figure)
{
    return figure ? Cell{figure->value, figure->low, figure->high} : Cell();
}

std::optional<Figure> figureOf(const Summary& summary, const std::string& name)
{
    std::string why;
    return record::figureOf(summary, name, why);
}

/// The figure over all runs; nothing if one of them does not have it.
std::optional<Figure> figureOf(const std::map<std::size_t, Summary>& runs, const std::string& name)
{
    std::vector<Figure> figures;
    for (const auto& [seed, summary] : runs)
        if (const auto figure = figureOf(summary, name))
            figures.push_back(*figure);
    return figures.empty() || figures.size() < runs.size() ? std::optional<Figure>() : record::meanOf(figures);
}

/// Why the figures of a run that has ended are not those of the system asked for; empty if they are.
std::string faultOf(const Summary& summary)
{
    if (!summary.limit.empty())
        return "was stopped: " + summary.limit;
    if (summary.stuck)
        return "got stuck: " + record::sentenceOf(*summary.stuck);
    return {};
}

std::string joined(const std::vector<std::string>& sentences)
{
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() ? "" : " ") + sentence;
    return text;
}

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
    progress_.leftS = toBegin_.empty() ? 0 : std::numeric_limits<double>::infinity();
    return execute(wish);
}

bool StudyRun::execute(const std::function<Wish()>& wish)
{
    Clock::time_point told = Clock::now();
    bool paused = false;
    tell(nullptr);
    while (!toBegin_.empty() || !open_.empty()) {
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
        executor_.advance(betweenNews,
                          [this](std::uint64_t job, RunOutcome outcome) { takeIn(job, std::move(outcome)); });
        if (!paused)
            progress_.elapsedS += std::chrono::duration<double>(Clock::now() - began).count();
        if (Clock::now() - told >= betweenNews) {
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
    while (executor_.room() > 0 && !toBegin_.empty()) {
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

RunRecord StudyRun::recordOf(const Job& job, const RunOutcome& outcome) const
{
    RunRecord record;
    record.point = job.point;
    record.replication = job.seed;
    record.under = job.under;
    record.seed = plan_.seeds[job.seed];
    record.problem = outcome.problem;
    record.processorS = outcome.processorS;
    if (outcome.summary) {
        record.wallS = outcome.summary->wallS;
        record.simulatedS = outcome.summary->simulatedS;
        record.events = outcome.summary->events;
        for (const Column& figure : table_.figures)
            record.figures.push_back(cellOf(figureOf(*outcome.summary, figure.name)));
    }
    return record;
}

void StudyRun::takeIn(std::uint64_t number, RunOutcome outcome)
{
    const Job job = underWay_.at(number);
    underWay_.erase(number);
    Open& open = open_.at(job.point);
    if (outcome.summary && outcome.problem.empty())
        outcome.problem = faultOf(*outcome.summary);
    open.records.push_back(recordOf(job, outcome));
    if (job.under.empty() && job.seed == 0)
        open.remarks = outcome.remarks;
    open.processorS += outcome.processorS;
    progress_.processorS += outcome.processorS;
    ++progress_.runsDone;
    if (outcome.problem.empty())
        open.summaries[job.under].emplace(job.seed, std::move(*outcome.summary));
    else if (std::string& problem = job.under.empty() ? open.problem : open.conditionProblems[job.under];
             problem.empty())
        problem = outcome.problem;
    if (--open.left == 0)
        finish(job.point);
}

void StudyRun::finish(std::uint64_t point)
{
    const Open& open = open_.at(point);
    Row& row = table_.rows[point];
    row.runs = open.records.size();
    row.processorS = open.processorS;
    if (open.problem.empty()) {
        row.state = PointState::done;
        row.figures = figuresOf(open);
        row.goals = goalsOf(open);
        std::vector<std::string> remarks = record::loadTroubles(open.summaries.at({}).begin()->second);
        remarks.insert(remarks.end(), open.remarks.begin(), open.remarks.end());
        row.reason = joined(remarks);
        ++progress_.done;
    } else {
        row.state = PointState::failed;
        row.reason = "The run " + open.problem + (open.problem.ends_with('.') ? "" : ".");
        ++progress_.failed;
    }
    if (file_)
        file_->add(row, open.records);
    open_.erase(point);
    tell(&row);
}

std::vector<Cell> StudyRun::figuresOf(const Open& open) const
{
    std::vector<Cell> cells;
    for (const Column& figure : table_.figures)
        cells.push_back(cellOf(figureOf(open.summaries.at({}), figure.name)));
    return cells;
}

/// Each goal is judged by the runs under its conditions. Its limits are those of the first of them, since they may
/// depend on the parameters.
std::vector<GoalCell> StudyRun::goalsOf(const Open& open) const
{
    std::vector<GoalCell> cells;
    for (const GoalColumn& column : table_.goals) {
        std::string under;
        for (const auto& [goal, same] : plan_.under)
            if (std::find(same.begin(), same.end(), column.id) != same.end())
                under = goal;
        GoalCell& cell = cells.emplace_back();
        cell.verdict = "not yet known";
        if (const auto problem = open.conditionProblems.find(under); problem != open.conditionProblems.end()) {
            cell.reason = "The run under its conditions " + problem->second;
            continue;
        }
        const auto& runs = open.summaries.at(under);
        const auto& goals = runs.begin()->second.goals;
        const auto goal = std::find_if(goals.begin(), goals.end(),
                                       [&](const record::GoalVerdict& each) { return each.id == column.id; });
        if (goal == goals.end())
            continue;
        record::GoalVerdict verdict = *goal;
        cell.atMost = verdict.atMost;
        cell.atLeast = verdict.atLeast;
        if (const auto figure = figureOf(runs, column.metric)) {
            record::judge(verdict, *figure);
            cell.verdict = verdict.verdict;
            cell.figure = cellOf(figure);
        } else {
            cell.reason = verdict.sentence;
        }
    }
    return cells;
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
