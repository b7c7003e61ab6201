#include "study/advice/advice.h"

#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace headroom::study {

namespace {

constexpr double worthARise = 1.03; ///< a throughput that rises by less does not rank resources of which one shortens
                                    ///< the latency by as much

} // namespace

Figures figuresOf(const record::Summary& summary)
{
    Figures figures;
    const record::Price price = record::priceOf(summary.costs);
    figures.priceUsd = price.usd;
    figures.pricesMissing = !price.unknown.empty();
    if (summary.energy)
        figures.powerW = summary.energy->powerW;
    if (summary.usableBytes)
        figures.usableBytes = *summary.usableBytes;
    return figures;
}

bool WhatIf::counts() const
{
    const std::size_t point = resource.find('.');
    const std::string kind = resource.substr(point == std::string::npos ? 0 : point + 1);
    return kind.starts_with("workers ") || kind.starts_with("helpers ") || kind.starts_with("slots ") ||
           kind.starts_with("consumers ");
}

bool Advice::byLatency() const
{
    const auto any = [this](auto&& is) {
        return std::any_of(whatIfs.begin(), whatIfs.end(),
                           [&](const WhatIf& what) { return what.kind != WhatIf::Kind::load && is(what); });
    };
    return settles && any([](const WhatIf& what) { return what.mean.high < 1 && what.mean.ratio < 1 / worthARise; }) &&
           !any([](const WhatIf& what) { return what.throughput.low > 1 && what.throughput.ratio > worthARise; });
}

Gain Advice::worthOf(const WhatIf& what) const
{
    return byLatency() ? what.mean.inverse() : what.throughput;
}

bool Advice::beaten(const WhatIf& what) const
{
    if (what.kind == WhatIf::Kind::load)
        return false; // nothing to compare it with
    const double high = worthOf(what).high;
    return std::any_of(whatIfs.begin(), whatIfs.end(), [&](const WhatIf& other) {
        return other.kind != WhatIf::Kind::load && other.problem.empty() && worthOf(other).low > high;
    });
}

const WhatIf* Advice::bestByRate() const
{
    const WhatIf* best = nullptr;
    for (const WhatIf& what : whatIfs)
        if (what.highestRate.hasInterval() && (!best || what.highestRate.low > best->highestRate.low))
            best = &what;
    return best;
}

void Advice::rank()
{
    const auto worth = [this](const WhatIf& what) {
        const Gain gain = worthOf(what);
        const bool comparable = what.state != WhatIf::State::failed && gain.hasInterval();
        return std::pair(what.kind != WhatIf::Kind::load,
                         comparable ? gain.low : -std::numeric_limits<double>::infinity());
    };
    std::vector<std::pair<std::pair<bool, double>, WhatIf>> sorted;
    for (WhatIf& what : whatIfs)
        sorted.emplace_back(worth(what), what);
    std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& each) { return each.first; });
    for (std::size_t i = 0; i < sorted.size(); ++i)
        whatIfs[i] = std::move(sorted[i].second);
}

} // namespace headroom::study
