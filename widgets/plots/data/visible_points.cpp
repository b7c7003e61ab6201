#include "widgets/plots/data/visible_points.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::widgets {

QVector<QCPGraphData> VisibleCurve::line() const
{
    QVector<QCPGraphData> result;
    result.reserve(static_cast<qsizetype>(columns.size()));
    for (const Column& column : columns)
        result.append({column.end, column.mean});
    return result;
}

const VisibleCurve::Column* VisibleCurve::at(double time) const
{
    const auto column =
        std::lower_bound(columns.begin(), columns.end(), time, [](const Column& one, double t) { return one.end < t; });
    return column != columns.end() && column->begin < time ? &*column : nullptr;
}

VisibleCurve visibleCurve(const CurveData& data, const QCPRange& range, int pixels)
{
    const auto& points = data.points();
    const auto byTime = [](const CurveData::Point& point, double time) { return point.time < time; };
    auto first = std::lower_bound(points.begin(), points.end(), range.lower, byTime);
    auto last = std::lower_bound(first, points.end(), range.upper, byTime);
    if (first != points.begin())
        --first;
    if (last != points.end())
        ++last;
    VisibleCurve result;
    if (first == last)
        return result;
    const auto count = last - first;
    const bool shares = count > std::max(1, pixels); // several points share a pixel
    const double pixel = range.size() / std::max(1, pixels);
    const double spacing =
        points.size() > 1 ? (points.back().time - points.front().time) / static_cast<double>(points.size() - 1) : 0;
    const double widest = std::max(shares ? pixel : 0, spacing); // a column does not reach over a gap
    // Columns lie at multiples of their width, not at the edge of the range: so they stay the same while it moves.
    const auto columnOf = [&](const CurveData::Point& point) { return std::floor(point.time / pixel); };
    result.columns.reserve(static_cast<std::size_t>(std::min<std::ptrdiff_t>(count, std::max(1, pixels) + 4)));
    for (auto point = first; point != last;) {
        VisibleCurve::Column column{0, 0, point->minimum, 0, point->maximum};
        const auto begin = point;
        double sum = 0;
        do {
            column.lowest = std::min(column.lowest, point->minimum);
            column.highest = std::max(column.highest, point->maximum);
            sum += point->mean;
            column.end = point->time;
            ++point;
        } while (shares && point != last && columnOf(*point) == columnOf(*begin));
        column.mean = sum / static_cast<double>(point - begin);
        column.begin = column.end - widest;
        if (!result.columns.empty())
            column.begin = std::max(column.begin, result.columns.back().end);
        result.hasBand = result.hasBand || column.highest > column.lowest;
        result.columns.push_back(column);
    }
    return result;
}

} // namespace headroom::widgets
