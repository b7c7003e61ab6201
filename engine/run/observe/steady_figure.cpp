#include "run/observe/steady_figure.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace headroom::run {

namespace {

using Values = std::span<const double>;

constexpr std::size_t fewestObservations = 50; ///< behind the warm-up
constexpr double fewestIndependent = 40;
constexpr double widestAtEnd = 0.2;
constexpr std::size_t fewestAtEnd = 20;
constexpr double fewestIndependentAtEnd = 10;
constexpr double errorsOfDrift = 3;
constexpr std::size_t firstLook = 60, mostObservations = 240;

double sumOf(Values values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

constexpr std::size_t mostBatches = 40;

/// The estimate from means of equal parts; those left over at the beginning are left out.
record::Estimate estimateOfBatches(Values values, std::size_t most)
{
    std::array<double, mostBatches> means;
    const std::size_t each = (values.size() + most - 1) / most, count = values.size() / each;
    for (std::size_t b = 0; b < count; ++b)
        means[b] = sumOf(values.subspan(values.size() - (count - b) * each, each)) / static_cast<double>(each);
    return record::estimate(Values(means).first(count));
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
    for (const std::size_t batches : {std::size_t{10}, std::size_t{20}, mostBatches})
        widest.halfWidth = std::max(widest.halfWidth, estimateOfBatches(values, batches).halfWidth);
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

SteadyFigure::SteadyFigure(double intervalS, double warmUpS, double cycleS)
    : intervalS_(intervalS), cycleS_(cycleS),
      nextLook_(std::max(firstLook, static_cast<std::size_t>(std::ceil(warmUpS / intervalS))))
{
    for (std::vector<double>* const values : {&counts_, &latencySums_, &latencies_})
        values->reserve(mostObservations);
}

void SteadyFigure::observe(double requests, double latencySum)
{
    ++observed_;
    count_ += requests;
    latencySum_ += latencySum;
    if (observed_ % joined_ != 0)
        return;
    counts_.push_back(std::exchange(count_, 0));
    latencySums_.push_back(std::exchange(latencySum_, 0));
    if (counts_.size() == mostObservations)
        joinPairs();
    if (observed_ < nextLook_)
        return;
    nextLook_ = observed_ + std::max<std::size_t>(5, observed_ / 10);
    look();
}

void SteadyFigure::joinPairs()
{
    for (std::vector<double>* const sums : {&counts_, &latencySums_}) {
        for (std::size_t i = 0; i < sums->size() / 2; ++i)
            (*sums)[i] = (*sums)[2 * i] + (*sums)[2 * i + 1];
        sums->resize(sums->size() / 2);
    }
    joined_ *= 2;
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

std::optional<record::Steady> SteadyFigure::atEnd()
{
    return figure_ ? figure_ : found({widestAtEnd, fewestAtEnd, fewestIndependentAtEnd});
}

std::optional<record::Steady> SteadyFigure::found(const Required& required)
{
    constexpr double quarter = 0.25, half = 0.5, relevantOfLatency = 0.1;
    latencies_.clear();
    for (std::size_t i = 0; i < counts_.size(); ++i)
        record::addMeanLatency(latencies_, counts_[i], latencySums_[i]);
    const record::Truncation ofCounts = record::mser5(counts_), ofLatencies = record::mser5(latencies_);
    if (!ofCounts.settled || !ofLatencies.settled)
        return {};
    const std::size_t cut = std::max(ofCounts.cut, ofLatencies.cut);
    if (counts_.size() - cut < required.observations)
        return {};
    const Values counts = Values(counts_).subspan(cut), latencies = Values(latencies_).subspan(cut);
    const double observationS = static_cast<double>(joined_) * intervalS_;
    const double latency = sumOf(Values(latencySums_).subspan(cut)) / std::max(1.0, sumOf(counts));
    if (static_cast<double>(counts.size()) * observationS < repetitions * std::max(latency, cycleS_))
        return {};
    const record::Estimate estimate = cautious(counts);
    if (!(estimate.mean > 0) || !(estimate.relative() <= required.relative) ||
        independentOf(counts) < required.independent)
        return {};
    if (drifts(counts, quarter, wanted) || drifts(counts, half, wanted) || drifts(latencies, half, relevantOfLatency))
        return {};
    return record::Steady{estimate.mean / observationS, estimate.relative()};
}

} // namespace headroom::run
