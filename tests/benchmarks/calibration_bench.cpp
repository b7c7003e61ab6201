// How often the probability that a search for the cheapest states is right: hundreds of hard sizing tasks. Their limits
// lie within a few percent of what the true cheapest reaches, and runs are short. The runs of all points are stored
// beside, so that the search itself is all that has to be computed; --exhaustive makes them anew.
#include "markdown_table.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "sizing_spaces.h"
#include "study/search/cheapest.h"
#include "study/table/decision.h"
#include "study/table/study_file.h"
#include "tests/engine/study/ready_executor.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace headroom;
using bench::Json;
using bench::SizingSpace;
using study::Cell;
using test::number;

constexpr double shorter = 0.25;  ///< the runs of the search are measured for so much of the space's duration
constexpr std::size_t seeds = 16; ///< of each point; as many others of the whole duration give its true figures
constexpr double margin = 0.03;   ///< limits are at most so far from the figures of the true cheapest
constexpr std::size_t tasksOfSpace = 60;
constexpr std::size_t budgets[] = {6, 8, 12, 16, 0}; ///< points that a search may run; 0: any number

struct Point
{
    std::vector<std::string> settings;
    double price = NAN;
    std::vector<double> figures;         ///< true ones, by metric
    std::vector<std::vector<Cell>> runs; ///< by seed and metric
};

struct Market
{
    SizingSpace space;
    std::vector<std::string> parameters;
    std::vector<Point> points;
};

std::string digits(double value)
{
    std::ostringstream text;
    text.precision(7);
    if (!std::isnan(value))
        text << value;
    return text.str();
}

struct Ran
{
    study::Table table;
    std::vector<study::RunRecord> runs;
};

/// All points of a space.
Ran ran(const SizingSpace& space, double length, std::uint64_t seed)
{
    const bench::ProjectVariant variant = bench::variantOf(space, Json::array(), length, seed);
    std::vector<std::string> options = {"--replications", std::to_string(seeds), "--report", "price"};
    for (const bench::Metric& metric : space.metrics)
        options.insert(options.end(), {"--report", metric.name});
    answerOf("study", space, variant, options);
    const study::StudyFile file = study::StudyFile::open(variant.path() + "/study.hrs", false);
    return {file.table(), file.runs()};
}

void runAll(const SizingSpace& space)
{
    const study::Table truth = ran(space, 1, 2).table;
    std::ofstream points(bench::storeOf(space, "calibration"));
    for (const study::Column& column : truth.parameters)
        points << column.name << ',';
    points << "price";
    for (const bench::Metric& metric : space.metrics)
        points << ',' << metric.name;
    points << '\n';
    for (const study::Row& row : truth.rows) {
        for (const study::Setting& setting : row.settings)
            points << setting.text << ',';
        for (std::size_t i = 0; i < truth.figures.size(); ++i)
            points << (i > 0 ? "," : "") << (i < row.figures.size() ? digits(row.figures[i].value) : std::string());
        points << '\n';
    }
    std::ofstream runs(bench::storeOf(space, "calibration/runs"));
    runs << "point";
    for (const bench::Metric& metric : space.metrics)
        runs << ',' << metric.name << ",low,high";
    runs << '\n';
    for (const study::RunRecord& run : ran(space, shorter, 1).runs) {
        runs << run.point;
        for (std::size_t i = 1; i < run.figures.size(); ++i)
            runs << ',' << digits(run.figures[i].value) << ',' << digits(run.figures[i].low) << ','
                 << digits(run.figures[i].high);
        runs << '\n';
    }
    std::printf("%s, %s: %zu points\n", space.project.c_str(), space.load.c_str(), truth.rows.size());
}

using Cells = std::vector<std::string>;

std::vector<Cells> linesOf(const std::string& path)
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

double numberIn(const std::string& cell)
{
    return cell.empty() ? NAN : std::stod(cell);
}

Market stored(const SizingSpace& space)
{
    Market market{space, {}, {}};
    const std::vector<Cells> points = linesOf(bench::storeOf(space, "calibration"));
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
    const std::vector<Cells> runs = linesOf(bench::storeOf(space, "calibration/runs"));
    for (std::size_t i = 1; i < runs.size(); ++i) {
        std::vector<Cell>& run = market.points.at(std::stoul(runs[i].at(0))).runs.emplace_back();
        for (std::size_t metric = 0; metric < metrics; ++metric)
            run.push_back({numberIn(runs[i].at(1 + 3 * metric)), numberIn(runs[i].at(2 + 3 * metric)),
                           numberIn(runs[i].at(3 + 3 * metric))});
    }
    return market;
}

struct Task
{
    const Market& market;
    std::vector<double> limits; ///< by metric
    std::size_t budget = 0;
};

bool meets(const Task& task, const Point& point)
{
    for (std::size_t i = 0; i < task.limits.size(); ++i) {
        const double figure = point.figures[i];
        if (!(task.market.space.metrics[i].atMost ? figure <= task.limits[i] : figure >= task.limits[i]))
            return false;
    }
    return true;
}

/// The cheapest that truly meets the goals; null if none does.
const Point* cheapestOf(const Task& task)
{
    const Point* cheapest = nullptr;
    for (const Point& point : task.market.points)
        if (meets(task, point) && (!cheapest || point.price < cheapest->price))
            cheapest = &point;
    return cheapest;
}

/// First goals that a point drawn at random meets; then their limits are moved to just about the figures of the
/// cheapest that meets them, a little above or below.
Task drawn(const Market& market, std::mt19937_64& dice)
{
    const auto share = [&dice] { return static_cast<double>(dice() % 10000) / 10000; };
    const auto isWhole = [](const Point& point) {
        return std::ranges::all_of(point.figures, [](double figure) { return std::isfinite(figure); });
    };
    const Point* like = nullptr;
    while (!like || !isWhole(*like))
        like = &market.points[dice() % market.points.size()];
    Task task{market, like->figures, 0};
    const Point* const cheapest = cheapestOf(task);
    for (std::size_t i = 0; i < task.limits.size(); ++i) {
        const bool ofParts = study::isKnownBefore(market.space.metrics[i].name);
        task.limits[i] = cheapest->figures[i] * (ofParts ? 1 : 1 + margin * (2 * share() - 1));
    }
    task.budget = budgets[dice() % std::size(budgets)];
    return task;
}

record::GoalVerdict goalAt(const Task& task, std::size_t metric)
{
    record::GoalVerdict goal;
    goal.id = "goal " + std::to_string(metric);
    goal.metric = task.market.space.metrics[metric].name;
    (task.market.space.metrics[metric].atMost ? goal.atMost : goal.atLeast) = task.limits[metric];
    return goal;
}

/// The table of a study that has not begun.
study::Table tableOf(const Task& task)
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
std::vector<study::KnownBefore> knownBefore(const Task& task)
{
    std::vector<study::KnownBefore> all;
    for (const Point& point : task.market.points) {
        study::KnownBefore& known = all.emplace_back();
        known.cost = point.price;
        for (std::size_t i = 0; i < task.limits.size(); ++i)
            if (study::isKnownBefore(task.market.space.metrics[i].name) && point.figures[i] < task.limits[i])
                known.misses = task.market.space.metrics[i].name;
    }
    return all;
}

/// A stored run as the engine would have reported it.
study::RunOutcome outcomeOf(const Task& task, const child::Simulation& run,
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
        const Cell& cell = point.runs.at(std::stoul(run.seed)).at(i);
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
};

Stated solved(const Task& task)
{
    std::map<std::vector<std::string>, std::size_t> numbers;
    for (std::size_t i = 0; i < task.market.points.size(); ++i)
        numbers[task.market.points[i].settings] = i;
    study::SearchLimits limits;
    limits.most = task.budget;
    limits.mostSeeds = seeds;
    study::RunPlan plan;
    for (std::uint64_t seed = 0; seed < seeds; ++seed)
        plan.seeds.push_back(seed);
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
    stated.cheaper = cheapest && cheapest->price < named.price * (1 - limits.within);
    return stated;
}

/// Searches that stated a probability between two bounds.
struct Class
{
    double from = 0, below = 0;
    std::size_t count = 0, cheaper = 0;
    double risks = 0;
};

std::string percent(double share)
{
    return number(100 * share, share > 0 && share < 0.1 ? 1 : 0) + " %";
}

void print(const std::vector<Stated>& all)
{
    std::vector<Class> classes = {{0, 0.01}, {0.01, 0.05}, {0.05, 0.2}, {0.2, 0.5}, {0.5, 1.001}};
    for (const Stated& stated : all)
        for (Class& each : classes)
            if (stated.risk >= each.from && stated.risk < each.below) {
                ++each.count;
                each.cheaper += stated.cheaper ? 1 : 0;
                each.risks += stated.risk;
            }
    const test::MarkdownTable table(
        {"stated risk", "searches", "their mean risk", "a cheaper one meets the goals", "standard error"});
    for (const Class& each : classes) {
        if (each.count == 0)
            continue;
        const auto count = static_cast<double>(each.count);
        const double share = static_cast<double>(each.cheaper) / count;
        const double mean = each.risks / count;
        table.row({number(100 * each.from) + " to " + number(100 * std::min(1.0, each.below)) + " %",
                   std::to_string(each.count), percent(mean), percent(share),
                   percent(std::sqrt(mean * (1 - mean) / count))});
    }
    const auto count = [&all](auto which) { return std::to_string(std::ranges::count_if(all, which)); };
    std::printf("\n%s of %zu searches named a point; %s of these points truly meet the goals.\n",
                count(&Stated::named).c_str(), all.size(), count(&Stated::holds).c_str());
}

/// Tasks of each of these spaces.
void solveAll(const std::vector<SizingSpace>& spaces, std::size_t tasks)
{
    test::printHeading("Calibration of sizing",
                       "Hard tasks, drawn at random in the spaces of the sizing tasks: each limit lies within " +
                           percent(margin) +
                           " of what the cheapest reaches, runs are short, and a search may run 6, 8, 12, 16 or any "
                           "number of points. By the probability that the search stated of having missed a cheaper "
                           "point: how often one is cheaper by more than 1 % and truly meets the goals, by " +
                           std::to_string(seeds) +
                           " long runs of other seeds. The standard error is that of as many "
                           "independent tasks that are as probable as stated.");
    std::vector<Stated> all;
    for (const SizingSpace& space : spaces) {
        const Market market = stored(space);
        std::mt19937_64 dice(2000 + all.size());
        for (std::size_t i = 0; i < tasks; ++i)
            all.push_back(solved(drawn(market, dice)));
    }
    print(all);
}

/// The spaces of these projects; without names all.
std::vector<SizingSpace> spacesOf(const std::vector<std::string>& projects)
{
    std::vector<SizingSpace> spaces = bench::sizingSpaces();
    if (!projects.empty())
        std::erase_if(spaces,
                      [&](const SizingSpace& space) { return std::ranges::count(projects, space.project) == 0; });
    return spaces;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        ::setenv("HEADROOM_STATISTICS", HEADROOM_STATISTICS, 0);
        std::vector<std::string> projects(argv + 1, argv + argc);
        const bool exhaustive = std::erase(projects, "--exhaustive") > 0;
        if (exhaustive)
            for (const SizingSpace& space : spacesOf(projects))
                runAll(space);
        else
            solveAll(spacesOf(projects), tasksOfSpace);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-calibration: %s\n", error.what());
        return 1;
    }
}
