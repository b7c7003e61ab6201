#include "accuracy/verdicts/verdicts.h"

#include "accuracy/engine_child.h"
#include "accuracy/engine_here.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

constexpr double leastUse = 0.05;
constexpr double twentieth = 0.05;

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

Verdict verdictOn(const project::Json& system)
{
    const record::Summary present = simulateHere(system);
    if (!present.bottleneck)
        throw std::runtime_error("a random system names nothing");
    Verdict verdict{*present.bottleneck, ratePerSecond(present), {}, 0, noiseOf(present)};
    for (const record::ResourceSummary& row : present.resources) {
        const std::string name = record::nameOf(row);
        if (row.nodeGroup == "clients" || (row.utilisationMax < leastUse && name != verdict.named.resource))
            continue;
        verdict.mostUsed = std::max(verdict.mostUsed, row.utilisationMax);
        const record::Summary faster = simulateHere(system, {{name, 2}});
        verdict.gains[name] = ratePerSecond(faster) / verdict.perSecond;
        verdict.noise = std::max(verdict.noise, noiseOf(present) + noiseOf(faster));
    }
    return verdict;
}

} // namespace headroom::accuracy
