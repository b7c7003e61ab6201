#include "study/analysis/analysis_text.h"

#include "project/expression/quantity.h"
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

} // namespace

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

} // namespace headroom::study
