#include "cli/commands/runs.h"

#include "record/figures/replications.h"
#include "run/results/goals.h"

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace headroom::cli {

namespace {

std::size_t cores()
{
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

Runs::Runs(run::Simulation& simulation, const child::Simulation& child, std::uint64_t count, bool single)
    : simulation_(simulation), child_(child), single_(single), count_(single ? 1 : count), further_(cores() - 1)
{
    child_.single = true;
    while (seeds_ < count_)
        addReplication();
    if (!single_)
        addConditions();
}

void Runs::addReplication()
{
    const std::uint64_t number = seeds_++;
    const std::uint64_t seed = run::replicationSeed(simulation_.seed(), number);
    child_.seed = std::to_string(seed);
    further_.add(child_, [this, number, seed](const child::Ending& ending) {
        try {
            replications_.emplace(number, child::summaryOf(ending));
        } catch (const std::exception& error) {
            throw std::runtime_error("the replication with seed " + std::to_string(seed) + ' ' + error.what());
        }
    });
}

/// Goals with the same conditions share their runs. A run under the conditions of one goal judges no others.
void Runs::addConditions()
{
    if (!child_.under.empty())
        return;
    for (const record::GoalVerdict& goal : simulation_.goals()) {
        if (goal.conditions.empty() || conditions_.contains(goal.conditions))
            continue;
        addUnder(goal.id, conditions_[goal.conditions]);
    }
}

void Runs::addUnder(const std::string& goal, Conditions& conditions)
{
    child::Simulation child = child_;
    child.under = goal;
    for (std::uint64_t number = 0; number < count_; ++number) {
        child.seed = std::to_string(run::replicationSeed(simulation_.seed(), number));
        further_.add(child, [&conditions, number](const child::Ending& ending) {
            try {
                conditions.summaries.emplace(number, child::summaryOf(ending));
            } catch (const std::exception& error) {
                if (conditions.problem.empty())
                    conditions.problem = error.what();
            }
        });
    }
}

void Runs::gather(const record::Summary& first)
{
    runs_.assign(1, first);
    for (const auto& [number, summary] : replications_)
        runs_.push_back(summary);
}

record::Summary Runs::run(RunObserver& observer)
{
    const record::Summary first = simulation_.run(observer);
    if (first.stopped)
        return first;
    further_.finish();
    gather(first);
    record::Summary summary = replicated(first);
    judgeUnderConditions(summary);
    return summary;
}

record::Summary Runs::replicated(const record::Summary& first)
{
    const auto& goal = first.precision;
    if (single_ || !goal || goal->status == "reached")
        return runs_.size() > 1 ? together() : first;
    return goal->independent && runs_.size() == 1 ? first : replicateUntilPrecise(first);
}

record::Summary Runs::together() const
{
    record::Summary summary = record::pooled(runs_);
    simulation_.judgeGoals(summary);
    return summary;
}

/// The batches of one run are correlated however long they are; separate runs are not.
record::Summary Runs::replicateUntilPrecise(const record::Summary& first)
{
    constexpr std::uint64_t fewest = 5, most = 40;
    const record::Precision& goal = *first.precision;
    const auto precision = [&] { return record::relativePrecision(runs_, goal.metric, goal.operation); };
    double reached = precision();
    while (seeds_ < most && (seeds_ < fewest || reached > goal.wanted)) {
        for (const std::uint64_t next = std::min(most, std::max(fewest, seeds_ + cores())); seeds_ < next;)
            addReplication();
        further_.finish();
        gather(first);
        reached = precision();
    }
    record::Summary result = together();
    result.precision->reached = reached;
    result.precision->status = reached <= goal.wanted ? "reached" : "limit";
    result.precision->method = "replications";
    return result;
}

/// Takes the verdicts from the runs under the goals' conditions; a limit that depends on parameters is that of them.
void Runs::judgeUnderConditions(record::Summary& summary) const
{
    for (const auto& [words, conditions] : conditions_) {
        std::vector<record::Summary> runs;
        for (const auto& [number, each] : conditions.summaries)
            runs.push_back(each);
        record::Summary judged;
        if (!runs.empty())
            judged = runs.size() > 1 ? record::pooled(runs) : runs.front();
        if (runs.size() > 1)
            run::judgeGoals(runs.front().goals, judged);
        for (record::GoalVerdict& goal : summary.goals) {
            if (goal.conditions != words)
                continue;
            const auto same = std::find_if(judged.goals.begin(), judged.goals.end(),
                                           [&](const record::GoalVerdict& other) { return other.id == goal.id; });
            if (conditions.problem.empty() && same != judged.goals.end())
                goal = *same;
            else
                run::leaveOpen(goal, "the run under these conditions " + conditions.problem);
        }
    }
}

} // namespace headroom::cli
