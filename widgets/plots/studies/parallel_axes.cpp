#include "widgets/plots/studies/parallel_axes.h"

#include "widgets/theme/number_text.h"

#include <QHash>

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr double logarithmicFrom = 20; // the larger end over the smaller one
constexpr std::size_t mostSteps = 12;  // more numbers are a scale
constexpr float noPlace = std::numeric_limits<float>::quiet_NaN();

void placeNames(ParallelAxis& axis, const StudyPoints& study, std::size_t parameter)
{
    QHash<QString, int> order;
    std::vector<int> numbers;
    numbers.reserve(study.points.size());
    for (const StudyPoint& point : study.points) {
        const QString& name = point.settings[parameter];
        auto known = order.constFind(name);
        if (known == order.constEnd()) {
            known = order.insert(name, static_cast<int>(order.size()));
            axis.steps.emplace_back(0, name);
        }
        numbers.push_back(*known);
    }
    const double last = static_cast<double>(axis.steps.size()) - 1;
    axis.high = std::max(last, 0.0);
    for (std::size_t i = 0; i < axis.steps.size(); ++i)
        axis.steps[i].first = last > 0 ? static_cast<double>(i) / last : 0.5;
    for (const int number : numbers)
        axis.places.push_back(static_cast<float>(axis.steps[static_cast<std::size_t>(number)].first));
}

void placeNumbers(ParallelAxis& axis, const StudyPoints& study, bool mayBeLogarithmic)
{
    axis.low = HUGE_VAL;
    axis.high = -HUGE_VAL;
    std::vector<double> values;
    values.reserve(study.points.size());
    for (const StudyPoint& point : study.points) {
        values.push_back(axis.valueOf(point));
        if (std::isfinite(values.back())) {
            axis.low = std::min(axis.low, values.back());
            axis.high = std::max(axis.high, values.back());
        }
    }
    if (axis.low > axis.high)
        axis.low = axis.high = 0;
    axis.logarithmic = mayBeLogarithmic && axis.low > 0 && axis.high / axis.low >= logarithmicFrom;
    axis.places.reserve(values.size());
    for (const double value : values)
        axis.places.push_back(std::isfinite(value) ? static_cast<float>(axis.shareOf(value)) : noPlace);
}

/// Few numbers are marked as they stand in the document.
void markNumbers(ParallelAxis& axis, const StudyPoints& study, std::size_t parameter)
{
    std::vector<std::pair<double, QString>> found; // few, so that a search is faster than a sorted container
    for (const StudyPoint& point : study.points) {
        const double number = point.numbers[parameter];
        if (std::any_of(found.begin(), found.end(), [number](const auto& each) { return each.first == number; }))
            continue;
        if (found.size() == mostSteps || !std::isfinite(number))
            return;
        found.emplace_back(number, point.settings[parameter]);
    }
    std::sort(found.begin(), found.end());
    for (const auto& [number, text] : found)
        axis.steps.emplace_back(axis.shareOf(number), text);
}

} // namespace

double ParallelAxis::valueAt(double share) const
{
    return logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
}

double ParallelAxis::shareOf(double value) const
{
    if (high <= low)
        return 0.5;
    return logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

double ParallelAxis::valueOf(const StudyPoint& point) const
{
    return isFigure ? point.figures[column].value : point.numbers[column];
}

QString ParallelAxis::textOf(const StudyPoint& point) const
{
    return isFigure ? valueText(point.figures[column].value, unit) : point.settings[column];
}

ParallelAxis parameterAxis(const StudyPoints& study, std::size_t parameter)
{
    const StudyColumn& column = study.parameters[parameter];
    ParallelAxis axis;
    axis.name = column.name;
    axis.unit = column.unit;
    axis.column = parameter;
    axis.isOfNames = !column.isNumeric;
    if (axis.isOfNames) {
        placeNames(axis, study, parameter);
        return axis;
    }
    placeNumbers(axis, study, true);
    markNumbers(axis, study, parameter);
    return axis;
}

ParallelAxis figureAxis(const StudyPoints& study, std::size_t figure)
{
    ParallelAxis axis;
    axis.name = study.figures[figure].name;
    axis.unit = study.figures[figure].unit;
    axis.isFigure = true;
    axis.column = figure;
    placeNumbers(axis, study, false);
    return axis;
}

AxisRange rangeOn(const ParallelAxis& axis, double lowShare, double highShare)
{
    AxisRange range{axis.name, axis.valueAt(lowShare), axis.valueAt(highShare), {}, {}};
    for (const auto& [share, text] : axis.steps)
        if (share >= lowShare && share <= highShare) {
            if (range.first.isNull())
                range.first = text;
            range.last = text;
        }
    return range;
}

std::pair<double, double> sharesOf(const ParallelAxis& axis, const AxisRange& range)
{
    if (!axis.isOfNames)
        return {axis.shareOf(range.low), axis.shareOf(range.high)};
    const double margin = axis.steps.size() > 1 ? 0.3 / (static_cast<double>(axis.steps.size()) - 1) : 0.3;
    double low = 1, high = 0;
    for (const auto& [share, text] : axis.steps)
        if (text == range.first || text == range.last) {
            low = std::min(low, share - margin);
            high = std::max(high, share + margin);
        }
    return {low, high};
}

} // namespace headroom::widgets
