#include "behaviour/requests/requests.h"

#include "behaviour/requests/calls.h"
#include "behaviour/requests/held_memory.h"
#include "behaviour/requests/inline_calls.h"
#include "behaviour/requests/message_queues.h"
#include "behaviour/requests/parts.h"
#include "behaviour/requests/paths.h"
#include "behaviour/requests/workers.h"

#include <new>
#include <utility>

namespace headroom::behaviour {

Requests::Requests(Parts& parts)
    : core_(parts.core), deployment_(parts.deployment), lists_(parts.lists), calls_(parts.calls), memory_(parts.memory),
      inlineCalls_(parts.inlineCalls), queues_(parts.queues), paths_(parts.paths), workers_(parts.workers)
{
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
    frame[core_.software.operations[operation].requestSlot] = requestNumber(key);
    return r;
}

std::uint32_t Requests::begin(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame)
{
    const std::uint32_t r = open(operation, role, key, frame);
    paths_.spawn(r, nowhere, 0, core_.software.operations[operation].entry, frame, key);
    return r;
}

void Requests::answerTo(std::uint32_t r, const OperationTicket& ticket, kernel::Time since)
{
    Request& request = core_.requests[r];
    request.from = Request::From::workload;
    request.ticket = ticket;
    if (core_.tracer) [[unlikely]]
        core_.tracer->started(r, request, core_.paths[request.paths], since);
}

std::uint64_t Requests::sessionOf(const Request& request)
{
    if (request.from == Request::From::workload)
        return request.ticket.session;
    return kernel::mix(request.role, workerOf(request));
}

std::size_t Requests::inFlight() const
{
    return core_.requests.inUse() + inlineCalls_.simpleCalls() + workers_.operationsWaiting();
}

/// All paths have ended: a caller that has not received an answer learns that the request failed.
void Requests::tellCaller(Request& request)
{
    const Handle call = callOf(request);
    if (!request.replied) {
        request.replied = true;
        if (request.from == Request::From::waitingPath)
            inlineCalls_.goOnAnswered(request, false);
        else if (request.from == Request::From::workload)
            answerWorkload(request, false);
        else
            calls_.answerFailed(call);
    }
    if (call != noHandle)
        calls_.endCallee(call);
}

void Requests::finish(std::uint32_t r)
{
    tellCaller(core_.requests[r]);
    close(r);
}

void Requests::close(std::uint32_t r)
{
    Request& request = core_.requests[r];
    if (core_.tracer) [[unlikely]]
        core_.tracer->requestEnded(r);
    const std::uint32_t on = request.role;
    --deployment_.load(on).inFlight;
    if (request.memory > 0)
        memory_.release(request.node, request.memory);
    const std::uint32_t worker = request.worker, thread = request.thread, consumer = request.consumer;
    const bool lent = request.lent;
    if (ending_) [[unlikely]]
        ending_(endingOf_, r);
    lists_.drop(r);
    request.program = nowhere;
    core_.requests.give(r);
    if (lent)
        return;
    if (consumer != nowhere)
        queues_.consumed(consumer);
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
