#include "study/growth/growth_text.h"

#include "project/expression/quantity.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::study {

namespace {

std::string times(double factor)
{
    return project::formatNumber(factor) + (factor == 1 ? " time" : " times");
}

std::string duration(double years)
{
    return project::formatNumber(years) + (years == 1 ? " year" : " years");
}

/// Nothing if both ends are the same in so many digits.
std::string interval(double low, double high)
{
    const std::string from = project::formatNumber(low), to = project::formatNumber(high);
    return std::isfinite(low) && low < high && from != to ? " (" + from + " to " + to + ')' : "";
}

/// In the unit of the parameter that is raised: "CLIENTS can rise to 636, 9.94 times the present 64".
std::string limitOfParameter(const Growth& growth)
{
    const LoadLimit& limit = growth.limit;
    const auto value = [&](double load) { return project::formatNumber(load * growth.present); };
    std::string text = growth.parameter;
    if (limit.load < 1)
        text += " is too high: what holds is at most " + value(limit.load);
    else
        text += " can rise to " + value(limit.load);
    text += interval(limit.low * growth.present, limit.high * growth.present);
    text += ", " + times(limit.load) + " the present " + project::formatNumber(growth.present);
    if (limit.beyond)
        return text + ", at least; more was not simulated.";
    return text + (limit.why.empty() ? "." : "; above it " + limit.why + '.');
}

std::string limitInWords(const Growth& growth)
{
    const LoadLimit& limit = growth.limit;
    if (limit.none)
        return "No load was found that holds: " + limit.why + '.';
    if (!growth.parameter.empty() && growth.present != 1) // one that is 1 multiplies the load
        return limitOfParameter(growth);
    if (limit.beyond)
        return "The load can rise to " + times(limit.load) + " the present one at least; more was not simulated.";
    std::string text =
        limit.load < 1 ? "The present load is too much: what holds is at most " : "The load can rise to ";
    text += times(limit.load) + (limit.load < 1 ? " of it" : " the present one") + interval(limit.low, limit.high);
    return text + (limit.why.empty() ? "." : "; above it " + limit.why + '.');
}

/// A parameter that is raised may be anything, also what makes a load lower, such as the time that users think.
std::string doubtOf(const Growth& growth)
{
    constexpr double less = 0.95;
    const LoadRun *lowest = nullptr, *highest = nullptr;
    for (const LoadRun& run : growth.limit.runs)
        if (run.holds && std::isfinite(run.perSecond)) {
            lowest = lowest ? lowest : &run;
            highest = &run; // they are in the order of their loads
        }
    if (!lowest || !(highest->perSecond < less * lowest->perSecond))
        return {};
    return " What is completed falls while it rises, from " + project::formatQuantity(lowest->perSecond, "1/s") +
           " to " + project::formatQuantity(highest->perSecond, "1/s") + ": is " + growth.loadName + " the load?";
}

std::string costInWords(const Upgrade& upgrade)
{
    if (upgrade.costUsd == 0 && !upgrade.pricesMissing)
        return "no new parts";
    return (upgrade.pricesMissing ? "from " : "") + project::formatQuantity(upgrade.costUsd, "USD");
}

/// Upgrades were compared, and there is none to take.
std::string nothingFurther(const std::vector<Upgrade>& upgrades)
{
    const auto unknown = static_cast<std::size_t>(
        std::ranges::count_if(upgrades, [](const Upgrade& each) { return !each.limit.none && !each.limit.known(); }));
    if (unknown == 0)
        return " None of the upgrades that were compared carries it further.";
    if (unknown == upgrades.size())
        return " Whether an upgrade carries it further is not known.";
    return " None of the upgrades whose limit is known carries it further; of " + std::to_string(unknown) + " of " +
           std::to_string(upgrades.size()) + " it is not known.";
}

std::string planInWords(const Growth& growth)
{
    std::string text = " With " + project::formatNumber(100 * growth.yearly) + " % more load each year ";
    if (!growth.limit.none && growth.limit.load >= growth.wanted() * (1 - 1e-9))
        return text + "it is enough for " + duration(growth.years) + '.';
    const double first = growth.limit.none ? 0 : growth.yearsUntil(growth.limit.load);
    text += first > 0 ? "that is reached in " + duration(first) + '.' : "something has to be done now.";
    for (const GrowthStep& step : growth.steps)
        text += ' ' + step.upgrade.setting + " (" + costInWords(step.upgrade) + ") " +
                (step.afterYears > 0 ? "after " + duration(step.afterYears) : std::string("now")) +
                " carries it to year " + project::formatNumber(step.untilYears) + '.';
    if (!growth.carries() && growth.complete && !growth.compared.empty())
        text += nothingFurther(growth.compared.back());
    return text;
}

} // namespace

std::string sentenceOf(const Growth& growth)
{
    if (!growth.limit.problem.empty())
        return "How far the load can rise is not known: " + growth.limit.problem;
    if (!growth.limit.known())
        return "How far the load can rise is not yet known.";
    return limitInWords(growth) + doubtOf(growth) + (growth.yearly > 0 ? planInWords(growth) : "");
}

} // namespace headroom::study
