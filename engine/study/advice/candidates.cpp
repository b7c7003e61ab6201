#include "study/advice/candidates.h"

#include "record/figures/figures.h"
#include "study/advice/promise.h"
#include "study/measure/measure.h"

#include <algorithm>
#include <set>
#include <utility>

namespace headroom::study {

namespace {

/// True if it is one direction of the cables of a node group, which has a row "network".
bool isCableOfNodes(const record::ResourceSummary& row, const std::set<std::string>& withNetwork)
{
    static constexpr std::string_view arrow = "→";
    const std::size_t at = row.resource.find(arrow);
    if (row.nodeGroup != "link" || at == std::string::npos)
        return false;
    const std::size_t blank = row.resource.rfind(' ', at);
    const std::string from = row.resource.substr(blank + 1, at - blank - 1),
                      to = row.resource.substr(at + arrow.size());
    return withNetwork.contains(from) || withNetwork.contains(to);
}

} // namespace

std::vector<std::string> candidates(const record::Summary& summary, const Worth& worth)
{
    std::set<std::string> withNetwork;
    for (const record::ResourceSummary& row : summary.resources)
        if (row.resource == "network")
            withNetwork.insert(row.nodeGroup);
    const Promise promise(summary);
    const double latencyS = measureOf(summary).meanMs / 1000;
    std::vector<std::pair<double, std::string>> found;
    for (const record::ResourceSummary& row : summary.resources) {
        if (isCableOfNodes(row, withNetwork) || !promise.matters(record::nameOf(row)))
            continue;
        const double takes = latencyS > 0 ? (row.servedS + row.waitingS.value_or(0)) / latencyS : 0;
        if (row.utilisationMax >= worth.used || takes >= worth.latency)
            found.emplace_back(std::max(row.utilisationMax, std::min(1.0, takes)), record::nameOf(row));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> names;
    for (auto& [rank, name] : found)
        names.push_back(std::move(name));
    return names;
}

} // namespace headroom::study
