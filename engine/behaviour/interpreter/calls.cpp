// Calls between roles: connecting, asking, answering, giving up.
#include "behaviour/interpreter/interpreter.h"
#include "behaviour/interpreter/tracer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::behaviour {

namespace {

/// Headers of a bare TCP segment with timestamps (IPv4): what a handshake packet carries.
constexpr double handshakeBytes = 52;

} // namespace

void Interpreter::message(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow,
                          kernel::Handler handler, Handle handle)
{
    if (immediate(from, to)) {
        ready_.push_back({handle, handler, this});
        return;
    }
    const std::uint64_t size = std::max<std::uint64_t>(1, whole(std::ceil(bytes)));
    NodeHardware& sender = cluster_.nodes[from];
    if (const double cost = sender.network.transmit(size, resources::packetsFor(size, cluster_.mtu)); cost > 0)
        sender.processor->run(cost, {});
    if (!cluster_.network->message(from, to, size, flow, {handler, this, handle}))
        loseMessage(handle);
}

std::uint32_t Interpreter::chooseOtherwise(Path& p, const Target& target, const Instruction& code)
{
    const mapping::Selector& selector = *target.selector;
    mapping::Question question;
    question.candidates = candidatesFor(p, target);
    question.callerNode = p.node;
    question.draws = {drawKeys_[code.monitor], p.key, &p.draws};
    question.turns = &turns_[code.monitor];
    question.salt = target.role;
    question.nodeOfDevice = nodeOfDevice_;
    if (selector.key)
        question.key = whole(evaluate(target.key, p));
    if (selector.index)
        question.index = whole(evaluate(target.index, p));
    if (selector.device)
        question.device = whole(evaluate(target.device, p));
    if (selector.ring)
        question.ring = &software_.rings[target.ring];
    if (target.candidate)
        question.candidate = whole(evaluate(*target.candidate, p));
    const mapping::Choice choice = selector.choose(question);
    if (selector.ring)
        p.frame[target.deviceSlot] = choice.device;
    return choice.candidate;
}

/// All nodes of the role, or some from one of them on.
mapping::Candidates Interpreter::candidatesFor(const Path& p, const Target& target) const
{
    const std::size_t all = nodesOfRole_[target.role].size();
    mapping::Candidates candidates{firstOfRole_[target.role], all, 0, all, roleOnNode_[target.role],
                                   mapping::Loads(loads_)};
    if (!target.selector->part)
        return candidates;
    if (const std::uint64_t among = whole(evaluate(target.among, p)); among >= 1 && among < all) {
        candidates.count = among;
        candidates.first = mapping::Candidates::within(all, whole(evaluate(target.first, p)));
    }
    return candidates;
}

double* Interpreter::argumentsFor(const Target& target, const Path& p)
{
    double* frame = frames_.take();
    for (const Assignment& argument : target.arguments)
        frame[argument.slot] = evaluate(argument.value, p);
    return frame;
}

std::uint32_t Interpreter::openCall(Path& p, const Target& target, const Instruction& code, std::uint32_t node)
{
    const std::uint32_t c = calls_.take();
    Call& call = calls_[c];
    call.callerRequest = p.request;
    call.callee = nowhere;
    call.instruction = p.pc;
    call.callerNode = p.node;
    call.calleeNode = node;
    call.operation = target.operation;
    call.previous = call.following = nowhere;
    call.key = nameNext(p, code);
    call.callerHandle = noHandle;
    call.job = requests_[p.request].job;
    call.connection = nowhere;
    call.deadline = kernel::noEvent;
    call.requestBytes = evaluate(target.requestBytes, p);
    call.oneWay = call.queued = call.abandoned = call.replied = call.replyArrived = call.refused = call.finished =
        call.connecting = call.lost = false;
    call.queuedSince = calendar_.now();
    call.ok = true;
    call.arguments = argumentsFor(target, p);
    call.results = nullptr;
    call.streams = nowhere;
    if (tracer_) [[unlikely]]
        tracer_->called(calls_.handle(c), p);
    return c;
}

/// One that no other call is using: the one that was left last, else a new one.
std::uint32_t Interpreter::takeConnection(std::uint64_t client, std::uint32_t from, std::uint32_t to)
{
    KeptConnections& kept = keptBy_[client];
    if (const std::uint32_t idle = kept.idle; idle != nowhere) {
        kept.idle = connections_[idle].following;
        return idle;
    }
    const std::uint64_t flow = kept.count == 0 ? client : kernel::mix(client, kept.count);
    ++kept.count;
    connections_.push_back({.flow = flow, .among = &kept, .from = from, .to = to});
    return static_cast<std::uint32_t>(connections_.size() - 1);
}

bool Interpreter::call(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const CallStep& step = program.calls[code.detail];
    const std::uint32_t role = choose(p, step.target, code);
    if (step.plain && takesAtOnce(p.node, role))
        return callAtOnce(path, p, step, code, role);
    const std::uint32_t c = openCall(p, step.target, code, loads_[role].node);
    releaseWorker(p);
    Call& call = calls_[c];
    Request& request = requests_[p.request];
    call.callerHandle = paths_.handle(path);
    call.following = request.calls;
    if (call.following != nowhere)
        calls_[call.following].previous = c;
    request.calls = c;
    p.wait = Wait::call;
    p.waitFor = calls_.handle(c);
    if (const double deadline = evaluate(step.deadline, p); deadline > 0)
        call.deadline = calendar_.schedule(after(deadline), &Interpreter::onDeadline, this, p.waitFor);
    bool connected = false;
    if (step.keptConnection) {
        const std::uint64_t client = kernel::mix(kernel::mix(sessionOf(request), code.source), call.calleeNode) | 1;
        call.connection = takeConnection(client, call.callerNode, call.calleeNode);
        connected = connections_[call.connection].open;
    }
    call.connecting = !connected;
    if (immediate(call.callerNode, call.calleeNode))
        arrive(c);
    else if (connected)
        message(call.callerNode, call.calleeNode, call.requestBytes, flowOf(call), &Interpreter::onRequestArrived,
                p.waitFor);
    else
        message(call.callerNode, call.calleeNode, handshakeBytes, flowOf(call), &Interpreter::onSynArrived, p.waitFor);
    return false;
}

/// Whether a call gets there in no time and finds somebody free to serve it.
bool Interpreter::takesAtOnce(std::uint32_t from, std::uint32_t role) const
{
    const RoleLoad& called = loads_[role];
    if (called.down || !immediate(from, called.node))
        return false;
    if (called.kind != WorkerKind::threads)
        return called.kind == WorkerKind::threadPerRequest;
    const RoleInstance& instance = roles_[role];
    return instance.threadsBusy() < software_.roles[instance.role].workers;
}

/// Without a record of the call. The path walks the callee's diagram itself, unless somebody follows the paths. Whether
/// it goes on at once.
bool Interpreter::callAtOnce(std::uint32_t path, Path& p, const CallStep& step, const Instruction& code,
                             std::uint32_t role)
{
    processors_[loads_[role].node]->fetch();
    const std::uint64_t key = nameNext(p, code);
    const Program& called = software_.operations[step.target.operation];
    const bool simple = called.simple && !tracer_;
    double* arguments = simple && !called.frame ? nullptr : argumentsFor(step.target, p);
    releaseWorker(p);
    if (code.forgets)
        frames_.drop(p.frame);
    if (simple) {
        callSimple(p, step.target.operation, role, key, arguments);
        return true;
    }
    p.wait = Wait::call;
    p.waitFor = noHandle;
    if (tracer_) [[unlikely]]
        tracer_->called(noHandle, p);
    const std::uint32_t r = openRequest(step.target.operation, role, key, arguments);
    Request& request = requests_[r];
    request.job = requests_[p.request].job;
    if (loads_[role].kind == WorkerKind::threads)
        roles_[role].meter.arrive(calendar_.now());
    takeThread(role, request);
    if (!tracer_) {
        callInline(path, p, r, arguments);
        return true;
    }
    request.from = Request::From::waitingPath;
    request.waiting = {paths_.handle(path), p.request};
    const std::uint32_t first = spawn(r, nowhere, 0, software_.operations[request.program].entry, arguments, key);
    tracer_->accepted(noHandle, calendar_.now(), r, request, paths_[first]);
    follow(first);
    return false;
}

void Interpreter::sendMessage(Path& p, const Program& program, const Instruction& code)
{
    const Target& target = program.sends[code.detail];
    const std::uint32_t c = openCall(p, target, code, loads_[choose(p, target, code)].node);
    Call& call = calls_[c];
    call.oneWay = true;
    call.callerRequest = nowhere;
    message(call.callerNode, call.calleeNode, call.requestBytes, flowOf(call), &Interpreter::onRequestArrived,
            calls_.handle(c));
}

void Interpreter::onSynArrived(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (!m.calls_.holds(handle))
        return;
    const Call& call = m.calls_[static_cast<std::uint32_t>(handle)];
    if (m.down_[call.calleeNode])
        m.loseMessage(handle);
    else if (!call.lost)
        m.message(call.calleeNode, call.callerNode, handshakeBytes, m.flowOf(call), &Interpreter::onConnected, handle);
    m.drain();
}

void Interpreter::onConnected(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (!m.calls_.holds(handle))
        return;
    Call& call = m.calls_[static_cast<std::uint32_t>(handle)];
    if (call.lost)
        return;
    call.connecting = false;
    m.message(call.callerNode, call.calleeNode, call.requestBytes, m.flowOf(call), &Interpreter::onRequestArrived,
              handle);
    m.drain();
}

void Interpreter::onRequestArrived(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (!m.calls_.holds(handle))
        return;
    const Call& call = m.calls_[static_cast<std::uint32_t>(handle)];
    if (call.lost)
        return;
    const std::uint64_t bytes = whole(call.requestBytes);
    NodeHardware& node = m.cluster_.nodes[call.calleeNode];
    const double cost = node.network.receive(bytes, resources::packetsFor(bytes, m.cluster_.mtu));
    if (cost > 0)
        node.processor->run(cost, {&Interpreter::onRequestReceived, self, handle});
    else
        onRequestReceived(self, handle);
}

void Interpreter::onRequestReceived(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.calls_.holds(handle) && !m.calls_[static_cast<std::uint32_t>(handle)].lost)
        m.arrive(static_cast<std::uint32_t>(handle));
    m.drain();
}

/// The caller's path beside the waiting one: it has a copy of the variables and belongs to the same iteration.
void Interpreter::onOpened(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (!m.calls_.holds(handle))
        return;
    const Call& call = m.calls_[static_cast<std::uint32_t>(handle)];
    if (call.abandoned || call.finished || call.lost || !m.paths_.holds(call.callerHandle))
        return;
    const Path& waiting = m.paths_[call.callerPath()];
    const Program& program = m.programOf(waiting);
    m.resume(m.spawn(waiting.request, waiting.region, waiting.iteration,
                     program.calls[program.code[call.instruction].detail].opened, m.frames_.copy(waiting.frame),
                     kernel::nthOf(waiting.key, 0x09e0ed)));
    m.drain();
}

void Interpreter::reply(Path& p, const Program& program, const Instruction& code)
{
    const ReplyStep& step = program.replies[code.detail];
    Request& request = requests_[p.request];
    if (request.replied)
        return;
    request.replied = true;
    switch (request.from) {
    case Request::From::nobody:
        break;
    case Request::From::workload:
        answerWorkload(request, step.ok);
        break;
    case Request::From::waitingPath:
    case Request::From::inlinePath:
        answerPath(p, request, step, code.next == nowhere);
        break;
    case Request::From::call:
        if (!calls_.holds(request.call))
            break;
        const auto c = static_cast<std::uint32_t>(request.call);
        if (!step.results.empty() && !calls_[c].results)
            calls_[c].results = frames_.take();
        for (const Assignment& result : step.results)
            calls_[c].results[result.slot] = evaluate(result.value, p);
        answer(c, step.ok, evaluate(step.bytes, p));
        break;
    }
}

void Interpreter::answer(std::uint32_t c, bool ok, double bytes)
{
    Call& call = calls_[c];
    if (call.oneWay) {
        giveCall(c);
        return;
    }
    call.replied = true;
    call.ok = ok;
    if (call.abandoned || call.lost)
        return;
    if (immediate(call.calleeNode, call.callerNode) && call.streams == nowhere) {
        call.replyArrived = true;
        completeCall(c);
        return;
    }
    call.requestBytes = bytes; // from here on: what the answer weighs
    message(call.calleeNode, call.callerNode, bytes, flowOf(call), &Interpreter::onReplyArrived, calls_.handle(c));
}

void Interpreter::onReplyArrived(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (!m.calls_.holds(handle))
        return;
    const Call& call = m.calls_[static_cast<std::uint32_t>(handle)];
    if (call.lost)
        return;
    const std::uint64_t bytes = whole(call.requestBytes);
    NodeHardware& node = m.cluster_.nodes[call.callerNode];
    const double cost = node.network.receive(bytes, resources::packetsFor(bytes, m.cluster_.mtu));
    if (cost > 0)
        node.processor->run(cost, {&Interpreter::onReplyReceived, self, handle});
    else
        onReplyReceived(self, handle);
}

void Interpreter::onReplyReceived(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.calls_.holds(handle)) {
        const auto c = static_cast<std::uint32_t>(handle);
        m.calls_[c].replyArrived = !m.calls_[c].lost;
        m.completeCall(c);
    }
    m.drain();
}

/// The caller goes on once the answer is there and what was streamed to it has been taken.
void Interpreter::completeCall(std::uint32_t c)
{
    Call& call = calls_[c];
    if (!call.replyArrived || call.finished || call.abandoned)
        return;
    if (!paths_.holds(call.callerHandle)) {
        abandonCall(c);
        return;
    }
    Path& p = paths_[call.callerPath()];
    const Program& program = programOf(p);
    const Instruction& code = program.code[call.instruction];
    const CallStep& step = program.calls[code.detail];
    if (call.ok && step.receives && call.streams != nowhere) {
        const Stream& down = streams_[call.streams].down;
        if (down.outstanding > 0 || (!down.receivers.empty() && call.callee != nowhere))
            return;
    }
    call.finished = true;
    std::uint32_t next = code.next;
    if (call.refused)
        next = step.refused != nowhere ? step.refused : step.error;
    else if (!call.ok)
        next = step.error;
    if (call.ok)
        for (const CallStep::Result& result : step.results)
            p.frame[result.variable] = call.results ? call.results[result.result] : 0.0;
    const std::uint32_t path = call.callerPath();
    const Handle handle = calls_.handle(c);
    calendar_.cancel(call.deadline);
    leaveConnection(call, true);
    forgetCall(c);
    closeStreams(c);
    advance(p, code, next);
    resume(path);
    tryGiveCall(handle);
}

void Interpreter::onDeadline(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.calls_.holds(handle)) {
        const auto c = static_cast<std::uint32_t>(handle);
        m.calls_[c].deadline = kernel::noEvent;
        m.goOnWithout(c, &CallStep::timeout);
    }
    m.drain();
}

/// The caller waits no longer and goes on by the given way out, or by that for errors.
void Interpreter::goOnWithout(std::uint32_t c, std::uint32_t CallStep::*way)
{
    const Call& call = calls_[c];
    if (call.finished || call.abandoned || !paths_.holds(call.callerHandle))
        return;
    const std::uint32_t path = call.callerPath();
    Path& p = paths_[path];
    const Instruction& code = codeOf(p);
    const CallStep& step = programOf(p).calls[code.detail];
    abandonCall(c);
    advance(p, code, step.*way != nowhere ? step.*way : step.error);
    resume(path);
}

/// The caller does not want the answer any more: a request that nobody has accepted yet is taken out, streams stop, a
/// late answer is dropped.
void Interpreter::abandonCall(std::uint32_t c)
{
    Call& call = calls_[c];
    if (call.abandoned || call.finished)
        return;
    call.abandoned = true;
    leaveQueue(c);
    const Handle handle = calls_.handle(c);
    calendar_.cancel(call.deadline);
    leaveConnection(call, false);
    forgetCall(c);
    closeStreams(c);
    tryGiveCall(handle);
}

void Interpreter::closeStreams(std::uint32_t c)
{
    if (calls_[c].streams == nowhere)
        return;
    const Handle handle = calls_.handle(c);
    for (const bool up : {true, false}) {
        if (!calls_.holds(handle))
            return; // who was cancelled for the first direction was the last to need it
        Stream& stream = streamOf(calls_[c], up);
        if (stream.flow != resources::noStream)
            cluster_.network->close(stream.flow);
        stream.flow = resources::noStream;
        stream.outstanding = stream.delivered = 0;
        stream.moving.clear();
        stream.arrived.clear();
        if (stream.lastSenders.empty() && stream.senders.empty() && stream.receivers.empty())
            continue;
        const std::vector<std::uint32_t> leaving = std::exchange(stream.lastSenders, {});
        const std::vector<std::uint32_t> senders = std::exchange(stream.senders, {});
        std::vector<Handle> receivers;
        for (const std::uint32_t t : std::exchange(stream.receivers, {}))
            receivers.push_back(transfers_.handle(t));
        for (const std::uint32_t t : leaving)
            if (t != nowhere && --transfers_[t].unsent == 0)
                nextChunk(t);
        for (const std::uint32_t t : senders)
            unblockSender(t);
        // What was to come will not come: the paths that take it end.
        for (const Handle receiver : receivers)
            if (transfers_.holds(receiver))
                cancelPath(transfers_[static_cast<std::uint32_t>(receiver)].path);
    }
}

/// Takes the call off its caller's list of open calls.
void Interpreter::forgetCall(std::uint32_t c)
{
    Call& call = calls_[c];
    if (call.callerRequest == nowhere)
        return;
    if (call.previous != nowhere)
        calls_[call.previous].following = call.following;
    else
        requests_[call.callerRequest].calls = call.following;
    if (call.following != nowhere)
        calls_[call.following].previous = call.previous;
    call.callerRequest = nowhere;
}

/// Gives the record back when neither side needs it; what is still on the way finds its handle stale.
void Interpreter::tryGiveCall(Handle handle)
{
    if (!calls_.holds(handle))
        return;
    const auto c = static_cast<std::uint32_t>(handle);
    const Call& call = calls_[c];
    if ((call.finished || call.abandoned) && call.callee == nowhere)
        giveCall(c);
}

void Interpreter::giveCall(std::uint32_t c)
{
    Call& call = calls_[c];
    frames_.drop(call.arguments);
    frames_.drop(call.results);
    if (call.streams != nowhere)
        streams_.give(std::exchange(call.streams, nowhere));
    call.operation = nowhere;
    calls_.give(c);
}

/// One direction of the call, made when it is first asked for: most calls stream nothing.
Stream& Interpreter::streamOf(Call& call, bool up)
{
    if (call.streams == nowhere) {
        call.streams = streams_.take();
        for (Stream* stream : {&streams_[call.streams].up, &streams_[call.streams].down}) {
            stream->flow = resources::noStream;
            stream->outstanding = stream->delivered = 0;
            stream->moving.clear();
            stream->arrived.clear();
            stream->senders.clear();
            stream->receivers.clear();
            stream->lastSenders.clear();
        }
    }
    Streams& streams = streams_[call.streams];
    return up ? streams.up : streams.down;
}

BlockKinds Interpreter::callBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::call,
         .enter = enterBy<&Interpreter::call>,
         .cancel =
             [](Interpreter& m, Path& p) {
                 if (p.wait == Wait::call && m.calls_.holds(p.waitFor))
                     m.abandonCall(static_cast<std::uint32_t>(p.waitFor));
             },
         .waitsFor = "answer"},
        {.code = Code::send,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 m.sendMessage(p, program, code);
                 m.advance(p, code, code.next);
                 return true;
             }},
        {.code = Code::reply,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 m.reply(p, program, code);
                 m.advance(p, code, code.next);
                 return true;
             }},
    };
    return kinds;
}

} // namespace headroom::behaviour
