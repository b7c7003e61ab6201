#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "project/expression/quantity.h"
#include "project/library/price_list.h"
#include "project/project_file.h"

#include <memory>
#include <stdexcept>

namespace headroom::cli {

namespace {

struct PricesOptions
{
    std::string project, list;
    project::PriceListTerms terms;
};

ExitStatus takeList(const PricesOptions& options)
{
    Loaded loaded = load(options.project, {});
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    try {
        auto prices = project::readPriceList(options.list, loaded.components, options.terms);
        const std::size_t taken = prices.size();
        loaded.project->prices = project::mergedPrices(std::move(prices), loaded.project->prices);
        const std::filesystem::path path = projectFileIn(options.project);
        project::saveProject(*loaded.project, path);
        print("Took " + std::to_string(taken) + (taken == 1 ? " price" : " prices") + " into " + path.string() +
              (options.terms.usdForOne == 1
                   ? ", as USD"
                   : ", at " + project::formatNumber(options.terms.usdForOne) + " USD for one of the list's currency") +
              ". Prices count in runs, goals, studies and cost alike.\n");
        return done;
    } catch (const std::runtime_error& error) {
        reportError(error.what());
        return atFault;
    }
}

} // namespace

void addPrices(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<PricesOptions>();
    CLI::App* command = app.add_subcommand(
        "prices", "Takes a price list into a project: CSV with the columns part and price, in whose place the bill of "
                  "cost --csv may stand. Prices of other parts are kept");
    command->add_option("project", options->project, "A .headroom file, or a folder that holds one")->required();
    command->add_option("list", options->list, "The CSV file")->required();
    command
        ->add_option("--usd-for-one", options->terms.usdForOne,
                     "USD for one unit of the list's currency, as in 1.08 for euros; without it the list is in USD")
        ->type_name("USD")
        ->check(CLI::Range(1e-6, 1e6));
    command->add_option("--date", options->terms.date, "Day of the prices, if the list has no column date")
        ->type_name("DATE");
    command->add_option("--source", options->terms.source, "Where they are from, if the list has no column source")
        ->type_name("TEXT");
    command->callback([&action, options] { action = [options] { return takeList(*options); }; });
}

} // namespace headroom::cli
