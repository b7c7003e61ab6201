#include "run/results/derived.h"

#include "project/expression/quantity.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::run {

namespace {

using record::DerivedFigure;
using record::Figure;

/// A figure with the reason why it is not known or has no end.
struct KnownFigure
{
    std::optional<Figure> figure;
    std::string why;
};

/// Widens the interval of the result by that of one of its figures. If the result becomes NaN, it may be anything.
void widen(Figure& result, const project::Expression& expression, std::vector<double>& frame, std::size_t slot,
           const Figure& figure)
{
    if (!(figure.low < figure.high))
        return;
    double down = 0, up = 0;
    for (const double end : {figure.low, figure.high}) {
        frame[slot] = end;
        const double there = expression.evaluate(frame);
        const double deviation = there - result.value;
        if (std::isnan(deviation))
            down = up = std::numeric_limits<double>::infinity();
        else
            (deviation < 0 ? down : up) = std::max(deviation < 0 ? down : up, std::abs(deviation));
    }
    frame[slot] = figure.value;
    result.low -= down;
    result.high += up;
}

KnownFigure computed(const project::ResultFormula& formula, const std::vector<KnownFigure>& known)
{
    std::vector<double> frame(known.size(), 0);
    KnownFigure result;
    for (const std::size_t slot : formula.slots) {
        if (!known[slot].why.empty())
            result.why = known[slot].why;
        if (!known[slot].figure)
            return result;
        frame[slot] = known[slot].figure->value;
    }
    const double value = formula.value.evaluate(frame);
    if (!std::isfinite(value)) {
        result.why = "the expression has no finite value for the figures of this run";
        return result;
    }
    result.figure = Figure{value, value, value};
    Figure widened = *result.figure;
    for (const std::size_t slot : formula.slots) {
        Figure one = *result.figure;
        widen(one, formula.value, frame, slot, *known[slot].figure);
        widened.low -= one.value - one.low;
        widened.high += one.high - one.value;
    }
    result.figure = widened;
    return result;
}

std::string inUnit(double value, const std::string& unit)
{
    return std::isinf(value) ? (value < 0 ? "−∞" : "∞")
                             : project::formatNumber(value) + (unit.empty() ? "" : ' ' + unit);
}

} // namespace

void deriveResults(const project::ResultFormulas& formulas, record::Summary& summary)
{
    std::vector<KnownFigure> known;
    for (const std::string& name : formulas.figures) {
        KnownFigure figure;
        figure.figure = record::figureOf(summary, name, figure.why);
        known.push_back(std::move(figure));
    }
    known.resize(formulas.figures.size() + formulas.formulas.size());
    for (const std::size_t i : formulas.order)
        known[formulas.figures.size() + i] = computed(formulas.formulas[i], known);
    summary.results.clear();
    for (std::size_t i = 0; i < formulas.formulas.size(); ++i) {
        const project::ResultFormula& formula = formulas.formulas[i];
        const KnownFigure& one = known[formulas.figures.size() + i];
        DerivedFigure result;
        result.name = formula.name;
        result.unit = formula.unit;
        result.unitValue = formula.unitValue;
        result.why = one.why;
        if (one.figure) {
            result.value = one.figure->value / formula.unitValue;
            result.low = one.figure->low / formula.unitValue;
            result.high = one.figure->high / formula.unitValue;
        }
        summary.results.push_back(std::move(result));
    }
    tellResults(summary);
}

void tellResults(record::Summary& summary)
{
    for (DerivedFigure& result : summary.results) {
        result.sentence = result.name + ": ";
        if (!result.value) {
            result.sentence += "not known, since " + result.why + '.';
            continue;
        }
        result.sentence += inUnit(*result.value, result.unit);
        if (*result.low < *result.high)
            result.sentence +=
                " (" + inUnit(*result.low, result.unit) + " to " + inUnit(*result.high, result.unit) + ')';
        if (std::isinf(*result.low) || std::isinf(*result.high))
            result.sentence += ", since " + (result.why.empty() ? "the run is too short to say more" : result.why);
        result.sentence += '.';
    }
}

} // namespace headroom::run
