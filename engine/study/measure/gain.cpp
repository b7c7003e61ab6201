#include "study/measure/gain.h"

#include "record/figures/figures.h"
#include "record/figures/statistics.h"

#include <cmath>

namespace headroom::study {

void Pairs::add(double before, double after)
{
    present.push_back(before);
    changed.push_back(after);
}

Gain gainOf(const Pairs& pairs, double wanted)
{
    std::vector<double> logarithms;
    for (std::size_t i = 0; i < pairs.present.size(); ++i) {
        const double ratio = pairs.changed[i] / pairs.present[i];
        if (!(ratio > 0) || !std::isfinite(ratio))
            return {};
        logarithms.push_back(std::log(ratio));
    }
    Gain gain;
    if (logarithms.empty())
        return gain;
    const record::Estimate estimate = record::estimate(logarithms);
    gain.ratio = std::exp(estimate.mean);
    if (!std::isfinite(estimate.halfWidth))
        return gain;
    gain.low = std::exp(estimate.mean - estimate.halfWidth);
    gain.high = std::exp(estimate.mean + estimate.halfWidth);
    gain.known = estimate.halfWidth <= std::log1p(wanted);
    return gain;
}

std::string Gain::text() const
{
    if (std::isnan(ratio))
        return {};
    if (std::isnan(low) || std::isnan(high))
        return record::threeDigits(ratio);
    return record::threeDigits(ratio) + " (" + record::threeDigits(low) + " to " + record::threeDigits(high) + ')';
}

} // namespace headroom::study
