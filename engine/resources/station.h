// Alike stations of a stage that is known only by its service times: a black box.
#pragma once

#include "kernel/calendar.h"
#include "monitoring/meter.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::resources {

/// A bank of alike stations, each with a queue of its own and the same number of servers: jobs of one station are
/// served first come first served, for as long as their caller says. With exponential service and Poisson arrivals
/// each station is an M/M/c queue.
///
/// Compact, because there may be hundreds of thousands: jobs lie in a pool and queue by index; no allocation once
/// the pool has grown to what waits and is served at a time.
class StationBank
{
public:
    using Job = std::uint64_t;
    static constexpr Job noJob = 0;

    /// Throws std::invalid_argument if there is no station or no server.
    StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach);

    /// Queues a job of `service` picoseconds at a station (0 … stations − 1); `done` is called when it is served,
    /// never from within.
    Job run(std::uint32_t station, kernel::Time service, kernel::Completion done);
    /// Takes a job out, waiting or being served; its completion is not called. False if it is not there.
    bool cancel(Job job);

    std::uint32_t stations() const { return static_cast<std::uint32_t>(stations_.size()); }
    /// Jobs waiting or being served there.
    std::uint32_t present(std::uint32_t station) const { return stations_[station].present; }
    /// The station with the fewest jobs; the first of them.
    std::uint32_t shortest() const;

    /// Of all stations together: servers() = stations × servers of each.
    const monitoring::Meter& meter() const { return meter_; }
    monitoring::Meter& meter() { return meter_; }

private:
    static constexpr std::uint32_t nobody = 0xffffffffU;
    struct Station
    {
        std::uint32_t present = 0;
        std::uint32_t first = nobody, last = nobody; ///< who waits
    };
    /// One cache line in one place: the calendar knows it by address and fetches it before its event is due.
    struct alignas(64) Record
    {
        kernel::Completion done;
        kernel::Time service = 0;
        kernel::EventId event = kernel::noEvent; ///< while it is served
        StationBank* bank = nullptr;
        std::uint32_t generation = 0; ///< counts the jobs that have left it: a name of an earlier one is stale
        std::uint32_t station = 0;
        std::uint32_t next = nobody; ///< behind it in the queue, or among the free records
    };

    static void onDone(void* record, std::uint64_t job);
    void begin(std::uint32_t job);
    void leave(std::uint32_t job);
    void unlink(std::uint32_t job);

    kernel::Calendar& calendar_;
    std::uint32_t servers_;
    std::vector<Station> stations_;
    std::deque<Record> jobs_;
    std::uint32_t free_ = nobody;
    monitoring::Meter meter_;
};

} // namespace headroom::resources
