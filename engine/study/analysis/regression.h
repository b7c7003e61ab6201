// Multiple linear regression of a figure over the parameters of a study.
#pragma once

#include "study/analysis/method.h"
#include "study/table/study_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// For a number: change of the figure with a unit of the parameter. For a name: difference of the figure with the value
/// `level` from that with the value `reference`, all else being equal.
struct Coefficient
{
    std::string parameter;
    std::string level, reference; ///< empty for numbers
    Cell effect;                  ///< in the unit of the figure (for each unit of a number), with its 95 % interval
    double standardError = 0;
    /// The change in standard deviations of the figure for one standard deviation of the parameter.
    double standardised = 0;
    double p = 0; ///< probability of a coefficient at least as far from 0 if the true one were 0 (t test)
};

/// The model is fitted to three quarters of the points, drawn several times, and compared with the others.
struct CrossValidation
{
    double r2 = 0;       ///< the share of the squared deviations from the mean that the model explains; may be negative
    double rmsError = 0; ///< in the unit of the figure
    std::size_t divisions = 0;
};

/// Least squares by OpenTURNS (engine/statistics). Flags count as 0 and 1. Names are dummy variables, whose reference
/// is the first value by the alphabet.
struct Regression
{
    std::string unknown;    ///< why nothing was computed; empty if it was
    std::size_t points = 0; ///< that it was computed from: all that have the figure
    double intercept = 0;   ///< with all numbers 0 and all names at their reference
    double r2 = 0, adjustedR2 = 0;
    std::vector<Coefficient> coefficients; ///< in the order of the table
    /// Nothing if three quarters of the points are too few to fit the model.
    std::optional<CrossValidation> crossValidation;
};

/// `figure` is the number of its column; `seed` draws the divisions of the cross-validation. Throws std::runtime_error
/// if headroom-statistics does.
Regression regressionOf(const Table& table, std::size_t figure, std::uint64_t seed = 1);

/// See method.h.
std::string sentenceOf(const Regression& regression, const Column& figure, std::size_t points);
std::vector<MethodTable> tablesOf(const Regression& regression, const Column& figure, const Table& table);
MethodBars barsOf(const Regression& regression, const Column& figure);

template <class V, Describes<Coefficient> R>
void describe(V& v, R& coefficient)
{
    v.key({.key = "parameter"}, coefficient.parameter);
    v.member({.key = "level", .written = Written::ifSet}, coefficient.level);
    v.member({.key = "reference", .written = Written::ifSet}, coefficient.reference);
    describe(v, coefficient.effect);
    v.figure({.key = "standard_error"}, coefficient.standardError);
    v.figure({.key = "standardised"}, coefficient.standardised);
    v.figure({.key = "p"}, coefficient.p);
}

template <class V, Describes<CrossValidation> R>
void describe(V& v, R& validation)
{
    v.figure({.key = "r2"}, validation.r2);
    v.figure({.key = "rms_error"}, validation.rmsError);
    v.figure({.key = "divisions"}, validation.divisions);
}

template <class V, Describes<Regression> R>
void describe(V& v, R& regression)
{
    describeUnknown(v, regression.unknown);
    v.figure({.key = "points"}, regression.points);
    if (!regression.unknown.empty())
        return;
    v.figure({.key = "r2"}, regression.r2);
    v.figure({.key = "adjusted_r2"}, regression.adjustedR2);
    v.figure({.key = "intercept"}, regression.intercept);
    v.member({.key = "coefficients"}, regression.coefficients);
    v.member({.key = "cross_validation"}, regression.crossValidation);
}

} // namespace headroom::study
