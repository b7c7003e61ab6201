#include "study/run/run_costs.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

namespace headroom::study {
namespace {

constexpr double goldenRatio = 0.6180339887498949;
constexpr double leastTimeS = 1e-3;    ///< shorter runs count as so long: their logarithms would decide all
constexpr double ridge = 0.3;          ///< variance of a time about the product over that of the logarithms of factors
constexpr double firstVariance = 0.1;  ///< of the logarithm of a time about the product, which counts as one point
constexpr double furthest = 6;         ///< standard deviations
constexpr double spanOfLogarithms = 3; ///< ratio of the largest number to the smallest
constexpr std::size_t refitsInItself = 20; ///< a fit holds until so many-th part of its points has come

/// Solves a x = b by Gaussian elimination; `a` is symmetric and positive definite, in rows of b.size() numbers.
std::vector<double> solved(std::vector<double> a, std::vector<double> b)
{
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t row = i + 1; row < n; ++row) {
            const double factor = a[row * n + i] / a[i * n + i];
            for (std::size_t column = i; column < n; ++column)
                a[row * n + column] -= factor * a[i * n + column];
            b[row] -= factor * b[i];
        }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t column = i + 1; column < n; ++column)
            b[i] -= a[i * n + column] * b[column];
        b[i] /= a[i * n + i];
    }
    return b;
}

} // namespace

std::vector<std::uint64_t> spreadOrder(std::size_t points)
{
    std::vector<std::uint64_t> order;
    std::size_t step =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(goldenRatio * static_cast<double>(points))));
    while (points > 0 && std::gcd(step, points) != 1)
        ++step;
    for (std::size_t i = 0, at = 0; i < points; ++i, at = (at + step) % points)
        order.push_back(at);
    return order;
}

RunCosts::RunCosts(const Table& table)
{
    for (std::size_t p = 0; p < table.parameters.size(); ++p) {
        Parameter& parameter = parameters_.emplace_back();
        parameter.term = terms_;
        parameter.isNumber = true;
        std::set<std::string> names;
        for (const Row& row : table.rows) {
            const Setting& setting = row.settings[p];
            names.insert(setting.text);
            parameter.isNumber = parameter.isNumber && std::isfinite(setting.number);
            parameter.low = &row == &table.rows.front() ? setting.number : std::min(parameter.low, setting.number);
            parameter.high = &row == &table.rows.front() ? setting.number : std::max(parameter.high, setting.number);
        }
        parameter.isLogarithmic =
            parameter.isNumber && parameter.low > 0 && parameter.high / parameter.low > spanOfLogarithms;
        if (!parameter.isNumber)
            for (const std::string& name : names)
                parameter.names.emplace(name, parameter.term + parameter.names.size());
        terms_ += parameter.isNumber ? 1 : names.size();
    }
    squares_.assign(terms_ * terms_, 0);
    products_.assign(terms_, 0);
    for (std::size_t term = 1; term < terms_; ++term)
        squares_[term * terms_ + term] = ridge;
}

/// Number of each term, and its value: of a number its place between the least and the largest, from -1 to 1.
std::vector<std::pair<std::size_t, double>> RunCosts::termsOf(const Row& row) const
{
    std::vector<std::pair<std::size_t, double>> terms{{0, 1.0}};
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
        const Parameter& parameter = parameters_[p];
        if (!parameter.isNumber) {
            terms.emplace_back(parameter.names.at(row.settings[p].text), 1.0);
            continue;
        }
        const auto scaled = [&](double value) { return parameter.isLogarithmic ? std::log(value) : value; };
        const double low = scaled(parameter.low), high = scaled(parameter.high);
        if (high > low)
            terms.emplace_back(parameter.term, 2 * (scaled(row.settings[p].number) - low) / (high - low) - 1);
    }
    return terms;
}

void RunCosts::add(const Row& row, double processorS)
{
    const auto terms = termsOf(row);
    const double logarithm = std::log(std::max(processorS, leastTimeS));
    for (const auto& [term, value] : terms) {
        for (const auto& [other, otherValue] : terms)
            squares_[term * terms_ + other] += value * otherValue;
        products_[term] += value * logarithm;
    }
    known_.emplace_back(&row, std::max(processorS, leastTimeS));
    knownS_ += known_.back().second;
}

bool RunCosts::refit()
{
    if (known_.size() <= fitted_ + fitted_ / refitsInItself)
        return false;
    fitted_ = known_.size();
    // A parameter of which one value is known has a term that is not determined beside the constant; the ridge is.
    solution_ = solved(squares_, products_);
    double given = 0, squares = firstVariance;
    for (const auto& [row, time] : known_) {
        const double exponent = exponentOf(*row);
        given += std::exp(exponent);
        squares += (std::log(time) - exponent) * (std::log(time) - exponent);
    }
    scale_ = knownS_ / given;
    for (std::size_t term = 1; term < terms_; ++term)
        squares += ridge * solution_[term] * solution_[term];
    variance_ = squares / static_cast<double>(1 + known_.size());
    return true;
}

double RunCosts::exponentOf(const Row& row) const
{
    double exponent = 0;
    for (const auto& [term, value] : termsOf(row))
        exponent += solution_[term] * value;
    return exponent;
}

double RunCosts::expected(const Row& row) const
{
    return scale_ * std::exp(exponentOf(row));
}

/// The time is taken as lognormal with the expected mean; its mean given that it is above `doneS` follows.
double RunCosts::expectedLeft(double runS, double doneS) const
{
    if (doneS <= 0)
        return runS;
    const double deviation = std::sqrt(variance_);
    const double above = (std::log(runS) - variance_ / 2 - std::log(doneS)) / deviation;
    const auto chance = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
    // Where the chance is too small to divide by: the tail falls off as fast as at that time.
    if (above < -furthest)
        return doneS * deviation / -above;
    return runS * chance(above + deviation) / chance(above) - doneS;
}

} // namespace headroom::study
