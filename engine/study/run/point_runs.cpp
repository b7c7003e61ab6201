#include "study/run/point_runs.h"

#include "child/run_fault.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>
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

const record::GoalVerdict* goalOf(const Summary& summary, const std::string& id)
{
    const auto goal = std::ranges::find(summary.goals, id, &record::GoalVerdict::id);
    return goal == summary.goals.end() ? nullptr : &*goal;
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
    const record::GoalVerdict* const first = goalOf(runs.begin()->second, column.id);
    if (!first)
        return cell;
    cell.atMost = first->atMost;
    cell.atLeast = first->atLeast;
    record::GoalVerdict together = *first;
    const auto figure = figureOf(runs, column.metric);
    if (figure) {
        record::judge(together, *figure);
        cell.figure = cellOf(figure);
        cell.verdict = together.verdict;
    }
    // Each run alone bounds its figures, which a few runs together may do less well; and it knows of overload.
    const bool agree = std::ranges::all_of(runs, [&](const auto& run) {
        const record::GoalVerdict* const goal = goalOf(run.second, column.id);
        return goal && goal->verdict == first->verdict;
    });
    if (agree && (first->verdict == "met" || first->verdict == "missed")) {
        cell.verdict = first->verdict;
        if (first->verdict == "missed" && first->high && std::isinf(*first->high))
            cell.figure.high = *first->high;
    }
    if (!figure || cell.verdict != together.verdict)
        cell.reason = first->sentence;
    return cell;
}

} // namespace headroom::study
