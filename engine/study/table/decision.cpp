#include "study/table/decision.h"

#include "project/vocabulary/figure_names.h"
#include "study/table/load_cases.h"

#include <algorithm>
#include <cmath>
#include <compare>

namespace headroom::study {

namespace {

using Rows = std::vector<const Row*>;

/// The first column by which points can be ranked; nothing if there is none.
std::optional<std::size_t> rankingFigure(const Table& table)
{
    for (std::size_t i = 0; i < table.figures.size(); ++i)
        if (project::largerIsBetter(table.figures[i].name))
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

/// How far a point is from meeting all goals: first by the number of goals of which no figure says how far it is
/// missed, as a latency under overload, then by the largest lack relative to its limit.
struct Lack
{
    int unknown = 0;
    double largest = 0;
    auto operator<=>(const Lack&) const = default;
};

Lack lackOf(const Row& row)
{
    const auto relative = [](double more, double limit) { return limit == 0 ? more : more / std::fabs(limit); };
    Lack lack;
    for (const GoalCell& goal : row.goals) {
        if (goal.verdict == "met")
            continue;
        if (!goal.figure.known() || (goal.verdict == "missed" && std::isinf(goal.figure.high)))
            ++lack.unknown;
        else if (goal.atMost)
            lack.largest = std::max(lack.largest, relative(goal.figure.value - *goal.atMost, *goal.atMost));
        if (goal.figure.known() && goal.atLeast)
            lack.largest = std::max(lack.largest, relative(*goal.atLeast - goal.figure.value, *goal.atLeast));
    }
    return lack;
}

/// The decision for the best of each load.
Decision forLoads(Decision::By by, std::size_t figure, std::vector<std::optional<std::uint64_t>> best)
{
    Decision decision;
    decision.by = by;
    decision.figure = figure;
    decision.best = std::move(best);
    if (decision.best.size() > 1)
        for (const auto& point : decision.best)
            if (point)
                decision.ofLoads.push_back(*point);
    return decision;
}

/// Names the best of `rows` by a figure, for each load.
Decision bestBy(const Table& table, const Rows& rows, std::size_t figure)
{
    Decision decision =
        forLoads(Decision::By::figure, figure,
                 bestOfEach(loadCases(table), rows, figure, *project::largerIsBetter(table.figures[figure].name)));
    const auto last =
        std::find_if(decision.best.rbegin(), decision.best.rend(), [](const auto& point) { return point.has_value(); });
    decision.point = last == decision.best.rend() ? std::nullopt : *last;
    return decision;
}

Decision nearestTo(const Rows& rows)
{
    const Row* nearest = nullptr;
    for (const Row* row : rows)
        if (!nearest || lackOf(*row) < lackOf(*nearest))
            nearest = row;
    Decision decision;
    decision.by = Decision::By::nearest;
    decision.point = nearest->number;
    return decision;
}

/// `meeting`: points that meet all goals, some of which have a price.
Decision cheapestOf(const Table& table, const Rows& meeting, std::size_t price)
{
    Decision decision = forLoads(Decision::By::price, price, bestOfEach(loadCases(table), meeting, price, false));
    decision.point =
        hardestOf(decision.best, [&](std::uint64_t point) { return table.rows[point].figures[price].value; });
    return decision;
}

Decision byGoals(const Table& table, const Rows& rows)
{
    const Rows meeting = meetingAllGoals(rows);
    if (meeting.empty())
        return nearestTo(rows);
    for (std::size_t i = 0; i < table.figures.size(); ++i)
        if (table.figures[i].name == "price" && bestOf(meeting, i, false))
            return cheapestOf(table, meeting, i);
    if (const auto figure = rankingFigure(table))
        return bestBy(table, meeting, *figure);
    Decision decision;
    decision.by = Decision::By::order;
    decision.point = meeting.front()->number;
    return decision;
}

} // namespace

bool isKnownBefore(const std::string& figure)
{
    return figure == "price" || figure == "rack_units" || figure.starts_with("capacity.");
}

bool isOfParts(const std::string& figure)
{
    return isKnownBefore(figure) || figure == "power";
}

bool isOpenByParts(const Table& table, const Row& row)
{
    if (!row.isUndecided())
        return false;
    for (std::size_t i = 0; i < row.goals.size(); ++i) {
        const Cell& figure = row.goals[i].figure;
        if (row.goals[i].verdict != "met" && !(isOfParts(table.goals[i].metric) && !std::isfinite(figure.high)))
            return false;
    }
    return true;
}

std::vector<const Row*> doneRows(const Table& table)
{
    Rows rows;
    for (const Row& row : table.rows)
        if (row.state == PointState::done)
            rows.push_back(&row);
    return rows;
}

std::vector<const Row*> meetingAllGoals(const std::vector<const Row*>& rows)
{
    Rows meeting;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(meeting),
                 [](const Row* row) { return row->meetsAllGoals(); });
    return meeting;
}

std::vector<const Row*> undecidedRows(const Table& table)
{
    Rows open;
    for (const Row& row : table.rows)
        if (row.isUndecided())
            open.push_back(&row);
    return open;
}

Decision decide(const Table& table)
{
    const Rows rows = doneRows(table);
    if (rows.empty())
        return {};
    if (!table.goals.empty())
        return byGoals(table, rows);
    if (const auto figure = rankingFigure(table))
        return bestBy(table, rows, *figure);
    Decision decision;
    decision.by = Decision::By::noFigure;
    return decision;
}

} // namespace headroom::study
