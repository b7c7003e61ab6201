#include "study/search/cheapest_text.h"

#include "project/expression/quantity.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

std::string nounOf(const std::string& figure)
{
    return figure == "rack_units" ? "rack units" : figure;
}

namespace {

std::string countOf(std::uint64_t count, const std::string& one, const std::string& many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// "3 %"; a probability that is said to two digits would be surer than it is.
std::string chanceInWords(double chance)
{
    return project::formatNumber(std::max(1.0, std::round(100 * chance))) + " %";
}

/// Which points might still be better than the answer. `cheaper` is "cheaper" or "with less power".
std::string openInWords(const Table& table, const Cheapest& cheapest, const std::string& cheaper)
{
    std::string text;
    if (!cheapest.undecided.empty()) {
        const Row& first = table.rows[cheapest.undecided.front()];
        text += countOf(cheapest.undecided.size(), "point ", "points ") + cheaper +
                (cheapest.undecided.size() == 1 ? " is" : " are") +
                " not decided by all runs that were allowed: " + (cheapest.undecided.size() == 1 ? "" : "first ") +
                "point " + std::to_string(first.number) + " (" + inWords(table, first) + "), for " +
                lacksOf(table, first) + ". ";
    }
    if (cheapest.unrun > 0)
        text += countOf(cheapest.unrun, "point ", "points ") + cheaper + (cheapest.unrun == 1 ? " was" : " were") +
                " not run. ";
    if (text.empty())
        return cheapest.point ? "Each point " + cheaper + " misses a goal." : "Each point misses a goal.";
    return text + "The probability that one of them meets all goals is " + chanceInWords(cheapest.risk) +
           ", as far as the points that were run tell.";
}

} // namespace

std::string inWords(const Table& table, const Cheapest& cheapest, const std::string& by)
{
    const std::string runs =
        std::to_string(cheapest.run) + " of " + std::to_string(table.rows.size()) + " points were run" +
        (cheapest.discarded > 0 ? ", " + std::to_string(cheapest.discarded) + " needed no run" : std::string()) + ". ";
    if (!cheapest.point)
        return sentenceOf(table, decide(table)) + ' ' + runs + openInWords(table, cheapest, "besides");
    const auto costOf = [&](const Row& row) {
        std::string cost = cheapest.partsMissing ? "from " : "";
        for (std::size_t i = 0; i < table.figures.size(); ++i)
            if (table.figures[i].name == by)
                cost += by == "rack_units" ? project::formatNumber(row.figures[i].value) + " rack units"
                                           : inWords(row.figures[i].value, table.figures[i].unit);
        return cost;
    };
    const std::vector<LoadCase> loads = loadCases(table);
    const std::string which = by == "price" ? "the cheapest" : "the one with least " + nounOf(by);
    const std::string others =
        runs + openInWords(table, cheapest, by == "price" ? std::string("that cost less") : "with less " + nounOf(by));
    if (loads.size() > 1)
        return "For each load " + which + " that is known to meet all goals: " +
               inWords(table, loads, cheapest.ofLoads, costOf, [](const LoadCase&) { return "none"; }) + ". " + others;
    const Row& row = table.rows[*cheapest.point];
    const std::string warning = warningOf(table, loads);
    return "Point " + std::to_string(row.number) + " (" + inWords(table, row) + ") is " + which +
           " that is known to meet all goals: " + costOf(row) + ". " + (warning.empty() ? warning : warning + ' ') +
           others;
}

} // namespace headroom::study
