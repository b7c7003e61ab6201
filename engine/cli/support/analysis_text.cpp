#include "cli/support/analysis_text.h"

#include "cli/support/text_table.h"
#include "project/expression/quantity.h"
#include "study/analysis/analysis_text.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::cli {

namespace {

using Lines = std::vector<std::vector<std::string>>;

std::string percentOf(double share)
{
    return study::inWords(std::round(share * 1000) == 0 ? 0 : share, "%");
}

std::string rangeText(const study::Cell& cell, const std::string& unit)
{
    return study::inWords(cell.low, unit) + " to " + study::inWords(cell.high, unit);
}

std::string effectsText(const study::Effects& effects, const study::Column& figure, const study::Table& table)
{
    Lines shares{{"parameter", "share of variance", "importance", "range of means"}};
    Lines means{{"parameter", "value", "mean of " + figure.name}};
    for (const study::MainEffect& effect : effects.main) {
        shares.push_back({effect.parameter, percentOf(effect.share), project::formatNumber(effect.importance),
                          study::inWords(effect.range, figure.unit)});
        for (const study::Level& level : effect.levels)
            means.push_back({&level == effect.levels.data() ? effect.parameter : "",
                             study::inWords(table.parameters[effect.column], level.setting),
                             study::inWords(level.mean, figure.unit)});
    }
    constexpr std::size_t mostInteractions = 5;
    for (std::size_t i = 0; i < std::min(effects.interactions.size(), mostInteractions); ++i) {
        const study::Interaction& interaction = effects.interactions[i];
        shares.push_back({interaction.first + " with " + interaction.second, percentOf(interaction.share)});
    }
    if (effects.interactions.size() > mostInteractions)
        shares.push_back({"and " + std::to_string(effects.interactions.size() - mostInteractions) + " smaller"});
    if (effects.main.size() > 2)
        shares.push_back({"three parameters or more", percentOf(effects.rest)});
    return "Main effects and interactions\n" + alignedTable(shares, 1) + alignedTable(means, 2);
}

std::string sobolText(const study::SobolIndices& sobol)
{
    Lines lines{{"parameter", "alone", "95 %", "with interactions", "95 %"}};
    for (const std::size_t i : sobol.order) {
        const study::SobolIndex& index = sobol.indices[i];
        lines.push_back({index.parameter, percentOf(index.first.value), rangeText(index.first, "%"),
                         percentOf(index.total.value), rangeText(index.total, "%")});
    }
    return "Sobol' indices: shares of the variance\n" + alignedTable(lines, 1);
}

std::string morrisText(const study::MorrisScreening& morris, const study::Column& figure)
{
    Lines lines{{"parameter", "mu*", "mu", "sigma"}};
    for (const study::MorrisEffect& effect : morris.effects)
        lines.push_back({effect.parameter, study::inWords(effect.absolute, figure.unit),
                         study::inWords(effect.mean, figure.unit), study::inWords(effect.sigma, figure.unit)});
    return "Morris' elementary effects\n" + alignedTable(lines, 1);
}

std::string pText(double p)
{
    constexpr double least = 0.0001;
    return std::isnan(p) ? "" : p < least ? "below 0.0001" : project::formatNumber(p);
}

/// "WORKERS", "SIZE per byte" or "DISK: B rather than A".
std::string nameOf(const study::Coefficient& coefficient, const study::Table& table)
{
    if (!coefficient.level.empty())
        return coefficient.parameter + ": " + coefficient.level + " rather than " + coefficient.reference;
    for (const study::Column& column : table.parameters)
        if (column.name == coefficient.parameter && !column.unit.empty())
            return coefficient.parameter + " for each " + column.unit;
    return coefficient.parameter;
}

std::string regressionText(const study::Regression& regression, const study::Column& figure, const study::Table& table)
{
    Lines lines{{"parameter", "coefficient", "95 %", "p", "standardised"}};
    for (const study::Coefficient& coefficient : regression.coefficients)
        lines.push_back({nameOf(coefficient, table), study::inWords(coefficient.effect.value, figure.unit),
                         rangeText(coefficient.effect, figure.unit), pText(coefficient.p),
                         project::formatNumber(coefficient.standardised)});
    lines.push_back({"intercept", study::inWords(regression.intercept, figure.unit)});
    return "Linear regression over " + std::to_string(regression.points) + " points\n" + alignedTable(lines, 1);
}

} // namespace

std::string analysisText(const study::Analysis& analysis, const study::Table& table)
{
    std::string text = analysis.figure.name + "\n\n";
    if (analysis.sobol && analysis.sobol->unknown.empty())
        text += sobolText(*analysis.sobol) + '\n';
    if (analysis.morris && analysis.morris->unknown.empty())
        text += morrisText(*analysis.morris, analysis.figure) + '\n';
    if (analysis.effects && analysis.effects->unknown.empty())
        text += effectsText(*analysis.effects, analysis.figure, table) + '\n';
    if (analysis.unknown.empty() && analysis.regression.unknown.empty())
        text += regressionText(analysis.regression, analysis.figure, table) + '\n';
    for (const std::string& sentence : study::sentencesOf(analysis))
        text += sentence + '\n';
    return text;
}

} // namespace headroom::cli
