#include "study/search/best_text.h"

#include "project/expression/quantity.h"
#include "study/table/decision_text.h"

#include <map>
#include <optional>

namespace headroom::study {

namespace {

std::string inPercent(double probability)
{
    return (probability > 0.999 ? std::string("more than 99.9") : project::formatNumber(100 * probability)) + " %";
}

/// "; not told apart from it: point 3, point 5"
std::string alikeInWords(const Best& best)
{
    std::string text;
    for (const std::uint64_t point : best.alike)
        text += (text.empty() ? "; not told apart from it: point " : ", point ") + std::to_string(point);
    return text;
}

std::string noFigure(const Column& column)
{
    return "No point has a figure for " + column.name + ". ";
}

std::string onlyInWords(const Table& table, std::size_t figure, const Best& best, double within)
{
    const Column& column = table.figures[figure];
    if (!best.known)
        return noFigure(column);
    const Row& row = table.rows[best.point];
    const Cell& cell = row.figures[figure];
    return "Point " + std::to_string(row.number) + " (" + inWords(table, row) + ") is best by " + column.name + ": " +
           inWords(cell.value, column.unit) + " (" + inWords(cell.low, column.unit) + " to " +
           inWords(cell.high, column.unit) + "). No other is better by more than " +
           project::formatNumber(100 * within) + " % with a probability of " + inPercent(best.probability) +
           alikeInWords(best) + ". ";
}

std::string eachInWords(const Table& table, const std::vector<LoadCase>& loads, std::size_t figure,
                        const BestOfLoads& best, double within)
{
    const Column& column = table.figures[figure];
    if (!lastKnown(best))
        return noFigure(column);
    std::vector<std::optional<std::uint64_t>> points(loads.size());
    std::map<std::uint64_t, const Best*> of;
    for (std::size_t load = 0; load < best.size(); ++load)
        if (best[load].known)
            of[*(points[load] = best[load].point)] = &best[load];
    const auto told = [&](const Row& row) {
        const Best& found = *of.at(row.number);
        return inWords(row.figures[figure].value, column.unit) + " with " + inPercent(found.probability) +
               (found.alike.empty() ? std::string() : " (" + alikeInWords(found).substr(2) + ")");
    };
    const auto none = [&](const LoadCase& load) {
        return std::string(static_cast<std::size_t>(&load - loads.data()) < best.size() ? "no figure" : "none yet");
    };
    return "Best by " + column.name + " for each load: " + inWords(table, loads, points, told, none) +
           ". With these probabilities no other point of the load is better by more than " +
           project::formatNumber(100 * within) + " %. ";
}

} // namespace

std::string inWords(const Table& table, std::size_t figure, const BestOfLoads& best, double within)
{
    std::uint64_t runs = 0;
    for (const Best& each : best)
        runs += each.runs;
    const std::vector<LoadCase> loads = loadCases(table);
    const std::string warning = warningOf(table, loads);
    return (loads.size() == 1 ? onlyInWords(table, figure, best.empty() ? Best() : best.front(), within)
                              : eachInWords(table, loads, figure, best, within)) +
           (warning.empty() ? std::string() : warning + ' ') + std::to_string(runs) + " runs of " +
           std::to_string(table.rows.size()) + " points.";
}

} // namespace headroom::study
