#include "cli/commands/program.h"
#include "cli/support/arguments.h"
#include "cli/support/interruption.h"
#include "cli/support/loading.h"
#include "cli/support/text_table.h"
#include "project/expression/quantity.h"
#include "run/run.h"
#include "study/advice/advisor.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <thread>
#include <unistd.h>

namespace headroom::cli {

namespace {

using project::formatQuantity;

struct AdviseOptions
{
    child::Simulation simulation;
    std::vector<std::string> resources, values;
    std::uint64_t jobs = 0, mostRuns = study::Question().mostRuns;
    double factor = 2;
    bool json = false, stream = false;
};

std::string latencyText(const study::Gain& gain, const study::WhatIf& what)
{
    return what.settles ? gain.text() : "grows";
}

std::string stateText(const study::WhatIf& what)
{
    return what.problem.empty() ? study::nameOf(what.state)
                                : std::string(study::nameOf(what.state)) + ": " + what.problem;
}

std::string figureText(double value, const char* unit)
{
    return std::isfinite(value) ? formatQuantity(value, unit) : "";
}

/// A price without that of some parts is a lower bound.
std::string priceText(const study::Figures& figures)
{
    return (figures.pricesMissing ? "from " : "") + figureText(figures.priceUsd, "USD");
}

std::string goalsText(const study::Goals& goals)
{
    std::string text;
    for (const auto& [id, verdict] : goals)
        text += (text.empty() ? "" : ", ") + id + ' ' + verdict;
    return text;
}

std::string table(const study::Advice& advice)
{
    const bool values = !advice.whatIfs.empty() && advice.whatIfs.front().isSetting();
    std::vector<std::vector<std::string>> rows{
        {values ? "value" : "resource", "throughput", "mean latency", "p99", "runs", "state"}};
    if (values)
        rows[0].insert(rows[0].begin() + 1, {"price", "power", "usable"});
    else if (advice.arrivalsGiven)
        rows[0].insert(rows[0].begin() + 1, "highest rate");
    if (!advice.goals.empty())
        rows[0].emplace_back("goals");
    for (const study::WhatIf& what : advice.whatIfs) {
        rows.push_back({what.resource, what.throughput.text(), latencyText(what.mean, what),
                        latencyText(what.p99, what), std::to_string(what.runs), stateText(what)});
        if (values)
            rows.back().insert(rows.back().begin() + 1, {priceText(what.figures), figureText(what.figures.powerW, "W"),
                                                         figureText(what.figures.usableBytes, "B")});
        else if (advice.arrivalsGiven)
            rows.back().insert(rows.back().begin() + 1,
                               what.highestRate.known ? what.highestRate.text() : "not yet known");
        if (!advice.goals.empty())
            rows.back().push_back(goalsText(what.goals));
    }
    return alignedTable(rows, 1);
}

/// Note below the table: the changes that it compares with the present system.
std::string footnote(const study::WhatIf& what)
{
    if (what.isSetting())
        return "Each value alone";
    return "Each resource alone " + (what.factor == 2 ? std::string("twice as fast, of workers and slots twice as many")
                                                      : "scaled by " + project::formatNumber(what.factor));
}

std::string text(const study::Advice& advice)
{
    std::string text = study::sentenceOf(advice) + "\n";
    if (std::isfinite(advice.perSecond))
        text += advice.project + " as it is: " + project::formatNumber(advice.perSecond) + " /s, mean " +
                formatQuantity(advice.meanMs / 1000, "s") + ", p99 " + formatQuantity(advice.p99Ms / 1000, "s") +
                "; runs of " + formatQuantity(advice.simulatedS, "s") + ", seeds from " + std::to_string(advice.seed) +
                ".\n";
    if (!advice.whatIfs.empty())
        text += "\n" + table(advice) + '\n' + footnote(advice.whatIfs.front()) +
                ": its figure over the present one, with the 95 % interval.\n";
    return text;
}

/// One line on standard error that each call replaces.
class ProgressLine
{
public:
    void show(const study::Advice& advice)
    {
        if (!shown_)
            return;
        std::cerr << "\r\x1b[K" << advice.runsDone << " of " << advice.runsPlanned << " runs" << std::flush;
    }
    void erase()
    {
        if (shown_)
            std::cerr << "\r\x1b[K" << std::flush;
    }

private:
    bool shown_ = ::isatty(STDERR_FILENO) != 0;
};

std::string lineOf(const study::Advice& advice, int indent)
{
    return study::toJson(advice).dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// Price and capacity of the project with these settings; nothing if it cannot be put together.
study::Figures figuresWith(const child::Simulation& simulation, const std::vector<std::string>& settings)
{
    const Loaded loaded = load(simulation.project, settings, simulation.beside);
    if (!loaded.project)
        return {};
    run::Options options;
    options.folder = loaded.folder;
    const run::Simulation model(*loaded.project, loaded.components, options);
    return project::hasErrors(model.findings()) ? study::Figures() : study::figuresOf(model.inventory());
}

ExitStatus advise(const AdviseOptions& options)
{
    const Loaded loaded = load(options.simulation.project, options.simulation.settings, options.simulation.beside);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    study::Question question;
    question.simulation = options.simulation;
    question.resources = options.resources;
    if (!options.values.empty())
        question.present = figuresWith(options.simulation, options.simulation.settings);
    for (const std::string& value : options.values) {
        std::vector<std::string> settings = options.simulation.settings;
        settings.push_back(value);
        question.values.emplace_back(value, figuresWith(options.simulation, settings));
    }
    question.factor = options.factor;
    question.mostRuns = std::max(question.fewestRuns, options.mostRuns);
    question.atOnce = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    std::signal(SIGPIPE, SIG_IGN); // a closed reader is noticed when writing to it, and the runs are ended
    noteInterruptions();
    ProgressLine progress;
    study::Advisor advisor(question, [&](const study::Advice& advice) {
        progress.show(advice);
        if (options.stream)
            print(lineOf(advice, -1));
    });
    study::Advice advice;
    try {
        advice = advisor.run(interrupted);
    } catch (const std::exception& error) {
        progress.erase();
        reportError(std::string("No advice: ") + error.what() + ".");
        return runFailed;
    }
    progress.erase();
    if (!options.stream)
        print(options.json ? lineOf(advice, 2) : text(advice));
    if (advice.complete)
        return done;
    reportError("It was interrupted before all was known.");
    return runFailed;
}

} // namespace

void addAdvise(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<AdviseOptions>();
    child::Simulation& simulation = options->simulation;
    CLI::App* command = app.add_subcommand(
        "advise", "Simulates what would help: each resource once twice as fast, or twice as many of it");
    addProjectOptions(*command, simulation.project, simulation.settings, &simulation.beside);
    command->add_option("--seed", simulation.seed, "Seed of the first run; the others have the next ones")
        ->type_name("N");
    command
        ->add_option("--duration", simulation.duration,
                     "Simulated time of each run instead of the project's; longer where too little is done in it")
        ->type_name("T");
    CLI::Option* resource =
        command
            ->add_option(
                "--resource", options->resources,
                "Only this resource, named as in the results; may be given many times. Without it those in use")
            ->type_name("RESOURCE")
            ->allow_extra_args(false);
    command
        ->add_option("--value", options->values,
                     "Instead of resources: this value of a generic parameter against the present one, with price, "
                     "power and usable capacity; may be given many times")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->excludes(resource);
    command->add_option("--factor", options->factor, "How many times as fast, or as many")
        ->type_name("FACTOR")
        ->check(CLI::Range(1e-3, 1e3));
    command->add_option("--jobs", options->jobs, "Runs at the same time; without it one for each core")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command
        ->add_option("--most-runs", options->mostRuns,
                     "Runs of each system, at most, until throughput is known to 3 % and p99 to 10 %")
        ->type_name("N")
        ->check(CLI::Range(3, 1000));
    CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
    command->add_flag("--stream", options->stream, "Print the JSON object after each run, one a line")->excludes(json);
    command->callback([options, &action] { action = [options] { return advise(*options); }; });
}

} // namespace headroom::cli
