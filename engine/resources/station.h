// Alike stations of a stage that is known only by its service times: a black box.
#pragma once

#include "kernel/calendar.h"
#include "kernel/fetch.h"
#include "monitoring/meter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

namespace headroom::resources {

/// Who learns that jobs have been served: `done` is called with `self` and the job's context, never from within.
struct StationClient
{
    kernel::Handler done = nullptr;
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

/// A bank of alike stations, each with a queue of its own and the same number of servers: jobs of one station are
/// served first come first served, for as long as their caller says. With exponential service and Poisson arrivals
/// each station is an M/M/c queue.
///
/// Compact, because there may be hundreds of thousands: what a job touches that comes or goes lies in two cache lines,
/// a single station with it. No allocation for jobs that lie with their owner, nor for others once the pool has grown
/// to what waits and is served at a time.
class alignas(kernel::cacheLine) StationBank
{
public:
    using Job = std::uint64_t; ///< names one that does not lie with its owner
    static constexpr Job noJob = 0;

    /// The stations lie in `memory`, unless there is one only. Throws std::invalid_argument if there is no station or
    /// no server.
    StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach,
                std::pmr::memory_resource& memory = *std::pmr::new_delete_resource());
    ~StationBank();
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
    static const StationJob* ending(kernel::Handler handler, void* self, std::uint64_t context, unsigned before)
    {
        if (handler != &StationBank::onDone)
            return nullptr;
        const auto* job = static_cast<const StationJob*>(self);
        const Station& station = reinterpret_cast<const StationBank*>(context)->at(job->station);
        if (before == 2)
            kernel::fetch(&station);
        else if (before == 1)
            kernel::fetch(station.first);
        return job;
    }

    /// Asks for what a job touches that comes or goes.
    void fetch() const { kernel::fetch(this, 2 * kernel::cacheLine); }
    /// The same of the station that it comes to; the bank itself should be there.
    void fetchStation(std::uint32_t station) const { kernel::fetch(&at(station)); }

    std::uint32_t stations() const { return count_; }
    /// Jobs waiting or being served there.
    std::uint32_t present(std::uint32_t station) const { return at(station).present; }
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
    void begin(StationJob& job, kernel::Time service);
    void beginNext(Station& station);
    void unlink(StationJob& job);
    void giveBack(std::uint32_t index);

    Station& at(std::uint32_t station) { return count_ == 1 ? single_ : many_.stations[station]; }
    const Station& at(std::uint32_t station) const { return count_ == 1 ? single_ : many_.stations[station]; }
    std::uint32_t serversEach() const { return count_ == 1 ? meter_.servers() : many_.serversEach; }

    // The first two cache lines; see fetch().
    [[no_unique_address]] monitoring::Meter meter_;
    std::uint32_t count_;
    struct Many
    {
        Station* stations;
        std::uint32_t serversEach;
    };
    union {
        Station single_{};
        Many many_;
    };
    kernel::Calendar& calendar_;

    std::pmr::memory_resource* memory_; ///< of many stations
    std::uint32_t free_ = nobody;
    StationClient self_{&StationBank::onPooled, this}; ///< of the pooled jobs
    std::vector<std::unique_ptr<Pooled>> pooled_;
};

} // namespace headroom::resources
