// Expects the figures of points that were not run from those that were.
#pragma once

#include "study/table/study_table.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace headroom::study {

/// A normal distribution.
struct Expectation
{
    double mean = 0, deviation = 0;
    /// The probability that the value is at most zero.
    double atMostZero() const;
};

/// A value that was measured at a place, with the variance of its error.
struct Observation
{
    std::vector<double> place;
    double value = 0, variance = 0;
};

/// Figures to be expected at some places.
struct Prediction
{
    std::vector<Expectation> each; ///< of each place alone
    /// Possible figures of all places together: places that are near each other are high or low together.
    std::vector<std::vector<double>> draws;
};

/// Places in the space of the parameters.
struct Places
{
    std::vector<std::vector<double>> coordinates;
    std::vector<std::size_t> parameters; ///< of each coordinate, the number of the parameter that it belongs to
    std::optional<std::size_t> falls;    ///< the coordinate along which values are expected to fall, if there is one
};

/// Predicts the figures at `places`, given the observations, with so many draws.
using Surrogate =
    std::function<Prediction(const std::vector<Observation>& observations, const Places& places, std::size_t draws)>;

/// Explanations of what was observed that a prediction is drawn from. A chance that none of them allows may be up to
/// 1 / (explanations + 2) all the same (Laplace's rule of succession).
inline constexpr std::size_t explanations = 25;

/// Kriging with a Matérn covariance by OpenTURNS (engine/statistics). How far the influence of each parameter reaches
/// is not known: the prediction holds for all that is probable after the observations, and is the less sure the fewer
/// these are. Needs two observations.
Prediction kriged(const std::vector<Observation>& observations, const Places& places, std::size_t draws);

/// Where the points of a table lie: a number takes one coordinate from 0 to 1, of its logarithm where the largest is
/// more than eight times the smallest; a name takes a coordinate for each of its values, two of which are at a distance
/// of 1.
Places placesOf(const Table& table);

double distance(const std::vector<double>& one, const std::vector<double>& other);

} // namespace headroom::study
