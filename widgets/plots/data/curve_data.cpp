#include "widgets/plots/data/curve_data.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::widgets {

void CurveData::append(double time, double value)
{
    if (!std::isfinite(value))
        return;
    last_ = value;
    maximum_ = std::max(maximum_, value);
    if (value > 0)
        smallestPositive_ = std::min(smallestPositive_, value);
    if (!points_.empty() && inLast_ < samplesPerPoint_) {
        Point& point = points_.back();
        point.time = time;
        point.minimum = std::min(point.minimum, value);
        point.maximum = std::max(point.maximum, value);
        ++inLast_;
        point.mean += (value - point.mean) / static_cast<double>(inLast_);
        return;
    }
    if (points_.size() >= capacity_)
        merge();
    points_.push_back({time, value, value, value});
    inLast_ = 1;
}

void CurveData::merge()
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i + 1 < points_.size(); i += 2) {
        const Point& a = points_[i];
        const Point& b = points_[i + 1];
        points_[kept++] = {b.time, std::min(a.minimum, b.minimum), std::max(a.maximum, b.maximum),
                           (a.mean + b.mean) / 2};
    }
    if (points_.size() % 2 != 0)
        points_[kept++] = points_.back();
    points_.resize(kept);
    samplesPerPoint_ *= 2;
    ++generation_;
}

void CurveData::clear()
{
    const unsigned next = generation_ + 1;
    *this = CurveData(capacity_);
    generation_ = next;
}

std::optional<double> CurveData::at(double time, double reach) const
{
    if (points_.empty())
        return {};
    auto after = std::lower_bound(points_.begin(), points_.end(), time,
                                  [](const Point& point, double t) { return point.time < t; });
    if (after == points_.end() || (after != points_.begin() && time - std::prev(after)->time < after->time - time))
        --after;
    if (std::abs(after->time - time) > reach)
        return {};
    return after->mean;
}

std::optional<double> CurveData::mean(double from, double until) const
{
    double sum = 0, samples = 0;
    const auto first = std::upper_bound(points_.begin(), points_.end(), from,
                                        [](double t, const Point& point) { return t < point.time; });
    for (auto point = first; point != points_.end() && point->time <= until; ++point) {
        const auto weight = static_cast<double>(std::next(point) == points_.end() ? inLast_ : samplesPerPoint_);
        sum += weight * point->mean;
        samples += weight;
    }
    return samples > 0 ? std::optional(sum / samples) : std::nullopt;
}

} // namespace headroom::widgets
