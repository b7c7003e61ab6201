// Waiting in a queue: for a message, for room, for memory, at a barrier.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"
#include "kernel/calendar.h"

#include <cstdint>

namespace headroom::behaviour {

class Workers;

/// The queues belong to the parts that make paths wait; this class has the waiters in them.
class WaitQueues
{
public:
    WaitQueues(Core& core, SharedItems& items, Workers& workers) : core_(core), items_(items), workers_(workers) {}

    /// `state`: the item whose monitor counts the waiter, or nowhere; `store`: the key of its instance.
    std::uint32_t enqueue(WaitQueue& queue, std::uint32_t state, std::uint64_t store);
    /// The path releases its worker and waits.
    void wait(std::uint32_t path, Path& p, std::uint32_t waiter);
    /// With a patience above 0, `over` is called when it ends, with the waiter's handle.
    void limit(std::uint32_t waiter, double patience, kernel::Handler over, void* self);
    /// True if the path still waits when its patience ends; its wait has no limit any more.
    bool outlasts(std::uint64_t handle);
    void dequeue(std::uint32_t waiter);
    /// The wait is over: the path leaves its block by the given output.
    void goOn(std::uint32_t waiter, std::uint32_t next);
    /// Removes the waiter of a path that is cancelled. Returns a copy of it.
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
