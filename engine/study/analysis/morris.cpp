#include "study/analysis/morris.h"

#include "study/analysis/known_points.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::study {

namespace {

/// The change of the figure at each step, by the parameter that moved; nothing if the steps are not those of the
/// design.
std::vector<std::vector<double>> elementaryEffects(const Table& table, const std::vector<double>& values)
{
    const std::size_t count = table.parameters.size();
    std::vector<std::vector<double>> effects(count);
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        if ((i + 1) % (count + 1) == 0)
            continue; // the next place begins another trajectory
        const Place &from = table.places[i], &to = table.places[i + 1];
        for (std::size_t k = 0; k < count; ++k) {
            const double moved = to.at.at(k) - from.at.at(k);
            if (moved == 0)
                continue;
            const bool isName = std::isnan(table.rows.at(from.point).settings[k].number);
            effects[k].push_back((values[i + 1] - values[i]) / (isName ? std::copysign(1.0, moved) : moved));
        }
    }
    return effects;
}

MorrisEffect summary(const std::string& parameter, const std::vector<double>& effects)
{
    MorrisEffect result{parameter, averageOf(effects), 0, 0};
    for (const double effect : effects) {
        result.absolute += std::fabs(effect) / static_cast<double>(effects.size());
        result.sigma += (effect - result.mean) * (effect - result.mean) / static_cast<double>(effects.size() - 1);
    }
    result.sigma = std::sqrt(result.sigma);
    return result;
}

} // namespace

MorrisScreening morrisScreeningOf(const Table& table, std::size_t figure)
{
    MorrisScreening result;
    const std::size_t ofOne = table.parameters.size() + 1;
    const bool fits = table.places.size() >= 2 * ofOne && table.places.size() % ofOne == 0 &&
                      std::all_of(table.places.begin(), table.places.end(),
                                  [&](const Place& place) { return place.at.size() + 1 == ofOne; });
    if (!fits) {
        result.unknown = "The study has no trajectories of the design \"morris\".";
        return result;
    }
    const PlaceValues places = valuesOfPlaces(table, figure);
    result.unknown = places.unknown;
    if (!result.unknown.empty())
        return result;
    result.trajectories = places.values.size() / ofOne;
    const auto effects = elementaryEffects(table, places.values);
    for (std::size_t k = 0; k < effects.size(); ++k) {
        if (effects[k].size() != result.trajectories) {
            result = {};
            result.unknown = "The trajectories do not move each parameter once.";
            return result;
        }
        result.effects.push_back(summary(table.parameters[k].name, effects[k]));
    }
    std::stable_sort(result.effects.begin(), result.effects.end(),
                     [](const MorrisEffect& one, const MorrisEffect& other) { return one.absolute > other.absolute; });
    return result;
}

std::string sentenceOf(const MorrisScreening& morris, const Column& figure, std::size_t)
{
    if (!morris.unknown.empty())
        return "There is no screening. " + morris.unknown;
    const MorrisEffect& first = morris.effects.front();
    std::string text = first.parameter + " moves " + figure.name + " most, by " + inWords(first.absolute, figure.unit) +
                       " over its range on average (mu* of Morris' elementary effects, " +
                       std::to_string(morris.trajectories) + " trajectories).";
    constexpr std::size_t few = 4; // Saltelli et al., Global Sensitivity Analysis, The Primer: 4 to 10 are usual
    if (morris.trajectories < few)
        text += " So few trajectories tell little.";
    return text;
}

std::vector<MethodTable> tablesOf(const MorrisScreening& morris, const Column& figure, const Table&)
{
    MethodTable effects{"Morris' elementary effects", {{"parameter", "mu*", "mu", "sigma"}}};
    for (const MorrisEffect& effect : morris.effects)
        effects.rows.push_back({effect.parameter, inWords(effect.absolute, figure.unit),
                                inWords(effect.mean, figure.unit), inWords(effect.sigma, figure.unit)});
    return {std::move(effects)};
}

MethodBars barsOf(const MorrisScreening& morris, const Column& figure)
{
    MethodBars bars{figure.unit, "mu*, mean effect", "sigma, its spread", {}};
    for (const MorrisEffect& effect : morris.effects)
        bars.rows.push_back({effect.parameter, {.value = effect.absolute}, {.value = effect.sigma}});
    return bars;
}

} // namespace headroom::study
