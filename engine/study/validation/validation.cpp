#include "study/validation/validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace headroom::study {

namespace {

ComparedFigure comparedFigure(const MeasuredMetric& metric, double measured, const CaseOutcome& outcome)
{
    ComparedFigure figure;
    figure.measured = measured;
    if (const auto simulated = outcome.figure(metric.name, figure.why)) {
        figure.simulated = simulated->value;
        figure.low = simulated->low;
        figure.high = simulated->high;
        figure.why.clear();
        if (measured > 0)
            figure.error = simulated->value / measured - 1;
    }
    return figure;
}

void add(MetricAccuracy& accuracy, const ComparedFigure& figure, std::size_t number)
{
    if (std::isnan(figure.error))
        return;
    ++accuracy.count;
    accuracy.bias += figure.error;
    accuracy.meanError += std::fabs(figure.error);
    if (figure.low <= figure.measured && figure.measured <= figure.high)
        ++accuracy.withinDraws;
    if (accuracy.count == 1 || std::fabs(figure.error) > std::fabs(accuracy.worst)) {
        accuracy.worst = figure.error;
        accuracy.worstCase = number;
    }
}

/// Makes means of the sums.
void finish(MetricAccuracy& accuracy)
{
    if (accuracy.count == 0)
        return;
    accuracy.bias /= static_cast<double>(accuracy.count);
    accuracy.meanError /= static_cast<double>(accuracy.count);
}

std::string errorPercent(double share)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*f %%", std::fabs(share) < 0.0995 ? 1 : 0, share * 100);
    return text.data();
}

std::string numberedWord(std::size_t number, const char* word)
{
    return std::to_string(number) + ' ' + word + (number == 1 ? "" : "s");
}

} // namespace

Validation compared(const MeasuredCases& cases, const std::vector<CaseOutcome>& outcomes, std::uint64_t seeds)
{
    Validation validation;
    validation.measurement = cases.id;
    validation.file = cases.file;
    validation.fit = cases.fit;
    validation.parameters = cases.parameters;
    validation.seeds = seeds;
    validation.complete = true;
    for (const MeasuredMetric& metric : cases.metrics)
        validation.accuracy.push_back({.metric = metric.name, .unit = metric.unit});
    for (std::size_t c = 0; c < cases.cases.size(); ++c) {
        const CaseOutcome& outcome = outcomes[c];
        ComparedCase& added = validation.cases.emplace_back();
        added.lines = cases.cases[c].lines;
        added.values = cases.cases[c].values;
        added.problem = outcome.problem;
        added.remarks = outcome.remarks;
        if (outcome.problem.empty() && outcome.runs.size() < seeds)
            validation.complete = false;
        if (validation.simulatedS == 0 && !outcome.runs.empty())
            validation.simulatedS = outcome.runs.front().simulatedS;
        for (std::size_t m = 0; m < cases.metrics.size(); ++m) {
            added.figures.push_back(comparedFigure(cases.metrics[m], cases.cases[c].measured[m], outcome));
            add(validation.accuracy[m], added.figures.back(), c);
            add(validation.total, added.figures.back(), c);
        }
    }
    std::ranges::for_each(validation.accuracy, finish);
    finish(validation.total);
    return validation;
}

std::string nameOf(const Validation& validation, std::size_t number)
{
    const ComparedCase& named = validation.cases[number];
    std::string name;
    for (std::size_t p = 0; p < validation.parameters.size(); ++p)
        name += (p == 0 ? "" : ", ") + validation.parameters[p] + " = " + named.values[p];
    return name.empty() ? "line " + std::to_string(named.lines.front()) : name;
}

std::string errorInWords(double error)
{
    if (std::isnan(error))
        return "\u2013";
    const std::string text = errorPercent(error);
    return error > 0 ? '+' + text : text;
}

std::string sentenceOf(const Validation& validation)
{
    const MetricAccuracy& total = validation.total;
    if (total.count == 0)
        return "No figure could be compared.";
    const auto worst = std::ranges::find_if(validation.accuracy, [&](const MetricAccuracy& each) {
        return each.count > 0 && each.worst == total.worst && each.worstCase == total.worstCase;
    });
    std::string text = "Of " + numberedWord(total.count, "measured figure") + " in " +
                       numberedWord(validation.cases.size(), "case") + ", the model is off by " +
                       errorPercent(total.meanError) + " on average (bias " + errorInWords(total.bias) +
                       "), at worst by " + errorInWords(total.worst);
    if (worst != validation.accuracy.end())
        text += " (" + worst->metric + ", " + nameOf(validation, total.worstCase) + ")";
    text += '.';
    if (validation.fit)
        text += " Parameters may have been fitted to these results, so that this is no prediction.";
    return text;
}

} // namespace headroom::study
