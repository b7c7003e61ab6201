#include "study/advice/advice.h"

#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>

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
    const auto any = [this](auto&& is) { return std::any_of(whatIfs.begin(), whatIfs.end(), is); };
    return settles && any([](const WhatIf& what) { return what.mean.known && what.mean.ratio < 1 / worthARise; }) &&
           !any([](const WhatIf& what) { return what.throughput.known && what.throughput.ratio > worthARise; });
}

const WhatIf* Advice::bestByRate() const
{
    const WhatIf* best = nullptr;
    for (const WhatIf& what : whatIfs)
        if (what.highestRate.known && (!best || what.highestRate.ratio > best->highestRate.ratio))
            best = &what;
    return best;
}

void Advice::rank()
{
    const bool latency = byLatency();
    const auto worth = [latency](const WhatIf& what) {
        const Gain& gain = latency ? what.mean : what.throughput;
        if (what.state == WhatIf::State::failed || std::isnan(gain.ratio))
            return -std::numeric_limits<double>::infinity();
        return latency ? -gain.ratio : gain.ratio;
    };
    std::stable_sort(whatIfs.begin(), whatIfs.end(),
                     [&](const WhatIf& a, const WhatIf& b) { return worth(a) > worth(b); });
}

} // namespace headroom::study
