#include "behaviour/shared/wait_queues.h"

#include "behaviour/workers/workers.h"

namespace headroom::behaviour {

std::uint32_t WaitQueues::enqueue(WaitQueue& queue, std::uint32_t state, std::uint64_t store)
{
    const std::uint32_t w = waiters_.take();
    Waiter& waiter = waiters_[w];
    waiter = Waiter{};
    waiter.queue = &queue;
    waiter.state = state;
    waiter.store = store;
    waiter.previous = queue.last;
    (queue.last != nowhere ? waiters_[queue.last].following : queue.first) = w;
    queue.last = w;
    ++queue.length;
    return w;
}

void WaitQueues::wait(std::uint32_t path, Path& p, std::uint32_t w)
{
    workers_.release(p);
    Waiter& waiter = waiters_[w];
    waiter.path = core_.paths.handle(path);
    if (waiter.state != nowhere)
        items_.changeWaiting(waiter.state, 1);
    p.wait = Wait::queue;
    p.waitFor = w;
}

void WaitQueues::limit(std::uint32_t w, double patience, kernel::Handler over, void* self)
{
    if (patience > 0)
        waiters_[w].timer = core_.calendar.schedule(core_.after(patience), over, self, waiters_.handle(w));
}

bool WaitQueues::outlasts(std::uint64_t handle)
{
    if (!waiters_.holds(handle))
        return false;
    waiters_[static_cast<std::uint32_t>(handle)].timer = kernel::noEvent;
    return true;
}

void WaitQueues::dequeue(std::uint32_t w)
{
    const Waiter& waiter = waiters_[w];
    WaitQueue& queue = *waiter.queue;
    (waiter.previous != nowhere ? waiters_[waiter.previous].following : queue.first) = waiter.following;
    (waiter.following != nowhere ? waiters_[waiter.following].previous : queue.last) = waiter.previous;
    --queue.length;
    core_.calendar.cancel(waiter.timer);
    if (waiter.path != noHandle && waiter.state != nowhere)
        items_.changeWaiting(waiter.state, -1);
    waiters_.give(w);
}

void WaitQueues::goOn(std::uint32_t w, std::uint32_t next)
{
    const auto path = static_cast<std::uint32_t>(waiters_[w].path);
    dequeue(w);
    Path& p = core_.paths[path];
    p.waitFor = 0;
    core_.advance(p, core_.codeOf(p), next);
    core_.resume(path);
}

Waiter WaitQueues::abandon(Path& p)
{
    const auto w = static_cast<std::uint32_t>(p.waitFor);
    const Waiter waiter = waiters_[w];
    dequeue(w);
    p.wait = Wait::nothing;
    return waiter;
}

} // namespace headroom::behaviour
