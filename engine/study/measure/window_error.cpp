#include "study/measure/window_error.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace headroom::study {

namespace {

constexpr std::size_t mostBatches = 10, fewestParts = 8;
constexpr double driftOverChance = 2.5;
constexpr double mostCorrelation = 0.9;
constexpr double edgeVariance = 1.0 / 6; ///< of the number of operations that two edges of a window cut off

using Series = std::vector<double>;
using SeriesOf = std::function<Series(const WindowParts&)>;

double countOf(const WindowParts& parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double sum, const record::WindowPart& part) { return sum + part.count; });
}

/// The deviation of each part from the mean part, relative.
Series countDeviations(const WindowParts& parts)
{
    const double sum = countOf(parts);
    Series series;
    for (const record::WindowPart& part : parts)
        series.push_back(part.count * static_cast<double>(parts.size()) / sum - 1);
    return series;
}

/// The same for the ratio of two sums, time over number (the delta method).
Series latencyDeviations(const WindowParts& parts)
{
    double count = 0, seconds = 0;
    for (const record::WindowPart& part : parts) {
        count += part.count;
        seconds += part.latencyS;
    }
    const double mean = seconds / count;
    Series series;
    for (const record::WindowPart& part : parts)
        series.push_back((part.latencyS - mean * part.count) * static_cast<double>(parts.size()) / seconds);
    return series;
}

double meanOf(Series::const_iterator from, Series::const_iterator to)
{
    return std::accumulate(from, to, 0.0) / static_cast<double>(to - from);
}

Series joinedByTwo(const Series& values)
{
    Series joined;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
        joined.push_back((values[i] + values[i + 1]) / 2);
    return joined;
}

/// Neighbours are joined to some ten batches, so that these hardly depend on each other. What is left of a dependence
/// is taken for that of an autoregressive process of first order.
RatioError errorOf(const Series& series)
{
    RatioError error;
    if (series.size() < fewestParts ||
        !std::all_of(series.begin(), series.end(), [](double v) { return std::isfinite(v); }))
        return error;
    Series batches = series;
    while (batches.size() / 2 >= mostBatches)
        batches = joinedByTwo(batches);
    const auto count = static_cast<double>(batches.size());
    const double mean = meanOf(batches.begin(), batches.end());
    double squares = 0;
    for (const double value : batches)
        squares += (value - mean) * (value - mean);
    const double correlation = std::clamp(record::lag1Autocorrelation(batches), 0.0, mostCorrelation);
    error.deviation = std::sqrt(squares / (count - 1) / count * (1 + correlation) / (1 - correlation));
    error.freedom = count - 1;
    const auto middle = series.begin() + static_cast<std::ptrdiff_t>(series.size() / 2);
    const double drift = meanOf(middle, series.end()) - meanOf(series.begin(), middle);
    if (std::abs(drift) > driftOverChance * 2 * error.deviation)
        error.drift = std::abs(drift) / 2;
    return error;
}

RatioError compared(const WindowParts& present, const WindowParts& changed, const SeriesOf& seriesOf)
{
    if (!(countOf(present) > 0) || !(countOf(changed) > 0))
        return {};
    Series before = seriesOf(present), after = seriesOf(changed);
    if (before.size() == after.size()) {
        std::transform(after.begin(), after.end(), before.begin(), after.begin(), std::minus<>());
        return errorOf(after);
    }
    const RatioError one = errorOf(before), other = errorOf(after);
    return {std::hypot(one.deviation, other.deviation), std::min(one.freedom, other.freedom),
            std::hypot(one.drift, other.drift)};
}

} // namespace

RatioError throughputError(const WindowParts& present, const WindowParts& changed)
{
    RatioError error = compared(present, changed, countDeviations);
    if (std::isnan(error.deviation))
        return error;
    const double edges = edgeVariance * (std::pow(countOf(present), -2) + std::pow(countOf(changed), -2));
    error.deviation = std::hypot(error.deviation, std::sqrt(edges));
    return error;
}

RatioError latencyError(const WindowParts& present, const WindowParts& changed)
{
    return compared(present, changed, latencyDeviations);
}

double meanLatencyError(const WindowParts& parts)
{
    return countOf(parts) > 0 ? errorOf(latencyDeviations(parts)).deviation : std::numeric_limits<double>::quiet_NaN();
}

} // namespace headroom::study
