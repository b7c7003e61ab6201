// Stations with a number of servers and a line of who waits, known only by their service times.
#pragma once

#include "kernel/calendar.h"
#include "kernel/fetch.h"
#include "monitoring/meter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

namespace headroom::resources {

struct StationJob;

/// Who learns that jobs have been served: `done` is called with `self` and the job, never from within.
struct StationClient
{
    void (*done)(void* self, StationJob& job) = nullptr;
    void* self = nullptr;
};

/// What stands in a queue or is being served. It is part of a record of its owner's, who leaves it in its place until
/// it has been served or was cancelled: what is looked at when it has been served lies in one cache line then. Half a
/// line, because there are many.
struct StationJob
{
    const StationClient* client = nullptr;
    std::uint32_t context = 0;
    std::uint32_t station : 31 = 0; ///< the resource's, like all that follows
    std::uint32_t served : 1 = 0;
    union {
        kernel::Time service = 0; ///< picoseconds, while it waits
        kernel::EventId event;    ///< while it is served
    };
    StationJob* next = nullptr; ///< behind it in the queue
};

/// Who waits at one station, first come first served.
struct StationLine
{
    StationJob *first = nullptr, *last = nullptr;
};

/// What Stations is made of if there is one of them: all that the meter counts is its.
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

/// The same if there are several, of which each has to know how many are there.
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
    /// Whether who comes is served at once.
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

/// Alike stations, each with a line of its own and the same number of servers: jobs of one station are served first
/// come first served, for as long as their caller says. With exponential service and Poisson arrivals each station is
/// an M/M/c queue.
///
/// Compact, because there may be hundreds of thousands: what a job touches that comes or goes lies in one cache line,
/// and of several stations in that of its station. No allocation.
template <typename Lines>
class alignas(kernel::cacheLine) Stations
{
public:
    Stations(kernel::Calendar& calendar, const Lines& lines, std::uint32_t servers);
    Stations(const Stations&) = delete;
    Stations& operator=(const Stations&) = delete;

    /// Queues a job of `service` picoseconds at a station (0 … stations − 1).
    void run(std::uint32_t station, kernel::Time service, StationJob& job);
    /// Takes it out, waiting or being served; it must be there. Nothing is called.
    void cancel(StationJob& job);

    /// For Calendar::lookAheadWith: the job whose service ends by an event with this handler and object; null if it is
    /// another event. Fetches what the stations themselves will need of the line.
    static const StationJob* ending(kernel::Handler handler, void* self, std::uint64_t context, unsigned before)
    {
        if (handler != &Stations::onDone)
            return nullptr;
        const auto* job = static_cast<const StationJob*>(self);
        const Lines& lines = reinterpret_cast<const Stations*>(context)->lines_;
        if (before == 2)
            lines.fetch(job->station);
        else if (before == 1)
            kernel::fetch(lines.first(job->station));
        return job;
    }

    /// Asks for what a job touches that comes or goes.
    void fetch() const { kernel::fetch(this); }
    /// The same of the station that it comes to; what fetch() asks for should be there.
    void fetchStation(std::uint32_t station) const { lines_.fetch(station); }

    /// Of all stations together: servers() = stations × servers of each.
    const monitoring::Meter& meter() const { return meter_; }
    monitoring::Meter& meter() { return meter_; }

protected:
    const Lines& lines() const { return lines_; }

private:
    static void onDone(void* job, std::uint64_t stations);
    void begin(StationJob& job, kernel::Time service);
    void beginNext(StationLine& line);
    void unlink(StationJob& job);

    // The first cache line.
    Lines lines_;
    kernel::Calendar& calendar_;
    monitoring::Meter meter_; ///< the first part of it
    static_assert(sizeof(Lines) + sizeof(kernel::Calendar*) + monitoring::Meter::changing <= kernel::cacheLine);
};

extern template class Stations<SingleLine>;
extern template class Stations<ManyLines>;

/// One station. No allocation for jobs without a record of their own either, once there are as many records as such
/// jobs wait and are served at a time.
class Station : public Stations<SingleLine>
{
public:
    using Job = std::uint64_t; ///< names one that does not lie with its owner
    static constexpr Job noJob = 0;

    /// Throws std::invalid_argument if there is no server.
    Station(kernel::Calendar& calendar, std::uint32_t servers);
    ~Station();

    using Stations::cancel;
    using Stations::run;
    /// The same for a job that has no record to lie in.
    Job run(kernel::Time service, kernel::Completion done);
    /// False if it is not there any more.
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
    /// The stations lie in `memory`. Throws std::invalid_argument if there is no station or no server.
    StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach,
                std::pmr::memory_resource& memory = *std::pmr::new_delete_resource());
    ~StationBank();

    std::uint32_t stations() const { return static_cast<std::uint32_t>(lines().all().size()); }
    /// Jobs waiting or being served there.
    std::uint32_t present(std::uint32_t station) const { return lines().all()[station].present; }
    /// The station with the fewest jobs; the first of them.
    std::uint32_t shortest() const;

private:
    std::pmr::memory_resource* memory_;
};

} // namespace headroom::resources
