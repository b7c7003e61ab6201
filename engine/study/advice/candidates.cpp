#include "study/advice/candidates.h"

#include "record/figures/figures.h"
#include "study/advice/promise.h"

#include <algorithm>
#include <functional>
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
    struct Candidate
    {
        double promises, used;
        std::string name;
    };
    std::vector<Candidate> found;
    for (const record::ResourceSummary& row : summary.resources) {
        if (isCableOfNodes(row, withNetwork) || !promise.matters(record::nameOf(row)))
            continue;
        const std::string name = record::nameOf(row);
        if (row.utilisationMax >= worth.used || promise.timeShare(name) >= worth.latency)
            found.push_back({promise.of(name, 2), row.utilisationMax, name});
    }
    std::ranges::stable_sort(found, std::greater(),
                             [](const Candidate& each) { return std::pair(each.promises, each.used); });
    std::vector<std::string> names;
    for (Candidate& each : found)
        names.push_back(std::move(each.name));
    return names;
}

} // namespace headroom::study
