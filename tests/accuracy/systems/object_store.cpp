#include "accuracy/systems/object_store.h"

#include "accuracy/published.h"

#include <algorithm>
#include <map>

namespace headroom::accuracy {

namespace {

/// Benchmarks share runs, and a run of 32 servers takes half a minute.
const record::Summary& summaryOf(const Settings& settings)
{
    static std::map<Settings, record::Summary> known;
    const auto found = known.find(settings);
    return found != known.end()
               ? found->second
               : known.emplace(settings, simulate("object-erasure", settings, "1500 ms")).first->second;
}

double busierDirection(const record::Summary& summary, int nodes)
{
    double bytesPerSecond = 0;
    for (const auto& row : summary.resources)
        if (row.resource.starts_with("servers-switch "))
            bytesPerSecond = std::max(bytesPerSecond, row.bytesPerSecond);
    return bytesPerSecond / nodes;
}

} // namespace

Settings ObjectStoreFigure::settings() const
{
    const std::string machines = std::to_string(nodes);
    return {{"NODES", machines},      {"DRIVES", "8"},           {"CLIENTS", machines}, {"CLIENT_NODES", machines},
            {"OPERATION", operation}, {"OBJECT_SIZE", "64 MiB"}, {"DEPTH", "16"},       {"WARM_UP", "500 ms"}};
}

std::vector<ObjectStoreFigure> publishedObjectStoreFigures()
{
    std::vector<ObjectStoreFigure> figures;
    for (const auto& row : publishedRows("object-erasure"))
        figures.push_back({row[0], std::stoi(row[1]), row[2], row[3], row[4], std::stod(row[5]), row[6]});
    return figures;
}

double simulateObjectStore(const ObjectStoreFigure& published)
{
    const record::Summary& summary = summaryOf(published.settings());
    return published.figure == "network" ? busierDirection(summary, published.nodes) * 8 / 1e9
                                         : summary.operations.at(published.operation).bytesPerSecond / 1e9;
}

} // namespace headroom::accuracy
