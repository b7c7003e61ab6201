// Waiting in a queue: for a message, for room, for memory, at a barrier.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/base/shared_items.h"
#include "kernel/calendar.h"

#include <cstdint>

namespace headroom::behaviour {

class Workers;
struct Parts;

/// The queues are those of who makes paths wait; here are the waiters in them.
class WaitQueues
{
public:
    explicit WaitQueues(Parts& parts);

    /// `state`: the item whose monitor counts it, or nowhere; `store`: the key of its instance.
    std::uint32_t enqueue(WaitQueue& queue, std::uint32_t state, std::uint64_t store);
    /// The path lets its worker go and waits.
    void wait(std::uint32_t path, Path& p, std::uint32_t waiter);
    /// With a patience above 0 `over` is called when that is over, with the waiter's handle.
    void limit(std::uint32_t waiter, double patience, kernel::Handler over, void* self);
    /// Whether the wait whose patience is over still lasts; it has no limit any more.
    bool outlasts(std::uint64_t handle);
    void dequeue(std::uint32_t waiter);
    /// The wait is over: the path leaves its block by the given way.
    void goOn(std::uint32_t waiter, std::uint32_t next);
    /// The waiting path is given up. Returns what its waiter was.
    Waiter abandon(Path& p);

    Waiter& operator[](std::uint32_t waiter) { return waiters_[waiter]; }
    /// The path that waits.
    Path& pathOf(std::uint32_t waiter) { return core_.paths[static_cast<std::uint32_t>(waiters_[waiter].path)]; }

private:
    Core& core_;
    SharedItems& items_;
    Workers& workers_;
    Pool<Waiter> waiters_;
};

} // namespace headroom::behaviour
