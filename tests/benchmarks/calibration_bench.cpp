// How often the probabilities that a search for the cheapest states are right: hundreds of sizing tasks. The runs of
// all points are stored beside, so that the search itself is all that has to be computed; --exhaustive makes them anew.
#include "calibration_tasks.h"
#include "markdown_table.h"
#include "study/table/study_file.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace headroom;
using namespace headroom::bench::calibration;
using bench::Json;
using bench::SizingSpace;
using test::number;

constexpr std::uint64_t firstTrueSeed = 101;
constexpr std::size_t trueSeeds = 2;                       ///< runs of the greatest length whose mean is true
constexpr std::size_t tasksAnywhere = 60, tasksClose = 30; ///< of each space

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
Ran ran(const SizingSpace& space, double length, std::uint64_t firstSeed, std::size_t runs)
{
    const bench::ProjectVariant variant = bench::variantOf(space, Json::array(), length, firstSeed);
    std::vector<std::string> options = {"--replications", std::to_string(runs), "--report", "price"};
    for (const bench::Metric& metric : space.metrics)
        options.insert(options.end(), {"--report", metric.name});
    answerOf("study", space, variant, options);
    const study::StudyFile file = study::StudyFile::open(variant.path() + "/study.hrs", false);
    return {file.table(), file.runs()};
}

void storeTruth(const SizingSpace& space)
{
    const study::Table truth = ran(space, lengths[std::size(lengths) - 1], firstTrueSeed, trueSeeds).table;
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
    std::printf("%s, %s: %zu points\n", space.project.c_str(), space.load.c_str(), truth.rows.size());
}

void storeRuns(const SizingSpace& space)
{
    std::ofstream runs(bench::storeOf(space, "calibration/runs"));
    runs << "length,point,seed";
    for (const bench::Metric& metric : space.metrics)
        runs << ',' << metric.name << ",low,high";
    runs << '\n';
    for (std::size_t length = 0; length < std::size(lengths); ++length)
        for (const study::RunRecord& run : ran(space, lengths[length], 1, seeds).runs) {
            runs << length << ',' << run.point << ',' << run.replication;
            for (std::size_t i = 1; i < run.figures.size(); ++i)
                runs << ',' << digits(run.figures[i].value) << ',' << digits(run.figures[i].low) << ','
                     << digits(run.figures[i].high);
            runs << '\n';
        }
}

void runAll(const SizingSpace& space)
{
    storeTruth(space);
    storeRuns(space);
}

std::string percent(double share)
{
    return number(100 * share, share > 0 && share < 0.1 ? 1 : 0) + " %";
}

void print(const std::vector<Stated>& all)
{
    const test::MarkdownTable table(
        {"stated risk", "searches", "their mean risk", "a cheaper one meets the goals", "its 95 % interval", "holds"});
    for (const Class& each : classesOf(all)) {
        const auto [low, high] = each.interval();
        table.row({number(100 * each.from) + " to " + number(100 * std::min(1.0, each.below)) + " %",
                   std::to_string(each.said), percent(each.mean()),
                   percent(static_cast<double>(each.came) / static_cast<double>(each.said)),
                   percent(low) + " to " + percent(high), each.holds() ? "yes" : "no"});
    }
    std::size_t named = 0, holding = 0;
    double doubt = 0;
    for (const Stated& stated : all)
        if (stated.named) {
            ++named;
            holding += stated.holds ? 1 : 0;
            doubt += stated.doubt;
        }
    std::printf("\n%zu of %zu searches named a point; %zu of these points truly meet the goals, and by what is said of "
                "them %.1f do.\n\n",
                named, all.size(), holding, static_cast<double>(named) - doubt);
}

/// Tasks of each of these spaces.
std::vector<Stated> solvedIn(const std::vector<SizingSpace>& spaces, Limits limits, std::size_t tasks)
{
    std::vector<Stated> all;
    for (const SizingSpace& space : spaces)
        for (const Stated& stated : solved(space, limits, tasks))
            all.push_back(stated);
    return all;
}

void solveAll(const std::vector<SizingSpace>& spaces)
{
    test::printHeading(
        "Calibration of sizing",
        "Tasks drawn at random in the spaces of the sizing tasks. Runs are short at first, and a search may "
        "run 6, 8, 12, 16 or any number of points. By the probability that the search stated of having "
        "missed a cheaper point: how often one is cheaper by more than 1 % and truly meets the goals, by " +
            std::to_string(trueSeeds) +
            " runs of other seeds, sixteen times as long as the short ones. It holds if the mean risk lies "
            "in the interval of the share (Wilson).");
    std::puts("Limits anywhere between the least and the greatest figure:\n");
    print(solvedIn(spaces, Limits::anywhere, tasksAnywhere));
    std::printf(
        "Hard tasks, whose limits lie within %s of what the cheapest of all points reaches, to either side. The "
        "search does not know that the limits are those of a point, most of whose goals lie just beyond:\n\n",
        percent(margin).c_str());
    print(solvedIn(spaces, Limits::close, tasksClose));
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
            solveAll(spacesOf(projects));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-calibration: %s\n", error.what());
        return 1;
    }
}
