#include "study/growth/growth_planner.h"

#include "record/figures/figures.h"
#include "study/advice/gain.h"

#include <algorithm>
#include <cmath>
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

GrowthPlanner::GrowthPlanner(GrowthQuestion question, Executor& executor, Changed changed)
    : question_(std::move(question)), executor_(executor), changed_(std::move(changed))
{
    growth_.project = question_.project;
    growth_.loadName = question_.loadName;
    growth_.yearly = question_.yearly;
    growth_.years = question_.years;
}

Growth GrowthPlanner::run(const std::function<Wish()>& wish)
{
    Searches present;
    present.push_back(std::make_unique<LoadSearch>(searchOf({}, {})));
    bool goesOn = execute(present, wish);
    takePresent(*present.front());
    while (goesOn && limit_.known() && growth_.yearly > 0 && !growth_.carries() && addStep(wish))
        tell();
    growth_.complete = goesOn && (limit_.known() || !growth_.limit.problem.empty()) &&
                       (growth_.compared.empty() || !growth_.compared.back().empty());
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

/// Runs the searches side by side; false if it was stopped.
bool GrowthPlanner::execute(const Searches& searches, const std::function<Wish()>& wish)
{
    std::vector<std::pair<std::size_t, std::size_t>> jobs; // search, number
    const auto feed = [&] {
        for (std::size_t s = 0; s < searches.size(); ++s)
            for (LoadSearch::Wanted& wanted : searches[s]->next()) {
                jobs.emplace_back(s, wanted.number);
                executor_.add(jobs.size() - 1, wanted.simulation);
            }
    };
    feed();
    while (executor_.pending() > 0) {
        const Wish wanted = wish ? wish() : Wish::goOn;
        if (wanted == Wish::stop) {
            executor_.cancel();
            return false;
        }
        executor_.pause(wanted == Wish::pause);
        executor_.advance(Executor::betweenNews, [&](std::uint64_t job, RunOutcome outcome) {
            ++growth_.runs;
            const auto [search, number] = jobs[job];
            if (outcome.summary)
                growth_.simulatedS = outcome.summary->simulatedS;
            searches[search]->take(number, outcome);
            if (growth_.compared.empty() && searches.size() == 1)
                growth_.limit = searches[search]->limit();
            tell();
        });
        feed();
    }
    return true;
}

void GrowthPlanner::takePresent(const LoadSearch& search)
{
    limit_ = growth_.limit = search.limit();
    if (!search.present())
        return;
    summary_ = *search.present();
    const auto now = usesOf(*search.present());
    const record::Summary& highest = search.highest() ? *search.highest() : *search.present();
    const double load = search.highest() ? search.highestLoad() : search.presentLoad();
    for (const auto& [resource, use] : usesOf(highest))
        if (const auto before = now.find(resource); use > 0 && before != now.end())
            growth_.resources.push_back({resource, before->second, use, load / use});
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

/// Compares all upgrades of the present system and takes the best one; false if none helps.
bool GrowthPlanner::addStep(const std::function<Wish()>& wish)
{
    const std::vector<std::string> upgrades = upgradesLeft();
    if (upgrades.empty())
        return false;
    growth_.compared.emplace_back();
    Searches searches;
    for (const std::string& upgrade : upgrades) {
        std::vector<std::string> settings = settings_;
        settings.push_back(upgrade);
        searches.push_back(std::make_unique<LoadSearch>(
            searchOf(settings, limit_.none ? std::optional<double>() : std::optional<double>(limit_.load))));
    }
    if (!execute(searches, wish))
        return false; // the comparison stays empty: it says nothing
    std::vector<std::pair<Upgrade, std::size_t>> compared;
    for (std::size_t i = 0; i < upgrades.size(); ++i)
        compared.emplace_back(upgradeOf(upgrades[i], *searches[i]), i);
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
    summary_ = *searches[compared.front().second]->present();
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

void GrowthPlanner::tell()
{
    if (changed_)
        changed_(growth_);
}

} // namespace headroom::study
