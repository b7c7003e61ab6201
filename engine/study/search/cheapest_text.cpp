#include "study/search/cheapest_text.h"

#include "project/expression/quantity.h"
#include "study/table/decision_text.h"

namespace headroom::study {

std::string nounOf(const std::string& figure)
{
    return figure == "rack_units" ? "rack units" : figure;
}

std::string inWords(const Table& table, const Cheapest& cheapest, const std::string& by)
{
    const std::string runs =
        std::to_string(cheapest.run) + " of " + std::to_string(table.rows.size()) + " points were run" +
        (cheapest.discarded > 0 ? ", " + std::to_string(cheapest.discarded) + " needed no run" : std::string());
    const std::string risk =
        cheapest.risk < 0.001 ? std::string("below 0.1 %") : project::formatNumber(100 * cheapest.risk) + " %";
    if (!cheapest.point)
        return sentenceOf(table, decide(table)) + ' ' + runs + "; that another one meets them has a probability of " +
               risk + ", as far as can be expected from these.";
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
    const std::string probability = runs + "; that " + (by == "price" ? "a cheaper one" : "one with less") +
                                    " meets them has a probability of " + risk +
                                    ", as far as can be expected from these.";
    if (loads.size() > 1)
        return "For each load " + which + " that is known to meet all goals: " +
               inWords(table, loads, cheapest.ofLoads, costOf, [](const LoadCase&) { return "none"; }) + ". " +
               probability;
    const Row& row = table.rows[*cheapest.point];
    const std::string warning = warningOf(table, loads);
    return "Point " + std::to_string(row.number) + " (" + inWords(table, row) + ") is " + which +
           " that is known to meet all goals: " + costOf(row) + ". " + (warning.empty() ? warning : warning + ' ') +
           probability;
}

} // namespace headroom::study
