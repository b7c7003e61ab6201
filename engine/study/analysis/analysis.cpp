#include "study/analysis/analysis.h"

#include "project/expression/quantity.h"
#include "study/analysis/known_points.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

std::string percent(double share)
{
    const double rounded = std::round(share * 1000) / 10;
    return project::formatNumber(rounded == 0 ? 0 : rounded) + " %"; // never "-0 %"
}

std::string percent(const Cell& share)
{
    return percent(share.value) + " (" + percent(share.low) + " to " + percent(share.high) + ')';
}

std::string sentenceOf(const Effects& effects, const std::string& figure, std::size_t points)
{
    if (!effects.unknown.empty())
        return effects.unknown;
    const auto largest = std::max_element(effects.main.begin(), effects.main.end(),
                                          [](const auto& one, const auto& other) { return one.share < other.share; });
    std::string text = largest->parameter + " explains " + percent(largest->share) + " of the variance of " + figure +
                       " (main effects over all " + std::to_string(points) + " combinations).";
    if (!effects.interactions.empty()) {
        const Interaction& first = effects.interactions.front();
        text += " The largest interaction is that of " + first.first + " and " + first.second + ": " +
                percent(first.share) + '.';
    }
    return text;
}

std::string sentenceOf(const SobolIndices& sobol, const std::string& figure)
{
    if (!sobol.unknown.empty())
        return "There are no Sobol' indices. " + sobol.unknown;
    const SobolIndex& first = sobol.indices[sobol.order[0]];
    std::string text = first.parameter + " explains " + percent(first.first) + " of the variance of " + figure +
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

std::string sentenceOf(const MorrisScreening& morris, const Column& figure)
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

std::string sentenceOf(const Regression& regression, const Column& figure)
{
    if (!regression.unknown.empty())
        return "There is no regression. " + regression.unknown;
    const auto largest = std::max_element(
        regression.coefficients.begin(), regression.coefficients.end(),
        [](const auto& one, const auto& other) { return std::fabs(one.standardised) < std::fabs(other.standardised); });
    std::string text = "A linear model of the parameters explains " + percent(regression.r2) + " of the variance of " +
                       figure.name + " (adjusted " + percent(regression.adjustedR2) + "); its largest influence is " +
                       largest->parameter + (largest->level.empty() ? "" : " = " + largest->level) +
                       " with a standardised coefficient of " + project::formatNumber(largest->standardised) + '.';
    constexpr std::size_t pointsForEach = 5; // fewer bend the model to single points
    if (regression.points < pointsForEach * (regression.coefficients.size() + 1))
        text += " These are few points for " + std::to_string(regression.coefficients.size() + 1) + " coefficients.";
    if (const auto& validated = regression.crossValidation)
        text += " Fitted to 75 % of the points, it explains " + percent(validated->r2) +
                " of the variance of the others and misses them by " + inWords(validated->rmsError, figure.unit) +
                " (root mean square).";
    else
        text += " There are too few points for a cross-validation.";
    return text;
}

Json unknownIn(const std::string& unknown)
{
    return unknown.empty() ? Json(nullptr) : Json(unknown);
}

Json estimateJson(const Cell& cell)
{
    return {{"value", cell.value}, {"low", cell.low}, {"high", cell.high}};
}

Json effectsJson(const Effects& effects)
{
    Json json = {{"unknown", unknownIn(effects.unknown)},
                 {"main", Json::array()},
                 {"interactions", Json::array()},
                 {"rest", effects.rest}};
    for (const MainEffect& effect : effects.main) {
        Json levels = Json::array();
        for (const Level& level : effect.levels)
            levels.push_back({{"value", level.setting.text}, {"mean", level.mean}});
        json["main"].push_back({{"parameter", effect.parameter},
                                {"share", effect.share},
                                {"importance", effect.importance},
                                {"range", effect.range},
                                {"levels", std::move(levels)}});
    }
    for (const Interaction& interaction : effects.interactions)
        json["interactions"].push_back(
            {{"parameters", Json::array({interaction.first, interaction.second})}, {"share", interaction.share}});
    return json;
}

Json sobolJson(const SobolIndices& sobol)
{
    Json json = {{"unknown", unknownIn(sobol.unknown)},
                 {"estimator", "Martinez"},
                 {"size", sobol.size},
                 {"indices", Json::array()}};
    for (const SobolIndex& index : sobol.indices)
        json["indices"].push_back({{"parameter", index.parameter},
                                   {"first", estimateJson(index.first)},
                                   {"total", estimateJson(index.total)}});
    return json;
}

Json morrisJson(const MorrisScreening& morris)
{
    Json json = {
        {"unknown", unknownIn(morris.unknown)}, {"trajectories", morris.trajectories}, {"effects", Json::array()}};
    for (const MorrisEffect& effect : morris.effects)
        json["effects"].push_back({{"parameter", effect.parameter},
                                   {"mu", effect.mean},
                                   {"mu_star", effect.absolute},
                                   {"sigma", effect.sigma}});
    return json;
}

Json regressionJson(const Regression& regression)
{
    Json json = {{"unknown", unknownIn(regression.unknown)}, {"points", regression.points}};
    if (!regression.unknown.empty())
        return json;
    json["r2"] = regression.r2;
    json["adjusted_r2"] = regression.adjustedR2;
    json["intercept"] = regression.intercept;
    json["coefficients"] = Json::array();
    for (const Coefficient& coefficient : regression.coefficients) {
        Json one = {{"parameter", coefficient.parameter}};
        if (!coefficient.level.empty()) {
            one["level"] = coefficient.level;
            one["reference"] = coefficient.reference;
        }
        one.update(estimateJson(coefficient.effect));
        one["standard_error"] = coefficient.standardError;
        one["standardised"] = coefficient.standardised;
        one["p"] = coefficient.p;
        json["coefficients"].push_back(std::move(one));
    }
    json["cross_validation"] = nullptr;
    if (const auto& validated = regression.crossValidation)
        json["cross_validation"] = {
            {"r2", validated->r2}, {"rms_error", validated->rmsError}, {"divisions", validated->divisions}};
    return json;
}

Json analysisJson(const Analysis& analysis)
{
    Json json = {
        {"name", analysis.figure.name}, {"unit", analysis.figure.unit},           {"points", analysis.points},
        {"known", analysis.known},      {"unknown", unknownIn(analysis.unknown)}, {"sentences", sentencesOf(analysis)}};
    if (!analysis.unknown.empty())
        return json;
    if (analysis.effects)
        json["effects"] = effectsJson(*analysis.effects);
    if (analysis.sobol)
        json["sobol"] = sobolJson(*analysis.sobol);
    if (analysis.morris)
        json["morris"] = morrisJson(*analysis.morris);
    json["regression"] = regressionJson(analysis.regression);
    return json;
}

/// Reason why a figure cannot depend on anything.
std::string faultOf(const std::vector<const Row*>& rows, std::size_t figure)
{
    if (rows.empty())
        return "No point has this figure.";
    std::vector<double> values;
    for (const Row* row : rows)
        values.push_back(row->figures[figure].value);
    return varianceOf(values) == 0 ? "It is the same at all points." : "";
}

} // namespace

Analysis analysisOf(const Table& table, std::size_t figure)
{
    Analysis analysis;
    analysis.figure = table.figures.at(figure);
    analysis.points = table.rows.size();
    const std::vector<const Row*> rows = knownRows(table, figure);
    analysis.known = rows.size();
    analysis.unknown = faultOf(rows, figure);
    if (!analysis.unknown.empty())
        return analysis;
    if (table.design == "sobol")
        analysis.sobol = sobolIndicesOf(table, figure);
    else if (table.design == "morris")
        analysis.morris = morrisScreeningOf(table, figure);
    else if (table.design == "full" || table.design.empty()) // files of older versions do not name it
        analysis.effects = effectsOf(table, figure);
    analysis.regression = regressionOf(table, figure);
    return analysis;
}

std::vector<std::string> sentencesOf(const Analysis& analysis)
{
    const std::string missing =
        std::to_string(analysis.points - analysis.known) + " of " + std::to_string(analysis.points) + " points";
    if (!analysis.unknown.empty())
        return {analysis.unknown};
    std::vector<std::string> sentences;
    if (analysis.sobol)
        sentences.push_back(sentenceOf(*analysis.sobol, analysis.figure.name));
    if (analysis.morris)
        sentences.push_back(sentenceOf(*analysis.morris, analysis.figure));
    if (analysis.effects)
        sentences.push_back(sentenceOf(*analysis.effects, analysis.figure.name, analysis.points));
    sentences.push_back(sentenceOf(analysis.regression, analysis.figure));
    if (analysis.known < analysis.points)
        sentences.back() += " It leaves out " + missing + ", which do not have the figure.";
    return sentences;
}

Json toJson(const Table& table, const std::vector<Analysis>& analyses)
{
    Json json = {{"project", table.project},
                 {"study", table.study},
                 {"design", table.design},
                 {"points", table.rows.size()},
                 {"done", table.count(PointState::done)},
                 {"failed", table.count(PointState::failed)},
                 {"figures", Json::array()}};
    for (const Analysis& analysis : analyses)
        json["figures"].push_back(analysisJson(analysis));
    return json;
}

} // namespace headroom::study
