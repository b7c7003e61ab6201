// The mini object store written by hand in plain C++: an event loop on a 4-ary heap, records of a cache line. What an
// interpreter of diagrams is held against.
//
//     store_plain NODES SECONDS [SEED]     prints the throughput (PUT/s) and the service completions per second of
//                                          processor time
#include "store_model.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

/// What an event says happened.
enum Kind : std::uint32_t
{
    proxyDone,
    processorDone,
    diskDone
};

struct Event
{
    double time;
    std::uint32_t kind;
    std::uint32_t write;   ///< index of the write, one for each client
    std::uint32_t replica; ///< 0 … 2, where it matters
    std::uint32_t place;   ///< proxy, storage node or disk
};

class Heap
{
public:
    bool empty() const { return events_.empty(); }
    void push(const Event& event)
    {
        std::size_t hole = events_.size();
        events_.push_back(event);
        while (hole > 0) {
            const std::size_t parent = (hole - 1) / 4;
            if (events_[parent].time <= event.time)
                break;
            events_[hole] = events_[parent];
            hole = parent;
        }
        events_[hole] = event;
    }
    Event pop()
    {
        const Event top = events_.front();
        const Event last = events_.back();
        events_.pop_back();
        const std::size_t size = events_.size();
        if (size == 0)
            return top;
        std::size_t hole = 0;
        for (;;) {
            const std::size_t first = hole * 4 + 1;
            if (first >= size)
                break;
            std::size_t least = first;
            for (std::size_t child = first + 1; child < std::min(first + 4, size); ++child)
                if (events_[child].time < events_[least].time)
                    least = child;
            if (last.time <= events_[least].time)
                break;
            events_[hole] = events_[least];
            hole = least;
        }
        events_[hole] = last;
        return top;
    }

private:
    std::vector<Event> events_;
};

/// A queue with a number of servers; who waits is linked through `next` of the write's replica.
struct Station
{
    std::uint32_t busy = 0;
    std::uint32_t first = ~0u, last = ~0u;
};

/// A write that was answered may still have a replica under way, so writes are numbered apart from clients.
struct Write
{
    std::uint32_t client;
    std::uint32_t done = 0;
    std::uint32_t next[store::replicas]; ///< behind this replica (or the write itself, at 0) in a queue
};

class Store
{
public:
    Store(const store::Question& question, store::Tally& tally)
        : nodes_(question.nodes), tally_(tally), processors_(nodes_), disks_(nodes_ * store::disksPerNode),
          proxies_(question.proxies()), draws_(question.seed)
    {
        for (std::uint32_t client = 0; client < question.clients(); ++client)
            issue(client);
    }

    void run(double seconds)
    {
        while (!heap_.empty()) {
            const Event event = heap_.pop();
            if (event.time > seconds)
                break;
            now_ = event.time;
            tally_.served();
            handle(event);
        }
    }

private:
    void issue(std::uint32_t client)
    {
        std::uint32_t write;
        if (free_.empty()) {
            write = static_cast<std::uint32_t>(writes_.size());
            writes_.emplace_back();
        } else {
            write = free_.back();
            free_.pop_back();
        }
        writes_[write].client = client;
        writes_[write].done = 0;
        const std::uint32_t proxy = draws_.proxyOf(client);
        enter(proxies_[proxy], store::proxyServers, {0, proxyDone, write, 0, proxy}, store::proxyS);
    }

    std::uint32_t& next(std::uint32_t waiting)
    {
        return writes_[waiting / store::replicas].next[waiting % store::replicas];
    }

    /// Serves, or queues as (write, replica).
    void enter(Station& station, std::uint32_t servers, Event event, double mean)
    {
        if (station.busy < servers) {
            ++station.busy;
            event.time = now_ + draws_.exponential(mean);
            heap_.push(event);
            return;
        }
        const std::uint32_t waiting = event.write * store::replicas + event.replica;
        next(waiting) = ~0u;
        (station.first == ~0u ? station.first : next(station.last)) = waiting;
        station.last = waiting;
    }

    void leave(Station& station, Event event, double mean)
    {
        if (station.first == ~0u) {
            --station.busy;
            return;
        }
        const std::uint32_t waiting = station.first;
        station.first = next(waiting);
        event.write = waiting / store::replicas;
        event.replica = waiting % store::replicas;
        event.time = now_ + draws_.exponential(mean);
        heap_.push(event);
    }

    void handle(const Event& event)
    {
        switch (event.kind) {
        case proxyDone: {
            leave(proxies_[event.place], event, store::proxyS);
            std::uint32_t chosen[store::replicas];
            draws_.distinctNodes(nodes_, chosen);
            for (std::uint32_t r = 0; r < store::replicas; ++r)
                enter(processors_[chosen[r]], store::processorServers, {0, processorDone, event.write, r, chosen[r]},
                      store::processorS);
            break;
        }
        case processorDone: {
            leave(processors_[event.place], event, store::processorS);
            const std::uint32_t disk = event.place * store::disksPerNode + draws_.below(store::disksPerNode);
            enter(disks_[disk], 1, {0, diskDone, event.write, event.replica, disk}, store::diskS);
            break;
        }
        case diskDone: {
            leave(disks_[event.place], event, store::diskS);
            Write& write = writes_[event.write];
            ++write.done;
            if (write.done == store::quorum) {
                tally_.wrote(now_);
                issue(write.client);
            } else if (write.done == store::replicas) {
                free_.push_back(event.write);
            }
            break;
        }
        }
    }

    std::uint32_t nodes_;
    store::Tally& tally_;
    double now_ = 0;
    Heap heap_;
    std::vector<Station> processors_, disks_, proxies_;
    std::vector<Write> writes_;
    std::vector<std::uint32_t> free_;
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
