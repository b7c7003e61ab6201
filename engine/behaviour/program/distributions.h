// Distributions of times and numbers. `draw` returns independent numbers, uniform in [0, 1).
#pragma once

#include "project/resolve/value_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>

namespace headroom::behaviour {

/// Standard normal, by Box and Muller ("A note on the generation of random normal deviates", 1958).
template <typename Draw>
double standardNormal(Draw&& draw)
{
    const double radius = std::sqrt(-2 * std::log(1 - draw()));
    return radius * std::cos(2 * std::numbers::pi * draw());
}

template <typename Draw>
[[gnu::always_inline]] inline double standardExponential(Draw&& draw)
{
    return -std::log(1 - draw()); // the difference is exact
}

/// Log-normal with mean 1 and the given coefficient of variation (deviation over mean).
template <typename Draw>
double logNormal(double coefficient, Draw&& draw)
{
    const double variance = std::log1p(coefficient * coefficient); // of the logarithm
    return std::exp(std::sqrt(variance) * standardNormal(draw) - variance / 2);
}

/// The factor by which a time differs from its mean; 1 on average, except for a table.
struct Variation
{
    enum class Shape : std::uint8_t
    {
        constant,
        exponential,
        uniform,          ///< mean ∓ √3 deviations
        logNormal,        ///< skewed, with a long tail
        erlang,           ///< a sum of equal exponential stages
        hyperexponential, ///< one of two exponential times, each of which makes half of the mean (balanced means)
        pareto,           ///< a power law: P(factor > x) falls as 1 / x^a
        table             ///< the values of a table; the mean is taken as 1, so that the factor is the value
    } shape = Shape::constant;
    double coefficient = 0; ///< of variation; always 1 for the exponential
    std::shared_ptr<const project::ValueTable> values = {};

    /// Number of stages k of the Erlang distribution whose coefficient of variation 1/√k is nearest.
    std::uint32_t stages() const
    {
        constexpr double most = 1000;
        return static_cast<std::uint32_t>(std::clamp(std::round(1 / (coefficient * coefficient)), 1.0, most));
    }

    /// The probability of the shorter one of the hyperexponential times (Allen, "Probability, Statistics, and Queueing
    /// Theory", 1990, 3.2.9).
    double shorter() const
    {
        const double squared = coefficient * coefficient;
        return (1 + std::sqrt(std::max(0.0, squared - 1) / (squared + 1))) / 2;
    }
    /// The exponent a of the Pareto distribution with this coefficient of variation, 1 / √(a (a − 2)); above 2.
    double tailExponent() const { return 1 + std::sqrt(1 + 1 / (coefficient * coefficient)); }

    template <typename Draw>
    [[gnu::always_inline]] double factor(Draw&& draw) const
    {
        return shape == Shape::exponential ? standardExponential(draw) : otherFactor(draw);
    }

private:
    template <typename Draw>
    double otherFactor(Draw&& draw) const
    {
        switch (shape) {
        case Shape::constant:
        case Shape::exponential:
            break;
        case Shape::uniform:
            return 1 + std::numbers::sqrt3 * coefficient * (2 * draw() - 1);
        case Shape::logNormal:
            return logNormal(coefficient, draw);
        case Shape::erlang: {
            double sum = 0;
            for (std::uint32_t i = 0; i < stages(); ++i)
                sum += standardExponential(draw);
            return sum / stages();
        }
        case Shape::hyperexponential: {
            const double p = shorter();
            return standardExponential(draw) / (2 * (draw() < p ? p : 1 - p));
        }
        case Shape::pareto: {
            if (!(coefficient > 0))
                return 1;
            const double a = tailExponent();
            return (a - 1) / a * std::pow(1 - draw(), -1 / a);
        }
        case Shape::table:
            return values->at(draw());
        }
        return 1;
    }
};

} // namespace headroom::behaviour
