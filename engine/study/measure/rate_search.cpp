#include "study/measure/rate_search.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

constexpr double closeStep = 1.02;
constexpr double leastLoad = 1.0 / 64;
constexpr double rounding = 1e-9; ///< of a load that is a number of grains

} // namespace

RateSearch::RateSearch(Range range) : range_(range)
{
    first_ = whole(std::min(1.0, range.most));
}

RateSearch::RateSearch(double close) : RateSearch(close, Range()) {}

RateSearch::RateSearch(double close, Range range) : range_(range), step_(closeStep)
{
    first_ = whole(std::min(close, range.most));
}

double RateSearch::least() const
{
    return std::max(leastLoad, range_.grain);
}

/// The nearest load that there is, between the two that enclose the limit.
double RateSearch::whole(double load) const
{
    const double grain = range_.grain;
    if (grain == 0)
        return load;
    double number = std::max(1.0, std::round(load / grain));
    if (low_)
        number = std::max(number, std::round(low_->load / grain) + 1);
    if (high_)
        number = std::min(number, std::round(high_->load / grain) - 1);
    return number * grain;
}

/// Under a load that does not settle, the completions in a second are the system's maximum, if the rest simply waits.
/// The load that would ask for as much is near the limit.
std::optional<double> RateSearch::estimate() const
{
    if (!low_ || !high_ || !(low_->perSecond > 0))
        return {};
    const double limit = low_->load * high_->perSecond / low_->perSecond;
    for (const double guess : {limit / closeStep, limit * closeStep})
        if (guess > low_->load * 1.001 && guess < high_->load / 1.001)
            return guess;
    return {};
}

double RateSearch::next() const
{
    if (!low_ && !high_)
        return first_;
    if (!high_)
        return whole(std::min(range_.most, low_->load * step_));
    if (!low_)
        return whole(std::max(least(), high_->load / step_));
    return whole(estimate().value_or(std::sqrt(low_->load * high_->load)));
}

void RateSearch::take(double load, bool settles, double perSecond)
{
    const bool oneSideOpen = !low_ || !high_;
    if (low_ || high_)
        step_ = oneSideOpen ? std::min(2.0, step_ * step_) : step_;
    (settles ? low_ : high_) = Tried{load, perSecond};
}

bool RateSearch::found() const
{
    return low_ && high_ &&
           (high_->load <= enclosed * low_->load || high_->load - low_->load <= range_.grain * (1 + rounding));
}

int RateSearch::left() const
{
    constexpr int untilEnclosed = 2; // loads, while one side is open
    if (over())
        return 0;
    const auto halvings = [this](double ratio) {
        double number = std::log(ratio) / std::log(enclosed);
        if (range_.grain > 0 && low_)
            number = std::min(number, low_->load * (ratio - 1) / range_.grain);
        return std::max(1, static_cast<int>(std::ceil(std::log2(std::max(1.0, number)))));
    };
    return low_ && high_ ? halvings(high_->load / low_->load) : untilEnclosed + halvings(step_);
}

bool RateSearch::over() const
{
    return found() || (!high_ && low_ && low_->load >= range_.most * (1 - rounding)) ||
           (!low_ && high_ && high_->load <= least() * (1 + rounding));
}

} // namespace headroom::study
