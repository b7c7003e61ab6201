// Statistics of a queueing resource.
#pragma once

#include "kernel/int128.h"
#include "kernel/time.h"

#include <cstddef>
#include <cstdint>

namespace headroom::monitoring {

/// Exact time integrals over a resource, from the start of the measured window. Integers only (picoseconds times a
/// count), so that Little's law and the utilisation law can be checked without rounding.
///
/// A resource calls arrive / begin / end / depart with times that never decrease; `reset` starts a new window (end of
/// the warm-up) and carries over what is in the resource.
class Meter
{
public:
    using Time = kernel::Time;
    /// Time integrals outgrow 64 bits (picoseconds × thousands in the queue × hours).
    using Integral = kernel::Int128;

    /// Number of bytes at the start of the object that every change writes. A class with millions of changes should put
    /// its other hot fields into the same cache line.
    static constexpr std::size_t changing = 40;

    explicit Meter(std::uint32_t servers = 1) : servers_(servers) {}

    void arrive(Time now)
    {
        rise(presentTime_, presentTimeAbove_, now);
        ++present_;
        ++arrivals_;
    }
    void begin(Time now)
    {
        rise(busyTime_, busyTimeAbove_, now);
        ++busy_;
    }
    void end(Time now)
    {
        fall(busyTime_, busyTimeAbove_, now);
        --busy_;
    }
    void depart(Time now)
    {
        fall(presentTime_, presentTimeAbove_, now);
        --present_;
    }
    /// The same as arrive and begin, for a customer that is served at once.
    void arriveAndBegin(Time now)
    {
        arrive(now);
        begin(now);
    }
    /// The same as end and depart.
    void endAndDepart(Time now)
    {
        end(now);
        depart(now);
    }
    void addBytes(std::uint64_t bytes) { bytes_ += bytes; }

    /// Extends the integrals up to `now`.
    void advance(Time now) { last_ = now; }
    void reset(Time now)
    {
        advance(now);
        busyTime_ = presentTime_ = 0;
        busyTimeAbove_ = presentTimeAbove_ = 0;
        busyAtStart_ = busy_;
        presentAtStart_ = present_;
        bytesBefore_ += bytes_;
        arrivals_ = bytes_ = 0;
        start_ = now;
    }

    std::uint32_t servers() const { return servers_; }
    void setServers(std::uint32_t servers) { servers_ = servers; }
    std::uint32_t busy() const { return busy_; }
    std::uint32_t present() const { return present_; }
    std::uint32_t queued() const { return present_ > busy_ ? present_ - busy_ : 0; }
    std::uint64_t arrivals() const { return arrivals_; }
    std::uint64_t departures() const { return presentAtStart_ + arrivals_ - present_; }
    std::uint64_t bytes() const { return bytes_; }
    /// Including those of earlier windows.
    std::uint64_t bytesEver() const { return bytesBefore_ + bytes_; }
    /// Server-picoseconds of work and customer-picoseconds of presence in the window; call advance first.
    Integral busyTime() const { return integral(busyTime_, busyTimeAbove_, busyAtStart_, busy_); }
    Integral presentTime() const { return integral(presentTime_, presentTimeAbove_, presentAtStart_, present_); }
    Time windowStart() const { return start_; }
    /// The time up to which the integrals are computed.
    Time lastUpdate() const { return last_; }
    /// Share of the servers that was busy over the window, 0 … 1; call advance first.
    double utilisation() const
    {
        const double span = static_cast<double>(last_ - start_) * servers_;
        return span > 0 ? static_cast<double>(busyTime()) / span : 0.0;
    }

private:
    // The time integral of a count is the sum of the instants at which it fell minus those at which it rose, including
    // the window's ends. So a change is one addition. The sum is kept modulo 2^96; it may be negative in between.
    static void rise(std::uint64_t& low, std::uint32_t& above, Time now)
    {
        const auto instant = static_cast<std::uint64_t>(now);
        above -= low < instant ? 1 : 0;
        low -= instant;
    }
    static void fall(std::uint64_t& low, std::uint32_t& above, Time now)
    {
        const auto instant = static_cast<std::uint64_t>(now);
        low += instant;
        above += low < instant ? 1 : 0;
    }
    Integral integral(std::uint64_t low, std::uint32_t above, std::uint32_t atStart, std::uint32_t present) const
    {
        constexpr int spare = 128 - 96;
        const kernel::Uint128 inside = (static_cast<kernel::Uint128>(above) << 64) | low;
        const Integral ends = static_cast<Integral>(last_) * present - static_cast<Integral>(start_) * atStart;
        return static_cast<Integral>((inside + static_cast<kernel::Uint128>(ends)) << spare) >> spare;
    }

    std::uint64_t busyTime_ = 0;
    std::uint64_t presentTime_ = 0;
    std::uint32_t busyTimeAbove_ = 0;
    std::uint32_t presentTimeAbove_ = 0;
    std::uint32_t present_ = 0;
    std::uint32_t busy_ = 0;
    std::uint64_t arrivals_ = 0; // end of `changing`

    Time last_ = 0;
    Time start_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t bytesBefore_ = 0;
    std::uint32_t busyAtStart_ = 0;
    std::uint32_t presentAtStart_ = 0;
    std::uint32_t servers_ = 1;
};

} // namespace headroom::monitoring
