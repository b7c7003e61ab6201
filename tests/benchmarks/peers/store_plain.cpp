// The mini object store written by hand in plain C++: an event loop on a 4-ary heap, records of a cache line. What an
// interpreter of diagrams is held against.
//
//     store_plain NODES SECONDS     prints the throughput (PUT/s) and the service completions per second of wall time
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
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
    std::uint32_t next[3]; ///< behind this replica (or the write itself, at 0) in a queue
};

class Store
{
public:
    explicit Store(std::uint32_t nodes)
        : nodes_(nodes), processors_(nodes), disks_(nodes * 14), proxies_(nodes / 2), random_(1)
    {
    }

    void run(double seconds, double warmUp)
    {
        for (std::uint32_t client = 0; client < nodes_ * 16; ++client)
            issue(client);
        while (!heap_.empty()) {
            const Event event = heap_.pop();
            if (event.time > seconds)
                break;
            now_ = event.time;
            measuring_ = now_ >= warmUp;
            ++completions_;
            handle(event);
        }
    }

    std::uint64_t completions() const { return completions_; }
    std::uint64_t writes() const { return finished_; }

private:
    double exponential(double mean) { return -mean * std::log1p(-uniform()); }
    double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(uniform() * bound); }

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
        const std::uint32_t proxy = client / 64 * 2 + below(2);
        enter(proxies_[proxy], 28, {0, proxyDone, write, 0, proxy}, 0.001);
    }

    /// Serves, or queues as (write, replica).
    void enter(Station& station, std::uint32_t servers, Event event, double mean)
    {
        if (station.busy < servers) {
            ++station.busy;
            event.time = now_ + exponential(mean);
            heap_.push(event);
            return;
        }
        const std::uint32_t waiting = event.write * 3 + event.replica;
        writes_[event.write].next[event.replica] = ~0u;
        (station.first == ~0u ? station.first : writes_[station.last / 3].next[station.last % 3]) = waiting;
        station.last = waiting;
    }

    void leave(Station& station, Event event, double mean)
    {
        if (station.first == ~0u) {
            --station.busy;
            return;
        }
        const std::uint32_t waiting = station.first;
        station.first = writes_[waiting / 3].next[waiting % 3];
        event.write = waiting / 3;
        event.replica = waiting % 3;
        event.time = now_ + exponential(mean);
        heap_.push(event);
    }

    void handle(const Event& event)
    {
        switch (event.kind) {
        case proxyDone: {
            leave(proxies_[event.place], event, 0.001);
            std::uint32_t chosen[3];
            for (std::uint32_t r = 0; r < 3; ++r) {
                do
                    chosen[r] = below(nodes_);
                while ((r > 0 && chosen[r] == chosen[0]) || (r > 1 && chosen[r] == chosen[1]));
                enter(processors_[chosen[r]], 14, {0, processorDone, event.write, r, chosen[r]}, 0.0004);
            }
            break;
        }
        case processorDone: {
            leave(processors_[event.place], event, 0.0004);
            const std::uint32_t disk = event.place * 14 + below(14);
            enter(disks_[disk], 1, {0, diskDone, event.write, event.replica, disk}, 0.008);
            break;
        }
        case diskDone: {
            leave(disks_[event.place], event, 0.008);
            Write& write = writes_[event.write];
            ++write.done;
            if (write.done == 2) {
                finished_ += measuring_;
                issue(write.client);
            } else if (write.done == 3) {
                free_.push_back(event.write);
            }
            break;
        }
        }
    }

    std::uint32_t nodes_;
    double now_ = 0;
    bool measuring_ = false;
    Heap heap_;
    std::vector<Station> processors_, disks_, proxies_;
    std::vector<Write> writes_;
    std::vector<std::uint32_t> free_;
    std::mt19937_64 random_;
    std::uint64_t completions_ = 0, finished_ = 0;
};

} // namespace

int main(int argc, char** argv)
{
    const auto nodes = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 64);
    const double seconds = argc > 2 ? std::atof(argv[2]) : 10;
    const double warmUp = seconds / 10;
    Store store(nodes);
    const auto began = std::chrono::steady_clock::now();
    store.run(seconds, warmUp);
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("%.1f %.0f\n", static_cast<double>(store.writes()) / (seconds - warmUp),
                static_cast<double>(store.completions()) / wall);
}
