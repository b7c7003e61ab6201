// The samples of one curve in bounded memory.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace headroom::widgets {

/// Keeps every sample until there are `capacity` of them. Then pairs of neighbours are merged into their minimum,
/// maximum and mean; this is repeated as often as needed. So a run of any length keeps its extremes and needs no more
/// memory.
class CurveData
{
public:
    struct Point
    {
        double time = 0; ///< of the last sample merged into the point
        double minimum = 0, maximum = 0, mean = 0;
    };

    explicit CurveData(std::size_t capacity = 20000) : capacity_(capacity) {}

    /// NaN (no value at this time) is left out. Times must not decrease.
    void append(double time, double value);
    void clear();

    const std::vector<Point>& points() const { return points_; }
    bool isEmpty() const { return points_.empty(); }
    /// Number of samples per point.
    std::size_t samplesPerPoint() const { return samplesPerPoint_; }
    double last() const { return last_; }                         ///< NaN if empty
    double maximum() const { return maximum_; }                   ///< 0 if no value is larger
    double smallestPositive() const { return smallestPositive_; } ///< infinity if none
    /// Value at the point nearest to `time`, within `reach` of it.
    std::optional<double> at(double time, double reach) const;
    /// Mean of the samples after `from` and up to `until`: a sample stands for the time before it. A point that several
    /// samples were merged into counts as a whole, by its time. Nothing without samples there.
    std::optional<double> mean(double from, double until) const;
    /// Changes when points before the last one change (merging, clearing); drawings of them are then out of date.
    unsigned generation() const { return generation_; }

private:
    void merge();

    std::size_t capacity_;
    std::size_t samplesPerPoint_ = 1;
    std::size_t inLast_ = 0; ///< samples in the last point
    std::vector<Point> points_;
    double last_ = std::numeric_limits<double>::quiet_NaN();
    double maximum_ = 0;
    double smallestPositive_ = std::numeric_limits<double>::infinity();
    unsigned generation_ = 0;
};

} // namespace headroom::widgets
