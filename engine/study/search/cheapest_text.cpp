#include "study/search/cheapest_text.h"

#include "project/expression/quantity.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace headroom::study {

std::string nounOf(const std::string& figure)
{
    return figure == "rack_units" ? "rack units" : figure;
}

namespace {

/// "3 %"; a probability that is said to two digits would be surer than it is.
std::string chanceInWords(double chance)
{
    return project::formatNumber(std::max(1.0, std::round(100 * chance))) + " %";
}

/// Says which points may still be better than the answer. `which` completes "the points"; `told`: the point whose
/// settings and lacks have been said.
std::string openInWords(const Table& table, const Cheapest& cheapest, const std::string& which,
                        std::optional<std::uint64_t> told = {})
{
    std::string text;
    if (const std::size_t count = cheapest.undecided.size(); count > 0) {
        const Row& first = table.rows[cheapest.undecided.front()];
        const bool byParts = std::ranges::all_of(
            cheapest.undecided, [&](std::uint64_t point) { return isOpenByParts(table, table.rows[point]); });
        text += counted(count, "point ", "points ") + which + (count == 1 ? " is" : " are") + " not decided " +
                (byParts ? "since the libraries lack figures of parts" : "by all runs that were allowed") + ": " +
                (count == 1 ? "" : "first ") + "point " + std::to_string(first.number);
        if (told != first.number)
            text += " (" + inWords(table, first) + "), where " + lacksOf(table, first);
        text += ". ";
    }
    if (const std::uint64_t count = cheapest.unrun; count > 0)
        text += counted(count, "point ", "points ") + which + (count == 1 ? " was" : " were") + " not run. ";
    if (text.empty())
        return cheapest.point ? "Each of the points " + which + " misses a goal." : "Each point misses a goal.";
    return text + "The probability that one of them meets all goals is " + chanceInWords(cheapest.risk) +
           ", as far as the points that were run tell.";
}

/// Says how sure it is that the answer is one; nothing if it is as good as certain.
std::string doubtInWords(const Cheapest& cheapest, const std::string& who)
{
    return cheapest.doubt < 0.005
               ? std::string()
               : "The probability that " + who + " a goal in longer runs is " + chanceInWords(cheapest.doubt) + ". ";
}

} // namespace

std::string inWords(const Table& table, const Cheapest& cheapest, const std::string& by)
{
    const std::string runs =
        std::to_string(cheapest.run) + " of " + std::to_string(table.rows.size()) + " points were run" +
        (cheapest.discarded > 0 ? ", " + std::to_string(cheapest.discarded) + " needed no run" : std::string()) + ". ";
    if (cheapest.discarded == table.rows.size() && cheapest.nearestDiscarded) {
        const Row& nearest = table.rows[*cheapest.nearestDiscarded];
        return "No point meets all goals, whatever a run would give. The nearest is point " +
               std::to_string(nearest.number) + " (" + inWords(table, nearest) + "): " + cheapest.nearestMisses + '.';
    }
    if (!cheapest.point) {
        const Decision decision = decide(table);
        const bool nearest = decision.by == Decision::By::nearest;
        return (nearest ? nearestInWords(table, decision) : sentenceOf(table, decision)) + ' ' + runs +
               openInWords(table, cheapest, "that may meet them", nearest ? decision.point : std::nullopt);
    }
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
               inWords(table, loads, cheapest.ofLoads, costOf, [](const LoadCase&) { return "none"; }) + ". " +
               doubtInWords(cheapest, "one of these misses") + others;
    const Row& row = table.rows[*cheapest.point];
    const std::string warning = warningOf(table, loads);
    return "Point " + std::to_string(row.number) + " (" + inWords(table, row) + ") is " + which +
           " that is known to meet all goals: " + costOf(row) + ". " + (warning.empty() ? warning : warning + ' ') +
           doubtInWords(cheapest, "it misses") + others;
}

} // namespace headroom::study
