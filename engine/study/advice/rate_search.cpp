#include "study/advice/rate_search.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

constexpr double enclosed = 1.04; ///< ratio of the two loads
constexpr double closeStep = 1.02;
constexpr double widest = 64; ///< loads are between this and its reciprocal

} // namespace

RateSearch::RateSearch(double close) : first_(close), step_(closeStep) {}

/// What is completed in a second under a load that does not settle is what the system can do at most, if the rest
/// simply waits. The load that would ask for as much is near the limit.
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
        return std::min(widest, low_->load * step_);
    if (!low_)
        return std::max(1 / widest, high_->load / step_);
    return estimate().value_or(std::sqrt(low_->load * high_->load));
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
    return low_ && high_ && high_->load <= enclosed * low_->load;
}

bool RateSearch::over() const
{
    return found() || (!high_ && low_ && low_->load >= widest) || (!low_ && high_ && high_->load <= 1 / widest);
}

} // namespace headroom::study
