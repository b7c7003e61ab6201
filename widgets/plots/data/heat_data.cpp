#include "widgets/plots/data/heat_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

/// Mean of `a`, which has the weight of `weight` values, and of one more value; either may be NaN.
float joined(float a, float weight, float b)
{
    if (std::isnan(a))
        return b;
    return std::isnan(b) ? a : a + (b - a) / (weight + 1);
}

} // namespace

HeatData::HeatData(std::size_t rows)
    : rows_(rows), mostColumns_(std::max<std::size_t>(64, rows == 0 ? 64 : mostCells / rows) / 2 * 2), totals_(rows)
{
}

void HeatData::append(double time, const std::vector<float>& values)
{
    if (rows_ == 0 || values.size() != rows_)
        return;
    for (std::size_t row = 0; row < rows_; ++row) {
        const auto value = static_cast<double>(values[row]);
        if (!std::isfinite(value))
            continue;
        highest_ = std::max(highest_, value);
        if (time <= countedFrom_)
            continue;
        Total& total = totals_[row];
        total.maximum = total.count == 0 ? value : std::max(total.maximum, value);
        total.sum += value;
        ++total.count;
    }
    if (!times_.empty() && inLast_ < instantsPerColumn_) {
        float* last = &cells_[(times_.size() - 1) * rows_];
        for (std::size_t row = 0; row < rows_; ++row)
            last[row] = joined(last[row], static_cast<float>(inLast_), values[row]);
        times_.back() = time;
        ++inLast_;
        return;
    }
    if (times_.size() >= mostColumns_)
        join();
    times_.push_back(time);
    cells_.insert(cells_.end(), values.begin(), values.end());
    inLast_ = 1;
}

void HeatData::raiseMaximum(std::size_t row, double value)
{
    if (totals_[row].count == 0)
        return;
    totals_[row].maximum = std::max(totals_[row].maximum, value);
    highest_ = std::max(highest_, value);
}

void HeatData::join()
{
    const std::size_t half = times_.size() / 2;
    for (std::size_t column = 0; column < half; ++column) {
        times_[column] = times_[2 * column + 1];
        for (std::size_t row = 0; row < rows_; ++row)
            cells_[column * rows_ + row] =
                joined(cells_[2 * column * rows_ + row], 1, cells_[(2 * column + 1) * rows_ + row]);
    }
    times_.resize(half);
    cells_.resize(half * rows_);
    instantsPerColumn_ *= 2;
}

std::size_t HeatData::columnAt(double time) const
{
    if (time < begin_)
        return columns();
    return static_cast<std::size_t>(std::lower_bound(times_.begin(), times_.end(), time) - times_.begin());
}

double HeatData::mean(std::size_t row) const
{
    const Total& total = totals_[row];
    return total.count > 0 ? total.sum / static_cast<double>(total.count) : std::numeric_limits<double>::quiet_NaN();
}

double HeatData::maximum(std::size_t row) const
{
    return totals_[row].count > 0 ? totals_[row].maximum : std::numeric_limits<double>::quiet_NaN();
}

} // namespace headroom::widgets
