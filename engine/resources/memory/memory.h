// Main memory of a node: its traffic, and the bytes that software holds.
#pragma once

#include "kernel/calendar.h"
#include "monitoring/level.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace headroom::resources {

/// Figures of the main memory of one node.
struct MemorySpec
{
    std::uint64_t capacityBytes = 0; ///< available to software
    double bandwidthBps = 0;         ///< reads and writes together, all channels of all sockets
    double copyBps = 0;              ///< maximum rate at which one thread copies
};

/// Copies share the bandwidth equally; each is limited to the rate of one thread. A copied byte is read once and
/// written once, so it crosses the bus twice (counted as in STREAM: McCalpin, "Memory bandwidth and machine balance in
/// current high performance computers", 1995).
class Memory
{
public:
    Memory(kernel::Calendar& calendar, const MemorySpec& spec);

    void copy(double bytes, const kernel::Completion& done);

    std::uint64_t capacityBytes() const { return spec_.capacityBytes; }
    std::uint64_t heldBytes() const { return static_cast<std::uint64_t>(held_.present()); }
    bool fits(std::uint64_t bytes) const { return bytes <= spec_.capacityBytes - heldBytes(); }
    void hold(kernel::Time now, std::uint64_t bytes) { held_.change(now, static_cast<std::int64_t>(bytes)); }
    void giveBack(kernel::Time now, std::uint64_t bytes) { held_.change(now, -static_cast<std::int64_t>(bytes)); }

    /// Begins a new measured window; `settle` brings the figures up to the present.
    void reset();
    void settle();
    const monitoring::Level& held() const { return held_; }
    /// Bytes that crossed the bus in the window; utilisation() relates them to the bandwidth.
    double trafficBytes() const { return traffic_; }
    double utilisation() const;

private:
    struct Copy
    {
        double end; ///< value of `progress_` at which it is done
        std::uint64_t order;
        kernel::Completion done;
        bool operator>(const Copy& other) const { return end != other.end ? end > other.end : order > other.order; }
    };

    double rate() const; ///< of each copy, bytes per second
    void advance();
    void expect();
    static void onDone(void* self, std::uint64_t);

    kernel::Calendar& calendar_;
    MemorySpec spec_;
    monitoring::Level held_;
    std::priority_queue<Copy, std::vector<Copy>, std::greater<>> copies_;
    double progress_ = 0; ///< bytes moved by each copy that has been active since the start
    std::uint64_t copiesSoFar_ = 0;
    kernel::EventId next_ = kernel::noEvent;
    kernel::Time last_ = 0, windowStart_ = 0;
    double traffic_ = 0;
};

} // namespace headroom::resources
