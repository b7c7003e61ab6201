#include "cli/interruption.h"
#include "cli/loading.h"
#include "cli/program.h"
#include "cli/report_table.h"
#include "cli/result_path.h"
#include "cli/run_observer.h"
#include "project/project_file.h"
#include "project/quantity.h"
#include "run/run.h"

#include <charconv>
#include <cmath>
#include <csignal>
#include <memory>
#include <unistd.h>

namespace headroom::cli {

namespace {

struct Options
{
    std::string project;
    std::vector<std::string> settings;
    std::string seed, duration, out;
    bool json = false, stream = false;
};

/// The arguments are at fault.
class ArgumentError : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

std::uint64_t readSeed(const std::string& text)
{
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size())
        throw ArgumentError("--seed: \"" + text + "\" is not a whole number from 0 to 18446744073709551615.");
    return seed;
}

double readDuration(const std::string& text)
{
    const auto quantity = project::parseQuantity(text);
    if (!quantity || (quantity->unit != "s" && !quantity->unit.empty()))
        throw ArgumentError("--duration: \"" + text + "\" is not a time; write seconds or a unit, as in \"60 s\".");
    if (!(quantity->value > 0) || !std::isfinite(quantity->value))
        throw ArgumentError("--duration: \"" + text + "\" is not above zero.");
    return quantity->value;
}

run::Options runOptions(const Options& options)
{
    run::Options result;
    if (!options.seed.empty())
        result.seed = readSeed(options.seed);
    if (!options.duration.empty())
        result.durationS = readDuration(options.duration);
    return result;
}

/// The project as it is run, for the result file: opened again it gives the same run.
std::string textAsRun(project::Project project, const run::Options& options)
{
    if (options.seed)
        project.run["seed"] = *options.seed;
    if (options.durationS)
        project.run["duration"] = project::Json(*options.durationS).dump() + " s";
    return project::toText(project);
}

std::filesystem::path resultPath(const Options& options)
{
    if (!options.out.empty()) {
        requireWritable(options.out);
        return options.out;
    }
    return options.json || options.stream ? std::filesystem::path() : defaultResultPath(options.project);
}

ExitStatus runAndTell(run::Simulation& simulation, RunObserver::Outputs outputs, bool json)
{
    const std::string resultFile = outputs.resultFile.string();
    const bool stream = outputs.stream;
    RunObserver observer(std::move(outputs));
    try {
        const record::Summary summary = simulation.run(observer);
        observer.finished(summary);
        if (json)
            print(record::toJson(summary).dump(2, ' ', false, record::Json::error_handler_t::replace) + "\n");
        else if (!stream)
            print(reportTable(summary, resultFile));
        return done;
    } catch (const std::exception& error) {
        const std::string reason = std::string("The run failed: ") + error.what() + ".";
        observer.failed(reason);
        complain(reason);
        return runFailed;
    }
}

ExitStatus simulate(const Options& options)
{
    try {
        run::Options values = runOptions(options);
        const Loaded loaded = load(options.project, options.settings);
        report(loaded.findings);
        if (!loaded.project)
            return atFault;
        values.folder = loaded.folder;
        run::Simulation simulation(*loaded.project, loaded.components, values);
        if (report(simulation.findings()))
            return atFault;
        RunObserver::Outputs outputs;
        try {
            outputs.resultFile = resultPath(options);
        } catch (const std::runtime_error& error) {
            throw ArgumentError(error.what());
        }
        outputs.projectText = textAsRun(*loaded.project, values);
        outputs.stream = options.stream;
        outputs.progress = ::isatty(STDERR_FILENO) != 0;
        std::signal(SIGPIPE, SIG_IGN); // a reader that went away is noticed where it is written to
        noteInterruptions();
        return runAndTell(simulation, std::move(outputs), options.json);
    } catch (const ArgumentError& error) {
        complain(error.what());
        return atFault;
    }
}

} // namespace

void addSimulate(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("simulate", "Runs a project and says what happens");
    command->add_option("PROJECT", options->project, "A .headroom file, or a folder that holds one")->required();
    command->add_option("--set", options->settings, "Set a generic parameter; may be given many times")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_option("--seed", options->seed, "Seed of the random numbers instead of the project's")->type_name("N");
    command->add_option("--duration", options->duration, "Simulated time instead of the project's, as in \"60 s\"")
        ->type_name("T");
    CLI::Option* json = command->add_flag("--json", options->json, "Print the summary as one JSON object");
    command
        ->add_flag("--stream", options->stream,
                   "Print records as the run proceeds and read commands (see engine/record/STREAM.md)")
        ->excludes(json);
    command
        ->add_option("--out", options->out,
                     "Result file; without it results/NAME-TIME.hrr, or none with --json or --stream")
        ->type_name("RESULT");
    command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

} // namespace headroom::cli
