// The samples of one curve in bounded memory.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace headroom::widgets {

/// Keeps every sample until there are `capacity` of them; then neighbours are merged in pairs into their minimum,
/// maximum and mean, and so on, so that a run of any length keeps its extremes and never takes more memory.
class CurveData
{
public:
    struct Point
    {
        double time = 0; ///< of the last sample merged into the point
        double minimum = 0, maximum = 0, mean = 0;
    };

    explicit CurveData(std::size_t capacity = 20000) : capacity_(capacity) {}

    /// NaN (nothing to say at that instant) is left out. Times must not fall.
    void append(double time, double value);
    void clear();

    const std::vector<Point>& points() const { return points_; }
    bool isEmpty() const { return points_.empty(); }
    /// Number of samples that one point stands for.
    std::size_t samplesPerPoint() const { return samplesPerPoint_; }
    double last() const { return last_; }                         ///< NaN if empty
    double maximum() const { return maximum_; }                   ///< 0 if nothing is larger
    double smallestPositive() const { return smallestPositive_; } ///< infinity if none
    /// Value at the point nearest to `time`, within `reach` of it.
    std::optional<double> at(double time, double reach) const;
    /// Changes whenever points before the last change (merging, clearing): what was drawn of them is void.
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
