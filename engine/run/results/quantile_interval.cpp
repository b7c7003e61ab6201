#include "run/results/quantile_interval.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace headroom::run {

namespace {

constexpr std::size_t leastBatches = 10;
constexpr std::size_t batchesAtFirst = 32;
constexpr double fewestAbove = 100;
constexpr double fewestBeyond = 5;
constexpr double largestFactor = 8;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// How far the number of latencies above the quantile in each batch is from the expected one. Neighbours are joined
/// until they seem independent, or are too few to be joined.
class Deviations
{
public:
    Deviations(std::span<const monitoring::Histogram> batches, kernel::Time quantile)
    {
        std::vector<double> counts, above;
        double allAbove = 0;
        for (const monitoring::Histogram& batch : batches) {
            counts.push_back(static_cast<double>(batch.count()));
            above.push_back(static_cast<double>(batch.countAbove(quantile)));
            latencies_ += counts.back();
            allAbove += above.back();
        }
        for (std::size_t b = 0; b < counts.size(); ++b)
            each_.push_back(above[b] - (latencies_ > 0 ? allAbove / latencies_ : 0) * counts[b]);
        while (each_.size() / 2 >= leastBatches && (each_.size() > batchesAtFirst || dependent()))
            joinNeighbours();
    }

    /// Half width of the 95 % interval of the share of latencies above.
    double halfWidth() const
    {
        const auto count = static_cast<double>(each_.size());
        double squares = 0;
        for (const double deviation : each_)
            squares += deviation * deviation;
        return record::studentT975(each_.size() - 1) * std::sqrt(count * squares / (count - 1) * dependence()) /
               latencies_;
    }

private:
    bool dependent() const
    {
        return record::lag1Autocorrelation(each_) > 1.645 / std::sqrt(static_cast<double>(each_.size()));
    }

    /// Variance of the mean of batches that are still dependent, over that of independent ones, if they follow an
    /// autoregressive process of first order (Steiger et al., "ASAP3: a batch means procedure for steady-state
    /// simulation analysis", ACM TOMACS 15, 2005).
    double dependence() const
    {
        constexpr double most = 0.8; // more cannot be told from ten to twenty batches
        if (!dependent())
            return 1;
        const double correlation = std::min(most, record::lag1Autocorrelation(each_));
        return (1 + correlation) / (1 - correlation);
    }

    void joinNeighbours()
    {
        for (std::size_t i = 0; i < each_.size() / 2; ++i)
            each_[i] = each_[2 * i] + each_[2 * i + 1];
        each_.resize(each_.size() / 2);
    }

    std::vector<double> each_;
    double latencies_ = 0;
};

} // namespace

double quantileHalfWidth(const monitoring::Histogram& all, std::span<const monitoring::Histogram> batches, double share)
{
    const kernel::Time quantile = all.quantile(share);
    if (batches.size() < leastBatches || quantile == 0 || static_cast<double>(all.count()) * (1 - share) < fewestAbove)
        return unknown;
    const Deviations deviations(batches, quantile);
    const double above = 1 - share, relative = deviations.halfWidth() / above;
    // High latencies come in episodes. From few of them the variance is estimated too low more often than too high.
    constexpr double uncertainty = 6;
    const double episodes = 4 / (relative * relative);
    // The share above is positive, and its error is about proportional to it where few are above.
    const double factor = std::exp(relative * std::sqrt(1 + uncertainty / episodes));
    if (!(factor < largestFactor))
        return unknown;
    const auto at = [&](double sharedAbove) { return static_cast<double>(all.quantile(1 - sharedAbove)); };
    const auto value = static_cast<double>(quantile);
    const double below = value - at(std::min(1.0, above * factor));
    // Beyond the last few latencies nothing is known of the distribution.
    const bool seen = static_cast<double>(all.count()) * above / factor >= fewestBeyond;
    const double half = (seen ? (below + at(above / factor) - value) / 2 : below) / value;
    // The quantile lies anywhere in its bucket.
    const double bucket = all.minimum() == all.maximum() ? 0 : record::normal975 * monitoring::Histogram::bucketError;
    return std::hypot(half, bucket);
}

double independentInTail(const monitoring::Histogram& all, std::span<const monitoring::Histogram> batches)
{
    const auto count = static_cast<double>(all.count());
    if (batches.size() < leastBatches || count < 2 * fewestAbove)
        return unknown;
    double wanted = 0.5; // share above the threshold
    for (const double less : {0.2, 0.1, 0.05, 0.01})
        wanted = count * less >= fewestAbove ? less : wanted;
    // Those of its bucket count as above, since many latencies may be alike.
    const kernel::Time quantile = all.quantile(1 - wanted), threshold = quantile - quantile / 128 - 1;
    const double share = static_cast<double>(all.countAbove(threshold)) / count;
    const double half = Deviations(batches, threshold).halfWidth();
    if (!(half > 0))
        return count;
    return std::min(count, share * (1 - share) * record::normal975 * record::normal975 / (half * half));
}

} // namespace headroom::run
