#include "study/advice/advisor.h"

#include "child/run_fault.h"
#include "record/figures/figures.h"
#include "record/figures/statistics.h"
#include "study/advice/candidates.h"
#include "study/advice/promise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

namespace headroom::study {

namespace {

constexpr double mostLonger = 16; ///< factor of the duration
constexpr std::uint64_t moreRuns = 2, fewestForInterval = 2;
constexpr std::uint64_t windowParts = 40, probeParts = 100;
constexpr double probeShare = 1.0 / 16;                                    ///< of the project's duration
constexpr double probeEnoughS = 0.2, leastCostS = 1e-3, mostForRunS = 1.5; ///< of processor time
constexpr std::uint64_t mostProbes = 4;
constexpr double shareOfFirstRuns = 0.45, shareOfPolish = 0.5, shareOfCheck = 0.3; ///< of the effort
constexpr double worthShortening = 0.7;                                            ///< share of the whole length
constexpr double worthChecking = 1.5;                                              ///< length over that of the runs
constexpr double mostForRates = 1.5;                            ///< of the effort, with all that was spent before
constexpr double runsOfSearch = 3;                              ///< for a highest rate, where it is about known
constexpr double fewestInWindow = 300, acceptableInWindow = 60; ///< operations
constexpr double mostForSlowRunS = 2.5;                         ///< of processor time, where few operations end in it
constexpr std::size_t mostOfPlace = 3, mostOffers = 8, fewestOffers = 2;
constexpr double leastPromise = 1.02; ///< of a part, to be simulated
/// A system that does so many times as much in a second costs as many times as much to simulate: its window is shorter.
constexpr double shareOfPromise = 0.6, mostShorter = 6;
constexpr double shareOfFirstSystems = 0.7; ///< of the effort, until each system has a gain
constexpr double fewestSystems = 5;         ///< with the present one, as long as so many resources are in use
constexpr double saferWarmUp = 1.25, shareOfWarmUp = 0.3;
constexpr std::uint64_t mostRateSeeds = 3;
constexpr double rateWithin = 0.05; ///< wanted half width of the interval of the highest rate, relative
constexpr double nearLimit = 0.95, worthARate = 0.5;
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

/// A part of the whole that is at least `wanted`, one of a few: so the length of runs depends little on the machine.
double roundedUp(double wanted, double whole)
{
    constexpr std::array<double, 12> parts = {64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1.5};
    for (const double part : parts)
        if (whole / part >= wanted)
            return whole / part;
    return whole;
}

/// The share of a probe that its transient takes; 1 if it has not settled.
double transientOf(const std::vector<record::WindowPart>& parts)
{
    std::vector<double> counts, latencies;
    for (const record::WindowPart& part : parts) {
        counts.push_back(part.count);
        record::addMeanLatency(latencies, part.count, part.latencyS);
    }
    const record::Truncation count = record::mser5(counts), latency = record::mser5(latencies);
    if (parts.empty() || !count.settled || !latency.settled)
        return 1;
    return static_cast<double>(std::max(count.cut, latency.cut)) / static_cast<double>(parts.size());
}

/// The use of the busiest resource of a run.
double highestUse(const record::Summary& summary)
{
    double use = 0;
    for (const record::ResourceSummary& row : summary.resources)
        use = std::max(use, row.utilisationMax);
    return use;
}

double useOf(const record::Summary& summary, const std::string& resource)
{
    for (const record::ResourceSummary& row : summary.resources)
        if (record::nameOf(row) == resource)
            return row.utilisationMax;
    return 1; // named by the user in another way
}

} // namespace

Advisor::Advisor(Question question, Changed changed)
    : question_(std::move(question)), changed_(std::move(changed)), systems_(1)
{
    question_.simulation.single = true;
    question_.simulation.windowParts = windowParts;
    whole_ = question_.simulation;
    systems_[0].figures = question_.present;
    for (const auto& [value, figures] : question_.values) {
        addSystem(value, figures);
        systems_.back().kind = WhatIf::Kind::value;
        systems_.back().settings = {value};
    }
    if (!question_.values.empty())
        publish(false);
    if (question_.course) {
        askForProbe(question_.course->durationS * probeShare);
        return;
    }
    askForWhole();
    if (question_.secondSeed) { // it will be needed, and a processor is idle
        advice_.seed = *question_.secondSeed - 1;
        systems_[0].planned = 1;
        plan(0, fewestForInterval);
    }
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
    if (system.kind == WhatIf::Kind::resource)
        simulation.scale.push_back(system.resource + '=' + numberText(question_.factor));
    simulation.settings.insert(simulation.settings.end(), system.settings.begin(), system.settings.end());
    if (system.shorter > 1 && lengthS_ > warmUpS_) {
        simulation.duration = numberText(warmUpS_ + (lengthS_ - warmUpS_) / system.shorter) + " s";
        simulation.warmUp = numberText(warmUpS_) + " s";
    }
    return simulation;
}

void Advisor::plan(std::size_t system, std::uint64_t runs)
{
    for (System& its = systems_[system]; its.planned < runs; ++its.planned) {
        askFor({Purpose::pair, system, its.planned}, simulationOf(its, its.planned));
        plannedS_ += costOf(its);
    }
}

void Advisor::askFor(const Job& job, child::Simulation simulation)
{
    wanted_.push_back({jobs_.size(), std::move(simulation)});
    jobs_.push_back(job);
    underWay_ += job.purpose == Purpose::check ? 0 : 1;
}

void Advisor::askForWhole()
{
    askFor({Purpose::probe, 0, 0}, question_.simulation);
}

/// From the very beginning: it shows the transient.
void Advisor::askForProbe(double durationS)
{
    child::Simulation simulation = whole_;
    simulation.duration = numberText(durationS) + " s";
    simulation.warmUp = "0 s";
    simulation.windowParts = probeParts;
    ++probes_;
    askFor({Purpose::probe, 0, 0}, std::move(simulation));
}

void Advisor::take(std::uint64_t number, RunOutcome outcome)
{
    const Job job = jobs_[number]; // more are added meanwhile
    underWay_ -= job.purpose == Purpose::check ? 0 : 1;
    spentS_ += outcome.processorS;
    ++advice_.runsDone;
    const std::string problem = outcome.summary ? child::faultOf(*outcome.summary) : outcome.problem;
    switch (job.purpose) {
    case Purpose::probe:
        if (!problem.empty())
            throw std::runtime_error("the run of the present system " + problem);
        takeProbe(*outcome.summary, outcome.processorS);
        break;
    case Purpose::pair:
        takePair(job, outcome, problem);
        break;
    case Purpose::check:
        checks_ = false;
        if (problem.empty())
            takeCheck(*outcome.summary);
        break;
    case Purpose::rate:
        takeRate(job, outcome);
        break;
    }
    decide();
    publish(false);
}

void Advisor::takePair(const Job& job, const RunOutcome& outcome, const std::string& problem)
{
    System& system = systems_[job.system];
    plannedS_ = std::max(0.0, plannedS_ - costOf(system));
    if (!problem.empty() && job.system == 0)
        throw std::runtime_error("the run of the present system " + problem);
    if (!problem.empty()) {
        system.problem = "A run " + problem + (problem.ends_with('.') ? "" : ".");
        return;
    }
    system.measures[job.number] = measureOf(*outcome.summary);
    if (job.system == 0)
        advice_.simulatedS = outcome.summary->simulatedS;
    system.figures = figuresOf(*outcome.summary);
    system.processorS += outcome.processorS;
}

/// A run of the present system alone: from it follow how long the runs have to be, and what is tried.
void Advisor::takeProbe(const record::Summary& summary, double processorS)
{
    if (!question_.course) {
        if (!lengthen(summary, processorS)) {
            runCostS_ = processorS;
            systems_[0].planned = std::max<std::uint64_t>(systems_[0].planned, 1);
            systems_[0].measures[0] = measureOf(summary);
            systems_[0].figures = figuresOf(summary);
            systems_[0].processorS += processorS;
            advice_.simulatedS = summary.simulatedS;
            begin(summary);
        }
        return;
    }
    const double whole = question_.course->durationS, covered = summary.simulatedS;
    const double next = covered * std::clamp(1.5 * probeEnoughS / std::max(processorS, leastCostS), 2.0, 16.0);
    if (processorS < probeEnoughS && probes_ < mostProbes && covered < whole)
        askForProbe(std::min(whole, next));
    else
        chooseLength(summary, processorS);
}

bool Advisor::lengthen(const record::Summary& first, double processorS)
{
    const Measure measure = measureOf(first);
    if (lengthened_ || measure.jobs || measure.completed >= question_.fewestOperations)
        return false;
    const auto systems = static_cast<double>(resourcesOf(first).size() + question_.values.size() + 1);
    const double affordable = question_.effortS * shareOfPolish /
                              (systems * static_cast<double>(question_.fewestRuns) * std::max(processorS, leastCostS));
    const double wanted =
        static_cast<double>(question_.fewestOperations) / std::max(1.0, static_cast<double>(measure.completed));
    const double longer = std::floor(std::min({mostLonger, std::ceil(wanted), affordable}));
    if (longer < 2)
        return false;
    lengthened_ = true;
    question_.simulation.duration = numberText(first.simulatedS * longer) + " s";
    askForWhole();
    return true;
}

/// Runs of all systems with the first seed shall take a part of the effort, and each little enough that a first gain
/// comes soon. But they have to be longer than their transient, with some hundred operations. Where they cost little,
/// they may be longer than the project says, for a thousand.
void Advisor::chooseLength(const record::Summary& probe, double processorS)
{
    const Question::Course& course = *question_.course;
    const auto systems =
        static_cast<double>(1 + resourcesOf(probe).size() + question_.values.size() + offersFor(probe).size());
    const double costPerS = std::max(processorS, leastCostS) / probe.simulatedS;
    const double affordable = std::min(mostForRunS, question_.effortS * shareOfFirstRuns / systems) / costPerS;
    const double warmUp = std::min(1.0, saferWarmUp * transientOf(probe.windowParts)) * probe.simulatedS;
    const double perSecond = std::max(1e-9, static_cast<double>(measureOf(probe).completed) / probe.simulatedS);
    const double window =
        std::min(fewestInWindow / perSecond, std::max(acceptableInWindow / perSecond, mostForSlowRunS / costPerS));
    const double shortest = warmUp + std::max(warmUp, window);
    const double length = roundedUp(std::max(shortest, affordable), course.durationS);
    wholeCostS_ = costPerS * course.durationS;
    runCostS_ = costPerS * std::min(length, course.durationS);
    const double roomy = std::isnan(course.warmUpS) ? 0 : course.warmUpS;
    if (length < worthShortening * course.durationS) {
        shortened_ = true;
        const double part = length / static_cast<double>(windowParts);
        lengthS_ = length;
        warmUpS_ = std::ceil(std::max(warmUp, std::min(length * shareOfWarmUp, roomy)) / part) * part;
        question_.simulation.duration = numberText(lengthS_) + " s";
        question_.simulation.warmUp = numberText(warmUpS_) + " s";
    } else {
        lengthS_ = course.durationS;
        warmUpS_ = course.warmUpS;
        const double wanted = roomy + static_cast<double>(question_.fewestOperations) / perSecond;
        const double longer =
            std::min({mostLonger, std::ceil(wanted / course.durationS), std::floor(affordable / course.durationS)});
        if (longer >= 2) {
            lengthS_ = course.durationS * longer;
            question_.simulation.duration = numberText(lengthS_) + " s";
            runCostS_ *= longer;
        }
    }
    begin(probe);
}

std::vector<std::string> Advisor::resourcesOf(const record::Summary& first) const
{
    if (!question_.values.empty())
        return {};
    return question_.resources.empty() ? candidates(first) : question_.resources;
}

/// The best part of each place comes first, by what it promises, then a load if nothing is full, which may be the
/// answer, then settings, which promise nothing that could be known, and further parts.
std::vector<const Offer*> Advisor::offersFor(const record::Summary& summary) const
{
    const Promise promise(summary);
    std::vector<std::pair<double, const Offer*>> parts;
    std::vector<const Offer*> loads, settings;
    for (const Offer& offer : question_.offers)
        switch (offer.kind) {
        case WhatIf::Kind::part:
            if (const double gain = promise.of(offer); gain >= leastPromise)
                parts.emplace_back(gain, &offer);
            break;
        case WhatIf::Kind::load:
            if (highestUse(summary) < record::limitingShare)
                loads.push_back(&offer);
            break;
        case WhatIf::Kind::setting:
            settings.push_back(&offer);
            break;
        case WhatIf::Kind::resource:
        case WhatIf::Kind::value:
            break;
        }
    std::ranges::stable_sort(parts, std::greater(), &std::pair<double, const Offer*>::first);
    std::map<std::vector<std::string>, std::size_t> ofPlace;
    std::vector<const Offer*> offers, further;
    for (const auto& [gain, offer] : parts)
        if (const std::size_t nth = ofPlace[offer->concerns]++; nth < mostOfPlace)
            (nth == 0 ? offers : further).push_back(offer);
    offers.insert(offers.end(), loads.begin(), loads.end());
    offers.insert(offers.end(), settings.begin(), settings.end());
    offers.insert(offers.end(), further.begin(), further.end());
    if (offers.size() > mostOffers)
        offers.resize(mostOffers);
    return offers;
}

void Advisor::addSystem(const std::string& resource, const Figures& figures)
{
    System system;
    system.resource = resource;
    system.figures = figures;
    systems_.push_back(std::move(system));
}

/// Plans the first runs of all systems, those of the most promising resources first.
void Advisor::begin(const record::Summary& first)
{
    began_ = true;
    advice_.project = first.project;
    advice_.seed = first.seed;
    systems_[0].use = highestUse(first);
    addResources(first);
    // The runs of jobs have no parts to compare, so that a first gain takes two pairs.
    const bool pairsNeeded = !systems_[0].measures.empty() && systems_[0].measures.begin()->second.jobs;
    const std::uint64_t runs = pairsNeeded ? fewestForInterval : 1;
    const double affordable =
        question_.effortS * shareOfFirstSystems / std::max(runCostS_, leastCostS) / static_cast<double>(runs);
    keepMostPromising(static_cast<std::size_t>(std::max(affordable, fewestSystems)));
    const std::size_t resources = systems_.size() + fewestOffers;
    const Promise promise(first);
    for (const Offer* offer : offersFor(first)) {
        if (systems_.size() >= resources && static_cast<double>(systems_.size()) >= affordable)
            break;
        addSystem(offer->name, {});
        systems_.back().kind = offer->kind;
        systems_.back().words = offer->words;
        systems_.back().settings = offer->settings;
        if (!pairsNeeded && offer->kind == WhatIf::Kind::part)
            systems_.back().shorter = std::clamp(promise.of(*offer) * shareOfPromise, 1.0, mostShorter);
    }
    for (std::size_t s = 0; s < systems_.size(); ++s)
        plan(s, runs);
    if (shortened_ && systems_.size() > 1)
        askForCheck();
}

/// The whole run, or as much of it as the effort allows.
void Advisor::askForCheck()
{
    const double whole = question_.course->durationS;
    const double length = whole * std::min(1.0, shareOfCheck * question_.effortS / wholeCostS_);
    advice_.wholeS = whole;
    if (length < worthChecking * lengthS_)
        return;
    advice_.checkedS = length;
    child::Simulation check = whole_;
    check.seed = std::to_string(advice_.seed);
    if (length < whole) {
        check.duration = numberText(length) + " s";
        check.warmUp = question_.simulation.warmUp;
    }
    checks_ = true;
    askFor({Purpose::check, 0, 0}, std::move(check));
}

/// Leaves out the last of the resources that were not asked for, where there is no effort for them.
void Advisor::keepMostPromising(std::size_t systems)
{
    if (question_.resources.empty() && question_.values.empty() && systems_.size() > systems)
        systems_.resize(systems);
}

void Advisor::addResources(const record::Summary& summary)
{
    for (const std::string& resource : resourcesOf(summary)) {
        if (!considered_.insert(resource).second)
            continue;
        addSystem(resource, {});
        systems_.back().use = useOf(summary, resource);
    }
}

double Advisor::costOf(const System& system) const
{
    const System& known = system.measures.empty() ? systems_[0] : system;
    return known.measures.empty() ? runCostS_ : known.processorS / static_cast<double>(known.measures.size());
}

namespace {

/// Calls add(present, changed) for each pair of runs.
template <class Add>
Pairs pairsOf(const std::map<std::uint64_t, Measure>& present, const std::map<std::uint64_t, Measure>& changed,
              const Add& add)
{
    Pairs pairs;
    for (const auto& [number, measure] : changed)
        if (const auto before = present.find(number); before != present.end())
            add(pairs, before->second, measure);
    return pairs;
}

} // namespace

Pairs Advisor::throughputs(const System& system) const
{
    return pairsOf(systems_[0].measures, system.measures,
                   [](Pairs& pairs, const Measure& before, const Measure& after) {
                       pairs.add(before.perSecond, after.perSecond,
                                 before.jobs ? RatioError() : throughputError(before.parts, after.parts));
                   });
}

Pairs Advisor::meanLatencies(const System& system) const
{
    return pairsOf(systems_[0].measures, system.measures,
                   [](Pairs& pairs, const Measure& before, const Measure& after) {
                       pairs.add(before.meanMs, after.meanMs,
                                 before.jobs ? RatioError() : latencyError(before.parts, after.parts));
                   });
}

Pairs Advisor::p99s(const System& system) const
{
    constexpr double freedom = 9; // as that of the error of the mean, from which it follows
    return pairsOf(
        systems_[0].measures, system.measures, [](Pairs& pairs, const Measure& before, const Measure& after) {
            pairs.add(before.p99Ms, after.p99Ms,
                      before.jobs ? RatioError() : RatioError{std::hypot(before.p99Error, after.p99Error), freedom, 0});
        });
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
    what.kind = system.kind;
    what.words = system.words;
    what.factor = question_.factor;
    what.problem = system.problem;
    what.runs = system.measures.size();
    what.figures = system.figures;
    what.goals = goalsOver(system);
    what.highestPerSecond = highestRate(system);
    what.highestRate = rateGain(system);
    const Bias bias = bias_.value_or(Bias{0, 0});
    what.throughput =
        gainOf(throughputs(system), question_.throughputWithin).widened(bias.throughput, question_.throughputWithin);
    const auto settles = [](const System& each) {
        return std::all_of(each.measures.begin(), each.measures.end(),
                           [](const auto& measure) { return measure.second.settles; });
    };
    what.settles = settles(system);
    if (what.settles && settles(systems_[0])) {
        what.mean = gainOf(meanLatencies(system), question_.p99Within).widened(bias.latency, question_.p99Within);
        what.p99 = gainOf(p99s(system), question_.p99Within).widened(bias.latency, question_.p99Within);
    }
}

std::vector<WhatIf> Advisor::whatIfs() const
{
    std::vector<WhatIf> all;
    for (std::size_t s = 1; s < systems_.size(); ++s)
        fill(all.emplace_back(), systems_[s]);
    return all;
}

/// A shorter run may be in another state than a whole one. What both differ by may be in a gain too, to a part.
void Advisor::takeCheck(const record::Summary& summary)
{
    const Measure whole = measureOf(summary);
    double perSecond = 0, mean = 0;
    for (const auto& [number, measure] : systems_[0].measures) {
        perSecond += measure.perSecond / static_cast<double>(systems_[0].measures.size());
        mean += measure.meanMs / static_cast<double>(systems_[0].measures.size());
    }
    const double throughput = std::abs(std::log(perSecond / whole.perSecond)),
                 latency = std::abs(std::log(mean / whole.meanMs));
    bias_ = Bias{throughput > std::log1p(alikeThroughput) ? throughput / 2 : 0,
                 latency > std::log1p(alikeLatency) ? latency / 2 : 0};
    const std::size_t known = systems_.size();
    addResources(summary);
    for (std::size_t s = known; s < systems_.size() && !seeksRates_; ++s)
        plan(s, 1);
}

/// Once all planned runs have ended: whether more are needed.
void Advisor::decide()
{
    if (!began_ || seeksRates_ || underWay_ > 0)
        return;
    if (planMore(whatIfs()) || checks_)
        return;
    for (System& system : systems_)
        system.decided = true;
    seekRates();
}

bool Advisor::planMore(const std::vector<WhatIf>& known)
{
    advice_.whatIfs = known;
    const std::uint64_t before = jobs_.size();
    for (std::size_t s = 1; s < systems_.size(); ++s) {
        const WhatIf& what = known[s - 1];
        System& system = systems_[s];
        if (!system.problem.empty() || system.planned >= question_.mostRuns)
            continue;
        const Gain worth = advice_.worthOf(what);
        const bool precise = worth.known, out = advice_.beaten(what);
        const bool polished = precise && (what.p99.known || std::isnan(what.p99.low));
        std::uint64_t wanted = system.planned;
        double budget = question_.effortS;
        if (!worth.hasInterval() && system.planned < fewestForInterval) {
            wanted = fewestForInterval;
            budget = std::numeric_limits<double>::infinity();
        } else if (!out && system.planned < question_.fewestRuns) {
            wanted = system.planned + 1;
        } else if (!out && !precise) {
            wanted = system.planned + moreRuns;
        } else if (system.planned < question_.fewestRuns || !polished) {
            wanted = system.planned + 1;
            budget *= shareOfPolish;
        }
        wanted = std::min(wanted, question_.mostRuns);
        const double cost = costOf(system) + (systems_[0].planned < wanted ? costOf(systems_[0]) : 0);
        if (wanted == system.planned || spentS_ + plannedS_ + cost > budget)
            continue;
        plan(0, wanted);
        plan(s, wanted);
    }
    return jobs_.size() > before;
}

/// The search in the present system begins near the load at which its busiest resource is always busy.
void Advisor::seekRates()
{
    seeksRates_ = true;
    if (!question_.values.empty() || systems_.size() == 1 || !systems_[0].measures.begin()->second.arrivalsGiven)
        return;
    const double use = systems_[0].use;
    systems_[0].rates.push_back(use > 0.05 ? RateSearch(nearLimit / use) : RateSearch());
    seekRate(0);
}

/// Plans the next run of a system's search with the last seed.
void Advisor::seekRate(std::size_t system)
{
    System& its = systems_[system];
    if (its.rates.empty() || its.rates.back().over() || its.rateRuns < its.ratesPlanned)
        return;
    if (spentS_ > mostForRates * question_.effortS) {
        its.rates.clear(); // it stays unknown
        return;
    }
    const std::uint64_t number = its.rates.size() - 1;
    const double load = its.rates.back().next();
    child::Simulation simulation = simulationOf(its, number);
    simulation.scale.push_back("arrivals=" + numberText(load));
    ++its.ratesPlanned;
    askFor({Purpose::rate, system, number, load}, std::move(simulation));
}

/// Once the limit of the present system is known, the search in each other one begins just above it: where its
/// resource does not move the limit, two runs show that. Further seeds follow while there is effort.
void Advisor::planRates()
{
    const std::vector<RateSearch>& present = systems_[0].rates;
    if (present.empty() || !present.back().found())
        return;
    const double search = runsOfSearch * ratesS_ / static_cast<double>(std::max<std::uint64_t>(1, rateRuns_));
    double planned = 0;
    for (std::size_t s = 1; s < systems_.size(); ++s) {
        System& system = systems_[s];
        const bool may = question_.resources.empty() && system.kind == WhatIf::Kind::resource
                             ? system.use >= worthARate * systems_[0].use
                             : true;
        if (!may || !system.problem.empty() || system.rates.size() >= present.size() ||
            spentS_ + planned + search > mostForRates * question_.effortS)
            continue;
        planned += search;
        const double close =
            system.rates.empty() ? present.back().load() * RateSearch::enclosed : system.rates.back().load();
        system.rates.emplace_back(close);
        seekRate(s);
    }
    if (underWay_ > 0 || present.size() >= mostRateSeeds)
        return;
    const double ofOne = spentS_ / static_cast<double>(std::max<std::uint64_t>(1, advice_.runsDone));
    double runs = 0;
    for (const System& system : systems_)
        runs += static_cast<double>(system.rateRuns) / static_cast<double>(present.size());
    if (spentS_ + ofOne * runs > question_.effortS)
        return;
    systems_[0].rates.emplace_back(present.back().load());
    seekRate(0);
}

/// A run that had to be stopped because too much was in flight does not settle either.
void Advisor::takeRate(const Job& job, const RunOutcome& outcome)
{
    System& system = systems_[job.system];
    ++system.rateRuns;
    ++rateRuns_;
    ratesS_ += outcome.processorS;
    if (system.rates.empty())
        return;
    if (!outcome.summary) {
        system.rates.clear(); // the rate is not known
        return;
    }
    const Measure measure = measureOf(*outcome.summary);
    const bool stopped = !child::faultOf(*outcome.summary).empty();
    system.rates[job.number].take(job.load, measure.settles && !stopped, measure.perSecond);
    seekRate(job.system);
    if (!systems_[0].rates.empty() && systems_[0].rates.back().over())
        planRates();
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
    return found == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(found);
}

/// Each limit is somewhere between two loads.
Gain Advisor::rateGain(const System& system) const
{
    const RatioError enclosure{std::log(RateSearch::enclosed) / std::sqrt(6.0), 30, 0};
    const std::vector<RateSearch>& present = systems_[0].rates;
    Pairs pairs;
    for (std::size_t n = 0; n < std::min(system.rates.size(), present.size()); ++n)
        if (system.rates[n].found() && present[n].found())
            pairs.add(present[n].perSecond(), system.rates[n].perSecond(), enclosure);
    return gainOf(pairs, rateWithin);
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
        advice.jobs = measure.jobs;
        advice.settles = advice.settles && measure.settles;
    }
    const double runs = static_cast<double>(present.size());
    advice.perSecond = perSecond / runs;
    advice.meanMs = mean / runs;
    advice.p99Ms = p99 / runs;
    advice.highestPerSecond = highestRate(systems_[0]);
    advice.figures = systems_[0].figures;
    advice.goals = goalsOver(systems_[0]);
    advice.whatIfs = whatIfs();
    advice.runsPlanned = jobs_.size();
    advice.processorS = spentS_;
    bool ranked = began_;
    for (std::size_t s = 1; s < systems_.size(); ++s) {
        const System& system = systems_[s];
        WhatIf& what = advice.whatIfs[s - 1];
        using State = WhatIf::State;
        const bool sure = advice.worthOf(what).known || advice.beaten(what);
        if (!system.problem.empty())
            what.state = State::failed;
        else if (system.decided)
            what.state = sure ? State::known : State::notYetKnown;
        else
            what.state = system.measures.empty() ? State::waiting : State::running;
        ranked = ranked && (what.state == State::failed || sure);
    }
    advice.ranked = ranked || complete || (systems_.size() > 1 && systems_[1].decided);
    advice.rank();
    if (changed_)
        changed_(advice);
}

} // namespace headroom::study
