// Simulated time.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace headroom::kernel {

/// Simulated time in picoseconds since the start of the run. An integer, so that adding up never drifts and two
/// runs agree bit for bit; 64 bits reach 106 days. One tick equals SystemC's default time resolution.
using Time = std::int64_t;

inline constexpr Time never = std::numeric_limits<Time>::max();
inline constexpr Time picosecondsPerSecond = 1'000'000'000'000;

/// Nearest whole tick; negative values and NaN give 0, values beyond the range give `never`.
inline Time fromTicks(double ticks)
{
    if (!(ticks > 0.0))
        return 0;
    return ticks >= 9.2e18 ? never : static_cast<Time>(ticks + 0.5);
}

inline Time fromSeconds(double seconds)
{
    return fromTicks(seconds * static_cast<double>(picosecondsPerSecond));
}

/// The instant `wait` after `from`; neither may be negative. `never` if the sum exceeds the range.
inline Time later(Time from, Time wait)
{
    return wait > never - from ? never : from + wait;
}

inline double toSeconds(Time time)
{
    return static_cast<double>(time) / static_cast<double>(picosecondsPerSecond);
}

} // namespace headroom::kernel
