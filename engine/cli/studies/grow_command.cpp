#include "cli/commands/program.h"
#include "cli/studies/executors.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/interruption.h"
#include "cli/support/loading.h"
#include "cli/support/text_table.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/goals/goal_conditions.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/resolver.h"
#include "project/resolve/workload_types.h"
#include "record/figures/figures.h"
#include "run/run.h"
#include "study/growth/growth_json.h"
#include "study/growth/growth_planner.h"
#include "study/growth/growth_text.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headroom::cli {

namespace {

using project::formatNumber;
using project::formatQuantity;

struct GrowOptions : ExecutorOptions
{
    std::string project, beside, duration, load, yearly;
    std::vector<std::string> settings, upgrades;
    double years = study::GrowthQuestion().years;
    std::uint64_t replications = 3;
    bool json = false, stream = false;
};

/// The load that is raised. Users who wait for answers are always served: only a goal shows when their load is too
/// much.
study::Load loadOf(const project::Project& project, const std::string& name, bool arrivals)
{
    if (name.empty() && arrivals)
        return {};
    if (name.empty()) {
        const std::string numbers = numberParameters(project);
        throw BadArgument("The users of this project wait for answers, so that its load cannot be raised as it is. "
                          "Name the parameter that says how much load there is, as in --load NAME. " +
                          (numbers.empty() ? std::string("The project has no parameter that is a number.")
                                           : "Numbers are: " + numbers + '.'));
    }
    study::Load load = loadParameter(project, "--load", name);
    if (!arrivals && std::ranges::all_of(project.goals, project::isRelative))
        throw BadArgument(
            "Users who wait for answers are always served, however late. Add a goal to the project that says "
            "when it is too late.");
    return load;
}

/// Those asked for, or all ticked alternatives; values that the project has now are none.
std::vector<std::string> upgradesOf(const RunBase& base, const GrowOptions& options)
{
    std::vector<std::string> upgrades;
    for (const std::string& upgrade : options.upgrades) {
        project::Findings findings;
        atPoint(base, {upgrade}, {}, findings);
        for (const project::Finding& finding : findings)
            if (finding.severity == project::Severity::error)
                throw BadArgument("--upgrade " + upgrade + ": " + project::toLine(finding));
        if (upgrade.starts_with(options.load + '=') && !options.load.empty())
            throw BadArgument("--upgrade " + upgrade + ": this parameter is the load.");
        upgrades.push_back(upgrade);
    }
    if (options.upgrades.empty())
        for (const project::Parameter& parameter : base.project.parameters)
            for (const project::Json& value : project::tickedOf(parameter))
                if (value != parameter.value && parameter.name != options.load)
                    upgrades.push_back(parameter.name + '=' + project::settingText(value));
    return upgrades;
}

/// One goal for each of the different conditions.
std::vector<std::string> conditionsOf(const project::Project& project, project::Resolver& resolver)
{
    std::vector<std::pair<std::string, project::GoalConditions>> goals;
    for (std::size_t i = 0; i < project.goals.size(); ++i)
        goals.emplace_back(project.goals[i].id,
                           project::conditionsOf(project, project.goals[i], resolver, "/goals" + project::below(i)));
    std::vector<std::string> ids;
    for (const auto& [id, all] : project::goalsByConditions(goals))
        ids.push_back(id);
    return ids;
}

study::GrowthQuestion questionOf(const RunBase& base, const GrowOptions& options)
{
    project::Findings findings;
    project::Resolver resolver(base.project, base.components, findings);
    study::GrowthQuestion question;
    question.project = base.project.name;
    question.load = loadOf(base.project, options.load, project::hasArrivals(base.project));
    question.loadName =
        options.load.empty() ? "all arrivals" : options.load + " (now " + formatNumber(question.load.value) + ')';
    question.simulation.duration = durationArgument(options.duration);
    question.conditions = conditionsOf(base.project, resolver);
    question.yearly = yearlyGrowth("--yearly", options.yearly);
    question.years = options.years;
    question.upgrades = upgradesOf(base, options);
    const std::uint64_t first = base.project.run.value("seed", std::uint64_t(1));
    for (std::uint64_t i = 0; i < options.replications; ++i)
        question.seeds.push_back(run::replicationSeed(first, i));
    return question;
}

std::string shareText(double share)
{
    return formatNumber(100 * share) + " %";
}

std::string latencyOfMs(double ms)
{
    return std::isfinite(ms) ? formatQuantity(ms / 1000, "s") : "";
}

/// One line for each load: what it gave with the first seed, and with how many seeds it holds.
std::string curveOf(const study::LoadLimit& limit, const std::string& parameter, double present)
{
    std::vector<std::vector<std::string>> rows{
        {parameter.empty() ? "load" : parameter, "done", "mean", "p99", "holds", "why not"}};
    for (std::size_t i = 0; i < limit.runs.size();) {
        const study::LoadRun& first = limit.runs[i];
        std::size_t runs = 0, holding = 0;
        std::string why;
        for (; i < limit.runs.size() && limit.runs[i].load == first.load; ++i, ++runs) {
            holding += limit.runs[i].holds ? 1 : 0;
            why = why.empty() ? limit.runs[i].why : why;
        }
        rows.push_back({formatNumber(first.load * present), formatQuantity(first.perSecond, "1/s"),
                        latencyOfMs(first.meanMs), latencyOfMs(first.p99Ms),
                        runs == 1 ? std::string(holding == 1 ? "yes" : "no")
                                  : std::to_string(holding) + " of " + std::to_string(runs),
                        why});
    }
    return alignedTable(rows, 0);
}

std::string resourcesOf(const study::Growth& growth)
{
    constexpr std::size_t most = 8;
    std::vector<std::vector<std::string>> rows{{"resource", "now", "at the limit", "full at"}};
    for (const study::ResourceUse& each : growth.resources)
        if (rows.size() <= most)
            rows.push_back({record::resourceInWords(each.resource), shareText(each.now), shareText(each.atLimit),
                            std::isfinite(each.fullAt) ? formatNumber(each.fullAt * growth.present) : "not before"});
    return alignedTable(rows, 1);
}

/// "+4.2 %"
std::string signedShare(double share)
{
    return (share < 0 ? "" : "+") + shareText(share);
}

std::string upgradesText(const std::vector<study::Upgrade>& upgrades, const study::Growth& growth)
{
    std::vector<std::vector<std::string>> rows{{"upgrade", "cost", "load", "until year", "gain", "for 1000 USD", ""}};
    for (const study::Upgrade& each : upgrades) {
        const study::LoadLimit& limit = each.limit;
        const bool known = limit.known() && !limit.none;
        std::string gain = known ? formatNumber(each.gain) : "";
        if (known && std::isfinite(each.gainLow) && each.gainLow < each.gainHigh)
            gain += " (" + formatNumber(each.gainLow) + " to " + formatNumber(each.gainHigh) + ')';
        rows.push_back({each.setting,
                        std::isfinite(each.costUsd)
                            ? (each.pricesMissing ? "from " : "") + formatQuantity(each.costUsd, "USD")
                            : "",
                        known ? formatNumber(limit.load) + (limit.beyond ? " or more" : "") : "",
                        known ? formatNumber(std::min(growth.years, growth.yearsUntil(limit.load))) : "", gain,
                        known && std::isfinite(each.gainPerThousandUsd()) ? signedShare(each.gainPerThousandUsd()) : "",
                        limit.problem.empty() ? (limit.none ? limit.why : "") : limit.problem});
    }
    return alignedTable(rows, 1);
}

std::string growthText(const study::Growth& growth)
{
    std::string text = study::sentenceOf(growth) + "\n\nThe load is " + growth.loadName + "; each run lasts " +
                       formatQuantity(growth.simulatedS, "s") + ".\n";
    if (!growth.limit.runs.empty())
        text += "\n" + curveOf(growth.limit, growth.parameter, growth.present);
    if (!growth.resources.empty())
        text +=
            "\n" + resourcesOf(growth) +
            "Full at: the load at which its busiest device is full; beyond the simulated loads if its use went on to "
            "grow as it did last. Disks that sort what waits may carry more than that. Not before: its use no longer "
            "grows.\n";
    for (std::size_t step = 0; step < growth.compared.size(); ++step)
        if (!growth.compared[step].empty())
            text += "\nStep " + std::to_string(step + 1) + ":\n" + upgradesText(growth.compared[step], growth);
    return text;
}

ExitStatus grow(const GrowOptions& options)
{
    const Loaded loaded = load(options.project, options.settings, options.beside);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    const RunBase base{loaded.components, *loaded.project, loaded.folder, loaded.findings};
    study::GrowthQuestion question = questionOf(base, options);
    const auto executor = executorOf(options, base, base.folder / "results" / "growth");
    for (const project::Goal& goal : base.project.goals)
        if (project::isRelative(goal))
            reportError("The goal \"" + goal.id +
                        "\" is left out: it is relative to a baseline, which only a study runs.");
    if (question.yearly > 0 && question.upgrades.empty())
        reportError("No upgrade is compared: no alternative of a parameter is ticked, and --upgrade names none.");
    AnswerOutput<study::Growth> output(
        options.json, options.stream,
        [](const study::Growth& growth) {
            return std::to_string(growth.runs) + " of about " + std::to_string(growth.expected) + " runs";
        },
        growthText);
    study::GrowthPlanner planner(std::move(question), [&](const study::Growth& growth) { output.changed(growth); });
    const bool ended = study::execute(planner, *executor, wishOfSignals);
    const study::Growth& growth = planner.answer(ended);
    output.end(growth);
    if (interrupted())
        reportError("It was interrupted before all was known.");
    return growth.complete && growth.limit.problem.empty() ? done : runFailed;
}

} // namespace

void addGrow(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<GrowOptions>();
    CLI::App* command = app.add_subcommand(
        "grow", "Searches how far the load can rise until a goal is missed or it no longer settles, how full each "
                "resource is then, and, for a yearly growth, which upgrade has to be there when");
    addProjectOptions(*command, options->project, options->settings, &options->beside);
    command->add_option("--load", options->load, "The generic parameter that is raised; without it all arrivals")
        ->type_name("NAME");
    command->add_option("--yearly", options->yearly, "Growth of the load in a year, as in \"40 %\"; makes a plan")
        ->type_name("SHARE");
    command->add_option("--years", options->years, "Years for which the plan looks ahead")
        ->type_name("N")
        ->check(CLI::Range(0.1, 30.0));
    command
        ->add_option("--upgrade", options->upgrades,
                     "A value of a generic parameter that the plan may choose; may be given many times. Without it all "
                     "ticked alternatives")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_option("--replications", options->replications, "Seeds with which each load is run")
        ->type_name("N")
        ->check(CLI::Range(1, 100));
    command->add_option("--duration", options->duration, "Simulated time of each run, as in \"10 s\"")->type_name("T");
    addExecutorOptions(*command, *options, "the folder results beside the project");
    CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
    command->add_flag("--stream", options->stream, "Print the JSON object after each run, one a line")->excludes(json);
    command->callback([options, &action] { action = [options] { return runSearch([&] { return grow(*options); }); }; });
}

} // namespace headroom::cli
