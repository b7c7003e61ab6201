// State that requests share and wait for: the items of a role's state, one instance for each owner (and key). Internal
// to behaviour/.
#pragma once

#include "behaviour/program/cache_store.h"
#include "behaviour/program/program.h"
#include "behaviour/records/local_messages.h"
#include "kernel/calendar.h"
#include "monitoring/level.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::behaviour {

/// Statistics of a state item in the window, over all its instances.
struct StateMonitor
{
    monitoring::Level used;    ///< slots taken; messages in the queue
    monitoring::Level waiting; ///< paths that wait for it
    std::uint64_t lookUps = 0, hits = 0;
    std::uint64_t taken = 0; ///< tokens
    // For a queue of missing copies:
    std::uint64_t missing = 0;       ///< copies that went missing
    std::uint64_t withoutSource = 0; ///< of which no source is up
    std::uint64_t forgotten = 0;     ///< whose message was lost, or whose maker failed
    std::uint32_t outstanding = 0;   ///< in the queue, or being made
    monitoring::Level incomplete;    ///< 1 while any is outstanding

    double hitRatio() const { return lookUps > 0 ? static_cast<double>(hits) / static_cast<double>(lookUps) : 0.0; }
    void advance(kernel::Time now)
    {
        used.advance(now);
        waiting.advance(now);
        incomplete.advance(now);
    }
    void reset(kernel::Time now)
    {
        used.reset(now);
        waiting.reset(now);
        incomplete.reset(now);
        lookUps = hits = taken = missing = withoutSource = forgotten = 0;
    }
};

/// A first-come, first-served queue. A waiter can be removed from any position.
struct WaitQueue
{
    std::uint32_t first = nowhere, last = nowhere;
    std::uint32_t length = 0;
    bool empty() const { return length == 0; }
};

/// A path in a queue, or a consumer that waits for a message.
struct Waiter
{
    WaitQueue* queue = nullptr;
    std::uint64_t path = 0; ///< handle
    std::uint32_t consumer = nowhere;
    std::uint32_t previous = nowhere, following = nowhere;
    std::uint32_t message = nowhere; ///< index, for a waiting sender: the message to put
    std::uint64_t amount = 0;        ///< bytes of memory
    std::uint64_t store = 0;         ///< key of the instance where it waits
    std::uint32_t state = nowhere;   ///< state item whose monitor counts it
    kernel::EventId timer = kernel::noEvent;
};

/// A message of a queue, or one that a waiting sender wants to put.
struct Message
{
    std::uint64_t key = 0; ///< identifies it in random draws
    std::uint64_t job = 0;
    std::uint64_t bytes = 0;
    double priority = 0;
    std::uint64_t order = 0;
    bool followed = false;            ///< see Followers
    kernel::Time since = 0;           ///< when it came into the queue
    std::vector<double> values;       ///< in the order of StateInfo::values
    std::vector<std::uint32_t> nodes; ///< that have its data, in a queue by locality
};

/// The owner of an instance, used to find what is lost when a node or a process fails.
struct Instance
{
    std::uint32_t state = nowhere;
    std::uint32_t role = nowhere; ///< instance of the role that owns it; nowhere: no node does
};

struct CacheInstance
{
    CacheInstance(Instance owner, const CacheStore::Settings& settings) : of(owner), store(settings) {}
    Instance of;
    CacheStore store;
};

struct MessageQueue
{
    explicit MessageQueue(Instance owner) : of(owner) {}
    Instance of;
    std::vector<std::uint32_t> messages;    ///< a heap, the next one first; in a queue by locality they are in `local`
    std::unique_ptr<LocalMessages> local;   ///< only there: queues of a key come and go with requests
    kernel::Time relaxesAt = kernel::never; ///< when waiting takers of `local` may get what they may not take now
    kernel::EventId relaxes = kernel::noEvent;
    std::uint64_t bytes = 0;
    WaitQueue senders, getters;
    std::size_t size() const { return local ? local->size() : messages.size(); }
    bool idle() const { return size() == 0 && senders.empty() && getters.empty(); }
};

struct Barrier
{
    explicit Barrier(Instance owner) : of(owner) {}
    Instance of;
    WaitQueue waiting;
};

/// A consumer takes messages off a queue and starts an operation with each.
struct Consumer
{
    std::uint32_t operation = nowhere;
    std::uint32_t role = nowhere; ///< instance; nowhere: the record is free
    std::uint64_t queue = 0;      ///< key of the instance
    Instance of;                  ///< owner of the queue
    std::uint32_t taken = 0;      ///< messages of its present operation
};

} // namespace headroom::behaviour
