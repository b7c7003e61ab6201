// The part of a solid-state device that takes writes faster than the rest.
#pragma once

#include "kernel/time.h"

#include <algorithm>
#include <cstdint>

namespace headroom::resources {

/// Desktop drives write part of their flash with one bit a cell, which is fast, and copy it into the slower rest behind
/// the writes. `bytes` find room while nothing has been copied; copying goes on all the time at the rate that the rest
/// sustains, so that writes at less than this rate never fill the cache, and a full one leaves writers exactly this
/// rate: while the rest takes what finds no room, nothing is copied. Drives differ in when they copy (some only when
/// idle), which no data sheet states.
class FastCache
{
public:
    /// `bytes` 0: all writes are fast.
    FastCache(std::uint64_t bytes, double sustainedBps, bool full)
        : bytes_(static_cast<double>(bytes)), perS_(sustainedBps), level_(full ? static_cast<double>(bytes) : 0)
    {
    }

    /// Takes a write as far as there is room, and returns the time that the rest needs for what finds none.
    kernel::Time take(std::uint64_t bytes, kernel::Time now)
    {
        if (!(bytes_ > 0))
            return 0;
        if (now > copiesFrom_) {
            level_ = std::max(0.0, level_ - kernel::toSeconds(now - copiesFrom_) * perS_);
            copiesFrom_ = now;
        }
        level_ += static_cast<double>(bytes);
        const double beyond = std::max(0.0, level_ - bytes_);
        level_ -= beyond;
        const kernel::Time time = kernel::fromSeconds(beyond / perS_);
        copiesFrom_ = kernel::later(copiesFrom_, time);
        return time;
    }

private:
    double bytes_, perS_;
    double level_;
    kernel::Time copiesFrom_ = 0; ///< before, the rest is busy with what found no room
};

} // namespace headroom::resources
