#include "run/results/quantile_interval.h"

#include "record/figures/statistics.h"

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

/// How far the number of latencies above the quantile in each batch is from the expected one.
struct Deviations
{
    std::vector<double> each;
    double latencies = 0;

    Deviations(std::span<const monitoring::Histogram> batches, kernel::Time quantile)
    {
        std::vector<double> counts, above;
        double allAbove = 0;
        for (const monitoring::Histogram& batch : batches) {
            counts.push_back(static_cast<double>(batch.count()));
            above.push_back(static_cast<double>(batch.countAbove(quantile)));
            latencies += counts.back();
            allAbove += above.back();
        }
        for (std::size_t b = 0; b < counts.size(); ++b)
            each.push_back(above[b] - (latencies > 0 ? allAbove / latencies : 0) * counts[b]);
    }

    void joinNeighbours()
    {
        for (std::size_t i = 0; i < each.size() / 2; ++i)
            each[i] = each[2 * i] + each[2 * i + 1];
        each.resize(each.size() / 2);
    }

    /// Half width of the 95 % interval of the share of latencies above.
    double halfWidth() const
    {
        const auto count = static_cast<double>(each.size());
        double squares = 0;
        for (const double deviation : each)
            squares += deviation * deviation;
        return record::studentT975(each.size() - 1) * std::sqrt(count * squares / (count - 1)) / latencies;
    }
};

} // namespace

double quantileHalfWidth(const monitoring::Histogram& all, std::span<const monitoring::Histogram> batches, double share)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const kernel::Time quantile = all.quantile(share);
    if (batches.size() < leastBatches || quantile == 0 || static_cast<double>(all.count()) * (1 - share) < fewestAbove)
        return unknown;
    Deviations deviations(batches, quantile);
    const auto dependent = [&] {
        return record::lag1Autocorrelation(deviations.each) >
               1.645 / std::sqrt(static_cast<double>(deviations.each.size()));
    };
    while (deviations.each.size() / 2 >= leastBatches && (deviations.each.size() > batchesAtFirst || dependent()))
        deviations.joinNeighbours();
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
    return (seen ? (below + at(above / factor) - value) / 2 : below) / value;
}

} // namespace headroom::run
