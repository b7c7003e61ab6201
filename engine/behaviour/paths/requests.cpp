#include "behaviour/paths/requests.h"

#include "behaviour/paths/paths.h"
#include "behaviour/workers/workers.h"

#include <new>
#include <utility>

namespace headroom::behaviour {

Requests::Requests(Core& core, Deployment& deployment, ValueLists& lists, Paths& paths, Workers& workers)
    : callEnded(core.hooks, "the request of a call ends"), memoryFreed(core.hooks, "memory is free again"),
      consumerFreed(core.hooks, "a consumer is free again"), stateEnds(NotAlwaysSet{}), core_(core),
      deployment_(deployment), lists_(lists), paths_(paths), workers_(workers),
      failed_{{{NotAlwaysSet{}}, // nobody waits for it
               {core.hooks, "the request of a workload fails"},
               {core.hooks, "the request of a call fails"},
               {core.hooks, "the request of a waiting path fails"},
               {NotAlwaysSet{}}}} // an inline path returns to its caller before its request ends
{
    paths.request.ended.set<&Requests::finish>(this);
    failed(Request::From::workload).set<&Requests::failWorkload>(this);
}

std::uint32_t Requests::take(std::uint32_t operation, std::uint32_t role, std::uint64_t key)
{
    const std::uint32_t r = core_.requests.take();
    Request& request = core_.requests[r];
    new (&request) Request; // values that an inline call leaves there need not be cleared
    request.program = operation;
    request.role = request.workerOn = role;
    request.node = deployment_.load(role).node;
    request.key = key;
    return r;
}

std::uint32_t Requests::open(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame)
{
    const std::uint32_t r = take(operation, role, key);
    ++deployment_.load(role).inFlight;
    frame[core_.program(operation).requestSlot] = requestNumber(key);
    return r;
}

std::uint32_t Requests::begin(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame)
{
    const std::uint32_t r = open(operation, role, key, frame);
    paths_.spawn(r, nowhere, 0, core_.program(operation).entry, frame, key);
    return r;
}

void Requests::answerTo(std::uint32_t r, const OperationTicket& ticket, kernel::Time since)
{
    Request& request = core_.requests[r];
    request.from = Request::From::workload;
    request.ticket = ticket;
    if (core_.followers.wants(request.program)) [[unlikely]]
        core_.followers.started(r, request, core_.paths[request.paths], since);
}

std::uint64_t Requests::sessionOf(const Request& request) const
{
    if (request.from == Request::From::workload)
        return request.ticket.session;
    return kernel::mix(core_.deployment.drawNameOf(request.role), workerOf(request));
}

/// All paths have ended: a caller that has not received an answer learns that the request failed.
void Requests::tellCaller(Request& request)
{
    const Handle call = callOf(request);
    if (!std::exchange(request.replied, true))
        failed(request.from)(request);
    if (call != noHandle)
        callEnded(call);
}

void Requests::finish(std::uint32_t r)
{
    tellCaller(core_.requests[r]);
    close(r);
}

void Requests::close(std::uint32_t r)
{
    Request& request = core_.requests[r];
    if (request.followed) [[unlikely]]
        core_.followers.requestEnded(r, request);
    const std::uint32_t on = request.role;
    --deployment_.load(on).inFlight;
    if (request.memory > 0)
        memoryFreed(request.node, request.memory);
    const std::uint32_t worker = request.worker, thread = request.thread, consumer = request.consumer;
    const bool lent = request.lent;
    if (stateEnds.isSet()) [[unlikely]]
        stateEnds(r);
    lists_.drop(r);
    request.program = nowhere;
    core_.requests.give(r);
    if (lent)
        return;
    if (consumer != nowhere)
        consumerFreed(consumer);
    if (worker != nowhere)
        workers_.leaveWorker(on, worker);
    else if (thread != nowhere)
        workers_.leaveThread(on, thread);
}

void Requests::failAllOf(std::uint32_t node)
{
    for (std::uint32_t r = 0; r < core_.requests.size(); ++r) {
        if (core_.requests.peek(r, &Request::program) == nowhere)
            continue;
        Request& request = core_.requests[r];
        if (request.node != node || std::exchange(request.replied, true))
            continue;
        if (request.from == Request::From::workload)
            answerWorkload(request, false);
    }
}

} // namespace headroom::behaviour
