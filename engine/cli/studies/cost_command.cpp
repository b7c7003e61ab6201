#include "cli/commands/program.h"
#include "cli/studies/cost_stages.h"
#include "cli/studies/cost_text.h"
#include "cli/support/arguments.h"
#include "cli/support/loading.h"
#include "cli/support/result_path.h"
#include "project/document/nearest.h"
#include "project/expression/quantity.h"
#include "project/file/atomic_file.h"
#include "project/library/price_list.h"
#include "project/resolve/workload_types.h"
#include "record/structure/json.h"
#include "study/cost/account.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>

namespace headroom::cli {

namespace {

struct CostOptions
{
    std::string project, beside, duration, prices, csv, yearly;
    std::vector<std::string> settings, jobs;
    CostGrowth growth;
    study::CostAssumptions assumptions;
    double usdPerKWh = -1;
    bool json = false, stream = false;
};

/// Takes "N", or "WORKLOAD=N" where several workloads are jobs. Throws BadArgument.
std::map<std::string, double> jobsOf(const std::vector<std::string>& given, const std::vector<std::string>& names)
{
    std::map<std::string, double> jobs;
    for (const std::string& each : given) {
        const std::size_t sign = each.rfind('=');
        const auto number = project::parseQuantity(sign == std::string::npos ? each : each.substr(sign + 1));
        if (!number || !number->unit.empty() || !(number->value > 0) || !std::isfinite(number->value))
            throw BadArgument("--jobs-a-year: \"" + each +
                              "\" is not a number of jobs, as in \"1000\" or \"sort=1000\".");
        const std::string name = sign != std::string::npos ? each.substr(0, sign)
                                 : names.size() == 1       ? names.front()
                                                           : std::string();
        if (names.empty())
            throw BadArgument("--jobs-a-year: the project has no workload of jobs.");
        if (name.empty())
            throw BadArgument("--jobs-a-year: several workloads are jobs. Name one, as in \"" + names.front() + '=' +
                              each + "\".");
        if (std::ranges::find(names, name) == names.end())
            throw BadArgument("--jobs-a-year: there is no workload of jobs \"" + name + "\". " +
                              project::suggestion(name, names));
        jobs[name] = number->value;
    }
    return jobs;
}

/// Checks the arguments besides the project; throws BadArgument or std::runtime_error.
void checkArguments(CostOptions& options, Loaded& loaded)
{
    if (!options.prices.empty()) {
        try {
            project::takePrices(project::readPriceList(options.prices, loaded.components), loaded.components);
        } catch (const std::runtime_error& error) {
            throw BadArgument(std::string("--prices: ") + error.what());
        }
    }
    if (!options.csv.empty())
        requireWritable("--csv", options.csv, options.project);
    durationArgument(options.duration);
    options.growth.yearly = yearlyGrowth("--yearly", options.yearly);
    if ((options.growth.yearly > 0) != !options.growth.scaled.empty())
        throw BadArgument("--yearly says by how much something grows and --scale-with what grows; give both or none.");
    const bool priced = options.assumptions.waitingHourUsd > 0;
    if (priced != !options.jobs.empty())
        throw BadArgument("--waiting-hour is the price of an hour and --jobs-a-year how many jobs are waited for; give "
                          "both or none.");
    options.assumptions.jobsPerYear = jobsOf(options.jobs, project::workloadsOfType(*loaded.project, "jobs"));
    if (options.usdPerKWh >= 0)
        options.assumptions.usdPerKWh = options.usdPerKWh;
}

ExitStatus cost(CostOptions options)
{
    Loaded loaded = load(options.project, options.settings, options.beside);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    std::vector<study::Stage> stages;
    try {
        checkArguments(options, loaded);
    } catch (const std::runtime_error& error) {
        reportError(error.what());
        return atFault;
    }
    const RunBase base{loaded.components, *loaded.project, loaded.folder, loaded.findings};
    child::Simulation simulation;
    simulation.seed = std::to_string(loaded.project->run.value("seed", std::uint64_t{1}));
    simulation.duration = options.duration;
    try {
        stages = costStages(base, simulation, options.assumptions.years, options.growth,
                            [&](std::size_t runsDone, std::size_t runs) {
                                if (options.stream)
                                    print(study::toJson(study::CostProgress{runsDone, runs}).dump() + "\n");
                            });
    } catch (const BadArgument& error) {
        reportError(error.what());
        return atFault;
    } catch (const std::runtime_error& error) {
        reportError(error.what());
        return runFailed;
    }
    const study::Ownership ownership = study::ownershipOf(stages, options.assumptions);
    const std::vector<std::string> troubles = stageTroubles(stages);
    const record::Summary& first = stages.front().summary;
    if (!options.csv.empty())
        project::writeAtomically(options.csv, study::billAsCsv(first));
    if (options.json || options.stream)
        print(study::toJson(study::accountOf(first, ownership, troubles))
                  .dump(options.stream ? -1 : 2, ' ', false, record::Json::error_handler_t::replace) +
              "\n");
    else
        print(billText(first) + '\n' + ownershipText(ownership, troubles));
    return done;
}

} // namespace

void addCost(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CostOptions>();
    study::CostAssumptions& assumptions = options->assumptions;
    CLI::App* command =
        app.add_subcommand("cost", "The bill of materials and what the configuration costs over years: purchase, "
                                   "replacement of solid-state devices that are worn, energy, rent, and waiting for "
                                   "jobs. Power, writes and completion times are those of a run of the project");
    addProjectOptions(*command, options->project, options->settings, &options->beside);
    command->add_option("--duration", options->duration, "Simulated time instead of the project's")->type_name("T");
    command
        ->add_option(
            "--prices", options->prices,
            "Prices of your own for this question: CSV with the columns part and price; see the command prices")
        ->type_name("FILE");
    const CLI::Range money(0.0, 1e9);
    command->add_option("--years", assumptions.years, "Years of use")->type_name("N")->check(CLI::Range(0.1, 50.0));
    command->add_option("--energy-price", options->usdPerKWh, "USD for a kWh; without it energy is left out")
        ->type_name("USD")
        ->check(money);
    command
        ->add_option("--pue", assumptions.facilityFactor,
                     "Power of the whole facility over that of the machines, for cooling and conversion")
        ->type_name("FACTOR")
        ->check(CLI::Range(1.0, 5.0));
    command->add_option("--support", assumptions.supportShare, "Support each year as a share of the purchase")
        ->type_name("SHARE")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--licence", assumptions.licenceUsd, "Licences of a node each year")
        ->type_name("USD")
        ->check(money);
    command->add_option("--rack-unit", assumptions.rackUnitUsd, "Rent of a rack unit each year")
        ->type_name("USD")
        ->check(money);
    command->add_option("--waiting-hour", assumptions.waitingHourUsd, "USD for each hour that somebody waits for a job")
        ->type_name("USD")
        ->check(money);
    command
        ->add_option("--jobs-a-year", options->jobs,
                     "Number of jobs that somebody waits for in a year, each as long as those of the run took on "
                     "average; with several workloads of jobs for each of them")
        ->type_name("[WORKLOAD=]N")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--yearly", options->yearly,
            "Growth in a year, as in \"40 %\", of what --scale-with names. The first year is as the project is; "
            "each further one is run with values that are larger by this share than those of the year before, "
            "and what parts it needs more are bought at its beginning")
        ->type_name("SHARE");
    command
        ->add_option(
            "--scale-with", options->growth.scaled,
            "A generic parameter that grows, as the number of nodes or of users, rounded up if it is whole; or "
            "\"arrivals\": the rates of open loops and traces. May be given many times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command->add_option("--csv", options->csv, "Write the bill of materials as CSV, too; that of the first year")
        ->type_name("FILE");
    CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
    command
        ->add_flag("--stream", options->stream,
                   "Print the JSON object on one line, after lines that say how many runs are done")
        ->excludes(json);
    command->callback([options, &action] { action = [options] { return cost(*options); }; });
}

} // namespace headroom::cli
