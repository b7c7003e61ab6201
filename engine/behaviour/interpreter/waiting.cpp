// Waiting in a queue: for a message, for room, at a barrier.
#include "behaviour/interpreter/interpreter.h"

namespace headroom::behaviour {

std::uint32_t Interpreter::enqueue(WaitQueue& queue, std::uint32_t state, std::uint64_t store)
{
    const std::uint32_t w = shared_.waiters.take();
    Waiter& waiter = shared_.waiters[w];
    waiter = Waiter{};
    waiter.queue = &queue;
    waiter.state = state;
    waiter.store = store;
    waiter.previous = queue.last;
    (queue.last != nowhere ? shared_.waiters[queue.last].following : queue.first) = w;
    queue.last = w;
    ++queue.length;
    return w;
}

/// The path lets its worker go; with a patience above 0 it leaves by the timeout when that is over.
void Interpreter::waitInQueue(std::uint32_t path, Path& p, std::uint32_t w, double patience)
{
    releaseWorker(p);
    Waiter& waiter = shared_.waiters[w];
    waiter.path = paths_.handle(path);
    if (waiter.state != nowhere)
        changeWaiting(waiter.state, 1);
    p.wait = Wait::queue;
    p.waitFor = w;
    if (patience > 0)
        waiter.timer =
            calendar_.schedule(after(patience), &Interpreter::onPatienceOver, this, shared_.waiters.handle(w));
}

void Interpreter::dequeue(std::uint32_t w)
{
    const Waiter& waiter = shared_.waiters[w];
    WaitQueue& queue = *waiter.queue;
    (waiter.previous != nowhere ? shared_.waiters[waiter.previous].following : queue.first) = waiter.following;
    (waiter.following != nowhere ? shared_.waiters[waiter.following].previous : queue.last) = waiter.previous;
    --queue.length;
    calendar_.cancel(waiter.timer);
    if (waiter.path != noHandle && waiter.state != nowhere)
        changeWaiting(waiter.state, -1);
    shared_.waiters.give(w);
}

/// The wait is over: the path leaves its block by the given way.
void Interpreter::goOnFromQueue(std::uint32_t w, std::uint32_t next)
{
    const auto path = static_cast<std::uint32_t>(shared_.waiters[w].path);
    dequeue(w);
    Path& p = paths_[path];
    p.waitFor = 0;
    advance(p, codeOf(p), next);
    resume(path);
}

/// The waiting path is given up: what stood behind it may go on now.
void Interpreter::abandonQueue(Path& p)
{
    const auto w = static_cast<std::uint32_t>(p.waitFor);
    const Waiter waiter = shared_.waiters[w];
    dequeue(w);
    p.wait = Wait::nothing;
    if (waiter.message != nowhere) {
        shared_.messages.give(waiter.message);
        admitSenders(shared_.queues.at(waiter.store));
        dropIdleQueue(waiter.store);
    } else if (waiter.amount > 0) {
        serveMemory(p.node);
    } else {
        dropIdleQueue(waiter.store);
        dropIdleBarrier(waiter.store);
    }
}

void Interpreter::onPatienceOver(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.shared_.waiters.holds(handle)) {
        const auto w = static_cast<std::uint32_t>(handle);
        Waiter& waiter = m.shared_.waiters[w];
        waiter.timer = kernel::noEvent;
        const std::uint64_t store = waiter.store;
        const Path& p = m.paths_[static_cast<std::uint32_t>(waiter.path)];
        const Program& program = m.programOf(p);
        const Instruction& code = program.code[p.pc];
        m.goOnFromQueue(w, code.code == Code::get ? program.gets[code.detail].timeout
                                                  : program.barriers[code.detail].timeout);
        m.dropIdleQueue(store);
        m.dropIdleBarrier(store);
    }
    m.drain();
}

void Interpreter::forgetNode(std::uint32_t node)
{
    shared_.forgotten[node] = true;
    std::erase_if(shared_.caches, [&](const auto& item) { return item.second.of.node == node; });
    for (auto& [key, queue] : shared_.queues) {
        if (queue.of.node != node)
            continue;
        changeUsed(queue.of.state, -static_cast<std::int64_t>(queue.messages.size()));
        for (const std::uint32_t message : queue.messages)
            shared_.messages.give(message);
        queue.messages.clear();
        queue.bytes = 0;
        admitSenders(queue); // from other nodes, if there are any
    }
}

} // namespace headroom::behaviour
