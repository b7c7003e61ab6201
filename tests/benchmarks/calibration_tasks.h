// Sizing tasks whose runs are stored, and how often the probabilities that the search for the cheapest states of them
// are right. The runs are in calibration/; bench-calibration makes them.
#pragma once

#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "record/figures/statistics.h"
#include "sizing_spaces.h"
#include "study/search/cheapest.h"
#include "study/table/decision.h"
#include "tests/engine/study/ready_executor.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace headroom::bench::calibration {

using study::Cell;

inline constexpr double lengths[] = {0.25, 1, 4}; ///< of the runs of the search, over the space's duration
inline constexpr std::size_t seeds = 4;           ///< of each point, for each length
inline constexpr double margin =
    0.03; ///< limits of hard tasks are at most so far from the figures of the true cheapest
inline constexpr std::size_t budgets[] = {6, 8, 12, 16, 0}; ///< points that a search may run; 0: any number

struct Point
{
    std::vector<std::string> settings;
    double price = NAN;
    std::vector<double> figures;                      ///< true ones, by metric
    std::vector<std::vector<std::vector<Cell>>> runs; ///< by length, seed and metric
};

struct Market
{
    SizingSpace space;
    std::vector<std::string> parameters;
    std::vector<Point> points;
};

using Cells = std::vector<std::string>;

inline std::vector<Cells> linesOf(const std::string& path)
{
    std::ifstream file(path);
    std::vector<Cells> lines;
    for (std::string line; std::getline(file, line);) {
        Cells& cells = lines.emplace_back();
        std::istringstream text(line + ','); // an empty last cell counts
        for (std::string cell; std::getline(text, cell, ',');)
            cells.push_back(cell);
    }
    if (lines.size() < 2)
        throw std::runtime_error(path + " holds no points; --exhaustive makes it");
    return lines;
}

inline double numberIn(const std::string& cell)
{
    return cell.empty() ? NAN : std::stod(cell);
}

inline Market stored(const SizingSpace& space)
{
    Market market{space, {}, {}};
    const std::vector<Cells> points = linesOf(storeOf(space, "calibration"));
    const std::size_t metrics = space.metrics.size();
    const std::size_t parameters = points.front().size() - metrics - 1;
    market.parameters.assign(points.front().begin(), points.front().begin() + static_cast<std::ptrdiff_t>(parameters));
    for (std::size_t i = 1; i < points.size(); ++i) {
        Point& point = market.points.emplace_back();
        point.settings.assign(points[i].begin(), points[i].begin() + static_cast<std::ptrdiff_t>(parameters));
        point.price = numberIn(points[i].at(parameters));
        for (std::size_t metric = 0; metric < metrics; ++metric)
            point.figures.push_back(numberIn(points[i].at(parameters + 1 + metric)));
    }
    const std::vector<Cells> runs = linesOf(storeOf(space, "calibration/runs"));
    for (std::size_t i = 1; i < runs.size(); ++i) {
        auto& ofPoint = market.points.at(std::stoul(runs[i].at(1))).runs;
        ofPoint.resize(std::size(lengths), std::vector<std::vector<Cell>>(seeds));
        std::vector<Cell>& run = ofPoint.at(std::stoul(runs[i].at(0))).at(std::stoul(runs[i].at(2)));
        for (std::size_t metric = 0; metric < metrics; ++metric)
            run.push_back({numberIn(runs[i].at(3 + 3 * metric)), numberIn(runs[i].at(4 + 3 * metric)),
                           numberIn(runs[i].at(5 + 3 * metric))});
    }
    return market;
}

struct Task
{
    const Market& market;
    std::vector<double> limits = {}; ///< by metric
    std::size_t budget = 0;          ///< points that may be run; 0: any number
    std::uint64_t seed = 0;          ///< of its first runs
};

inline bool meets(const Task& task, const Point& point)
{
    for (std::size_t i = 0; i < task.limits.size(); ++i) {
        const double figure = point.figures[i];
        if (!(task.market.space.metrics[i].atMost ? figure <= task.limits[i] : figure >= task.limits[i]))
            return false;
    }
    return true;
}

/// The cheapest that truly meets the goals; null if none does.
inline const Point* cheapestOf(const Task& task)
{
    const Point* cheapest = nullptr;
    for (const Point& point : task.market.points)
        if (meets(task, point) && (!cheapest || point.price < cheapest->price))
            cheapest = &point;
    return cheapest;
}

/// The limits of a task are drawn from what the figures allow, without a look at which points meet them, as those of a
/// user are; or close to what the cheapest reaches, so that it is hard to tell who meets them.
enum class Limits
{
    anywhere,
    close
};

inline bool isWhole(const Point& point)
{
    return std::ranges::all_of(point.figures, [](double figure) { return std::isfinite(figure); });
}

inline const Point& anyOf(const Market& market, std::mt19937_64& dice)
{
    const Point* point = nullptr;
    while (!point || !isWhole(*point))
        point = &market.points[dice() % market.points.size()];
    return *point;
}

/// From 0 to 1.
inline double shareOf(std::mt19937_64& dice)
{
    return static_cast<double>(dice() % 10000) / 10000;
}

/// Limits that are drawn between the least and the greatest figure of all points, even in their logarithm.
inline std::vector<double> limitsAnywhere(const Market& market, std::mt19937_64& dice)
{
    std::vector<double> limits = anyOf(market, dice).figures;
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (study::isKnownBefore(market.space.metrics[i].name))
            continue;
        double least = INFINITY, most = 0;
        for (const Point& point : market.points)
            if (isWhole(point)) {
                least = std::min(least, point.figures[i]);
                most = std::max(most, point.figures[i]);
            }
        limits[i] = least * std::pow(most / least, shareOf(dice));
    }
    return limits;
}

/// First goals that a point drawn at random meets; then their limits are moved to just about the figures of the
/// cheapest that meets them, a little above or below.
inline std::vector<double> limitsCloseToCheapest(const Market& market, std::mt19937_64& dice)
{
    const Task task{market, anyOf(market, dice).figures};
    std::vector<double> limits = cheapestOf(task)->figures;
    for (std::size_t i = 0; i < limits.size(); ++i)
        if (!study::isKnownBefore(market.space.metrics[i].name))
            limits[i] *= 1 + margin * (2 * shareOf(dice) - 1);
    return limits;
}

inline Task drawn(const Market& market, Limits limits, std::mt19937_64& dice)
{
    Task task{market, limits == Limits::close ? limitsCloseToCheapest(market, dice) : limitsAnywhere(market, dice)};
    task.budget = budgets[dice() % std::size(budgets)];
    task.seed = dice() % seeds;
    return task;
}

inline record::GoalVerdict goalAt(const Task& task, std::size_t metric)
{
    record::GoalVerdict goal;
    goal.id = "goal " + std::to_string(metric);
    goal.metric = task.market.space.metrics[metric].name;
    (task.market.space.metrics[metric].atMost ? goal.atMost : goal.atLeast) = task.limits[metric];
    return goal;
}

/// The table of a study that has not begun.
inline study::Table tableOf(const Task& task)
{
    study::Table table;
    for (const std::string& parameter : task.market.parameters)
        table.parameters.push_back({parameter, ""});
    table.figures = {{"price", "USD"}};
    for (std::size_t i = 0; i < task.limits.size(); ++i)
        table.goals.push_back({"goal " + std::to_string(i), task.market.space.metrics[i].name, "", ""});
    for (const Point& point : task.market.points) {
        study::Row& row = table.rows.emplace_back();
        row.number = table.rows.size() - 1;
        for (const std::string& setting : point.settings) {
            const auto quantity = project::parseQuantity(setting);
            row.settings.push_back({setting, quantity ? quantity->value : NAN});
        }
    }
    return table;
}

/// A point that lacks capacity needs no run to be out.
inline std::vector<study::KnownBefore> knownBefore(const Task& task)
{
    std::vector<study::KnownBefore> all;
    for (const Point& point : task.market.points) {
        study::KnownBefore& known = all.emplace_back();
        known.cost = point.price;
        known.durationS = 1; // of the shortest runs
        for (std::size_t i = 0; i < task.limits.size(); ++i)
            if (study::isKnownBefore(task.market.space.metrics[i].name) && point.figures[i] < task.limits[i])
                known.misses = task.market.space.metrics[i].name;
    }
    return all;
}

/// Index of the length that a run has.
inline std::size_t lengthOf(const child::Simulation& run)
{
    const double longer = run.duration.empty() ? 1 : std::stod(run.duration);
    std::size_t length = 0;
    while (length + 1 < std::size(lengths) && lengths[length] < longer * lengths[0] * 0.99)
        ++length;
    return length;
}

/// A stored run as the engine would have reported it.
inline study::RunOutcome outcomeOf(const Task& task, const child::Simulation& run,
                                   const std::map<std::vector<std::string>, std::size_t>& numbers)
{
    std::vector<std::string> settings;
    for (const std::string& setting : run.settings)
        settings.push_back(setting.substr(setting.find('=') + 1));
    const Point& point = task.market.points[numbers.at(settings)];
    record::Summary summary;
    record::GroupCost cost;
    cost.usd = point.price;
    summary.costs = {cost};
    for (std::size_t i = 0; i < task.limits.size(); ++i) {
        const Cell& cell = point.runs.at(lengthOf(run)).at(std::stoul(run.seed)).at(i);
        record::GoalVerdict goal = goalAt(task, i);
        if (cell.known()) {
            record::DerivedFigure figure;
            figure.name = goal.metric;
            figure.value = cell.value;
            figure.low = cell.low;
            figure.high = std::isnan(cell.high) ? INFINITY : cell.high;
            summary.results.push_back(figure);
            record::judge(goal, {*figure.value, *figure.low, *figure.high});
        }
        summary.goals.push_back(goal);
    }
    study::RunOutcome outcome;
    outcome.summary = std::move(summary);
    return outcome;
}

struct Stated
{
    double risk = NAN;    ///< that a cheaper one than the named meets the goals
    bool cheaper = false; ///< it does
    bool named = false;   ///< one is named
    bool holds = false;   ///< the named one truly meets the goals
    double doubt = NAN;   ///< probability that the named one misses a goal
};

inline Stated solved(const Task& task)
{
    std::map<std::vector<std::string>, std::size_t> numbers;
    for (std::size_t i = 0; i < task.market.points.size(); ++i)
        numbers[task.market.points[i].settings] = i;
    study::SearchLimits limits;
    limits.most = task.budget;
    limits.mostSeeds = seeds;
    study::RunPlan plan;
    for (std::size_t i = 0; i < seeds; ++i)
        plan.seeds.push_back((task.seed + i) % seeds);
    study::Table table = tableOf(task);
    study::test::ReadyExecutor executor([&](const child::Simulation& run) { return outcomeOf(task, run, numbers); });
    study::CheapestSearch search(plan, table, knownBefore(task), executor.atOnce(), nullptr, limits, study::kriged);
    study::execute(search, executor);
    const study::Cheapest& answer = search.answer();
    Stated stated;
    stated.risk = answer.risk;
    const Point* const cheapest = cheapestOf(task);
    stated.named = answer.point.has_value();
    if (!stated.named) {
        stated.cheaper = cheapest != nullptr;
        return stated;
    }
    const Point& named = task.market.points[*answer.point];
    stated.holds = meets(task, named);
    stated.doubt = answer.doubt;
    stated.cheaper = cheapest && cheapest->price < named.price * (1 - limits.within);
    return stated;
}

/// Events that were said to have a probability between two bounds.
struct Class
{
    double from = 0, below = 0;
    std::size_t said = 0, came = 0;
    double sum = 0; ///< of the probabilities

    double mean() const { return sum / static_cast<double>(said); }
    /// The 95 % interval of the probability with which they come, after Wilson ("Probable inference, the law of
    /// succession, and statistical inference", JASA 22, 1927).
    std::pair<double, double> interval() const
    {
        const auto n = static_cast<double>(said);
        const double share = static_cast<double>(came) / n, squared = record::normal975 * record::normal975;
        const double middle = (share + squared / (2 * n)) / (1 + squared / n);
        const double half =
            record::normal975 * std::sqrt(share * (1 - share) / n + squared / (4 * n * n)) / (1 + squared / n);
        return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
    }
    bool holds() const { return interval().first <= mean() && mean() <= interval().second; }
};

inline constexpr double bounds[] = {0, 0.01, 0.05, 0.2, 0.5, 0.8, 1.001};

/// Those of the classes that are not empty.
inline std::vector<Class> classesOf(const std::vector<Stated>& all)
{
    std::vector<Class> classes;
    for (std::size_t i = 0; i + 1 < std::size(bounds); ++i) {
        Class one{bounds[i], bounds[i + 1]};
        for (const Stated& stated : all)
            if (stated.risk >= one.from && stated.risk < one.below) {
                ++one.said;
                one.came += stated.cheaper ? 1 : 0;
                one.sum += stated.risk;
            }
        if (one.said > 0)
            classes.push_back(one);
    }
    return classes;
}

/// Solves so many tasks of a space.
inline std::vector<Stated> solved(const SizingSpace& space, Limits limits, std::size_t tasks)
{
    const Market market = stored(space);
    std::mt19937_64 dice(2000);
    std::vector<Stated> all;
    for (std::size_t i = 0; i < tasks; ++i)
        all.push_back(solved(drawn(market, limits, dice)));
    return all;
}

} // namespace headroom::bench::calibration
