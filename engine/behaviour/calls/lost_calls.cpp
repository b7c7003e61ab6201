// Calls that end without an answer: by their deadline, because the caller gives up, or because a node or a route fails.
#include "behaviour/calls/acceptance.h"
#include "behaviour/calls/calls.h"
#include "behaviour/calls/transfers.h"
#include "behaviour/messages/connections.h"
#include "behaviour/messages/stream_transport.h"
#include "behaviour/targets/ring_members.h"
#include "behaviour/workers/workers.h"

#include <utility>

namespace headroom::behaviour {

namespace {

/// A bare TCP segment (RST): the answer to a refused connection.
constexpr double refusalBytes = 52;

} // namespace

void Calls::refuse(std::uint32_t c)
{
    core_.calls[c].refused = true;
    answer(c, false, refusalBytes);
}

void Calls::onDeadline(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (calls.core_.calls.holds(handle)) {
        const auto c = static_cast<std::uint32_t>(handle);
        calls.core_.calls[c].deadline = kernel::noEvent;
        calls.goOnWithout(c, &CallStep::timeout);
    }
    calls.core_.drain();
}

/// The caller stops waiting and continues at the given output, or at the one for errors.
void Calls::goOnWithout(std::uint32_t c, std::uint32_t CallStep::*way)
{
    const Call& call = core_.calls[c];
    if (call.finished || call.abandoned || !core_.paths.holds(call.callerHandle))
        return;
    const std::uint32_t path = call.callerPath();
    Path& p = core_.paths[path];
    const Instruction& code = core_.codeOf(p);
    const CallStep& step = core_.programOf(p).calls[code.detail];
    members_.countFailure(call.calleeNode);
    abandon(c);
    core_.advance(p, code, step.*way != nowhere ? step.*way : step.error);
    core_.resume(path);
}

/// The caller gives up: a request that is not accepted yet is removed, streams stop, a late answer is dropped.
void Calls::abandon(std::uint32_t c)
{
    Call& call = core_.calls[c];
    if (call.abandoned || call.finished)
        return;
    call.abandoned = true;
    acceptance_.leaveQueue(c);
    const Handle handle = core_.calls.handle(c);
    core_.calendar.cancel(call.deadline);
    connections_.leave(call, false);
    forget(c);
    transfers_.closeStreams(c);
    tryGive(handle);
}

void Calls::silence(std::uint32_t node)
{
    for (std::uint32_t c = 0; c < core_.calls.size(); ++c) {
        if (core_.calls.peek(c, &Call::operation) == nowhere || core_.calls[c].calleeNode != node)
            continue;
        acceptance_.leaveQueue(c);
        loseMessage(core_.calls.handle(c));
    }
    for (std::uint32_t instance = 0; instance < workers_.instances().size(); ++instance)
        if (workers_.instances()[instance].node == node)
            workers_.clearQueue(instance);
}

void Calls::refuseQueued(std::uint32_t instance)
{
    for (std::uint32_t c = 0; c < core_.calls.size(); ++c) {
        if (core_.calls.peek(c, &Call::operation) == nowhere || core_.calls[c].calleeInstance != instance ||
            !core_.calls[c].queued)
            continue;
        acceptance_.leaveQueue(c);
        refuse(c);
    }
    workers_.clearQueue(instance);
}

void Calls::loseMessage(Handle handle)
{
    if (!core_.calls.holds(handle))
        return;
    const auto c = static_cast<std::uint32_t>(handle);
    if (core_.calls[c].oneWay && core_.calls[c].sending)
        core_.calls[c].lost = true; // it goes when its path has sent it
    else if (core_.calls[c].oneWay)
        give(c);
    else
        lose(c);
}

void Calls::lose(std::uint32_t c)
{
    Call& call = core_.calls[c];
    if (std::exchange(call.lost, true))
        return;
    transport_.closeFlows(call);
    if (!call.connecting || call.abandoned || !core_.paths.holds(call.callerHandle))
        return;
    const Path& p = core_.paths[call.callerPath()];
    const Program& program = core_.programOf(p);
    const double timeout = core_.evaluate(program.calls[program.code[call.instruction].detail].connectTimeout, p);
    if (timeout > 0)
        core_.calendar.schedule(core_.after(timeout - kernel::toSeconds(core_.calendar.now() - call.queuedSince)),
                                &Calls::onConnectTimeout, this, core_.calls.handle(c));
}

void Calls::onConnectTimeout(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (calls.core_.calls.holds(handle))
        calls.goOnWithout(static_cast<std::uint32_t>(handle), &CallStep::refused);
    calls.core_.drain();
}

} // namespace headroom::behaviour
