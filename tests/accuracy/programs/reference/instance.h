// A role at work on one of its nodes.
#pragma once

#include "accuracy/programs/reference/processors.h"
#include "accuracy/programs/reference/resources.h"
#include "accuracy/programs/reference/workers.h"
#include "accuracy/programs/system.h"

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <tuple>
#include <utility>

namespace headroom::accuracy::programs::reference {

/// Slots of a lock, an owner and a key.
using LockSlots = std::map<std::tuple<std::size_t, const void*, int>, Slots>;

struct Instance
{
    using Workers = reference::Workers;

    Instance(Clock& clock, const Role& what, int on, Processor& with, LockSlots& locks, std::mt19937_64& random)
        : role(what), node(on), processor(with), slots(locks), workers(workersOf(clock, what, random))
    {
        for (const Bucket& bucket : role.buckets)
            buckets.emplace_back(clock, bucket.perSecond, bucket.burst);
        for (const Queue& queue : role.queues)
            queues.emplace_back(clock, queue.entries);
    }

    const Role& role;
    int node; ///< of those of the role
    Processor& processor;
    LockSlots& slots;                         ///< of the whole role
    std::unique_ptr<Workers> workers;         ///< none with a thread for each request
    std::map<const Resource*, Slots> helpers; ///< of each event loop; or of all threads
    std::map<const BlackBox*, Slots> stations;
    std::deque<TokenBucket> buckets;
    std::deque<MessageQueue> queues;
    std::map<const Target*, std::size_t> turns; ///< at which node it goes on, of those that it chooses in turn
    int requests = 0;                           ///< that it has, also those that no worker has accepted

    bool refuses() const
    {
        return workers && !workers->hasAtOnce() && std::cmp_greater_equal(workers->waiting(), role.backlog);
    }

private:
    static std::unique_ptr<Workers> workersOf(Clock& clock, const Role& role, std::mt19937_64& random)
    {
        using Kind = programs::Workers;
        if (role.workers == Kind::eventLoops)
            return std::make_unique<EventLoops>(clock, role.count, role.clients, random);
        if (role.workers == Kind::threads)
            return std::make_unique<Threads>(clock, role.count);
        return nullptr;
    }
};

} // namespace headroom::accuracy::programs::reference
