#include "study/growth/load_search.h"

#include "project/expression/quantity.h"
#include "project/goals/goal_limits.h"
#include "record/figures/figures.h"
#include "study/measure/gain.h"
#include "study/measure/measure.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

/// With all digits that count.
std::string exact(double number)
{
    return nlohmann::ordered_json(number).dump();
}

/// Reason why a goal does not hold; empty if it does or is not known. The value decides, not its interval: intervals
/// come from the seeds. A latency without a value is missed where all requests fail.
std::string whyMissed(const record::GoalVerdict& goal)
{
    const bool allFail = !goal.value && goal.verdict == "missed";
    const bool tooHigh = goal.atMost && (goal.value ? *goal.value > *goal.atMost : allFail);
    const bool tooLow = goal.atLeast && (goal.value ? *goal.value < *goal.atLeast : allFail);
    if (!tooHigh && !tooLow)
        return {};
    const std::optional<double> none;
    return "the goal " + goal.metric + ' ' +
           (tooHigh ? project::limitsInWords(none, goal.atMost, goal.unit)
                    : project::limitsInWords(goal.atLeast, none, goal.unit)) +
           (goal.conditions.empty() ? "" : " (with " + goal.conditions + ')') + " is missed";
}

} // namespace

child::Simulation Load::raised(child::Simulation simulation, double load) const
{
    if (parameter.empty())
        simulation.scale.push_back("arrivals=" + exact(load));
    else
        simulation.settings.push_back(parameter + '=' +
                                      (whole ? std::to_string(std::llround(load * value)) : exact(load * value)));
    return simulation;
}

LoadSearch::LoadSearch(child::Simulation simulation, Load load, std::vector<std::string> conditions,
                       const std::vector<std::uint64_t>& seeds, std::optional<double> close, double most)
    : simulation_(std::move(simulation)), load_(std::move(load)), conditions_(std::move(conditions))
{
    simulation_.single = true;
    const double grain = load_.whole ? 1 / load_.value : 0;
    const RateSearch::Range range{load_.whole ? std::ceil(most * load_.value) / load_.value : most, grain};
    for (const std::uint64_t seed : seeds)
        seeds_.push_back({.search = close ? RateSearch(*close, range) : RateSearch(range), .seed = seed, .run = {}});
}

std::vector<LoadSearch::Wanted> LoadSearch::next()
{
    std::vector<Wanted> wanted;
    if (!problem_.empty())
        return wanted;
    const std::size_t each = 1 + conditions_.size();
    for (std::size_t s = 0; s < seeds_.size(); ++s) {
        Seed& seed = seeds_[s];
        if (seed.underWay > 0 || seed.search.over())
            continue;
        seed.run = {};
        seed.run.load = seed.search.next();
        seed.run.seed = seed.seed;
        seed.run.holds = seed.settles = true;
        seed.unknown.clear();
        seed.length = length_;
        seed.underWay = each;
        for (std::size_t c = 0; c < each; ++c) {
            child::Simulation simulation = load_.raised(simulation_, seed.run.load);
            simulation.seed = std::to_string(seed.seed);
            if (c > 0)
                simulation.under = conditions_[c - 1];
            wanted.push_back({s * each + c, std::move(simulation)});
        }
    }
    return wanted;
}

void LoadSearch::take(std::size_t number, const RunOutcome& outcome)
{
    const std::size_t each = 1 + conditions_.size();
    Seed& seed = seeds_[number / each];
    if (outcome.summary)
        takeSummary(seed, number % each == 0, *outcome.summary);
    else if (problem_.empty())
        problem_ = "A run under " + (seed.run.load == 1 ? "" : project::formatNumber(seed.run.load) + " times ") +
                   "the present load " + outcome.problem + (outcome.problem.ends_with('.') ? "" : ".");
    if (--seed.underWay > 0 || !problem_.empty())
        return;
    if (seed.run.holds && !seed.unknown.empty()) {
        if (seed.length >= length_ && !lengthen()) // another seed may have asked for it
            problem_ = seed.unknown + " Longer runs may tell.";
        return; // next() runs the load again
    }
    finish(seed);
}

/// Lets further runs be longer. False if they are as long as they may be.
bool LoadSearch::lengthen()
{
    constexpr double growth = 4, mostLength = 64;
    if (length_ >= mostLength || !(simulatedS_ > 0))
        return false;
    length_ *= growth;
    simulation_.duration = std::to_string(length_ * simulatedS_) + " s";
    return true;
}

void LoadSearch::takeSummary(Seed& seed, bool first, const record::Summary& summary)
{
    const auto fail = [&](const std::string& why) {
        seed.run.holds = false;
        if (seed.run.why.empty())
            seed.run.why = why;
    };
    const Measure measure = measureOf(summary);
    if (!summary.limit.empty() || summary.stuck || !measure.settles) {
        seed.settles = false;
        fail(summary.stuck ? "the run gets stuck" : "more arrives than is done");
    }
    for (const record::GoalVerdict& goal : summary.goals) {
        if (goal.conditions != summary.conditions || (!goal.atMost && !goal.atLeast))
            continue; // under other conditions, or relative to a baseline
        if (const std::string why = whyMissed(goal); !why.empty())
            fail(why);
        else if (!goal.value && seed.settles)
            seed.unknown = goal.sentence;
    }
    simulatedS_ = simulatedS_ > 0 ? std::min(simulatedS_, summary.simulatedS) : summary.simulatedS;
    if (!first)
        return;
    seed.run.perSecond = measure.perSecond;
    seed.run.meanMs = measure.meanMs;
    seed.run.p99Ms = measure.p99Ms;
    for (const record::GoalVerdict& goal : summary.goals)
        if (goal.value && goal.conditions == summary.conditions)
            seed.run.goalFigures[goal.metric] = *goal.value;
    if (&seed == &seeds_.front()) {
        candidate_ = summary;
        for (const record::ResourceSummary& each : summary.resources)
            uses_[seed.run.load][record::nameOf(each)] = each.utilisationMax;
        if (!present_ || std::abs(std::log(seed.run.load)) < std::abs(std::log(presentLoad_))) {
            present_ = summary;
            presentLoad_ = seed.run.load;
        }
    }
}

/// All runs of this load with this seed have ended.
void LoadSearch::finish(Seed& seed)
{
    runs_.push_back(seed.run);
    if (!seed.run.holds && (seed.above.empty() || seed.run.load < seed.aboveLoad)) {
        seed.above = seed.run.why;
        seed.aboveLoad = seed.run.load;
    }
    if (seed.run.holds && &seed == &seeds_.front() && seed.run.load > highestLoad_) {
        highest_ = candidate_;
        highestLoad_ = seed.run.load;
    }
    // The throughput of a run that settles says nothing about the load at which its goals are missed.
    seed.search.take(seed.run.load, seed.run.holds, seed.run.holds || !seed.settles ? seed.run.perSecond : 0);
}

bool LoadSearch::over() const
{
    const bool idle = std::all_of(seeds_.begin(), seeds_.end(), [](const Seed& s) { return s.underWay == 0; });
    return idle && (!problem_.empty() ||
                    std::all_of(seeds_.begin(), seeds_.end(), [](const Seed& s) { return s.search.over(); }));
}

std::size_t LoadSearch::left() const
{
    std::size_t runs = 0;
    if (problem_.empty())
        for (const Seed& seed : seeds_) {
            const auto further = static_cast<std::size_t>(seed.search.left());
            runs += further * (1 + conditions_.size());
        }
    return runs;
}

LoadLimit LoadSearch::limit() const
{
    LoadLimit limit;
    limit.problem = problem_;
    limit.runs = runs_;
    std::stable_sort(limit.runs.begin(), limit.runs.end(), [](const LoadRun& a, const LoadRun& b) {
        return a.load != b.load ? a.load < b.load : a.seed < b.seed;
    });
    if (!problem_.empty() || !over())
        return limit;
    std::map<std::string, std::size_t> reasons;
    Pairs loads; // over the present one
    limit.beyond = true;
    for (const Seed& seed : seeds_) {
        if (!seed.above.empty())
            ++reasons[seed.above];
        limit.none = limit.none || !seed.search.anySettled();
        limit.beyond = limit.beyond && seed.search.anySettled() && !seed.search.found();
        limit.bySeed.push_back(seed.search.anySettled() ? seed.search.load() : 0);
        loads.add(1, limit.bySeed.back());
    }
    const auto most = std::max_element(reasons.begin(), reasons.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    limit.why = most == reasons.end() ? std::string() : most->first;
    if (limit.none) {
        limit.beyond = false;
        return limit;
    }
    const Gain mean = gainOf(loads, 1);
    limit.load = mean.ratio;
    limit.low = mean.low;
    limit.high = mean.high;
    return limit;
}

const record::Summary* LoadSearch::present() const
{
    return present_ ? &*present_ : nullptr;
}

const record::Summary* LoadSearch::highest() const
{
    return highest_ ? &*highest_ : nullptr;
}

} // namespace headroom::study
