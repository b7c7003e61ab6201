#include "study/table/decision_text.h"

#include "project/expression/quantity.h"
#include "project/goals/goal_limits.h"
#include "project/vocabulary/figure_names.h"
#include "study/table/load_cases.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace headroom::study {

namespace {

using Rows = std::vector<const Row*>;

std::string nameOf(const Table& table, const Row& row)
{
    return "point " + std::to_string(row.number) + " (" + inWords(table, row) + ')';
}

std::string withInterval(const Cell& cell, const std::string& unit)
{
    std::string text = inWords(cell.value, unit);
    if (std::isinf(cell.high))
        return text + " or more";
    if (cell.high > cell.low)
        text += " (" + inWords(cell.low, unit) + " to " + inWords(cell.high, unit) + ')';
    return text;
}

bool overlap(const Cell& one, const Cell& other)
{
    return one.low <= other.high && other.low <= one.high;
}

/// How many others are as good as the best as far as is known.
std::string alikeInWords(const Rows& rows, const Row& best, std::size_t figure)
{
    const auto alike = std::count_if(rows.begin(), rows.end(), [&](const Row* row) {
        return row != &best && row->figures[figure].known() && overlap(row->figures[figure], best.figures[figure]);
    });
    return alike == 0 ? std::string()
                      : counted(static_cast<std::size_t>(alike), "other point is", "other points are") +
                            " not told apart from it";
}

bool isFinished(const Table& table, const LoadCase& load)
{
    return std::ranges::all_of(load.points, [&](std::uint64_t point) {
        return table.rows[point].state == PointState::done || table.rows[point].state == PointState::failed;
    });
}

Rows rowsIn(const LoadCase& load, const Rows& rows)
{
    Rows those;
    std::ranges::copy_if(rows, std::back_inserter(those),
                         [&](const Row* row) { return std::ranges::binary_search(load.points, row->number); });
    return those;
}

/// "from 7 100 USD" where parts have no price.
std::string priceInWords(const Cell& price)
{
    return (std::isinf(price.high) ? "from " : "") + inWords(price.value, "USD");
}

/// Text where no point is done.
std::string firstFault(const Table& table)
{
    const auto failed = std::ranges::find(table.rows, PointState::failed, &Row::state);
    if (failed == table.rows.end() || table.count(PointState::failed) < table.rows.size())
        return "No point is done yet.";
    return "All points failed, the first because of this: " + failed->reason;
}

/// For each load the point that is named and what it is worth.
std::string ofEach(const Table& table, const std::vector<LoadCase>& loads, const Decision& decision,
                   const std::function<std::string(const Row&)>& told)
{
    return inWords(table, loads, decision.best, told,
                   [&](const LoadCase& each) { return isFinished(table, each) ? "none" : "none yet"; }) +
           '.';
}

/// The best of `rows` by a figure; `before` is said first.
std::string bestInWords(const Table& table, const Rows& rows, const Decision& decision, const std::string& before)
{
    const std::size_t figure = decision.figure;
    const Column& column = table.figures[figure];
    if (!decision.point)
        return before + "No point has a figure for " + column.name + '.';
    const std::string is =
        before + column.name + " is " + (*project::largerIsBetter(column.name) ? "highest" : "lowest");
    const auto worth = [&](const Rows& those, const Row& row, const char* separator) {
        const std::string alike = alikeInWords(those, row, figure);
        return withInterval(row.figures[figure], column.unit) + (alike.empty() ? "" : separator + alike);
    };
    const std::vector<LoadCase> loads = loadCases(table);
    if (loads.size() == 1) {
        const Row& best = table.rows[*decision.point];
        return is + " at " + nameOf(table, best) + ": " + worth(rows, best, "; ") + '.';
    }
    return is + " for each load at: " + ofEach(table, loads, decision, [&](const Row& row) {
               const auto load = std::ranges::find_if(
                   loads, [&](const LoadCase& each) { return std::ranges::binary_search(each.points, row.number); });
               return worth(rowsIn(*load, rows), row, ", ");
           });
}

/// "104 points are not decided, 68 of them cheaper; longer or more runs may tell." Empty if all are decided. `price`:
/// its column, where it decides; a point may be the answer only to the load that it is for.
std::string undecidedInWords(const Table& table, const Decision& decision, std::optional<std::size_t> price)
{
    const Rows open = undecidedRows(table);
    if (open.empty())
        return {};
    std::string text = ' ' + counted(open.size(), "point is", "points are") + " not decided";
    if (price) {
        const std::vector<LoadCase> loads = loadCases(table);
        std::size_t cheaper = 0;
        for (std::size_t i = 0; i < loads.size(); ++i)
            for (const Row* const row : rowsIn(loads[i], open))
                cheaper += !decision.best[i] ||
                           row->figures[*price].value < table.rows[*decision.best[i]].figures[*price].value;
        text += open.size() == 1 ? (cheaper == 0 ? ", and it is not cheaper" : ", and it is cheaper")
                : cheaper == 0   ? std::string(", none of them cheaper")
                                 : ", " + std::to_string(cheaper) + " of them cheaper";
    }
    const bool byParts = std::ranges::all_of(open, [&](const Row* row) { return isOpenByParts(table, *row); });
    return text + (byParts ? "; only figures that the libraries lack would tell." : "; longer or more runs may tell.");
}

std::string cheapestInWords(const Table& table, const Decision& decision)
{
    const std::vector<LoadCase> cases = loadCases(table);
    const auto cost = [&](const Row& row) { return priceInWords(row.figures[decision.figure]); };
    if (cases.size() > 1)
        return "The cheapest for each load: " + ofEach(table, cases, decision, cost);
    const Row& cheapest = table.rows[*decision.point];
    const std::string warning = warningOf(table, cases);
    const char* const is =
        undecidedRows(table).empty() ? "The cheapest is " : "The cheapest that is known to meet them is ";
    return is + nameOf(table, cheapest) + ": " + cost(cheapest) + '.' +
           (warning.empty() ? std::string() : ' ' + warning);
}

} // namespace

std::string counted(std::size_t count, const char* one, const char* many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string sentenceOf(const Table& table, const Decision& decision)
{
    using By = Decision::By;
    const Rows rows = doneRows(table), meeting = table.goals.empty() ? Rows() : meetingAllGoals(rows);
    const std::string met =
        std::to_string(meeting.size()) + " of " + counted(rows.size(), "point meets", "points meet") + " all goals. ";
    switch (decision.by) {
    case By::nothing:
        return firstFault(table);
    case By::noFigure:
        return "None of the figures says which point is better.";
    case By::figure:
        return table.goals.empty()
                   ? bestInWords(table, rows, decision, {})
                   : bestInWords(table, meeting, decision, met + "Of these, ") + undecidedInWords(table, decision, {});
    case By::price:
        return met + cheapestInWords(table, decision) + undecidedInWords(table, decision, decision.figure);
    case By::order:
        return met + "The first is " + nameOf(table, table.rows[*decision.point]) + '.' +
               undecidedInWords(table, decision, {});
    case By::nearest:
        return nearestInWords(table, decision) + undecidedInWords(table, decision, {});
    }
    return {};
}

std::string nearestInWords(const Table& table, const Decision& decision)
{
    const Row& nearest = table.rows[*decision.point];
    const bool open = !undecidedRows(table).empty();
    return std::string(open ? "No point is known to meet all goals yet" : "No point meets all goals") +
           ". The nearest is " + nameOf(table, nearest) + ": " + lacksOf(table, nearest) + '.';
}

std::string lackInWords(const GoalColumn& column, const GoalCell& goal)
{
    return column.metric + (column.conditions.empty() ? std::string() : " with " + column.conditions) + " is " +
           (goal.figure.known() ? withInterval(goal.figure, column.unit) + " for " +
                                      project::limitsInWords(goal.atLeast, goal.atMost, column.unit)
                                : std::string("not known"));
}

std::string lacksOf(const Table& table, const Row& row)
{
    std::string text;
    for (std::size_t i = 0; i < row.goals.size(); ++i)
        if (row.goals[i].verdict != "met")
            text += (text.empty() ? "" : "; ") + lackInWords(table.goals[i], row.goals[i]);
    return text;
}

std::string inWords(const Table& table, const Row& row)
{
    std::string text;
    for (std::size_t i = 0; i < row.settings.size(); ++i)
        text += (i == 0 ? "" : ", ") + table.parameters[i].name + " = " + inWords(table.parameters[i], row.settings[i]);
    return text;
}

std::string inWords(const Column& parameter, const Setting& setting)
{
    const bool bare = std::isfinite(setting.number) && !parameter.unit.empty() &&
                      setting.text.find_first_not_of("+-.0123456789eE") == std::string::npos;
    return bare ? project::formatQuantity(setting.number, parameter.unit) : setting.text;
}

std::string inWords(double value, const std::string& unit)
{
    return project::figureText(value, unit);
}

} // namespace headroom::study
