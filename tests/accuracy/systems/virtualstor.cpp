#include "accuracy/systems/virtualstor.h"

#include "accuracy/published.h"

namespace headroom::accuracy {

Settings VirtualStorCase::settings() const
{
    Settings settings{
        {"CLIENTS", std::to_string(machines)}, {"OPERATION", operation}, {"DEPTH", std::to_string(depth)}};
    // Idle states are not published: cores sleep as Linux lets them unless it is set otherwise.
    if (project == "virtualstor-iops")
        settings.emplace_back("IDLE_CORES", "random");
    return settings;
}

std::vector<VirtualStorCase> publishedVirtualStorCases()
{
    std::vector<VirtualStorCase> cases;
    for (const std::string project : {"virtualstor-throughput", "virtualstor-iops"})
        for (const auto& row : publishedRows(project))
            cases.push_back({project, std::stoi(row[0]), row[1], std::stoi(row[2]), row[3], std::stod(row[4]), row[5]});
    return cases;
}

double simulateVirtualStor(const VirtualStorCase& measured, const std::string& duration)
{
    const auto summary = simulate(measured.project, measured.settings(), duration);
    const record::OperationSummary& operation = summary.operations.at(measured.operation);
    return measured.unit == "ms"   ? operation.latency.meanMs
           : measured.unit == "/s" ? operation.perSecond
                                   : operation.bytesPerSecond / 1e6;
}

} // namespace headroom::accuracy
