// Fits a measured curve to a simulated one.
#include "record/measured/measured.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::record {

namespace {

constexpr int steps = 200; // offsets that are tried, and times at which curves are compared

/// Value of a curve at a time, linear between its points; nothing outside.
std::optional<double> valueAt(const MeasuredCurve& curve, double time)
{
    const auto after = std::lower_bound(curve.times.begin(), curve.times.end(), time);
    if (after == curve.times.end() || (after == curve.times.begin() && *after > time))
        return {};
    const auto i = static_cast<std::size_t>(after - curve.times.begin());
    if (*after == time)
        return curve.values[i];
    const double share = (time - curve.times[i - 1]) / (curve.times[i] - curve.times[i - 1]);
    return curve.values[i - 1] + share * (curve.values[i] - curve.values[i - 1]);
}

struct Overlap
{
    double measured = 0, simulated = 0; ///< means
    double squares = 0;                 ///< mean square of the difference, each curve divided by its own mean
    int count = 0;
};

Overlap overlap(const MeasuredCurve& measured, const MeasuredCurve& simulated, double offset)
{
    const double begin = std::max(measured.times.front() + offset, simulated.times.front());
    const double end = std::min(measured.times.back() + offset, simulated.times.back());
    std::vector<std::pair<double, double>> pairs;
    Overlap result;
    for (int i = 0; i <= steps && end > begin; ++i) {
        const double time = begin + (end - begin) * i / steps;
        const auto a = valueAt(measured, time - offset), b = valueAt(simulated, time);
        if (!a || !b)
            continue;
        pairs.emplace_back(*a, *b);
        result.measured += *a;
        result.simulated += *b;
    }
    result.count = static_cast<int>(pairs.size());
    if (pairs.empty())
        return result;
    result.measured /= result.count;
    result.simulated /= result.count;
    if (result.measured == 0 || result.simulated == 0)
        return {};
    for (const auto& [a, b] : pairs)
        result.squares += std::pow(a / result.measured - b / result.simulated, 2) / result.count;
    return result;
}

} // namespace

MeasuredCurve measuredCurve(const MeasuredTable& table, std::optional<std::size_t> column, const MeasuredFit& fit)
{
    MeasuredCurve curve;
    if (!table.timeColumn || !column || *column >= table.columns.size())
        return curve;
    const auto& times = table.columns[*table.timeColumn];
    const auto& values = table.columns[*column];
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (!std::isnan(times[i]) && !std::isnan(values[i]))
            points.emplace_back(times[i] + fit.offsetS, values[i] * fit.factor);
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [time, value] : points) {
        if (!curve.times.empty() && time == curve.times.back())
            continue; // only one value for each time
        curve.times.push_back(time);
        curve.values.push_back(value);
    }
    return curve;
}

std::optional<MeasuredFit> findFit(const MeasuredCurve& measured, const MeasuredCurve& simulated, bool scale)
{
    if (measured.times.size() < 3 || simulated.times.size() < 3)
        return {};
    const double measuredS = measured.times.back() - measured.times.front();
    const double simulatedS = simulated.times.back() - simulated.times.front();
    const double common = std::min(measuredS, simulatedS) / 2;
    const double first = simulated.times.front() + common - measured.times.back();
    const double last = simulated.times.back() - common - measured.times.front();
    double step = (last - first) / steps;
    std::optional<double> best;
    double least = std::numeric_limits<double>::infinity();
    const auto tryOffsets = [&](double from, double until) {
        for (double offset = from; offset <= until + step / 2 && step > 0; offset += step) {
            const Overlap both = overlap(measured, simulated, offset);
            if (both.count > steps / 2 && both.squares < least) {
                least = both.squares;
                best = offset;
            }
        }
    };
    tryOffsets(first, last);
    if (!best)
        return {};
    const double coarse = step, found = *best;
    step /= 20;
    tryOffsets(found - coarse, found + coarse);
    const Overlap both = overlap(measured, simulated, *best);
    return MeasuredFit{*best, scale ? both.simulated / both.measured : 1};
}

std::optional<double> meanDeviation(const MeasuredCurve& measured, const MeasuredCurve& simulated)
{
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < measured.times.size(); ++i)
        if (const auto value = valueAt(simulated, measured.times[i]); value && measured.values[i] != 0) {
            sum += std::abs(*value - measured.values[i]) / std::abs(measured.values[i]);
            ++count;
        }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace headroom::record
