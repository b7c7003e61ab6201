#include "accuracy/systems/ceph_disks.h"

#include "accuracy/published.h"

namespace headroom::accuracy {

namespace {

constexpr double mebibyte = 1048576;

std::optional<double> figure(const std::string& cell)
{
    return cell.empty() ? std::nullopt : std::optional(std::stod(cell));
}

CephCase caseOf(const std::vector<std::string>& row)
{
    CephCase measured;
    measured.machines = std::stoi(row[0]);
    measured.operation = row[1];
    measured.depth = std::stoi(row[2]);
    measured.mebibytesPerS = figure(row[3]);
    measured.meanMs = figure(row[4]);
    return measured;
}

} // namespace

Settings CephCase::settings() const
{
    Settings set{{"CLIENTS", std::to_string(machines)}, {"OPERATION", operation}, {"DEPTH", std::to_string(depth)}};
    if (!mebibytesPerS)
        set.emplace_back("VM_LIMIT", "100 GB/s");
    return set;
}

std::vector<CephCase> publishedCephCases()
{
    std::vector<CephCase> cases;
    for (const auto& row : publishedRows("ceph-hdd"))
        cases.push_back(caseOf(row));
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
