#include "accuracy/ceph_disks.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

constexpr double mebibyte = 1048576;

std::optional<double> figure(const std::string& cell)
{
    return cell.empty() ? std::nullopt : std::optional(std::stod(cell));
}

CephCase caseOf(const std::string& line)
{
    std::istringstream cells(line + ',');
    const auto next = [&] {
        std::string cell;
        std::getline(cells, cell, ',');
        return cell;
    };
    CephCase measured;
    measured.machines = std::stoi(next());
    measured.operation = next();
    measured.depth = std::stoi(next());
    measured.mebibytesPerS = figure(next());
    measured.meanMs = figure(next());
    return measured;
}

} // namespace

Settings CephCase::settings() const
{
    Settings set{{"VMS", std::to_string(machines)}, {"OPERATION", operation}, {"DEPTH", std::to_string(depth)}};
    if (!mebibytesPerS)
        set.emplace_back("VM_LIMIT", "100 GB/s");
    return set;
}

std::vector<CephCase> publishedCephCases()
{
    const std::string path = std::string(HEADROOM_SOURCE_DIR) + "/projects/ceph-hdd/published.csv";
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error(path + " cannot be read");
    std::vector<CephCase> cases;
    std::string line;
    std::getline(file, line); // the names of the columns
    while (std::getline(file, line))
        cases.push_back(caseOf(line));
    return cases;
}

std::vector<CephFigures> simulateCeph(const std::vector<CephCase>& cases, const std::string& duration)
{
    std::vector<Settings> points;
    for (const CephCase& each : cases)
        points.push_back(each.settings());
    const auto summaries = simulateAll("ceph-hdd", points, duration);
    std::vector<CephFigures> figures;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const record::OperationSummary& operation = summaries[i].operations.at(cases[i].operation);
        figures.push_back({operation.bytesPerSecond / mebibyte, operation.latency.meanMs});
    }
    return figures;
}

} // namespace headroom::accuracy
