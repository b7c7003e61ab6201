#include "run/workload/sizes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace headroom::run {

namespace {

constexpr double single = std::numeric_limits<double>::quiet_NaN();

} // namespace

Sizes Sizes::constant(double bytes)
{
    return histogram({{bytes, single, 1}});
}

Sizes Sizes::uniform(double from, double to)
{
    return histogram({{from, to, 1}});
}

Sizes Sizes::logNormal(double mean, double sigma, double smallest, double largest)
{
    Sizes sizes;
    sizes.kind_ = Kind::logNormal;
    sizes.mu_ = std::log(mean) - sigma * sigma / 2; // so that exp(mu + sigma²/2) = mean
    sizes.sigma_ = sigma;
    sizes.smallest_ = smallest;
    sizes.largest_ = std::min(largest, largestSize);
    return sizes;
}

Sizes Sizes::histogram(const std::vector<Range>& ranges)
{
    Sizes sizes;
    double total = 0;
    for (const Range& range : ranges)
        if (range.weight > 0) {
            total += range.weight;
            sizes.ranges_.push_back({range.from, range.to, total});
        }
    for (Range& range : sizes.ranges_)
        range.weight /= total;
    return sizes;
}

Sizes Sizes::table(std::shared_ptr<const project::ValueTable> values)
{
    Sizes sizes;
    sizes.kind_ = Kind::table;
    sizes.table_ = std::move(values);
    return sizes;
}

double Sizes::draw(double u, double v) const
{
    if (kind_ == Kind::logNormal) {
        // Box and Muller's transform; 1 − u is never 0.
        const double normal = std::sqrt(-2 * std::log1p(-u)) * std::cos(2 * std::numbers::pi * v);
        return std::clamp(std::round(std::exp(mu_ + sigma_ * normal)), smallest_, largest_);
    }
    if (kind_ == Kind::table)
        return std::min(std::round(table_->at(u)), largestSize);
    const auto found =
        std::partition_point(ranges_.begin(), ranges_.end() - 1, [u](const Range& range) { return range.weight <= u; });
    if (std::isnan(found->to))
        return found->from;
    const double least = std::ceil(found->from), most = std::max(least, std::floor(found->to));
    return std::min(most, least + std::floor(v * (most - least + 1)));
}

} // namespace headroom::run
