// Queueing stations with a number of servers; their service times are given by the caller.
#pragma once

#include "kernel/calendar.h"
#include "kernel/fetch.h"
#include "monitoring/meter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

namespace headroom::resources {

struct StationJob;

/// The owner of jobs: `done` is called with `self` and the job that has been served, never from within a call of the
/// station.
struct StationClient
{
    void (*done)(void* self, StationJob& job) = nullptr;
    void* self = nullptr;
};

/// A job that waits in a queue or is being served. It is part of a record of its owner and must not move until it has
/// been served or cancelled. So the memory needed at the end of its service is in one cache line. It takes half a line,
/// because there are many.
struct StationJob
{
    const StationClient* client = nullptr;
    std::uint32_t context = 0;
    std::uint32_t station : 31 = 0; ///< set by the station, like all that follows
    std::uint32_t served : 1 = 0;
    union {
        kernel::Time service = 0; ///< picoseconds, while it waits
        kernel::EventId event;    ///< while it is served
    };
    StationJob* next = nullptr; ///< the next one in the queue
};

/// The jobs that wait at one station, first come, first served.
struct StationLine
{
    StationJob *first = nullptr, *last = nullptr;
};

/// The queue of a single station: the meter's counts are those of the station.
class SingleLine
{
public:
    bool enter(std::uint32_t /*station*/, const monitoring::Meter& meter) { return meter.present() < meter.servers(); }
    void leave(std::uint32_t /*station*/) {}
    StationLine& at(std::uint32_t /*station*/) { return line_; }
    void fetch(std::uint32_t /*station*/) const {}
    const StationJob* first(std::uint32_t /*station*/) const { return line_.first; }

private:
    StationLine line_;
};

/// The queues of several stations, each with its own count of jobs.
class ManyLines
{
public:
    struct Counted : StationLine
    {
        std::uint32_t present = 0;
    };

    ManyLines(Counted* stations, std::uint32_t count, std::uint32_t serversEach)
        : stations_(stations), count_(count), serversEach_(serversEach)
    {
    }
    /// Returns true if the new job is served at once.
    bool enter(std::uint32_t station, const monitoring::Meter& /*meter*/)
    {
        return stations_[station].present++ < serversEach_;
    }
    void leave(std::uint32_t station) { --stations_[station].present; }
    StationLine& at(std::uint32_t station) { return stations_[station]; }
    void fetch(std::uint32_t station) const { kernel::fetch(&stations_[station]); }
    const StationJob* first(std::uint32_t station) const { return stations_[station].first; }
    std::span<const Counted> all() const { return {stations_, count_}; }
    Counted* stations() const { return stations_; }

private:
    Counted* stations_;
    std::uint32_t count_, serversEach_;
};

/// Identical stations, each with a queue of its own and the same number of servers. The jobs of a station are served
/// first come, first served; the caller gives the service time. With exponential service and Poisson arrivals each
/// station is an M/M/c queue.
///
/// Compact, because there may be hundreds of thousands: the memory used when a job arrives or leaves is in one cache
/// line; with several stations a second one belongs to the station. No allocation.
template <typename Lines>
class alignas(kernel::cacheLine) Stations
{
public:
    Stations(kernel::Calendar& calendar, const Lines& lines, std::uint32_t servers);
    Stations(const Stations&) = delete;
    Stations& operator=(const Stations&) = delete;

    /// Queues a job of `service` picoseconds at a station (0 … stations − 1).
    void run(std::uint32_t station, kernel::Time service, StationJob& job)
    {
        const kernel::Time now = calendar_.now();
        if (!lines_.enter(station, meter_)) {
            queue(station, service, job);
            return;
        }
        meter_.arriveAndBegin(now);
        job.station = station;
        job.served = 1;
        begin(job, service);
    }
    /// Removes a job that waits or is being served; it must be there. No completion is called.
    void cancel(StationJob& job);

    // For Calendar::lookAheadWith.
    /// True if the event ends a service at such a station; its `self` is the job.
    static bool ends(const kernel::Calendar::Event& event) { return event.handler == &Stations::onDone; }
    /// Prefetches the station of such an event.
    static void fetchStationOf(const kernel::Calendar::Event& event) { linesOf(event).fetch(jobOf(event).station); }
    /// Prefetches the job that is served next there.
    static void fetchQueueOf(const kernel::Calendar::Event& event)
    {
        kernel::fetch(linesOf(event).first(jobOf(event).station));
    }

    /// Prefetches the memory that is used when a job arrives or leaves.
    void fetch() const { kernel::fetch(this); }
    /// Prefetches the same for the job's station; call fetch() early enough before.
    void fetchStation(std::uint32_t station) const { lines_.fetch(station); }

    /// For all stations together: servers() = stations × servers of each.
    const monitoring::Meter& meter() const { return meter_; }
    monitoring::Meter& meter() { return meter_; }

protected:
    const Lines& lines() const { return lines_; }

private:
    static void onDone(void* job, std::uint64_t stations);
    static const StationJob& jobOf(const kernel::Calendar::Event& event)
    {
        return *static_cast<const StationJob*>(event.self);
    }
    static const Lines& linesOf(const kernel::Calendar::Event& event)
    {
        return reinterpret_cast<const Stations*>(event.context)->lines_;
    }
    void queue(std::uint32_t station, kernel::Time service, StationJob& job);
    [[gnu::always_inline]] void begin(StationJob& job, kernel::Time service)
    {
        job.event = calendar_.put(kernel::later(calendar_.now(), std::max<kernel::Time>(service, 0)), &Stations::onDone,
                                  &job, reinterpret_cast<std::uintptr_t>(this));
    }
    void beginNext(StationLine& line);
    void unlink(StationJob& job);

    // The first cache line.
    Lines lines_;
    kernel::Calendar& calendar_;
    monitoring::Meter meter_; ///< only its first part is in this line
    static_assert(sizeof(Lines) + sizeof(kernel::Calendar*) + monitoring::Meter::changing <= kernel::cacheLine);
};

extern template class Stations<SingleLine>;
extern template class Stations<ManyLines>;

/// One station. Jobs without a record of their own need no allocation either, once there are as many records as such
/// jobs wait or are served at a time.
class Station : public Stations<SingleLine>
{
public:
    using Job = std::uint64_t; ///< id of a job without a record of its owner
    static constexpr Job noJob = 0;

    /// Throws std::invalid_argument if there is no server.
    Station(kernel::Calendar& calendar, std::uint32_t servers);
    ~Station();

    using Stations::cancel;
    using Stations::run;
    /// The same for a job without a record of its owner.
    Job run(kernel::Time service, kernel::Completion done);
    /// False if the job is not there any more.
    bool cancel(Job job);

private:
    struct Pool;
    static void onPooled(void* station, StationJob& job);

    std::unique_ptr<Pool> pool_; ///< of the jobs without a record, if there ever was one
};

/// A bank of stations.
class StationBank : public Stations<ManyLines>
{
public:
    /// The stations are allocated in `memory`. Throws std::invalid_argument if there is no station or no server.
    StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach,
                std::pmr::memory_resource& memory = *std::pmr::new_delete_resource());
    ~StationBank();

    std::uint32_t stations() const { return static_cast<std::uint32_t>(lines().all().size()); }
    /// Number of jobs that wait or are being served there.
    std::uint32_t present(std::uint32_t station) const { return lines().all()[station].present; }
    /// The station with the fewest jobs; the first one if there are several.
    std::uint32_t shortest() const;

private:
    std::pmr::memory_resource* memory_;
};

} // namespace headroom::resources
