// Event loops: what each of them serves next.
#include "behaviour/workers/workers.h"

#include <utility>

namespace headroom::behaviour {

/// Removes cancelled entries from the front of the queues.
void Workers::dropStale(RoleInstance& role, Worker& worker)
{
    while (!worker.queue.empty() && !core_.paths.holds(worker.queue.front())) {
        worker.queue.pop_front();
        worker.round -= worker.round > 0 ? 1 : 0;
    }
    for (Fifo<Handle>* calls : {&role.accepting, &worker.accepting})
        while (!calls->empty() && !core_.calls.holds(calls->front()))
            calls->pop_front();
}

/// The queue with the call that the event loop accepts next: one of its own, or that of its instance.
Fifo<Handle>& Workers::acceptsFrom(RoleInstance& role, Worker& worker)
{
    if (worker.accepting.empty() || role.accepting.empty())
        return worker.accepting.empty() ? role.accepting : worker.accepting;
    return queuedSince(worker.accepting) <= queuedSince(role.accepting) ? worker.accepting : role.accepting;
}

/// Paths that are ready when a round begins are served in it; those that become ready meanwhile wait for the next one.
bool Workers::drawPath(const RoleInstance& role, Worker& worker, bool connects)
{
    const std::uint64_t source = kernel::mix(core_.software.roles[role.role].drawName, 0x707011);
    const std::uint64_t loop = kernel::mix(role.node, static_cast<std::uint64_t>(&worker - role.workers.data()));
    while (!worker.queue.empty()) {
        if (worker.round == 0) {
            worker.connections = role.accepting.size() + worker.accepting.size();
            worker.round = worker.queue.size();
        }
        if (connects && worker.connections > 0) {
            --worker.connections;
            return false;
        }
        std::swap(worker.queue.front(), worker.queue[core_.random.below(worker.round, source, loop, worker.turns++)]);
        --worker.round;
        if (core_.paths.holds(worker.queue.front()))
            return true;
        worker.queue.pop_front();
    }
    return false;
}

/// An event loop continues with what has been ready longest, unless it serves in rounds: one of its own requests, or a
/// new one.
void Workers::serveNext(std::uint32_t roleIndex, std::uint32_t index)
{
    RoleInstance& role = instances_[roleIndex];
    Worker& worker = role.workers[index];
    dropStale(role, worker);
    Fifo<Handle>& calls = acceptsFrom(role, worker);
    const bool fresh = !calls.empty() && worker.clients < core_.software.roles[role.role].clients;
    const bool own = core_.software.roles[role.role].rounds
                         ? drawPath(role, worker, fresh)
                         : !worker.queue.empty() && (!fresh || waitSince(worker) <= queuedSince(calls));
    if (own) {
        role.meter.begin(core_.calendar.now());
        serveNextPath(worker);
    } else if (fresh) {
        const auto call = static_cast<std::uint32_t>(calls.front());
        calls.pop_front();
        accept(call, index);
    } else if (isIdle(role, worker)) {
        admitNext(roleIndex);
    }
}

void Workers::leaveWorker(std::uint32_t roleIndex, std::uint32_t index)
{
    Worker& worker = instances_[roleIndex].workers[index];
    --worker.clients;
    if (!worker.busy)
        serveNext(roleIndex, index);
}

} // namespace headroom::behaviour
