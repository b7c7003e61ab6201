#include "cli/commands/program.h"
#include "cli/studies/executors.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/loading.h"
#include "cli/support/text_table.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/resolve/resolver.h"
#include "project/resolve/workload_types.h"
#include "project/vocabulary/declarations.h"
#include "run/run.h"
#include "study/advice/advice_json.h"
#include "study/advice/advice_text.h"
#include "study/advice/advisor.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

namespace headroom::cli {

namespace {

using project::formatQuantity;

struct AdviseOptions : ExecutorOptions
{
    std::string project, beside, duration;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> settings, resources, values;
    std::uint64_t mostRuns = study::Question().mostRuns;
    double factor = 2, effortS = study::Question().effortS;
    bool json = false, stream = false;
};

std::string latencyText(const study::Gain& gain, const study::WhatIf& what)
{
    return what.settles ? gain.shortText() : "grows";
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

/// "+1200 USD", "-40 W"; empty if one of both is not known, or for what cannot be bought.
std::string differenceText(const study::WhatIf& what, double changed, double present, const char* unit)
{
    if (what.kind == study::WhatIf::Kind::resource || what.kind == study::WhatIf::Kind::load ||
        !std::isfinite(changed) || !std::isfinite(present))
        return "";
    const double difference = changed - present;
    if (std::abs(difference) < 1e-3 * std::abs(present))
        return "same";
    return (difference > 0 ? "+" : "-") + formatQuantity(std::abs(difference), unit);
}

const char* nameOf(study::WhatIf::Kind kind)
{
    switch (kind) {
    case study::WhatIf::Kind::part:
        return "part";
    case study::WhatIf::Kind::setting:
        return "setting";
    case study::WhatIf::Kind::load:
        return "load";
    case study::WhatIf::Kind::value:
        return "value";
    case study::WhatIf::Kind::resource:
        break;
    }
    return "resource";
}

/// "storage.disk data x2", "Samsung_PM893_1_92TB as storage disks (data)".
std::string changeText(const study::WhatIf& what)
{
    if (what.kind == study::WhatIf::Kind::resource)
        return what.resource + " x" + project::formatNumber(what.factor);
    return what.words.empty() ? what.resource : what.words;
}

/// A column of the table; those that are empty in all rows are left out.
struct Column
{
    std::string title;
    std::function<std::string(const study::WhatIf&)> text;
};

std::vector<Column> columnsOf(const study::Advice& advice)
{
    using study::WhatIf;
    const bool values = !advice.whatIfs.empty() && advice.whatIfs.front().isSetting();
    std::vector<Column> columns{{"change", changeText}};
    if (values)
        for (const Column& column :
             {Column{"price", [](const WhatIf& what) { return priceText(what.figures); }},
              Column{"power", [](const WhatIf& what) { return figureText(what.figures.powerW, "W"); }},
              Column{"usable", [](const WhatIf& what) { return figureText(what.figures.usableBytes, "B"); }}})
            columns.push_back(column);
    else
        columns.push_back({"kind", [](const WhatIf& what) { return nameOf(what.kind); }});
    if (advice.arrivalsGiven && !values)
        columns.push_back({"highest rate", [](const WhatIf& what) { return what.highestRate.shortText(); }});
    if (advice.jobs)
        columns.push_back({"time", [](const WhatIf& what) { return what.throughput.inverse().shortText(); }});
    else
        for (const Column& column :
             {Column{"throughput", [](const WhatIf& what) { return what.throughput.shortText(); }},
              Column{"mean latency", [](const WhatIf& what) { return latencyText(what.mean, what); }},
              Column{"p99", [](const WhatIf& what) { return latencyText(what.p99, what); }}})
            columns.push_back(column);
    if (!values) {
        columns.push_back({"price", [present = advice.figures](const WhatIf& what) {
                               // A part without a price looks as if it cost nothing.
                               const bool missing = what.figures.pricesMissing || present.pricesMissing;
                               return missing && what.kind == WhatIf::Kind::part
                                          ? std::string("not known")
                                          : differenceText(what, what.figures.priceUsd, present.priceUsd, "USD");
                           }});
        columns.push_back({"power", [present = advice.figures.powerW](const WhatIf& what) {
                               return differenceText(what, what.figures.powerW, present, "W");
                           }});
    }
    columns.push_back({"runs", [](const WhatIf& what) { return std::to_string(what.runs); }});
    columns.push_back({"state", stateText});
    columns.push_back({"goals", [](const WhatIf& what) { return goalsText(what.goals); }});
    return columns;
}

std::string table(const study::Advice& advice)
{
    std::vector<std::vector<std::string>> rows(1 + advice.whatIfs.size());
    for (const Column& column : columnsOf(advice)) {
        std::vector<std::string> cells{column.title};
        for (const study::WhatIf& what : advice.whatIfs)
            cells.push_back(column.text(what));
        if (std::all_of(cells.begin() + 1, cells.end(), [](const std::string& cell) { return cell.empty(); }))
            continue;
        for (std::size_t row = 0; row < rows.size(); ++row)
            rows[row].push_back(std::move(cells[row]));
    }
    return alignedTable(rows, advice.whatIfs.front().isSetting() ? 1 : 2);
}

/// Note below the table: the changes that it compares with the present system.
std::string footnote(const study::Advice& advice)
{
    const study::WhatIf& first = advice.whatIfs.front();
    if (first.isSetting())
        return "Each value alone";
    const std::string factor = project::formatNumber(first.factor);
    return "Each change alone; x" + factor + ": " + factor + " times as fast, of workers and slots " + factor +
           " times as many";
}

std::string adviceText(const study::Advice& advice)
{
    std::string text = study::sentenceOf(advice) + "\n";
    if (std::isfinite(advice.perSecond))
        text += advice.project + " as it is: " + project::formatNumber(advice.perSecond) + " /s, mean " +
                formatQuantity(advice.meanMs / 1000, "s") + ", p99 " + formatQuantity(advice.p99Ms / 1000, "s") +
                "; runs of " + formatQuantity(advice.simulatedS, "s") +
                (std::isfinite(advice.wholeS) ? " instead of " + formatQuantity(advice.wholeS, "s") : std::string()) +
                ", seeds from " + std::to_string(advice.seed) + ".\n";
    if (!advice.whatIfs.empty())
        text += "\n" + table(advice) + '\n' + footnote(advice) +
                ": its figure over the present one, with the 95 % interval.\n";
    return text;
}

/// Price and capacity of the project with these settings; nothing if it cannot be put together.
study::Figures figuresWith(const RunBase& base, const std::vector<std::string>& settings)
{
    project::Findings findings;
    const project::Project project = atPoint(base, settings, {}, findings);
    if (project::hasErrors(findings))
        return {};
    run::Options options;
    options.folder = base.folder;
    const run::Simulation model(project, base.components, options);
    return project::hasErrors(model.findings()) ? study::Figures() : study::figuresOf(model.inventory());
}

/// False if a failure, a repair, or the load by itself changes the system in the course of a run.
bool isSteady(const project::Project& project, project::Resolver& resolver)
{
    for (std::size_t d = 0; d < project.disturbances.size(); ++d) {
        const project::Json& fields = project.disturbances[d].fields;
        const std::string pointer = "/disturbances" + project::below(d);
        const project::Fields& declared = project::disturbanceFields();
        const bool atOnce = resolver.number(declared, "at", fields, pointer) == 0 &&
                            resolver.number(declared, "until", fields, pointer) == 0;
        if (!atOnce && !resolver.flag(declared, "disabled", fields, pointer))
            return false;
    }
    for (std::size_t w = 0; w < project.workloads.size(); ++w) {
        const project::Json& fields = project.workloads[w].fields;
        const std::string type = project::workloadType(project, w, resolver);
        const bool steady = type == "closed loop" || type == "open loop" || type == "timer";
        if ((!steady || fields.contains("stages")) &&
            !resolver.flag(project::workloadFields(), "disabled", fields, "/workloads" + project::below(w)))
            return false;
    }
    return true;
}

/// The course of a run that may be shorter.
std::optional<study::Question::Course> courseOf(const RunBase& base, const AdviseOptions& options)
{
    const project::Project& project = base.project;
    project::Findings findings;
    project::Resolver resolver(project, base.components, findings);
    const auto ofRun = [&](const char* field) {
        return resolver.number(project::runFields(), field, project.run, "/run");
    };
    const bool endsByTime = !(ofRun("precision") > 0) &&
                            resolver.text(project::runFields(), "until", project.run, "/run") == "the duration is over";
    if (!endsByTime || !isSteady(project, resolver))
        return {};
    const double duration =
        options.duration.empty() ? ofRun("duration") : project::parseQuantity(options.duration)->value;
    const double warmUp = ofRun("warm_up");
    if (duration <= warmUp)
        return {}; // the whole run says that it measures nothing
    return study::Question::Course{duration, warmUp};
}

/// True if all load is jobs, of which each run ends by itself.
bool isOfJobs(const project::Project& project, project::Resolver& resolver)
{
    bool any = false;
    for (std::size_t w = 0; w < project.workloads.size(); ++w) {
        const std::string pointer = "/workloads" + project::below(w);
        if (resolver.flag(project::workloadFields(), "disabled", project.workloads[w].fields, pointer) ||
            project.workloads[w].fields.value("background", project::Json(false)) == project::Json(true))
            continue;
        if (project::workloadType(project, w, resolver) != "jobs")
            return false;
        any = true;
    }
    return any;
}

study::Question questionOf(const RunBase& base, const AdviseOptions& options)
{
    study::Question question;
    question.simulation.duration = durationArgument(options.duration);
    if (options.seed)
        question.simulation.seed = std::to_string(*options.seed);
    question.resources = options.resources;
    if (!options.values.empty())
        question.present = figuresWith(base, {});
    for (const std::string& value : options.values)
        question.values.emplace_back(value, figuresWith(base, {value}));
    question.factor = options.factor;
    question.mostRuns = std::max(question.fewestRuns, options.mostRuns);
    question.effortS = options.effortS;
    question.course = courseOf(base, options);
    project::Findings findings;
    project::Resolver resolver(base.project, base.components, findings);
    if (!question.course && isOfJobs(base.project, resolver)) {
        const std::uint64_t seed = options.seed.value_or(
            static_cast<std::uint64_t>(resolver.number(project::runFields(), "seed", base.project.run, "/run")));
        question.simulation.seed = std::to_string(seed);
        question.secondSeed = seed + 1;
    }
    return question;
}

/// Changes the base so that they can be made by settings. None if the user named what is tried.
std::vector<study::Offer> offersFor(RunBase& base, const AdviseOptions& options)
{
    if (!options.resources.empty() || !options.values.empty())
        return {};
    study::Offers offers = study::offersOf(base.project, base.components);
    base.project = std::move(offers.project);
    return std::move(offers.all);
}

ExitStatus advise(const AdviseOptions& options)
{
    const Loaded loaded = load(options.project, options.settings, options.beside);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    RunBase base{loaded.components, *loaded.project, loaded.folder, loaded.findings};
    const auto offers = offersFor(base, options);
    const auto executor = executorOf(options, base, base.folder / "results" / "advice");
    AnswerOutput<study::Advice> output(
        options.json, options.stream,
        [](const study::Advice& advice) {
            return std::to_string(advice.runsDone) + " of " + std::to_string(advice.runsPlanned) + " runs";
        },
        adviceText);
    study::Question question = questionOf(base, options);
    question.offers = offers;
    study::Advisor advisor(std::move(question), [&](const study::Advice& advice) { output.changed(advice); });
    const bool ended = study::execute(advisor, *executor, wishOfSignals);
    const study::Advice& advice = advisor.answer(ended);
    output.end(advice);
    if (!advice.complete)
        reportError("It was interrupted before all was known.");
    return advice.complete ? done : runFailed;
}

} // namespace

void addAdvise(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<AdviseOptions>();
    CLI::App* command = app.add_subcommand(
        "advise", "Simulates what would help: each resource twice as fast or as many, better parts, other settings");
    addProjectOptions(*command, options->project, options->settings, &options->beside);
    command->add_option("--seed", options->seed, "Seed of the first run; the others have the next ones")
        ->type_name("N");
    command
        ->add_option("--duration", options->duration,
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
        ->check([](const std::string& value) {
            return value.find('=') == std::string::npos ? "\"" + value + "\" has no value: write " + value + "=VALUE"
                                                        : std::string();
        })
        ->allow_extra_args(false)
        ->excludes(resource);
    command->add_option("--factor", options->factor, "Factor by which each resource is faster, or more")
        ->type_name("FACTOR")
        ->check(CLI::Range(1e-3, 1e3));
    command
        ->add_option("--most-runs", options->mostRuns,
                     "Runs of each system, at most, until throughput is known to 3 % and p99 to 10 %")
        ->type_name("N")
        ->check(CLI::Range(3, 1000));
    command
        ->add_option(
            "--effort", options->effortS,
            "Processor time of all runs together, seconds: what they cannot show in it stays uncertain, as the "
            "intervals say")
        ->type_name("S")
        ->check(CLI::Range(1.0, 1e6));
    addExecutorOptions(*command, *options, "the folder results beside the project");
    CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
    command->add_flag("--stream", options->stream, "Print the JSON object after each run, one a line")->excludes(json);
    command->callback([options, &action] {
        action = [options] { return runSearch([&] { return advise(*options); }, {"No advice: "}); };
    });
}

} // namespace headroom::cli
