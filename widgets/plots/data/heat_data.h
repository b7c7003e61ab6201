// One metric of many nodes over time, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace headroom::widgets {

/// A column for each sample time. If there are too many cells, neighbouring columns are merged into their mean.
class HeatData
{
public:
    static constexpr std::size_t mostCells = 2'000'000;

    explicit HeatData(std::size_t rows = 0);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return times_.size(); }
    /// `values` has a value for each row; NaN if a node has none. Times must not decrease.
    void append(double time, const std::vector<float>& values);
    /// Reports a value that was part of a mean before it was appended.
    void raiseMaximum(std::size_t row, double value);

    double begin() const { return begin_; } ///< of the first column
    double end() const { return times_.empty() ? begin_ : times_.back(); }
    void setBegin(double time) { begin_ = time; }
    /// Values up to that time, of the warm-up, do not count for means and maxima of rows.
    void countFrom(double time) { countedFrom_ = time; }
    /// End time of a column.
    double time(std::size_t column) const { return times_[column]; }
    /// The column that contains a time; columns() if none does.
    std::size_t columnAt(double time) const;
    float value(std::size_t row, std::size_t column) const { return cells_[column * rows_ + row]; }

    // Over the counted time, including merged columns; NaN without a value.
    double mean(std::size_t row) const;
    double maximum(std::size_t row) const;
    double maximum() const { return highest_; } ///< of all rows; 0 if no value is larger

private:
    struct Total
    {
        double sum = 0, maximum = 0;
        std::uint64_t count = 0;
    };

    void join();

    std::size_t rows_;
    std::size_t mostColumns_;
    std::size_t instantsPerColumn_ = 1, inLast_ = 0;
    double begin_ = 0, highest_ = 0;
    double countedFrom_ = -std::numeric_limits<double>::infinity();
    std::vector<double> times_;
    std::vector<float> cells_;
    std::vector<Total> totals_;
};

} // namespace headroom::widgets
