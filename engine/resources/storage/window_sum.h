// Sums the durations of operations within the window of a meter.
#pragma once

#include "monitoring/meter.h"

#include <algorithm>

namespace headroom::resources {

/// Sum of the durations of operations; each is cut to the window of `meter`. It follows the meter's resets by itself: a
/// reset is noticed at the next operation that ends, and everything summed before belongs to the old window.
class WindowSum
{
public:
    using Time = kernel::Time;
    using Integral = monitoring::Meter::Integral;

    /// Counts an operation that lasted from `start` to `end`, which is now.
    void add(Time start, Time end, const monitoring::Meter& meter)
    {
        if (meter.windowStart() != window_) {
            sum_ = 0;
            window_ = meter.windowStart();
        }
        sum_ += end - std::max(start, window_);
    }

    /// Time that ended operations spent inside the window.
    Integral ended(const monitoring::Meter& meter) const { return meter.windowStart() == window_ ? sum_ : 0; }

    /// Time that an operation in progress since `start` has spent inside the window.
    static Time underway(Time start, const monitoring::Meter& meter)
    {
        return std::max<Time>(0, meter.lastUpdate() - std::max(start, meter.windowStart()));
    }

private:
    Time window_ = 0;
    Integral sum_ = 0;
};

} // namespace headroom::resources
