// Fits parameters of a model to measured figures, by few simulations.
#pragma once

#include "study/calibration/fitted_parameters.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// A measured figure of a case.
struct FitTarget
{
    std::size_t group = 0; ///< number of its case: the figures of a case are left out together
    std::string name;      ///< "WORKERS = 16: PUT.throughput"
    double measured = 0;   ///< above 0
};

struct FitProblem
{
    std::vector<FittedParameter> parameters;
    std::vector<FitTarget> targets;
};

/// The figures of all targets at each of these points, which have a value for each parameter; nothing if it was
/// stopped. A figure is above 0, or NaN with a reason that it was told elsewhere. Common random numbers: the same point
/// gives the same figures.
using SimulateFit =
    std::function<std::optional<std::vector<std::vector<double>>>(const std::vector<std::vector<double>>& points)>;

/// A parameter after the search.
struct FitResult
{
    enum class State
    {
        fitted,
        atBound,      ///< the best value is a bound: what it stands for may lie elsewhere
        undetermined, ///< its 95 % interval covers half of its bounds, or more
        noEffect,     ///< left out: it changes no figure by 1 %
        alike         ///< left out: it changes the figures as another one does, `like`
    };
    FittedParameter parameter;
    State state = State::fitted;
    double value = 0;         ///< the project's where it was left out
    double low = 0, high = 0; ///< 95 % interval, within the bounds
    std::string like;
    double largestEffect = 0; ///< on a figure, as a share, of a quarter of the bounds up and down
};

/// Two parameters of which one can take the place of the other.
struct FitCorrelation
{
    std::string one, other;
    double correlation = 0;
};

struct Calibration
{
    std::vector<FitResult> parameters;
    std::vector<double> before, after; ///< simulated figures of each target, at the start and at the end
    /// Figures of each target as expected of a fit to all other cases, from those at the end and their derivatives.
    std::vector<double> leftOut;
    std::vector<FitCorrelation> correlations; ///< of 0.95 and more
    std::size_t points = 0;                   ///< that were simulated
    bool complete = false;                    ///< it ended by itself
};

/// Mean of |simulated / measured − 1|; NaN of no figures.
double meanErrorOf(const std::vector<FitTarget>& targets, const std::vector<double>& simulated);

/// Least squares of the logarithms of simulated over measured figures, as a ratio counts alike in all of them.
///
/// 1. Screening: each parameter is moved a quarter of its bounds up and down. One that changes no figure by 1 % is left
///    out; so is the weaker of two whose changes have a cosine beyond 0.995.
/// 2. Gauss-Newton within a trust region (Conn, Gould, Toint, Trust-Region Methods, 2000), with the Jacobian of the
///    screening, which each further point improves (Broyden, Mathematics of Computation 19, 1965) and which is taken
///    anew where it fails; the step within the bounds is found by NLopt (headroom-statistics, "least squares").
/// 3. At the end central differences give the Jacobian J, the covariance s² (JᵀJ)⁻¹ with s² = sum of squares / (figures
///    − parameters), and by Student's t the intervals. They hold for independent errors of one size and a model that is
///    linear within them.
/// 4. Leaving out: for each case a step from the end, of the least squares without it.
///
/// Throws CalibrationFault, before or after the screening, if there is nothing to fit, or if there are no more figures
/// than parameters; std::runtime_error with the target's name if it has no figure at the start.
Calibration calibrate(const FitProblem& problem, const SimulateFit& simulate,
                      const std::function<void(const Calibration&)>& progress = {});

} // namespace headroom::study
