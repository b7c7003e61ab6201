#include "study/measure/gain.h"

#include "record/figures/figures.h"
#include "record/figures/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace headroom::study {

namespace {

/// A variance with the degrees of freedom of its estimate.
struct Variance
{
    double value = 0, freedom = 0;
};

std::string fourDigits(double value)
{
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.4g", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

/// 95 % quantile of the F distribution for so many degrees of freedom of the larger variance and some twenty of the
/// other.
double criticalF(double freedom)
{
    constexpr std::array<double, 6> table = {4.35, 3.49, 3.10, 2.87, 2.71, 2.60};
    const auto place = static_cast<std::size_t>(std::max(1.0, freedom)) - 1;
    return place < table.size() ? table[place] : 2.3;
}

/// The variance of the mean over the pairs, from the errors within them; its freedom by Welch and Satterthwaite. 0
/// degrees of freedom if one of them is not known.
Variance within(const Pairs& pairs)
{
    Variance variance;
    double squares = 0;
    const auto count = static_cast<double>(pairs.errors.size());
    for (const RatioError& error : pairs.errors) {
        const double each = error.deviation * error.deviation / (count * count);
        if (!std::isfinite(each) || !(error.freedom > 0))
            return {};
        variance.value += each;
        squares += each * each / error.freedom;
    }
    variance.freedom = squares > 0 ? variance.value * variance.value / squares : pairs.errors.front().freedom * count;
    return variance;
}

Variance between(const std::vector<double>& logarithms, double mean)
{
    const auto count = static_cast<double>(logarithms.size());
    if (count < 2)
        return {};
    double squares = 0;
    for (const double value : logarithms)
        squares += (value - mean) * (value - mean);
    return {squares / (count - 1) / count, count - 1};
}

Variance combined(const Variance& within, const Variance& between)
{
    if (within.freedom == 0 || (between.freedom > 0 && between.value > criticalF(between.freedom) * within.value))
        return between;
    const double freedom = within.freedom + between.freedom;
    return {(within.value * within.freedom + between.value * between.freedom) / freedom, freedom};
}

} // namespace

bool Gain::hasInterval() const
{
    return std::isfinite(low) && std::isfinite(high);
}

Gain Gain::inverse() const
{
    return {1 / ratio, 1 / high, 1 / low, known};
}

Gain Gain::widened(double logarithm, double wanted) const
{
    Gain gain = *this;
    gain.low *= std::exp(-logarithm);
    gain.high *= std::exp(logarithm);
    gain.known = known && std::log(gain.high / gain.ratio) <= std::log1p(wanted);
    return gain;
}

void Pairs::add(double before, double after, const RatioError& error)
{
    present.push_back(before);
    changed.push_back(after);
    errors.push_back(error);
}

Gain gainOf(const Pairs& pairs, double wanted)
{
    std::vector<double> logarithms;
    for (std::size_t i = 0; i < pairs.present.size(); ++i) {
        const double ratio = pairs.changed[i] / pairs.present[i];
        if (!(ratio > 0) || !std::isfinite(ratio))
            return {};
        logarithms.push_back(std::log(ratio));
    }
    Gain gain;
    if (logarithms.empty())
        return gain;
    double mean = 0, drift = 0;
    for (std::size_t i = 0; i < logarithms.size(); ++i) {
        mean += logarithms[i] / static_cast<double>(logarithms.size());
        drift += pairs.errors[i].drift / static_cast<double>(logarithms.size());
    }
    gain.ratio = std::exp(mean);
    const Variance variance = combined(within(pairs), between(logarithms, mean));
    if (variance.freedom < 1)
        return gain;
    const double halfWidth =
        record::studentT975(static_cast<std::size_t>(variance.freedom)) * std::sqrt(variance.value) + drift;
    gain.low = std::exp(mean - halfWidth);
    gain.high = std::exp(mean + halfWidth);
    gain.known = halfWidth <= std::log1p(wanted);
    return gain;
}

std::string Gain::text() const
{
    if (std::isnan(ratio))
        return {};
    if (std::isnan(low) || std::isnan(high))
        return record::threeDigits(ratio);
    const std::string from = record::threeDigits(low), to = record::threeDigits(high);
    if (from != to)
        return record::threeDigits(ratio) + " (" + from + " to " + to + ')';
    // Rounded they are equal: the ends of what is rounded to it say how much is known.
    const double half = std::pow(10, std::floor(std::log10(ratio)) - 2) / 2;
    return record::threeDigits(ratio) + " (" + fourDigits(std::min(low, ratio - half)) + " to " +
           fourDigits(std::max(high, ratio + half)) + ')';
}

std::string Gain::shortText() const
{
    if (!hasInterval() || record::threeDigits(low) != "1" || record::threeDigits(high) != "1")
        return text();
    constexpr double rounded = 0.005;
    return "no change seen (within " + record::percentInWords(std::max({rounded, high - 1, 1 - low})) + ')';
}

} // namespace headroom::study
