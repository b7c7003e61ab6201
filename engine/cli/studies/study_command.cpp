#include "cli/commands/program.h"
#include "cli/studies/prepared_study.h"
#include "cli/studies/search_command.h"
#include "cli/studies/study_session.h"
#include "cli/support/interruption.h"
#include "cli/support/result_path.h"
#include "cli/support/study_text.h"
#include "project/expression/quantity.h"
#include "project/file/atomic_file.h"
#include "study/execute/local_executor.h"
#include "study/run/run_costs.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace headroom::cli {

namespace {

using study::Json;

struct TableOptions : StudyOptions
{
    std::string csv;
    bool plan = false, estimate = false;
    double coreHourUsd = 0; ///< 0: no money is reported
};

/// The decision that the table allows so far.
Json decisionOf(const study::Table& table)
{
    const study::Decision decision = study::decide(table);
    return {{"point", decision.point ? Json(*decision.point) : Json(nullptr)},
            {"sentence", study::sentenceOf(table, decision)},
            {"of_loads", decision.ofLoads}};
}

/// Describes the runs before they start.
std::string planText(const study::Setup& setup, const study::Executor& executor)
{
    const std::size_t points = setup.table.count(study::PointState::waiting);
    std::string text = std::to_string(setup.table.rows.size()) + (setup.table.rows.size() == 1 ? " point" : " points");
    if (setup.excluded > 0)
        text += " (" + std::to_string(setup.excluded) + " excluded by constraints)";
    text += ": " + std::to_string(points * setup.plan.runsOfPoint()) + " runs";
    if (setup.plan.baselines)
        text += " and " +
                std::to_string(setup.plan.baselines->missing(setup.plan.simulation, setup.plan.seeds).size()) +
                " of baselines";
    return text + ", " + executor.inWords() + ".\n";
}

/// The points from which the time of all is estimated: the first ones of the order in which the study would run them.
std::vector<std::uint64_t> sampleOf(const study::Table& table)
{
    constexpr std::size_t most = 5;
    std::vector<std::uint64_t> sample;
    for (const std::uint64_t point : study::spreadOrder(table.rows.size()))
        if (table.rows[point].state == study::PointState::waiting && sample.size() < most)
            sample.push_back(point);
    return sample;
}

/// Estimates the time of all runs, from one run each of some points.
std::string estimateText(const TableOptions& options, const PreparedStudy& prepared, const study::Executor& executor)
{
    const study::Setup& setup = prepared.setup;
    study::LocalExecutor here(
        atOnce(options), [&](const child::Simulation& simulation) { return forkedRun(prepared.base, simulation); });
    for (const std::uint64_t point : sampleOf(setup.table)) {
        child::Simulation simulation = setup.plan.simulation;
        simulation.settings = study::settingsOf(setup.table, setup.table.rows[point]);
        simulation.seed = std::to_string(setup.plan.seeds.front());
        here.add(point, simulation);
    }
    study::RunCosts costs(setup.table);
    std::vector<double> took;
    std::string failed;
    while (here.pending() > 0 && !interrupted())
        here.advance(study::Executor::betweenNews, [&](std::uint64_t point, const study::RunOutcome& outcome) {
            took.push_back(outcome.processorS);
            costs.add(setup.table.rows[point], outcome.processorS);
            if (!outcome.summary)
                failed += "Point " + std::to_string(point) + ' ' + outcome.problem + '\n';
        });
    if (!costs.refit())
        return failed;
    double coreS = 0;
    for (const study::Row& row : setup.table.rows)
        if (row.state == study::PointState::waiting)
            coreS += costs.expected(row) * static_cast<double>(setup.plan.runsOfPoint());
    const auto [least, most] = std::minmax_element(took.begin(), took.end());
    std::string text = failed + std::to_string(took.size()) + " of these runs took " +
                       project::formatQuantity(*least, "s") + " to " + project::formatQuantity(*most, "s") +
                       " of a core. All take about " +
                       project::formatQuantity(coreS / static_cast<double>(executor.atOnce()), "s") + ", " +
                       project::formatNumber(coreS / 3600) + " hours of a core";
    if (options.coreHourUsd > 0)
        text += ", " + project::formatQuantity(coreS / 3600 * options.coreHourUsd, "USD");
    return text + ", if the values of each parameter lengthen or shorten the others alike.\n";
}

ExitStatus runStudy(const TableOptions& options, study::Setup& setup, study::StudyFile& file,
                    const std::filesystem::path& path, study::Executor& executor)
{
    StudySession session(setup.table, options.stream);
    study::StudyRun run(setup.plan, setup.table, &file,
                        [&](const auto& progress, const study::Row* row) { session.changed(progress, row); });
    session.begin(path, setup.table.count(study::PointState::waiting) * setup.plan.runsOfPoint());
    bool complete = false;
    try {
        complete = study::execute(run, executor, [&] { return session.wish(); });
    } catch (const std::exception& error) {
        session.end(false, decisionOf(setup.table));
        reportError(std::string("The study failed: ") + error.what() + ". Finished points are kept in " +
                    path.string() + '.');
        return runFailed;
    }
    const Json decision = decisionOf(setup.table);
    session.end(complete, decision);
    if (!options.csv.empty())
        project::writeAtomically(options.csv, study::toCsv(setup.table));
    tell(options, setup.table, decision, path,
         studyTable(setup.table) + decision["sentence"].get<std::string>() + "\nThe study is in ");
    if (!complete)
        reportError("It was interrupted. The same command goes on with the points that are left.");
    return complete && setup.table.count(study::PointState::done) > 0 ? done : runFailed;
}

ExitStatus studyProject(const TableOptions& options, PreparedStudy& prepared)
{
    study::Setup& setup = prepared.setup;
    setup.plan.seeds = prepared.seeds(setup.replications);
    if (options.plan || options.estimate) {
        const auto executor = executorOf(options, prepared.base, {});
        print(planText(setup, *executor));
        if (options.estimate)
            print(estimateText(options, prepared, *executor));
        return interrupted() ? runFailed : done;
    }
    const std::filesystem::path path = fileOf(options, prepared);
    if (!options.csv.empty())
        requireWritable("--csv", options.csv, options.project);
    const auto executor = executorOf(options, prepared.base, path);
    study::StudyFile file = openStudy(path, prepared, options.restart);
    return runStudy(options, setup, file, path, *executor);
}

} // namespace

void addStudy(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<TableOptions>();
    CLI::App* command = app.add_subcommand(
        "study", "Runs a study: many combinations of parameters, one run or several for each; continues one that was "
                 "interrupted");
    addStudyOptions(*command, *options);
    command->add_flag("--plan", options->plan, "Only say what would be run");
    CLI::Option* estimate =
        command->add_flag("--estimate", options->estimate,
                          "Only say what would be run, and how long it takes: runs five of the points once");
    command->add_option("--core-hour", options->coreHourUsd, "Price of an hour of a core in USD, for the estimate")
        ->type_name("USD")
        ->check(CLI::PositiveNumber)
        ->needs(estimate);
    command->add_option("--csv", options->csv, "Write the table as CSV, too")->type_name("FILE");
    command->callback([options, &action] {
        action = [options] {
            const auto study = [&](PreparedStudy& prepared) { return studyProject(*options, prepared); };
            return runPrepared(*options, study, {"", atFault});
        };
    });
}

} // namespace headroom::cli
