// Event loops and threads, which serve requests.
#pragma once

#include "accuracy/programs/reference/resources.h"

#include <deque>
#include <random>
#include <vector>

namespace headroom::accuracy::programs::reference {

/// Has one path at a time that goes on.
class Worker : public Resource
{
public:
    using Resource::Resource;
    void giveBack(int) override;
    Held occupy();
    bool idle() const { return !busy_; }
    /// True if it had nothing to do before the path that has it now.
    bool slept() const { return slept_; }

protected:
    bool available(int) override { return idle(); }
    Held remove(int) override { return occupy(); }

private:
    bool busy_ = false, slept_ = false;
    double idleSince_ = 0;
};

/// The workers of a role: a new request takes a turn at them all. The grant is the number of a worker, which the
/// request has until its end.
class Workers : public Resource
{
public:
    using Resource::Resource;
    virtual Worker& worker(int number) = 0;
    /// For the first path of a request, which may have got the worker together with the turn; otherwise empty.
    virtual Held begin(int number) = 0;
};

/// A new request takes any loop that is idle and has room for another one; if none is, one that comes free takes who
/// has waited longest: a new request or one of its own paths.
class EventLoops final : public Workers
{
public:
    EventLoops(Clock& clock, int count, int clients, std::mt19937_64& random);
    void giveBack(int loop) override;
    Worker& worker(int loop) override { return loops_[static_cast<std::size_t>(loop)]; }
    Held begin(int loop) override { return loops_[static_cast<std::size_t>(loop)].begin(); }

private:
    class Loop final : public Worker
    {
    public:
        Loop(EventLoops& all, int number) : Worker(all.clock_), all_(all), number_(number) {}

        bool mayAccept() const { return idle() && requests_ < all_.clients_; }
        Held accept();
        Held begin();
        void ended();

    private:
        void serve() override;
        EventLoops& all_;
        int number_, requests_ = 0;
        Held accepted_; ///< itself, for a request that has not begun
    };

    bool available(int) override;
    Held remove(int) override;

    int clients_;
    std::mt19937_64& random_;
    std::deque<Loop> loops_;
};

class Threads final : public Workers
{
public:
    Threads(Clock& clock, int count);
    void giveBack(int thread) override;
    Worker& worker(int thread) override { return threads_[static_cast<std::size_t>(thread)]; }
    Held begin(int) override { return {}; }

private:
    bool available(int) override { return !idle_.empty(); }
    Held remove(int) override;

    std::deque<Worker> threads_;
    std::vector<int> idle_;
};

} // namespace headroom::accuracy::programs::reference
