// Statistics of measured means: confidence intervals, batch means, the end of the warm-up.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headroom::record {

/// 97.5 % quantile of the normal distribution: 95 % of it lie within so many standard deviations.
inline constexpr double normal975 = 1.96;

/// 97.5 % quantile of Student's t distribution. For `freedom` 1 … 30 it is taken from the table, above from the
/// expansion in powers of 1/freedom (Abramowitz & Stegun 26.7.5), which is accurate to four digits there. 0 degrees of
/// freedom: infinite.
double studentT975(std::size_t freedom);

/// A mean with the half width of its 95 % confidence interval (infinite for fewer than two values).
struct Estimate
{
    double mean = 0;
    double halfWidth = 0;
    /// Half width over the mean; 0 if the mean is 0.
    double relative() const;
};

/// The estimate from independent values, by Student's t.
Estimate estimate(std::span<const double> values);

/// Correlation of each value with its successor, −1 … 1; 0 for fewer than three values or equal ones.
double lag1Autocorrelation(std::span<const double> values);

/// Batch means over one run, and whether the batches are long enough to be considered independent.
struct BatchEstimate
{
    Estimate estimate;
    std::size_t batches = 0; ///< number of batch means
    double lag1 = 0;         ///< autocorrelation of the means
    bool independent = false;
};

/// `values` are the means of equal, consecutive batches. Neighbours are merged in pairs until their lag-1
/// autocorrelation is no longer significantly positive (von Neumann's ratio test on the 5 % level: below 1.645 /
/// √batches), but at least 10 batches remain. If it is still positive then, `independent` is false and the interval is
/// too narrow.
BatchEstimate batchMeans(std::vector<double> values);

/// MSER-5 (White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997):
/// observations are averaged by fives; the cut is where the standard error of the mean of the rest is smallest.
struct Truncation
{
    std::size_t cut = 0; ///< observations to leave out at the beginning
    /// The cut is in the first half. If it is not, the series has not settled (the method's own criterion).
    bool settled = false;
};
Truncation mser5(const std::vector<double>& observations);

/// Appends the mean latency of a part of a run: of one in which no request ended, that of the part before it, or 0.
void addMeanLatency(std::vector<double>& latencies, double requests, double latencySum);

} // namespace headroom::record
