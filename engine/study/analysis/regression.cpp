#include "study/analysis/regression.h"

#include "project/expression/quantity.h"
#include "study/analysis/known_points.h"
#include "study/statistics/statistics.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

namespace headroom::study {

namespace {

using Rows = std::vector<const Row*>;

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// A variable of the model, and its values at all points.
struct Variable
{
    Coefficient named;
    std::vector<double> values;
};

std::vector<Variable> dummies(const std::string& parameter, std::size_t number, const Rows& rows)
{
    std::set<std::pair<std::string, std::string>> levels; // the first element is what they are ordered by
    for (const Row* row : rows)
        levels.emplace(lowered(row->settings[number].text), row->settings[number].text);
    std::vector<Variable> variables;
    for (auto level = std::next(levels.begin()); level != levels.end(); ++level) {
        Variable& variable = variables.emplace_back();
        variable.named.parameter = parameter;
        variable.named.level = level->second;
        variable.named.reference = levels.begin()->second;
        for (const Row* row : rows)
            variable.values.push_back(row->settings[number].text == level->second ? 1 : 0);
    }
    return variables;
}

std::vector<Variable> variablesOf(const Table& table, const Rows& rows)
{
    std::vector<Variable> variables;
    for (std::size_t i = 0; i < table.parameters.size(); ++i) {
        const auto isName = [i](const Row* row) { return std::isnan(row->settings[i].number); };
        if (std::any_of(rows.begin(), rows.end(), isName)) {
            for (Variable& variable : dummies(table.parameters[i].name, i, rows))
                variables.push_back(std::move(variable));
            continue;
        }
        Variable variable;
        variable.named.parameter = table.parameters[i].name;
        for (const Row* row : rows)
            variable.values.push_back(row->settings[i].number);
        if (varianceOf(variable.values) > 0)
            variables.push_back(std::move(variable));
    }
    return variables;
}

nlohmann::json requestOf(const std::vector<Variable>& variables, const std::vector<double>& values, std::uint64_t seed)
{
    nlohmann::json inputs = nlohmann::json::array();
    for (std::size_t row = 0; row < values.size(); ++row) {
        nlohmann::json input = nlohmann::json::array();
        for (const Variable& variable : variables)
            input.push_back(variable.values[row]);
        inputs.push_back(std::move(input));
    }
    return {{"do", "regress"}, {"inputs", std::move(inputs)}, {"outputs", values}, {"seed", seed}};
}

std::string faultOf(const std::vector<Variable>& variables, const std::vector<double>& values)
{
    if (values.empty())
        return "No point has the figure.";
    if (varianceOf(values) == 0)
        return "The figure is the same at all points.";
    if (variables.empty())
        return "All points with the figure have the same parameters.";
    if (values.size() < variables.size() + 2)
        return "The regression has " + std::to_string(variables.size() + 1) + " coefficients and needs more than " +
               std::to_string(variables.size() + 1) + " points; " + std::to_string(values.size()) + " have the figure.";
    return {};
}

} // namespace

Regression regressionOf(const Table& table, std::size_t figure, std::uint64_t seed)
{
    const Rows rows = knownRows(table, figure);
    std::vector<double> values;
    for (const Row* row : rows)
        values.push_back(row->figures[figure].value);
    const std::vector<Variable> variables = rows.empty() ? std::vector<Variable>() : variablesOf(table, rows);
    Regression result;
    result.points = rows.size();
    result.unknown = faultOf(variables, values);
    if (!result.unknown.empty())
        return result;
    const nlohmann::json answer = askStatistics(requestOf(variables, values, seed));
    if (answer.value("dependent", false)) {
        result.unknown = "The parameters depend on each other at these points, so that their effects cannot be "
                         "separated.";
        return result;
    }
    result.intercept = answer.at("intercept").get<double>();
    result.r2 = answer.at("r2").get<double>();
    result.adjustedR2 = answer.at("adjusted_r2").get<double>();
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const nlohmann::json& of = answer.at("coefficients").at(i);
        Coefficient& coefficient = result.coefficients.emplace_back(variables[i].named);
        coefficient.effect = {knownNumber(of.at("value")), knownNumber(of.at("low")), knownNumber(of.at("high"))};
        coefficient.standardError = knownNumber(of.at("standard_error"));
        coefficient.standardised = knownNumber(of.at("standardised"));
        coefficient.p = knownNumber(of.at("p"));
    }
    if (const nlohmann::json& validated = answer.at("cross_validation"); validated.is_object())
        result.crossValidation =
            CrossValidation{validated.at("r2").get<double>(), validated.at("rms_error").get<double>(),
                            validated.at("divisions").get<std::size_t>()};
    return result;
}

namespace {

std::string probabilityInWords(double p)
{
    constexpr double least = 0.0001;
    return std::isnan(p) ? "" : p < least ? "below 0.0001" : project::formatNumber(p);
}

/// "WORKERS", "DISK: B rather than A".
std::string nameOf(const Coefficient& coefficient)
{
    return coefficient.level.empty()
               ? coefficient.parameter
               : coefficient.parameter + ": " + coefficient.level + " rather than " + coefficient.reference;
}

/// " for each B" of a number with a unit.
std::string eachUnit(const Coefficient& coefficient, const Table& table)
{
    for (const Column& column : table.parameters)
        if (coefficient.level.empty() && column.name == coefficient.parameter && !column.unit.empty())
            return " for each " + column.unit;
    return "";
}

} // namespace

std::string sentenceOf(const Regression& regression, const Column& figure, std::size_t)
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

std::vector<MethodTable> tablesOf(const Regression& regression, const Column& figure, const Table& table)
{
    MethodTable lines{"Linear regression over " + std::to_string(regression.points) + " points: adjusted R² " +
                          inWords(regression.adjustedR2, ""),
                      {{"parameter", "coefficient", "95 %", "p", "standardised"}}};
    for (const Coefficient& coefficient : regression.coefficients)
        lines.rows.push_back({nameOf(coefficient) + eachUnit(coefficient, table),
                              inWords(coefficient.effect.value, figure.unit),
                              rangeInWords(coefficient.effect, figure.unit), probabilityInWords(coefficient.p),
                              project::formatNumber(coefficient.standardised)});
    lines.rows.push_back({"intercept", inWords(regression.intercept, figure.unit)});
    return {std::move(lines)};
}

MethodBars barsOf(const Regression& regression, const Column&)
{
    MethodBars bars{"", "standardised coefficient of the regression", "", {}};
    for (const Coefficient& each : regression.coefficients) {
        const double factor = each.effect.value != 0 ? each.standardised / each.effect.value : NAN;
        bars.rows.push_back(
            {nameOf(each), {each.standardised, factor * each.effect.low, factor * each.effect.high}, {}});
    }
    sortByFirst(bars);
    return bars;
}

} // namespace headroom::study
