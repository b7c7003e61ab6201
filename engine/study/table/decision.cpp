#include "study/table/decision.h"

#include "project/expression/quantity.h"
#include "study/table/load_cases.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace headroom::study {

namespace {

using Rows = std::vector<const Row*>;

std::string countOf(std::size_t count, const char* one, const char* many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

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

/// The first column by which points can be ranked; nothing if there is none.
std::optional<std::size_t> rankingFigure(const Table& table)
{
    for (std::size_t i = 0; i < table.figures.size(); ++i)
        if (largerIsBetter(table.figures[i].name))
            return i;
    return {};
}

std::optional<std::size_t> columnOf(const Table& table, const std::string& figure)
{
    for (std::size_t i = 0; i < table.figures.size(); ++i)
        if (table.figures[i].name == figure)
            return i;
    return {};
}

/// The best of the rows with this figure.
const Row* bestOf(const Rows& rows, std::size_t figure, bool larger)
{
    const Row* best = nullptr;
    for (const Row* row : rows) {
        const double value = row->figures[figure].value;
        if (std::isfinite(value) &&
            (!best || (larger ? value > best->figures[figure].value : value < best->figures[figure].value)))
            best = row;
    }
    return best;
}

bool overlap(const Cell& one, const Cell& other)
{
    return one.low <= other.high && other.low <= one.high;
}

/// Says how many others are as good as the best as far as is known.
std::string alikeInWords(const Rows& rows, const Row& best, std::size_t figure)
{
    const auto alike = std::count_if(rows.begin(), rows.end(), [&](const Row* row) {
        return row != &best && row->figures[figure].known() && overlap(row->figures[figure], best.figures[figure]);
    });
    return alike == 0 ? std::string()
                      : countOf(static_cast<std::size_t>(alike), "other point is", "other points are") +
                            " not told apart from it";
}

bool isFinished(const Table& table, const LoadCase& load)
{
    return std::ranges::all_of(load.points, [&](std::uint64_t point) {
        return table.rows[point].state == PointState::done || table.rows[point].state == PointState::failed;
    });
}

Rows rowsOf(const LoadCase& load, const Rows& rows)
{
    Rows those;
    std::ranges::copy_if(rows, std::back_inserter(those),
                         [&](const Row* row) { return std::ranges::binary_search(load.points, row->number); });
    return those;
}

/// For each load the best of `rows` by a figure; nothing where no row of it has one.
std::vector<std::optional<std::uint64_t>> bestOfEach(const std::vector<LoadCase>& loads, const Rows& rows,
                                                     std::size_t figure, bool larger)
{
    std::vector<std::optional<std::uint64_t>> best;
    for (const LoadCase& each : loads) {
        const Row* const row = bestOf(rowsOf(each, rows), figure, larger);
        best.push_back(row ? std::optional(row->number) : std::nullopt);
    }
    return best;
}

/// The decision that names these; `told` says what each is worth, `before` what they are.
Decision ofEach(const Table& table, const std::vector<LoadCase>& loads,
                const std::vector<std::optional<std::uint64_t>>& best, const std::string& before,
                const std::function<std::string(const Row&)>& told)
{
    Decision decision;
    for (const auto& point : best)
        if (point)
            decision.ofLoads.push_back(*point);
    decision.sentence = before +
                        inWords(table, loads, best, told,
                                [&](const LoadCase& each) { return isFinished(table, each) ? "none" : "none yet"; }) +
                        '.';
    return decision;
}

/// Names the best of `rows` by a figure, for each load.
Decision bestBy(const Table& table, const Rows& rows, std::size_t figure, const std::string& before)
{
    const Column& column = table.figures[figure];
    const bool larger = *largerIsBetter(column.name);
    const Row* const best = bestOf(rows, figure, larger);
    if (!best)
        return {{}, before + "No point has a figure for " + column.name + '.'};
    const std::string is = before + column.name + " is " + (larger ? "highest" : "lowest");
    const auto worth = [&](const Rows& those, const Row& row, const char* separator) {
        const std::string alike = alikeInWords(those, row, figure);
        return withInterval(row.figures[figure], column.unit) + (alike.empty() ? "" : separator + alike);
    };
    const std::vector<LoadCase> loads = loadCases(table);
    if (loads.size() == 1)
        return {best->number, is + " at " + nameOf(table, *best) + ": " + worth(rows, *best, "; ") + '.'};
    Decision decision =
        ofEach(table, loads, bestOfEach(loads, rows, figure, larger), is + " for each load at: ", [&](const Row& row) {
            const auto load = std::ranges::find_if(
                loads, [&](const LoadCase& each) { return std::ranges::binary_search(each.points, row.number); });
            return worth(rowsOf(*load, rows), row, ", ");
        });
    decision.point = decision.ofLoads.back();
    return decision;
}

/// By how much the goal is missed, relative to its limit; 0 if it is met, infinite if it is not known.
double lackOf(const GoalCell& goal)
{
    if (!goal.figure.known())
        return std::numeric_limits<double>::infinity();
    const auto relative = [](double more, double limit) { return limit == 0 ? more : more / std::fabs(limit); };
    double lack = 0;
    if (goal.atMost)
        lack = std::max(lack, relative(goal.figure.value - *goal.atMost, *goal.atMost));
    if (goal.atLeast)
        lack = std::max(lack, relative(*goal.atLeast - goal.figure.value, *goal.atLeast));
    return lack;
}

double lackOf(const Row& row)
{
    double most = 0;
    for (const GoalCell& goal : row.goals)
        most = std::max(most, lackOf(goal));
    return most;
}

std::string limitOf(const GoalCell& goal, const std::string& unit)
{
    std::string text;
    if (goal.atLeast)
        text = "at least " + inWords(*goal.atLeast, unit);
    if (goal.atMost)
        text += (text.empty() ? "at most " : " and at most ") + inWords(*goal.atMost, unit);
    return text;
}

std::string lacksOf(const Table& table, const Row& row)
{
    std::string text;
    for (std::size_t i = 0; i < row.goals.size(); ++i) {
        const GoalCell& goal = row.goals[i];
        if (goal.verdict == "met")
            continue;
        const GoalColumn& column = table.goals[i];
        text += (text.empty() ? "" : "; ") + column.metric +
                (column.conditions.empty() ? std::string() : " with " + column.conditions) + " is " +
                (goal.figure.known() ? withInterval(goal.figure, column.unit) + " for " + limitOf(goal, column.unit)
                                     : std::string("not known"));
    }
    return text;
}

Decision nearestTo(const Table& table, const Rows& rows)
{
    const Row* nearest = nullptr;
    for (const Row* row : rows)
        if (!nearest || lackOf(*row) < lackOf(*nearest))
            nearest = row;
    // Each point that misses no goal has an interval that crosses its limit, or a figure that is not known.
    const bool open = std::any_of(rows.begin(), rows.end(), [](const Row* row) {
        return std::none_of(row->goals.begin(), row->goals.end(),
                            [](const GoalCell& goal) { return goal.verdict == "missed"; });
    });
    return {nearest->number,
            std::string(open ? "No point is known to meet all goals yet" : "No point meets all goals") +
                ". The nearest is " + nameOf(table, *nearest) + ": " + lacksOf(table, *nearest) + '.'};
}

/// "from 7 100 USD" where parts have no price.
std::string priceInWords(const Cell& price)
{
    return (std::isinf(price.high) ? "from " : "") + inWords(price.value, "USD");
}

/// Decides among points that meet all goals, some of which have a price.
Decision cheapestOf(const Table& table, const Rows& meeting, std::size_t price, const std::string& before)
{
    const std::vector<LoadCase> cases = loadCases(table);
    if (cases.size() == 1) {
        const Row& cheapest = *bestOf(meeting, price, false);
        const std::string warning = warningOf(table, cases);
        return {cheapest.number, before + "The cheapest is " + nameOf(table, cheapest) + ": " +
                                     priceInWords(cheapest.figures[price]) + '.' +
                                     (warning.empty() ? std::string() : ' ' + warning)};
    }
    const auto best = bestOfEach(cases, meeting, price, false);
    Decision decision = ofEach(table, cases, best, before + "The cheapest for each load: ", [&](const Row& row) {
        return priceInWords(row.figures[price]);
    });
    decision.point = hardestOf(best, [&](std::uint64_t point) { return table.rows[point].figures[price].value; });
    return decision;
}

Decision byGoals(const Table& table, const Rows& rows)
{
    Rows meeting;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(meeting),
                 [](const Row* row) { return row->meetsAllGoals(); });
    if (meeting.empty())
        return nearestTo(table, rows);
    const std::string before =
        std::to_string(meeting.size()) + " of " + countOf(rows.size(), "point meets", "points meet") + " all goals. ";
    if (const auto price = columnOf(table, "price"))
        if (bestOf(meeting, *price, false))
            return cheapestOf(table, meeting, *price, before);
    if (const auto figure = rankingFigure(table))
        return bestBy(table, meeting, *figure, before + "Of these, ");
    return {meeting.front()->number, before + "The first is " + nameOf(table, *meeting.front()) + '.'};
}

/// Sentence for a study in which no point is done.
std::string firstFault(const Table& table)
{
    const auto failed = std::ranges::find(table.rows, PointState::failed, &Row::state);
    if (failed == table.rows.end() || table.count(PointState::failed) < table.rows.size())
        return "No point is done yet.";
    return "All points failed, the first because of this: " + failed->reason;
}

} // namespace

Decision decide(const Table& table)
{
    Rows rows;
    for (const Row& row : table.rows)
        if (row.state == PointState::done)
            rows.push_back(&row);
    if (rows.empty())
        return {{}, firstFault(table)};
    if (!table.goals.empty())
        return byGoals(table, rows);
    if (const auto figure = rankingFigure(table))
        return bestBy(table, rows, *figure, {});
    return {{}, "None of the figures says which point is better."};
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
    return unit == "%" ? project::formatNumber(value * 100) + " %" : project::formatQuantity(value, unit);
}

} // namespace headroom::study
