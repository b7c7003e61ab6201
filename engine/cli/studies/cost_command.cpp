#include "cli/commands/program.h"
#include "cli/studies/forked_run.h"
#include "cli/support/loading.h"
#include "cli/support/result_path.h"
#include "cli/support/text_table.h"
#include "project/expression/quantity.h"
#include "project/file/atomic_file.h"
#include "study/cost/ownership.h"
#include "study/execute/local_executor.h"

#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>

namespace headroom::cli {

namespace {

using record::Json;

struct CostOptions
{
    std::string project, beside, duration, prices, csv;
    std::vector<std::string> settings;
    study::CostAssumptions assumptions;
    double usdPerKWh = -1;
    bool json = false;
};

/// Takes the prices of a user's own list: CSV with the columns "part" and "usd". Throws std::runtime_error with the
/// line that is at fault.
void takePrices(const std::string& path, project::ComponentLibrary& components)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("--prices: " + path + " cannot be read");
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        const std::size_t comma = line.find(',');
        if (line.empty() || (number == 1 && line.starts_with("part,")))
            continue;
        const std::string at = "--prices: " + path + ", line " + std::to_string(number) + ": ";
        if (comma == std::string::npos)
            throw std::runtime_error(at + "write a part and its price, with a comma between");
        const std::string part = line.substr(0, comma);
        const auto price = project::parseQuantity(line.substr(comma + 1));
        if (!price || !(price->value >= 0) || !std::isfinite(price->value))
            throw std::runtime_error(at + "\"" + line.substr(comma + 1) + "\" is not a price");
        if (!components.setFigure(part, "price_usd", price->value))
            throw std::runtime_error(at + "no library holds a component \"" + part + "\". Did you mean \"" +
                                     components.nearest(part) + "\"?");
    }
}

std::string usdText(double usd)
{
    return project::formatQuantity(usd, "USD");
}

std::string billText(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{{"group", "part", "count", "each", "together"}};
    for (const record::GroupCost& group : summary.costs)
        for (const record::BillLine& line : group.lines)
            rows.push_back({group.nodeGroup, line.part, project::formatNumber(line.count),
                            line.usdEach ? usdText(*line.usdEach) : "no price",
                            line.usdEach ? usdText(*line.usdEach * line.count) : ""});
    return alignedTable(rows, 2);
}

std::string ownershipText(const study::Ownership& ownership, const study::CostAssumptions& assumptions)
{
    std::vector<std::vector<std::string>> rows{
        {"over " + project::formatNumber(assumptions.years) + (assumptions.years == 1 ? " year" : " years"), "cost"}};
    for (const study::CostItem& item : ownership.items)
        rows.push_back({item.name, usdText(item.usd)});
    rows.push_back({"together", (ownership.missing.empty() ? "" : "from ") + usdText(ownership.totalUsd)});
    if (std::isfinite(ownership.usdPerMillion))
        rows.push_back({"for a million operations", usdText(ownership.usdPerMillion)});
    std::string text = alignedTable(rows, 1);
    for (const std::string& each : ownership.missing)
        text += "Not in it: " + each + ".\n";
    return text;
}

Json toJson(const study::Ownership& ownership, const record::Summary& summary)
{
    Json items = Json::object();
    for (const study::CostItem& item : ownership.items)
        items[item.name] = item.usd;
    return {{"cost", record::toJson(summary).at("cost")},
            {"ownership",
             {{"items", std::move(items)},
              {"total_usd", ownership.totalUsd},
              {"usd_per_million_operations", ownership.usdPerMillion},
              {"missing", ownership.missing}}}};
}

double nodesOf(const record::Summary& summary)
{
    double nodes = 0;
    for (const record::NodeSummary& group : summary.nodes)
        nodes += static_cast<double>(std::max({group.processor.size(), group.disk.size(), group.network.size()}));
    return nodes;
}

ExitStatus cost(CostOptions options)
{
    Loaded loaded = load(options.project, options.settings, options.beside);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    try {
        if (!options.prices.empty())
            takePrices(options.prices, loaded.components);
        if (!options.csv.empty())
            requireWritable("--csv", options.csv, options.project);
    } catch (const std::runtime_error& error) {
        reportError(error.what());
        return atFault;
    }
    if (options.usdPerKWh >= 0)
        options.assumptions.usdPerKWh = options.usdPerKWh;
    const RunBase base{loaded.components, *loaded.project, loaded.folder, loaded.findings};
    child::Simulation simulation;
    simulation.seed = std::to_string(loaded.project->run.value("seed", std::uint64_t{1}));
    simulation.duration = options.duration;
    const study::RunOutcome outcome = study::outcomeOf(forkedRun(base, simulation)->wait());
    if (!outcome.summary) {
        reportError("The run " + outcome.problem);
        return runFailed;
    }
    const study::Ownership ownership =
        study::ownershipOf(*outcome.summary, nodesOf(*outcome.summary), options.assumptions);
    if (!options.csv.empty())
        project::writeAtomically(options.csv, study::billAsCsv(*outcome.summary));
    if (options.json)
        print(toJson(ownership, *outcome.summary).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    else
        print(billText(*outcome.summary) + '\n' + ownershipText(ownership, options.assumptions));
    return done;
}

} // namespace

void addCost(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CostOptions>();
    study::CostAssumptions& assumptions = options->assumptions;
    CLI::App* command =
        app.add_subcommand("cost", "The bill of materials and what the configuration costs over years; its power is "
                                   "that of a run of the project");
    command->add_option("PROJECT", options->project, "A .headroom file, or a folder that holds one")->required();
    command->add_option("--set", options->settings, "Set a generic parameter; may be given many times")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_option("--beside", options->beside, "Folder of the files that the project names, if not its own")
        ->type_name("FOLDER");
    command->add_option("--duration", options->duration, "Simulated time instead of the project's")->type_name("T");
    command->add_option("--prices", options->prices, "Your own prices: CSV with the columns part and usd")
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
    command->add_option("--csv", options->csv, "Write the bill of materials as CSV, too")->type_name("FILE");
    command->add_flag("--json", options->json, "Print one JSON object");
    command->callback([options, &action] { action = [options] { return cost(*options); }; });
}

} // namespace headroom::cli
