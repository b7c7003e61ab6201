#include "accuracy/engine_child.h"

#include "child/process_queue.h"
#include "child/simulation.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace headroom::accuracy {

namespace {

child::Command commandFor(const std::string& project, const Settings& settings, const std::string& duration)
{
    child::Simulation simulation;
    simulation.project = std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project;
    simulation.duration = duration;
    simulation.checkLaws = true;
    for (const auto& [name, value] : settings)
        simulation.settings.push_back(name + "=" + value);
    return {HEADROOM_ENGINE, child::argumentsOf(simulation)};
}

record::Summary answerOf(const child::Ending& ending)
{
    if (!ending.good())
        throw std::runtime_error("the engine ended with " + std::to_string(ending.exitStatus) + ": " + ending.reason());
    return child::summaryOf(ending);
}

} // namespace

record::Summary simulate(const std::string& project, const Settings& settings, const std::string& duration)
{
    return simulateAll(project, {settings}, duration).front();
}

std::vector<record::Summary> simulateAll(const std::string& project, const std::vector<Settings>& points,
                                         const std::string& duration)
{
    using Run = std::tuple<std::string, Settings, std::string>;
    static std::map<Run, record::Summary> known;
    std::vector<Run> wanted, missing;
    for (const Settings& settings : points) {
        wanted.emplace_back(project, settings, duration);
        if (!known.contains(wanted.back()) && std::ranges::count(missing, wanted.back()) == 0)
            missing.push_back(wanted.back());
    }
    child::ProcessQueue queue(
        std::max(1u, std::thread::hardware_concurrency()),
        [&](std::size_t number, const child::Ending& ending) { known[missing.at(number)] = answerOf(ending); });
    for (const auto& [name, settings, time] : missing)
        queue.add(commandFor(name, settings, time));
    queue.finish();
    std::vector<record::Summary> summaries;
    for (const Run& run : wanted)
        summaries.push_back(known.at(run));
    return summaries;
}

const record::ResourceSummary& resourceOf(const record::Summary& summary, const std::string& name)
{
    const auto found = std::ranges::find_if(summary.resources, [&](const auto& row) { return row.resource == name; });
    if (found == summary.resources.end())
        throw std::runtime_error("the run has no resource \"" + name + "\"");
    return *found;
}

double ratePerSecond(const record::Summary& summary)
{
    double rate = 0;
    for (const auto& [name, operation] : summary.operations)
        rate += operation.perSecond;
    return rate;
}

} // namespace headroom::accuracy
