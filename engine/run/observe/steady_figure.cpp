#include "run/observe/steady_figure.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace headroom::run {

namespace {

using Values = std::span<const double>;

constexpr std::size_t fewestObservations = 50; ///< behind the warm-up
constexpr double fewestIndependent = 40;
constexpr double widestAtEnd = 0.2;
constexpr std::size_t fewestAtEnd = 20;
constexpr double fewestIndependentAtEnd = 10;
constexpr double errorsOfDrift = 3;

/// Means of equal parts; what is left over at the beginning is left out.
std::vector<double> batchesOf(Values values, std::size_t most)
{
    const std::size_t each = (values.size() + most - 1) / most, count = values.size() / each;
    std::vector<double> means;
    means.reserve(count);
    for (std::size_t b = 0; b < count; ++b) {
        double sum = 0;
        for (const double value : values.subspan(values.size() - (count - b) * each, each))
            sum += value;
        means.push_back(sum / static_cast<double>(each));
    }
    return means;
}

/// Number of independent values that say as much about the mean, if each depends on the one before (AR(1)).
double independentOf(Values values)
{
    const double lag1 = std::clamp(record::lag1Autocorrelation(values), 0.0, 0.99);
    return static_cast<double>(values.size()) * (1 - lag1) / (1 + lag1);
}

/// The mean with the widest of several intervals: those of batches of several lengths, and that of values
/// that depend on the one before. Who looks often finds one that is narrow by chance.
record::Estimate cautious(Values values)
{
    record::Estimate widest = record::estimate(values);
    widest.halfWidth *= std::sqrt(static_cast<double>(values.size()) / independentOf(values));
    for (const std::size_t batches : {10, 20, 40})
        widest.halfWidth = std::max(widest.halfWidth, record::estimate(batchesOf(values, batches)).halfWidth);
    return widest;
}

/// True if the last part of the values, this share of them, differs from the rest by more than chance explains, and by
/// more than the given share of their mean.
bool drifts(Values values, double share, double relevant)
{
    const std::size_t last = static_cast<std::size_t>(share * static_cast<double>(values.size()));
    const record::Estimate early = cautious(values.first(values.size() - last)), late = cautious(values.last(last));
    const double difference = std::abs(late.mean - early.mean);
    return difference > errorsOfDrift / 2 * std::hypot(early.halfWidth, late.halfWidth) &&
           difference > relevant * std::abs(early.mean);
}

} // namespace

void SteadyFigure::observe(double requests, double latencySum)
{
    counts_.push_back(requests);
    record::addMeanLatency(latencies_, requests, latencySum);
    if (counts_.size() < nextLook_)
        return;
    nextLook_ += std::max<std::size_t>(5, counts_.size() / 10);
    look();
}

void SteadyFigure::look()
{
    const std::optional<record::Steady> now = found({figure_ ? kept : wanted, fewestObservations, fewestIndependent});
    const bool agree = now && before_ &&
                       std::abs(now->perSecond - before_->perSecond) <=
                           now->relative * now->perSecond + before_->relative * before_->perSecond;
    if (agree)
        figure_ = now;
    else if (!now && !before_) // one look that does not confirm it may be chance
        figure_.reset();
    before_ = now;
}

std::optional<record::Steady> SteadyFigure::atEnd() const
{
    return figure_ ? figure_ : found({widestAtEnd, fewestAtEnd, fewestIndependentAtEnd});
}

std::optional<record::Steady> SteadyFigure::found(const Required& required) const
{
    constexpr double quarter = 0.25, half = 0.5, relevantOfLatency = 0.1;
    const record::Truncation ofCounts = record::mser5(counts_), ofLatencies = record::mser5(latencies_);
    if (!ofCounts.settled || !ofLatencies.settled)
        return {};
    const std::size_t cut = std::max(ofCounts.cut, ofLatencies.cut);
    if (counts_.size() - cut < required.observations)
        return {};
    const Values counts = Values(counts_).subspan(cut), latencies = Values(latencies_).subspan(cut);
    const record::Estimate estimate = cautious(counts);
    if (!(estimate.mean > 0) || !(estimate.relative() <= required.relative) ||
        independentOf(counts) < required.independent)
        return {};
    if (drifts(counts, quarter, wanted) || drifts(counts, half, wanted) || drifts(latencies, half, relevantOfLatency))
        return {};
    return record::Steady{estimate.mean / intervalS_, estimate.relative()};
}

} // namespace headroom::run
