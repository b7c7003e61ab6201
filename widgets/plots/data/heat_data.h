// One metric of many nodes over time, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::widgets {

/// A column for each instant; when the cells get too many, neighbouring columns become their mean.
class HeatData
{
public:
    static constexpr std::size_t mostCells = 2'000'000;

    explicit HeatData(std::size_t rows = 0);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return times_.size(); }
    /// NaN where a node has nothing to say; `values` has a value for each row. Times must not fall.
    void append(double time, const std::vector<float>& values);
    /// A value that went into means before they were appended.
    void raiseMaximum(std::size_t row, double value);

    double begin() const { return begin_; } ///< of the first column
    double end() const { return times_.empty() ? begin_ : times_.back(); }
    void setBegin(double time) { begin_ = time; }
    /// End of a column's time.
    double time(std::size_t column) const { return times_[column]; }
    /// The column that a time lies in; columns() if none.
    std::size_t columnAt(double time) const;
    float value(std::size_t row, std::size_t column) const { return cells_[column * rows_ + row]; }

    // Over the whole time, whatever was joined since; NaN without a value.
    double mean(std::size_t row) const;
    double maximum(std::size_t row) const;
    double maximum() const { return highest_; } ///< of all; 0 if nothing is larger

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
    std::vector<double> times_;
    std::vector<float> cells_;
    std::vector<Total> totals_;
};

} // namespace headroom::widgets
