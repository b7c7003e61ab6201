#include "accuracy/engine_child.h"

#include "child/process_queue.h"
#include "child/simulation.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

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
    std::vector<record::Summary> summaries(points.size());
    child::ProcessQueue queue(
        std::max(1u, std::thread::hardware_concurrency()),
        [&](std::size_t number, const child::Ending& ending) { summaries[number] = answerOf(ending); });
    for (const Settings& settings : points)
        queue.add(commandFor(project, settings, duration));
    queue.finish();
    return summaries;
}

} // namespace headroom::accuracy
