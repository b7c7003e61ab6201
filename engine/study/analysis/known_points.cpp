#include "study/analysis/known_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headroom::study {

namespace {

bool hasFigure(const Row& row, std::size_t figure)
{
    return row.state == PointState::done && figure < row.figures.size() && row.figures[figure].known();
}

} // namespace

std::vector<const Row*> knownRows(const Table& table, std::size_t figure)
{
    std::vector<const Row*> rows;
    for (const Row& row : table.rows)
        if (hasFigure(row, figure))
            rows.push_back(&row);
    return rows;
}

double averageOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double varianceOf(const std::vector<double>& values)
{
    if (values.empty())
        return 0;
    constexpr double rounding = 1e-12;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*most - *least <= rounding * std::max(std::fabs(*least), std::fabs(*most)))
        return 0;
    const double mean = averageOf(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return sum / static_cast<double>(values.size());
}

double knownNumber(const nlohmann::json& json)
{
    return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

PlaceValues valuesOfPlaces(const Table& table, std::size_t figure)
{
    PlaceValues result;
    std::size_t waiting = 0, failed = 0, without = 0;
    for (const Row& row : table.rows)
        if (row.state == PointState::failed)
            ++failed;
        else if (row.state != PointState::done)
            ++waiting;
        else if (!hasFigure(row, figure))
            ++without;
    for (const auto& [count, what] : {std::pair{failed, " failed"}, std::pair{waiting, " not finished"},
                                      std::pair{without, " without this figure"}})
        if (count > 0)
            result.unknown += (result.unknown.empty() ? "" : ", ") + std::to_string(count) + what;
    if (!result.unknown.empty()) {
        result.unknown = "The design needs all of its " + std::to_string(table.rows.size()) +
                         " points, of which there are " + result.unknown + '.';
        return result;
    }
    for (const Place& place : table.places)
        result.values.push_back(table.rows.at(place.point).figures[figure].value);
    if (varianceOf(result.values) == 0)
        result.unknown = "The figure is the same at all points.";
    return result;
}

} // namespace headroom::study
