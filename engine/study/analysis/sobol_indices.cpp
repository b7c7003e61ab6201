#include "study/analysis/sobol_indices.h"

#include "study/analysis/known_points.h"
#include "study/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

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

std::string sentenceOf(const SobolIndices& sobol, const Column& figure, std::size_t)
{
    if (!sobol.unknown.empty())
        return "There are no Sobol' indices. " + sobol.unknown;
    const SobolIndex& first = sobol.indices[sobol.order[0]];
    std::string text = first.parameter + " explains " + percent(first.first) + " of the variance of " + figure.name +
                       " alone, and " + percent(first.total) +
                       " together with its interactions (Sobol' indices by Martinez' estimator, 95 % intervals).";
    if (sobol.indices.size() > 1) {
        const SobolIndex& second = sobol.indices[sobol.order[1]];
        if (second.total.high >= first.total.low)
            text += " Whether " + second.parameter + " matters as much is not told by these points.";
    }
    constexpr double wide = 0.1;
    if (sobol.error > wide)
        text += " The intervals reach up to " + percent(sobol.error) +
                " from the estimates: four times as many points would halve them.";
    return text;
}

std::vector<MethodTable> tablesOf(const SobolIndices& sobol, const Column&, const Table&)
{
    MethodTable shares{"Sobol' indices: shares of the variance",
                       {{"parameter", "alone", "95 %", "with interactions", "95 %"}}};
    for (const std::size_t i : sobol.order) {
        const SobolIndex& index = sobol.indices[i];
        shares.rows.push_back({index.parameter, shareInWords(index.first.value), rangeInWords(index.first, "%"),
                               shareInWords(index.total.value), rangeInWords(index.total, "%")});
    }
    return {std::move(shares)};
}

MethodBars barsOf(const SobolIndices& sobol, const Column&)
{
    MethodBars bars{"share", "share of the variance alone", "with interactions", {}};
    for (const SobolIndex& index : sobol.indices)
        bars.rows.push_back({index.parameter, index.first, index.total});
    std::stable_sort(bars.rows.begin(), bars.rows.end(), [](const MethodBars::Row& a, const MethodBars::Row& b) {
        return a.second.value > b.second.value;
    });
    return bars;
}

} // namespace headroom::study
