#include "study/run/point_runs.h"

#include "child/run_fault.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <optional>

namespace headroom::study {

using record::Figure;
using record::Summary;

namespace {

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

std::string joined(const std::vector<std::string>& sentences)
{
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() ? "" : " ") + sentence;
    return text;
}

} // namespace

void PointRuns::add(const Table& table, std::uint64_t point, const PointRun& run, RunOutcome outcome)
{
    if (outcome.summary && outcome.problem.empty())
        outcome.problem = child::faultOf(*outcome.summary);
    RunRecord& record = records_.emplace_back();
    record.point = point;
    record.replication = run.seedNumber;
    record.under = run.under;
    record.seed = run.seed;
    record.problem = outcome.problem;
    record.processorS = outcome.processorS;
    processorS_ += outcome.processorS;
    if (run.under.empty() && run.seedNumber == 0)
        remarks_ = outcome.remarks;
    if (outcome.summary) {
        record.wallS = outcome.summary->wallS;
        record.simulatedS = outcome.summary->simulatedS;
        record.events = outcome.summary->events;
        for (const Column& figure : table.figures)
            record.figures.push_back(cellOf(figureOf(*outcome.summary, figure.name)));
    }
    if (outcome.problem.empty())
        summaries_[run.under].emplace(run.seedNumber, std::move(*outcome.summary));
    else if (std::string& problem = run.under.empty() ? problem_ : conditionProblems_[run.under]; problem.empty())
        problem = outcome.problem;
}

const std::map<std::size_t, Summary>& PointRuns::summaries() const
{
    static const std::map<std::size_t, Summary> none;
    const auto found = summaries_.find({});
    return found == summaries_.end() ? none : found->second;
}

void PointRuns::fill(const Table& table, const std::map<std::string, std::vector<std::string>>& under,
                     const Baselines* baselines, Row& row) const
{
    row.runs = records_.size();
    row.processorS = processorS_;
    row.figures.clear();
    row.goals.clear();
    if (failed()) {
        row.state = PointState::failed;
        row.reason = "The run " + problem_ + (problem_.ends_with('.') ? "" : ".");
        return;
    }
    row.state = PointState::done;
    for (const Column& figure : table.figures)
        row.figures.push_back(cellOf(figureOf(summaries(), figure.name)));
    for (const GoalColumn& goal : table.goals) {
        const auto condition = std::find_if(under.begin(), under.end(), [&](const auto& each) {
            return std::find(each.second.begin(), each.second.end(), goal.id) != each.second.end();
        });
        row.goals.push_back(judged(goal, condition == under.end() ? std::string() : condition->first, baselines));
    }
    std::vector<std::string> remarks = record::loadTroubles(summaries().begin()->second);
    remarks.insert(remarks.end(), remarks_.begin(), remarks_.end());
    row.reason = joined(remarks);
}

/// By the runs under its conditions. Its limits are those of the first of them, since they may depend on the
/// parameters.
GoalCell PointRuns::judged(const GoalColumn& column, const std::string& under, const Baselines* baselines) const
{
    GoalCell cell;
    cell.verdict = "not yet known";
    if (const auto problem = conditionProblems_.find(under); problem != conditionProblems_.end()) {
        cell.reason = "The run under its conditions " + problem->second;
        return cell;
    }
    const auto& runs = summaries_.at(under);
    if (baselines && baselines->has(column.id))
        return baselines->judged(column.id, runs);
    const auto& goals = runs.begin()->second.goals;
    const auto goal =
        std::find_if(goals.begin(), goals.end(), [&](const record::GoalVerdict& each) { return each.id == column.id; });
    if (goal == goals.end())
        return cell;
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
    return cell;
}

} // namespace headroom::study
