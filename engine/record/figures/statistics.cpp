#include "record/figures/statistics.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace headroom::record {

namespace {

constexpr std::size_t fewestBatches = 10;
constexpr std::size_t mserBatch = 5;

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> joinedByTwo(const std::vector<double>& values)
{
    std::vector<double> joined;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
        joined.push_back((values[i] + values[i + 1]) / 2);
    return joined;
}

} // namespace

double studentT975(std::size_t freedom)
{
    static constexpr double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                       2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                       2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    if (freedom == 0)
        return std::numeric_limits<double>::infinity();
    if (freedom <= std::size(table))
        return table[freedom - 1];
    constexpr double z = 1.959963984540054;
    const double n = static_cast<double>(freedom);
    const double first = (std::pow(z, 3) + z) / 4;
    const double second = (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / 96;
    return z + first / n + second / (n * n);
}

double Estimate::relative() const
{
    return mean == 0 ? 0 : halfWidth / std::abs(mean);
}

Estimate estimate(std::span<const double> values)
{
    if (values.empty())
        return {0, std::numeric_limits<double>::infinity()};
    const double mean = meanOf(values);
    if (values.size() < 2)
        return {mean, std::numeric_limits<double>::infinity()};
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    const auto count = static_cast<double>(values.size());
    return {mean, studentT975(values.size() - 1) * std::sqrt(squares / (count - 1) / count)};
}

double lag1Autocorrelation(std::span<const double> values)
{
    if (values.size() < 3)
        return 0;
    const double mean = meanOf(values);
    double squares = 0, products = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        squares += (values[i] - mean) * (values[i] - mean);
        if (i > 0)
            products += (values[i] - mean) * (values[i - 1] - mean);
    }
    return squares > 0 ? products / squares : 0;
}

BatchEstimate batchMeans(std::vector<double> values)
{
    for (;;) {
        const double lag1 = lag1Autocorrelation(values);
        const bool independent =
            values.size() >= fewestBatches && lag1 < 1.645 / std::sqrt(static_cast<double>(values.size()));
        if (independent || values.size() / 2 < fewestBatches)
            return {estimate(values), values.size(), lag1, independent};
        values = joinedByTwo(values);
    }
}

Truncation mser5(const std::vector<double>& observations)
{
    const std::size_t batches = observations.size() / mserBatch;
    const auto meanOfBatch = [&](std::size_t batch) {
        return meanOf(std::span(observations).subspan(batch * mserBatch, mserBatch));
    };
    // From the end to the beginning, so that sum and squares of the rest grow by one value per step. The last few means
    // are no candidates: the error of so few is small by chance (the method's authors leave out five).
    double sum = 0, squares = 0, least = std::numeric_limits<double>::infinity();
    std::size_t cut = 0;
    for (std::size_t d = batches; d-- > 0;) {
        const double mean = meanOfBatch(d);
        sum += mean;
        squares += mean * mean;
        const auto count = static_cast<double>(batches - d);
        if (batches - d < 5)
            continue;
        const double error = std::max(0.0, squares - sum * sum / count) / (count * count);
        if (error <= least) {
            least = error;
            cut = d;
        }
    }
    return {cut * mserBatch, batches >= 5 && 2 * cut <= batches};
}

void addMeanLatency(std::vector<double>& latencies, double requests, double latencySum)
{
    latencies.push_back(requests > 0 ? latencySum / requests : latencies.empty() ? 0 : latencies.back());
}

} // namespace headroom::record
