#include "behaviour/program/steady_state.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

namespace {

constexpr double ranksOneByOne = 1000; ///< ranks up to here are added up one by one
constexpr double rankStep = 1.01;      ///< above that, the rank grows by this factor
constexpr int halvings = 100;          ///< bisection steps for an interval of 60 decades

/// Sum of f(w(k)) over all keys.
template <typename Function>
double overKeys(double keys, double exponent, Function f)
{
    double sum = 0;
    double rank = 1;
    for (; rank <= std::min(keys, ranksOneByOne); ++rank)
        sum += f(std::pow(rank, -exponent));
    while (rank <= keys) {
        const double next = std::min(std::floor(rank * rankStep) + 1, keys + 1);
        sum += (next - rank) * f(std::pow((rank + next - 1) / 2, -exponent));
        rank = next;
    }
    return sum;
}

double heldByUse(double requests)
{
    return -std::expm1(-requests);
}

double heldByChance(double requests)
{
    return requests / (1 + requests);
}

} // namespace

SteadyState::SteadyState(double share, double keys, double exponent, bool byUse)
    : keys_(std::floor(keys)), exponent_(exponent), byUse_(byUse)
{
    const double wanted = std::clamp(share, 0.0, 1.0) * keys_;
    const auto held = [&](double time) {
        return overKeys(keys_, exponent_,
                        [&](double w) { return byUse_ ? heldByUse(w * time) : heldByChance(w * time); });
    };
    double low = std::log(1e-30), high = std::log(1e30);
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (held(std::exp(middle)) < wanted ? low : high) = middle;
    }
    time_ = std::exp(low);
    // For policies by use, a request evicts one key if its own key is not cached.
    turnover_ = time_ * overKeys(keys_, exponent_, [&](double w) { return w * std::exp(-w * time_); }) / wanted;
}

double SteadyState::weight(std::uint64_t rank) const
{
    return std::pow(static_cast<double>(rank) + 1, -exponent_);
}

bool SteadyState::holds(std::uint64_t rank, double chance, double evicted) const
{
    if (static_cast<double>(rank) >= keys_)
        return false;
    if (!byUse_)
        return chance < heldByChance(weight(rank) * time_) * (1 - evicted);
    return chance < heldByUse(weight(rank) * (time_ - time_ * evicted / turnover_));
}

} // namespace headroom::behaviour
