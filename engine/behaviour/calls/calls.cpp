#include "behaviour/calls/calls.h"

#include "behaviour/calls/acceptance.h"
#include "behaviour/calls/transfers.h"
#include "behaviour/messages/messages.h"
#include "behaviour/messages/stream_transport.h"
#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/paths.h"
#include "behaviour/paths/requests.h"
#include "behaviour/targets/ring_members.h"
#include "behaviour/workers/workers.h"
#include "kernel/random.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::behaviour {

namespace {

/// Headers of a bare TCP segment with timestamps (IPv4): the size of a handshake packet.
constexpr double handshakeBytes = 52;
/// A status line: "HTTP/1.1 100 Continue" and the like in one segment.
constexpr double acceptedBytes = 100;
/// A status line with a few headers, from a request that ended without an answer of its own.
constexpr double failureBytes = 200;
/// Name of a caller's wait in traces.
constexpr const char* waitsForAnswer = "answer";

} // namespace

Calls::Calls(Core& core, BlockTable& blocks, const Uses& uses)
    : core_(core), connections_(uses.connections), deployment_(uses.deployment), outages_(uses.outages),
      targets_(uses.targets), messages_(uses.messages), transport_(uses.transport), workers_(uses.workers),
      paths_(uses.paths), requests_(uses.requests), inlineCalls_(uses.inlineCalls), transfers_(uses.transfers),
      acceptance_(uses.acceptance), members_(uses.members)
{
    requests_.failed(Request::From::call).set<&Calls::answerFailed>(this);
    requests_.callEnded.set<&Calls::endCallee>(this);
    acceptance_.caller.accepted.set<&Calls::accepted>(this);
    acceptance_.caller.refused.set<&Calls::refuse>(this);
    acceptance_.caller.lost.set<&Calls::loseMessage>(this);
    transfers_.call.lost.set<&Calls::lose>(this);
    transfers_.call.received.set<&Calls::complete>(this);
    blocks.add(this, {.code = Code::call,
                      .enter = enterBy<&Calls::call>,
                      .cancel = cancelBy<&Calls::cancelCall>,
                      .waitsFor = waitsForAnswer});
    blocks.add(this, {.code = Code::send, .enter = enterBy<&Calls::send>});
    blocks.add(this, {.code = Code::reply, .enter = enterBy<&Calls::reply>});
}

void Calls::message(std::uint32_t c, bool back, kernel::Handler handler)
{
    const Call& call = core_.calls[c];
    const Handle handle = core_.calls.handle(c);
    const std::uint32_t from = back ? call.calleeNode : call.callerNode, to = back ? call.callerNode : call.calleeNode;
    if (!messages_.send(from, to, call.requestBytes, connections_.wayOf(call, back, *core_.cluster.network),
                        {handler, this, handle}))
        loseMessage(handle);
}

void Calls::kernelMessage(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow,
                          kernel::Handler handler, Handle handle)
{
    if (!messages_.sendByKernel(from, to, bytes, flow, {handler, this, handle}))
        loseMessage(handle);
}

std::uint32_t Calls::open(Path& p, const Target& target, const Instruction& code, std::uint32_t instance)
{
    const std::uint32_t c = core_.calls.take();
    Call& call = core_.calls[c];
    call.callerRequest = p.request;
    call.callee = nowhere;
    call.instruction = p.pc;
    call.callerNode = p.node;
    call.calleeNode = deployment_.load(instance).node;
    call.calleeInstance = instance;
    call.operation = target.operation;
    call.previous = call.following = nowhere;
    call.key = nameNext(p, code);
    call.callerHandle = noHandle;
    call.job = core_.requests[p.request].job;
    call.connection = nowhere;
    call.deadline = kernel::noEvent;
    call.requestBytes = core_.amountOf(target.requestBytes, p);
    call.oneWay = call.queued = call.abandoned = call.replied = call.replyArrived = call.refused = call.finished =
        call.connecting = call.lost = call.sending = false;
    call.queuedSince = core_.calendar.now();
    call.ok = true;
    call.arguments = argumentsFor(core_, target, p);
    call.results = nullptr;
    call.streams = nowhere;
    call.followed = p.followed;
    if (p.followed) [[unlikely]]
        core_.followers.called(core_.calls.handle(c), p, code.code == Code::call);
    return c;
}

bool Calls::call(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const CallStep& step = program.calls[code.detail];
    const std::uint32_t role = targets_.choose(p, step.target, code);
    if (step.plain && (step.target.selector->inPlace || inlineCalls_.takesAtOnce(p.node, role)))
        return callAtOnce(path, p, step, code, role);
    const std::uint32_t c = open(p, step.target, code, role);
    Call& call = core_.calls[c];
    Request& request = core_.requests[p.request];
    call.callerHandle = core_.paths.handle(path);
    call.following = request.calls;
    if (call.following != nowhere)
        core_.calls[call.following].previous = c;
    request.calls = c;
    p.wait = Wait::call;
    p.waitFor = core_.calls.handle(c);
    if (const double deadline = core_.evaluate(step.deadline, p); deadline > 0)
        call.deadline = core_.calendar.schedule(core_.after(deadline), &Calls::onDeadline, this, p.waitFor);
    bool connected = false;
    if (step.connection != ConnectionUse::own) {
        const std::uint32_t nth = role - deployment_.roleOn(core_.program(call.operation).role, call.calleeNode);
        const bool shared = step.connection == ConnectionUse::shared;
        const std::uint64_t client = shared ? request.workerOn : requests_.sessionOf(request);
        const std::uint64_t owner =
            kernel::mix(kernel::mix(client, code.source), call.calleeNode + (std::uint64_t{nth} << 32)) | 1;
        call.connection = shared ? connections_.share(owner, request.workerOn, role)
                                 : connections_.take(owner, request.workerOn, role);
        connected = connections_[call.connection].open;
    }
    call.connecting = !connected;
    if (const double work = messages_.sendingWork(call.callerNode, call.requestBytes); work > 0) {
        p.wait = Wait::sending; // its worker sends
        core_.processors[call.callerNode]->run(work, {&Calls::onCallSent, this, p.waitFor});
    } else {
        depart(c, p);
    }
    return false;
}

void Calls::onCallSent(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (!calls.core_.calls.holds(handle))
        return;
    const auto c = static_cast<std::uint32_t>(handle);
    const Call& call = calls.core_.calls[c];
    if (call.abandoned || !calls.core_.paths.holds(call.callerHandle))
        return;
    Path& p = calls.core_.paths[call.callerPath()];
    p.wait = Wait::call;
    if (p.followed) [[unlikely]] {
        calls.core_.followers.sent(handle, p.node);
        calls.core_.followers.resumed(p);
        calls.core_.followers.waits(p, calls.core_.codeOf(p), waitsForAnswer);
    }
    calls.depart(c, p);
    calls.core_.drain();
}

/// The request goes to the callee, or first a handshake. The path that waits needs no worker.
void Calls::depart(std::uint32_t c, Path& p)
{
    const Call& call = core_.calls[c];
    workers_.release(p);
    if (messages_.immediate(call.callerNode, call.calleeNode))
        acceptance_.arrive(c);
    else if (!call.connecting)
        message(c, false, &Calls::onRequestArrived);
    else
        kernelMessage(call.callerNode, call.calleeNode, handshakeBytes, connections_.flowOf(call), &Calls::onSynArrived,
                      p.waitFor);
}

/// Calls without a record of the call. The path runs the callee's diagram itself, unless paths are traced. Returns true
/// if the path continues at once.
bool Calls::callAtOnce(std::uint32_t path, Path& p, const CallStep& step, const Instruction& code, std::uint32_t role)
{
    core_.processors[deployment_.load(role).node]->fetch();
    const std::uint64_t key = nameNext(p, code);
    const Program& called = core_.program(step.target.operation);
    const bool here = step.target.selector->inPlace;
    const bool simple = called.simple && !p.followed && !here;
    double* arguments = simple && !called.frame ? nullptr : argumentsFor(core_, step.target, p);
    if (!here)
        workers_.release(p);
    if (code.forgets)
        core_.frames.drop(p.frame);
    if (simple) {
        inlineCalls_.callSimple(p, step.target.operation, role, key, arguments);
        return true;
    }
    p.wait = Wait::call;
    p.waitFor = noHandle;
    if (p.followed) [[unlikely]]
        core_.followers.called(noHandle, p, true);
    const std::uint32_t r = requests_.open(step.target.operation, role, key, arguments);
    Request& request = core_.requests[r];
    request.job = core_.requests[p.request].job;
    if (here)
        Workers::lend(core_.requests[p.request], request);
    else
        workers_.takeFreeThread(role, request);
    if (!p.followed) {
        inlineCalls_.callInline(path, p, r, arguments);
        return true;
    }
    request.from = Request::From::waitingPath;
    request.waiting = {core_.paths.handle(path), p.request};
    const std::uint32_t first = paths_.spawn(r, nowhere, 0, core_.program(request.program).entry, arguments, key);
    if (here)
        core_.paths[first].holds = std::exchange(p.holds, Holds::nothing);
    core_.followers.accepted(noHandle, core_.calendar.now(), r, request, core_.paths[first]);
    core_.follow(first);
    return false;
}

bool Calls::send(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const Target& target = program.sends[code.detail];
    const std::uint32_t c = open(p, target, code, targets_.choose(p, target, code));
    Call& call = core_.calls[c];
    call.oneWay = true;
    call.callerRequest = nowhere;
    if (sends(path, p, c, call.callerNode, &Calls::onSendSent))
        return false;
    dispatch(core_.calls.handle(c));
    core_.advance(p, code, code.next);
    return true;
}

/// A message without an answer goes to its role.
void Calls::dispatch(Handle handle)
{
    const Call& call = core_.calls[static_cast<std::uint32_t>(handle)];
    if (call.lost || outages_.down(call.callerNode))
        give(static_cast<std::uint32_t>(handle));
    else
        message(static_cast<std::uint32_t>(handle), false, &Calls::onRequestArrived);
}

void Calls::onSendSent(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    Call& call = calls.core_.calls[static_cast<std::uint32_t>(handle)];
    const Handle path = call.sender;
    call.sending = false;
    call.queuedSince = calls.core_.calendar.now();
    calls.dispatch(handle);
    calls.continueSender(path);
}

/// The path works on its message until `sent` is called. False if there is no work.
bool Calls::sends(std::uint32_t path, Path& p, std::uint32_t c, std::uint32_t node, kernel::Handler sent)
{
    const double work = messages_.sendingWork(node, core_.calls[c].requestBytes);
    if (work <= 0)
        return false;
    core_.calls[c].sender = core_.paths.handle(path);
    core_.calls[c].sending = true;
    p.wait = Wait::sending;
    p.waitFor = core_.calls.handle(c);
    core_.processors[node]->run(work, {sent, this, p.waitFor});
    return true;
}

/// The path continues after the block with which it has sent a message, unless it was cancelled meanwhile.
void Calls::continueSender(Handle path)
{
    if (core_.paths.holds(path)) {
        Path& p = core_.paths[static_cast<std::uint32_t>(path)];
        const Instruction& code = core_.codeOf(p);
        core_.advance(p, code, code.next);
        core_.resume(static_cast<std::uint32_t>(path));
    }
    core_.drain();
}

void Calls::cancelCall(Path& p)
{
    if ((p.wait == Wait::call || p.wait == Wait::sending) && core_.calls.holds(p.waitFor))
        abandon(static_cast<std::uint32_t>(p.waitFor));
}

// Request -------------------------------------------------------------------------------------------------------

void Calls::onSynArrived(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (!calls.core_.calls.holds(handle))
        return;
    const Call& call = calls.core_.calls[static_cast<std::uint32_t>(handle)];
    if (calls.outages_.down(call.calleeNode))
        calls.loseMessage(handle);
    else if (calls.deployment_.load(call.calleeInstance).down)
        calls.refuse(static_cast<std::uint32_t>(handle));
    else if (!call.lost)
        calls.kernelMessage(call.calleeNode, call.callerNode, handshakeBytes, calls.connections_.flowOf(call),
                            &Calls::onConnected, handle);
    calls.core_.drain();
}

void Calls::onConnected(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (!calls.core_.calls.holds(handle))
        return;
    Call& call = calls.core_.calls[static_cast<std::uint32_t>(handle)];
    if (call.lost)
        return;
    call.connecting = false;
    calls.message(static_cast<std::uint32_t>(handle), false, &Calls::onRequestArrived);
    calls.core_.drain();
}

void Calls::receive(Handle handle, std::uint32_t Call::*receiver, void (*received)(void* self, std::uint64_t handle))
{
    if (!core_.calls.holds(handle))
        return;
    const Call& call = core_.calls[static_cast<std::uint32_t>(handle)];
    if (call.lost)
        return;
    if (call.followed) [[unlikely]]
        core_.followers.passed(handle, receiver == &Call::calleeNode ? call.callerNode : call.calleeNode,
                               call.*receiver);
    if (const double work = messages_.receivingWork(call.*receiver, call.requestBytes); work > 0)
        core_.processors[call.*receiver]->run(work, {received, this, handle});
    else
        received(this, handle);
}

void Calls::onRequestArrived(void* self, std::uint64_t handle)
{
    static_cast<Calls*>(self)->receive(handle, &Call::calleeNode, &Calls::onRequestReceived);
}

void Calls::onRequestReceived(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (calls.core_.calls.holds(handle) && !calls.core_.calls[static_cast<std::uint32_t>(handle)].lost)
        calls.acceptance_.arrive(static_cast<std::uint32_t>(handle));
    calls.core_.drain();
}

void Calls::accepted(std::uint32_t c)
{
    if (core_.calls[c].oneWay)
        give(c);
    else
        tellOpened(c);
}

void Calls::tellOpened(std::uint32_t c)
{
    const Call& call = core_.calls[c];
    if (call.callerRequest == nowhere)
        return;
    const Program& caller = core_.program(core_.requests[call.callerRequest].program);
    if (caller.calls[caller.code[call.instruction].detail].opened != nowhere)
        kernelMessage(call.calleeNode, call.callerNode, acceptedBytes, connections_.flowOf(call), &Calls::onOpened,
                      core_.calls.handle(c));
}

/// Starts the path of the caller that runs beside the waiting one: it has a copy of the variables and belongs to the
/// same iteration.
void Calls::onOpened(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (!calls.core_.calls.holds(handle))
        return;
    const Call& call = calls.core_.calls[static_cast<std::uint32_t>(handle)];
    if (call.abandoned || call.finished || call.lost || !calls.core_.paths.holds(call.callerHandle))
        return;
    const Path& waiting = calls.core_.paths[call.callerPath()];
    const Program& program = calls.core_.programOf(waiting);
    calls.core_.resume(calls.paths_.spawn(
        waiting.request, waiting.region, waiting.iteration, program.calls[program.code[call.instruction].detail].opened,
        calls.core_.frames.copy(waiting.frame), kernel::nthOf(waiting.key, 0x09e0ed)));
    calls.core_.drain();
}

// Answer --------------------------------------------------------------------------------------------------------

/// Its call is followed from now on, too: the caller need not have been.
void Calls::tellReply(const Path& p, const Request& request, bool ok)
{
    core_.followers.replies(p, request, ok);
    if (request.from == Request::From::call && core_.calls.holds(request.call))
        core_.calls[static_cast<std::uint32_t>(request.call)].followed = true;
}

/// Answers the caller; of several replies the first counts. False if the path first has to work on sending it.
[[gnu::always_inline]] inline bool Calls::giveReply(std::uint32_t path, Path& p, const Program& program,
                                                    const Instruction& code)
{
    const ReplyStep& step = program.replies[code.detail];
    Request& request = core_.requests[p.request];
    if (request.replied)
        return true;
    request.replied = true;
    if (p.followed) [[unlikely]]
        tellReply(p, request, step.ok);
    switch (request.from) {
    case Request::From::nobody:
        break;
    case Request::From::workload:
        answerWorkload(request, step.ok);
        break;
    case Request::From::waitingPath:
    case Request::From::inlinePath:
        inlineCalls_.answerPath(p, request, step, code.next == nowhere);
        break;
    case Request::From::call:
        if (!core_.calls.holds(request.call))
            break;
        const auto c = static_cast<std::uint32_t>(request.call);
        if (!step.results.empty() && !core_.calls[c].results)
            core_.calls[c].results = core_.frames.take();
        for (const Assignment& result : step.results)
            core_.calls[c].results[result.slot] = core_.evaluate(result.value, p);
        if (!prepareAnswer(c, step.ok, core_.amountOf(step.bytes, p)))
            break;
        if (sends(path, p, c, core_.calls[c].calleeNode, &Calls::onAnswerSent))
            return false;
        sendAnswer(c);
        break;
    }
    return true;
}

bool Calls::reply(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    if (!giveReply(path, p, program, code))
        return false;
    core_.advance(p, code, code.next);
    return true;
}

/// False if nothing has to be sent: nobody waits for the answer, or the caller has it at once.
bool Calls::prepareAnswer(std::uint32_t c, bool ok, double bytes)
{
    Call& call = core_.calls[c];
    if (call.oneWay) {
        give(c);
        return false;
    }
    call.replied = true;
    call.ok = ok;
    if (call.abandoned || call.lost)
        return false;
    if (messages_.immediate(call.calleeNode, call.callerNode) && call.streams == nowhere) {
        call.replyArrived = true;
        complete(c);
        return false;
    }
    call.requestBytes = bytes; // from here on the size of the answer
    return true;
}

void Calls::sendAnswer(std::uint32_t c)
{
    message(c, true, &Calls::onReplyArrived);
}

void Calls::onAnswerSent(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (!calls.core_.calls.holds(handle))
        return; // neither side needs it any more, so the path was cancelled
    const auto c = static_cast<std::uint32_t>(handle);
    const Handle path = calls.core_.calls[c].sender;
    calls.core_.calls[c].sending = false;
    if (calls.core_.calls[c].followed) [[unlikely]]
        calls.core_.followers.sent(handle, calls.core_.calls[c].calleeNode);
    if (!calls.core_.calls[c].abandoned && !calls.core_.calls[c].lost)
        calls.sendAnswer(c);
    calls.continueSender(path);
}

/// The answer of a request that no path gives.
void Calls::answer(std::uint32_t c, bool ok, double bytes)
{
    if (!prepareAnswer(c, ok, bytes))
        return;
    const Call& call = core_.calls[c];
    kernelMessage(call.calleeNode, call.callerNode, bytes, connections_.flowOf(call), &Calls::onReplyArrived,
                  core_.calls.handle(c));
}

void Calls::answerFailed(Request& request)
{
    if (core_.calls.holds(request.call))
        answer(static_cast<std::uint32_t>(request.call), false, failureBytes);
}

void Calls::endCallee(Handle call)
{
    if (!core_.calls.holds(call))
        return;
    const auto c = static_cast<std::uint32_t>(call);
    core_.calls[c].callee = nowhere;
    complete(c); // a stream that the caller still waits for will bring nothing more
    tryGive(call);
}

void Calls::onReplyArrived(void* self, std::uint64_t handle)
{
    static_cast<Calls*>(self)->receive(handle, &Call::callerNode, &Calls::onReplyReceived);
}

void Calls::onReplyReceived(void* self, std::uint64_t handle)
{
    Calls& calls = *static_cast<Calls*>(self);
    if (calls.core_.calls.holds(handle)) {
        const auto c = static_cast<std::uint32_t>(handle);
        Call& call = calls.core_.calls[c];
        call.replyArrived = !call.lost;
        if (call.followed) [[unlikely]]
            calls.core_.followers.sent(handle, call.callerNode);
        calls.complete(c);
    }
    calls.core_.drain();
}

void Calls::complete(std::uint32_t c)
{
    Call& call = core_.calls[c];
    if (!call.replyArrived || call.finished || call.abandoned)
        return;
    if (!core_.paths.holds(call.callerHandle)) {
        abandon(c);
        return;
    }
    Path& p = core_.paths[call.callerPath()];
    const Program& program = core_.programOf(p);
    const Instruction& code = program.code[call.instruction];
    const CallStep& step = program.calls[code.detail];
    if (call.ok && step.receives && (transfers_.streamsDown(call) || transfers_.takeRest(call)))
        return;
    call.finished = true;
    std::uint32_t next = code.next;
    if (call.refused)
        next = step.refused != nowhere ? step.refused : step.error;
    else if (!call.ok)
        next = step.error;
    if (!call.ok) [[unlikely]]
        members_.countFailure(call.calleeNode);
    if (call.ok)
        for (const CallStep::Result& result : step.results)
            p.frame[result.variable] = call.results ? call.results[result.result] : 0.0;
    const std::uint32_t path = call.callerPath();
    const Handle handle = core_.calls.handle(c);
    core_.calendar.cancel(call.deadline);
    connections_.leave(call, true);
    forget(c);
    transfers_.closeStreams(c);
    if (p.followed || (call.followed && core_.mayBeAdopted(p))) [[unlikely]]
        core_.followers.answered(handle, p, core_.requests[p.request]);
    core_.advance(p, code, next);
    core_.resume(path);
    tryGive(handle);
}

// Record --------------------------------------------------------------------------------------------------------

/// Removes the call from its caller's list of open calls.
void Calls::forget(std::uint32_t c)
{
    Call& call = core_.calls[c];
    if (call.callerRequest == nowhere)
        return;
    if (call.previous != nowhere)
        core_.calls[call.previous].following = call.following;
    else
        core_.requests[call.callerRequest].calls = call.following;
    if (call.following != nowhere)
        core_.calls[call.following].previous = call.previous;
    call.callerRequest = nowhere;
}

/// Frees the record when neither side needs it; messages in flight then have a stale handle.
void Calls::tryGive(Handle handle)
{
    if (!core_.calls.holds(handle))
        return;
    const auto c = static_cast<std::uint32_t>(handle);
    const Call& call = core_.calls[c];
    if ((call.finished || call.abandoned) && call.callee == nowhere)
        give(c);
}

void Calls::give(std::uint32_t c)
{
    Call& call = core_.calls[c];
    core_.frames.drop(call.arguments);
    core_.frames.drop(call.results);
    transport_.drop(call);
    if (call.followed) [[unlikely]]
        core_.followers.callEnded(core_.calls.handle(c));
    call.operation = nowhere;
    core_.calls.give(c);
}

} // namespace headroom::behaviour
