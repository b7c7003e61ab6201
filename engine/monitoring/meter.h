// What a queueing resource counts about itself.
#pragma once

#include "kernel/time.h"
#include "kernel/wide.h"

#include <cstddef>
#include <cstdint>

namespace headroom::monitoring {

/// Exact time integrals over a resource, from the start of the measured window. Integers only (picoseconds times a
/// count), so that Little's law and the utilisation law can be checked without rounding.
///
/// A resource calls arrive / begin / finish, of which no time lies before an earlier one; `reset` starts a new window
/// (end of the warm-up) with what is in the resource carried over.
class Meter
{
public:
    using Time = kernel::Time;
    /// Time integrals outgrow 64 bits (picoseconds × thousands in the queue × hours).
    using Integral = kernel::Int128;

    /// Bytes, from the first on, that every change touches: whoever changes it by the million puts what else is needed
    /// into the same cache line.
    static constexpr std::size_t changing = 40;

    explicit Meter(std::uint32_t servers = 1) : servers_(servers) {}

    void arrive(Time now)
    {
        advance(now);
        ++present_;
        ++arrivals_;
    }
    void begin(Time now)
    {
        advance(now);
        ++busy_;
    }
    void end(Time now)
    {
        advance(now);
        --busy_;
    }
    void depart(Time now)
    {
        advance(now);
        --present_;
    }
    /// The same as arrive and begin, for who is served at once.
    void arriveAndBegin(Time now)
    {
        advance(now);
        ++present_;
        ++arrivals_;
        ++busy_;
    }
    /// The same as end and depart.
    void endAndDepart(Time now)
    {
        advance(now);
        --busy_;
        --present_;
    }
    void addBytes(std::uint64_t bytes) { bytes_ += bytes; }

    /// Brings the integrals up to `now`.
    void advance(Time now)
    {
        if (now == last_)
            return;
        const auto passed = static_cast<std::uint64_t>(now - last_);
        add(busyTime_, busyTimeAbove_, passed, busy_);
        add(presentTime_, presentTimeAbove_, passed, present_);
        last_ = now;
    }
    void reset(Time now)
    {
        advance(now);
        busyTime_ = presentTime_ = busyTimeAbove_ = presentTimeAbove_ = 0;
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
    /// With those of former windows.
    std::uint64_t bytesEver() const { return bytesBefore_ + bytes_; }
    /// Server-picoseconds of work and customer-picoseconds of presence in the window; call advance first.
    Integral busyTime() const { return whole(busyTime_, busyTimeAbove_); }
    Integral presentTime() const { return whole(presentTime_, presentTimeAbove_); }
    Time windowStart() const { return start_; }
    Time lastUpdate() const { return last_; }
    /// Share of the servers that was busy over the window, 0 … 1.
    double utilisation() const
    {
        const double span = static_cast<double>(last_ - start_) * servers_;
        return span > 0 ? static_cast<double>(busyTime()) / span : 0.0;
    }

private:
    /// To an integral of two words, of which the upper one hardly ever changes.
    static void add(std::uint64_t& low, std::uint64_t& high, std::uint64_t passed, std::uint32_t count)
    {
        const kernel::Uint128 sum = static_cast<kernel::Uint128>(passed) * count + low;
        low = static_cast<std::uint64_t>(sum);
        if (const auto above = static_cast<std::uint64_t>(sum >> 64); above != 0) [[unlikely]]
            high += above;
    }
    static Integral whole(std::uint64_t low, std::uint64_t high)
    {
        return static_cast<Integral>((static_cast<kernel::Uint128>(high) << 64) | low);
    }

    std::uint64_t busyTime_ = 0;
    std::uint64_t presentTime_ = 0;
    Time last_ = 0;
    std::uint32_t present_ = 0;
    std::uint32_t busy_ = 0;
    std::uint64_t arrivals_ = 0; // up to here: `changing`

    std::uint64_t busyTimeAbove_ = 0;
    std::uint64_t presentTimeAbove_ = 0;
    Time start_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t bytesBefore_ = 0;
    std::uint32_t presentAtStart_ = 0;
    std::uint32_t servers_ = 1;
};

} // namespace headroom::monitoring
