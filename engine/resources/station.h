// Alike stations of a stage that is known only by its service times: a black box.
#pragma once

#include "kernel/calendar.h"
#include "kernel/fetch.h"
#include "monitoring/meter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::resources {

/// What stands in a queue or is being served. It is part of a record of its owner's, who leaves it in its place until
/// it has been served or was cancelled: what is looked at when it has been served lies in one cache line then.
struct StationJob
{
    kernel::Handler done = nullptr; ///< called with self and context when it has been served, never from within
    void* self = nullptr;
    std::uint32_t context = 0;
    std::uint32_t station = 0;               ///< the resource's, like all that follows
    kernel::Time service = 0;                ///< picoseconds
    kernel::EventId event = kernel::noEvent; ///< while it is served
    StationJob* next = nullptr;              ///< behind it in the queue
};

/// A bank of alike stations, each with a queue of its own and the same number of servers: jobs of one station are
/// served first come first served, for as long as their caller says. With exponential service and Poisson arrivals
/// each station is an M/M/c queue.
///
/// Compact, because there may be hundreds of thousands, and a single station lies in the bank itself; no allocation for
/// jobs that lie with their owner, nor for others once the pool has grown to what waits and is served at a time.
class alignas(kernel::cacheLine) StationBank
{
public:
    using Job = std::uint64_t; ///< names one that does not lie with its owner
    static constexpr Job noJob = 0;

    /// Throws std::invalid_argument if there is no station or no server.
    StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach);
    StationBank(const StationBank&) = delete;
    StationBank& operator=(const StationBank&) = delete;

    /// Queues a job of `service` picoseconds at a station (0 … stations − 1).
    void run(std::uint32_t station, kernel::Time service, StationJob& job);
    /// Takes it out, waiting or being served; it must be there. Nothing is called.
    void cancel(StationJob& job);

    /// The same for a job that has no record to lie in.
    Job run(std::uint32_t station, kernel::Time service, kernel::Completion done);
    /// False if it is not there any more.
    bool cancel(Job job);

    /// For Calendar::lookAheadWith: the job whose service ends by an event with this handler and object; null if it is
    /// another event. Fetches what the bank itself will need of the queue.
    static const StationJob* ending(kernel::Handler handler, void* self, std::uint64_t context, bool isNext)
    {
        if (handler != &StationBank::onDone)
            return nullptr;
        const auto* job = static_cast<const StationJob*>(self);
        const Station& station = reinterpret_cast<const StationBank*>(context)->stations_[job->station];
        kernel::fetch(isNext ? static_cast<const void*>(station.first) : &station);
        return job;
    }

    /// Asks for the cache lines that a job which comes or goes touches in any case.
    void fetch() const
    {
        const auto* at = reinterpret_cast<const char*>(this);
        for (std::size_t line = 0; line < sizeof(StationBank) - sizeof pooled_; line += kernel::cacheLine)
            kernel::fetch(at + line);
    }

    std::uint32_t stations() const { return count_; }
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
        StationJob *first = nullptr, *last = nullptr; ///< who waits
        std::uint32_t present = 0;
    };
    struct Pooled
    {
        StationJob job;
        kernel::Completion done;
        std::uint32_t generation = 0; ///< counts the jobs that have left it: a name of an earlier one is stale
        std::uint32_t next = nobody;  ///< among the free records
    };

    static void onDone(void* job, std::uint64_t bank);
    static void onPooled(void* bank, std::uint64_t index);
    void begin(StationJob& job);
    void beginNext(Station& station);
    void unlink(StationJob& job);
    void giveBack(std::uint32_t index);

    kernel::Calendar& calendar_;
    std::uint32_t servers_;
    std::uint32_t count_;
    Station single_;
    std::unique_ptr<Station[]> many_; ///< unless there is one only
    Station* stations_;
    monitoring::Meter meter_;
    std::uint32_t free_ = nobody;
    std::vector<std::unique_ptr<Pooled>> pooled_;
};

} // namespace headroom::resources
