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
    while (!role.accepting.empty() && !core_.calls.holds(role.accepting.front()))
        role.accepting.pop_front();
    while (!worker.accepting.empty() && !core_.calls.holds(worker.accepting.front())) {
        worker.accepting.pop_front();
        worker.kept -= worker.kept > 0 ? 1 : 0;
    }
}

/// The queue with the call that the event loop accepts next: one of its own, or that of its instance.
Fifo<Handle>& Workers::acceptsFrom(RoleInstance& role, Worker& worker)
{
    if (worker.accepting.empty() || role.accepting.empty())
        return worker.accepting.empty() ? role.accepting : worker.accepting;
    return queuedSince(worker.accepting) <= queuedSince(role.accepting) ? worker.accepting : role.accepting;
}

/// A round serves all that is ready when it begins; what becomes ready meanwhile waits for the next one.
Workers::Turn Workers::drawTurn(RoleInstance& role, Worker& worker, bool admits)
{
    const std::uint64_t source = kernel::mix(core_.software.roles[role.role].drawName, 0x707011);
    const std::uint64_t loop = kernel::mix(role.node, static_cast<std::uint64_t>(&worker - role.workers.data()));
    for (;;) {
        if (worker.round + worker.kept == 0) {
            worker.connections = role.accepting.size();
            worker.round = worker.queue.size();
            worker.kept = admits ? worker.accepting.size() : 0;
        }
        if (admits && worker.connections > 0 && !role.accepting.empty()) {
            --worker.connections;
            return Turn::connection;
        }
        if (worker.round + worker.kept == 0)
            return Turn::nothing;
        const std::size_t drawn = core_.random.below(worker.round + worker.kept, source, loop, worker.turns++);
        const bool path = drawn < worker.round;
        Fifo<Handle>& ready = path ? worker.queue : worker.accepting;
        --(path ? worker.round : worker.kept);
        std::swap(ready.front(), ready[path ? drawn : drawn - worker.round]);
        if (path && core_.paths.holds(ready.front()))
            return Turn::path;
        if (!path && admits && core_.calls.holds(ready.front()))
            return Turn::request;
        if (path || !core_.calls.holds(ready.front()))
            ready.pop_front();
    }
}

/// An event loop that does not serve in rounds continues with what has been ready longest.
Workers::Turn Workers::oldestTurn(RoleInstance& role, Worker& worker, bool admits)
{
    const Fifo<Handle>& calls = acceptsFrom(role, worker);
    const bool fresh = admits && !calls.empty();
    if (!worker.queue.empty() && (!fresh || waitSince(worker) <= queuedSince(calls)))
        return Turn::path;
    return !fresh ? Turn::nothing : &calls == &role.accepting ? Turn::connection : Turn::request;
}

/// An event loop continues with one of its own requests or with a new one.
void Workers::serveNext(std::uint32_t roleIndex, std::uint32_t index)
{
    RoleInstance& role = instances_[roleIndex];
    Worker& worker = role.workers[index];
    dropStale(role, worker);
    const RoleInfo& info = core_.software.roles[role.role];
    const bool admits = worker.clients < info.clients;
    const Turn turn = info.rounds ? drawTurn(role, worker, admits) : oldestTurn(role, worker, admits);
    if (turn == Turn::path) {
        role.meter.begin(core_.calendar.now());
        serveNextPath(worker);
    } else if (turn != Turn::nothing) {
        Fifo<Handle>& calls = turn == Turn::connection ? role.accepting : worker.accepting;
        const auto call = static_cast<std::uint32_t>(calls.front());
        calls.pop_front();
        worker.chunks = 0;
        accept(call, index);
    } else if (isIdle(role, worker)) {
        admitNext(roleIndex);
    }
}

// Turns that go on ------------------------------------------------------------------------------------------------

Workers::Loop Workers::keepTurn(Path& p)
{
    const Request& request = core_.requests[p.request];
    Loop kept;
    if (p.holds == Holds::worker && request.worker != nowhere) {
        p.holds = Holds::nothing;
        kept = {request.workerOn, request.worker};
    } else {
        release(p);
    }
    return std::exchange(kept_, kept);
}

bool Workers::continueTurn(Path& p, std::uint32_t chunks)
{
    const Request& request = core_.requests[p.request];
    if (kept_.worker == nowhere || kept_.worker != request.worker || kept_.instance != request.workerOn ||
        p.holds != Holds::nothing)
        return false;
    Worker& worker = instances_[kept_.instance].workers[kept_.worker];
    if (chunks > 0 && ++worker.chunks >= chunks)
        return false;
    p.holds = Holds::worker;
    kept_ = {};
    return true;
}

void Workers::endTurn(const Loop& outer)
{
    const Loop left = std::exchange(kept_, outer);
    if (left.worker != nowhere)
        leaveLoop(left.instance, left.worker, true);
}

void Workers::leaveWorker(std::uint32_t roleIndex, std::uint32_t index)
{
    Worker& worker = instances_[roleIndex].workers[index];
    --worker.clients;
    if (!worker.busy)
        serveNext(roleIndex, index);
}

} // namespace headroom::behaviour
