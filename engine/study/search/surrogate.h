// Expects the figures of points that were not run from those that were.
#pragma once

#include "study/table/study_table.h"

#include <cstddef>
#include <functional>
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

/// Predicts the figures at `places`, given the observations, with so many draws.
using Surrogate = std::function<Prediction(const std::vector<Observation>& observations,
                                           const std::vector<std::vector<double>>& places, std::size_t draws)>;

/// Kriging with a Matérn covariance by OpenTURNS (engine/statistics). Needs two observations.
Prediction kriged(const std::vector<Observation>& observations, const std::vector<std::vector<double>>& places,
                  std::size_t draws);

/// Where the points of a table lie: a number takes one coordinate from 0 to 1, of its logarithm where the largest is
/// more than eight times the smallest; a name takes a coordinate for each of its values, two of which are at a distance
/// of 1.
std::vector<std::vector<double>> placesOf(const Table& table);

double distance(const std::vector<double>& one, const std::vector<double>& other);

} // namespace headroom::study
