#include "study/validation/case_runs.h"

#include "child/run_fault.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headroom::study {

std::optional<record::Figure> CaseOutcome::figure(const std::string& name, std::string& why) const
{
    if (!problem.empty() || runs.empty()) {
        why = problem.empty() ? "it was not run" : "the run " + problem;
        return {};
    }
    std::vector<record::Figure> figures;
    for (const record::Summary& run : runs)
        if (const auto figure = record::figureOf(run, name, why))
            figures.push_back(*figure);
        else
            return {};
    return record::meanOf(figures);
}

CaseRuns::CaseRuns(CasePlan plan, Changed changed)
    : plan_(std::move(plan)), changed_(std::move(changed)), outcomes_(plan_.settings.size())
{
    progress_.points = outcomes_.size();
    progress_.runs = outcomes_.size() * plan_.seeds.size();
    progress_.leftS = progress_.runs == 0 ? 0 : std::numeric_limits<double>::infinity();
}

std::vector<WantedRun> CaseRuns::propose(std::size_t room)
{
    std::vector<WantedRun> wanted;
    for (; begun_ < progress_.runs && wanted.size() < room; ++begun_) {
        child::Simulation simulation = plan_.simulation;
        const std::vector<std::string>& settings = plan_.settings[begun_ % outcomes_.size()];
        simulation.settings.insert(simulation.settings.end(), settings.begin(), settings.end());
        simulation.seed = std::to_string(plan_.seeds[begun_ / outcomes_.size()]);
        simulation.single = true;
        wanted.push_back({begun_, std::move(simulation)});
    }
    return wanted;
}

void CaseRuns::take(std::uint64_t number, RunOutcome outcome)
{
    CaseOutcome& ofCase = outcomes_[number % outcomes_.size()];
    if (outcome.summary && outcome.problem.empty())
        outcome.problem = child::faultOf(*outcome.summary);
    if (number < outcomes_.size())
        ofCase.remarks = std::move(outcome.remarks);
    ofCase.processorS += outcome.processorS;
    if (outcome.problem.empty() && outcome.summary)
        summaries_.emplace(number, std::move(*outcome.summary));
    else if (ofCase.problem.empty()) {
        ofCase.problem = outcome.problem;
        ++progress_.failed;
    }
    ++progress_.runsDone;
    progress_.processorS += outcome.processorS;
    progress_.leftS = progress_.elapsedS / static_cast<double>(progress_.runsDone) *
                      static_cast<double>(progress_.runs - progress_.runsDone);
    progress_.done = static_cast<std::size_t>(progress_.runsDone / std::max<std::size_t>(1, plan_.seeds.size()));
    if (changed_)
        changed_(progress_);
}

const std::vector<CaseOutcome>& CaseRuns::outcomes()
{
    for (auto& [number, summary] : summaries_)
        outcomes_[number % outcomes_.size()].runs.push_back(std::move(summary));
    summaries_.clear();
    return outcomes_;
}

} // namespace headroom::study
