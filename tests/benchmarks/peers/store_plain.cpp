// The mini object store written by hand in plain C++, as tight as we can write it: the measure for an interpreter of
// diagrams, as it may use all that is known of this one model.
//
//     store_plain NODES SECONDS [SEED]     prints the throughput (PUT/s) and the service completions per second of
//                                          processor time
#include "store_model.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include <sys/mman.h>

namespace {

constexpr std::uint32_t none = ~0u;

/// Memory in large pages, because it is accessed at random.
template <typename T>
class Table
{
public:
    explicit Table(std::size_t size) : size_(size)
    {
        constexpr std::size_t page = std::size_t{2} << 20;
        const std::size_t bytes = (size * sizeof(T) + page - 1) / page * page;
        data_.reset(static_cast<T*>(std::aligned_alloc(page, bytes)));
        madvise(data_.get(), bytes, MADV_HUGEPAGE);
        std::uninitialized_default_construct_n(data_.get(), size);
    }
    T& operator[](std::size_t index) { return data_.get()[index]; }
    std::size_t size() const { return size_; }

private:
    struct Free
    {
        void operator()(T* data) const { std::free(data); }
    };
    std::size_t size_;
    std::unique_ptr<T, Free> data_;
};

/// The next event of a replica. The first of a write stands for the write until the proxy has sent the replicas.
enum Kind : std::uint32_t
{
    proxyDone,
    processorDone,
    diskDone
};

/// It is in the calendar or in the queue of a station, never in both.
struct Replica
{
    double time;
    std::uint32_t next = none;
    std::uint32_t kind : 2 = proxyDone;
    std::uint32_t place : 30 = 0; ///< number of the proxy, the storage node or the disk
};

/// A write that was answered may still have a replica under way, so writes are numbered apart from clients. All that
/// an event needs of it is in one cache line.
struct alignas(64) Write
{
    Replica replicas[store::replicas];
    std::uint32_t client = 0, done = 0;
    std::uint32_t nextFree = none;
};

/// A queue with a number of servers.
struct Station
{
    std::uint32_t busy = 0;
    std::uint32_t first = none, last = none;
};

/// Replicas are numbered: four times the number of the write, and which of its replicas it is.
class Writes
{
public:
    explicit Writes(std::size_t most) : writes_(most) {}
    Write& of(std::uint32_t replica) { return writes_[replica / 4]; }
    Replica& operator[](std::uint32_t replica) { return writes_[replica / 4].replicas[replica % 4]; }
    Write& at(std::uint32_t write) { return writes_[write]; }
    std::size_t most() const { return writes_.size(); }

private:
    Table<Write> writes_;
};

/// A calendar queue (R. Brown, CACM 31(10), 1988) of fixed days: the rate of events is known.
class Calendar
{
public:
    Calendar(Writes& writes, double eventsPerS, double yearS)
        : writes_(writes), perS_(eventsPerS), days_(std::bit_ceil(static_cast<std::size_t>(yearS * eventsPerS)))
    {
        for (std::size_t day = 0; day < days_.size(); ++day)
            days_[day] = none;
    }

    void push(std::uint32_t replica, double time)
    {
        Replica& event = writes_[replica];
        event.time = time;
        std::uint32_t& day = days_[static_cast<std::uint64_t>(time * perS_) & (days_.size() - 1)];
        event.next = std::exchange(day, replica);
    }

    /// The earliest event; there is always one.
    std::uint32_t pop()
    {
        for (;; ++today_) {
            std::uint32_t* const day = &days_[today_ & (days_.size() - 1)];
            std::uint32_t* earliest = nullptr;
            double least = 0;
            for (std::uint32_t* at = day; *at != none; at = &writes_[*at].next)
                if (const double time = writes_[*at].time;
                    static_cast<std::uint64_t>(time * perS_) == today_ && (!earliest || time < least)) {
                    earliest = at;
                    least = time;
                }
            if (!earliest)
                continue;
            const std::uint32_t found = *earliest;
            *earliest = writes_[found].next;
            return found;
        }
    }

    /// An event that comes so many days after the latest one, or none.
    std::uint32_t ahead(std::uint64_t days) { return days_[(today_ + days) & (days_.size() - 1)]; }

private:
    Writes& writes_;
    double perS_;
    Table<std::uint32_t> days_;
    std::uint64_t today_ = 0;
};

class Store
{
public:
    Store(const store::Question& question, store::Tally& tally)
        : nodes_(question.nodes), tally_(tally), writes_(std::size_t{question.clients()} * 4 + 1024),
          // Three completions a millisecond on each storage node; a year of 32 ms, of which services take four.
          calendar_(writes_, 3300.0 * nodes_, 0.032), processors_(nodes_), disks_(nodes_ * store::disksPerNode),
          proxies_(question.proxies()), draws_(question.seed)
    {
        for (std::uint32_t client = 0; client < question.clients(); ++client)
            issue(client);
    }

    void run(double seconds)
    {
        for (;;) {
            const std::uint32_t replica = calendar_.pop();
            if (const std::uint32_t later = calendar_.ahead(4); later != none)
                __builtin_prefetch(&writes_.of(later));
            if (const std::uint32_t soon = calendar_.ahead(2); soon != none)
                __builtin_prefetch(&stationOf(writes_[soon]));
            const Replica event = writes_[replica];
            if (event.time > seconds)
                break;
            now_ = event.time;
            tally_.served();
            handle(replica, event);
        }
    }

private:
    Station& stationOf(const Replica& replica)
    {
        return replica.kind == diskDone        ? disks_[replica.place]
               : replica.kind == processorDone ? processors_[replica.place]
                                               : proxies_[replica.place];
    }

    void issue(std::uint32_t client)
    {
        std::uint32_t write = free_;
        if (write != none)
            free_ = writes_.at(write).nextFree;
        else if ((write = used_++) == writes_.most())
            std::abort(); // stragglers are few
        writes_.at(write).client = client;
        writes_.at(write).done = 0;
        const std::uint32_t proxy = draws_.proxyOf(client);
        enter(proxies_[proxy], store::proxyServers, write * 4, proxyDone, proxy, store::proxyS);
    }

    /// Serves or queues the replica.
    void enter(Station& station, std::uint32_t servers, std::uint32_t replica, Kind kind, std::uint32_t place,
               double mean)
    {
        Replica& entering = writes_[replica];
        entering.kind = kind;
        entering.place = place;
        if (station.busy < servers) {
            ++station.busy;
            calendar_.push(replica, now_ + draws_.exponential(mean));
            return;
        }
        entering.next = none;
        (station.first == none ? station.first : writes_[station.last].next) = replica;
        station.last = replica;
    }

    void leave(Station& station, double mean)
    {
        if (station.first == none) {
            --station.busy;
            return;
        }
        const std::uint32_t waiting = station.first;
        station.first = writes_[waiting].next;
        calendar_.push(waiting, now_ + draws_.exponential(mean));
    }

    void handle(std::uint32_t replica, const Replica& event)
    {
        switch (event.kind) {
        case proxyDone: {
            leave(proxies_[event.place], store::proxyS);
            std::uint32_t chosen[store::replicas];
            draws_.distinctNodes(nodes_, chosen);
            for (const std::uint32_t node : chosen)
                __builtin_prefetch(&processors_[node]);
            for (std::uint32_t r = 0; r < store::replicas; ++r)
                enter(processors_[chosen[r]], store::processorServers, replica + r, processorDone, chosen[r],
                      store::processorS);
            break;
        }
        case processorDone: {
            const std::uint32_t disk = event.place * store::disksPerNode + draws_.below(store::disksPerNode);
            __builtin_prefetch(&disks_[disk]);
            leave(processors_[event.place], store::processorS);
            enter(disks_[disk], 1, replica, diskDone, disk, store::diskS);
            break;
        }
        case diskDone: {
            leave(disks_[event.place], store::diskS);
            Write& write = writes_.of(replica);
            ++write.done;
            if (write.done == store::quorum) {
                tally_.wrote(now_);
                issue(write.client);
            } else if (write.done == store::replicas) {
                write.nextFree = std::exchange(free_, replica / 4);
            }
            break;
        }
        }
    }

    std::uint32_t nodes_;
    store::Tally& tally_;
    double now_ = 0;
    Writes writes_;
    Calendar calendar_;
    std::vector<Station> processors_, disks_, proxies_;
    std::uint32_t free_ = none, used_ = 0;
    store::Draws draws_;
};

} // namespace

int main(int argc, char** argv)
{
    const store::Question question(argc, argv);
    store::Tally tally(question);
    Store(question, tally).run(question.seconds);
    tally.print();
}
