// A count that goes up and down: messages in a queue, bytes held, slots in use.
#pragma once

#include "kernel/int128.h"
#include "kernel/time.h"

#include <algorithm>
#include <cstdint>

namespace headroom::monitoring {

/// Time average and maximum of a count over the measured window. The integral is exact.
class Level
{
public:
    void change(kernel::Time now, std::int64_t by)
    {
        advance(now);
        present_ += by;
        maximum_ = std::max(maximum_, present_);
    }
    /// Extends the average up to `now`.
    void advance(kernel::Time now)
    {
        area_ += static_cast<kernel::Int128>(now - last_) * present_;
        last_ = now;
    }
    /// Starts a new window with the present count.
    void reset(kernel::Time now)
    {
        start_ = last_ = now;
        area_ = 0;
        maximum_ = present_;
    }

    std::int64_t present() const { return present_; }
    std::int64_t maximum() const { return maximum_; }
    /// The count's integral over the window so far, in picoseconds.
    kernel::Int128 area() const { return area_; }
    double mean() const
    {
        return last_ > start_ ? static_cast<double>(area_) / static_cast<double>(last_ - start_) : 0.0;
    }

private:
    kernel::Int128 area_ = 0;
    kernel::Time start_ = 0, last_ = 0;
    std::int64_t present_ = 0, maximum_ = 0;
};

} // namespace headroom::monitoring
