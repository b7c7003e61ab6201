// How far figures that were predicted have been from measured ones, and the interval that follows for a new figure.
#pragma once

#include "project/document/document.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// A figure that was simulated before it was looked up what had been measured; none of its model's parameters was
/// chosen by it.
struct SeenError
{
    std::string system;    ///< "PostgreSQL"
    std::string cluster;   ///< on which it was measured: "Clyso 2024"
    std::string figure;    ///< "63 copies, read 4 MiB"
    std::string family;    ///< "rate", "latency", "tail" (a high quantile of the latency) or "time" (of a job)
    bool published = true; ///< a published study describes the cluster; false: a user's report, with gaps
    bool fitted = false;   ///< other figures of the same cluster were used to fit parameters
    double simulatedOverMeasured = 1; ///< above 0
};

/// The figures of accuracy/errors.json in the first of the folders that has it. `problem` says why there are none.
struct SeenErrors
{
    std::vector<SeenError> errors;
    std::string problem;
};
SeenErrors readSeenErrors(const std::vector<std::filesystem::path>& libraries);
/// The text of such a file, a figure a line.
std::string textOf(const std::vector<SeenError>& errors);

/// The share of new figures that an interval shall hold.
inline constexpr double predictionConfidence = 0.9;

/// The factor that measured and simulated figure are apart at most, with a probability of 90 %: of n figures that were
/// predicted, the k-th smallest of max(simulated / measured, measured / simulated), k = ⌈0.9 (n + 1)⌉. If the new
/// figure is like those n (exchangeable), it lies within that factor with at least this probability, whatever the
/// distribution of the errors (split conformal prediction: Vovk, Gammerman & Shafer, Algorithmic Learning in a Random
/// World, 2005; Lei et al., "Distribution-free predictive inference for regression", JASA 113, 2018). Nothing of fewer
/// than nine.
std::optional<double> conformalFactor(std::vector<double> ratios);

/// The model's own error for a figure.
struct ModelDiscrepancy
{
    double factor = 1;       ///< see conformalFactor()
    std::size_t figures = 0; ///< on which it rests
    std::size_t clusters = 0;
    bool own = false;        ///< of the user's own measurements of this project
    bool sameFamily = false; ///< of figures of this family only
    bool fitted = false;     ///< of clusters of which other figures were fitted, as of this one
    std::string family;

    /// "29 predicted rates on 6 clusters of which no figure was fitted"
    std::string basis() const;
};

/// The family of a figure of the results: "rate" of "PUT.throughput"; empty if none of it was ever held against
/// measurements (use of resources, prices, hit ratios ...).
std::string familyOfFigure(const std::string& figure);

/// The errors that tell of a figure of `family`: the figures of the same family of clusters alike, those of which other
/// figures were fitted or those of which none was; where these are fewer than twenty, or of one cluster only, of all
/// families; and else all figures of published studies. `fitted`: parameters of the project were fitted to figures of
/// the same cluster.
std::optional<ModelDiscrepancy> discrepancyOf(const std::vector<SeenError>& seen, const std::string& family,
                                              bool fitted, bool published = true);

/// The same for a project. If nine figures of the family or more were validated on its own cluster (a validation whose
/// id is ownValidation() of one of its measurements, with the use "predicted"), the farthest of these counts instead:
/// of n alike figures a further one lies within the farthest with a probability of n / (n + 1).
std::optional<ModelDiscrepancy> discrepancyOf(const std::vector<SeenError>& seen, const project::Project& project,
                                              const std::string& figure);

/// The id of the validation that holds how far figures of a family were from those of a measurement of the project.
std::string ownValidation(const std::string& measurement, const std::string& family);

/// The interval of a figure, and the three parts that it is made of, each as a factor about the value.
struct PredictionInterval
{
    double low = 0, high = 0;
    double draws = 1;  ///< random draws of the runs
    double inputs = 1; ///< parameters with a stated uncertainty; 1: none states one
    double model = 1;  ///< the model's own error
};
/// `low95` and `high95`: the interval of random draws. The parts are taken as independent: their logarithms add up as
/// squares. Nothing if the value is not above zero.
std::optional<PredictionInterval> predictionInterval(double value, double low95, double high95,
                                                     const ModelDiscrepancy& model);

/// The verdict on a limit by a prediction interval: "met" or "missed" if all of it lies on one side, else "open".
std::string verdictOf(const PredictionInterval& interval, const std::optional<double>& atLeast,
                      const std::optional<double>& atMost);

/// Each seen figure held against the interval that the figures of the other clusters give.
struct LeftOut
{
    std::size_t figures = 0, inside = 0;
    double medianHalfWidth = 0; ///< of (high − low) / 2 over the simulated figure
};
LeftOut leftOut(const std::vector<SeenError>& seen, const std::vector<SeenError>& scored);

} // namespace headroom::study
