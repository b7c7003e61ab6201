#include "cli/studies/cost_stages.h"

#include "cli/studies/executors.h"
#include "cli/support/arguments.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/workload_types.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::cli {

namespace {

constexpr const char* allArrivals = "arrivals";
constexpr double roundingOfCounts = 1e-9;

/// A stage before its run.
struct PlannedStage
{
    double fromYear = 0, years = 0;
    std::string inWords;
    child::Simulation simulation;
};

std::vector<study::Load> loadsOf(const RunBase& base, const CostGrowth& growth)
{
    std::vector<study::Load> loads;
    for (const std::string& name : growth.scaled) {
        if (name != allArrivals) {
            loads.push_back(loadParameter(base.project, "--scale-with", name));
            continue;
        }
        if (!project::hasArrivals(base.project))
            throw BadArgument("--scale-with: the project has no arrivals, since its users wait for answers. Name the "
                              "parameter that says how many they are.");
        loads.emplace_back();
    }
    return loads;
}

/// The factor of a year for what grows; things come in whole numbers.
double factorIn(const study::Load& load, double factor)
{
    return load.whole ? std::ceil(load.value * factor - roundingOfCounts) / load.value : factor;
}

std::string valueInWords(const RunBase& base, const study::Load& load, double factor)
{
    if (load.parameter.empty())
        return std::string(allArrivals) + " × " + project::formatNumber(factor);
    const project::Parameter& parameter = *project::findParameter(base.project, load.parameter);
    return load.parameter + " = " + project::formatQuantity(load.value * factor, parameter.unit);
}

std::vector<PlannedStage> planStages(const RunBase& base, const child::Simulation& simulation, double years,
                                     const CostGrowth& growth)
{
    const std::vector<study::Load> loads = loadsOf(base, growth);
    std::vector<PlannedStage> stages;
    for (double year = 0; year < years; ++year) {
        PlannedStage stage{year, std::min(1.0, years - year), {}, simulation};
        const double grown = std::pow(1 + growth.yearly, year);
        for (const study::Load& load : loads) {
            const double factor = factorIn(load, grown);
            stage.inWords += (stage.inWords.empty() ? "" : ", ") + valueInWords(base, load, factor);
            if (factor != 1)
                stage.simulation = load.raised(std::move(stage.simulation), factor);
        }
        const bool same = !stages.empty() && stages.back().simulation.settings == stage.simulation.settings &&
                          stages.back().simulation.scale == stage.simulation.scale;
        if (same)
            stages.back().years += stage.years;
        else
            stages.push_back(std::move(stage));
    }
    return stages;
}

double nodesOf(const record::Summary& summary)
{
    double nodes = 0;
    for (const record::NodeSummary& group : summary.nodes)
        nodes += static_cast<double>(std::max({group.processor.size(), group.disk.size(), group.network.size()}));
    return nodes;
}

std::string yearsInWords(double from, double years)
{
    const double first = std::floor(from) + 1, last = std::ceil(from + years - roundingOfCounts);
    return last > first ? "years " + project::formatNumber(first) + " to " + project::formatNumber(last)
                        : "year " + project::formatNumber(first);
}

} // namespace

std::vector<study::Stage> costStages(const RunBase& base, const child::Simulation& simulation, double years,
                                     const CostGrowth& growth,
                                     const std::function<void(std::size_t runsDone, std::size_t runs)>& told)
{
    const std::vector<PlannedStage> planned = planStages(base, simulation, years, growth);
    const auto executor = executorOf({}, base, {});
    std::vector<study::Stage> stages;
    for (const PlannedStage& stage : planned) {
        executor->add(stages.size(), stage.simulation);
        stages.push_back({stage.years, stage.inWords, {}, 0});
    }
    std::size_t done = 0;
    told(done, stages.size());
    while (executor->pending() > 0)
        executor->advance(study::Executor::betweenNews, [&](std::uint64_t number, study::RunOutcome outcome) {
            if (!outcome.summary)
                throw std::runtime_error("The run " +
                                         (stages.size() > 1
                                              ? "of " + yearsInWords(planned[number].fromYear, planned[number].years) +
                                                    " (" + planned[number].inWords + ") "
                                              : "") +
                                         outcome.problem);
            stages[number].nodes = nodesOf(*outcome.summary);
            stages[number].summary = std::move(*outcome.summary);
            told(++done, stages.size());
        });
    return stages;
}

std::vector<std::string> stageTroubles(const std::vector<study::Stage>& stages)
{
    std::vector<std::string> all;
    double from = 0;
    for (const study::Stage& stage : stages) {
        const std::string when = stages.size() > 1 ? "In " + yearsInWords(from, stage.years) + ": " : "";
        for (const std::string& trouble : record::loadTroubles(stage.summary))
            all.push_back(when + trouble);
        for (const record::GoalVerdict& goal : stage.summary.goals)
            if (goal.verdict == "missed")
                all.push_back(when + goal.sentence);
        from += stage.years;
    }
    return all;
}

} // namespace headroom::cli
