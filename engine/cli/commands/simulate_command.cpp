#include "cli/commands/program.h"
#include "cli/commands/runs.h"
#include "cli/support/arguments.h"
#include "cli/support/factors.h"
#include "cli/support/interruption.h"
#include "cli/support/loading.h"
#include "cli/support/report_table.h"
#include "cli/support/result_path.h"
#include "project/expression/quantity.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "project/validations.h"
#include "project/vocabulary/declarations.h"
#include "record/structure/summary_json.h"
#include "study/validation/predictions.h"

#include <charconv>
#include <cmath>
#include <csignal>
#include <limits>
#include <memory>
#include <unistd.h>

namespace headroom::cli {

namespace {

struct SimulateOptions
{
    std::string project;
    std::vector<std::string> settings, scale;
    std::string beside, under, seed, duration, warmUp, out, trace, replications, pace;
    bool json = false, stream = false, checkLaws = false, goals = false, single = false, traceSome = false,
         noSpanRecords = false, blocks = false;
    std::uint64_t windowParts = 0;
};

/// Errors in the arguments.
class ArgumentError : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// The maximum of a field of the run, if it has one.
double mostOf(const char* field)
{
    return project::findField(project::runFields(), field)->maximum.value();
}

std::uint64_t readWhole(const char* option, const std::string& text, std::uint64_t least, std::uint64_t most)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        throw ArgumentError(std::string(option) + ": \"" + text + "\" is not a whole number from " +
                            std::to_string(least) + " to " + std::to_string(most) + ".");
    return value;
}

double readDuration(const std::string& text)
{
    const auto quantity = project::parseQuantity(text);
    if (!quantity || (quantity->unit != "s" && !quantity->unit.empty()))
        throw ArgumentError("--duration: \"" + text + "\" is not a time; write seconds or a unit, as in \"60 s\".");
    if (!(quantity->value > 0) || !std::isfinite(quantity->value))
        throw ArgumentError("--duration: \"" + text + "\" is not above zero.");
    if (const double most = mostOf("duration"); quantity->value > most)
        throw ArgumentError("--duration: \"" + text + "\" is more than " + project::formatNumber(most) + " s.");
    return quantity->value;
}

double readWarmUp(const std::string& text)
{
    const auto quantity = project::parseQuantity(text);
    if (!quantity || (quantity->unit != "s" && !quantity->unit.empty()) || !(quantity->value >= 0) ||
        !(quantity->value <= mostOf("duration")))
        throw ArgumentError("--warm-up: \"" + text + "\" is not a time; write seconds or a unit, as in \"2 s\".");
    return quantity->value;
}

double readPace(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0) || !std::isfinite(value))
        throw ArgumentError("--pace: \"" + text + "\" is not a number above zero.");
    return value;
}

run::Options runOptions(const SimulateOptions& options)
{
    run::Options result;
    if (!options.seed.empty())
        result.seed = readWhole("--seed", options.seed, 0, std::numeric_limits<std::uint64_t>::max());
    if (!options.duration.empty())
        result.durationS = readDuration(options.duration);
    if (!options.warmUp.empty())
        result.warmUpS = readWarmUp(options.warmUp);
    result.windowParts = options.windowParts;
    result.trace = !options.trace.empty();
    result.traceSome = options.traceSome;
    result.checkLaws = options.checkLaws;
    result.under = options.under;
    result.stopAsked = interrupted;
    try {
        result.scale = readFactors(options.scale);
    } catch (const std::runtime_error& error) {
        throw ArgumentError(error.what());
    }
    return result;
}

/// The simulated project, for the result file: opened again it gives the same run.
std::string textAsRun(project::Project project, const run::Options& options, std::uint64_t replications)
{
    if (replications != 1 || project.run.contains("replications"))
        project.run["replications"] = replications;
    if (options.seed)
        project.run["seed"] = *options.seed;
    if (options.durationS)
        project.run["duration"] = project::Json(*options.durationS).dump() + " s";
    return project::toText(project);
}

std::filesystem::path resultPath(const SimulateOptions& options)
{
    if (!options.out.empty()) {
        requireWritable("--out", options.out, options.project);
        return options.out;
    }
    return options.json || options.stream ? std::filesystem::path() : defaultResultPath(options.project);
}

/// The settings of the processes of further runs.
child::Simulation furtherRun(const SimulateOptions& options)
{
    child::Simulation simulation;
    simulation.project = options.project;
    simulation.settings = options.settings;
    simulation.scale = options.scale;
    simulation.beside = options.beside;
    simulation.under = options.under;
    simulation.duration = options.duration;
    simulation.checkLaws = options.checkLaws;
    return simulation;
}

/// Prints the missed goals to standard error.
bool anyMissed(const record::Summary& summary)
{
    bool missed = false;
    for (const record::GoalVerdict& goal : summary.goals) {
        if (goal.verdict != "met")
            reportError("goal " + goal.sentence);
        missed = missed || goal.verdict == "missed";
    }
    return missed;
}

ExitStatus runAndTell(Runs& runs, RunObserver::Outputs outputs, const SimulateOptions& options,
                      const project::Project& project)
{
    const std::string resultFile = outputs.resultFile.string();
    const bool stream = outputs.stream;
    outputs.meanwhile = [&runs] { runs.meanwhile(); };
    RunObserver observer(std::move(outputs));
    try {
        const record::Summary summary = runs.run(observer);
        observer.finished(summary, runs.all());
        const study::Predictions predictions =
            stream ? study::Predictions()
                   : study::predictionsOf(project, summary, study::readSeenErrors(project::libraryFolders()));
        const std::string modelErrors = project::sentenceOf(project::modelErrorsOf(project));
        const std::string prediction = sentenceOf(predictions);
        const std::string table =
            options.json || stream ? std::string()
                                   : reportTable(summary, modelErrors + (prediction.empty() ? "" : "\n" + prediction),
                                                 resultFile, options.blocks);
        if (options.json) {
            record::Json json = record::toJson(summary);
            json["prediction"] = toJson(predictions);
            print(json.dump(2, ' ', false, record::Json::error_handler_t::replace) + "\n");
        } else if (!stream)
            print(table);
        for (const std::string& warning : observer.warnings())
            if (table.find(warning) == std::string::npos)
                reportError("warning: " + warning);
        if (summary.limit.empty() && !summary.stuck)
            return options.goals && anyMissed(summary) ? goalMissed : done;
        reportError(summary.limit.empty() ? record::sentenceOf(*summary.stuck)
                                          : "The run was stopped: " + summary.limit + ".");
        return runFailed;
    } catch (const std::exception& error) {
        const std::string reason = std::string("The run failed: ") + error.what() + ".";
        observer.failed(reason);
        reportError(reason);
        return runFailed;
    }
}

ExitStatus simulate(const SimulateOptions& options)
{
    try {
        run::Options values = runOptions(options);
        const Loaded loaded = loadForRun(options.project, options.settings, options.beside, options.under);
        report(loaded.findings);
        if (!loaded.project)
            return atFault;
        values.folder = loaded.folder;
        std::optional<ProgressBar> progress;
        if (::isatty(STDERR_FILENO) != 0)
            progress.emplace();
        values.building = [&](const record::Building& building) {
            if (options.stream)
                print(record::toLine(building));
            else if (progress)
                progress->say(record::sentenceOf(building));
        };
        run::Simulation simulation(*loaded.project, loaded.components, values);
        progress.reset();
        project::Findings more = simulation.findings();
        std::erase_if(more, [&](const project::Finding& finding) {
            return finding.severity != project::Severity::error && speaksOf(loaded.findings, finding);
        });
        if (report(more))
            return atFault;
        const std::uint64_t count = options.replications.empty()
                                        ? simulation.replications()
                                        : readWhole("--replications", options.replications, 1,
                                                    static_cast<std::uint64_t>(mostOf("replications")));
        Runs runs(simulation, furtherRun(options), count, options.single);
        RunObserver::Outputs outputs;
        try {
            outputs.resultFile = resultPath(options);
            if (!options.trace.empty())
                requireWritable("--trace", options.trace, options.project);
        } catch (const std::runtime_error& error) {
            throw ArgumentError(error.what());
        }
        if (!options.trace.empty() && !options.out.empty() && sameFile(options.trace, options.out))
            throw ArgumentError("--trace: " + options.trace + " is the result file of --out.");
        if (!outputs.resultFile.empty())
            outputs.projectText = textAsRun(*loaded.project, values, runs.count());
        outputs.traceFile = options.trace;
        outputs.stream = options.stream;
        outputs.streamSpans = !options.noSpanRecords;
        outputs.pace = options.pace.empty() ? 0 : readPace(options.pace);
        outputs.progress = ::isatty(STDERR_FILENO) != 0;
        std::signal(SIGPIPE, SIG_IGN); // a closed reader is detected when writing to it
        noteInterruptions();
        return runAndTell(runs, std::move(outputs), options, *loaded.project);
    } catch (const ArgumentError& error) {
        reportError(error.what());
        return atFault;
    }
}

} // namespace

void addSimulate(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = app.add_subcommand("simulate", "Runs a project and reports the results");
    addProjectOptions(*command, options->project, options->settings, &options->beside);
    command
        ->add_option("--under", options->under,
                     "Run under the conditions of this goal: with its parameters and its nodes down")
        ->type_name("GOAL");
    addScaleOption(*command, options->scale);
    command->add_option("--seed", options->seed, "Seed of the random numbers instead of the project's")->type_name("N");
    command->add_option("--duration", options->duration, "Simulated time instead of the project's, as in \"60 s\"")
        ->type_name("T");
    command
        ->add_option("--replications", options->replications,
                     "Runs with seeds derived from the seed, instead of the project's number")
        ->type_name("N");
    command
        ->add_option("--trace", options->trace,
                     "Write the spans of sampled requests for Perfetto (the project's trace_share, else all, up to its "
                     "trace_requests)")
        ->type_name("FILE");
    command->add_flag("--trace-some", options->traceSome,
                      "Spans of some hundred requests, spread over the run, if the project asks for none");
    command->add_flag("--blocks", options->blocks, "Show the time of requests by blocks, too");
    command->add_flag("--check-laws", options->checkLaws,
                      "Fail if the run breaks a law: conservation of requests and of bytes on every device, controller "
                      "and link, fair "
                      "shares of links, Little's law, utilisation law");
    command->add_flag(
        "--goals", options->goals,
        "Exit with status 3 if a goal of the project is missed, and print the missed goals to standard error");
    command->add_flag("--single", options->single, "One run, even if the project asks for replications")->group("");
    // Searches ask for these of their runs.
    command->add_option("--warm-up", options->warmUp, "Warm-up instead of the project's")->type_name("T");
    command->add_option("--window-parts", options->windowParts, "Parts of the measured window in the summary")
        ->type_name("N")
        ->group("");
    CLI::Option* json = command->add_flag("--json", options->json, "Print the summary as one JSON object");
    CLI::Option* stream =
        command
            ->add_flag("--stream", options->stream,
                       "Print records as the run proceeds and read commands (see engine/record/STREAM.md)")
            ->excludes(json);
    command
        ->add_flag("--no-span-records", options->noSpanRecords,
                   "Without the spans in the stream, which then costs less; result file and --trace contain them")
        ->needs(stream);
    command
        ->add_option("--pace", options->pace,
                     "Simulated seconds in a second of real time, at most: 1 is real time; a command changes it")
        ->type_name("FACTOR")
        ->needs(stream);
    command
        ->add_option("--out", options->out,
                     "Result file; without it results/NAME-TIME.hrr, or none with --json or --stream")
        ->type_name("RESULT");
    command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

} // namespace headroom::cli
