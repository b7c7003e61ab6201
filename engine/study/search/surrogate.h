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

/// Predicts the figures at `places`, given the observations.
using Surrogate = std::function<std::vector<Expectation>(const std::vector<Observation>& observations,
                                                         const std::vector<std::vector<double>>& places)>;

/// Kriging with a Matérn covariance by OpenTURNS (engine/statistics). Needs two observations.
std::vector<Expectation> kriged(const std::vector<Observation>& observations,
                                const std::vector<std::vector<double>>& places);

/// Where the points of a table lie: a number takes one coordinate from 0 to 1, of its logarithm where the largest is
/// more than eight times the smallest; a name takes a coordinate for each of its values, two of which are at a distance
/// of 1.
std::vector<std::vector<double>> placesOf(const Table& table);

double distance(const std::vector<double>& one, const std::vector<double>& other);

} // namespace headroom::study
