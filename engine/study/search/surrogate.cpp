#include "study/search/surrogate.h"

#include "study/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace headroom::study {

namespace {

constexpr double logarithmicFrom = 8; ///< largest over smallest

/// Adds the coordinates of one parameter to each place.
void addCoordinates(const Table& table, std::size_t parameter, Places& all)
{
    std::vector<std::vector<double>>& places = all.coordinates;
    double least = INFINITY, most = -INFINITY;
    std::set<std::string> names;
    for (const Row& row : table.rows) {
        const Setting& setting = row.settings[parameter];
        names.insert(setting.text);
        least = std::min(least, std::isnan(setting.number) ? -INFINITY : setting.number);
        most = std::max(most, setting.number);
    }
    const bool isNumber = std::isfinite(least);
    const bool logarithmic = least > 0 && most > logarithmicFrom * least;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Setting& setting = table.rows[i].settings[parameter];
        if (!isNumber)
            for (const std::string& name : names)
                places[i].push_back(setting.text == name ? std::numbers::sqrt2 / 2 : 0);
        else if (most > least)
            places[i].push_back(logarithmic ? std::log(setting.number / least) / std::log(most / least)
                                            : (setting.number - least) / (most - least));
    }
    all.parameters.resize(places.empty() ? 0 : places.front().size(), parameter);
}

} // namespace

double Expectation::atMostZero() const
{
    if (deviation <= 0)
        return mean <= 0 ? 1 : 0;
    return 0.5 * std::erfc(mean / deviation / std::numbers::sqrt2);
}

Prediction kriged(const std::vector<Observation>& observations, const Places& places, std::size_t draws)
{
    nlohmann::json request = {{"do", "krige"},
                              {"at", places.coordinates},
                              {"lengths", places.parameters},
                              {"processes", explanations},
                              {"draws", draws}};
    if (places.falls)
        request["falls"] = *places.falls;
    for (const Observation& each : observations) {
        request["inputs"].push_back(each.place);
        request["outputs"].push_back(each.value);
        request["noise"].push_back(each.variance);
    }
    const nlohmann::json answer = askStatistics(request);
    Prediction prediction;
    for (std::size_t i = 0; i < places.coordinates.size(); ++i)
        prediction.each.push_back({answer.at("mean").at(i).get<double>(), answer.at("sd").at(i).get<double>()});
    if (draws > 0)
        prediction.draws = answer.at("draws").get<std::vector<std::vector<double>>>();
    return prediction;
}

Places placesOf(const Table& table)
{
    Places places{std::vector<std::vector<double>>(table.rows.size()), {}, {}};
    for (std::size_t i = 0; i < table.parameters.size(); ++i)
        addCoordinates(table, i, places);
    if (!places.parameters.empty())
        return places;
    for (std::vector<double>& place : places.coordinates)
        place.push_back(0);
    places.parameters.push_back(0);
    return places;
}

double distance(const std::vector<double>& one, const std::vector<double>& other)
{
    double sum = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        sum += (one[i] - other[i]) * (one[i] - other[i]);
    return std::sqrt(sum);
}

} // namespace headroom::study
