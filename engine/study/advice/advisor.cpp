#include "study/advice/advisor.h"

#include "child/run_fault.h"
#include "study/advice/candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace headroom::study {

namespace {

constexpr double mostLonger = 16; ///< factor of the duration
constexpr std::uint64_t moreRuns = 2;
constexpr double shortOperations = 20;  ///< in a shortened run, over the fewest
constexpr double worthShortening = 0.7; ///< share of the measured time
constexpr std::uint64_t rateSeeds = 3, mostRateSeeds = 5;
constexpr double rateWithin = 0.05; ///< wanted half width of the interval of the highest rate, relative
constexpr double alikeThroughput = 0.02, alikeLatency = 0.05;

/// Without zeros at the end of its fraction.
std::string numberText(double number)
{
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

/// True if a shorter run gives the same figures.
bool alike(const Measure& a, const Measure& b)
{
    return std::abs(a.perSecond / b.perSecond - 1) < alikeThroughput &&
           std::abs(a.meanMs / b.meanMs - 1) < alikeLatency;
}

} // namespace

Advisor::Advisor(Question question, Changed changed)
    : question_(std::move(question)), changed_(std::move(changed)), systems_(1)
{
    question_.simulation.single = true;
    systems_[0].figures = question_.present;
    for (const auto& [value, figures] : question_.values)
        addSystem(value, figures);
    if (!question_.values.empty())
        publish(false);
    plan(0, 1);
}

std::vector<WantedRun> Advisor::propose(std::size_t room)
{
    std::vector<WantedRun> runs;
    for (; runs.size() < room && !wanted_.empty(); wanted_.pop_front())
        runs.push_back(std::move(wanted_.front()));
    return runs;
}

const Advice& Advisor::answer(bool ended)
{
    publish(ended);
    return advice_;
}

child::Simulation Advisor::simulationOf(const System& system, std::uint64_t number) const
{
    child::Simulation simulation = question_.simulation;
    simulation.seed = std::to_string(advice_.seed + number);
    if (system.resource.empty())
        return simulation;
    if (question_.values.empty())
        simulation.scale.push_back(system.resource + '=' + numberText(question_.factor));
    else
        simulation.settings.push_back(system.resource);
    return simulation;
}

void Advisor::plan(std::size_t system, std::uint64_t runs)
{
    for (System& its = systems_[system]; its.planned < runs; ++its.planned) {
        const child::Simulation simulation =
            phase_ == Phase::pairs ? simulationOf(its, its.planned) : question_.simulation;
        askFor({system, its.planned, 0}, simulation);
    }
}

void Advisor::askFor(const Job& job, child::Simulation simulation)
{
    wanted_.push_back({jobs_.size(), std::move(simulation)});
    jobs_.push_back(job);
}

void Advisor::take(std::uint64_t number, RunOutcome outcome)
{
    const Job job = jobs_[number]; // more are added meanwhile
    if (job.load > 0)
        takeRate(job, outcome);
    else
        takeRun(job, outcome);
    publish(false);
}

void Advisor::takeRun(const Job& job, const RunOutcome& outcome)
{
    const std::size_t number = job.system;
    const std::string problem = outcome.summary ? child::faultOf(*outcome.summary) : outcome.problem;
    System& system = systems_[number];
    if (!problem.empty() && number == 0)
        throw std::runtime_error("the run of the present system " + problem);
    if (!problem.empty()) {
        system.problem = "A run " + problem + '.';
        system.decided = true;
    } else if (phase_ == Phase::pairs) {
        system.measures[job.number] = measureOf(*outcome.summary);
        system.figures = figuresOf(*outcome.summary);
    } else {
        takeFirst(*outcome.summary);
    }
    decide();
}

/// A run of the present system alone: from it follow how long the runs have to be, and what is tried.
void Advisor::takeFirst(const record::Summary& summary)
{
    if (phase_ == Phase::shorter) {
        const bool enough = alike(measureOf(summary), measureOf(whole_));
        if (!enough)
            question_.simulation.duration = wholeDuration_;
        begin(enough ? summary : whole_);
        return;
    }
    if (phase_ == Phase::first && lengthen(summary))
        return;
    whole_ = summary;
    if (!shorten(summary))
        begin(summary);
}

bool Advisor::lengthen(const record::Summary& first)
{
    const Measure measure = measureOf(first);
    if (measure.jobs || measure.completed >= question_.fewestOperations)
        return false;
    const double wanted =
        static_cast<double>(question_.fewestOperations) / std::max(1.0, static_cast<double>(measure.completed));
    tryAgain(Phase::longer, first.simulatedS * std::min(mostLonger, std::ceil(wanted)));
    return true;
}

bool Advisor::shorten(const record::Summary& first)
{
    const Measure measure = measureOf(first);
    const auto systems =
        static_cast<double>(1 + (question_.values.empty() ? resourcesOf(first).size() : question_.values.size()));
    const double events = static_cast<double>(first.events * question_.fewestRuns) * systems;
    const double completed = static_cast<double>(measure.completed);
    const double share = std::max(static_cast<double>(question_.mostEvents) / events,
                                  shortOperations * static_cast<double>(question_.fewestOperations) / completed);
    if (measure.jobs || systems == 1 || share > worthShortening)
        return false;
    wholeDuration_ = question_.simulation.duration;
    tryAgain(Phase::shorter, first.warmUpS + share * (first.simulatedS - first.warmUpS));
    return true;
}

void Advisor::tryAgain(Phase phase, double durationS)
{
    phase_ = phase;
    question_.simulation.duration = numberText(durationS) + " s";
    systems_[0].planned = 0;
    plan(0, 1);
}

std::vector<std::string> Advisor::resourcesOf(const record::Summary& first) const
{
    return question_.resources.empty() ? candidates(first) : question_.resources;
}

void Advisor::addSystem(const std::string& resource, const Figures& figures)
{
    System system;
    system.resource = resource;
    system.figures = figures;
    systems_.push_back(std::move(system));
}

/// Plans the runs of all systems, those of the most promising resources first.
void Advisor::begin(const record::Summary& first)
{
    phase_ = Phase::pairs;
    advice_.project = first.project;
    advice_.seed = first.seed;
    advice_.simulatedS = first.simulatedS;
    systems_[0].measures[0] = measureOf(first);
    systems_[0].figures = figuresOf(first);
    if (question_.values.empty())
        for (const std::string& resource : resourcesOf(whole_))
            addSystem(resource, {});
    if (systems_.size() == 1)
        return;
    plan(0, question_.fewestRuns);
    if (!question_.values.empty())
        for (std::size_t s = 1; s < systems_.size(); ++s) // a first figure of each value comes soon
            plan(s, 1);
    for (std::size_t s = 1; s < systems_.size(); ++s)
        plan(s, question_.fewestRuns);
}

Pairs Advisor::pairs(const System& system, double Measure::*figure) const
{
    Pairs pairs;
    for (const auto& [number, measure] : system.measures)
        if (const auto present = systems_[0].measures.find(number); present != systems_[0].measures.end())
            pairs.add(present->second.*figure, measure.*figure);
    return pairs;
}

Goals Advisor::goalsOver(const System& system)
{
    Goals goals;
    for (const auto& [number, measure] : system.measures)
        for (const auto& [id, verdict] : measure.goals)
            if (const auto [place, isNew] = goals.try_emplace(id, verdict); !isNew && place->second != verdict)
                place->second = "not yet known";
    return goals;
}

void Advisor::fill(WhatIf& what, const System& system) const
{
    what.resource = system.resource;
    what.factor = question_.factor;
    what.problem = system.problem;
    what.runs = system.measures.size();
    what.figures = system.figures;
    what.goals = goalsOver(system);
    what.highestPerSecond = highestRate(system);
    what.highestRate = gainOf(ratePairs(system), rateWithin);
    what.throughput = gainOf(pairs(system, &Measure::perSecond), question_.throughputWithin);
    const auto settles = [](const System& each) {
        return std::all_of(each.measures.begin(), each.measures.end(),
                           [](const auto& measure) { return measure.second.settles; });
    };
    what.settles = settles(system);
    if (what.settles && settles(systems_[0])) {
        what.mean = gainOf(pairs(system, &Measure::meanMs), question_.p99Within);
        what.p99 = gainOf(pairs(system, &Measure::p99Ms), question_.p99Within);
    }
}

/// Looks at each system whose planned runs have ended: whether it is known well enough, or needs more runs.
void Advisor::decide()
{
    if (phase_ != Phase::pairs)
        return;
    for (std::size_t s = 1; s < systems_.size(); ++s) {
        System& system = systems_[s];
        const std::size_t paired = pairs(system, &Measure::perSecond).present.size();
        if (system.decided || paired < system.planned)
            continue;
        WhatIf what;
        fill(what, system);
        const bool latencyKnown = what.p99.known || std::isnan(what.p99.ratio);
        if ((what.throughput.known && latencyKnown) || system.planned >= question_.mostRuns) {
            system.decided = true;
            continue;
        }
        const std::uint64_t runs = std::min(question_.mostRuns, system.planned + moreRuns);
        plan(0, runs);
        plan(s, runs);
    }
    const bool decided = std::all_of(systems_.begin() + 1, systems_.end(), [](const System& s) { return s.decided; });
    if (decided && question_.values.empty() && systems_[0].measures.size() == systems_[0].planned)
        seekRates();
}

void Advisor::seekRates()
{
    phase_ = Phase::rates;
    if (!systems_[0].measures.begin()->second.arrivalsGiven)
        return;
    for (std::size_t s = 0; s < systems_.size(); ++s)
        if (systems_[s].problem.empty())
            seekRate(s, rateSeeds);
}

/// Plans the next run of a system's search with the last seed, or begins with the next seed, of `seeds` at most.
void Advisor::seekRate(std::size_t system, std::uint64_t seeds)
{
    System& its = systems_[system];
    if (its.rateRuns < its.ratesPlanned)
        return;
    if (its.rates.empty() || its.rates.back().over()) {
        if (its.rates.size() >= seeds || (!its.rates.empty() && !its.rates.back().found()))
            return;
        its.rates.push_back(its.rates.empty() ? RateSearch() : RateSearch(its.rates.back().load()));
    }
    const std::uint64_t number = its.rates.size() - 1;
    const double load = its.rates.back().next();
    child::Simulation simulation = simulationOf(its, number);
    simulation.scale.push_back("arrivals=" + numberText(load));
    ++its.ratesPlanned;
    askFor({system, number, load}, std::move(simulation));
}

/// A run that had to be stopped because too much was in flight does not settle either.
void Advisor::takeRate(const Job& job, const RunOutcome& outcome)
{
    System& system = systems_[job.system];
    ++system.rateRuns;
    if (!outcome.summary) {
        system.rates.clear(); // the rate is not known
        return;
    }
    const Measure measure = measureOf(*outcome.summary);
    const bool stopped = !child::faultOf(*outcome.summary).empty();
    system.rates[job.number].take(job.load, measure.settles && !stopped, measure.perSecond);
    seekRate(job.system, rateSeeds);
    for (std::size_t s = 1; s < systems_.size(); ++s) { // with more seeds, if three are too few
        const std::size_t compared = ratePairs(systems_[s]).present.size();
        if (compared < rateSeeds || gainOf(ratePairs(systems_[s]), rateWithin).known)
            continue;
        seekRate(s, mostRateSeeds);
        seekRate(0, mostRateSeeds);
    }
}

double Advisor::highestRate(const System& system) const
{
    double sum = 0;
    std::uint64_t found = 0;
    for (const RateSearch& search : system.rates)
        if (search.found()) {
            sum += search.perSecond();
            ++found;
        }
    return found < rateSeeds ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(found);
}

Pairs Advisor::ratePairs(const System& system) const
{
    const std::vector<RateSearch>& present = systems_[0].rates;
    Pairs pairs;
    for (std::size_t n = 0; n < std::min(system.rates.size(), present.size()); ++n)
        if (system.rates[n].found() && present[n].found())
            pairs.add(present[n].perSecond(), system.rates[n].perSecond());
    return pairs;
}

void Advisor::publish(bool complete)
{
    Advice& advice = advice_;
    advice.complete = complete;
    double perSecond = 0, mean = 0, p99 = 0;
    const auto& present = systems_[0].measures;
    for (const auto& [number, measure] : present) {
        perSecond += measure.perSecond;
        mean += measure.meanMs;
        p99 += measure.p99Ms;
        advice.arrivalsGiven = measure.arrivalsGiven;
        advice.settles = advice.settles && measure.settles;
    }
    const double runs = static_cast<double>(present.size());
    advice.perSecond = perSecond / runs;
    advice.meanMs = mean / runs;
    advice.p99Ms = p99 / runs;
    advice.highestPerSecond = highestRate(systems_[0]);
    advice.figures = systems_[0].figures;
    advice.goals = goalsOver(systems_[0]);
    advice.whatIfs.clear();
    advice.runsDone = advice.runsPlanned = 0;
    for (std::size_t s = 0; s < systems_.size(); ++s) {
        const System& system = systems_[s];
        advice.runsDone += system.measures.size() + system.rateRuns;
        advice.runsPlanned += system.ratesPlanned + (system.problem.empty() ? system.planned : system.measures.size());
        if (s == 0)
            continue;
        WhatIf& what = advice.whatIfs.emplace_back();
        fill(what, system);
        using State = WhatIf::State;
        const bool latencyKnown = what.p99.known || std::isnan(what.p99.ratio);
        if (!system.problem.empty())
            what.state = State::failed;
        else if (system.decided)
            what.state = what.throughput.known && latencyKnown ? State::known : State::notYetKnown;
        else
            what.state = system.measures.empty() ? State::waiting : State::running;
    }
    advice.rank();
    if (changed_)
        changed_(advice);
}

} // namespace headroom::study
