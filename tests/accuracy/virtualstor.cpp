#include "accuracy/virtualstor.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

VirtualStorCase virtualStorCase(const std::string& project, const std::string& line)
{
    std::istringstream cells(line);
    const auto next = [&] {
        std::string cell;
        if (!std::getline(cells, cell, ','))
            throw std::runtime_error("a line of " + project + "/published.csv is too short: " + line);
        return cell;
    };
    VirtualStorCase measured;
    measured.project = project;
    measured.machines = std::stoi(next());
    measured.operation = next();
    measured.depth = std::stoi(next());
    measured.unit = next();
    measured.value = std::stod(next());
    measured.use = next();
    return measured;
}

} // namespace

Settings VirtualStorCase::settings() const
{
    return {{"VMS", std::to_string(machines)}, {"OPERATION", operation}, {"DEPTH", std::to_string(depth)}};
}

std::vector<VirtualStorCase> publishedVirtualStorCases()
{
    std::vector<VirtualStorCase> cases;
    for (const std::string project : {"virtualstor-throughput", "virtualstor-iops"}) {
        const std::string path = std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project + "/published.csv";
        std::ifstream file(path);
        if (!file)
            throw std::runtime_error(path + " cannot be read");
        std::string line;
        std::getline(file, line); // the names of the columns
        while (std::getline(file, line))
            cases.push_back(virtualStorCase(project, line));
    }
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
