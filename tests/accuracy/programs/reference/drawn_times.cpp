#include "accuracy/programs/reference/drawn_times.h"

#include <algorithm>
#include <cmath>

namespace headroom::accuracy::programs::reference {

namespace {

using Random = std::mt19937_64;

double exponential(double mean, Random& random)
{
    return std::exponential_distribution(1 / mean)(random);
}

double logNormal(const Time& time, Random& random)
{
    if (time.variation == 0)
        return time.meanS;
    const double variance = std::log(1 + time.variation * time.variation);
    return std::lognormal_distribution(std::log(time.meanS) - variance / 2, std::sqrt(variance))(random);
}

double erlang(const Time& time, Random& random)
{
    const double stages = std::max(1.0, std::round(1 / (time.variation * time.variation)));
    return std::gamma_distribution(stages, time.meanS / stages)(random);
}

/// Mixture of two exponential times, each of which contributes half of the mean.
double hyperexponential(const Time& time, Random& random)
{
    const double square = time.variation * time.variation;
    const double oftener = (1 + std::sqrt((square - 1) / (square + 1))) / 2;
    const double share = std::bernoulli_distribution(oftener)(random) ? oftener : 1 - oftener;
    return exponential(time.meanS / (2 * share), random);
}

double pareto(const Time& time, Random& random)
{
    const double exponent = 1 + std::sqrt(1 + 1 / (time.variation * time.variation));
    const double least = time.meanS * (exponent - 1) / exponent;
    return least * std::pow(1 - std::uniform_real_distribution()(random), -1 / exponent);
}

} // namespace

double drawn(const Time& time, Random& random)
{
    const double width = time.meanS * time.variation * std::sqrt(3.0);
    switch (time.distribution) {
    case Distribution::exponential:
        return exponential(time.meanS, random);
    case Distribution::uniform:
        return std::uniform_real_distribution(time.meanS - width, time.meanS + width)(random);
    case Distribution::logNormal:
        return logNormal(time, random);
    case Distribution::erlang:
        return erlang(time, random);
    case Distribution::hyperexponential:
        return hyperexponential(time, random);
    case Distribution::pareto:
        return pareto(time, random);
    case Distribution::constant:
    case Distribution::asTheRole:
        break;
    }
    return time.meanS;
}

} // namespace headroom::accuracy::programs::reference
