#include "accuracy/verdicts/verdicts.h"

#include "accuracy/engine_child.h"
#include "accuracy/engine_here.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

constexpr double leastUse = 0.05;
constexpr double twentieth = 0.05, tenth = 0.1;
constexpr std::size_t mostForTwo = 4; ///< of which all pairs are tried

double noiseOf(const record::Summary& summary)
{
    return summary.operations.begin()->second.ci95Relative;
}

} // namespace

const std::pair<const std::string, double>& Verdict::best() const
{
    return *std::ranges::max_element(gains, {}, [](const auto& gain) { return gain.second; });
}

bool Verdict::namesBest() const
{
    return best().second <= gain() * (1 + twentieth + noise);
}

bool Verdict::keepsBounds() const
{
    return gain() >= named.speedupLow * (1 - noise) && gain() <= named.speedupHigh * (1 + noise);
}

const std::pair<const Verdict::Two, double>& Verdict::bestTwo() const
{
    return *std::ranges::max_element(together, {}, [](const auto& gain) { return gain.second; });
}

bool Verdict::twoCount() const
{
    return !together.empty() && bestTwo().second > best().second * (1 + tenth + noise);
}

double Verdict::gainOfNamedTwo() const
{
    double most = gain();
    for (const std::string& other : {named.sameAs, named.next})
        if (const auto found = together.find(std::minmax(named.resource, other)); found != together.end())
            most = std::max(most, found->second);
    return most;
}

bool Verdict::namesBestTwo() const
{
    return bestTwo().second <= gainOfNamedTwo() * (1 + twentieth + noise);
}

namespace {

/// Pairs of those that are used most or help most, and those that are named.
std::set<Verdict::Two> pairsToTry(const Verdict& verdict, const record::Summary& present)
{
    std::vector<std::pair<double, std::string>> ranked;
    for (const record::ResourceSummary& row : present.resources)
        if (const auto gain = verdict.gains.find(record::nameOf(row)); gain != verdict.gains.end())
            ranked.emplace_back(std::max(row.utilisationMax, gain->second - 1), gain->first);
    std::ranges::sort(ranked, std::greater());
    ranked.resize(std::min(ranked.size(), mostForTwo));
    std::set<Verdict::Two> pairs;
    for (const auto& one : ranked)
        for (const auto& other : ranked)
            if (one.second < other.second)
                pairs.emplace(one.second, other.second);
    for (const std::string& other : {verdict.named.sameAs, verdict.named.next})
        if (verdict.gains.contains(other))
            pairs.insert(std::minmax(verdict.named.resource, other));
    return pairs;
}

} // namespace

Verdict verdictOn(const project::Json& system)
{
    const record::Summary present = simulateHere(system);
    if (!present.bottleneck)
        throw std::runtime_error("a random system names nothing");
    Verdict verdict{*present.bottleneck, ratePerSecond(present), {}, {}, 0, noiseOf(present)};
    const auto gainWith = [&](const std::map<std::string, double>& scale) {
        const record::Summary faster = simulateHere(system, scale);
        verdict.noise = std::max(verdict.noise, noiseOf(present) + noiseOf(faster));
        return ratePerSecond(faster) / verdict.perSecond;
    };
    for (const record::ResourceSummary& row : present.resources) {
        const std::string name = record::nameOf(row);
        if (row.nodeGroup == "clients" || row.nodeGroup == "link" || // cables of nodes are their networks
            (row.utilisationMax < leastUse && name != verdict.named.resource))
            continue;
        verdict.mostUsed = std::max(verdict.mostUsed, row.utilisationMax);
        verdict.gains[name] = gainWith({{name, 2}});
    }
    for (const Verdict::Two& two : pairsToTry(verdict, present))
        verdict.together[two] = gainWith({{two.first, 2}, {two.second, 2}});
    return verdict;
}

} // namespace headroom::accuracy
