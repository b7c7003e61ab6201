#include "accuracy/systems/ocean.h"

#include "accuracy/published.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

const std::string oceanProject = "ocean";

} // namespace

Settings OceanFigure::settings() const
{
    Settings settings{{"NETWORK", network}, {"NODES", std::to_string(servers)}};
    if (processor == "Atom")
        settings.insert(settings.end(),
                        {{"PROCESSOR", "Intel_Atom_Processor_S1260"}, {"SOCKETS", "1"}, {"MEMORY", "8 GiB"}});
    return settings;
}

std::vector<OceanFigure> publishedOceanFigures()
{
    std::vector<OceanFigure> figures;
    for (const auto& row : publishedRows(oceanProject))
        figures.push_back({std::stoi(row[0]), row[1], row[2], std::stod(row[3]), row[4]});
    return figures;
}

double oceanMinutes(const Settings& settings)
{
    const auto summary = simulate(oceanProject, settings, "1000 s");
    const auto found =
        std::ranges::find_if(summary.results, [](const auto& result) { return result.name == "run time"; });
    if (found == summary.results.end() || !found->value)
        throw std::runtime_error("the ocean model has not ended");
    return *found->value;
}

} // namespace headroom::accuracy
