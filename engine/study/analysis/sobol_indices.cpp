#include "study/analysis/sobol_indices.h"

#include "study/analysis/known_points.h"
#include "study/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::study {

namespace {

Cell estimateIn(const nlohmann::json& json)
{
    return {knownNumber(json.at("value")), knownNumber(json.at("low")), knownNumber(json.at("high"))};
}

double largestError(const Cell& cell)
{
    return std::max(cell.high - cell.value, cell.value - cell.low);
}

} // namespace

SobolIndices sobolIndicesOf(const Table& table, std::size_t figure)
{
    SobolIndices result;
    const std::size_t dimensions = table.parameters.size();
    if (table.places.empty() || table.places.size() % (dimensions + 2) != 0) {
        result.unknown = "The study has no places of the design \"sobol\".";
        return result;
    }
    const PlaceValues places = valuesOfPlaces(table, figure);
    result.unknown = places.unknown;
    if (!result.unknown.empty())
        return result;
    result.size = places.values.size() / (dimensions + 2);
    const nlohmann::json answer =
        askStatistics({{"do", "sobol indices"}, {"dimensions", dimensions}, {"outputs", places.values}});
    for (std::size_t i = 0; i < dimensions; ++i) {
        const SobolIndex& index = result.indices.emplace_back(SobolIndex{
            table.parameters[i].name, estimateIn(answer.at("first").at(i)), estimateIn(answer.at("total").at(i))});
        if (!index.first.known() || !index.total.known()) {
            result.indices.clear();
            result.unknown = "The sample of " + std::to_string(result.size) +
                             " places is too small: the figure is the same at all places of a part of it.";
            return result;
        }
        result.error = std::max({result.error, largestError(index.first), largestError(index.total)});
    }
    result.order.resize(dimensions);
    std::iota(result.order.begin(), result.order.end(), 0);
    std::stable_sort(result.order.begin(), result.order.end(), [&](std::size_t one, std::size_t other) {
        return result.indices[one].total.value > result.indices[other].total.value;
    });
    return result;
}

} // namespace headroom::study
