#include "widgets/plots/data/visible_points.h"

#include <algorithm>

namespace headroom::widgets {

QVector<QCPGraphData> visiblePoints(const CurveData& data, const QCPRange& range, int pixels)
{
    const auto& points = data.points();
    const auto byTime = [](const CurveData::Point& point, double time) { return point.time < time; };
    auto first = std::lower_bound(points.begin(), points.end(), range.lower, byTime);
    auto last = std::lower_bound(first, points.end(), range.upper, byTime);
    if (first != points.begin())
        --first;
    if (last != points.end())
        ++last;
    const auto count = static_cast<std::size_t>(last - first);
    const std::size_t inOne = std::max<std::size_t>(1, count / static_cast<std::size_t>(std::max(1, pixels)));
    QVector<QCPGraphData> result;
    result.reserve(static_cast<qsizetype>(2 * (count / inOne + 1)));
    while (first != last) {
        const auto end =
            first + static_cast<std::ptrdiff_t>(std::min<std::size_t>(inOne, static_cast<std::size_t>(last - first)));
        const double time = std::prev(end)->time;
        double lowest = first->minimum, highest = first->maximum;
        for (; first != end; ++first) {
            lowest = std::min(lowest, first->minimum);
            highest = std::max(highest, first->maximum);
        }
        result.append({time, lowest});
        if (highest > lowest)
            result.append({time, highest});
    }
    return result;
}

} // namespace headroom::widgets
