// Twenty sizing tasks drawn at random: how often cheapest names the cheapest of all points, and how often the stated
// probability is right. Long runs of all points are stored beside; --exhaustive runs them anew, and numbers of tasks
// run only these.
#include "markdown_table.h"
#include "sizing_spaces.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace headroom;
using bench::Json;
using bench::Metric;
using bench::SizingSpace;
using test::number;

constexpr double longer = 5;    ///< the stored runs are measured for so many times as long as those of cheapest
constexpr double within = 1.01; ///< dearer by so much counts as the cheapest
constexpr std::size_t taskCount = 20;

/// The result of the long run of a point.
struct Point
{
    double price = NAN;
    std::vector<double> figures; ///< by metric
};

void runAll(const SizingSpace& space)
{
    const bench::ProjectVariant variant =
        variantOf(space, bench::goalsOf(space, std::vector<double>(space.metrics.size(), 1)), longer);
    const Json table = answerOf("study", space, variant);
    std::ofstream file(bench::storeOf(space, "sizing"));
    for (const Json& parameter : table["parameters"])
        file << parameter["name"].get<std::string>() << ',';
    file << "price";
    for (const Metric& metric : space.metrics)
        file << ',' << metric.name;
    file << '\n';
    for (const Json& point : table["points"]) {
        for (const auto& [name, value] : point["settings"].items())
            file << value.get<std::string>() << ',';
        file << number(bench::figureOf(point, "price"), 2);
        for (std::size_t i = 0; i < space.metrics.size(); ++i) {
            const Json& figure = point["goals"]["goal " + std::to_string(i)]["figure"];
            std::ostringstream text;
            text.precision(8);
            if (figure["value"].is_number())
                text << figure["value"].get<double>();
            file << ',' << text.str();
        }
        file << '\n';
    }
    std::printf("%s, %s: %zu points\n", space.project.c_str(), space.load.c_str(), table["points"].size());
}

std::vector<Point> storedOf(const SizingSpace& space)
{
    std::ifstream file(bench::storeOf(space, "sizing"));
    std::vector<Point> points;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::vector<std::string> cells;
        std::istringstream text(line + ','); // an empty last cell counts
        for (std::string cell; std::getline(text, cell, ',');)
            cells.push_back(cell);
        const auto numberOf = [&](std::size_t fromEnd) {
            const std::string& cell = cells.at(cells.size() - fromEnd);
            return cell.empty() ? NAN : std::stod(cell);
        };
        Point& point = points.emplace_back();
        point.price = numberOf(space.metrics.size() + 1);
        for (std::size_t i = 0; i < space.metrics.size(); ++i)
            point.figures.push_back(numberOf(space.metrics.size() - i));
    }
    if (points.empty())
        throw std::runtime_error(bench::storeOf(space, "sizing") + " holds no points; --exhaustive makes it");
    return points;
}

struct Task
{
    SizingSpace space;
    std::vector<double> limits;
};

/// Limits that one point, drawn at random, meets with 2 to 30 % to spare.
Task drawn(std::size_t which)
{
    std::mt19937_64 dice(1000 + which);
    std::vector<SizingSpace> all = bench::sizingSpaces();
    Task task{all[which % all.size()], {}};
    const std::vector<Point> points = storedOf(task.space);
    const auto isWhole = [](const Point& point) {
        return std::ranges::all_of(point.figures, [](double figure) { return std::isfinite(figure); });
    };
    const Point* like = nullptr;
    while (!like || !isWhole(*like))
        like = &points[dice() % points.size()];
    for (std::size_t i = 0; i < task.space.metrics.size(); ++i) {
        const double spare = 1.02 + 0.28 * static_cast<double>(dice() % 1000) / 1000;
        task.limits.push_back(task.space.metrics[i].atMost ? like->figures[i] * spare : like->figures[i] / spare);
    }
    return task;
}

bool meets(const Task& task, const Point& point)
{
    for (std::size_t i = 0; i < task.limits.size(); ++i) {
        const double figure = point.figures[i];
        if (!(task.space.metrics[i].atMost ? figure <= task.limits[i] : figure >= task.limits[i]))
            return false;
    }
    return true;
}

struct Outcome
{
    std::size_t points = 0, meeting = 0, run = 0;
    double cheapest = INFINITY, found = NAN; ///< prices
    double stated = NAN;                     ///< probability that a cheaper point meets the goals
    bool right = false;                      ///< the named one meets the goals and is the cheapest, or within 1 %
    bool cheaper = false;                    ///< a point that is cheaper by more than 1 % meets them
};

Outcome solved(const Task& task)
{
    const std::vector<Point> points = storedOf(task.space);
    Outcome outcome;
    outcome.points = points.size();
    for (const Point& point : points)
        if (meets(task, point)) {
            ++outcome.meeting;
            outcome.cheapest = std::min(outcome.cheapest, point.price);
        }
    const bench::ProjectVariant variant = variantOf(task.space, bench::goalsOf(task.space, task.limits));
    const Json answer = answerOf("cheapest", task.space, variant);
    const Json& decision = answer["decision"];
    outcome.run = decision["points_run"].get<std::size_t>();
    outcome.stated = decision["risk"].get<double>();
    if (decision["point"].is_null()) {
        outcome.cheaper = outcome.meeting > 0;
        return outcome;
    }
    const Point& named = points.at(decision["point"].get<std::size_t>());
    outcome.found = named.price;
    outcome.right = meets(task, named) && named.price <= within * outcome.cheapest;
    outcome.cheaper = outcome.cheapest < named.price / within;
    return outcome;
}

std::string goalsInWords(const Task& task)
{
    std::string text;
    for (std::size_t i = 0; i < task.limits.size(); ++i) {
        std::ostringstream limit;
        limit.precision(3);
        limit << task.limits[i];
        text += (i > 0 ? ", " : "") + task.space.metrics[i].name + (task.space.metrics[i].atMost ? " ≤ " : " ≥ ") +
                limit.str();
    }
    return text;
}

void solveAll(const std::vector<std::size_t>& tasks)
{
    test::printHeading("Sizing tasks",
                       "Goals drawn at random over the points of three projects, each under two loads. The truth is by "
                       "stored runs of all points, measured for five times as long. Prices in USD; right: the named "
                       "point meets the goals there and is the cheapest or within 1 %.");
    const test::MarkdownTable table({"project", "goals", "points", "meet all", "run", "cheapest of all", "named",
                                     "right", "stated risk", "a cheaper one meets them"});
    std::size_t right = 0, cheaper = 0;
    double stated = 0, variance = 0;
    for (const std::size_t each : tasks) {
        const Task task = drawn(each);
        const Outcome outcome = solved(task);
        right += outcome.right ? 1 : 0;
        cheaper += outcome.cheaper ? 1 : 0;
        stated += outcome.stated;
        variance += outcome.stated * (1 - outcome.stated);
        table.row({task.space.project + ", " + task.space.load, goalsInWords(task), std::to_string(outcome.points),
                   std::to_string(outcome.meeting), std::to_string(outcome.run), number(outcome.cheapest),
                   std::isnan(outcome.found) ? "none" : number(outcome.found), outcome.right ? "yes" : "no",
                   number(100 * outcome.stated, 1) + " %", outcome.cheaper ? "yes" : "no"});
    }
    std::printf("\nRight in %zu of %zu. By the stated probabilities a cheaper point meets the goals in %.1f ± %.1f of "
                "them; it does in %zu.\n",
                right, tasks.size(), stated, std::sqrt(variance), cheaper);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        if (!arguments.empty() && arguments.front() == "--exhaustive") {
            for (const SizingSpace& space : bench::sizingSpaces())
                if (arguments.size() == 1 || std::ranges::count(arguments, space.project) > 0)
                    runAll(space);
            return 0;
        }
        std::vector<std::size_t> tasks;
        for (const std::string& argument : arguments)
            tasks.push_back(std::stoul(argument) - 1);
        if (tasks.empty())
            for (std::size_t task = 0; task < taskCount; ++task)
                tasks.push_back(task);
        solveAll(tasks);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-sizing: %s\n", error.what());
        return 1;
    }
}
