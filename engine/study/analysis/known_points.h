// The points of a table that have a figure.
#pragma once

#include "study/table/study_table.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::study {

/// The rows in which the figure is known.
std::vector<const Row*> knownRows(const Table& table, std::size_t figure);

/// The population variance; 0 if all values are equal up to rounding.
double varianceOf(const std::vector<double>& values);
double averageOf(const std::vector<double>& values);

/// NaN if it is null, as the answers of headroom-statistics write it.
double knownNumber(const nlohmann::json& json);

/// The values of a figure at the places of a design that is evaluated as a whole.
struct PlaceValues
{
    std::string unknown; ///< why they cannot be evaluated; empty if they can
    std::vector<double> values;
};

/// A point without the figure leaves all unknown: those that fail are not a random choice of the points.
PlaceValues valuesOfPlaces(const Table& table, std::size_t figure);

} // namespace headroom::study
