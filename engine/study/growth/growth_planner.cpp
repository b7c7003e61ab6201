#include "study/growth/growth_planner.h"

#include "record/figures/figures.h"
#include "study/measure/gain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headroom::study {

namespace {

std::map<std::string, double> usesOf(const record::Summary& summary)
{
    std::map<std::string, double> uses;
    for (const record::ResourceSummary& each : summary.resources)
        uses[record::nameOf(each)] = each.utilisationMax;
    return uses;
}

/// See ResourceUse::fullAt.
double fullAt(const LoadSearch& search, const std::string& resource)
{
    constexpr double full = 0.97;         // a resource that is always busy is idle while its users change
    constexpr double stillGrowing = 0.25; // slope over that of a use in proportion to the load
    std::vector<std::pair<double, double>> course{{0, 0}}; // load and use
    for (const auto& [load, uses] : search.uses())
        if (const auto use = uses.find(resource); use != uses.end())
            course.emplace_back(load, use->second);
    for (std::size_t i = 1; i < course.size(); ++i)
        if (course[i].second >= full) {
            const auto [below, before] = course[i - 1];
            return before > 0 ? std::min(below / before, course[i].first) : course[i].first;
        }
    if (course.size() < 2)
        return std::numeric_limits<double>::quiet_NaN();
    // The last two loads may lie close together: the slope is taken over the upper half of the loads.
    const auto [load, use] = course.back();
    auto from = course.front();
    for (const auto& each : course)
        if (each.first <= load / 2)
            from = each;
    const double slope = (use - from.second) / (load - from.first);
    if (!(slope > stillGrowing * use / load))
        return std::numeric_limits<double>::quiet_NaN();
    return load + (1 - use) / slope;
}

std::string parameterOf(const std::string& setting)
{
    return setting.substr(0, setting.find('='));
}

/// Those that help come first, then by what they give for a dollar.
bool isBetter(const Upgrade& one, const Upgrade& other)
{
    if (one.helps != other.helps)
        return one.helps;
    const auto worth = [](const Upgrade& each) { return std::log(each.gain) / std::max(each.costUsd, 1.0); };
    return worth(one) > worth(other);
}

} // namespace

GrowthPlanner::GrowthPlanner(GrowthQuestion question, Changed changed)
    : question_(std::move(question)), changed_(std::move(changed))
{
    growth_.project = question_.project;
    growth_.loadName = question_.loadName;
    growth_.parameter = question_.load.parameter;
    growth_.present = question_.load.parameter.empty() ? 1 : question_.load.value;
    growth_.yearly = question_.yearly;
    growth_.years = question_.years;
    searches_.push_back(std::make_unique<LoadSearch>(searchOf({}, {})));
}

std::vector<WantedRun> GrowthPlanner::propose(std::size_t /*room*/)
{
    std::vector<WantedRun> wanted;
    do {
        for (std::size_t s = 0; s < searches_.size(); ++s)
            for (LoadSearch::Wanted& run : searches_[s]->next()) {
                wanted.push_back({runs_.size(), std::move(run.simulation)});
                runs_.emplace_back(s, run.number);
            }
        underWay_ += wanted.size();
    } while (underWay_ == 0 && goOn());
    return wanted;
}

void GrowthPlanner::take(std::uint64_t number, RunOutcome outcome)
{
    --underWay_;
    ++growth_.runs;
    const auto [search, own] = runs_[number];
    if (outcome.summary)
        growth_.simulatedS = outcome.summary->simulatedS;
    searches_[search]->take(own, outcome);
    if (compared_.empty())
        growth_.limit = searches_[search]->limit();
    tell();
}

/// All searches have ended: begins those of the next step. False if nothing is left.
bool GrowthPlanner::goOn()
{
    if (searches_.empty())
        return false;
    const bool further = compared_.empty() || takeStep();
    if (compared_.empty())
        takePresent(*searches_.front());
    else if (further)
        tell();
    searches_.clear();
    return further && limit_.known() && growth_.yearly > 0 && !growth_.carries() && beginStep();
}

const Growth& GrowthPlanner::answer(bool ended)
{
    if (!searches_.empty() && compared_.empty())
        takePresent(*searches_.front());
    growth_.complete = ended && (growth_.limit.known() || !growth_.limit.problem.empty());
    tell();
    return growth_;
}

LoadSearch GrowthPlanner::searchOf(const std::vector<std::string>& settings, std::optional<double> close) const
{
    child::Simulation simulation = question_.simulation;
    simulation.settings.insert(simulation.settings.end(), settings.begin(), settings.end());
    return LoadSearch(std::move(simulation), question_.load, question_.conditions, question_.seeds, close,
                      growth_.yearly > 0 ? std::max(1.0, growth_.wanted()) : RateSearch::Range().most);
}

void GrowthPlanner::takePresent(const LoadSearch& search)
{
    limit_ = growth_.limit = search.limit();
    if (!search.present())
        return;
    summary_ = *search.present();
    const auto now = usesOf(*search.present());
    const record::Summary& highest = search.highest() ? *search.highest() : *search.present();
    for (const auto& [resource, use] : usesOf(highest))
        if (const auto before = now.find(resource); use > 0 && before != now.end())
            growth_.resources.push_back({resource, before->second, use, fullAt(search, resource)});
    std::stable_sort(growth_.resources.begin(), growth_.resources.end(),
                     [](const ResourceUse& a, const ResourceUse& b) { return a.atLimit > b.atLimit; });
}

/// Values that the parameters do not have now.
std::vector<std::string> GrowthPlanner::upgradesLeft() const
{
    std::vector<std::string> left;
    for (const std::string& upgrade : question_.upgrades)
        if (std::find(settings_.begin(), settings_.end(), upgrade) == settings_.end())
            left.push_back(upgrade);
    return left;
}

/// Begins to compare all upgrades of the system; false if none is left.
bool GrowthPlanner::beginStep()
{
    compared_ = upgradesLeft();
    if (compared_.empty())
        return false;
    growth_.compared.emplace_back();
    for (const std::string& upgrade : compared_) {
        std::vector<std::string> settings = settings_;
        settings.push_back(upgrade);
        searches_.push_back(std::make_unique<LoadSearch>(
            searchOf(settings, limit_.none ? std::optional<double>() : std::optional<double>(limit_.load))));
    }
    return true;
}

/// Takes the best of the upgrades that were compared; false if none helps.
bool GrowthPlanner::takeStep()
{
    std::vector<std::pair<Upgrade, std::size_t>> compared;
    for (std::size_t i = 0; i < compared_.size(); ++i)
        compared.emplace_back(upgradeOf(compared_[i], *searches_[i]), i);
    std::stable_sort(compared.begin(), compared.end(),
                     [](const auto& a, const auto& b) { return isBetter(a.first, b.first); });
    for (const auto& [upgrade, number] : compared)
        growth_.compared.back().push_back(upgrade);
    const Upgrade& best = compared.front().first; // no structured binding: a lambda below takes it
    if (!best.helps)
        return false;
    GrowthStep step;
    step.afterYears = limit_.none ? 0 : std::max(0.0, growth_.yearsUntil(limit_.load));
    step.upgrade = best;
    step.untilYears = std::min(growth_.years, growth_.yearsUntil(best.limit.load));
    growth_.steps.push_back(std::move(step));
    std::erase_if(settings_, [&](const std::string& s) { return parameterOf(s) == parameterOf(best.setting); });
    settings_.push_back(best.setting);
    limit_ = best.limit;
    summary_ = *searches_[compared.front().second]->present();
    return true;
}

Upgrade GrowthPlanner::upgradeOf(const std::string& setting, const LoadSearch& search) const
{
    Upgrade upgrade;
    upgrade.setting = setting;
    upgrade.limit = search.limit();
    if (search.present())
        upgrade.costUsd = costOfUpgrade(summary_, *search.present(), upgrade.pricesMissing);
    if (!upgrade.limit.known() || upgrade.limit.none)
        return upgrade;
    if (limit_.none) { // any load is more
        upgrade.helps = true;
        upgrade.gain = upgrade.limit.load;
        return upgrade;
    }
    Pairs pairs;
    for (std::size_t i = 0; i < limit_.bySeed.size(); ++i)
        pairs.add(limit_.bySeed[i], upgrade.limit.bySeed[i]);
    const Gain gain = gainOf(pairs, 1);
    upgrade.gain = gain.ratio;
    upgrade.gainLow = gain.low;
    upgrade.gainHigh = gain.high;
    // Each limit is known to the width of its search, also where the interval is narrower.
    upgrade.helps = gain.ratio > RateSearch::enclosed && (std::isnan(gain.low) || gain.low > 1);
    return upgrade;
}

/// Counts the searches of the plan that have begun, and at first a guess for those of its first step.
std::uint64_t GrowthPlanner::expectedRuns() const
{
    constexpr std::size_t loadsOfUpgrade = 4;
    std::uint64_t left = 0;
    for (const auto& search : searches_)
        left += search->left();
    if (compared_.empty() && growth_.yearly > 0)
        left += question_.upgrades.size() * question_.seeds.size() * (1 + question_.conditions.size()) * loadsOfUpgrade;
    return growth_.runs + left;
}

void GrowthPlanner::tell()
{
    growth_.expected = expectedRuns();
    if (changed_)
        changed_(growth_);
}

} // namespace headroom::study
