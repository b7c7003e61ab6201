#include "run/workload/zipf.h"

#include <algorithm>
#include <cmath>

namespace headroom::run {

namespace {

/// ln(1 + x) / x and (e^x − 1) / x, accurate also for x near 0, which occurs for exponents near 1.
double logRatio(double x)
{
    return std::abs(x) > 1e-8 ? std::log1p(x) / x : 1 - x * (0.5 - x / 3);
}
double expRatio(double x)
{
    return std::abs(x) > 1e-8 ? std::expm1(x) / x : 1 + x / 2 * (1 + x / 3);
}

} // namespace

Zipf::Zipf(std::uint64_t count, double exponent)
    : count_(static_cast<double>(std::max<std::uint64_t>(1, count))), exponent_(exponent)
{
    // areaFirst_ is the end of key 1's interval, cut so that the key's share of the area is its weight, 1.
    areaFirst_ = area(1.5) - 1;
    areaLast_ = area(count_ + 0.5);
    alwaysTaken_ = 2 - inverse(area(2.5) - weight(2));
}

double Zipf::area(double x) const
{
    const double logX = std::log(x);
    return expRatio((1 - exponent_) * logX) * logX;
}

double Zipf::inverse(double u) const
{
    const double t = std::max(-1.0, u * (1 - exponent_));
    return std::exp(logRatio(t) * u);
}

double Zipf::weight(double x) const
{
    return std::exp(-exponent_ * std::log(x));
}

double Zipf::rounded(double x) const
{
    return std::clamp(std::floor(x + 0.5), 1.0, count_);
}

std::uint64_t Zipf::index(double k) const
{
    return static_cast<std::uint64_t>(std::clamp(k, 1.0, count_)) - 1;
}

} // namespace headroom::run
